//! Error texts for bad inputs, word for word: users have nothing else to go by.

use seajay::{Engine, Error, ErrorKind, Game};
use testkit::play::START;

/// How an input is used. Options and their values are written `name=value`.
const FEN: &str = "set a FEN";
const MOVES: &str = "play moves";
const SAN: &str = "play a movetext";
const SQUARE: &str = "list the moves of a square";
const OPTION: &str = "set an option";

/// Passes an input to the part of the library that parses it.
fn give(what: &str, input: &str) -> Result<(), Error> {
    let (mut engine, mut game) = (Engine::new().unwrap(), Game::new());
    let result = match what {
        FEN => {
            assert_eq!(game.set(Some(input), ""), engine.set_position(Some(input), ""));
            game.set(Some(input), "")
        }
        MOVES => {
            assert_eq!(game.set(None, input), game.play(input));
            game.play(input)
        }
        SAN => game.play_san(input),
        SQUARE => game.legal_moves(Some(input)).map(|_| ()),
        OPTION => {
            let (name, value) = input.split_once('=').unwrap();
            engine.set_option(name, value)
        }
        _ => panic!("nobody knows how to {what}"),
    };
    assert_eq!((game.fen().as_str(), game.ply_count()), (START, 0), "it is as before");
    result
}

fn check(table: &[(&str, &str, ErrorKind, &str)]) {
    for &(what, input, kind, text) in table {
        let error = give(what, input).expect_err(input);
        assert_eq!((error.kind(), error.message()), (kind, text), "{what}: {input}");
        check_style(text);
    }
}

/// Every error text is one line, and a number agrees with its noun.
fn check_style(text: &str) {
    assert!(text.len() < 350 && !text.contains('\n') && !text.ends_with('.'), "{text}");
    let words: Vec<&str> = text.split(' ').collect();
    for pair in words.windows(2) {
        let (Ok(number), noun) = (pair[0].parse::<u64>(), pair[1].trim_end_matches([':', ',']))
        else {
            continue;
        };
        let is_plural = noun.ends_with('s') && !["is", "has", "was", "ms"].contains(&noun);
        let is_singular =
            ["ply", "field", "rank", "square", "piece", "king", "byte"].contains(&noun);
        assert!(if number == 1 { !is_plural } else { !is_singular }, "{text}");
    }
}

#[test]
fn numbers_agree_with_their_nouns() {
    for played in 0..4 {
        let mut game = Game::new();
        game.play(["e2e4", "e7e5", "g1f3"][..played].join(" ").as_str()).unwrap();
        for plies in played + 1..6 {
            let error = game.undo(plies).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            check_style(error.message());
            for number in [played, plies] {
                let counted = if number == 1 { "1 ply".into() } else { format!("{number} plies") };
                assert!(error.message().contains(&counted), "{error}");
            }
        }
    }
    for count in 0..12 {
        for (separator, behind) in [(" ", ""), ("/", " w - -"), ("", "/8/8/8/8/8/8/8 w - -")] {
            let text = vec!["1"; count].join(separator) + behind;
            check_style(give(FEN, &text).unwrap_err().message());
        }
    }
}

#[test]
fn fens_that_cannot_be_read() {
    use ErrorKind::InvalidFen;
    let table = FENS.map(|(fen, text)| (FEN, fen, InvalidFen, text));
    check(&table);
}

