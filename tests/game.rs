//! Moves from the start of the game: read, refused by number, and written as asked.

mod support;

use seajay::{Engine, ErrorKind, Limits};
use shakmaty::{CastlingMode, Position};
use std::ops::ControlFlow;
use support::play::{START, chess, replay, search_in};
use support::random_numbers;

fn set(fen: &str, moves: &str) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_position(Some(fen), moves).unwrap();
    engine
}

#[test]
fn an_illegal_move_is_named_with_its_number() {
    let mut engine = Engine::new().unwrap();
    engine.set_position(None, "d2d4 d7d5").unwrap();
    let before = engine.view().fen();
    for (moves, number, text) in [
        ("e2e5", 1, "e2e5"),
        ("e2e4 e7e5 e1e2 e8e7 e2e4", 5, "e2e4"),
        ("e2e4 e7e5 0000", 3, "0000"),
        ("e2e4 xyz", 2, "xyz"),
        ("e2e4 e7e5q", 2, "e7e5q"),
        ("e2e4 N@f3", 2, "N@f3"),
        ("e2e4 e7e5 e1g1", 3, "e1g1"),
        ("e2e4 \u{265e}f6", 2, "\u{265e}f6"),
    ] {
        let error = engine.set_position(None, moves).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{moves}");
        assert!(error.message().contains(&format!("move {number} ")), "{error}");
        assert!(error.message().contains(text), "{error}");
        assert_eq!(engine.view().fen(), before, "{moves}");
    }
    let long = "a".repeat(1_000_000);
    let error = engine.set_position(None, &long).unwrap_err();
    assert!(error.message().len() < 600);
}

#[test]
fn castling_is_read_both_ways_and_written_as_asked() {
    let fen = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
    for (white, black, expected) in [
        ("e1g1", "e8c8", "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - - 2 2"),
        ("e1h1", "e8a8", "2kr3r/p6p/8/8/8/8/P6P/R4RK1 w - - 2 2"),
        ("e1c1", "e8g8", "r4rk1/p6p/8/8/8/8/P6P/2KR3R w - - 2 2"),
        ("e1a1", "e8h8", "r4rk1/p6p/8/8/8/8/P6P/2KR3R w - - 2 2"),
    ] {
        for chess960 in ["false", "true"] {
            let mut engine = Engine::new().unwrap();
            engine.set_option("UCI_Chess960", chess960).unwrap();
            engine.set_position(Some(fen), &format!("{white} {black}")).unwrap();
            assert_eq!(engine.view().fen(), expected);
            // The root moves are read the same way, the answer is written as the option says.
            engine.set_position(Some(fen), "").unwrap();
            let limits = Limits { search_moves: white.to_string(), ..Limits::depth(4) };
            let found = search_in(&mut engine, &limits);
            let king_side = white == "e1g1" || white == "e1h1";
            let written = match (king_side, chess960) {
                (true, "true") => "e1h1",
                (true, _) => "e1g1",
                (false, "true") => "e1a1",
                (false, _) => "e1c1",
            };
            assert_eq!(found.report.best_move.as_str(), written);
            assert!(found.lines().all(|line| line.pv.starts_with(written)));
            assert!(found.lines().count() >= 4);
        }
    }
}

#[test]
fn castling_with_a_rook_that_is_not_in_the_corner_is_read_both_ways_too() {
    for (fen, moves, expected) in [
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", ["e1g1", "e1f1"], "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", ["e8c8", "e8b8"], "2kr4/8/8/8/8/8/8/4K3 w - - 1 2"),
        ("3k4/8/8/8/8/8/8/3K3R w H - 0 1", ["d1g1", "d1h1"], "3k4/8/8/8/8/8/8/5RK1 b - - 1 1"),
    ] {
        for text in moves {
            assert_eq!(set(fen, text).view().fen(), expected, "{text}");
        }
    }
    let mut engine = Engine::new().unwrap();
    for (fen, wrong) in [
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1c1"),
        ("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1g2"),
        ("4kr2/8/8/8/8/8/8/4KR2 w Ff - 0 1", "e8g8"),
        ("4rk2/8/8/8/8/8/8/1R1KQ1R1 w BG - 0 1", "e1c1"),
        ("4k1r1/8/8/8/8/8/8/4KR2 w Fg - 0 1", "e1g1"),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1g1"),
    ] {
        let error = engine.set_position(Some(fen), wrong).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{fen} {wrong}");
    }
}

