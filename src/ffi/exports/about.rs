//! What the library says about itself.

use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

use crate::eval::Network;
use crate::ffi::boundary::protect;
use crate::ffi::constants::{SEAJAY_ABI_VERSION, STATUS_TEXTS};
use crate::sys::Level;

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

/// What the library is: the target it was built for, the vector instructions it uses on this
/// machine, the network inside it. Static text for people to read.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_build_info() -> *const c_char {
    static TEXT: OnceLock<CString> = OnceLock::new();
    protect(c"unknown", || {
        TEXT.get_or_init(|| {
            let (level, network) = (Level::best().name(), Network::embedded_description());
            let target = env!("SEAJAY_TARGET");
            // The description is text without NUL, as a test knows.
            CString::new(format!("{target}, SIMD {level}, network: {network}")).unwrap_or_default()
        })
    })
    .as_ptr()
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
