//! What can be read at any time.

use std::ffi::c_char;

use super::number;
use crate::engine::View;
use crate::ffi::boundary;
use crate::ffi::handle::{SeajayEngine, lock, with_any_handle, with_handle};

fn view(handle: &SeajayEngine) -> View {
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

/// Turns a move, or a whole line such as SeajayInfo.pv, from UCI notation into standard
/// algebraic notation: "e2e4 g8f6" becomes "e4 Nf6". The line starts at the position that was
/// set last. Works during a search. 1024 bytes are enough for any SeajayInfo.pv.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_ILLEGAL_MOVE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_move_to_san(
    engine: *const SeajayEngine,
    moves: *const c_char,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    let convert = |handle: &SeajayEngine| {
        // SAFETY: NULL or text, promised by the caller.
        let moves = unsafe { boundary::text(moves, "moves") }?;
        let san = view(handle).line_to_san(moves)?;
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&san, buffer, size) }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, convert) })
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
