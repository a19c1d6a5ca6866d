//! Status and text

use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

use crate::eval::embedded_description;
use crate::ffi::call::{Call, protect};
use crate::ffi::constants::{SEAJAY_ABI_VERSION, STATUS_TEXTS};
use crate::ffi::last_error;
use crate::sys::Level;

/// Returns the SEAJAY_ABI_VERSION of the library. Compare it with the header's at startup: the
/// library does not.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_abi_version() -> u32 {
    SEAJAY_ABI_VERSION
}

/// Returns the version of the library, such as "1.0.0".
#[unsafe(no_mangle)]
pub extern "C" fn seajay_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Describes the library: its target, the vector instructions it uses on this processor, and its
/// network.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_build_info() -> *const c_char {
    static TEXT: OnceLock<CString> = OnceLock::new();
    protect(c"unknown", || {
        TEXT.get_or_init(|| {
            let (level, network) = (Level::best().name(), embedded_description());
            let target = env!("SEAJAY_TARGET");
            // The description is text without NUL, which a test checks.
            CString::new(format!("{target}, SIMD {level}, network: {network}")).unwrap_or_default()
        })
    })
    .as_ptr()
}

/// Returns a text for a status, such as "a move is not legal". Never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_strerror(status: i32) -> *const c_char {
    const UNKNOWN: &CStr = c"unknown status";
    protect(UNKNOWN, || {
        let known = STATUS_TEXTS.iter().find(|(known, _)| *known as i32 == status);
        known.map_or(UNKNOWN, |(_, text)| text)
    })
    .as_ptr()
}

/// Copies the error text of the calling thread's last failed call, which says what was wrong and
/// where: "move 1 "e2e5": a pawn does not move like that, with White to move in ...". A successful
/// call does not clear it. Call this on the thread of the failed call, before another call fails
/// there: a task that can move between threads must not do so in between. 1025 bytes hold any text.
///
/// Returns the full length; 0 and "" if no call of this thread has failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_last_error(buffer: *mut c_char, size: usize) -> usize {
    let size = if buffer.is_null() { 0 } else { size };
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    protect(0, || {
        last_error::with(|text| call.text_out(text, buffer, size, "buffer"))
            .map_or(0, |length| length as usize)
    })
}
