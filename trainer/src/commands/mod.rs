//! The subcommands, one module each: options and action.

use std::io;
use std::num::NonZeroUsize;
use std::thread;

pub mod archive;
pub mod chances;
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

/// A number above 0.
fn parse_positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if number > 0.0 && number.is_finite() { Ok(number) } else { Err("not above 0".to_owned()) }
}

/// A share, from 0 to 1.
fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("not from 0 to 1".to_owned()) }
}
