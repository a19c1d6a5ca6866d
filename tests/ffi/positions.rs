//! Positions in, moves and FENs out.

use seajay::ffi::*;

use crate::support::*;

#[test]
fn a_position_is_given_and_read_back() {
    let handle = Handle::new();
    assert_eq!(handle.fen(), START);
    assert_eq!(handle.set_position(None, "  e2e4\te7e5 "), OK);
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(handle.fen(), open);
    assert_eq!(handle.set_position(Some(open), ""), OK);
    assert_eq!(handle.fen(), open);
    let four_fields = "4k3/8/8/8/8/8/8/4K2R w K -";
    assert_eq!(handle.set_position(Some(four_fields), ""), OK);
    assert_eq!(handle.fen(), format!("{four_fields} 0 1"));
    assert_eq!(unsafe { seajay_set_position(handle.raw, std::ptr::null(), std::ptr::null()) }, OK);
    assert_eq!(handle.fen(), START);
}

#[test]
fn a_bad_position_is_named_and_the_old_one_stays() {
    let handle = Handle::new();
    assert_eq!(handle.set_position(None, "g1f3"), OK);
    let before = handle.fen();
    let bad = [
        ("", INVALID_FEN, "fields"),
        ("8/8/8/8 w - - 0 1", INVALID_FEN, "piece placement"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", INVALID_FEN, "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", INVALID_FEN, "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", INVALID_FEN, "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", INVALID_FEN, "halfmove"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", INVALID_FEN, "move number"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", ILLEGAL_POSITION, "king"),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", ILLEGAL_POSITION, "check"),
    ];
    for (fen, status, part) in bad {
        assert_eq!(handle.set_position(Some(fen), ""), status, "{fen}");
        let text = handle.last_error();
        assert!(text.contains(part), "{fen}: {text}");
        assert_eq!(handle.fen(), before);
    }
    for moves in ["e2e4", "e7e5 e7e5", "0000", "e7e8q", "nonsense", "b8c6 e1g1"] {
        assert_eq!(handle.set_position(Some(&before), moves), ILLEGAL_MOVE, "{moves}");
        assert_eq!(handle.fen(), before);
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
            assert_eq!(handle.fen(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
            assert_eq!(handle.set_position(Some(fen), ""), OK);
            assert_eq!(handle.san(given).unwrap(), "O-O");
            let given = c(given);
            let limits = SeajayLimits { search_moves: given.as_ptr(), ..depth(1) };
            assert_eq!(best_move(&handle.search(&limits).unwrap()), written);
        }
    }
    // King b1, rooks a1 and g1: castling short brings the king to g1.
    assert_eq!(handle.set_position(Some("1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1"), "b1g1"), OK);
    assert_eq!(handle.fen(), "1k6/8/8/8/8/8/8/R4RK1 b - - 1 1");
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
fn a_whole_line_is_put_into_san() {
    let handle = Handle::new();
    assert_eq!(handle.san("e2e4 g8f6 b1c3").unwrap(), "e4 Nf6 Nc3");
    assert_eq!(handle.san("").unwrap(), "");
    assert_eq!(handle.san("e2e4 e2e4"), Err(ILLEGAL_MOVE));
    assert!(handle.last_error().contains("move 2"), "{}", handle.last_error());
}
