//! Lines

use std::ffi::c_char;
use std::sync::Arc;

use crate::ffi::call::{Call, number, status};
use crate::ffi::engine_handle::{SeajayEngine, lock};
use crate::ffi::types::SeajayInfo;

/// Returns the number of lines of the last finished search: MultiPV, or fewer if there are fewer
/// moves to choose from, which a level or the tablebases may also exclude; one after a mate search.
/// A search that ended during its first iteration has only the lines searched until then, perhaps
/// none. 0 before the first search, in mate and stalemate, and on error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_line_count(engine: *const SeajayEngine) -> usize {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    call.on_engine(engine, |handle| Ok(lock(&handle.snapshot).lines.len())).unwrap_or(0)
}

/// Returns a line of the last finished search. index 0 is the best line;
/// SEAJAY_ERR_INVALID_ARGUMENT if there is no such line.
///
/// info: the line's score, depth and so on, with the counters and the time of the whole search;
/// info->pv is the buffer pv, or "" if pv_size is 0. May be NULL.
/// pv: a buffer for the moves, as many as fit; 768 bytes hold any line. NULL with size 0 omits
/// them.
///
/// The first line begins with SeajayResult.best_move.
/// Every line has been searched to info->depth; several lines are all of one iteration. A single
/// line may have a bound instead of an exact score if the search was stopped during an iteration.
/// A line with an exact mate score reaches the mate; one that could not be completed has a bound.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_line(
    engine: *const SeajayEngine,
    index: usize,
    info: *mut SeajayInfo,
    pv: *mut c_char,
    pv_size: usize,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let slot = call.optional_slot(info, "info")?;
        let lines = Arc::clone(&lock(&handle.snapshot).lines);
        let line = lines.line(index)?;
        call.text_out(whole_moves(line.pv, pv_size), pv, pv_size, "pv")?;
        if let Some(slot) = slot {
            let pv = if pv_size == 0 { c"".as_ptr() } else { pv.cast_const() };
            slot.write(&SeajayInfo::new(&line, pv));
        }
        Ok(())
    }))
}

/// Copies a line of the last finished search as SAN, from the position that was searched, even if
/// the engine has another position now. 1024 bytes hold any line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_line_to_san(
    engine: *const SeajayEngine,
    index: usize,
    buffer: *mut c_char,
    size: usize,
) -> i64 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| {
        let lines = Arc::clone(&lock(&handle.snapshot).lines);
        call.text_out(&lines.to_san(index)?, buffer, size, "buffer")
    }))
}

/// As many whole moves of a line as fit: half a move could be taken for another.
fn whole_moves(line: &str, size: usize) -> &str {
    if line.len() < size {
        return line;
    }
    // If a space becomes the NUL, the moves before it are whole.
    let end = line.as_bytes()[..size].iter().rposition(|&byte| byte == b' ');
    &line[..end.unwrap_or(0)]
}
