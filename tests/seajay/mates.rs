//! Forced mates are found, with the right length and a full line.

use seajay::{Bound, Limits, ScoreKind, StopReason};
use shakmaty::Position;
use testkit::play::{Found, Host, ORDINARY, chess, is_mate_within, replay, search, search_in};
use testkit::positions::{MATE_IN_ONE, MATE_IN_TWO, MATED, STALEMATED};

/// Problems and endgames, by the number of moves to mate.
pub const MATES: [(u32, &str); 23] = [
    (1, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"),
    (1, "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"),
    (1, MATE_IN_ONE),
    (1, "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1"),
    (1, "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"),
    (2, "7k/8/8/8/8/8/R7/1R5K w - - 0 1"),
    (2, "r4r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1"), // smothered
    (2, "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1"),
    (2, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1"),
    (2, "k7/8/2K5/8/8/8/8/4Q3 w - - 0 1"),
    (2, MATE_IN_TWO), // Morphy: zugzwang
    (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
    (3, "3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - 0 1"),
    (3, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1"),
    (3, "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0"),
    (3, "r2n1rk1/1ppb2pp/1p1p4/3Ppq1n/2B3P1/2P4P/PP1N1P1K/R2Q1RN1 b - - 0 1"),
    (3, "3q1r1k/2p4p/1p1pBrp1/p2Pp3/2PnP3/5PP1/PP1Q2K1/5R1R w - - 1 0"),
    (3, "6k1/ppp2ppp/8/2n2K1P/2P2P1P/2Bpr3/PP4r1/4RR2 b - - 0 1"),
    (4, "8/4k3/8/8/8/8/R7/1R5K w - - 0 1"),
    (4, "8/1k6/8/3K4/8/8/8/4Q3 w - - 0 1"),
    (4, "8/8/8/8/8/3k4/8/R2K2R1 w - - 0 1"),
    (5, "8/1k6/8/2K5/8/8/8/7R w - - 0 1"),
    (5, "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1"),
];

/// More nodes than any of the problems needs.
const NODES: u64 = 2_000_000;

/// Checks that the line is best play to mate. It may stop early, where the mate came from the hash
/// table; then there must be a mate in the remaining moves.
fn check_line(fen: &str, found: &Found, moves: u32) {
    let positions = replay(&chess(fen), &found.pv);
    let plies = moves * 2 - 1;
    let played = positions.len() as u32 - 1;
    let last = positions.last().expect("not empty");
    assert!(played <= plies, "{fen}: {}", found.pv);
    if played == plies {
        assert!(last.is_checkmate(), "{fen}: {}", found.pv);
    } else if played.is_multiple_of(2) {
        let left = (plies - played).div_ceil(2);
        assert!(moves > 3 && is_mate_within(last, left), "{fen}: {}", found.pv);
    } else {
        let left = (plies - played) / 2;
        let forced = last.legal_moves().into_iter().all(|reply| {
            let mut next = last.clone();
            next.play_unchecked(reply);
            is_mate_within(&next, left)
        });
        assert!(moves > 3 && forced && !last.legal_moves().is_empty(), "{fen}: {}", found.pv);
    }
}

#[test]
fn the_problems_are_what_they_are_said_to_be() {
    for (moves, fen) in MATES {
        let shorter = moves - 1;
        assert!(shorter == 0 || shorter > 3 || !is_mate_within(&chess(fen), shorter), "{fen}");
    }
}

#[test]
fn a_mate_that_is_asked_for_ends_the_search() {
    for (moves, fen) in MATES {
        let limits = Limits { mate: Some(moves), ..Limits::nodes(NODES) };
        let found = search(fen, &limits);
        assert_eq!(found.report.stop_reason, StopReason::Mate, "{fen}: {:?}", found.report);
        assert_eq!(found.mate(), Some(moves as i32), "{fen}");
        assert_eq!(found.report.score.bound, Bound::Exact, "{fen}");
        check_line(fen, &found, moves);
        assert!(found.reported.last().unwrap().pv.starts_with(found.report.best_move.as_str()));
    }
}

#[test]
fn a_longer_mate_is_enough_when_it_is_asked_for() {
    for (moves, fen) in MATES {
        let limits = Limits { mate: Some(moves + 20), ..Limits::nodes(NODES) };
        let found = search(fen, &limits);
        assert_eq!(found.report.stop_reason, StopReason::Mate, "{fen}");
        let mate = found.mate().expect("a mate");
        assert!((moves as i32..=moves as i32 + 20).contains(&mate), "{fen}: {mate}");
    }
}

#[test]
fn a_mate_that_does_not_exist_is_not_found() {
    for fen in ORDINARY {
        let limits = Limits { mate: Some(3), ..Limits::nodes(30_000) };
        let reason = search(fen, &limits).report.stop_reason;
        assert!([StopReason::Nodes, StopReason::Depth].contains(&reason), "{fen}: {reason:?}");
    }
}

#[test]
fn deep_searches_keep_to_the_shortest_mate() {
    for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves <= 3) {
        let found = search(fen, &Limits::depth(20));
        assert_eq!(found.mate(), Some(moves as i32), "{fen}");
        let last = found.reported.last().unwrap();
        assert_eq!(last.wdl, [1000, 0, 0], "{fen}");
        check_line(fen, &found, moves);
    }
}

/// Passing would save the defender, whose pieces are blocked: a null move must not.
#[test]
fn zugzwang_is_seen_where_pieces_cannot_move() {
    for fen in
        ["8/8/8/1B6/5p2/1p3P2/ppp1K3/qkb4R w - - 3 9", "QKB4r/PPP1k3/1P3p2/5P2/1b6/8/8/8 b - - 0 1"]
    {
        let found = search(fen, &Limits::nodes(200_000));
        assert_eq!(found.mate(), Some(3), "{fen}");
        check_line(fen, &found, 3);
    }
}

#[test]
fn the_mated_side_counts_the_same_moves() {
    // The position after the first move of a mate in two or three: mated in one less.
    for (moves, fen) in MATES.into_iter().filter(|(moves, _)| (2..=3).contains(moves)) {
        let limits = Limits { mate: Some(moves), ..Limits::nodes(NODES) };
        let first = search(fen, &limits).report.best_move;
        let mut engine = Host::new();
        engine.set_position(Some(fen), first.as_str()).unwrap();
        let found = search_in(&mut engine, &Limits::depth(18));
        assert_eq!(found.report.score.kind, ScoreKind::Mate, "{fen} {first}");
        assert_eq!(found.report.score.value, 1 - moves as i32, "{fen} {first}");
        assert_eq!(found.reported.last().unwrap().wdl, [0, 0, 1000], "{fen}");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    for (fen, kind) in [
        (MATED, ScoreKind::Mate),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", ScoreKind::Mate),
        (STALEMATED, ScoreKind::Centipawns),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 120 90", ScoreKind::Centipawns),
    ] {
        for limits in [Limits::depth(5), Limits::nodes(100), Limits::nodes(0)] {
            let found = search(fen, &limits);
            assert_eq!(found.report.stop_reason, StopReason::GameOver, "{fen}");
            assert!(found.report.best_move.is_empty());
            assert_eq!((found.report.score.kind, found.report.score.value), (kind, 0), "{fen}");
            assert_eq!((found.report.nodes, found.report.depth), (0, 0));
        }
    }
}
