//! PGN: games read one after the other, and written. The rules are those of the documentation; what
//! is generated is read again, from sources that give it piece by piece, too.

use std::fmt::Write as _;
use std::io::{self, Read};

use seajay::pgn::{Reader, Record};
use seajay::{ErrorKind, Game};
use testkit::games::{STARTS, game_at, play_some};
use testkit::random_numbers;

/// A game with everything of its record, in one line.
fn show(game: &Game, record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in record.tags() {
        write!(text, "[{name} {value}]").unwrap();
    }
    let moves = game.moves().unwrap();
    for (ply, m) in [""].into_iter().chain(moves.split_whitespace()).enumerate() {
        write!(text, " {m}").unwrap();
        for nag in record.nags(ply) {
            write!(text, "${nag}").unwrap();
        }
        if !record.comment(ply).is_empty() {
            write!(text, "{{{}}}", record.comment(ply)).unwrap();
        }
        for variation in record.variations(ply) {
            write!(text, "({variation})").unwrap();
        }
    }
    write!(text, " {}", record.result()).unwrap();
    if let Some(fault) = record.fault() {
        let kind = fault.error.kind();
        write!(text, " {kind:?} {}:{}:{}", fault.offset, fault.line, fault.ply).unwrap();
    }
    text
}

fn read_all(reader: Reader) -> Vec<String> {
    reader
        .map(|next| {
            let (game, record) = next.expect("a source that does not fail");
            show(&game, &record)
        })
        .collect()
}

/// The games of a text.
fn games(text: &[u8]) -> Vec<String> {
    read_all(Reader::from_text(text).unwrap())
}

/// A source that is a function.
struct Source<F>(F);

impl<F: FnMut(&mut [u8]) -> io::Result<usize>> Read for Source<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0)(buffer)
    }
}

/// A source that gives a text in pieces of some sizes.
fn in_pieces(text: Vec<u8>, mut size: impl FnMut() -> usize + Send + 'static) -> Reader {
    let mut at = 0;
    Reader::from_reader(Source(move |buffer: &mut [u8]| {
        let length = size().min(buffer.len()).min(text.len() - at);
        buffer[..length].copy_from_slice(&text[at..at + length]);
        at += length;
        Ok(length)
    }))
}

/// Asserts that a text read in pieces gives the same as read at once, and its list the same games.
fn check_pieces(text: &[u8], mut size: impl FnMut() -> usize + Send + 'static) {
    let quoted = text.escape_ascii().to_string();
    let first = 1 + size();
    let found = read_all(in_pieces(text.to_vec(), size));
    let games = games(text);
    assert_eq!(found, games, "{quoted:?}");

    let entry = |record: &Record, reader: &Reader| {
        let tags: Vec<_> = record.tags().map(|(name, value)| format!("[{name} {value}]")).collect();
        (tags.concat(), record.result(), reader.offset())
    };
    let (mut game, mut record) = (Game::new(), Record::new());
    let mut read = Reader::from_text(text).unwrap();
    let mut whole = Reader::from_text(text).unwrap();
    let mut pieces = in_pieces(text.to_vec(), move || first);
    let mut list = Vec::new();
    while read.read(&mut game, &mut record).unwrap() {
        let expected = entry(&record, &read);
        for reader in [&mut whole, &mut pieces] {
            let mut skipped = Record::new();
            assert!(reader.skip_game(&mut skipped).unwrap(), "{quoted:?}");
            assert_eq!(entry(&skipped, reader), expected, "{quoted:?}");
            assert!((0..9).all(|ply| skipped.comment(ply).is_empty()), "{quoted:?}");
        }
        list.push(read.offset().unwrap());
    }
    for reader in [&mut whole, &mut pieces] {
        assert!(!reader.skip_game(&mut record).unwrap(), "{quoted:?}");
    }
    // Each can be read from its place, the last first.
    for (&offset, expected) in list.iter().zip(games).rev() {
        whole.seek(offset).unwrap();
        assert!(whole.read(&mut game, &mut record).unwrap(), "{quoted:?}");
        let place = record.fault().map(|fault| fault.offset);
        let [found, expected] =
            [show(&game, &record), expected].map(|text| text.split(':').next().unwrap().to_owned());
        assert_eq!((found, whole.offset()), (expected, Some(offset)), "{place:?} {quoted:?}");
    }
}

#[test]
fn games_are_read_as_files_have_them() {
    for (text, expected) in CASES {
        assert_eq!(games(text), *expected, "{:?}", text.escape_ascii().to_string());
        check_pieces(text, || 1);
    }
}

