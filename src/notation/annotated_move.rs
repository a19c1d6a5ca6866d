//! A move in algebraic notation as people write it, and the marks behind it.

use super::tokens::{is_dash, is_symbol};

/// Room for a move in which figurines and dashes are replaced.
pub type MoveBuffer = [u8; 48];

/// A move as a movetext gives it, and the marks behind it.
#[derive(Clone, Copy)]
pub struct AnnotatedMove<'a> {
    /// The move, with letters for figurines and hyphens for dashes.
    pub text: &'a str,
    marks: &'a str,
}

impl<'a> AnnotatedMove<'a> {
    /// Splits a word, which is copied to the buffer if it is not ASCII.
    pub fn new(word: &'a str, buffer: &'a mut MoveBuffer) -> AnnotatedMove<'a> {
        let AnnotatedMove { marks: plain, .. } = AnnotatedMove::of_marks(word, buffer);
        let mut text = plain;
        loop {
            let shorter = without_mark(text);
            if shorter.len() == text.len() {
                return AnnotatedMove { text, marks: &plain[text.len()..] };
            }
            text = shorter;
        }
    }

    /// A word that is only marks.
    pub fn of_marks(word: &'a str, buffer: &'a mut MoveBuffer) -> AnnotatedMove<'a> {
        let marks = if word.is_ascii() { word } else { replace(word, buffer).unwrap_or(word) };
        AnnotatedMove { text: "", marks }
    }

    /// The marks as numeric annotation glyphs; what is none is passed over.
    pub fn nags(self) -> impl Iterator<Item = u8> + 'a {
        let mut marks = self.marks;
        std::iter::from_fn(move || {
            loop {
                let first = marks.chars().next()?;
                let glyph = GLYPHS.iter().find(|(glyph, _)| marks.starts_with(glyph));
                marks = &marks[glyph.map_or(first.len_utf8(), |(glyph, _)| glyph.len())..];
                if let Some((_, nag)) = glyph {
                    return Some(*nag);
                }
            }
        })
    }

    pub fn is_null_move(self) -> bool {
        matches!(self.text, "Z0" | "0000" | "@@@@")
            || self.text.is_empty() && self.marks.starts_with("--")
    }
}

/// Replaces figurines by letters and dashes by hyphens, if the buffer has room.
fn replace<'a>(word: &str, buffer: &'a mut MoveBuffer) -> Option<&'a str> {
    let mut length = 0;
    for c in word.chars() {
        let plain = match c {
            '♔' | '♚' => 'K',
            '♕' | '♛' => 'Q',
            '♖' | '♜' => 'R',
            '♗' | '♝' => 'B',
            '♘' | '♞' => 'N',
            '♙' | '♟' => 'P',
            // Says how the figurine before it is drawn.
            '\u{fe0e}' | '\u{fe0f}' => continue,
            _ if is_dash(c) => '-',
            _ => c,
        };
        let room = buffer.get_mut(length..length + plain.len_utf8())?;
        plain.encode_utf8(room);
        length += plain.len_utf8();
    }
    std::str::from_utf8(&buffer[..length]).ok()
}

/// A word without some of the marks at its end.
fn without_mark(word: &str) -> &str {
    let text = word.trim_end_matches(is_symbol);
    let text = ["e.p.", "ep"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
    match text.as_bytes() {
        // A pawn on the last rank becomes a knight: e8N.
        [b'a'..=b'h', .., b'1' | b'8', b'N'] => text,
        [.., b'1'..=b'8' | b'O' | b'0' | b')' | b'!' | b'?' | b'+' | b'#', b'N' | b'D'] => {
            &text[..text.len() - 1]
        }
        _ => text,
    }
}

/// The glyphs and their numbers; of two that begin alike, the longer one comes first. Signs of
/// check have none, and are here where another glyph begins with them.
const GLYPHS: [(&str, u8); 37] = [
    ("!!", 3),
    ("!?", 5),
    ("!", 1),
    ("??", 4),
    ("?!", 6),
    ("?", 2),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=/+", 15),
    ("=+", 15),
    ("=/∞", 44),
    ("=∞", 44),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("+/=", 14),
    ("+=", 14),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("∆", 140),
    ("⌓", 142),
    ("N", 146),
    ("D", 220),
];
