//! Which positions are accepted, which are rejected, and which part of the text the error names.
//! `bad_inputs` has the texts.

use seajay::{ErrorKind, Limits};
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