/// Texts, and what is read: `[name value]`, the moves with what belongs to each, the result, and
/// the fault with its offset, line and ply.
const CASES: &[(&[u8], &[&str])] = &[
    (b"", &[]),
    (b" \n\x1a", &[]),
    (b"{nothing but a comment}", &[]),
    (b"*", &["  *"]),
    (b"1. e4 e5", &["  e2e4 e7e5 *"]),
    // Several games, in one line, without tags or results, without an empty line, with many.
    (b"1. e4 1-0 1. d4 *", &["  e2e4 1-0", "  d2d4 *"]),
    (b"1. e4\n[A \"b\"]\n1. d4\n[A \"c\"]", &["  e2e4 *", "[A b]  d2d4 *", "[A c]  *"]),
    (b"[A \"b\"]\n\n1. e4\n\n1... e5\n\n\n*", &["[A b]  e2e4 e7e5 *"]),
    (b"[A \"b\"]\n\n[B \"c\"]\n\n{x}\n\n1. e4 *", &["[A b][B c] {x} e2e4 *"]),
    (b"[A \"b\"] 1. e4 [A \"c\"] 1. d4", &["[A b]  e2e4 *", "[A c]  d2d4 *"]),
    // A doubled tag is one of the next game only if an empty line is between.
    (b"[A \"b\"]\n[A \"c\"]\n[B \"d\"]\n[A \"e\"]\n\n1. e4 *", &["[A e][B d]  e2e4 *"]),
    (b"[A \"b\"]\r\n[A \"c\"]\r\n\r\n1. e4 *", &["[A c]  e2e4 *"]),
    (
        b"[A \"b\"]\n\n[A \"c\"]\r\n \r\n[A \"d\"]\r\r[A \"e\"]",
        &["[A b]  *", "[A c]  *", "[A d]  *", "[A e]  *"],
    ),
    (
        b"[A \"b\"]\n[B \"c\"]\n\n[C \"d\"]\n[A \"e\"]\n[C \"f\"]\n1. e4",
        &["[A b][B c]  *", "[C f][A e]  e2e4 *"],
    ),
    (
        b"[A \"b\"]\n\n{x}\n[B \"c\"]\n{y}\n\n[C \"d\"]\n{z}\n[A \"e\"] *",
        &["[A b][B c] {x y} *", "[C d][A e] {z} *"],
    ),
    (
        b"[A \"b\"]\n{x\n\ny}\n%\n[A \"c\"]\n[B x]\n\n[C \"d\"]\n",
        &["[A c][C d] {x y} * InvalidPgn 25:7:0"],
    ),
    // Without tags, move number 1 is that of another game.
    (
        b"1. e4 e5 2. Nf3\n\n1. d4 d5 1. c4 Ke7 2. x 1. f4",
        &["  e2e4 e7e5 g1f3 *", "  d2d4 d7d5 *", "  c2c4 * IllegalMove 32:3:1", "  f2f4 *"],
    ),
    (
        b"1. e4 (1. d4 d5 1. c4) 1... e5 1... 2. Nf3 {1. x} 1-0",
        &["  e2e4(1. d4 d5 2. c4) e7e5 g1f3{1. x} 1-0"],
    ),
    (b"[A \"b\"]\n1. e4 e5 1. Nf3 Nc6 11. Bb5 *", &["[A b]  e2e4 e7e5 g1f3 b8c6 f1b5 *"]),
    (b"Games of A B: 1. x 1. e4 *", &["  * IllegalMove 0:1:0"]),
    // Text above the first tag, or between games, is none.
    (b"Games of 1-0\n{of}\n(c) *\n\n[A \"b\"]\n\n1. e4 *", &["[A b]  e2e4 *"]),
    (b"1. e4 1-0 {White wins}\n; so\n\n[A \"b\"]\n\n*", &["  e2e4 1-0", "[A b]  *"]),
    (b"A heading\n", &["  * IllegalMove 0:1:0"]),
    // Line breaks, byte order marks, what `%` puts aside.
    ("\u{feff}[A \"b\"]\r\n\r\n1. e4\r\n\r\n".as_bytes(), &["[A b]  e2e4 *"]),
    ("1. e4 *\n\u{feff}%x\n[A \"b\"]\r% 1. d4\r1. e4".as_bytes(), &["  e2e4 *", "[A b]  e2e4 *"]),
    (b"1. e4\n%e5\nc5 %d5", &["  e2e4 c7c5 * IllegalMove 13:3:2"]),
    (b"1. e4\0e5\0*", &["  e2e4 e7e5 *"]),
    // Tags.
    (b"[A \"a \\\"b\\\" \\\\ \\c\"]*", &["[A a \"b\" \\ \\c]  *"]),
    (b"[A \"the \"big\" one\"]\n[B \"c:\\\"]\n*", &["[A the \"big\" one][B c:\\]  *"]),
    (b"[A \"b\"][C \"d\"]1. e4", &["[A b][C d]  e2e4 *"]),
    (b"[A b]\n[B \"c\"]\n1. e4 *", &["[B c]  e2e4 * InvalidPgn 0:1:0"]),
    (b"[B \"c\"]\n[A \"b]\n1. e4 *", &["[B c]  e2e4 * InvalidPgn 8:2:0"]),
    // Comments.
    (b"{a} 1. e4 {b\r\n  c} ; d } e\n e5", &[" {a} e2e4{b c d } e} e7e5 *"]),
    (b"1. e4 {[A \"b\"]\n[C \"d\"]\n\n x} e5", &["  e2e4{[A \"b\"] [C \"d\"] x} e7e5 *"]),
    (
        b"[A \"b\"]\n\n1. e4 {c\n\n[A \"d\"]\n\n1. d4 {x}",
        &["[A b]  e2e4 * InvalidPgn 15:3:1", "[A d]  d2d4{x} *"],
    ),
    (b"1. e4 {c\r\n \t\r\n[A \"d\"] *", &["  e2e4 * InvalidPgn 6:1:1", "[A d]  *"]),
    (b"1. e4 {a\0b} {} {\n}", &["  e2e4{a b} *"]),
    (b"1. e4 {c", &["  e2e4 * InvalidPgn 6:1:1"]),
    // NAGs and marks.
    (b"1. e4! $3 $300 e5?? $4 ! +- 2. d4 N D", &["  e2e4$1$3 e7e5$4$1$18 d2d4$146$220 *"]),
    (
        "1. e4\u{b1} e5= 2. \u{2658}f3\u{2192} \u{25a1}".as_bytes(),
        &["  e2e4$16 e7e5$10 g1f3$40$7 *"],
    ),
    (b"$1 1. e4", &[" $1 e2e4 *"]),
    // Variations.
    (
        b"1. e4 e5 (1...c5 2.Nf3!{x}d6(2...e6))(1... e6) 2. d4 (2. f4)",
        &["  e2e4 e7e5(1... c5 2. Nf3 $1 {x} 2... d6 (2... e6))(1... e6) d2d4(2. f4) *"],
    ),
    (b"1. e4 (1. d4 1-0 d5) e5 0-1", &["  e2e4(1. d4 d5) e7e5 0-1"]),
    (b"1. e4 (-- ) (1. Z0 e5 2. --) *", &["  e2e4(1. --)(1. -- e5 2. --) *"]),
    (b"1. e4 (; a } b\n1. d4) *", &["  e2e4(; a } b\n1. d4) *"]),
    (b"1. e4 () (=) ({c}) *", &["  e2e4($10)({c}) *"]),
    (b"1. e4 (1. d4 () d5 ( )) *", &["  e2e4(1. d4 d5) *"]),
    (b"1. e4 (1. d4 (1. Ke4) d5) e5 *", &["  e2e4(1. d4 d5) e7e5 * IllegalMove 17:1:1"]),
    (b"1. e4 (1. d4 d4 d6 (x) 2. c4) e5 *", &["  e2e4(1. d4) e7e5 * IllegalMove 13:1:1"]),
    (
        b"1. e4 (1. d4 d5 (1... e5 e5) 2. c4) e5 *",
        &["  e2e4(1. d4 d5 (1... e5) 2. c4) e7e5 * IllegalMove 25:1:1"],
    ),
    (b"(1. d4) 1. e4 *", &["  e2e4 * InvalidPgn 0:1:0"]),
    (
        b"[A \"b\"] 1. e4 (1. d4 (1. c4\n\n[A \"c\"]",
        &["[A b]  e2e4(1. d4 (1. c4)) * InvalidPgn 14:1:1", "[A c]  *"],
    ),
    // Stray brackets are faults that cut nothing.
    (b"1. e4 ) e5 1-0", &["  e2e4 e7e5 1-0 InvalidPgn 6:1:1"]),
    (b"1. e4 } e5 1-0", &["  e2e4 e7e5 1-0 InvalidPgn 6:1:1"]),
    (b"1. e4 ] e5 1-0", &["  e2e4 e7e5 1-0 InvalidPgn 6:1:1"]),
    (b"1. e4 [ e5 1-0", &["  e2e4 e7e5 1-0 InvalidPgn 6:1:1"]),
    (b"1. e4 (1. d4 } d5) e5 1-0", &["  e2e4(1. d4 d5) e7e5 1-0 InvalidPgn 13:1:1"]),
    (b"[A \"b\"] }\n)\n[B \"c\"] 1. e4 *", &["[A b][B c]  e2e4 * InvalidPgn 8:1:0"]),
    // A game ends at its first fault; the next one is read all the same.
    (
        b"1. e4 e5 2. Ke3 {x} Nc6 (y} 1-0) 1-0 1. d4 *",
        &["  e2e4 e7e5 1-0 IllegalMove 12:1:2", "  d2d4 *"],
    ),
    (b"1. e5 1-0 1. e4 *", &["  1-0 IllegalMove 3:1:0", "  e2e4 *"]),
    (b"1. e4 --", &["  e2e4 * IllegalMove 6:1:1"]),
    (b"1. Sf3", &["  * IllegalMove 3:1:0"]),
    // Start positions.
    (b"[FEN \"\"]\n1. e4", &["[FEN ]  e2e4 *"]),
    (b"[FEN \"x\"]\n1. e4 *", &["[FEN x]  * InvalidFen 0:1:0"]),
    (
        b"[A \"b\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]",
        &["[A b][FEN 8/8/8/8/8/8/8/8 w - - 0 1]  * IllegalPosition 8:2:0"],
    ),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1\"]\n1. O-O",
        &["[FEN 4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1]  e1g1 *"],
    ),
    (
        b"[FEN \"4k3/8/8/8/8/8/8/4KR2 w KQkq - 0 1\"]\n[Variant \"Fischerandom\"]\n1. 0-0",
        &["[FEN 4k3/8/8/8/8/8/8/4KR2 w KQkq - 0 1][Variant Fischerandom]  e1f1 *"],
    ),
    (
        b"[Variant \"Chess 960\"]\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O",
        &["[Variant Chess 960]  e2e4 e7e5 g1f3 g8f6 f1e2 f8e7 e1h1 *"],
    ),
    (b"[Variant \"Atomic\"]\n1. e4 1-0", &["[Variant Atomic]  1-0 InvalidPgn 0:1:0"]),
    (b"[Variant \"From Position\"]\n1. e4", &["[Variant From Position]  e2e4 *"]),
    // Rights that fit in part make no game of Chess960.
    (
        b"[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1\"]\n1. Ra8 *",
        &["[FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1]  a1a8 *"],
    ),
    (
        b"[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1\"]\n1. O-O-O *",
        &["[FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1]  * IllegalMove 51:2:0"],
    ),
    (
        b"[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1\"]\n[Variant \"Chess960\"]\n1. O-O-O *",
        &["[FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w KQkq - 0 1][Variant Chess960]  g1a1 *"],
    ),
    (
        b"[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w Q - 0 1\"]\n1. O-O-O *",
        &["[FEN 6k1/5ppp/8/8/8/8/5PPP/R5K1 w Q - 0 1]  g1a1 *"],
    ),
    // Other encodings than UTF-8 and code page 1252.
    (b"\xff\xfe1\0.\0 \0e\x004\0", &["  * InvalidPgn 0:1:0"]),
    (b"\xfe\xff\0[\0A", &["  * InvalidPgn 0:1:0"]),
    (b"[\0A\0 \0\"\0b\0\"\0]\0", &["  * InvalidPgn 0:1:0"]),
    (b"\0[\0A\0 \0\"\0b\0\"\0]", &["  * InvalidPgn 0:1:0"]),
    // A bracket ends nothing, not even in a variation.
    (b"1. e4 (1. d4 ] d5) e5 *", &["  e2e4(1. d4 d5) e7e5 * InvalidPgn 13:1:1"]),
    // Results.
    (b"1. e4 1 - 0", &["  e2e4 1-0"]),
    ("1. e4 \u{bd}\u{2013}\u{bd}".as_bytes(), &["  e2e4 1/2-1/2"]),
    (b"1. e4 0:1", &["  e2e4 0-1"]),
    (b"1. e4 0.5-0.5", &["  e2e4 1/2-1/2"]),
    (b"[Result \"\xbd-\xbd\"]\n1. e4", &["[Result \u{bd}-\u{bd}]  e2e4 1/2-1/2"]),
    (b"[Result \"1-0\"]\n1. e4 *", &["[Result 1-0]  e2e4 *"]),
    (b"[Result \"?\"]\n1. e4", &["[Result ?]  e2e4 *"]),
    // Code page 1252, by itself.
    (
        b"[A \"\xe4\x80\"]\n[B \"\xc3\xa4\"]\n1. e4 {\xf6} e5 {\xc3\xb6} \xb1 2. Nf3\x97 0\x960\n",
        &["[A \u{e4}\u{20ac}][B \u{e4}]  e2e4{\u{f6}} e7e5$16{\u{f6}} g1f3 * IllegalMove 46:3:3"],
    ),
];

