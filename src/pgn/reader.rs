//! Reads games from PGN, one after the other.

use std::io::Read;

use crate::error::{Error, ErrorKind, excerpt};
use crate::game::Game;
use crate::notation::{AnnotatedMove, Span, Token, decode, parse_annotated};
use crate::pgn::input::{Input, MAX_GAME, Next};
use crate::pgn::record::{Fault, Record};
use crate::pgn::text::no_memory;
use crate::pgn::variations::{
    Variations, illegal_word, no_move_before, open_comment, open_variation, stray_bracket,
};

/// Reads games from PGN, one after the other: an iterator over games with their records.
///
/// A game ends at its result, at a tag pair after its moves, at a tag that it has already, or with
/// the text. Text and comments between games are passed over. A game that cannot be read to its
/// end is given up to its [`Fault`], and the next one is read all the same. No more than one game
/// of a file is in memory.
pub struct Reader {
    input: Input,
    /// While the rest of a game that is too large is passed over: whether its last line was empty.
    large_game: Option<bool>,
    /// The game that is read, and what belongs to it.
    game: Game,
    record: Record,
    variations: Variations,
    state: State,
}

/// What has been read of a game.
#[derive(Clone, Copy, Default)]
struct State {
    has_tags: bool,
    /// Whether the game stands at its start position, since there are no more tags.
    is_set_up: bool,
    /// Whether the rest of the game is passed over, after a fault.
    has_failed: bool,
    /// How many open brackets of variations that are passed over there are.
    skipped: usize,
    /// Whether the variation that is open is passed over, after a fault in it.
    is_variation_over: bool,
    /// Whether the text begins with a move number, and is no heading for that reason.
    is_numbered: bool,
    /// Whether the text may be a heading: it does not begin with a move.
    may_be_heading: bool,
    /// Where the outermost open variation and two tags begin, from the beginning of the game.
    variation: usize,
    fen_tag: usize,
    variant_tag: usize,
}

/// What a token means for the game.
enum Step {
    GoOn,
    /// The game ends with this token.
    EndsHere,
    /// The game ends before this token.
    EndedBefore,
}

impl Reader {
    fn new(input: Input) -> Reader {
        Reader {
            input,
            large_game: None,
            game: Game::new(),
            record: Record::new(),
            variations: Variations::default(),
            state: State::default(),
        }
    }

    /// Reads a text in memory, which is copied. It is UTF-8; what is not is read as code page 1252.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`].
    pub fn from_text(text: &[u8]) -> Result<Reader, Error> {
        Ok(Reader::new(Input::from_text(text)?))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`ErrorKind::Io`].
    pub fn open(path: &str) -> Result<Reader, Error> {
        Ok(Reader::new(Input::open(path)?))
    }

    /// Reads from any source, such as standard input.
    pub fn from_source(source: impl Read + Send + 'static) -> Reader {
        Reader::new(Input::from_source(Box::new(source)))
    }

    /// Reads the next game and its record, or returns `false` at the end of the text. The game
    /// keeps its way to write castling.
    ///
    /// # Errors
    /// [`ErrorKind::Io`], [`ErrorKind::OutOfMemory`]. Game and record are as before, and the next
    /// call reads the same game again. What is wrong with the text is no error of the call but the
    /// record's [`Fault`].
    pub fn read(&mut self, game: &mut Game, record: &mut Record) -> Result<bool, Error> {
        let has_game = self.read_game().inspect_err(|_| self.input.rewind())?;
        if has_game {
            self.game.write_as(game);
            std::mem::swap(game, &mut self.game);
            std::mem::swap(record, &mut self.record);
        }
        Ok(has_game)
    }

    fn read_game(&mut self) -> Result<bool, Error> {
        if let Some(is_line_empty) = &mut self.large_game {
            self.input.skip_to_tag(is_line_empty)?;
            self.large_game = None;
        }
        loop {
            self.input.begin_next_game();
            self.begin_game();
            let is_end = self.read_tokens()?;
            if self.is_game() || is_end && self.record.fault().is_some() {
                return Ok(true);
            }
            if is_end {
                return Ok(false);
            }
        }
    }

    /// Forgets the last game, before the next one is read.
    fn begin_game(&mut self) {
        self.game = Game::new();
        self.record.clear();
        self.variations.clear();
        self.state = State::default();
    }

    /// Whether what has been read is a game, rather than text between games.
    fn is_game(&self) -> bool {
        self.state.has_tags || self.game.ply_count() > 0 || self.record.has_marker()
    }

