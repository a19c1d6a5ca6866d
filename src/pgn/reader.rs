//! Reads games from PGN, one after the other.

use std::io::Read;
use std::path::Path;

use crate::error::{Error, ErrorKind};
use crate::game::Game;
use crate::notation::{AnnotatedMove, Span, Token, decode, parse_annotated};
use crate::pgn::input::{Input, MAX_GAME, Next, has_empty_line};
use crate::pgn::record::{Fault, Record};
use crate::pgn::text::no_memory;
use crate::pgn::variations::{
    Variations, illegal_word, no_move_before, open_comment, open_variation, stray_bracket,
};

/// Reads games from PGN, one after the other: an iterator over games with their records.
///
/// A game ends at its result, at a tag pair after its moves, with the text, or before the tags
/// behind an empty line if one of them is there already; one without tags also where move numbers
/// fall back to 1. Text and comments between games are passed over. A game that cannot be read to its
/// end is given up to its [`Fault`], and the next one is read all the same. No more than one game
/// of a file is in memory.
pub struct Reader {
    input: Input,
    /// While the rest of a game that is too large is passed over: whether its last line was empty.
    large_game: Option<bool>,
    /// Whether moves are passed over.
    skips_moves: bool,
    /// Where the last game that was read begins in the text.
    offset: Option<u64>,
    /// Where the game ends, from its beginning, once that is known from a tag further on.
    end: Option<usize>,
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
    /// How many words there are outside variations.
    words: usize,
    /// Where the last token ends, and where the tags behind the last empty line begin, both from
    /// the beginning of the game; and how many tags are before these.
    token_end: usize,
    last_tags: usize,
    earlier_tags: usize,
    /// Whether an empty line has been passed since the last tag.
    is_line_empty: bool,
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
    /// The game ends before the tags behind the last empty line.
    EndsBeforeLastTags,
}

