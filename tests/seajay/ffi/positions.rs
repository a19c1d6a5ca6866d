//! Setting positions, and reading moves and FENs.

use seajay::ffi::*;
use testkit::ffi::*;

/// What shows an engine's position: its evaluation, and its only or best moves.
fn seen(handle: &Handle) -> (i32, String, String) {
    let evaluation = handle.evaluate();
    assert_eq!(handle.clear_history(), OK);
    assert!(handle.search(&depth(2)).is_ok());
    (evaluation, handle.line(0), handle.line_san(0).unwrap())
}

#[test]
fn a_position_given_as_text_is_that_of_a_game() {
    let (text, game) = (Handle::new(), Handle::new());
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    for (fen, moves) in [
        (None, "  e2e4\te7e5 "),
        (Some(open), ""),
        (Some("4k3/8/8/8/8/8/8/4K2R w K -"), "e1g1"),
        (Some(KIWIPETE), "e1h1 e8a8"),
        (None, ""),
    ] {
        assert_eq!(text.set_position(fen, moves), OK);
        assert_eq!(game.set_game(&Game::with(fen, moves)), OK);
        assert_eq!(seen(&text), seen(&game), "{fen:?} {moves}");
    }
    assert_eq!(unsafe { seajay_set_position(text.raw, std::ptr::null(), std::ptr::null()) }, OK);
    assert_eq!(seen(&text), seen(&Handle::new()));
}

#[test]
fn a_bad_position_is_named_and_the_old_one_stays() {
    let handle = Handle::new();
    assert_eq!(handle.set_position(None, "g1f3"), OK);
    let before = seen(&handle);
    let fen = Game::with(None, "g1f3").fen();
    let bad = [
        ("", INVALID_FEN, "fields"),
        ("8/8/8/8 w - - 0 1", INVALID_FEN, "field 1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", INVALID_FEN, "field 2"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", INVALID_FEN, "field 3"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", INVALID_FEN, "field 4"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", INVALID_FEN, "field 5"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", INVALID_FEN, "field 6"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", ILLEGAL_POSITION, "king"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", ILLEGAL_POSITION, "check"),
    ];
    for (fen, status, part) in bad {
        assert_eq!(handle.set_position(Some(fen), ""), status, "{fen}");
        error_names(part);
        assert_eq!(seen(&handle), before);
    }
    for moves in ["e2e4", "e7e5 e7e5", "0000", "e7e8q", "nonsense", "b8c6 e1g1"] {
        assert_eq!(handle.set_position(Some(&fen), moves), ILLEGAL_MOVE, "{moves}");
        error_names(moves.split(' ').next_back().unwrap());
        assert_eq!(seen(&handle), before);
    }
}

#[test]
fn castling_is_read_both_ways_and_written_as_asked() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let handle = Handle::new();
    for (chess960, written) in [("false", "e1g1"), ("true", "e1h1")] {
        assert_eq!(handle.set_option("UCI_Chess960", chess960), OK);
        for given in ["e1g1", "e1h1"] {
            assert_eq!(handle.set_position(Some(fen), given), OK, "{given}");
            assert_eq!(handle.set_position(Some(fen), ""), OK);
            let given = c(given);
            let limits = SeajayLimits { search_moves: given.as_ptr(), ..depth(1) };
            assert_eq!(best_move(&handle.search(&limits).unwrap()), written);
            assert!(handle.line_san(0).unwrap().starts_with("O-O"));
        }
    }
    // King b1, rooks a1 and g1: castling short brings the king to g1.
    assert_eq!(handle.set_position(Some("1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1"), "b1g1"), OK);
}

#[test]
fn only_mate_and_stalemate_have_no_move() {
    let mate = SeajayScoreKind::SEAJAY_SCORE_MATE as i32;
    let centipawns = SeajayScoreKind::SEAJAY_SCORE_CP as i32;
    let over = SeajayStopReason::SEAJAY_STOP_GAME_OVER as i32;
    for (fen, kind) in [(MATED, mate), (STALEMATED, centipawns)] {
        let result = Handle::at(fen).search(&depth(5)).unwrap();
        assert_eq!((result.best_move, result.ponder_move), ([0; 8], [0; 8]));
        assert_eq!((result.score.kind, result.score.value), (kind, 0));
        assert_eq!(result.stop_reason, over);
    }
    // Drawn by the fifty-move rule, and by material: searched all the same.
    for fen in ["4k3/8/8/8/8/8/8/4K2R w - - 100 90", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"] {
        assert_eq!(best_move(&Handle::at(fen).search(&depth(3)).unwrap()).len(), 4, "{fen}");
    }
}

#[test]
fn the_evaluation_is_that_of_the_safe_interface() {
    let mut engine = seajay::Engine::new().unwrap();
    for (fen, moves) in [(None, ""), (None, "e2e4"), (Some(STALEMATED), "")] {
        let handle = Handle::new();
        assert_eq!(handle.set_position(fen, moves), OK);
        engine.set_position(fen, moves).unwrap();
        assert_eq!(handle.evaluate(), engine.evaluate());
    }
}

#[test]
fn a_line_is_put_into_san_from_the_position_that_was_searched() {
    let (handle, game) = (Handle::new(), Game::with(Some(KIWIPETE), "e1g1"));
    assert_eq!(handle.line_san(0), Err(INVALID_ARGUMENT), "there never was a search");
    assert_eq!(handle.set_game(&game), OK);
    assert_eq!(handle.set_option("MultiPV", "3"), OK);
    assert!(handle.search(&depth(6)).is_ok());
    let expected: Vec<_> = (0..3).map(|index| game.to_san(&handle.line(index)).unwrap()).collect();
    let lines = || (0..3).map(|index| handle.line_san(index).unwrap()).collect::<Vec<_>>();
    assert_eq!(lines(), expected);
    assert!(expected[0].contains(' '), "{expected:?}");
    // Regardless of what follows it.
    assert_eq!(handle.set_position(Some(STALEMATED), ""), OK);
    assert_eq!(lines(), expected);
    assert_eq!(handle.start(&infinite()), OK);
    assert_eq!(lines(), expected, "while another search runs");
    handle.stop();
    assert!(handle.wait(-1).is_ok());
    assert_eq!(handle.line_san(0), Err(INVALID_ARGUMENT), "stalemate has no line");
    error_names("line 0");
}