const FENS: [(&str, &str); 37] = [
    ("", "FEN has 0 fields instead of 4 to 6: \"\""),
    ("startpos", "FEN has 1 field instead of 4 to 6: \"startpos\""),
    ("8/8/8/8/8/8/8/8 w -", "FEN has 3 fields instead of 4 to 6: \"8/8/8/8/8/8/8/8 w -\""),
    (
        "8/8/8/8/8/8/8/8 w - - 0 1 x",
        "FEN has 7 fields instead of 4 to 6: \"8/8/8/8/8/8/8/8 w - - 0 1 x\"",
    ),
    ("a\nb", "FEN has 2 fields instead of 4 to 6: \"a\\nb\""),
    ("- w - -", "FEN field 1 (pieces): has 1 rank instead of 8: \"-\""),
    (
        "8/8/8/8/8/8/4K2k w - -",
        "FEN field 1 (pieces): has 7 ranks instead of 8: \"8/8/8/8/8/8/4K2k\"",
    ),
    (
        "8/8/8/8/8/8/8/4K2k/ w - -",
        "FEN field 1 (pieces): has 9 ranks instead of 8: \"8/8/8/8/8/8/8/4K2k/\"",
    ),
    (
        "4k3/8/8/pppppppp1/8/8/8/4K3 w - -",
        "FEN field 1 (pieces): rank 5 has 9 squares, not 8: \"pppppppp1\"",
    ),
    ("4k3/7/8/8/8/8/8/4K3 w - -", "FEN field 1 (pieces): rank 7 has 7 squares, not 8: \"7\""),
    ("4k3/8/8/8/8/8//4K3 w - -", "FEN field 1 (pieces): rank 2 has 0 squares, not 8: \"\""),
    ("4k3/8/8/8/8/1/8/4K3 w - -", "FEN field 1 (pieces): rank 3 has 1 square, not 8: \"1\""),
    (
        "4k3/8/8/8/8/9/8/4K3 w - -",
        "FEN field 1 (pieces): rank 3: '9' is not a number of empty squares (1 to 8): \"9\"",
    ),
    (
        "4k3/8/8/80/8/8/8/4K3 w - -",
        "FEN field 1 (pieces): rank 5: '0' is not a number of empty squares (1 to 8): \"80\"",
    ),
    (
        "4x3/8/8/8/8/8/8/4K3 w - -",
        "FEN field 1 (pieces): rank 8: 'x' is not a piece (KQRBNP, kqrbnp): \"4x3\"",
    ),
    (
        "4k3/8/8/8/8/8/8/4\u{2654}3 w - -",
        "FEN field 1 (pieces): rank 1: '\u{2654}' is not a piece (KQRBNP, kqrbnp): \"4\u{2654}3\"",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3\u{0} w - -",
        "FEN field 1 (pieces): rank 1: '\\0' is not a piece (KQRBNP, kqrbnp): \"4K3\\0\"",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3[Q] w - -",
        "FEN field 1 (pieces): rank 1: '[' is not a piece (KQRBNP, kqrbnp): \"4K3[Q]\"",
    ),
    ("4k3/8/8/8/8/8/8/4K3 x - -", "FEN field 2 (side to move): \"x\" is neither w nor b"),
    ("4k3/8/8/8/8/8/8/4K3 W - -", "FEN field 2 (side to move): \"W\" is neither w nor b"),
    ("4k3/8/8/8/8/8/8/4K3 - w -", "FEN field 2 (side to move): \"-\" is neither w nor b"),
    (
        "4k3/8/8/8/8/8/8/4K3 w x -",
        "FEN field 3 (castling): 'x' is not a castling right (KQkq, or the files of rooks): \"x\"",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w KQ0 -",
        "FEN field 3 (castling): '0' is not a castling right (KQkq, or the files of rooks): \"KQ0\"",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w KQ- -",
        "FEN field 3 (castling): \"-\" means no castling and stands alone: \"KQ-\"",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkqK -",
        "FEN field 3 (castling): more than 4 castling rights: \"KQkqK\"",
    ),
    (
        "4k3/8/8/8/8/8/8/RR2K2R w ABH -",
        "FEN field 3 (castling): more than two castling rooks for one side: \"ABH\"",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e9",
        "FEN field 4 (en passant): \"e9\" is neither - nor a square on rank 3 or 6",
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 b - e4",
        "FEN field 4 (en passant): \"e4\" is neither - nor a square on rank 3 or 6",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - e33",
        "FEN field 4 (en passant): \"e33\" is neither - nor a square on rank 3 or 6",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w - 0 1",
        "FEN field 4 (en passant): \"0\" is neither - nor a square on rank 3 or 6",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w - - x", "FEN field 5 (halfmove clock): \"x\" is not a whole number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1", "FEN field 5 (halfmove clock): \"-1\" is not a whole number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - +1", "FEN field 5 (halfmove clock): \"+1\" is not a whole number"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 4294967296",
        "FEN field 5 (halfmove clock): 4294967296 is more than 4294967295",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", "FEN field 6 (move number): \"+1\" is not a whole number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", "FEN field 6 (move number): \"1.5\" is not a whole number"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999",
        "FEN field 6 (move number): 99999999999 is more than 4294967295",
    ),
];

#[test]
fn positions_that_cannot_be_played() {
    use ErrorKind::IllegalPosition;
    let table = POSITIONS.map(|(fen, text)| (FEN, fen, IllegalPosition, text));
    check(&table);
}

