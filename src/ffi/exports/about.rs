//! What the library says about itself.

use std::ffi::{CStr, c_char};

use crate::ffi::boundary::protect;
use crate::ffi::constants::{SEAJAY_ABI_VERSION, STATUS_TEXTS};

/// The version of the library's binary interface. A program may insist that it equals the
/// SEAJAY_ABI_VERSION it was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_abi_version() -> u32 {
    SEAJAY_ABI_VERSION
}

/// The version of the library, such as "0.1.0". Static text.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// What the library was built for and with: target, SIMD level, evaluation. Static text for
/// people to read.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_build_info() -> *const c_char {
    concat!(env!("SEAJAY_TARGET"), ", SIMD baseline, evaluation hand-written\0").as_ptr().cast()
}

/// A status in words, such as "a move is not legal". Static text, never NULL, also for numbers
/// that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_strerror(status: i32) -> *const c_char {
    const UNKNOWN: &CStr = c"unknown status";
    protect(UNKNOWN, || {
        let known = STATUS_TEXTS.iter().find(|(known, _)| *known as i32 == status);
        known.map_or(UNKNOWN, |(_, text)| text)
    })
    .as_ptr()
}
