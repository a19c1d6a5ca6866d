//! The mate search finds or refutes a mate for certain, and lines reach the mates that they
//! promise.

use std::ops::ControlFlow;
use std::time::Duration;

use seajay::{Bound, Limits, ReportedScore, ScoreKind, StopReason};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup, Square};
use testkit::play::{
    Found, Host, KIWIPETE, START, chess, is_mate_within, replay, search, search_in,
};
use testkit::positions::MATE_IN_TWO;
use testkit::{FORTRESS, random_numbers};

/// Limits with only a mate.
fn within(moves: u32) -> Limits {
    Limits { mate: Some(moves), ..Limits::default() }
}

/// The length of the shortest mate in at most `max` moves, by brute force.
fn shortest_mate(position: &Chess, max: u32) -> Option<u32> {
    (1..=max).find(|&moves| is_mate_within(position, moves))
}

/// Checks that the mate is proven, and that its line reaches it.
fn check_proof(fen: &str, found: &Found, moves: u32) {
    assert_eq!(found.report.stop_reason, StopReason::Mate, "{fen}: {:?}", found.report);
    assert_eq!(found.mate(), Some(moves as i32), "{fen}");
    check_line(fen, found, moves);
}

/// Checks that a line has as many plies as its score says, and ends in mate.
fn check_line(fen: &str, found: &Found, moves: u32) {
    assert_eq!(found.report.score.bound, Bound::Exact, "{fen}");
    let positions = replay(&chess(fen), &found.pv);
    assert_eq!(positions.len(), 2 * moves as usize, "{fen}: {}", found.pv);
    assert!(positions.last().expect("not empty").is_checkmate(), "{fen}: {}", found.pv);
    assert!(found.pv.starts_with(found.report.best_move.as_str()), "{fen}");
    let last = found.lines().last().expect("a line");
    assert_eq!((last.score, &last.pv), (found.report.score, &found.pv), "{fen}");
}

fn check_refutation(fen: &str, found: &Found) {
    assert_eq!(found.report.stop_reason, StopReason::Depth, "{fen}: {:?}", found.report);
    assert!(!found.report.best_move.is_empty());
}

/// A random position of the kings and a few pieces, most of them White's, with White to move.
fn random_position(random: &mut impl FnMut(usize) -> usize) -> Option<String> {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    let mut setup = Setup::empty();
    // Black's king is at the edge, where most mates are.
    setup.board.set_piece_at(Square::new(56 + random(8) as u32), Color::Black.king());
    setup.board.set_piece_at(Square::new(32 + random(24) as u32), Color::White.king());
    for index in 0..2 + random(3) {
        let color = Color::from_white(index < 2);
        let role = [Queen, Rook, Rook, Bishop, Knight, Pawn][random(6)];
        let square = Square::new(random(64) as u32);
        if setup.board.piece_at(square).is_none() {
            setup.board.set_piece_at(square, Piece { color, role });
        }
    }
    setup.halfmoves = if random(4) == 0 { 94 + random(6) as u32 } else { 0 };
    let position = Chess::from_setup(setup, shakmaty::CastlingMode::Standard).ok()?;
    let is_over = position.legal_moves().is_empty() || position.is_insufficient_material();
    (!is_over).then(|| Fen::from_position(&position, EnPassantMode::Legal).to_string())
}

#[test]
fn proofs_and_refutations_agree_with_trying_everything() {
    let mut random = random_numbers(0x1234_5678_9abc_def1);
    let mut engine = Host::new();
    engine.set_option("Hash", "1").expect("a number");
    let mut counts = [0; 4];
    for index in 0..900 {
        let Some(fen) = random_position(&mut random) else { continue };
        let max = if index % 3 == 0 { 3 } else { 2 };
        engine.set_position(Some(&fen), "").expect("a position");
        let found = search_in(&mut engine, &within(max));
        match shortest_mate(&chess(&fen), max) {
            Some(moves) => check_proof(&fen, &found, moves),
            None => check_refutation(&fen, &found),
        }
        counts[shortest_mate(&chess(&fen), max).unwrap_or(0) as usize] += 1;
    }
    println!("no mate, mates in 1, 2 and 3: {counts:?}");
    assert!(counts.iter().all(|&count| count >= 10), "{counts:?}");
}