    /// Reads the tokens of a game; returns whether the text ends with it.
    fn read_tokens(&mut self) -> Result<bool, Error> {
        loop {
            let (token, span) = match self.input.next()? {
                Next::Token(token, span) => (token, span),
                Next::TooLarge(span) => {
                    let mib = MAX_GAME >> 20;
                    let what = format_args!("the game is larger than {mib} MiB");
                    self.fault(span.start, Error::new(ErrorKind::InvalidPgn, what))?;
                    self.state.has_tags = true;
                    self.large_game = Some(false);
                    return Ok(false);
                }
            };
            let begin = span.start;
            match self.take(token, span)? {
                Step::GoOn => {}
                Step::EndsHere => {
                    self.end_game()?;
                    return Ok(self.input.is_at_end());
                }
                Step::EndedBefore => {
                    self.end_game()?;
                    self.input.go_back(begin);
                    return Ok(false);
                }
            }
        }
    }

    fn take(&mut self, token: Token, span: Span) -> Result<Step, Error> {
        match token {
            Token::Tag { name, value } => self.take_tag(span.start, Some((name, value))),
            Token::BadTag { is_named } if is_named || !self.state.is_set_up => {
                self.take_tag(span.start, None)
            }
            Token::BadTag { .. } => {
                // Among moves it is only a bracket.
                let bracket = span.start..span.start + 1;
                self.input.go_back(bracket.end);
                self.take_movetext(&Token::StrayBracket, bracket)
            }
            Token::OpenComment => {
                self.fault(span.start, open_comment())?;
                Ok(Step::EndsHere)
            }
            Token::End => Ok(Step::EndsHere),
            _ => self.take_movetext(&token, span),
        }
    }

    /// Takes a tag pair, or one that is malformed.
    fn take_tag(&mut self, begin: usize, tag: Option<(Span, Span)>) -> Result<Step, Error> {
        let has_moves = self.game.ply_count() > 0;
        let name = tag.as_ref().map(|(name, _)| decode(&self.input.text()[name.clone()]));
        let name = name.transpose().map_err(no_memory)?;
        let is_known = name.as_ref().is_some_and(|name| self.record.tag(name).is_some());
        let ends = if self.state.has_tags { self.state.is_set_up || is_known } else { has_moves };
        if ends || self.is_in_variation() {
            return Ok(Step::EndedBefore);
        }
        if !self.state.has_tags {
            // What stands above the first tag is no game, and none of this one's.
            self.begin_game();
            self.input.begin_game(begin);
            self.state.has_tags = true;
        }
        let Some((name, value)) = tag else {
            self.fault(begin, bad_tag())?;
            return Ok(Step::GoOn);
        };
        let text = self.input.text();
        let (name, value) = (decode(&text[name]), decode(&text[value]));
        let (name, value) = (name.map_err(no_memory)?, value.map_err(no_memory)?);
        let place = begin - self.input.game();
        match &*name {
            "FEN" => self.state.fen_tag = place,
            "Variant" => self.state.variant_tag = place,
            _ => {}
        }
        self.record.push_tag(&name, &value)?;
        Ok(Step::GoOn)
    }

    fn take_movetext(&mut self, token: &Token, span: Span) -> Result<Step, Error> {
        let begin = span.start;
        match token {
            Token::Comment(_) | Token::Nag(_) | Token::Marks | Token::Number => {}
            _ => self.set_up()?,
        }
        let State { has_failed, skipped, is_variation_over, may_be_heading, .. } = self.state;
        let is_passed_over = has_failed || skipped > 0 || is_variation_over;
        match token {
            Token::Result(_) if self.is_in_variation() || may_be_heading => {}
            Token::Result(outcome) => {
                self.record.set_marker(*outcome);
                return Ok(Step::EndsHere);
            }
            Token::Open if is_passed_over => self.state.skipped += 1,
            Token::Close if skipped > 0 => self.state.skipped -= 1,
            Token::Close if self.variations.is_open() => self.close_variation()?,
            _ if is_passed_over => {}
            _ if self.variations.is_open() => {
                if let Err(error) = self.variations.take(self.input.text(), token, span) {
                    self.fault(begin, error)?;
                    self.state.skipped = usize::from(*token == Token::Open);
                    self.state.is_variation_over = *token != Token::Open;
                }
            }
            Token::Open if self.game.ply_count() == 0 => {
                self.fault(begin, no_move_before())?;
                self.state.skipped = 1;
            }
            Token::Open => {
                self.variations.open(self.game.position_after(self.game.ply_count() - 1))?;
                self.state.variation = begin - self.input.game();
            }
            Token::Word => self.play(span)?,
            Token::Number => {
                let has_dot = !self.input.text()[span].last().is_some_and(u8::is_ascii_digit);
                self.state.is_numbered |= has_dot;
            }
            Token::Comment(_) | Token::Nag(_) | Token::Marks => self.note(token, span)?,
            _ => {
                let error = stray_bracket(&self.input.text()[span]);
                self.fault(begin, error)?;
                self.state.has_failed = true;
            }
        }
        Ok(Step::GoOn)
    }

    /// Whether a bracket of a variation is open.
    fn is_in_variation(&self) -> bool {
        self.variations.is_open() || self.state.skipped > 0
    }

