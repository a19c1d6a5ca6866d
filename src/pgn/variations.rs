//! Variations: read, checked against the rules, and kept as movetext in one spelling.

use shakmaty::{Chess, Color, EnPassantMode, Position as _};

use crate::error::{Error, ErrorKind, excerpt};
use crate::game::{push_number, push_numbered, push_word};
use crate::notation::{
    AnnotatedMove, Reason, Span, Token, decode, from_setup, illegal_move, next_token,
    parse_annotated,
};
use crate::pgn::text::{join_comment, no_memory, push_comment, push_nag};

/// The maximum number of variations inside each other.
const MAX_LEVELS: usize = 64;

/// A variation that is being read, with those inside it.
#[derive(Default)]
pub struct Variations {
    /// The open variations, each inside the one before it.
    levels: Vec<Level>,
    /// The movetext of the outermost one.
    text: String,
}

/// An open variation.
struct Level {
    /// The position after its last move, and before it.
    position: Chess,
    before: Option<Chess>,
    /// Whether the next move is written with its number, though Black's.
    needs_number: bool,
}

impl Variations {
    /// Whether a variation is open.
    pub fn is_open(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.levels.clear();
        self.text.clear();
    }

    /// Opens a variation that begins with a position.
    pub fn open(&mut self, position: Chess) -> Result<(), Error> {
        if self.levels.len() == MAX_LEVELS {
            let what = format_args!("more than {MAX_LEVELS} variations inside each other");
            return Err(Error::new(ErrorKind::InvalidPgn, what));
        }
        self.levels.try_reserve(1).map_err(no_memory)?;
        self.levels.push(Level { position, before: None, needs_number: true });
        Ok(())
    }

    /// Closes the innermost variation; returns the movetext of the outermost one.
    pub fn close(&mut self) -> Result<Option<String>, Error> {
        self.levels.pop();
        let Some(outer) = self.levels.last_mut() else {
            return Ok(Some(std::mem::take(&mut self.text)));
        };
        if self.text.ends_with('(') {
            // There is nothing in it that could be kept.
            self.text.pop();
            self.text.truncate(self.text.trim_end_matches(' ').len());
            return Ok(None);
        }
        outer.needs_number = true;
        self.text.try_reserve(1).map_err(no_memory)?;
        self.text.push(')');
        Ok(None)
    }

    /// Takes a token of the innermost variation, other than the one that closes it. An error says
    /// what is wrong with it, or that memory is exhausted.
    pub fn take(&mut self, text: &[u8], token: &Token, span: Span) -> Result<(), Error> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        match token {
            Token::Open => {
                let Some(before) = level.before.clone() else { return Err(no_move_before()) };
                self.open(before)?;
                push_word(&mut self.text, "(")
            }
            Token::Word => self.play(&decode(&text[span]).map_err(no_memory)?),
            Token::Marks => {
                let marks = decode(&text[span]).map_err(no_memory)?;
                let mut buffer = [0; _];
                let mut nags = AnnotatedMove::of_marks(&marks, &mut buffer).nags();
                nags.try_for_each(|nag| push_nag(&mut self.text, nag))
            }
            Token::Nag(Some(nag)) => push_nag(&mut self.text, *nag),
            Token::Comment(comment) => {
                let mut tidy = String::new();
                join_comment(&mut tidy, &decode(&text[comment.clone()]).map_err(no_memory)?)?;
                level.needs_number |= !tidy.is_empty();
                push_comment(&mut self.text, &tidy)
            }
            Token::StrayBracket => Err(stray_bracket(&text[span])),
            _ => Ok(()),
        }
    }

    /// Plays a move in the innermost variation. Null moves are played where the rules of check
    /// allow to pass.
    fn play(&mut self, word: &str) -> Result<(), Error> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        let (position, text) = (&level.position, &mut self.text);
        let mut buffer = [0; _];
        let read = AnnotatedMove::new(word, &mut buffer);
        let passed = if read.is_null_move() { pass(position) } else { None };
        let next = match passed {
            Some(passed) => {
                push_number(text, position, level.needs_number)?;
                push_word(text, "--")?;
                passed
            }
            None => {
                let m = parse_annotated(position, read)
                    .map_err(|reason| illegal_word(word, &reason, position))?;
                push_numbered(text, position, m, level.needs_number)?;
                let mut next = position.clone();
                next.play_unchecked(m);
                next
            }
        };
        level.before = Some(std::mem::replace(&mut level.position, next));
        level.needs_number = false;
        read.nags().try_for_each(|nag| push_nag(text, nag))
    }
}

/// The position after a null move, if the side to move is not in check.
fn pass(position: &Chess) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    if setup.turn == Color::White {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    from_setup(setup).ok()
}

/// The movetext of a variation that begins with a position, in one spelling.
pub fn read(position: Chess, movetext: &str) -> Result<String, Error> {
    let text = movetext.as_bytes();
    let mut variations = Variations::default();
    variations.open(position)?;
    let mut at = 0;
    loop {
        let (token, span) = next_token(text, at);
        at = span.end;
        match token {
            Token::End => break,
            Token::Close if variations.levels.len() > 1 => drop(variations.close()?),
            Token::Close => return Err(stray_bracket(&text[span])),
            Token::OpenComment => return Err(open_comment()),
            Token::Tag { .. } | Token::BadTag { .. } => return Err(stray_bracket(b"[")),
            _ => variations.take(text, &token, span)?,
        }
    }
    if variations.levels.len() > 1 {
        return Err(open_variation());
    }
    if variations.levels.iter().all(|level| level.before.is_none()) {
        let what = format_args!("there is no move in \"{}\"", excerpt(movetext));
        return Err(Error::new(ErrorKind::InvalidArgument, what));
    }
    Ok(variations.text)
}

/// The error for a word that is not a legal move.
pub fn illegal_word(word: &str, reason: &Reason, position: &Chess) -> Error {
    let number = position.fullmoves();
    let dots = position.turn().fold_wb(".", "...");
    illegal_move(format_args!("move {number}{dots}"), word, reason, position)
}

/// The error for a variation that replaces nothing.
pub fn no_move_before() -> Error {
    Error::new(ErrorKind::InvalidPgn, format_args!("a variation before there is a move"))
}

/// The error for a variation that the text or the next game ends.
pub fn open_variation() -> Error {
    Error::new(ErrorKind::InvalidPgn, format_args!("a variation is not closed"))
}

/// The error for a comment that the text or the next game ends.
pub fn open_comment() -> Error {
    Error::new(ErrorKind::InvalidPgn, format_args!("a comment is not closed"))
}

/// The error for a bracket without the one that belongs to it.
pub fn stray_bracket(bracket: &[u8]) -> Error {
    let bracket = bracket.first().copied().map_or(' ', char::from);
    Error::new(ErrorKind::InvalidPgn, format_args!("unmatched \"{bracket}\""))
}