#[test]
fn unusual_mates_are_found() {
    let gundersen = "r1bq1r2/pp2n3/4N2k/3pPppP/1b1n2Q1/2N5/PP3PP1/R1B1K2R w KQ g6 0 15";
    for (moves, fen, only) in [
        (1, "6bn/5P1k/5K1p/8/8/8/8/8 w - - 0 1", "f7f8n"),
        (1, gundersen, "h5g6"),
        (1, "3k4/8/8/8/8/2R1R3/8/R3K3 w Q - 0 1", "e1c1"),
        (2, MATE_IN_TWO, "a1a6"),                       // Morphy: zugzwang
        (2, "K7/8/3k4/8/8/8/p7/8 b - - 97 90", "d6c7"), // then a1=Q#, past where the pawn stood
        (4, "8/4k3/8/8/8/8/R7/1R5K w - - 0 1", "b1b6"),
    ] {
        let limits = Limits { search_moves: only.to_string(), ..within(moves) };
        check_proof(fen, &search(fen, &limits), moves);
        let found = search(fen, &within(moves + 2));
        check_proof(fen, &found, moves);
    }
    for (fen, only) in [(gundersen, "h5g6"), (MATE_IN_TWO, "a1a6")] {
        assert_eq!(search(fen, &within(2)).report.best_move.as_str(), only);
    }
}

#[test]
fn root_moves_that_do_not_mate_are_no_proof() {
    let fen = MATE_IN_TWO;
    let limits = Limits { search_moves: "a1a7 b6a7".to_string(), ..within(2) };
    let found = search(fen, &limits);
    check_refutation(fen, &found);
    assert!(["a1a7", "b6a7"].contains(&found.report.best_move.as_str()));
}

#[test]
fn a_depth_limits_the_plies_of_the_mate() {
    let fen = MATE_IN_TWO;
    for (depth, moves) in [(1, None), (2, None), (3, Some(2)), (4, Some(2))] {
        let found = search(fen, &Limits { depth: Some(depth), ..within(5) });
        match moves {
            Some(moves) => check_proof(fen, &found, moves),
            None => check_refutation(fen, &found),
        }
    }
}

#[test]
fn the_mate_must_come_before_fifty_moves_are_over() {
    for (clock, moves) in [(0, Some(2)), (96, Some(2)), (97, Some(2)), (98, None), (99, None)] {
        let fen = format!("7k/8/8/8/8/8/R7/1R5K w - - {clock} 90");
        let found = search(&fen, &within(3));
        match moves {
            Some(moves) => check_proof(&fen, &found, moves),
            None => check_refutation(&fen, &found),
        }
    }
    // On the hundredth ply a mate is a mate, even if the game is drawn at the root already.
    for clock in [99, 100, 120] {
        let fen = format!("7k/8/5K2/6Q1/8/8/8/8 w - - {clock} 90");
        check_proof(&fen, &search(&fen, &within(2)), 1);
    }
}

/// The result of a refuted mate search has no trace of that search.
#[test]
fn a_refutation_comes_with_the_result_of_an_ordinary_search() {
    for (fen, moves) in
        [(START, 3), (KIWIPETE, 2), ("8/8/p1p1p1p1/P1P1P1P1/8/8/8/K6k w - - 0 1", 5)]
    {
        let found = search(fen, &within(moves));
        check_refutation(fen, &found);
        let ordinary = search(fen, &Limits::depth(moves)).report;
        let Found { report, pv, .. } = found;
        assert_eq!((report.best_move, report.score), (ordinary.best_move, ordinary.score), "{fen}");
        assert_eq!((report.depth, pv.is_empty()), (moves, false), "{fen}");
    }
}

#[test]
fn other_limits_end_the_search_undecided() {
    let fen = KIWIPETE;
    let found = search(fen, &Limits { nodes: Some(20_000), ..within(5) });
    assert_eq!((found.report.stop_reason, found.report.nodes), (StopReason::Nodes, 20_000));
    assert_eq!(found.report.depth, 5);
    let time = Duration::from_millis(100);
    let found = search(fen, &Limits { move_time: Some(time), ..within(9) });
    assert_eq!(found.report.stop_reason, StopReason::Time);
    assert!(!found.report.best_move.is_empty());
    let found = search(fen, &Limits { depth: Some(3), ..within(u32::MAX) });
    assert_eq!((found.report.stop_reason, found.report.depth), (StopReason::Depth, 3));
}

#[test]
fn options_for_games_have_no_part_in_it() {
    let fen = "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1";
    let alone = search(fen, &within(5));
    check_proof(fen, &alone, 5);
    let mut engine = Host::new();
    for (name, value) in
        [("Threads", "2"), ("MultiPV", "4"), ("UCI_LimitStrength", "true"), ("UCI_Elo", "1000")]
    {
        engine.set_option(name, value).expect("a value");
    }
    engine.set_position(Some(fen), "").expect("a position");
    assert_eq!(search_in(&mut engine, &within(5)).signature(), alone.signature());
}