impl Reader {
    fn new(input: Input) -> Reader {
        Reader {
            input,
            large_game: None,
            skips_moves: false,
            offset: None,
            end: None,
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
    pub fn open(path: impl AsRef<Path>) -> Result<Reader, Error> {
        Ok(Reader::new(Input::open(path.as_ref())?))
    }

    /// Reads from any source, such as standard input.
    pub fn from_reader(source: impl Read + Send + 'static) -> Reader {
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
        let has_game = self.read_game()?;
        if has_game {
            self.game.write_as(game);
            std::mem::swap(game, &mut self.game);
            std::mem::swap(record, &mut self.record);
        }
        Ok(has_game)
    }

    /// Passes over the next game, or returns `false` at the end of the text. Of its record only the
    /// tags and the result are read, and no faults of moves are found: so a list of the games of a
    /// large file is made much faster than by reading them.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn skip_game(&mut self, record: &mut Record) -> Result<bool, Error> {
        self.skips_moves = true;
        let has_game = self.read_game();
        self.skips_moves = false;
        if has_game.as_ref().is_ok_and(|&has_game| has_game) {
            self.record.clear_notes();
            std::mem::swap(record, &mut self.record);
        }
        has_game
    }

    /// Where the last game that was read or passed over begins, in bytes from the beginning of the
    /// text; `None` before the first.
    pub fn offset(&self) -> Option<u64> {
        self.offset
    }

    /// Goes to a place in the text, where the next game begins. The lines of faults count from
    /// there.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a source that can only be read from its beginning to its
    /// end, such as a pipe.
    pub fn seek(&mut self, offset: u64) -> Result<(), Error> {
        self.input.seek(offset)?;
        self.large_game = None;
        Ok(())
    }

    /// Reads the next game; after an error it is read again.
    fn read_game(&mut self) -> Result<bool, Error> {
        let has_game = self.find_game().inspect_err(|_| self.input.rewind())?;
        if has_game {
            self.offset = Some(self.input.game_offset());
        }
        Ok(has_game)
    }

    fn find_game(&mut self) -> Result<bool, Error> {
        if let Some(is_line_empty) = &mut self.large_game {
            self.input.skip_to_tag(is_line_empty)?;
            self.large_game = None;
        }
        if self.input.is_utf16()? {
            self.begin_game();
            self.fault(0, utf16())?;
            self.input.skip_all();
            return Ok(true);
        }
        loop {
            self.input.begin_next_game();
            self.begin_game();
            self.end = None;
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
            if self.skips_moves && self.state.has_tags && self.state.is_set_up {
                self.input.skip_moves();
            }
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
            let Span { start: begin, end } = span;
            let step = match self.end {
                Some(end) if begin == self.input.game() + end => Step::EndedBefore,
                _ => self.take(token, span)?,
            };
            match step {
                Step::GoOn => self.state.token_end = end - self.input.game(),
                Step::EndsBeforeLastTags => {
                    // Without what has been read of the next game.
                    self.end = Some(self.state.last_tags);
                    self.input.rewind();
                    self.begin_game();
                }
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
        let ends = if self.state.has_tags { self.state.is_set_up } else { has_moves };
        if ends || self.is_in_variation() {
            return Ok(Step::EndedBefore);
        }
        if !self.state.has_tags {
            // What stands above the first tag is no game, and none of this one's.
            self.begin_game();
            self.input.begin_game(begin);
            self.state.has_tags = true;
        }
        let place = begin - self.input.game();
        self.look_for_empty_line(begin);
        if std::mem::take(&mut self.state.is_line_empty) {
            (self.state.last_tags, self.state.earlier_tags) = (place, self.record.tags().len());
        }
        let Some((name, value)) = tag else {
            self.fault(begin, bad_tag())?;
            return Ok(Step::GoOn);
        };
        let text = self.input.text();
        let (name, value) = (decode(&text[name]), decode(&text[value]));
        let (name, value) = (name.map_err(no_memory)?, value.map_err(no_memory)?);
        if self.record.tag_index(&name).is_some_and(|index| index < self.state.earlier_tags) {
            return Ok(Step::EndsBeforeLastTags);
        }
        match &*name {
            "FEN" => self.state.fen_tag = place,
            "Variant" => self.state.variant_tag = place,
            _ => {}
        }
        self.record.set_escaped_tag(&name, &value)?;
        Ok(Step::GoOn)
    }

    /// Keeps in mind that there is an empty line before a token among the tags.
    fn look_for_empty_line(&mut self, begin: usize) {
        if self.state.is_set_up {
            return;
        }
        let last_token = self.input.game() + self.state.token_end;
        self.state.is_line_empty |= has_empty_line(&self.input.text()[last_token..begin]);
    }

    fn take_movetext(&mut self, token: &Token, span: Span) -> Result<Step, Error> {
        let begin = span.start;
        match token {
            Token::Comment(_) | Token::Nag(_) | Token::Marks | Token::Number => {
                self.look_for_empty_line(begin);
            }
            Token::StrayBracket => {}
            Token::Close if !self.is_in_variation() => {}
            _ => self.set_up()?,
        }
        if self.begins_next_game(token, &span) {
            return Ok(Step::EndedBefore);
        }
        let State { has_failed, has_tags, skipped, is_variation_over, may_be_heading, .. } =
            self.state;
        // The first word says whether a text without tags is a game.
        let is_known = self.skips_moves && (has_tags || self.game.ply_count() > 0);
        let is_passed_over = has_failed || skipped > 0 || is_variation_over || is_known;
        self.state.words += usize::from(*token == Token::Word && !self.is_in_variation());
        match token {
            Token::Result(_) if self.is_in_variation() || may_be_heading => {}
            Token::Result(outcome) => {
                self.record.set_marker(*outcome);
                return Ok(Step::EndsHere);
            }
            Token::Open if is_passed_over => {
                if !self.is_in_variation() {
                    self.state.variation = begin - self.input.game();
                }
                self.state.skipped += 1;
            }
            Token::Close if skipped > 0 => self.state.skipped -= 1,
            Token::Close if self.variations.is_open() => self.close_variation()?,
            _ if is_passed_over => {}
            Token::Close | Token::StrayBracket => {
                let error = stray_bracket(&self.input.text()[span]);
                self.fault(begin, error)?;
            }
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
            _ => self.note(token, span)?,
        }
        Ok(Step::GoOn)
    }

    /// Whether a token is the number of the first move behind those of a game without tags.
    fn begins_next_game(&self, token: &Token, span: &Span) -> bool {
        *token == Token::Number
            && !self.state.has_tags
            && !self.is_in_variation()
            && self.game.ply_count() > 0
            && self.state.words > 1
            && &self.input.text()[span.clone()] == b"1."
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
        match self.record.start() {
            Ok(game) => {
                self.game = game;
                Ok(())
            }
            Err((tag, error)) => {
                self.state.has_failed = true;
                let State { fen_tag, variant_tag, .. } = self.state;
                let place = if tag == "FEN" { fen_tag } else { variant_tag };
                self.fault(self.input.game() + place, error)
            }
        }
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

/// The error for text in brackets that is no tag pair.
fn bad_tag() -> Error {
    Error::new(ErrorKind::InvalidPgn, format_args!("not a tag pair such as [Name \"value\"]"))
}

/// The error for a text in UTF-16.
fn utf16() -> Error {
    let what = format_args!("the text is in UTF-16, not in UTF-8: convert it first");
    Error::new(ErrorKind::InvalidPgn, what)
}
