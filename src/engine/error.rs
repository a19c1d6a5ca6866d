//! What can go wrong, and the text that says which part of the input it was.

use std::fmt;

/// The kind of an [`Error`]; each is one status of the C API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not a FEN.
    InvalidFen,
    /// The FEN describes a position that cannot be played.
    IllegalPosition,
    /// A move is not legal where it stands.
    IllegalMove,
    /// There is no option of this name.
    UnknownOption,
    /// The option does not take this value.
    InvalidValue,
    /// Limits that contradict their documentation.
    InvalidArgument,
    /// Memory could not be had; everything is as before the call.
    OutOfMemory,
    /// A file could not be read.
    Io,
}

/// A failed call. The state before the call is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    kind: ErrorKind,
    message: String,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, message: fmt::Arguments<'_>) -> Error {
        Error { kind, message: message.to_string() }
    }

    /// Memory for `what` could not be had.
    pub(crate) fn out_of_memory(what: &str) -> Error {
        Error::new(ErrorKind::OutOfMemory, format_args!("out of memory for {what}"))
    }

    /// The kind, to act upon.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The text, naming the offending part.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// The beginning of a text, short enough to quote in an error however long the input was.
pub(crate) fn excerpt(text: &str) -> Excerpt<'_> {
    Excerpt(text)
}

pub(crate) struct Excerpt<'a>(&'a str);

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 80;
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(MOST) {
            write!(f, "{}", c.escape_debug())?;
        }
        if chars.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}
