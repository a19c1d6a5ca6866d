//! Splits movetext, and PGN with its tag pairs, into tokens.
//!
//! The text is bytes, as files have them: UTF-8, and where it is not, code page 1252. Each token
//! is found by itself from its beginning, so that a long text need not be in memory as a whole.

use std::borrow::Cow;
use std::collections::TryReserveError;
use std::ops::Range;

/// A range of bytes in the text.
pub type Span = Range<usize>;

/// A part of a movetext or PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    /// `[Name "value"]`; the value with its escapes.
    Tag { name: Span, value: Span },
    /// Text that begins like a tag pair and is none; whether it has a name and a quotation mark.
    BadTag { is_named: bool },
    /// The text of `{a comment}` or `; a comment`.
    Comment(Span),
    /// A comment that is not closed before the text ends or the next game begins.
    OpenComment,
    /// `$1`; `None` for a number that is too large, or missing.
    Nag(Option<u8>),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A bracket that closes nothing.
    StrayBracket,
    /// A move number: `12.`, `1...`, or `12` alone.
    Number,
    /// A word of marks such as `!?`, `+-` or `e.p.`.
    Marks,
    /// The result of a game.
    Result(Outcome),
    /// Anything else, such as a move.
    Word,
    /// The end of the text.
    End,
}

/// The result of a game, as its record gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    WhiteWins,
    BlackWins,
    Draw,
    Unknown,
}

impl Outcome {
    /// The result as PGN writes it.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::WhiteWins => "1-0",
            Outcome::BlackWins => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Unknown => "*",
        }
    }

    /// Reads a text that is a result and nothing else.
    pub fn read(text: &str) -> Option<Outcome> {
        let text = text.trim().as_bytes();
        read_result(text).filter(|(_, length)| *length == text.len()).map(|(outcome, _)| outcome)
    }
}

/// How many bytes behind a token decide where it ends, at most.
pub const LOOKAHEAD: usize = 32;

/// The maximum length of text in brackets that is no tag pair.
pub const MAX_BAD_TAG: usize = 1024;

/// The first token from a byte of the text on, and where it lies.
pub fn next_token(text: &[u8], at: usize) -> (Token, Span) {
    let begin = skip_space(text, at);
    let Some(&first) = text.get(begin) else { return (Token::End, begin..begin) };
    let (token, end) = match first {
        b'{' => read_comment(text, begin),
        b';' => {
            let end = line_end(text, begin);
            (Token::Comment(begin + 1..end), end)
        }
        b'[' => read_tag(text, begin),
        b'(' => (Token::Open, begin + 1),
        b')' => (Token::Close, begin + 1),
        b'}' | b']' => (Token::StrayBracket, begin + 1),
        b'$' => read_nag(text, begin),
        _ => read_word(text, begin),
    };
    (token, begin..end)
}

/// Passes over moves and their numbers, and what is between them, if they end before a place and
/// one letter says what they are. Returns the end of the last one.
pub fn skip_moves(text: &[u8], mut at: usize, end: usize) -> usize {
    let text = &text[..end.max(at)];
    let skip = |at: usize, is: fn(u8) -> bool| {
        text[at..].iter().position(|&byte| !is(byte)).map_or(text.len(), |n| at + n)
    };
    loop {
        let begin = skip(at, |byte| matches!(byte, b' ' | b'\n' | b'\r'));
        let word_end = match text.get(begin) {
            Some(b'a'..=b'z' | b'A'..=b'Z') => skip(begin, |byte| !ENDS_MOVE[usize::from(byte)]),
            Some(b'0'..=b'9') => {
                let dot = skip(begin, |byte| byte.is_ascii_digit());
                let end = skip(dot, |byte| byte == b'.');
                if dot == end { return at } else { end }
            }
            _ => return at,
        };
        match text.get(word_end) {
            // A promotion in brackets, a letter that is not ASCII, a result behind a number.
            None | Some(b'(' | 0x80.. | b'0'..=b'9') => return at,
            Some(_) => at = word_end,
        }
    }
}