const POSITIONS: [(&str, &str); 23] = [
    ("8/8/8/8/8/8/8/8 w - -", "FEN field 1 (pieces): the board is empty"),
    ("8/8/8/8/8/8/8/4K3 w - -", "FEN field 1 (pieces): Black has no king"),
    ("4k3/8/8/8/8/8/8/8 w - -", "FEN field 1 (pieces): White has no king"),
    ("4k3/8/8/8/8/8/8/2K1K3 w - -", "FEN field 1 (pieces): White has 2 kings: c1, e1"),
    ("P3k3/8/8/8/8/8/8/4K3 w - -", "FEN field 1 (pieces): a pawn on the first or last rank: a8"),
    ("4k3/8/8/8/8/8/8/p3K3 w - -", "FEN field 1 (pieces): a pawn on the first or last rank: a1"),
    (
        "k7/8/8/8/PP6/PPPPPPPP/PPPPPP2/K7 w - -",
        "FEN field 1 (pieces): White has 17 pieces, at most 16",
    ),
    (
        "qqqqkqqq/qqqqqqqq/q7/8/8/8/8/7K b - -",
        "FEN field 1 (pieces): Black has 17 pieces, at most 16",
    ),
    (
        "4k2R/8/8/8/8/8/8/4K3 w - -",
        "FEN field 2 (side to move): it is White's move, but Black's king on e8 is in check \
         from the rook on h8",
    ),
    (
        "4k3/8/3N4/8/8/8/8/K3R3 w - -",
        "FEN field 2 (side to move): it is White's move, but Black's king on e8 is in check \
         from the rook on e1 and the knight on d6",
    ),
    (
        "8/8/8/3kK3/8/8/8/8 b - -",
        "FEN field 2 (side to move): it is Black's move, but White's king on e5 is in check \
         from the king on d5",
    ),
    ("4k3/8/8/8/8/8/8/4K3 w K -", "FEN field 3 (castling): White has no rook on h1 to castle with"),
    (
        "4k3/8/8/8/8/8/8/R3K3 w KQ -",
        "FEN field 3 (castling): White has no rook on h1 to castle with",
    ),
    (
        "4k2R/8/8/8/8/8/8/4K3 b k -",
        "FEN field 3 (castling): Black has no rook on h8 to castle with",
    ),
    (
        "4k3/8/8/8/8/8/8/1R2K3 w A -",
        "FEN field 3 (castling): White has no rook on a1 to castle with",
    ),
    (
        "4k3/8/8/8/8/8/4K3/R6R w KQ -",
        "FEN field 3 (castling): White cannot castle: the king is on e2, not on rank 1",
    ),
    (
        "r6r/4k3/8/8/8/8/8/4K3 w q -",
        "FEN field 3 (castling): Black cannot castle: the king is on e7, not on rank 8",
    ),
    (
        "4k3/8/8/8/8/8/8/4K1RR w GH -",
        "FEN field 3 (castling): White can castle with one rook on each side of the king, \
         not with g1, h1",
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - e3",
        "FEN field 4 (en passant): e3 is not on rank 6, where White captures en passant",
    ),
    (
        "4k3/8/8/4p3/8/8/8/4K3 b - e6",
        "FEN field 4 (en passant): e6 is not on rank 3, where Black captures en passant",
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 b - e3",
        "FEN field 4 (en passant): White has no pawn on e4 that could have passed e3",
    ),
    (
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3",
        "FEN field 4 (en passant): the pawn on e4 has not come from e2: e3 is not empty",
    ),
    (
        "4k3/3p4/8/3p4/8/8/8/4K3 w - d6",
        "FEN field 4 (en passant): the pawn on d5 has not come from d7: d7 is not empty",
    ),
];

#[test]
fn moves_that_are_not_legal() {
    use ErrorKind::IllegalMove;
    check(&PLAYED.map(|(moves, text)| (MOVES, moves, IllegalMove, text)));
    check(&WRITTEN.map(|(moves, text)| (SAN, moves, IllegalMove, text)));
    check(&UNREADABLE.map(|(moves, text)| (SAN, moves, ErrorKind::InvalidPgn, text)));
    let text = "\"e9\" is not a square such as e2";
    check(&[(SQUARE, "e9", ErrorKind::InvalidArgument, text)]);
}

/// Text that is not the PGN of one game from the position on the board.
const UNREADABLE: [(&str, &str); 6] = [
    ("1. e4 e5 {open", "a comment is not closed: \"{open\""),
    ("1. e4 (1. d4", "a variation is not closed: \"(1. d4\""),
    (
        "1. e4 e5 [Event \"x\"]",
        "a tag pair after the moves, where only one game is read: \"[Event \\\"x\\\"]\"",
    ),
    ("1. e4 1-0 1. d4", "a second game begins after the result: \"1. d4\""),
    (
        "[Event \"?\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *",
        "the tag FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\" is not the position of this game: set that first",
    ),
    (
        "[FEN \"nonsense\"] *",
        "the tag FEN \"nonsense\" is not the position of this game: set that first",
    ),
];

