//! What an engine says about the game, held against naive counting and shakmaty's own answers.

mod support;

use std::collections::HashMap;

use seajay::{Engine, ErrorKind, GameState, Limits};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};
use support::play::{KIWIPETE, START, chess, search_in};
use support::random_numbers;

/// The state of a game, from the FENs of all its positions.
fn naive_state(position: &Chess, seen: &HashMap<String, usize>) -> GameState {
    if position.is_checkmate() {
        GameState::Checkmate
    } else if position.is_stalemate() {
        GameState::Stalemate
    } else if position.is_insufficient_material() {
        GameState::Material
    } else if position.halfmoves() >= 100 {
        GameState::FiftyMoves
    } else if seen[&name(position)] >= 3 {
        GameState::Repetition
    } else {
        GameState::Ongoing
    }
}

/// What makes two positions the same for the rules.
fn name(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_state_of_random_games_is_what_naive_counting_says() {
    let mut random = random_numbers(0x9e37_79b9_7f4a_7c15);
    let mut found = HashMap::new();
    let roots = [
        START,
        "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",
        "k7/8/8/8/8/8/8/KR6 w - - 0 1",
        "k7/1r6/8/8/8/8/6R1/K7 w - - 20 60",
        "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1",
    ];
    for root in roots {
        for _ in 0..12 {
            let mut engine = Engine::new().unwrap();
            engine.set_option("Hash", "1").unwrap();
            engine.set_position(Some(root), "").unwrap();
            let mut position = chess(root);
            let mut seen = HashMap::from([(name(&position), 1)]);
            for _ in 0..250 {
                let state = naive_state(&position, &seen);
                assert_eq!(engine.view().game_state(), state, "{}", engine.view().fen());
                assert_eq!(
                    engine.view().in_check(),
                    position.is_check(),
                    "{}",
                    engine.view().fen()
                );
                *found.entry(format!("{state:?}")).or_insert(0) += 1;
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let m = moves[random(moves.len())];
                engine.play(&m.to_uci(CastlingMode::Standard).to_string()).unwrap();
                position.play_unchecked(m);
                *seen.entry(name(&position)).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(found.len(), 6, "all of them were met: {found:?}");
}

#[test]
fn a_game_played_move_by_move_is_the_game_given_at_once() {
    let line = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let mut stepwise = Engine::new().unwrap();
    for m in line.split(' ') {
        stepwise.play(m).unwrap();
    }
    let mut at_once = Engine::new().unwrap();
    at_once.set_position(None, line).unwrap();
    assert_eq!(stepwise.view().fen(), at_once.view().fen());
    let nodes = |engine: &mut Engine| search_in(engine, &Limits::depth(6)).report.nodes;
    assert_eq!(nodes(&mut stepwise), nodes(&mut at_once), "repetitions are known to both");
    for engine in [&mut stepwise, &mut at_once] {
        assert_eq!(engine.view().game_state(), GameState::Ongoing);
        assert_eq!(engine.view().after("f6g8").unwrap().game_state(), GameState::Repetition);
        engine.play("f6g8").unwrap();
        assert_eq!(engine.view().game_state(), GameState::Repetition);
        engine.set_position(None, "").unwrap();
        assert_eq!(engine.view().game_state(), GameState::Ongoing, "a new game");
    }
}

#[test]
fn only_one_legal_move_is_played() {
    let mut engine = Engine::new().unwrap();
    engine.play(" e2e4\n").unwrap();
    let before = engine.view().fen();
    for wrong in ["", " ", "e2e4", "e7e5 g1f3", "e5", "0000", "e7e8q"] {
        let error = engine.play(wrong).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{wrong}");
        assert!(error.message().contains(wrong.trim_end()), "{error}");
        assert_eq!(engine.view().fen(), before);
    }
}

#[test]
fn every_legal_move_is_found_again_by_its_san() {
    let positions = [
        START,
        KIWIPETE,
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        "7k/8/1N3N2/8/8/1N3N2/8/4K3 w - - 0 1",
        "7Q/8/k7/4Q2Q/8/8/8/2K5 w - - 0 1",
    ];
    let mut count = 0;
    for fen in positions {
        let mut engine = Engine::new().unwrap();
        engine.set_position(Some(fen), "").unwrap();
        let position = chess(fen);
        let listed = engine.view().legal_moves();
        let mut listed: Vec<_> = listed.split(' ').collect();
        let mut expected = Vec::new();
        for m in position.legal_moves() {
            let uci = UciMove::from_standard(m).to_string();
            let san = SanPlus::from_move(position.clone(), m).to_string();
            let bare = san.trim_end_matches(['+', '#']);
            for san in [
                &san,
                bare,
                &format!("{bare}!?"),
                &format!("{bare}?++"),
                &format!("1. {san}"),
                &format!("1...{bare}"),
            ] {
                assert_eq!(engine.view().line_from_san(san).unwrap(), uci, "{san} in {fen}");
            }
            assert_eq!(engine.view().line_to_san(&uci).unwrap(), san);
            expected.push(uci);
            count += 1;
        }
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
    }
    assert!(count > 150, "{count}");
}

#[test]
fn a_line_in_san_is_read_as_pgn_has_it() {
    let engine = Engine::new().unwrap();
    let uci = "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1";
    for san in [
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
        "1.e4 e5\n2.Nf3! Nc6 3.Bb5 Nf6?! 4.O-O",
        " 1. e4 1... e5 2. Nf3+ Nc6 3. Bb5 3... Nf6 4. O-O ",
    ] {
        assert_eq!(engine.view().line_from_san(san).unwrap(), uci, "{san}");
    }
    assert_eq!(engine.view().line_from_san("").unwrap(), "");
    assert_eq!(engine.view().line_from_san("1.").unwrap(), "");
}

#[test]
fn a_move_that_is_none_or_could_be_several_is_named() {
    let mut engine = Engine::new().unwrap();
    engine.set_position(Some("4k3/8/8/8/1N3N2/8/8/4K3 w - - 0 1"), "").unwrap();
    for (line, part) in [
        ("Nd5", "move 1 is not the only one of this name: \"Nd5\""),
        ("Nbd5 Kd7 Na1", "move 3 is not legal: \"Na1\""),
        ("Nxd5", "move 1 is not legal"),
        ("nbd5", "move 1 is not legal"),
        ("0-0", "move 1 is not legal"),
        ("O-O", "move 1 is not legal"),
        ("--", "move 1 is not legal"),
        ("N@e5", "move 1 is not legal"),
        ("1-0", "move 1 is not legal"),
        ("Nbd5 *", "move 2 is not legal"),
        ("b4d5", "move 1 is not legal"),
        ("ä", "move 1 is not legal"),
    ] {
        let error = engine.view().line_from_san(line).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{line}");
        assert!(error.message().contains(part), "{line}: {error}");
    }
}

#[test]
fn castling_from_san_is_written_as_the_option_says() {
    let mut engine = Engine::new().unwrap();
    engine.set_position(Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "").unwrap();
    for (chess960, line) in [("false", "e1g1 e8c8"), ("true", "e1h1 e8a8")] {
        engine.set_option("UCI_Chess960", chess960).unwrap();
        assert_eq!(engine.view().line_from_san("O-O O-O-O").unwrap(), line);
    }
}

#[test]
fn memory_grows_with_table_threads_and_network() {
    let mut engine = Engine::new().unwrap();
    let estimate = |hash, threads| Engine::estimate_memory(hash, threads).unwrap();
    assert_eq!(engine.view().memory_usage(), estimate(16, 1));
    engine.set_option("Hash", "3").unwrap();
    engine.set_option("Threads", "2").unwrap();
    assert_eq!(engine.view().memory_usage(), estimate(3, 2));
    assert_eq!(estimate(19, 2) - estimate(3, 2), 16 << 20);
    assert_eq!(estimate(3, 5) - estimate(3, 4), estimate(3, 2) - estimate(3, 1));
    engine.load_network(support::EMBEDDED).unwrap();
    let own = engine.view().memory_usage() - estimate(3, 2);
    assert!(own >= support::EMBEDDED.len() as u64 - 2048, "{own}");
    assert!(own < 2 * support::EMBEDDED.len() as u64, "{own}");
    for (hash, threads) in [(0, 1), (1 << 20 | 1, 1), (u64::MAX, 1), (1, 0), (1, 257)] {
        let error = Engine::estimate_memory(hash, threads).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidValue);
    }
}