#[test]
fn deep_and_large_games_are_faults() {
    // Deeper than any game is annotated, and than the stack.
    let nested =
        |levels: usize| format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(levels), ")".repeat(levels));
    assert_eq!(games(nested(64).as_bytes()).len(), 1);
    assert!(!games(nested(64).as_bytes())[0].contains("InvalidPgn"));
    for levels in [65, 100_000] {
        let text = nested(levels);
        let found = games(text.as_bytes());
        assert_eq!(found.len(), 1);
        let end = format!("e7e5 * InvalidPgn {}:1:1", 6 + 64 * 7);
        assert!(
            found[0].starts_with("  e2e4(1. d4 (1. d4 ") && found[0].ends_with(&end),
            "{levels}"
        );
    }
    let brackets = format!("[A \"b\"] 1. e4 {}\n\n[A \"c\"]", "(".repeat(10_000));
    assert_eq!(games(brackets.as_bytes()), ["[A b]  e2e4 * InvalidPgn 15:1:1", "[A c]  *"]);

    // A game may have 16 MiB; the next one is found behind a larger one.
    for (inside, is_large) in [("x ", false), ("x ", true), ("{", true)] {
        let count = if is_large { 20 << 20 } else { 15 << 20 } / inside.len();
        let body = match inside {
            "x " => format!("{{{}}}", "x ".repeat(count)),
            _ => inside.repeat(count),
        };
        let text = format!("[A \"b\"]\n\n1. e4 {body} e5 *\n\n[A \"c\"]\n\n1. d4 *\n");
        let found = games(text.as_bytes());
        assert_eq!(found.len(), 2, "{inside}");
        assert_eq!(found[0].contains("InvalidPgn"), is_large, "{inside}");
        assert!(found[0].starts_with("[A b]  e2e4") && found[1] == "[A c]  d2d4 *", "{inside}");
        assert_eq!(read_all(in_pieces(text.into_bytes(), || 1 << 16)), found);
    }
}

