//! Finds the moves in movetext, among everything else that people and PGN files write.

use std::fmt;

use super::tokens::{Span, Token, next_token};
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
    /// The text ends inside a comment, or the next game begins; the field is the text from the
    /// comment's beginning.
    OpenComment(&'a str),
    /// The text ends inside a variation, given from its beginning.
    OpenVariation(&'a str),
    /// Text in brackets that is no tag pair, given from its beginning.
    BadTag(&'a str),
    /// A bracket without the one that belongs to it.
    StrayBracket(&'a str),
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
            MovetextError::BadTag(text) => ("not a tag pair such as [Name \"value\"]", text),
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
        Movetext { text, at: 0, has_moves: false, is_over: false, fen: None }
    }

    /// The FEN of the start position, if a tag pair before the moves gives it.
    pub fn fen(mut self) -> Option<&'a str> {
        // An error in the first move does not matter here.
        let _ = self.next_move();
        self.fen
    }

    fn next_token(&mut self) -> (Token, Span) {
        let (token, span) = next_token(self.text.as_bytes(), self.at);
        self.at = span.end;
        (token, span)
    }

    /// The next move; `None` at the end.
    fn next_move(&mut self) -> Result<Option<&'a str>, MovetextError<'a>> {
        loop {
            let (token, span) = self.next_token();
            let rest = &self.text[span.start..];
            let adds_moves =
                matches!(token, Token::Tag { .. } | Token::Number | Token::Result(_) | Token::Word);
            if self.is_over && adds_moves {
                return Err(MovetextError::SecondGame(rest));
            }
            match token {
                Token::Comment(_) | Token::Nag(_) | Token::Number | Token::Marks => {}
                Token::Tag { .. } if self.has_moves => return Err(MovetextError::LateTag(rest)),
                Token::Tag { name, value } => {
                    let fen = (&self.text[name] == "FEN").then(|| &self.text[value]);
                    self.fen = self.fen.or(fen);
                }
                Token::BadTag { .. } => return Err(MovetextError::BadTag(rest)),
                Token::OpenComment => return Err(MovetextError::OpenComment(rest)),
                Token::Open => self.skip_variation(rest)?,
                Token::Close | Token::StrayBracket => {
                    return Err(MovetextError::StrayBracket(&self.text[span]));
                }
                Token::Result(_) => self.is_over = true,
                Token::Word => {
                    self.has_moves = true;
                    return Ok(Some(&self.text[span]));
                }
                Token::End => return Ok(None),
            }
        }
    }

    /// Skips a variation whose bracket has been read, with the variations and comments inside it;
    /// `begin` is the text from its bracket on.
    fn skip_variation(&mut self, begin: &'a str) -> Result<(), MovetextError<'a>> {
        let mut depth = 1_usize;
        while depth > 0 {
            let (token, span) = self.next_token();
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                Token::OpenComment => {
                    return Err(MovetextError::OpenComment(&self.text[span.start..]));
                }
                Token::Tag { .. } | Token::BadTag { is_named: true } | Token::End => {
                    return Err(MovetextError::OpenVariation(begin));
                }
                // Only a bracket here.
                Token::BadTag { .. } => self.at = span.start + 1,
                _ => {}
            }
        }
        Ok(())
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
