//! Tests the parsers against shakmaty's own notation and lists of legal moves.

use std::collections::HashMap;

use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingMode, Move, Position as _, Role, Square};

use super::movetext::MovetextError;
use super::*;
use crate::test_support::{random_numbers, test_games};

/// The legal moves by their names in UCI notation, including both ways to write castling.
fn uci_names(position: &Chess) -> HashMap<String, Move> {
    let legal = position.legal_moves();
    let name = |m: &Move, mode| (m.to_uci(mode).to_string(), *m);
    let mut names: HashMap<_, _> = legal.iter().map(|m| name(m, CastlingMode::Chess960)).collect();
    for (text, m) in legal.iter().map(|m| name(m, CastlingMode::Standard)) {
        if text[..2] != text[2..] {
            names.entry(text).or_insert(m);
        }
    }
    names
}

/// Checks that a reason is not [`Reason::Illegal`], and short.
fn check_reason(position: &Chess, word: &str, reason: Reason) {
    let (text, fen) = (reason.to_string(), fen(position));
    assert_ne!(reason, Reason::Illegal, "{word} in {fen}");
    assert!((10..=110).contains(&text.len()), "{word} in {fen}: {text}");
    assert!(!text.ends_with('.') && !text.contains('\n'), "{word} in {fen}: {text}");
}

#[test]
fn uci_is_read_if_and_only_if_a_legal_move_has_this_name() {
    for position in test_games().iter().step_by(67) {
        let names = uci_names(position);
        for from in Square::ALL {
            for to in Square::ALL {
                for promotion in ["", "q", "n", "k"] {
                    let word = format!("{from}{to}{promotion}");
                    let read = parse_uci(position, &word);
                    assert_eq!(read.ok(), names.get(&word).copied(), "{word} {}", fen(position));
                    if let Err(reason) = read {
                        assert!(!reason.to_string().starts_with("castling"), "{word}");
                        check_reason(position, &word, reason);
                    }
                }
            }
        }
    }
}

#[test]
fn every_legal_move_is_read_in_every_notation() {
    let mut count = 0;
    for position in test_games() {
        for (name, m) in uci_names(&position) {
            assert_eq!(parse_uci(&position, &name), Ok(m), "{name} in {}", fen(&position));
            assert_eq!(parse_san(&position, &name), Ok(m), "{name} in {}", fen(&position));
        }
        for m in position.legal_moves() {
            for word in spellings(&position, m) {
                let read = parse_san(&position, &word);
                assert_eq!(read, Ok(m), "{word} in {}", fen(&position));
                count += 1;
            }
        }
    }
    assert!(count > 500_000, "{count} spellings");
}

/// The ways in which people write a move.
fn spellings(position: &Chess, m: Move) -> Vec<String> {
    let standard = SanPlus::from_move(position.clone(), m).to_string();
    let bare = standard.trim_end_matches(['+', '#']).to_string();
    let mut words: Vec<String> =
        ["+", "#", "!", "?!", "++", "#!!", "\u{203c}"].map(|mark| format!("{bare}{mark}")).into();
    words.extend([standard, bare.clone()]);
    if m.is_castle() {
        words.extend([bare.replace('O', "0"), bare.replace('O', "o")]);
        return words;
    }
    let (from, to, sign) = (m.from().unwrap(), m.to(), if m.is_capture() { "x" } else { "-" });
    let promotion = m.promotion().map_or(String::new(), |role| format!("={}", role.upper_char()));
    let letter = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    for sign in ["", sign] {
        words.push(format!("{letter}{from}{sign}{to}{promotion}"));
        words.push(format!("{from}{sign}{to}{promotion}"));
    }
    words.push(bare.replace('x', ""));
    words.push(bare.replace('x', ":"));
    if m.is_en_passant() {
        words.extend(["e.p.", "ep", "e.p.+"].map(|suffix| format!("{bare}{suffix}")));
    }
    if let Some(role) = m.promotion() {
        let (pawn, upper) = (&bare[..bare.len() - 2], role.upper_char());
        for word in ["Q", "(Q)", "/Q", "=Q"] {
            words.push(format!("{pawn}{}", word.replace('Q', &upper.to_string())));
            words.push(format!("{pawn}{}", word.replace('Q', &role.char().to_string())));
        }
    }
    // More of the origin than necessary, where that has no other meaning.
    if m.role() != Role::Pawn {
        let named = |origin: char| {
            San::from_ascii(format!("{letter}{origin}{sign}{to}").replace('-', "").as_bytes())
        };
        for origin in [from.file().char(), from.rank().char()] {
            if named(origin).is_ok_and(|san| san.to_move(position) == Ok(m)) {
                words.push(format!("{letter}{origin}{sign}{to}"));
                words.push(format!("{letter}{origin}{to}"));
            }
        }
    }
    words
}