/// The unit tests of notation have every reason; what is around them is here.
const PLAYED: [(&str, &str); 3] = [
    (
        "e2e5",
        "move 1 \"e2e5\": a pawn does not move like that, with White to move in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "e2e4\te7e5\n e1g1",
        "move 3 \"e1g1\": cannot castle kingside: the bishop on f1 is in the way, with White to move in rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    ),
    (
        "e2e4 ä\u{202e}",
        "move 2 \"ä\\u{202e}\": not a move in UCI notation such as e2e4 or e7e8q, with Black to move in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    ),
];

const WRITTEN: [(&str, &str); 2] = [
    (
        "1... e5",
        "move 1 \"e5\": no pawn can go to e5, with White to move in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    (
        "1. d4 d5 2. Nd2 Nf6 3. Ngf3 e6 4. Nb3 c6 5. Nd2",
        "move 9 \"Nd2\": Nd2 could be the knight on b3 or the one on f3, with White to move in rnbqkb1r/pp3ppp/2p1pn2/3p4/3P4/1N3N2/PPP1PPPP/R1BQKB1R w KQkq - 0 5",
    ),
];

#[test]
fn options_and_values() {
    use ErrorKind::{InvalidValue, UnknownOption};
    let unknown = OPTIONS.map(|(input, text)| (OPTION, input, UnknownOption, text));
    check(&unknown);
    let values = VALUES.map(|(input, text)| (OPTION, input, InvalidValue, text));
    check(&values);
    let all: Vec<_> = Engine::options().iter().map(|option| option.name()).collect();
    for (input, name) in [("Nonsense=1", "Nonsense"), ("Foo=1", "Foo"), ("=1", "")] {
        let text = format!("there is no option {name:?}: the options are {}", all.join(", "));
        check(&[(OPTION, input, UnknownOption, &text)]);
    }
}

const OPTIONS: [(&str, &str); 5] = [
    ("Hsah=1", "there is no option \"Hsah\": did you mean Hash?"),
    ("Hash =1", "there is no option \"Hash \": did you mean Hash?"),
    ("thread=1", "there is no option \"thread\": did you mean Threads?"),
    ("MoveOverhead=1", "there is no option \"MoveOverhead\": did you mean Move Overhead?"),
    ("Chess960=1", "there is no option \"Chess960\": did you mean UCI_Chess960?"),
];

const VALUES: [(&str, &str); 9] = [
    ("Hash=0", "option Hash: 0 is not within 1 to 1048576"),
    ("hash=x", "option Hash: \"x\" is not a whole number from 1 to 1048576"),
    ("Hash=1.5", "option Hash: \"1.5\" is not a whole number from 1 to 1048576"),
    ("Threads=", "option Threads: \"\" is not a whole number from 1 to 256"),
    ("Threads=-1", "option Threads: -1 is not within 1 to 256"),
    (
        "Move Overhead=99999999999999999999",
        "option Move Overhead: 99999999999999999999 is not within 0 to 5000",
    ),
    ("UCI_Elo=399", "option UCI_Elo: 399 is not within 400 to 2800"),
    ("Ponder=maybe", "option Ponder: \"maybe\" is not true or false"),
    ("Ponder=", "option Ponder: \"\" is not true or false"),
];

#[test]
fn texts_that_are_too_long() {
    let mut engine = Engine::new().unwrap();
    let error = engine.set_option("EvalFile", &"x".repeat(5000)).unwrap_err();
    assert_eq!(error.message(), "option EvalFile: the text has 5000 bytes, at most 4096");
    let error = engine.set_position(Some(&"x".repeat(1000)), "").unwrap_err();
    let quoted = format!("FEN has 1 field instead of 4 to 6: \"{}...\"", "x".repeat(80));
    assert_eq!(error.message(), quoted);
    for read in [Game::play, Game::play_san] {
        let error = read(&mut Game::new(), &"N".repeat(1_000_000)).unwrap_err();
        assert!(error.message().len() < 600);
    }
    let fen = START.replacen("8/", &format!("{}/", "1".repeat(300)), 1);
    let error = engine.set_position(Some(&fen), "").unwrap_err();
    let quoted = format!("rank 6 has 300 squares, not 8: \"{}...\"", "1".repeat(80));
    assert_eq!(error.message(), format!("FEN field 1 (pieces): {quoted}"));
}
