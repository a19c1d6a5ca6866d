//! A text that is read as it goes: a window on it, from the beginning of the game that is read.

use std::fs::{self, File};
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;

use crate::error::{Error, ErrorKind, path_excerpt};
use crate::notation::{LOOKAHEAD, MAX_BAD_TAG, Span, Token, next_token, skip_moves};

/// The maximum size of one game.
pub const MAX_GAME: usize = 16 << 20;

/// How much is read at a time, at least.
const CHUNK: usize = 64 << 10;

/// The bytes before the game that reading a token may look at: a line break and a byte order mark.
const MARGIN: usize = 4;

/// A source of text, and the part of it that is in memory.
pub struct Input {
    source: Source,
    /// Whether all of it has been read.
    is_read: bool,
    /// The name of the source in errors.
    name: String,
    /// The game that is read, with a few bytes before it and perhaps some of the next ones.
    window: Vec<u8>,
    /// The position in the text where the window begins.
    base: u64,
    /// Where the game begins in the window, and where the next token does.
    game: usize,
    at: usize,
    /// The position up to which `lines_before_game` counts.
    counted: usize,
    lines_before_game: u64,
}

/// Where the text comes from.
enum Source {
    /// All of it is in memory.
    Text,
    File(File),
    Stream(Box<dyn Read + Send>),
}

/// A token of the input, or that the game is too large.
pub enum Next {
    Token(Token, Span),
    TooLarge(Span),
}

impl Input {
    fn new(source: Source, name: String, window: Vec<u8>) -> Input {
        let is_read = matches!(source, Source::Text);
        let (base, game, at, counted, lines_before_game) = (0, 0, 0, 0, 0);
        Input { source, is_read, name, window, base, game, at, counted, lines_before_game }
    }

    /// A text in memory.
    pub fn from_text(text: &[u8]) -> Result<Input, Error> {
        let mut window = Vec::new();
        window.try_reserve_exact(text.len()).map_err(|_| Error::out_of_memory("the PGN"))?;
        window.extend_from_slice(text);
        Ok(Input::new(Source::Text, String::new(), window))
    }

    /// A file.
    pub fn open(path: &Path) -> Result<Input, Error> {
        let name = format!("PGN file \"{}\"", path_excerpt(&path.to_string_lossy()));
        let is_folder = fs::metadata(path).is_ok_and(|metadata| metadata.is_dir());
        let file = if is_folder { Err(io::Error::other("a folder")) } else { File::open(path) };
        match file {
            Ok(file) => Ok(Input::new(Source::File(file), name, Vec::new())),
            Err(error) => Err(failed(&name, &error)),
        }
    }

    /// Any other source.
    pub fn from_source(source: Box<dyn Read + Send>) -> Input {
        Input::new(Source::Stream(source), "PGN".to_owned(), Vec::new())
    }

    /// The part of the text that is in memory.
    pub fn text(&self) -> &[u8] {
        &self.window
    }

    /// Makes a place in the text the beginning of a game, and of what lines are counted in.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for a source that can only be read from its beginning.
    pub fn seek(&mut self, offset: u64) -> Result<(), Error> {
        let length = match &mut self.source {
            Source::Text => Some(self.window.len() as u64),
            Source::File(file) => file.seek(SeekFrom::End(0)).ok(),
            Source::Stream(_) => None,
        };
        let Some(length) = length else {
            let what = format_args!("this PGN can only be read from its beginning to its end");
            return Err(Error::new(ErrorKind::InvalidArgument, what));
        };
        let offset = offset.min(length);
        let mut at = 0;
        if let Source::File(file) = &mut self.source {
            file.seek(SeekFrom::Start(offset)).map_err(|error| failed(&self.name, &error))?;
            self.window.clear();
            (self.base, self.is_read) = (offset, false);
        } else {
            at = offset as usize;
        }
        (self.game, self.at, self.counted, self.lines_before_game) = (at, at, at, 0);
        Ok(())
    }