    /// Makes the start position that the tags give, once there are no more of them.
    fn set_up(&mut self) -> Result<(), Error> {
        if self.state.is_set_up {
            return Ok(());
        }
        self.state.is_set_up = true;
        let variant = self.record.tag("Variant").map_or(Ok(Variant::Standard), read_variant);
        let fen = self.record.tag("FEN").filter(|fen| !fen.trim().is_empty());
        let (place, error) = match (variant, fen.map(Game::from_fen_of_file).transpose()) {
            (Ok(variant), Ok(game)) => {
                self.game = game.unwrap_or_default();
                if variant == Variant::Chess960 {
                    self.game.make_chess960();
                }
                return Ok(());
            }
            (Err(error), _) => (self.state.variant_tag, error),
            (_, Err(error)) => (self.state.fen_tag, error),
        };
        self.state.has_failed = true;
        self.fault(self.input.game() + place, error)
    }

    /// Plays the move of a word in the game.
    fn play(&mut self, span: Span) -> Result<(), Error> {
        let begin = span.start;
        let text = decode(&self.input.text()[span]).map_err(no_memory)?;
        let mut buffer = [0; _];
        let word = AnnotatedMove::new(&text, &mut buffer);
        match parse_annotated(self.game.position(), word) {
            Ok(m) => {
                self.game.push(m)?;
                let ply = self.game.ply_count();
                word.nags().try_for_each(|nag| self.record.push_nag(ply, nag))
            }
            Err(reason) => {
                let error = illegal_word(&text, &reason, self.game.position());
                let State { has_tags, is_numbered, .. } = self.state;
                let is_first = self.game.ply_count() == 0;
                self.state.may_be_heading = is_first && !has_tags && !is_numbered;
                self.state.has_failed = true;
                self.fault(begin, error)
            }
        }
    }

    /// Takes a comment or NAG of the game.
    fn note(&mut self, token: &Token, span: Span) -> Result<(), Error> {
        let (text, ply) = (self.input.text(), self.game.ply_count());
        match token {
            Token::Comment(comment) => {
                let comment = decode(&text[comment.clone()]).map_err(no_memory)?;
                self.record.push_comment(ply, &comment)
            }
            Token::Nag(Some(nag)) => self.record.push_nag(ply, *nag),
            Token::Marks => {
                let marks = decode(&text[span]).map_err(no_memory)?;
                let mut buffer = [0; _];
                let mut nags = AnnotatedMove::of_marks(&marks, &mut buffer).nags();
                nags.try_for_each(|nag| self.record.push_nag(ply, nag))
            }
            _ => Ok(()),
        }
    }

    /// Closes the innermost variation, and keeps the outermost one.
    fn close_variation(&mut self) -> Result<(), Error> {
        self.state.is_variation_over = false;
        match self.variations.close()? {
            Some(text) if !text.is_empty() => {
                self.record.push_variation(self.game.ply_count(), text)
            }
            _ => Ok(()),
        }
    }

    /// Ends a game with the tokens so far.
    fn end_game(&mut self) -> Result<(), Error> {
        self.set_up()?;
        if self.is_in_variation() {
            self.fault(self.input.game() + self.state.variation, open_variation())?;
        }
        self.state.skipped = 0;
        while self.variations.is_open() {
            self.close_variation()?;
        }
        Ok(())
    }

    /// Keeps what is wrong at a place in the text, if it is the first fault of the game. That
    /// memory is exhausted is an error of the call.
    fn fault(&mut self, at: usize, error: Error) -> Result<(), Error> {
        if error.kind() == ErrorKind::OutOfMemory {
            return Err(error);
        }
        if self.record.fault().is_none() {
            let (offset, line) = self.input.place(at);
            let error = Error::new(error.kind(), format_args!("line {line}: {error}"));
            self.record.set_fault(Fault { error, offset, line, ply: self.game.ply_count() });
        }
        Ok(())
    }
}

impl Iterator for Reader {
    type Item = Result<(Game, Record), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut game, mut record) = (Game::new(), Record::new());
        match self.read(&mut game, &mut record) {
            Ok(true) => Some(Ok((game, record))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// The chess that a game is of.
#[derive(PartialEq)]
enum Variant {
    Standard,
    Chess960,
}

/// Reads the tag `Variant`.
fn read_variant(value: &str) -> Result<Variant, Error> {
    let letters = value.chars().filter(|c| c.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    match name.as_str() {
        "" | "standard" | "chess" | "classical" | "normal" | "orthodox" | "regular"
        | "fromposition" | "standardchess" | "illegal" => Ok(Variant::Standard),
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "frc" | "chess9lx" | "freestyle" | "freestylechess" => {
            Ok(Variant::Chess960)
        }
        _ => {
            let value = excerpt(value);
            let what =
                format_args!("the variant \"{value}\" is neither standard chess nor Chess960");
            Err(Error::new(ErrorKind::InvalidPgn, what))
        }
    }
}

/// The error for text in brackets that is no tag pair.
fn bad_tag() -> Error {
    Error::new(ErrorKind::InvalidPgn, format_args!("not a tag pair such as [Name \"value\"]"))
}