/// What ends a move or may be more of it, by the byte.
const ENDS_MOVE: [bool; 256] = {
    let mut ends = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = is_ascii_word_end(byte as u8) || byte >= 0x80;
        byte += 1;
    }
    ends
};

/// Whether a word ends before an ASCII letter.
const fn is_ascii_word_end(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0 | 0x1a)
        || matches!(byte, b'{' | b'}' | b'(' | b')' | b';' | b'[' | b']' | b'$')
}

/// The byte order mark, which files that were joined also have in their middle.
const BOM: &[u8] = "\u{feff}".as_bytes();

/// The first byte that is neither white space nor in a line escaped with `%`.
fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        at = match byte {
            b' ' | b'\t'..=b'\r' | 0 | 0x1a => at + 1,
            b'%' if is_line_start(text, at) => line_end(text, at),
            0x80.. => {
                let (letter, length) = char_at(&text[at..]);
                if !is_space(letter) {
                    return at;
                }
                at + length
            }
            _ => return at,
        };
    }
    at
}

fn is_line_start(text: &[u8], at: usize) -> bool {
    let before = text[..at].strip_suffix(BOM).unwrap_or(&text[..at]);
    matches!(before.last(), None | Some(b'\n' | b'\r'))
}

/// The end of the line, before its line break.
fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r')).map_or(text.len(), |n| at + n)
}

/// Whether a letter is white space, or nothing to read.
pub fn is_space(letter: char) -> bool {
    // The marks that set the direction of writing are nothing to read either.
    letter.is_whitespace()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{feff}')
}

/// A comment in braces. It is not closed where an empty line and then the first tag pair of a game
/// come before its end: the game ends there.
fn read_comment(text: &[u8], begin: usize) -> (Token, usize) {
    let mut at = begin + 1;
    loop {
        let stop = text[at..].iter().position(|byte| matches!(byte, b'}' | b'\n' | b'\r'));
        let Some(stop) = stop.map(|n| at + n) else { return (Token::OpenComment, text.len()) };
        if text[stop] == b'}' {
            return (Token::Comment(begin + 1..stop), stop + 1);
        }
        let is_line_empty = at > begin + 1 && text[at..stop].trim_ascii().is_empty();
        at = stop + 1 + usize::from(text[stop..].starts_with(b"\r\n"));
        if is_line_empty && text.get(at) == Some(&b'[') && tag_value(text, at).is_some() {
            return (Token::OpenComment, at);
        }
    }
}

/// Where the value of a tag pair begins, behind `[Name "`; and its name.
fn tag_value(text: &[u8], begin: usize) -> Option<(Span, usize)> {
    let skip = |at: usize, is: fn(u8) -> bool| {
        text[at..].iter().position(|&byte| !is(byte)).map_or(text.len(), |n| at + n)
    };
    let is_space = |byte| matches!(byte, b' ' | b'\t' | 0);
    let name = skip(begin + 1, is_space);
    let name_end = skip(name, is_tag_letter);
    let quote = skip(name_end, is_space);
    let is_tag = name < name_end && text.get(quote) == Some(&b'"');
    is_tag.then_some((name..name_end, quote + 1))
}

/// Whether a letter may be in the name of a tag.
pub fn is_tag_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte)
}

