//! The functions of the C ABI.

mod about;
mod engines;
mod games;
mod pgn;
mod pools;
mod review;
mod searches;

pub use about::*;
pub use engines::*;
pub use games::*;
pub use pgn::*;
pub use pools::*;
pub use review::*;
pub use searches::*;

use crate::ffi::constants::SEAJAY_OK;

/// The return value of a call that returns only a status.
fn status(result: Result<(), i32>) -> i32 {
    result.err().unwrap_or(SEAJAY_OK as i32)
}

/// The return value of a call that returns a number, or a status if it fails.
fn number<T: From<i32>>(result: Result<T, i32>) -> T {
    result.unwrap_or_else(T::from)
}
