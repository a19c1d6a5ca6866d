//! The subcommands, one module each: options and action.

use std::io;
use std::num::NonZeroUsize;
use std::thread;

pub mod export;
pub mod generate;
pub mod inspect;
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;

/// The requested number of threads, or one for each core.
fn threads(wanted: Option<NonZeroUsize>) -> io::Result<usize> {
    wanted.map_or_else(thread::available_parallelism, Ok).map(NonZeroUsize::get)
}
