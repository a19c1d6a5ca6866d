//! One module for each subcommand: its options and what it does with them.

use std::io;
use std::num::NonZeroUsize;
use std::thread;

pub mod export;
pub mod generate;
pub mod inspect;
pub mod train;
#[cfg(feature = "tune")]
pub mod tune;

/// The number of threads that is wanted, or one for each core.
fn threads(wanted: Option<NonZeroUsize>) -> io::Result<usize> {
    wanted.map_or_else(thread::available_parallelism, Ok).map(NonZeroUsize::get)
}