    /// Whether what is read next is the beginning of a text in UTF-16.
    pub fn is_utf16(&mut self) -> Result<bool, Error> {
        /// A mark of the order of bytes, or two letters.
        const BEGIN: usize = 4;
        if self.base + self.at as u64 > 0 {
            return Ok(false);
        }
        while self.window.len() < BEGIN && !self.is_read {
            self.fill()?;
        }
        Ok(matches!(
            self.window[..],
            [0xff, 0xfe, ..]
                | [0xfe, 0xff, ..]
                | [1..=0xff, 0, 1..=0xff, 0, ..]
                | [0, 1..=0xff, 0, 1..=0xff, ..]
        ))
    }

    /// The next token of the game.
    pub fn next(&mut self) -> Result<Next, Error> {
        loop {
            let (token, span) = next_token(&self.window, self.at);
            let is_whole = self.is_read || self.is_whole(&token, &span);
            let begin = if is_whole { span.start } else { self.line_before(&token, &span) };
            if self.at == self.game {
                // White space before the game is no part of it.
                self.game = begin;
            }
            if span.end - self.game > MAX_GAME {
                return Ok(Next::TooLarge(span));
            }
            if is_whole {
                self.at = span.end;
                return Ok(Next::Token(token, span));
            }
            self.at = begin;
            self.fill()?;
        }
    }

    /// Whether what is not read yet cannot change a token.
    fn is_whole(&self, token: &Token, span: &Span) -> bool {
        let behind = &self.window[span.end..];
        let (needs_line, needed) = match token {
            // The tag pair may end further on in its line.
            Token::Tag { value, .. } => (self.window[value.clone()].ends_with(b"\\"), LOOKAHEAD),
            Token::BadTag { is_named } => (*is_named, MAX_BAD_TAG),
            _ => (false, LOOKAHEAD),
        };
        behind.len() >= needed
            && (!needs_line || behind.iter().any(|byte| matches!(byte, b'\n' | b'\r')))
    }

    /// Where to resume once more text is read: at the token or, after nothing but white space, at
    /// the start of the last line, which `%` may escape.
    fn line_before(&self, token: &Token, span: &Span) -> usize {
        if *token != Token::End {
            return span.start;
        }
        let space = &self.window[self.at..];
        let line = space.iter().rposition(|byte| matches!(byte, b'\n' | b'\r'));
        self.at + line.unwrap_or(0)
    }

    /// Makes a place in the window the beginning of the game.
    pub fn begin_game(&mut self, at: usize) {
        self.game = at;
    }

    /// Makes what is read next the beginning of a game.
    pub fn begin_next_game(&mut self) {
        self.begin_game(self.at);
    }

    /// Where the game begins in the window.
    pub fn game(&self) -> usize {
        self.game
    }

    /// Makes a token that has been read the next one again.
    pub fn go_back(&mut self, to: usize) {
        self.at = to;
    }

    /// Passes over moves and move numbers, as far as nothing more has to be read.
    pub fn skip_moves(&mut self) {
        let lookahead = if self.is_read { 0 } else { LOOKAHEAD };
        let end = self.window.len().saturating_sub(lookahead).min(self.game + MAX_GAME);
        self.at = skip_moves(&self.window, self.at, end);
    }

    /// Passes over all that is left.
    pub fn skip_all(&mut self) {
        (self.at, self.is_read) = (self.window.len(), true);
    }

    /// Where the game begins in the text.
    pub fn game_offset(&self) -> u64 {
        self.base + self.game as u64
    }

    /// Whether nothing is left.
    pub fn is_at_end(&self) -> bool {
        self.is_read && self.at >= self.window.len()
    }

    /// Returns to the beginning of the game.
    pub fn rewind(&mut self) {
        self.at = self.game;
    }

    /// Where a place in the window lies in the text: the offset, and the line, counted from 1.
    pub fn place(&mut self, at: usize) -> (u64, u64) {
        self.count_to_game();
        let in_game = count_lines(&self.window, self.game.min(at)..at);
        (self.base + at as u64, self.lines_before_game + in_game + 1)
    }

