//! Finds the moves in movetext, among everything else that people and PGN files write.

use std::fmt;

use crate::error::excerpt;

/// The words of a movetext that are moves, one after the other.
///
/// Move numbers, marks, `$1`, `{comments}`, `; comments`, lines that begin with `%`,
/// `(variations)`, `e.p.`, the result, and tag pairs before the moves are skipped.
#[derive(Clone, Debug)]
pub struct Movetext<'a> {
    text: &'a str,
    /// The position in the text up to which it is read.
    at: usize,
    /// Whether a move has been read.
    has_moves: bool,
    /// Whether a result has been read.
    is_over: bool,
    /// The value of the tag `FEN`, if it has been read.
    fen: Option<&'a str>,
}

/// Why a movetext cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovetextError<'a> {
    /// The text ends inside a comment; the field is the text from its beginning.
    OpenComment(&'a str),
    /// The text ends inside a variation, given from its beginning.
    OpenVariation(&'a str),
    /// The text ends inside a tag pair, given from its beginning.
    OpenTag(&'a str),
    /// A closing bracket without an opening one.
    StrayBracket(char),
    /// A tag pair after the moves, given from its beginning.
    LateTag(&'a str),
    /// Text after the result.
    SecondGame(&'a str),
}

impl fmt::Display for MovetextError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, text) = match *self {
            MovetextError::OpenComment(text) => ("a comment is not closed", text),
            MovetextError::OpenVariation(text) => ("a variation is not closed", text),
            MovetextError::OpenTag(text) => ("a tag pair is not closed", text),
            MovetextError::StrayBracket(bracket) => {
                return write!(f, "unmatched \"{bracket}\"");
            }
            MovetextError::LateTag(text) => {
                ("a tag pair after the moves, where only one game is read", text)
            }
            MovetextError::SecondGame(text) => ("a second game begins after the result", text),
        };
        let line = text.lines().next().unwrap_or_default();
        write!(f, "{what}: \"{}\"", excerpt(line))
    }
}

impl<'a> Movetext<'a> {
    /// Reads a text from its beginning.
    pub fn new(text: &'a str) -> Movetext<'a> {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Movetext { text: &text[at..], at: 0, has_moves: false, is_over: false, fen: None }
    }

    /// The FEN of the start position, if a tag pair before the moves gives it.
    pub fn fen(mut self) -> Option<&'a str> {
        // An error in the first move does not matter here.
        let _ = self.next_move();
        self.fen
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips as many bytes of the rest as `length` says, or all of it.
    fn skip(&mut self, length: Option<usize>) {
        self.at = length.map_or(self.text.len(), |length| self.at + length);
    }

    fn skip_line(&mut self) {
        self.skip(self.rest().find(['\n', '\r']));
    }

    fn is_line_start(&self) -> bool {
        matches!(self.text[..self.at].bytes().next_back(), None | Some(b'\n' | b'\r'))
    }

    /// The next move; `None` at the end.
    fn next_move(&mut self) -> Result<Option<&'a str>, MovetextError<'a>> {
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return Ok(None) };
            match first {
                '%' if self.is_line_start() => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                '[' => self.skip_tag()?,
                '}' | ')' | ']' => return Err(MovetextError::StrayBracket(first)),
                '$' => self.skip(rest[1..].find(|c: char| !c.is_ascii_digit()).map(|n| n + 1)),
                _ => {
                    if let Some(word) = self.next_word()? {
                        return Ok(Some(word));
                    }
                }
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), MovetextError<'a>> {
        let end = self.rest().find('}').ok_or(MovetextError::OpenComment(self.rest()))?;
        self.skip(Some(end + 1));
        Ok(())
    }

    /// Skips a variation, with the variations and comments inside it.
    fn skip_variation(&mut self) -> Result<(), MovetextError<'a>> {
        let begin = self.rest();
        let mut depth = 0_usize;
        while let Some(next) = self.rest().chars().next() {
            match next {
                '%' if self.is_line_start() => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.skip_comment()?,
                _ => {
                    self.skip(Some(next.len_utf8()));
                    depth += usize::from(next == '(');
                    depth -= usize::from(next == ')');
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
        Err(MovetextError::OpenVariation(begin))
    }

    /// Skips `[Name "value"]`; the value may contain brackets, and quotes after a backslash.
    fn skip_tag(&mut self) -> Result<(), MovetextError<'a>> {
        let begin = self.rest();
        if self.is_over {
            return Err(MovetextError::SecondGame(begin));
        }
        if self.has_moves {
            return Err(MovetextError::LateTag(begin));
        }
        let (mut quoted, mut escaped) = (false, false);
        for (index, byte) in begin.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                b']' if !quoted => {
                    self.fen = self.fen.or_else(|| fen_of_tag(&begin[..index]));
                    self.skip(Some(index + 1));
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(MovetextError::OpenTag(begin))
    }

    /// The next word, if it is a move.
    fn next_word(&mut self) -> Result<Option<&'a str>, MovetextError<'a>> {
        let begin = self.rest();
        let word = &begin[..word_length(begin)];
        let number = number_length(word);
        let is_number = number > 0;
        self.skip(Some(if is_number { number } else { word.len() }));
        if !is_number && is_mark(word) {
            return Ok(None);
        }
        if self.is_over {
            return Err(MovetextError::SecondGame(begin));
        }
        if is_number {
            return Ok(None);
        }
        self.is_over = is_result(word);
        self.has_moves |= !self.is_over;
        Ok((!self.is_over).then_some(word))
    }
}

impl<'a> Iterator for Movetext<'a> {
    type Item = Result<&'a str, MovetextError<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_move().transpose();
        if let Some(Err(_)) = next {
            self.at = self.text.len();
        }
        next
    }
}

/// The value of a tag pair, given without its last bracket, if its name is `FEN`.
fn fen_of_tag(tag: &str) -> Option<&str> {
    let value = tag.strip_prefix('[')?.trim_start().strip_prefix("FEN")?.trim();
    value.strip_prefix('"')?.strip_suffix('"')
}

/// The length in bytes of the word that a text begins with, at least one.
fn word_length(text: &str) -> usize {
    let is_end = |c: char| c.is_whitespace() || "{}();[]$".contains(c);
    let end = text.find(is_end).unwrap_or(text.len());
    // The promotion may be in brackets: e8(Q).
    match text.as_bytes()[end..] {
        [b'(', letter, b')', ..] if end > 0 && letter.is_ascii_alphabetic() => {
            let marks = &text[end + 3..];
            end + 3 + marks.find(is_end).unwrap_or(marks.len())
        }
        _ => end,
    }
}

/// The length in bytes of the move number that a word begins with: `12.`, `1...`, `...`, or `12`
/// alone. In `0.5-0.5` there is none: no move begins with a digit but `0-0` and `0000`.
fn number_length(word: &str) -> usize {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = rest.trim_start_matches(['.', '…']);
    let may_follow = !behind.starts_with(|c: char| c.is_ascii_digit())
        || behind.starts_with("0-0")
        || behind == "0000"
        || is_result(behind);
    let is_number = behind.len() < rest.len() && may_follow || rest.is_empty() && word != "0000";
    if is_number { word.len() - behind.len() } else { 0 }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "1/2" | "½-½" | "*")
}

/// Whether a word is a mark such as `!?`, `+-` or `e.p.`, not a move. `--` is a null move.
fn is_mark(word: &str) -> bool {
    let is_symbol = |c: char| "!?+-=/#~".contains(c) || !c.is_ascii() && !c.is_alphanumeric();
    let bare = word.trim_end_matches(['!', '?', '+', '#']);
    word != "--" && word.chars().all(is_symbol) || matches!(bare, "e.p." | "ep")
}