#[test]
fn in_chess960_castling_is_told_from_a_king_move() {
    // The king on f1 may step to g1 or castle with the rook on g1's far side, h1.
    let fen = "5k1r/8/8/8/8/8/8/5K1R w Hh - 0 1";
    let stepped = set(fen, "f1g1").view().fen();
    let castled = set(fen, "f1h1").view().fen();
    assert!(stepped.starts_with("5k1r/8/8/8/8/8/8/6KR b"), "{stepped}");
    assert!(castled.starts_with("5k1r/8/8/8/8/8/8/5RK1 b"), "{castled}");
}

#[test]
fn promotions_need_their_piece() {
    let fen = "3n3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    for (piece, letter) in [("q", 'Q'), ("r", 'R'), ("b", 'B'), ("n", 'N')] {
        let after = set(fen, &format!("e7e8{piece}")).view().fen();
        assert!(after.starts_with(&format!("3n{letter}2k/8/")), "{after}");
        let after = set(fen, &format!("e7d8{piece}")).view().fen();
        assert!(after.starts_with(&format!("3{letter}3k/8/")), "{after}");
    }
    let mut engine = Engine::new().unwrap();
    for wrong in ["e7e8", "e7e8k", "e7e8p", "a1a2q"] {
        let error = engine.set_position(Some(fen), wrong).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::IllegalMove, "{wrong}");
    }
    for letter in ["q", "n", "k", "p"] {
        let moves = format!("e2e4 a7a6 e4e5 d7d5 e5d6{letter}");
        let error = engine.set_position(None, &moves).unwrap_err();
        assert!(error.message().contains("move 5 "), "{error}");
    }
    engine.set_position(Some(fen), "").unwrap();
    let found = search_in(&mut engine, &Limits::depth(6));
    assert!(["e7d8q", "e7d8r"].contains(&found.report.best_move.as_str()), "{found:?}");
}

#[test]
fn white_space_between_moves_does_not_matter() {
    let plain = set(START, "e2e4 e7e5 g1f3").view().fen();
    assert_eq!(set(START, "  e2e4\te7e5\r\n g1f3 \n").view().fen(), plain);
    assert_eq!(set(START, "").view().fen(), START);
    assert_eq!(set(START, " \n ").view().fen(), START);
}

#[test]
fn long_games_are_played_and_searched() {
    // Six hundred pseudo-random plies, and then two thousand of rooks going to and fro.
    let mut random = random_numbers(0x1234_5678_9abc_def1);
    let mut position = chess(START);
    let mut moves = Vec::new();
    while moves.len() < 600 {
        let legal = position.legal_moves();
        assert!(!legal.is_empty(), "the game ended after {} plies", moves.len());
        let m = legal[random(legal.len())];
        let next = position.clone().play(m).unwrap();
        if next.legal_moves().is_empty() || next.is_insufficient_material() {
            continue; // the game shall go on
        }
        moves.push(m.to_uci(CastlingMode::Standard).to_string());
        position = next;
    }
    let line = moves.join(" ");
    assert_eq!(replay(&chess(START), &line).last(), Some(&position));
    let mut engine = set(START, &line);
    assert_eq!(chess(&engine.view().fen()), position);
    search_in(&mut engine, &Limits::nodes(20_000));

    let shuffle = "a1b1 h8g8 b1a1 g8h8 ".repeat(500);
    let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1";
    let mut engine = set(fen, &shuffle);
    let found = search_in(&mut engine, &Limits::nodes(20_000));
    assert!(!found.report.best_move.is_empty());
    assert!(engine.view().fen().ends_with("w - - 2000 1001"), "{}", engine.view().fen());
}

#[test]
fn lines_are_written_in_san() {
    let engine = Engine::new().unwrap();
    assert_eq!(
        engine.view().line_to_san("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7").unwrap(),
        "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#"
    );
    let view = set("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "");
    assert_eq!(view.view().line_to_san("e1g1 e8a8").unwrap(), "O-O O-O-O");
    let error = engine.view().line_to_san("e2e4 e2e4").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::IllegalMove);
    assert!(error.message().contains("move 2 "), "{error}");
}

#[test]
fn a_search_leaves_the_position_alone() {
    let mut engine = set(START, "e2e4 e7e5");
    let before = engine.view().fen();
    engine.search(&Limits::nodes(5000), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(engine.view().fen(), before);
}
