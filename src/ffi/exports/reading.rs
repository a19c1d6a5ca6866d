//! What can be read at any time.

use std::ffi::c_char;

use super::number;
use crate::engine::Engine;
use crate::ffi::boundary::{self, protect};
use crate::ffi::handle::{HANDLE_BYTES, SeajayEngine, lock, with_any_handle, with_handle};
use crate::view::View;

pub(super) fn view(handle: &SeajayEngine) -> View {
    lock(&handle.view).clone()
}

/// Copies the position that was set last, after its moves, into the buffer, as FEN. Works
/// during a search. 128 bytes are always enough.
///
/// The FEN may differ from the one that was set: it has six fields, an en passant square only
/// where the capture is legal, and castling rights as KQkq wherever that is unambiguous.
///
/// Returns the full length as all text functions do.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_fen(
    engine: *const SeajayEngine,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let fen = |handle: &SeajayEngine| {
        let fen = view(handle).fen();
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&fen, buffer, size) }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, fen) })
}

/// Gives the bytes of memory that this handle holds at most: hash table, threads, and a network of
/// its own. Works during a search.
///
/// The system hands out the pages of the hash table as they are first used, so that a new engine takes
/// less. In the end they may be more than it has, or than the process may have (a container): then it
/// ends the process amid a search. Keep the sum for all handles below that. Not counted: the moves of the
/// game, the lines of the last search, the network inside the library, which all handles share,
/// tablebases, which may be shared too, and the stacks of the threads that Threads and seajay_start()
/// make, of which a search uses less than 512 KiB each.
///
/// Returns 0 when engine is NULL, or after a bug in the library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_memory_usage(engine: *const SeajayEngine) -> u64 {
    let usage = |handle: &SeajayEngine| Ok(HANDLE_BYTES + view(handle).memory_usage());
    // SAFETY: NULL or a living handle, promised by the caller.
    unsafe { with_handle(engine, usage) }.unwrap_or(0)
}

/// Gives what seajay_memory_usage() will say of a handle with these values of the options Hash (in
/// MiB) and Threads, and the network inside the library: to know before one is made.
///
/// Returns 0 for values that the options do not take.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_estimate_memory(hash_mib: u64, threads: u32) -> u64 {
    protect(0, || {
        Engine::estimate_memory(hash_mib, threads).map_or(0, |bytes| HANDLE_BYTES + bytes)
    })
}

/// Copies the text of the latest failed call on this handle into the buffer. It names the
/// offending part: which field of the FEN, which move, which bound. A later success leaves it;
/// a later failure, on any thread, replaces it. 1025 bytes are always enough.
///
/// Returns the full length as all text functions do; 0 when no call has failed, with "" in the
/// buffer, or when engine is NULL, which leaves the buffer as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_last_error(
    engine: *const SeajayEngine,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    let size = if buffer.is_null() { 0 } else { size };
    let copy = |handle: &SeajayEngine| {
        // SAFETY: NULL with 0, or `size` bytes large, promised by the caller.
        handle.with_last_error(|text| unsafe { boundary::text_out(text, buffer, size) })
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    unsafe { with_any_handle(engine, copy) }.map_or(0, |length| length as usize)
}