/// Texts in which looking for the end of something could take forever.
#[test]
fn reading_takes_as_long_as_the_text_is() {
    for (piece, begin) in [
        ("[", "1. e4 "),
        ("[", ""),
        ("[A \"x]", ""),
        ("[A \"x]", "1. e4 ("),
        ("[A \"b\"]", ""),
        ("[A \"b\\\"]", ""),
        ("(", "1. e4 "),
        ("{", ""),
        ("1.", ""),
        ("$", "1. e4 "),
        ("e4", ""),
        ("1 - ", ""),
        ("\n%", ""),
        ("; x\n", ""),
    ] {
        let text = [begin, &piece.repeat(200_000)].concat();
        let begun = std::time::Instant::now();
        let count = Reader::from_text(text.as_bytes()).unwrap().count();
        let count_in_pieces = in_pieces(text.into_bytes(), || 4096).count();
        assert_eq!(count, count_in_pieces, "{piece}");
        // Milliseconds; with a search of the rest at every piece it would take minutes.
        assert!(begun.elapsed().as_secs() < 20, "{piece}: {:?}", begun.elapsed());
        let _ = Game::new().play_san(&[begin, &piece.repeat(200_000)].concat());
    }
}

/// A random game with a random record.
fn make(random: &mut impl FnMut(usize) -> usize) -> (Game, Record) {
    let mut game = game_at(STARTS[random(STARTS.len())]);
    let mut record = Record::new();
    for _ in 0..random(6) {
        let name = ["Event", "White", "Result", "Opening", "Annotator", "X_1"][random(6)];
        record.set_tag(name, Some(&words(random))).unwrap();
    }
    let plies = random(60);
    for ply in 0..=plies {
        if random(4) == 0 {
            record.set_comment(ply, &words(random)).unwrap();
        }
        if random(4) == 0 {
            let nags: Vec<u8> = (0..random(4)).map(|_| random(256) as u8).collect();
            record.set_nags(ply, &nags).unwrap();
        }
        let before = game.clone();
        if ply == plies || !play_some(&mut game, random) {
            break;
        }
        for _ in 0..random(8) / 6 {
            let line = variation(before.clone(), random, 0);
            record.add_variation(&game, ply + 1, &line).unwrap();
        }
    }
    (game, record)
}

