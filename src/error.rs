//! The errors of calls, with a text that names the offending part of the input.

use std::fmt;

use crate::sys;

/// The kind of an [`Error`]; each is one status of the C API.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not a valid FEN.
    InvalidFen,
    /// The FEN describes a position that cannot be played.
    IllegalPosition,
    /// A move is not legal in its position.
    IllegalMove,
    /// The text is not PGN: a comment that is not closed, a tag that does not fit.
    InvalidPgn,
    /// There is no option with this name.
    UnknownOption,
    /// The option does not take this value.
    InvalidValue,
    /// An argument is out of range or not as documented.
    InvalidArgument,
    /// Memory is exhausted; everything is as before the call.
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

    /// The error for exhausted memory for `what`.
    pub(crate) fn out_of_memory(what: &str) -> Error {
        Error::new(ErrorKind::OutOfMemory, format_args!("out of memory for {what}"))
    }

    /// The error for a thread that the system refused.
    pub(crate) fn no_thread() -> Error {
        if sys::HAS_THREADS {
            return Error::out_of_memory("a thread");
        }
        Error::new(ErrorKind::OutOfMemory, format_args!("WebAssembly has one thread"))
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The text of the error, which names the offending part.
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

/// A number with its noun, such as "1 ply" or "2 plies".
pub(crate) fn counted(count: u64, one: &'static str, many: &'static str) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{count} {}", if count == 1 { one } else { many }))
}

/// The beginning of a text, short enough to quote in an error.
pub(crate) fn excerpt(text: &str) -> Excerpt<'_> {
    let end = text.char_indices().nth(Excerpt::MAX).map_or(text.len(), |(at, _)| at);
    Excerpt { left_out: ["", if end < text.len() { "..." } else { "" }], text: &text[..end] }
}

/// The end of a path, which names the file, short enough to quote in an error.
pub(crate) fn path_excerpt(path: &str) -> Excerpt<'_> {
    let begin = path.char_indices().rev().nth(Excerpt::MAX - 1).map_or(0, |(at, _)| at);
    Excerpt { left_out: [if begin > 0 { "..." } else { "" }, ""], text: &path[begin..] }
}

/// A part of a text, with marks for what is left out before and after it.
pub(crate) struct Excerpt<'a> {
    left_out: [&'static str; 2],
    text: &'a str,
}

impl Excerpt<'_> {
    /// The maximum length in characters.
    const MAX: usize = 80;
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [before, behind] = self.left_out;
        f.write_str(before)?;
        // Between double quotes a single one needs no escape.
        for (index, part) in self.text.split('\'').enumerate() {
            write!(f, "{}{}", if index > 0 { "'" } else { "" }, part.escape_debug())?;
        }
        f.write_str(behind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_the_beginning_of_texts_and_the_end_of_paths() {
        for count in [0, 1, 79, 80] {
            let text = "ä".repeat(count);
            assert_eq!(excerpt(&text).to_string(), text);
            assert_eq!(path_excerpt(&text).to_string(), text);
        }
        let text = format!("begin{}end", "ä".repeat(73));
        assert_eq!(excerpt(&text).to_string(), format!("begin{}en...", "ä".repeat(73)));
        assert_eq!(path_excerpt(&text).to_string(), format!("...egin{}end", "ä".repeat(73)));
        for (text, quoted) in [("a\nb", "a\\nb"), ("it's", "it's"), ("'\"\\", "'\\\"\\\\")] {
            assert_eq!(excerpt(text).to_string(), quoted);
        }
    }
}
