//! Which positions are accepted, which are rejected, and which part of the text the error names.

use seajay::{ErrorKind, Limits};
use std::ops::ControlFlow;
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
fn the_broken_field_is_named() {
    let good = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", "0", "1"];
    let names = [
        "field 1 (pieces)",
        "field 2 (side to move)",
        "field 3 (castling)",
        "field 4 (en passant)",
        "field 5 (halfmove clock)",
        "field 6 (move number)",
    ];
    let broken: [&[&str]; 6] = [
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/8",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/QQQ",
            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Q]",
            "rnbqkbnr~/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "////////",
            "-",
            "\u{2654}",
        ],
        &["W", "white", "x", "-", "ww"],
        &["KQkqK", "x", "KQkq-", "0", "\u{e9}"],
        &["e9", "i3", "e4", "e", "33", "e33", "--"],
        &["-1", "x", "1.5", "+1", "0x1", "99999999999"],
        &["-1", "x", "1.5", "+1", "99999999999"],
    ];
    for (index, texts) in broken.into_iter().enumerate() {
        for text in texts {
            let mut fields = good;
            fields[index] = text;
            let (kind, message) = refused(&fields.join(" "));
            assert_eq!(kind, ErrorKind::InvalidFen, "{text}: {message}");
            assert!(message.contains(names[index]), "{text}: {message}");
        }
    }
}

#[test]
fn positions_that_cannot_be_played_are_illegal() {
    for (fen, part) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "field 1 (pieces): the board is empty"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has no king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings: a8, b8"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "last rank: h8"),
        ("k7/8/8/8/8/8/8/K6p w - - 0 1", "last rank: h1"),
        ("k7/8/8/8/8/8/8/K6R w KQ - 0 1", "White has no rook on a1"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "White has no rook on h1"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "e3 is not on rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 b - e3 0 1", "White has no pawn on e4"),
        ("4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "in check from the rook on h8"),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "in check from the king on e5"),
        ("qqqqkqqq/qqqqqqqq/q7/8/8/8/8/7K b - - 0 1", "Black has 17 pieces, at most 16"),
        ("k7/8/8/8/PP6/PPPPPPPP/PPPPPP2/K7 w - - 0 1", "White has 17 pieces, at most 16"),
    ] {
        let (kind, message) = refused(fen);
        assert_eq!(kind, ErrorKind::IllegalPosition, "{fen}: {message}");
        assert!(message.contains(part), "{fen}: {message}");
    }
}

#[test]
fn too_much_material_and_impossible_checks_are_accepted() {
    for fen in [
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
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