/// The movetext of random moves, with everything that may be in it.
fn variation(mut game: Game, random: &mut impl FnMut(usize) -> usize, depth: usize) -> String {
    let mut text = comment(random);
    for _ in 0..=random(6) {
        let before = game.clone();
        if !play_some(&mut game, random) {
            break;
        }
        let moves = game.moves_san().unwrap();
        write!(text, " {}", moves.rsplit(' ').next().unwrap()).unwrap();
        if random(4) == 0 {
            write!(text, " ${}", random(256)).unwrap();
        }
        text += &comment(random);
        if depth < 5 && random(5) == 0 {
            write!(text, " ({})", variation(before, random, depth + 1)).unwrap();
        }
    }
    if text.is_empty() { "{no move}".to_owned() } else { text }
}

/// A comment of either kind, or none.
fn comment(random: &mut impl FnMut(usize) -> usize) -> String {
    match random(6) {
        0 => format!(" {{{}}}", words(random).replace(['}', '\n', '\r'], "")),
        1 => format!(" ;{}\n", words(random).replace(['\n', '\r'], "")),
        _ => String::new(),
    }
}

/// A text with everything that matters to PGN.
fn words(random: &mut impl FnMut(usize) -> usize) -> String {
    let letters = [
        "a",
        " ",
        " ",
        "\n",
        "\r\n",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        "[A \"b\"]",
        "\"",
        "\\",
        ";",
        "%",
        "$1",
        "1-0",
        "\u{e4}",
        "\u{2658}",
        "word",
        "\t",
    ];
    (0..random(40)).map(|_| letters[random(letters.len())]).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = random_numbers(0x9e37_79b9_7f4a_7c15);
    let (mut file, mut expected) = (String::new(), Vec::new());
    for _ in 0..400 {
        let (game, record) = make(&mut random);
        let text = record.write(&game).unwrap();
        let mut reader = Reader::from_text(text.as_bytes()).unwrap();
        let (again, read) = reader.next().expect("a game").unwrap();
        assert_eq!(read.fault(), None, "{text}");
        assert_eq!((again.start_fen(), again.moves_san()), (game.start_fen(), game.moves_san()));
        for ply in 0..=game.ply_count() {
            assert_eq!(read.comment(ply), record.comment(ply), "{text}");
            assert_eq!(read.nags(ply), record.nags(ply), "{text}");
            assert_eq!(read.variations(ply), record.variations(ply), "{text}");
        }
        for (name, value) in record.tags().filter(|(name, _)| *name != "Result") {
            assert_eq!(read.tag(name), Some(value), "{text}");
        }
        assert_eq!(read.tag("Result"), Some(read.result()), "{text}");
        assert_eq!(read.tags().next().map(|(name, _)| name), Some("Event"));
        assert_eq!(read.write(&again).unwrap(), text, "written again");
        assert!(reader.next().is_none(), "{text}");
        expected.push(show(&again, &read));
        file += &text;
    }
    assert_eq!(games(file.as_bytes()), expected);
    let mut sizes = random_numbers(3);
    check_pieces(file.as_bytes(), move || 1 + sizes(5000));
}