#[test]
fn ordinary_lines_lead_up_to_the_mate_they_promise() {
    let mut engine = Host::new();
    engine.set_option("Hash", "1").expect("a number");
    for (moves, fen) in [
        (2, "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1"),
        (3, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1"),
        (4, "8/4k3/8/8/8/8/R7/1R5K w - - 0 1"),
        (5, "8/1k6/8/2K5/8/8/8/7R w - - 0 1"),
    ] {
        for nodes in [20_000, 50_000, 200_000] {
            engine.set_position(Some(fen), "").expect("a position");
            let found = search_in(&mut engine, &Limits::nodes(nodes));
            if found.mate() == Some(moves) && found.report.score.bound == Bound::Exact {
                check_line(fen, &found, moves as u32);
            }
        }
    }
}

/// Checks that the score of a line is an exact mate, which its last move gives.
fn check_mate_line(fen: &str, score: &ReportedScore, pv: &str) {
    assert_eq!((score.kind, score.bound), (ScoreKind::Mate, Bound::Exact));
    let plies = if score.value > 0 { 2 * score.value - 1 } else { -2 * score.value };
    let positions = replay(&chess(fen), pv);
    assert_eq!(positions.len() as i32 - 1, plies, "{pv}");
    assert!(positions.last().expect("not empty").is_checkmate(), "{pv}");
}

#[test]
fn so_do_all_lines_of_several() {
    let fen = "7k/8/5K2/8/8/8/8/QR6 w - - 0 1";
    let mut engine = Host::new();
    engine.set_option("MultiPV", "8").expect("a number");
    engine.set_position(Some(fen), "").expect("a position");
    for limits in [Limits::depth(9), Limits::depth(14), Limits::nodes(100_000)] {
        let mut last = vec![String::new(); 8];
        let report = engine.search(&limits, |info| {
            last[info.multipv as usize - 1] = info.pv.to_string();
            ControlFlow::Continue(())
        });
        assert!(!report.expect("a search").best_move.is_empty());
        for (line, reported) in engine.lines().iter().zip(last) {
            assert!(line.score.value > 0);
            check_mate_line(fen, &line.score, line.pv);
            assert_eq!(line.pv, reported);
        }
    }
}

#[test]
fn every_line_of_a_lost_position_reaches_its_mate() {
    for fen in ["k7/8/8/2Q5/3R4/8/8/7K b - - 96 90", "K7/3Q4/8/8/8/3p3Q/8/1k4R1 b - - 0 90"] {
        let mut engine = Host::new();
        engine.set_option("MultiPV", "3").expect("a number");
        engine.set_position(Some(fen), "").expect("a position");
        for depth in 12..18 {
            let report = engine.search(&Limits::depth(depth), |_| ControlFlow::Continue(()));
            let score = report.expect("a search").score;
            assert!(score.kind == ScoreKind::Mate && score.value <= -2, "{score:?}");
            for line in engine.lines().iter() {
                assert!(line.score.value < 0);
                check_mate_line(fen, &line.score, line.pv);
            }
        }
    }
}

#[test]
fn a_callback_can_end_the_search_for_a_mate_at_any_call() {
    let fen = "8/1k6/8/2K5/8/8/8/7R w - - 0 1";
    let mut engine = Host::new();
    engine.set_position(Some(fen), "").expect("a position");
    for last in 1.. {
        let mut calls = 0;
        let report = engine.search(&within(5), |_| {
            calls += 1;
            if calls == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let report = report.expect("a search");
        assert!(calls <= last && !report.best_move.is_empty());
        if report.stop_reason == StopReason::Mate {
            return;
        }
        assert_eq!((report.stop_reason, calls), (StopReason::Callback, last));
    }
}

/// The longest possible mate search needs little stack, even without optimisation.
#[test]
fn a_deep_proof_needs_little_stack() {
    const STACK: usize = 2 << 20;
    let seek = || {
        let limits = Limits { nodes: Some(3_000_000), ..within(u32::MAX) };
        search(FORTRESS, &limits).report
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(seek).expect("a thread");
    let report = thread.join().expect("no panic");
    println!("{} plies", report.seldepth);
    assert_eq!(report.stop_reason, StopReason::Nodes);
}

/// The mate search beside the ordinary one, which prunes the moves that begin these mates.
#[test]
fn in_won_positions_the_shortest_mate_is_found_without_asking() {
    for (moves, fen) in [
        (3, "8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1"),
        (4, "8/2pB4/6p1/1PK2pPb/1P3pk1/5N1p/4Q2P/8 w - - 0 1"),
    ] {
        let found = search(fen, &Limits::nodes(1_500_000));
        assert_eq!(found.report.stop_reason, StopReason::Mate, "{fen}");
        check_proof(fen, &found, moves);
        // A depth limit asks for an ordinary search.
        let found = search(fen, &Limits::depth(8));
        assert_eq!((found.report.stop_reason, found.report.depth), (StopReason::Depth, 8), "{fen}");
    }
}
