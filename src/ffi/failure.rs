//! Why a call failed: its status and the text that names the offending part.

use std::fmt;
use std::ops::Range;

use crate::error::{Error, ErrorKind};
use crate::ffi::constants::*;

/// A failed call.
#[derive(Debug)]
pub enum Failure {
    /// This argument is NULL.
    Null(&'static str),
    /// This argument is valid UTF-8 only up to a byte.
    InvalidUtf8 { argument: &'static str, valid_bytes: usize },
    /// The size of this struct is smaller than in any version, or absurdly large.
    StructSize { name: &'static str, size: u32, first_size: usize },
    /// This struct sets a field that the library does not know.
    UnknownField { name: &'static str, size: u32, known: usize },
    /// This limit is negative.
    Negative { limit: &'static str, value: i64 },
    /// There is no option with this index.
    OptionIndex { index: usize, count: usize },
    /// The last review has not judged the move with this index.
    ReviewIndex { index: usize, judged: Range<usize> },
    /// There is not enough room for the moves of a game.
    Capacity { capacity: usize, needed: usize },
    /// No search has begun on this engine.
    NoSearch,
    /// There is not enough memory, or no thread, for this.
    OutOfMemory(&'static str),
    /// Another call or a search uses the engine.
    Busy,
    /// A callback called a wait for the search that is waiting for the callback.
    WaitInCallback,
    /// A read callback used what the call that needs its text uses.
    ReadCallback(&'static str),
    /// The search did not end within this time.
    Timeout { milliseconds: i64 },
    /// A bug in the library. The text of the panic is recorded already.
    Panic,
    /// A bug in the library has left this object in an unknown state.
    Broken(&'static str),
    /// A number is out of range: a side, a square or a count.
    Number { what: &'static str, value: i64, allowed: &'static str },
    /// An error of the engine, the game or the pool.
    Engine(Error),
}

impl Failure {
    /// The status of the C ABI.
    pub fn status(&self) -> SeajayStatus {
        match self {
            Failure::Null(_) => SEAJAY_ERR_NULL,
            Failure::InvalidUtf8 { .. } => SEAJAY_ERR_INVALID_UTF8,
            Failure::StructSize { .. }
            | Failure::UnknownField { .. }
            | Failure::Negative { .. }
            | Failure::OptionIndex { .. }
            | Failure::ReviewIndex { .. }
            | Failure::Capacity { .. }
            | Failure::Number { .. }
            | Failure::NoSearch => SEAJAY_ERR_INVALID_ARGUMENT,
            Failure::OutOfMemory(_) => SEAJAY_ERR_OUT_OF_MEMORY,
            Failure::Busy | Failure::WaitInCallback | Failure::ReadCallback(_) => SEAJAY_ERR_BUSY,
            Failure::Timeout { .. } => SEAJAY_ERR_TIMEOUT,
            Failure::Panic | Failure::Broken(_) => SEAJAY_ERR_PANIC,
            Failure::Engine(error) => status_of(error.kind()),
        }
    }
}

/// The status of the C ABI for an error.
pub fn status_of(kind: ErrorKind) -> SeajayStatus {
    match kind {
        ErrorKind::InvalidFen => SEAJAY_ERR_INVALID_FEN,
        ErrorKind::IllegalPosition => SEAJAY_ERR_ILLEGAL_POSITION,
        ErrorKind::IllegalMove => SEAJAY_ERR_ILLEGAL_MOVE,
        ErrorKind::InvalidPgn => SEAJAY_ERR_INVALID_PGN,
        ErrorKind::UnknownOption => SEAJAY_ERR_UNKNOWN_OPTION,
        ErrorKind::InvalidValue => SEAJAY_ERR_INVALID_VALUE,
        ErrorKind::InvalidArgument => SEAJAY_ERR_INVALID_ARGUMENT,
        ErrorKind::OutOfMemory => SEAJAY_ERR_OUT_OF_MEMORY,
        ErrorKind::Io => SEAJAY_ERR_IO,
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Engine(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Null(argument) => write!(f, "argument {argument} is NULL"),
            Failure::InvalidUtf8 { argument, valid_bytes } => {
                write!(f, "argument {argument} is not UTF-8 from byte {valid_bytes} on")
            }
            Failure::StructSize { name, size, first_size } => write!(
                f,
                "{name}.struct_size is {size}, not sizeof({name}) (at least {first_size}): \
                 initialise it with its macro"
            ),
            Failure::UnknownField { name, size, known } => write!(
                f,
                "{name}.struct_size is {size}, and a field beyond the {known} bytes known to \
                 this version is not zero"
            ),
            Failure::Negative { limit, value } => {
                write!(f, "limits.{limit} is negative: {value} (0 means no limit)")
            }
            Failure::OptionIndex { index, count } => {
                write!(f, "there is no option {index}: the last is {}", count - 1)
            }
            Failure::ReviewIndex { index, judged } if judged.is_empty() => {
                write!(f, "move {index} was not judged: no review has come to it")
            }
            Failure::ReviewIndex { index, judged: Range { start, end } } => write!(
                f,
                "move {index} was not judged: the last review judged moves {start} to {} (indices \
                 start at 0)",
                end - 1
            ),
            Failure::Capacity { capacity, needed } => {
                write!(f, "capacity is {capacity}, and the game has {needed} moves")
            }
            Failure::NoSearch => write!(f, "no search has been started on this engine"),
            Failure::OutOfMemory(what) => write!(f, "out of memory for {what}"),
            Failure::Busy => write!(f, "the engine is {}", BUSY_TEXT.to_string_lossy()),
            Failure::WaitInCallback => {
                write!(f, "a callback cannot wait for a search of its own engine: return first")
            }
            Failure::ReadCallback(what) => {
                write!(f, "a read callback cannot use its own {what}: use another")
            }
            Failure::Timeout { milliseconds } => {
                write!(f, "the search has not ended within {milliseconds} ms")
            }
            Failure::Panic => write!(f, "internal error"),
            Failure::Broken(what) => {
                write!(f, "internal error, a bug in seajay: this {what} can only be freed")
            }
            Failure::Number { what, value, allowed } => {
                write!(f, "{what} is {value}, not {allowed}")
            }
            Failure::Engine(error) => error.fmt(f),
        }
    }
}