#[test]
fn whatever_the_text_the_moves_are_legal_and_pieces_make_no_difference() {
    let parts = [
        "1. e4 ",
        "e5 ",
        "2. Nf3 Nc6 3. Bb5 ",
        "[A \"c\"]\n",
        "Nf3 ",
        "d4 ",
        "(",
        ")",
        "{",
        "}",
        ";",
        "\n",
        "\n\n",
        "\r\n",
        "[A \"b\"]",
        "[B \"",
        "\"]",
        "[",
        "]",
        "$3",
        "!",
        "--",
        "1-0",
        "*",
        "%",
        "\u{feff}",
        "\u{bd}-\u{bd}",
        "x",
        "O-O",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]",
        "1 - 0",
        "\\",
        "e8(Q)",
    ];
    let mut random = random_numbers(0x1234_5678_9abc_def0);
    for _ in 0..3000 {
        let mut text: Vec<u8> =
            (0..random(40)).flat_map(|_| parts[random(parts.len())].bytes()).collect();
        if !text.is_empty() && random(4) == 0 {
            let at = random(text.len());
            text[at] = random(256) as u8;
        }
        for next in Reader::from_text(&text).unwrap() {
            let (game, record) = next.unwrap();
            let again = record.write(&game).unwrap();
            let mut reader = Reader::from_text(again.as_bytes()).unwrap();
            let (other, read) = reader.next().expect("a game").unwrap();
            assert_eq!(read.fault(), None, "{again}");
            assert_eq!(other.moves_san(), game.moves_san(), "{again}");
            assert_eq!(read.write(&other).unwrap(), again, "{:?}", text.escape_ascii().to_string());
            if let Some(fault) = record.fault() {
                assert!((fault.offset as usize) < text.len().max(1));
                assert!(fault.error.message().starts_with(&format!("line {}: ", fault.line)));
            }
        }
        let mut sizes = random_numbers(text.len() as u64);
        check_pieces(&text, move || 1 + sizes(9));
    }
}

#[test]
fn a_written_game_is_as_the_standard_asks() {
    let mut game = Game::new();
    game.play_san("1. f3 e5 2. g4 Qh4#").unwrap();
    let mut record = Record::new();
    record.set_tag("Opening", Some("the \"Fool's\" \\ mate")).unwrap();
    record.set_tag("White", Some("A\nB")).unwrap();
    record.set_nags(3, &[4]).unwrap();
    record.set_comment(3, "Not }\nthis").unwrap();
    record
        .set_comment(0, "What follows is the shortest game that there can be between two players")
        .unwrap();
    record.add_variation(&game, 4, "Qf6 {slow} d4").unwrap();
    record.set_comment(9, "past the end").unwrap();
    assert_eq!(
        record.write(&game).unwrap(),
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A B\"]\n\
         [Black \"?\"]\n[Result \"0-1\"]\n[Opening \"the \\\"Fool's\\\" \\\\ mate\"]\n\n\
         {What follows is the shortest game that there can be between two players} 1. f3\n\
         e5 2. g4 $4\n; Not } this\n2... Qh4# (2... Qf6 {slow} 3. d4) 0-1\n\n"
    );
    // What the record says goes first, then the tag, then the rules.
    record.set_tag("Result", Some("1/2-1/2")).unwrap();
    assert_eq!(record.result(), "1/2-1/2");
    assert!(record.write(&game).unwrap().ends_with(" 1/2-1/2\n\n"));
    // What is no result is not written as one.
    for (tag, written) in [("maybe", "0-1"), ("", "0-1"), ("1\u{2013}0", "1-0")] {
        record.set_tag("Result", Some(tag)).unwrap();
        let text = record.write(&game).unwrap();
        assert!(text.contains(&format!("[Result \"{written}\"]")), "{tag}: {text}");
        assert!(text.ends_with(&format!(" {written}\n\n")), "{tag}: {text}");
    }
    record.set_tag("Result", None).unwrap();
    assert_eq!(record.result(), "*");

    // The start position is the game's, whatever the tags say.
    let start = "4k3/8/8/8/8/8/8/4K2R b K - 0 9";
    record.clear();
    record.set_tag("FEN", Some("8/8/8/8/8/8/8/8 w - - 0 1")).unwrap();
    let text = record.write(&game_at(start)).unwrap();
    assert!(text.contains(&format!("\n[SetUp \"1\"]\n[FEN \"{start}\"]\n")), "{text}");
    assert!(!record.write(&Game::new()).unwrap().contains("FEN"));
    record.set_tag("FEN", Some(start)).unwrap();
    let text = record.write(&game_at(start)).unwrap();
    assert!(text.ends_with(&format!("\n[SetUp \"1\"]\n[FEN \"{start}\"]\n\n*\n\n")), "{text}");
    let text = record.write(&game_at("4k3/8/8/8/8/8/8/4KR2 w F - 0 1")).unwrap();
    assert!(text.contains("\n[Variant \"Chess960\"]\n"), "{text}");
}

