//! Searches and their results.

use std::ffi::c_char;
use std::sync::Arc;

use super::{number, status};
use crate::ffi::boundary::{self, Slot};
use crate::ffi::failure::Failure;
use crate::ffi::handle::{SeajayEngine, lock, with_any_handle, with_handle};
use crate::ffi::types::{SeajayInfo, SeajayLimits, SeajayResult, SeajayStats};
use crate::limits::Limits;

/// Searches the engine's position on this thread until a limit is reached, seajay_stop() is called
/// on another thread, or the info callback returns non-zero. It returns a legal move whenever it is
/// stopped.
///
/// A stop before the search has begun is lost; once the info callback has been called, none is. Use
/// seajay_start() if every stop must count. The search needs less than 256 KiB of this thread's
/// stack. result may be NULL. Draws by rule do not end a search: seajay_game_state() detects them.
///
/// Errors: SEAJAY_ERR_INVALID_ARGUMENT without a limit, SEAJAY_ERR_ILLEGAL_MOVE in search_moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_search(
    engine: *mut SeajayEngine,
    limits: *const SeajayLimits,
    result: *mut SeajayResult,
) -> i32 {
    let search = |handle: &SeajayEngine| {
        // SAFETY: NULL or as large as they say, promised by the caller.
        let (limits, slot) = unsafe { (Limits::read(limits)?, Slot::optional(result, "result")?) };
        let report = handle.search(&limits)?;
        if let Some(slot) = slot {
            slot.write(&(&report).into());
        }
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, search) })
}

/// Begins a search on a thread of the engine, or on its pool, and returns at once. After SEAJAY_OK
/// every later stop and ponderhit reaches the search. The limits are copied. Until the search ends,
/// calls that take a non-const SeajayEngine return SEAJAY_ERR_BUSY. Errors are those of
/// seajay_search().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_start(
    engine: *mut SeajayEngine,
    limits: *const SeajayLimits,
) -> i32 {
    let start = |handle: &SeajayEngine| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let limits = unsafe { Limits::read(limits) }?;
        handle.start(&limits)
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, start) })
}

/// Waits until the last search, by seajay_start() or seajay_search(), has ended and its done
/// callback has returned, and returns the result. It may be called repeatedly, on any thread, until
/// the next search begins. result may be NULL. If the done callback starts further searches, the
/// result may be that of a later one: see search_id.
///
/// timeout_ms: 0 returns at once, a negative number waits without a limit. SEAJAY_ERR_TIMEOUT: the
/// search goes on. SEAJAY_ERR_BUSY: in a callback of this engine.
/// SEAJAY_ERR_INVALID_ARGUMENT: there has been no search yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_wait(
    engine: *const SeajayEngine,
    timeout_ms: i64,
    result: *mut SeajayResult,
) -> i32 {
    let wait = |handle: &SeajayEngine| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let slot = unsafe { Slot::optional(result, "result") }?;
        let report = handle.wait(timeout_ms)?;
        if let Some(slot) = slot {
            slot.write(&(&report).into());
        }
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, wait) })
}

/// Returns 1 from the beginning of a search, even if it waits in the queue of a pool, until its
/// result is stored, otherwise 0. In the done callback it is already 0, unless that has begun a
/// search; seajay_wait() waits for the callback as well.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_is_searching(engine: *const SeajayEngine) -> i32 {
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, |handle| Ok(i32::from(handle.is_searching()))) })
}

/// Tells the search to end, and returns without waiting; the search ends within a few milliseconds.
/// Without a search it does nothing, and has no effect on the next one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_stop(engine: *const SeajayEngine) -> i32 {
    let stop = |handle: &SeajayEngine| {
        handle.stopper.stop();
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_any_handle(engine, stop) })
}

/// Tells a search with limits.ponder that the expected move was played: from now on its other
/// limits apply. move_time_ms counts from here; on a clock, the time spent pondering counts too.
/// Without such a search it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_ponderhit(engine: *const SeajayEngine) -> i32 {
    let ponderhit = |handle: &SeajayEngine| {
        handle.stopper.ponderhit();
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, ponderhit) })
}

/// Clears killers, histories and the hash table, as in a new engine; options, position and the last
/// result are kept. Call it between games. After that, a search on one thread with a node or depth
/// limit gives the same result every time, on every machine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_clear_history(engine: *mut SeajayEngine) -> i32 {
    let clear = |handle: &SeajayEngine| {
        handle.with_claim(|claimed| {
            claimed.engine.clear_history();
            Ok(())
        })
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, clear) })
}

/// Returns the counters of the last finished search; zeros before the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_stats(engine: *const SeajayEngine, stats: *mut SeajayStats) -> i32 {
    let give = |handle: &SeajayEngine| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let slot = unsafe { Slot::new(stats, "stats") }?;
        let stats = lock(&handle.snapshot).stats;
        slot.write(&(&stats).into());
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_any_handle(engine, give) })
}

/// Returns the number of lines of the last finished search: MultiPV, or the number of moves to
/// choose from if there are fewer, also because a level or the tablebases exclude some; one after a
/// mate search. A search that ended during its first iteration has only the lines searched until
/// then, perhaps none. 0 before the first search, in mate and stalemate, and on error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_line_count(engine: *const SeajayEngine) -> usize {
    // SAFETY: NULL or a living handle, promised by the caller.
    unsafe { with_handle(engine, |handle| Ok(lock(&handle.snapshot).lines.len())) }.unwrap_or(0)
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
    let give = |handle: &SeajayEngine| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let slot = unsafe { Slot::optional(info, "info") }?;
        let lines = Arc::clone(&lock(&handle.snapshot).lines);
        let count = lines.len();
        let line = lines.get(index).ok_or(Failure::LineIndex { index, count })?;
        // SAFETY: NULL or `pv_size` bytes large, promised by the caller.
        unsafe { boundary::text_out(whole_moves(line.pv, pv_size), pv, pv_size, "pv") }?;
        if let Some(slot) = slot {
            let pv = if pv_size == 0 { c"".as_ptr() } else { pv.cast_const() };
            slot.write(&SeajayInfo::new(&line, pv));
        }
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, give) })
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
    let convert = |handle: &SeajayEngine| {
        let lines = Arc::clone(&lock(&handle.snapshot).lines);
        let count = lines.len();
        if index >= count {
            return Err(Failure::LineIndex { index, count });
        }
        // SAFETY: NULL or `size` bytes large, promised by the caller.
        unsafe { boundary::text_out(&lines.to_san(index)?, buffer, size, "buffer") }
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, convert) })
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