/// A tag pair, which ends with its line. A quotation mark before the bracket that closes it ends
/// its value, even one after a backslash if there is no other.
fn read_tag(text: &[u8], begin: usize) -> (Token, usize) {
    let Some((name, value)) = tag_value(text, begin) else {
        // Looking further would take too long where there are many brackets.
        let end = text.len().min(begin + MAX_BAD_TAG);
        let bracket = text[begin..end].iter().position(|byte| matches!(byte, b']' | b'\n' | b'\r'));
        let closes = |at: usize| begin + at + usize::from(text[begin + at] == b']');
        return (Token::BadTag { is_named: false }, bracket.map_or(end, closes));
    };
    let (mut last, mut bracket, mut is_escaped) = (None, None, false);
    for (at, &byte) in text.iter().enumerate().skip(value) {
        match byte {
            b'\n' | b'\r' => return ended_tag(name, value, last, bracket.map_or(at, |at| at + 1)),
            b'"' => {
                let spaces = text[at + 1..].iter().take_while(|byte| b" \t".contains(byte)).count();
                if text.get(at + 1 + spaces) == Some(&b']') {
                    last = Some((at, at + spaces + 2));
                    if !is_escaped {
                        break;
                    }
                }
            }
            b']' => bracket = Some(at),
            _ => {}
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    ended_tag(name, value, last, bracket.map_or(text.len(), |at| at + 1))
}

/// A tag pair whose line has been read: `close` is where its value and the tag pair end. If there
/// is none, no tag pair can be in the line, whose last bracket is at `end`.
fn ended_tag(
    name: Span,
    value: usize,
    close: Option<(usize, usize)>,
    end: usize,
) -> (Token, usize) {
    match close {
        Some((quote, end)) => (Token::Tag { name, value: value..quote }, end),
        None => (Token::BadTag { is_named: true }, end),
    }
}

fn read_nag(text: &[u8], begin: usize) -> (Token, usize) {
    let digits = text[begin + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let end = begin + 1 + digits;
    let number = std::str::from_utf8(&text[begin + 1..end]).ok();
    (Token::Nag(number.and_then(|number| number.parse().ok())), end)
}

fn read_word(text: &[u8], begin: usize) -> (Token, usize) {
    let rest = &text[begin..];
    if let Some((outcome, length)) = read_result(rest) {
        return (Token::Result(outcome), begin + length);
    }
    let length = word_length(rest);
    let number = number_length(&rest[..length]);
    if number > 0 {
        return (Token::Number, begin + number);
    }
    let token = if is_mark(&rest[..length]) { Token::Marks } else { Token::Word };
    (token, begin + length)
}

/// Whether a word ends before this text.
fn is_word_end(text: &[u8]) -> bool {
    match text.first() {
        None => true,
        Some(&byte @ ..0x80) => is_ascii_word_end(byte),
        Some(_) => is_space(char_at(text).0),
    }
}

/// The length in bytes of the word that a text begins with, at least one.
fn word_length(text: &[u8]) -> usize {
    let length = |text: &[u8]| {
        let mut at = 0;
        while !is_word_end(&text[at..]) {
            at += if text[at] < 0x80 { 1 } else { char_at(&text[at..]).1 };
        }
        at
    };
    let end = length(text).max(1);
    // The promotion may be in brackets: e8(Q).
    match text[end..] {
        [b'(', letter, b')', ref marks @ ..] if letter.is_ascii_alphabetic() => {
            end + 3 + length(marks)
        }
        _ => end,
    }
}

/// The length in bytes of the move number that a word begins with: `12.`, `1...`, `...`, or `12`
/// alone. In `0.7` there is none: no move begins with a digit but `0-0` and `0000`.
fn number_length(word: &[u8]) -> usize {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits;
    while let Some(&byte) = word.get(end) {
        end += match byte {
            b'.' => 1,
            0x80.. if char_at(&word[end..]).0 == '…' => char_at(&word[end..]).1,
            _ => break,
        };
    }
    let behind = &word[end..];
    let may_follow = !behind.first().is_some_and(u8::is_ascii_digit)
        || behind.starts_with(b"0-0")
        || behind == b"0000"
        || read_result(behind).is_some();
    let is_number = end > digits && may_follow || end == word.len() && word != b"0000";
    if is_number { end } else { 0 }
}

/// Whether a word is a mark such as `!?`, `+-` or `e.p.`, not a move. `--` is a null move.
fn is_mark(word: &[u8]) -> bool {
    /// No marks are longer.
    const MAX: usize = 24;
    if word.len() > MAX {
        return false;
    }
    let Ok(word) = decode(word) else { return false };
    let bare = word.trim_end_matches(['!', '?', '+', '#']);
    let is_null_move = || word.chars().all(is_dash) && word.chars().count() == 2;
    word.chars().all(is_symbol) && !is_null_move() || matches!(bare, "e.p." | "ep" | "N" | "D")
}

/// Whether a letter is a sign that may stand behind a move, or alone.
pub fn is_symbol(c: char) -> bool {
    "!?+-=/#~".contains(c) || !c.is_ascii() && !c.is_alphanumeric()
}

/// Whether a letter is a hyphen or one of the dashes that people write instead.
pub fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The result that a text begins with, and its length: `1-0`, `½–½`, `0 : 1`, `1/2`, `*`.
fn read_result(text: &[u8]) -> Option<(Outcome, usize)> {
    if text.first() == Some(&b'*') {
        return is_word_end(&text[1..]).then_some((Outcome::Unknown, 1));
    }
    let (white, length) = points(text)?;
    let may_be_alone = white == 1 && text[0] != b'0';
    if may_be_alone && is_word_end(&text[length..]) && between(&text[length..]).is_none() {
        return Some((Outcome::Draw, length));
    }
    let length = length + between(&text[length..])?;
    let (black, more) = points(&text[length..])?;
    let length = length + more;
    let outcome = match (white, black) {
        (2, 0) => Outcome::WhiteWins,
        (0, 2) => Outcome::BlackWins,
        (1, 1) => Outcome::Draw,
        _ => return None,
    };
    is_word_end(&text[length..]).then_some((outcome, length))
}

/// The points that a text begins with, in halves, and its length.
fn points(text: &[u8]) -> Option<(u32, usize)> {
    for half in ["1/2", "½", "0.5", "0,5"] {
        if text.starts_with(half.as_bytes()) {
            return Some((1, half.len()));
        }
    }
    match text.first()? {
        b'1' => Some((2, 1)),
        b'0' => Some((0, 1)),
        0xbd => Some((1, 1)),
        _ => None,
    }
}

/// The length of a dash or colon, with spaces around it.
fn between(text: &[u8]) -> Option<usize> {
    /// More spaces are no result.
    const MAX_SPACES: usize = 3;
    let spaces = |text: &[u8]| text.iter().take(MAX_SPACES).take_while(|&&b| b == b' ').count();
    let before = spaces(text);
    let rest = &text[before..];
    let (sign, length) = (!rest.is_empty()).then(|| char_at(rest))?;
    (is_dash(sign) || sign == ':').then(|| before + length + spaces(&rest[length..]))
}

/// The letter that a text begins with, and its length in bytes.
pub fn char_at(text: &[u8]) -> (char, usize) {
    let length = match text[0] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 1,
    };
    let letter = text.get(..length).and_then(|bytes| std::str::from_utf8(bytes).ok());
    match letter.and_then(|letter| letter.chars().next()) {
        Some(letter) => (letter, length),
        None => (code_page_1252(text[0]), 1),
    }
}

/// A text in UTF-8, or else in code page 1252.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, TryReserveError> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    /// No letter of the code page needs more bytes.
    const MAX_LETTER: usize = 3;
    let mut text = String::new();
    text.try_reserve_exact(MAX_LETTER * bytes.len())?;
    text.extend(bytes.iter().map(|&byte| code_page_1252(byte)));
    Ok(Cow::Owned(text))
}

/// The letter of a byte in code page 1252, which is Latin-1 with other letters from 0x80 to 0x9f.
fn code_page_1252(byte: u8) -> char {
    const SPECIAL: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => SPECIAL[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