/// Programs look for the whole of one in a line.
#[test]
fn no_line_ends_inside_a_command_of_a_comment() {
    let mut game = Game::new();
    game.play_san("1. e4").unwrap();
    for length in 0..100 {
        let comment = format!("{} [%eval 0.31,12] [%clk 0:09:58] word", "x".repeat(length));
        let mut record = Record::new();
        record.set_comment(1, comment.trim()).unwrap();
        let text = record.write(&game).unwrap();
        for line in text.lines() {
            assert!(line.rfind("[%").is_none_or(|begin| line[begin..].contains(']')), "{line}");
            assert!(line.len() < 80 || !line.contains(' '), "{line}");
        }
        assert!(games(text.as_bytes())[0].contains(comment.trim()), "{text}");
    }
}

#[test]
fn what_cannot_be_in_a_record_is_refused() {
    let mut game = Game::new();
    game.play_san("1. e4 e5 2. Nf3").unwrap();
    let mut record = Record::new();
    for name in ["", "a b", "a\"", "[", "\u{e4}"] {
        let error = record.set_tag(name, Some("x")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{name}");
    }
    for (ply, line, kind) in [
        (0, "e4", ErrorKind::InvalidArgument),
        (4, "Nc6", ErrorKind::InvalidArgument),
        (2, "", ErrorKind::InvalidArgument),
        (2, "e4", ErrorKind::IllegalMove),
        (3, "Nf3 Nc6 Nf3", ErrorKind::IllegalMove),
        (2, "c5 (e6 (d6", ErrorKind::InvalidPgn),
        (2, "c5 {", ErrorKind::InvalidPgn),
        (2, "c5)", ErrorKind::InvalidPgn),
        (2, "c5 ]", ErrorKind::InvalidPgn),
        (2, "(c5)", ErrorKind::InvalidPgn),
        (2, "[A \"b\"] c5", ErrorKind::InvalidPgn),
    ] {
        let error = record.add_variation(&game, ply, line).unwrap_err();
        assert_eq!(error.kind(), kind, "{ply} {line}: {error}");
    }
    assert_eq!(record, Record::new());
    record.add_variation(&game, 2, "1... c5 2. -- Nc6").unwrap();
    record.add_variation(&game, 2, "1... c5 2.Nf3 (2 c3 d5) d6!").unwrap();
    assert_eq!(record.variations(2), ["1... c5 2. -- Nc6", "1... c5 2. Nf3 (2. c3 d5) 2... d6 $1"]);
    game.undo(2).unwrap();
    game.play_san(&record.variations(2)[1]).unwrap();
    assert_eq!(game.moves_san().unwrap(), "1. e4 c5 2. Nf3 d6");
}

#[test]
fn a_source_that_fails_changes_nothing() {
    let text = b"[A \"b\"]\n\n1. e4 {x} (1. d4) e5 1-0\n\n[A \"c\"]\n\n1. d4 *\n";
    let expected = games(text);
    for fails_at in 1..12 {
        let mut rest: &'static [u8] = text;
        let mut calls = 0;
        let source = Source(move |buffer: &mut [u8]| {
            calls += 1;
            if calls == fails_at {
                return Err(io::Error::other("no paper"));
            }
            let length = rest.len().min(7).min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            rest = &rest[length..];
            Ok(length)
        });
        let mut reader = Reader::from_reader(source);
        let (mut game, mut record) = (game_at(STARTS[2]), Record::new());
        let before = show(&game, &record);
        let (mut found, mut failures) = (Vec::new(), 0);
        loop {
            match reader.read(&mut game, &mut record) {
                Ok(true) => found.push(show(&game, &record)),
                Ok(false) => break,
                Err(error) => {
                    failures += 1;
                    assert_eq!(error.kind(), ErrorKind::Io);
                    assert!(error.message().contains("no paper"), "{error}");
                    let last = found.last().unwrap_or(&before);
                    assert_eq!(show(&game, &record), *last, "as before");
                }
            }
        }
        assert_eq!(
            (found, failures),
            (expected.clone(), usize::from(fails_at <= 1 + text.len().div_ceil(7))),
            "{fails_at}"
        );
    }
}

#[test]
fn a_source_that_fails_behind_a_large_game_loses_no_game() {
    let mut text = b"1. e4 {".to_vec();
    text.resize(17 << 20, b'x');
    let large = text.len();
    let last = format!("[A \"c\"]\n\n1. d4 {{{}}} *\n", "y".repeat(1000));
    text.extend(b"}\n\n");
    text.extend(last.bytes());
    let (mut at, mut fails) = (0, false);
    let source = Source(move |buffer: &mut [u8]| {
        // Behind the large game every second call fails, and the others give one byte.
        fails = !fails && at >= large;
        if fails {
            return Err(io::Error::other("no paper"));
        }
        let length = if at < large { buffer.len().min(large - at) } else { 1 };
        let given = &text[at..text.len().min(at + length)];
        buffer[..given.len()].copy_from_slice(given);
        at += given.len();
        Ok(given.len())
    });
    let read = Reader::from_reader(source).filter_map(Result::ok);
    let found: Vec<_> = read.map(|(game, record)| show(&game, &record)).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[1..], games(last.as_bytes()));
}