#[test]
fn algebraic_words_mean_what_shakmaty_says_or_are_refused_with_a_reason() {
    let (mut read, mut refused) = (0, 0);
    for position in test_games().iter().step_by(67) {
        for to in Square::ALL {
            for letter in ["", "N", "B", "R", "Q", "K", "P"] {
                for origin in ["", "a", "d", "1", "7", "e4", "h8"] {
                    for sign in ["", "x", "-"] {
                        for promotion in ["", "=Q", "=K"] {
                            let word = format!("{letter}{origin}{sign}{to}{promotion}");
                            let oracle = San::from_ascii(word.as_bytes())
                                .ok()
                                .and_then(|san| san.to_move(position).ok());
                            match parse_san(position, &word) {
                                Ok(m) => {
                                    assert!(oracle.is_none_or(|oracle| oracle == m), "{word}");
                                    assert!(position.is_legal(m), "{word}");
                                    assert!(m.is_capture() || sign != "x", "{word}");
                                    read += 1;
                                }
                                Err(reason) => {
                                    assert_eq!(oracle, None, "{word} in {}", fen(position));
                                    check_reason(position, &word, reason);
                                    refused += 1;
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    assert!(read > 2000 && refused > 100_000, "{read} read, {refused} refused");
}

#[test]
fn garbage_is_refused_and_never_a_panic() {
    let letters: Vec<char> =
        "abcdefgh12345678NBRQKPnbrqkpxO0o-=+#()/:!?.e p{}[];$%*½ä♞\u{202e}\0".chars().collect();
    let mut random = random_numbers(0x51ed_270b_ce39_4c2d);
    let positions = test_games();
    for _ in 0..300_000 {
        let position = &positions[random(positions.len())];
        let word: String = (0..random(8)).map(|_| letters[random(letters.len())]).collect();
        if let Ok(m) = parse_san(position, &word) {
            assert!(position.is_legal(m), "{word} in {}", fen(position));
        }
        if let Ok(m) = parse_uci(position, &word) {
            assert_eq!(uci_names(position).get(&word), Some(&m), "{word} in {}", fen(position));
        }
        let count = Movetext::new(&word).count();
        assert!(count <= word.chars().count(), "{word}");
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PINNED: &str = "4r1k1/8/8/8/8/8/4B3/4K2R w K - 0 1";
const CHECK: &str = "4r1k1/8/8/8/8/8/3P4/4K2R w K - 0 1";
const THROUGH: &str = "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const INTO: &str = "1k4r1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
const PAWNS: &str = "3r1r2/2P1P3/7k/1pPp4/8/8/8/4K3 w - d6 0 1";
const KNIGHTS: &str = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
const QUEENS: &str = "5k2/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1";

#[test]
fn a_move_in_uci_notation_that_is_not_legal_has_its_reason() {
    for (fen, word, text) in [
        (START, "e9e4", "not a move in UCI notation such as e2e4 or e7e8q"),
        (START, "Nf3", "not a move in UCI notation such as e2e4 or e7e8q"),
        (START, "E2E4", "not a move in UCI notation such as e2e4 or e7e8q"),
        (START, "e2e4Q", "not a move in UCI notation such as e2e4 or e7e8q"),
        (START, "", "not a move in UCI notation such as e2e4 or e7e8q"),
        (START, "äää", "not a move in UCI notation such as e2e4 or e7e8q"),
        (START, "0000", "a null move: passing is not allowed"),
        (START, "e3e4", "there is no piece on e3"),
        (START, "b8c6", "the knight on b8 is Black's"),
        (START, "e2e2", "a move must lead to another square"),
        (START, "b1b3", "a knight does not move like that"),
        (START, "e2e5", "a pawn does not move like that"),
        (START, "e1e3", "a king does not move like that"),
        (START, "e1b1", "a king does not move like that"),
        (START, "f1a6", "the bishop on f1 cannot go to a6: the pawn on e2 is in the way"),
        (START, "f1e2", "the bishop on f1 cannot go to e2: White's own pawn is there"),
        (START, "d1h5", "the queen on d1 cannot go to h5: the pawn on e2 is in the way"),
        (START, "e1g1", "cannot castle kingside: the bishop on f1 is in the way"),
        (START, "e1a1", "cannot castle queenside: the queen on d1 is in the way"),
        (START, "e2d3", "there is nothing to capture on d3"),
        (START, "e2e4q", "only a pawn that reaches the last rank promotes"),
        (START, "b1c3n", "only a pawn that reaches the last rank promotes"),
        (PINNED, "e2d3", "the king would be in check from the rook on e8"),
        (PINNED, "e1c1", "White has no right to castle queenside"),
        (CHECK, "d2d4", "the king would still be in check from the rook on e8"),
        (CHECK, "e1e2", "the king would still be in check from the rook on e8"),
        (CHECK, "e1g1", "cannot castle out of check: the rook on e8 attacks the king"),
        (THROUGH, "e1g1", "cannot castle through check: the rook on f8 attacks f1"),
        (THROUGH, "e1f2", "the king would be in check from the rook on f8"),
        (INTO, "e1h1", "the king would be in check from the rook on g8"),
        (PAWNS, "c7c8", "say what the pawn becomes: c7c8q"),
        (PAWNS, "c7d8", "say what the pawn becomes: c7d8q"),
        (PAWNS, "c7c8k", "a pawn becomes a queen, rook, bishop or knight, not a king"),
        (PAWNS, "c5b6", "no en passant: the pawn on b5 did not just advance two squares"),
        (PAWNS, "c5d6q", "only a pawn that reaches the last rank promotes"),
        ("4k3/8/8/P7/3pP3/8/8/4K3 w - - 0 1", "a5b6", "there is nothing to capture on b6"),
        ("4k3/8/8/P7/3pP3/8/8/4K3 w - - 0 1", "e4d5", "there is nothing to capture on d5"),
    ] {
        let position = parse_fen(fen).unwrap();
        let reason = parse_uci(&position, word).expect_err(word);
        assert_eq!(reason.to_string(), text, "{word} in {fen}");
    }
}

#[test]
fn a_move_in_algebraic_notation_that_is_not_legal_has_its_reason() {
    for (fen, word, text) in [
        (START, "", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "e9", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "ed", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "22e4", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "e4=X", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "N@f3", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "O-O-O-O", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "Sf3", "not a move such as e4, Nf3, exd5, O-O or e8=Q"),
        (START, "nf3", "write pieces as capital letters: K, Q, R, B, N"),
        (START, "bf4", "write pieces as capital letters: K, Q, R, B, N"),
        (START, "bd4", "write pieces as capital letters: K, Q, R, B, N"),
        (START, "ac4", "no pawn on the a-file can go to c4"),
        (START, "N1f4", "no knight on rank 1 can go to f4"),
        (START, "Nbf3", "no knight on the b-file can go to f3"),
        (START, "--", "a null move: passing is not allowed"),
        (START, "Ne5", "no knight can go to e5"),
        (START, "Nd4", "no knight can go to d4"),
        (START, "e5", "no pawn can go to e5"),
        (START, "e2", "no pawn can go to e2"),
        (START, "Ng1", "no knight can go to g1"),
        (START, "exd3", "there is nothing to capture on d3"),
        (START, "Nxf3", "there is nothing to capture on f3"),
        (START, "e2xe4", "there is nothing to capture on e4"),
        (START, "Bb5", "the bishop on f1 cannot go to b5: the pawn on e2 is in the way"),
        (START, "Qd2", "the queen on d1 cannot go to d2: White's own pawn is there"),
        (START, "Bg1f3", "the piece on g1 is a knight, not a bishop"),
        (START, "e7e5", "the pawn on e7 is Black's"),
        (START, "Nge2", "the knight on g1 cannot go to e2: White's own pawn is there"),
        (START, "Nhf3", "White has no knight on the h-file"),
        (START, "N5f3", "White has no knight on rank 5"),
        (START, "0-0", "cannot castle kingside: the bishop on f1 is in the way"),
        (PINNED, "Bd3", "the king would be in check from the rook on e8"),
        (PINNED, "Qd3", "White has no queen"),
        (PINNED, "O-O-O", "White has no right to castle queenside"),
        (PINNED, "e4", "White has no pawn on the e-file"),
        (CHECK, "0-0", "cannot castle out of check: the rook on e8 attacks the king"),
        (CHECK, "Rf1", "the king would still be in check from the rook on e8"),
        (PAWNS, "c8", "say what the pawn becomes: c8=Q"),
        (PAWNS, "cxd8", "say what the pawn becomes: cxd8=Q"),
        (PAWNS, "c7d8", "say what the pawn becomes: cxd8=Q"),
        (PAWNS, "c8=K", "a pawn becomes a queen, rook, bishop or knight, not a king"),
        (PAWNS, "d6", "a pawn capture starts with the pawn's file: cxd6"),
        (PAWNS, "cxb6", "no en passant: the pawn on b5 did not just advance two squares"),
        (INTO, "Kc1", "castling queenside is written O-O-O"),
        (KNIGHTS, "Nd2", "Nd2 could be the knight on b1 or the one on f3"),
        (QUEENS, "Qd4", "Qd4 could be the queen on a1 or the one on a4 or the one on h4"),
        (QUEENS, "Qad4", "Qd4 could be the queen on a1 or the one on a4"),
    ] {
        let position = parse_fen(fen).unwrap();
        let reason = parse_san(&position, word).expect_err(word);
        assert_eq!(reason.to_string(), text, "{word} in {fen}");
    }
}

/// The words of a movetext, and the error that ends it.
fn words(text: &str) -> String {
    let word = |word: Result<&str, MovetextError<'_>>| match word {
        Ok(word) => word.to_string(),
        Err(error) => format!("ERROR {error}"),
    };
    Movetext::new(text).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_moves_of_a_movetext_are_found() {
    for (text, expected) in [
        ("", ""),
        (" \n\t", ""),
        ("1. e4 e5 2. Nf3", "e4 e5 Nf3"),
        ("1.e4 e5 2.Nf3 2...Nc6 3...a6", "e4 e5 Nf3 Nc6 a6"),
        ("1. e4 1... e5 2 Nf3 .. Nc6 3... a6 …b5", "e4 e5 Nf3 Nc6 a6 b5"),
        ("12.e4 123.O-O-O", "e4 O-O-O"),
        ("1.0-0 0-0-0", "0-0 0-0-0"),
        ("1.0000 24.1-0", "0000"),
        ("1.5 ..5 1.e4.5 2.0.5", "1.5 ..5 e4.5 2.0.5"),
        ("e4 $1 e5$14 $139Nf3 $", "e4 e5 Nf3"),
        ("e4! e5!? !! ? +- -+ +/- =/= = + # ± ∞ Nf3+", "e4! e5!? Nf3+"),
        ("exd6 e.p. exd6 ep exd6 e.p.+ exd6e.p.", "exd6 exd6 exd6 exd6e.p."),
        ("e8=Q e8(Q) e8(Q)+ e8(q){x}", "e8=Q e8(Q) e8(Q)+ e8(q)"),
        ("e4 {a (b [c ; d} e5", "e4 e5"),
        ("{one} e4{two}e5 { three\n[Event \"x\"]\n\n 1-0 } Nf3", "e4 e5 Nf3"),
        ("e4 ; e5 {\n d5;c4\r\nNf6", "e4 d5 Nf6"),
        ("e4 (d4 d5 (c5 {)} c4) ; )\n Nf6) e5", "e4 e5"),
        ("e4 (d4 e8(Q)\n% )\n) e5", "e4 e5"),
        ("% one\ne4\n%two e5\n d5 %", "e4 d5 %"),
        ("\u{feff}[Event \"x\"]\n\n1. e4", "e4"),
        ("[Event \"a ] \\\" ] [\"]\n[Site \"\\\\\"][A \"%\"]\n% x\n{y} 1. e4 *", "e4"),
        ("1. e4 1-0", "e4"),
        ("1. e4 1/2-1/2 {agreed} ; here\n $3 !", "e4"),
        ("*", ""),
        ("½-½", ""),
        ("e4 1–0", "e4"),
        ("e4 0 : 1", "e4"),
        ("e4 ½ – ½", "e4"),
        ("e4 1/2 - 1/2", "e4"),
        ("e4 0.5-0.5", "e4"),
        ("e4 1 - 1", "e4"),
        ("0-1\n\n", ""),
        ("0000 -- Z0", "0000 -- Z0"),
        ("ä ♞f3 ,", "ä ♞f3 ,"),
        ("e4 N e5± D Nf3+/= → f6 – Nc6⩲ e. p.", "e4 e5± Nf3+/= f6 Nc6⩲ e. p."),
        ("— e4 \u{a0}e5\0Nf3 \u{1a}", "e4 e5 Nf3"),
    ] {
        assert_eq!(words(text), expected, "{text:?}");
    }
}

#[test]
fn an_error_ends_the_moves_of_a_movetext() {
    for (text, expected) in [
        ("e4 {open\nx", "e4 ERROR a comment is not closed: \"{open\""),
        (
            "e4 { three\r\n \r\n[Event \"x\"] 1-0 } Nf3",
            "e4 ERROR a comment is not closed: \"{ three\"",
        ),
        ("e4 (d4 [Event \"x\"])", "e4 ERROR a variation is not closed: \"(d4 [Event \\\"x\\\"])\""),
        ("[Event x] e4", "ERROR not a tag pair such as [Name \"value\"]: \"[Event x] e4\""),
        ("e4 (d4 (d5) x", "e4 ERROR a variation is not closed: \"(d4 (d5) x\""),
        ("e4 (d4 {d5) x", "e4 ERROR a comment is not closed: \"{d5) x\""),
        ("[Event \"x] e4", "ERROR not a tag pair such as [Name \"value\"]: \"[Event \\\"x] e4\""),
        ("e4 } e5", "e4 ERROR unmatched \"}\""),
        ("e4 ) e5", "e4 ERROR unmatched \")\""),
        ("e4 ] e5", "e4 ERROR unmatched \"]\""),
        (
            "1. e4 [Event \"x\"]",
            "e4 ERROR a tag pair after the moves, where only one game is read: \"[Event \\\"x\\\"]\"",
        ),
        ("e4 1-0 e5", "e4 ERROR a second game begins after the result: \"e5\""),
        ("e4 * 1. e4 e5\ne3", "e4 ERROR a second game begins after the result: \"1. e4 e5\""),
        ("* *", "ERROR a second game begins after the result: \"*\""),
        ("* \n[A \"b\"]\n", "ERROR a second game begins after the result: \"[A \\\"b\\\"]\""),
    ] {
        assert_eq!(words(text), expected, "{text:?}");
    }
}

/// Offsets, and what a tag is, as the bytes of files have them.
#[test]
fn tokens_lie_where_the_text_has_them() {
    let tokens = |text: &[u8]| {
        let (mut at, mut list) = (0, Vec::new());
        loop {
            let (token, span) = next_token(text, at);
            assert!(at <= span.start && span.start <= span.end, "{text:?}");
            if token == Token::End {
                assert_eq!(span.end, text.len());
                return list;
            }
            assert!(span.start < span.end, "{text:?}");
            at = span.end;
            list.push((token, span));
        }
    };
    let tag = |name, value| Token::Tag { name, value };
    let bad = |is_named| Token::BadTag { is_named };
    for (text, expected) in [
        (&b"[A \"b\"]"[..], vec![(tag(1..2, 4..5), 0..7)]),
        (b" [ A\t\"\" ]x", vec![(tag(3..4, 6..6), 1..9), (Token::Word, 9..10)]),
        (b"[A \"b\" c\"]\n", vec![(tag(1..2, 4..8), 0..10)]),
        (b"[A \"b\"][C \"d\"]", vec![(tag(1..2, 4..5), 0..7), (tag(8..9, 11..12), 7..14)]),
        (b"[A \"b\\\"] c\"]\n", vec![(tag(1..2, 4..10), 0..12)]),
        (
            b"[A \"b\\\"]\n\"]",
            vec![(tag(1..2, 4..6), 0..8), (Token::Word, 9..10), (Token::StrayBracket, 10..11)],
        ),
        (
            b"[A \"b\\\\\"] c\"]",
            vec![(tag(1..2, 4..7), 0..9), (Token::Word, 10..12), (Token::StrayBracket, 12..13)],
        ),
        (b"[A \"b]\n1.", vec![(bad(true), 0..6), (Token::Number, 7..9)]),
        (b"[A b\n1.", vec![(bad(false), 0..4), (Token::Number, 5..7)]),
        (
            b"{a}$13 $ $256;b",
            vec![
                (Token::Comment(1..2), 0..3),
                (Token::Nag(Some(13)), 3..6),
                (Token::Nag(None), 7..8),
                (Token::Nag(None), 9..13),
                (Token::Comment(14..15), 13..15),
            ],
        ),
        (b"\xbd-\xbd", vec![(Token::Result(Outcome::Draw), 0..3)]),
        (
            b"1\x960 *",
            vec![
                (Token::Result(Outcome::WhiteWins), 0..3),
                (Token::Result(Outcome::Unknown), 4..5),
            ],
        ),
        (b"e4\xb1 \xb1", vec![(Token::Word, 0..3), (Token::Marks, 4..5)]),
    ] {
        assert_eq!(tokens(text), expected, "{:?}", text.escape_ascii().to_string());
    }
}

#[test]
fn figurines_and_dashes_are_letters_and_hyphens() {
    let position = parse_fen("r3k2r/P6p/8/8/8/8/7P/R3K2R w KQkq - 0 1").unwrap();
    for (word, plain) in [
        ("♖b1", "Rb1"),
        ("♜\u{fe0e}b1", "Rb1"),
        ("Ra1–b1", "Ra1b1"),
        ("O—O", "O-O"),
        ("0−0−0", "O-O-O"),
        ("♔d1", "Kd1"),
        ("♙h2‑h4", "h4"),
        ("Kd2N", "Kd2"),
        ("h4D", "h4"),
        ("h4=", "h4"),
        ("O-O±", "O-O"),
        ("Rd1+/=", "Rd1"),
        ("Kf2→□", "Kf2"),
    ] {
        assert_eq!(parse_san(&position, word), parse_san(&position, plain), "{word}");
        assert!(parse_san(&position, word).is_ok(), "{word}");
    }
    let position = parse_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    for word in ["a8=♘", "a8♘", "a8N", "a8=N=", "a8(N)N", "a7–a8=♞"] {
        assert_eq!(parse_san(&position, word), parse_san(&position, "a8=N"), "{word}");
        assert!(parse_san(&position, word).is_ok(), "{word}");
    }
    for word in ["a8=", "a8D", "a8=D", "♘a8", "a8=♔", "–", "a8\u{b7}Q"] {
        assert!(parse_san(&position, word).is_err(), "{word}");
    }
}

#[test]
fn marks_are_nags() {
    for (word, expected) in [
        ("e4", &[][..]),
        ("e4+", &[]),
        ("e4!?", &[5]),
        ("e4!!+-", &[3, 18]),
        ("e4++-", &[18]),
        ("e4?±", &[2, 16]),
        ("e4=", &[10]),
        ("e4+/=!", &[14, 1]),
        ("e4–/+", &[17]),
        ("exd6e.p.!", &[1]),
        ("Nf3N", &[146]),
        ("Nf3!D", &[1, 220]),
        ("e8N", &[]),
        ("Re8N", &[146]),
        ("O-O-O□", &[7]),
        ("--!", &[1]),
    ] {
        let mut buffer = [0; _];
        let nags: Vec<u8> = AnnotatedMove::new(word, &mut buffer).nags().collect();
        assert_eq!(nags, expected, "{word}");
    }
}

#[test]
fn a_movetext_of_any_size_is_read_once() {
    let deep = format!("e4 {}{} e5", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(words(&deep), "e4 e5");
    let open = "(".repeat(200_000);
    assert!(words(&open).len() < 200);
    let many = "1. e4 {x} ".repeat(100_000);
    assert_eq!(Movetext::new(&many).filter(|word| *word == Ok("e4")).count(), 100_000);
}

#[test]
fn reading_allocates_nothing_as_its_types_own_nothing() {
    assert!(!std::mem::needs_drop::<Reason>() && !std::mem::needs_drop::<Movetext<'_>>());
    assert!(std::mem::size_of::<Result<Move, Reason>>() <= 24);
}
