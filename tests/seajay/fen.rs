//! Which positions are accepted, which are rejected, and which part of the text the error names.
//! `bad_inputs` has the texts.

use seajay::{ErrorKind, Game, Limits};
use std::ops::ControlFlow;
use testkit::QUEENS;
use testkit::play::{Host, START, chess};

/// Sets a position that must be rejected, with the old one kept.
fn refused(fen: &str) -> (ErrorKind, String) {
    let mut engine = Host::new();
    engine.set_position(None, "e2e4").unwrap();
    let before = engine.game.fen();
    let error = engine.set_position(Some(fen), "").expect_err(fen);
    assert_eq!(engine.game.fen(), before);
    assert!(error.message().len() < 600, "{} bytes", error.message().len());
    assert!(!error.message().contains(|c: char| c.is_control()), "{error:?}");
    assert_eq!(error.to_string(), error.message());
    (error.kind(), error.message().to_string())
}

fn accepted(fen: &str) -> String {
    let mut engine = Host::new();
    engine.set_position(Some(fen), "").unwrap_or_else(|error| panic!("{fen}: {error}"));
    // Every accepted position can be searched.
    let report = engine.search(&Limits::nodes(2000), |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(report.best_move.is_empty(), engine.game.perft(1).unwrap() == 0, "{fen}");
    engine.game.fen()
}

#[test]
fn four_to_six_fields_are_read() {
    let pieces = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_eq!(accepted(&format!("{pieces} w KQkq -")), START);
    assert_eq!(accepted(&format!("{pieces} w KQkq - 7")), format!("{pieces} w KQkq - 7 1"));
    assert_eq!(accepted(&format!("{pieces} w KQkq - 7 9")), format!("{pieces} w KQkq - 7 9"));
    assert_eq!(accepted(&format!("  {pieces}\t w \n KQkq   - 0 1 ")), START, "any white space");
    for count in [1, 2, 3, 7, 8] {
        let fields = [pieces, "w", "KQkq", "-", "0", "1", "2", "3"][..count].join(" ");
        let (kind, message) = refused(&fields);
        assert_eq!(kind, ErrorKind::InvalidFen);
        let counted = if count == 1 { "1 field ".into() } else { format!("{count} fields ") };
        assert!(message.contains(&counted), "{message}");
    }
}

#[test]
fn too_much_material_and_impossible_checks_are_accepted() {
    for fen in [
        QUEENS,
        "nnnnknnn/pppppppp/8/8/8/8/PPPPPPPP/NNNNKNNN w - - 0 1",
        "4k3/pppppppp/ppp5/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/3p1p2/4K3 w - - 0 1", // two pawns give check
        "4k3/8/8/1b6/4r2b/8/8/4K2r w - - 0 1", // three pieces give check
        "4k3/8/8/4r3/4K3/4r3/8/8 w - - 0 1", // from both ends of a line
    ] {
        assert_eq!(accepted(fen), fen);
    }
}

#[test]
fn castling_rights_are_read_in_all_three_notations() {
    let pieces = "r3k2r/8/8/8/8/8/8/R3K2R w";
    let full = format!("{pieces} KQkq - 0 1");
    for rights in ["KQkq", "HAha", "qkQK", "KAhq"] {
        assert_eq!(accepted(&format!("{pieces} {rights} - 0 1")), full);
    }
    assert_eq!(accepted(&format!("{pieces} Kq - 0 1")), format!("{pieces} Kq - 0 1"));
    // X-FEN: K is the outermost rook; an inner one needs its file's letter.
    let xfen = "1r2k1rr/8/8/6pp/6PP/8/8/1R2K1RR w KQkq - 0 1";
    let inner = "1r2k1rr/8/8/6pp/6PP/8/8/1R2K1RR w GBgb - 0 1";
    let mut engine = Host::new();
    // The inner rook moves away: only the right of the outer one is left.
    for (fen, castles) in [(xfen, true), (inner, false)] {
        engine.set_position(Some(fen), "").unwrap();
        let again = engine.game.fen();
        assert_eq!(chess(&again), chess(fen), "{again}");
        assert_eq!(engine.set_position(Some(fen), "g1g2 e8e7 e1h1").is_ok(), castles, "{fen}");
        assert_eq!(engine.set_position(Some(fen), "e1g1").is_ok(), !castles, "{fen}");
    }
}

#[test]
fn counters_may_be_as_large_as_they_like_to_be_written() {
    for (halfmoves, number) in [("0", "0"), ("100", "1"), ("5000", "6000"), ("9999", "9999")] {
        let fen = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {halfmoves} {number}");
        let number = if number == "0" { "1" } else { number };
        let expected = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {halfmoves} {number}");
        assert_eq!(accepted(&fen), expected);
    }
    // The library reads what it writes after a move, up to the largest counter.
    for counter in ["999999999", "4294967295"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 b - - {counter} {counter}");
        let mut engine = Host::new();
        engine.set_position(Some(&fen), "e8d8").unwrap();
        accepted(&engine.game.fen());
    }
    // Larger than any game: an error or a position, never a panic.
    for counter in ["99999", "999999999", "4294967295", "4294967296", "18446744073709551616"] {
        for fen in [
            format!("4k3/8/8/8/8/8/4P3/4K3 w - - {counter} 1"),
            format!("4k3/8/8/8/8/8/4P3/4K3 b - - 0 {counter}"),
        ] {
            let mut engine = Host::new();
            match engine.set_position(Some(&fen), "") {
                Ok(()) => drop(accepted(&fen)),
                Err(error) => assert_eq!(error.kind(), ErrorKind::InvalidFen, "{error}"),
            }
        }
    }
}

#[test]
fn hostile_texts_are_errors() {
    let long = "x".repeat(1_000_000);
    let wide = "1 ".repeat(500_000);
    let slashes = format!("{} w - - 0 1", "/".repeat(100_000));
    for text in [
        "",
        " ",
        "\0",
        "\u{1b}[31m w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\0 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 \u{661}",
        "\u{feff}rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "\u{1f600}\u{1f600} \u{202e} \u{0} \u{7f} 0 1",
        "startpos",
        &long,
        &wide,
        &slashes,
    ] {
        assert_eq!(refused(text).0, ErrorKind::InvalidFen, "{:.40}", text);
    }
}

/// What a text is taken for, and whether it had to be changed.
fn lenient(text: &str) -> (String, bool) {
    let mut game = Game::new();
    let is_changed = game.set_lenient(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut strict = Game::new();
    strict.set(Some(&game.fen()), "").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(strict.fen(), game.fen());
    (game.fen(), is_changed)
}

#[test]
fn fens_as_people_have_them() {
    let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for text in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR B KQkq e3 0",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR black KQkq",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR, Black to move, KQkq",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e4 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq d3 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e6 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - -1 99999999999",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - - -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkqKQ- -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkqBG -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"King's pawn\";",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 ce 20; moves",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 2 3",
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "FEN: \u{201c}rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq \u{2013} 0 1\u{201d}",
        "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]",
        "'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1',",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1",
        "rnb\u{71}~kbnr~/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\u{a0}b KQkq -",
        "https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1",
        "lichess.org/editor/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1?color=black#3",
        "https://lichess.org/analysis/fromPosition/rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20-/",
        "<https://www.chess.com/analysis?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F4P3%2F8%2FPPPP1PPP%2FRNBQKBNR+b+KQkq+-+0+1&tab=analysis>",
        "https://www.chess.com/dynboard?board=green&fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR%20b%20KQkq%20e3#x",
    ] {
        assert_eq!(lenient(text), (e4.to_owned(), true), "{text}");
    }
    for good in
        [e4, START, " 4k3/8/8/8/8/8/8/4K3 w - -\n", "4k3/8/8/8/8/8/8/4K3 w - - 4294967295 0"]
    {
        let mut strict = Game::new();
        strict.set(Some(good), "").unwrap();
        assert_eq!(lenient(good), (strict.fen(), false), "{good}");
    }
    for text in ["startpos", "position startpos", "position StartPos\n"] {
        assert_eq!(lenient(text), (START.to_owned(), true), "{text}");
    }
    for text in ["4k3/8/8/8/8/8/8/R3K2R", "4k3/8/8/8/8/8/8/R3K2R White to move"] {
        assert_eq!(lenient(text).0, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "{text}");
    }
}

#[test]
fn impossible_rights_make_no_game_of_chess960() {
    for (fen, rights) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1", "-"),
        ("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "Kq"),
        ("r3k3/8/8/8/8/8/8/4K2R w HAha - 0 1", "Kq"),
        ("r5k1/8/8/8/8/8/8/4K2R w HAha - 0 1", "K"),
        ("r3k3/8/8/8/8/8/8/4K2R w ABCDEFGHh - 0 1", "-"),
        ("4k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "-"),
    ] {
        let mut game = Game::new();
        assert!(game.set_lenient(fen).unwrap(), "{fen}");
        assert_eq!(game.fen().split(' ').nth(2), Some(rights), "{fen}");
        assert!(!game.board().chess960, "{fen}");
    }
    let mut game = Game::new();
    assert!(!game.set_lenient("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1").unwrap());
    assert!(game.board().chess960, "all rights fit");
}

#[test]
fn what_cannot_be_played_stays_an_error() {
    let start = START.split(' ').next().unwrap();
    for (text, kind, part) in [
        ("", ErrorKind::InvalidFen, "no FEN"),
        ("position startpos moves e2e4", ErrorKind::InvalidFen, "moves e2e4"),
        ("https://lichess.org/abcdefgh", ErrorKind::InvalidFen, "abcdefgh"),
        ("https://lichess.org/?fen=%", ErrorKind::InvalidFen, "field 1"),
        ("8/8/8/8/8/8/8/8", ErrorKind::IllegalPosition, "empty"),
        ("4k2R/8/8/8/8/8/8/4K3 w KQkq - 0 1", ErrorKind::IllegalPosition, "in check"),
        (&format!("{start} x"), ErrorKind::InvalidFen, "side to move"),
        (&format!("{start} w KQxq"), ErrorKind::InvalidFen, "castling"),
        (&format!("{start} w KQkq e"), ErrorKind::InvalidFen, "en passant"),
        (&format!("position fen {START} moves e2e4"), ErrorKind::InvalidFen, "moves e2e4"),
        (&format!("{}{start}", "x".repeat(1_000_000)), ErrorKind::InvalidFen, "xxx"),
    ] {
        let mut game = Game::new();
        game.play("e2e4").unwrap();
        let before = game.fen();
        let error = game.set_lenient(text).unwrap_err();
        assert_eq!((error.kind(), game.fen()), (kind, before), "{text:.80}");
        assert!(error.message().contains(part), "{text:.80}: {error}");
    }
}