#[test]
fn a_file_is_read_from_any_place() {
    let path = std::env::temp_dir().join(format!("seajay-list-{}.pgn", std::process::id()));
    let one = |n| format!("[Round \"{n}\"]\n\n1. e4 {{{}}} 2. Kd5 *\n\n", "x".repeat(n * 997));
    std::fs::write(&path, (0..200).map(one).collect::<String>()).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    let mut record = Record::new();
    assert_eq!(reader.offset(), None);
    let mut list = Vec::new();
    while reader.skip_game(&mut record).unwrap() {
        assert_eq!(record.tag("Round"), Some(&*list.len().to_string()));
        list.push(reader.offset().unwrap());
    }
    assert_eq!(list.len(), 200);
    // Also once all has been read.
    let mut game = Game::new();
    for number in [199, 0, 100, 100, 7] {
        reader.seek(list[number]).unwrap();
        assert!(reader.read(&mut game, &mut record).unwrap());
        let fault = record.fault().unwrap();
        assert_eq!((record.tag("Round"), game.ply_count()), (Some(&*number.to_string()), 1));
        assert_eq!((reader.offset(), fault.line), (Some(list[number]), 3));
        assert!(
            fault.offset > list[number] && fault.offset < list[number] + one(number).len() as u64
        );
    }
    let end = std::fs::metadata(&path).unwrap().len();
    for behind in [end, end + 1, u64::MAX >> 1] {
        reader.seek(behind).unwrap();
        assert!(!reader.read(&mut game, &mut record).unwrap());
    }
    std::fs::remove_file(path).unwrap();
    let mut text = Reader::from_text(b"1. e4 *").unwrap();
    text.seek(u64::MAX).unwrap();
    assert!(!text.skip_game(&mut record).unwrap());
    let mut stream = in_pieces(b"1. e4 *".to_vec(), || 1);
    let error = stream.seek(0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidArgument);
    assert!(stream.skip_game(&mut record).unwrap(), "it goes on");
}

#[test]
fn a_variation_can_be_removed_and_a_record_copied() {
    let mut random = random_numbers(77);
    for _ in 0..50 {
        let (game, mut record) = make(&mut random);
        let copy = record.try_clone().unwrap();
        assert_eq!(copy, record);
        for ply in 0..=game.ply_count() {
            let before = record.variations(ply).to_vec();
            let error = record.remove_variation(ply, before.len()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument);
            if !before.is_empty() {
                record.remove_variation(ply, 0).unwrap();
            }
            assert_eq!(record.variations(ply), &before[before.len().min(1)..]);
            assert_eq!(copy.variations(ply), before);
        }
    }
}

#[test]
fn files_are_opened_by_name() {
    let path = std::env::temp_dir().join(format!("seajay-{}.pgn", std::process::id()));
    std::fs::write(&path, "1. e4 *\n1. d4 *\n").unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(read_all(Reader::open(path).unwrap()), ["  e2e4 *", "  d2d4 *"]);
    std::fs::remove_file(path).unwrap();
    for missing in [path, std::env::temp_dir().to_str().unwrap(), ""] {
        let error = Reader::open(missing).err().expect("no file");
        assert_eq!(error.kind(), ErrorKind::Io);
        assert!(error.message().contains(missing), "{error}");
    }
}