    /// Passes over the text up to a line that begins with a tag pair, after an empty line. After an
    /// error it goes on where it was: `is_line_empty` says what the last line was.
    pub fn skip_to_tag(&mut self, is_line_empty: &mut bool) -> Result<(), Error> {
        loop {
            // What lies before is not needed.
            self.begin_next_game();
            let rest = &self.window[self.at..];
            let line = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let is_whole = |end| self.is_read || end + LOOKAHEAD <= rest.len();
            match line.filter(|&end| is_whole(end)) {
                Some(end) => {
                    let token = next_token(&rest[..end], 0).0;
                    let is_tag =
                        matches!(token, Token::Tag { .. } | Token::BadTag { is_named: true });
                    if *is_line_empty && is_tag && rest[0] == b'[' {
                        return Ok(());
                    }
                    *is_line_empty = rest[..end].trim_ascii().is_empty();
                    self.at += end + 1 + usize::from(rest[end..].starts_with(b"\r\n"));
                }
                None if self.is_read => {
                    self.at = self.window.len();
                    return Ok(());
                }
                None => {
                    // A part of a long line: it is not empty, and need not be kept.
                    if rest.len() > CHUNK {
                        *is_line_empty = false;
                        self.at = self.window.len() - LOOKAHEAD;
                    }
                    self.fill()?;
                }
            }
        }
    }

    fn count_to_game(&mut self) {
        if self.counted < self.game {
            self.lines_before_game += count_lines(&self.window, self.counted..self.game);
            self.counted = self.game;
        }
    }

    /// Reads more of the source, and lets go of what lies before the game.
    fn fill(&mut self) -> Result<(), Error> {
        /// How much is read at a time, at most.
        const MAX: usize = 1 << 20;
        self.count_to_game();
        let gone = self.game.saturating_sub(MARGIN);
        self.window.drain(..gone);
        self.base += gone as u64;
        (self.game, self.at, self.counted) =
            (self.game - gone, self.at - gone, self.counted - gone);

        let length = self.window.len();
        // As much again, since a long comment is looked through again from its beginning.
        let more = (length - self.game).clamp(CHUNK, MAX);
        self.window.try_reserve(more).map_err(|_| Error::out_of_memory("a game of the PGN"))?;
        self.window.resize(length + more, 0);
        let result = loop {
            let room = &mut self.window[length..];
            let read = match &mut self.source {
                Source::Text => Ok(0),
                Source::File(file) => file.read(room),
                Source::Stream(stream) => stream.read(room),
            };
            match read {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.window.truncate(length + result.as_ref().map_or(0, |&read| read.min(more)));
        match result {
            Ok(0) => self.is_read = true,
            Ok(_) => {}
            Err(error) => {
                return Err(failed(&self.name, &error));
            }
        }
        Ok(())
    }
}

fn failed(name: &str, error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format_args!("{name}: {error}"))
}

/// Whether there is an empty line in the white space of a text.
pub fn has_empty_line(text: &[u8]) -> bool {
    let mut breaks = 0;
    text.iter().enumerate().any(|(at, byte)| {
        match byte {
            b'\r' if text.get(at + 1) == Some(&b'\n') => {}
            b'\n' | b'\r' => breaks += 1,
            byte if byte.is_ascii_whitespace() => {}
            _ => breaks = 0,
        }
        breaks == 2
    })
}

/// The line breaks that begin in a part of a text: `\n`, `\r\n` or `\r`.
fn count_lines(text: &[u8], part: Span) -> u64 {
    let behind = text[part.start..].iter().skip(1).chain([&0]);
    let ends = |(&byte, &next): (&u8, &u8)| byte == b'\n' || byte == b'\r' && next != b'\n';
    text[part.start..part.end].iter().zip(behind).filter(|&pair| ends(pair)).count() as u64
}
