//! Searches, and what they leave behind.

use std::ffi::c_char;
use std::sync::Arc;

use super::{number, status};
use crate::ffi::boundary::{self, Slot};
use crate::ffi::failure::Failure;
use crate::ffi::handle::{SeajayEngine, lock, with_any_handle, with_handle};
use crate::ffi::types::{SeajayInfo, SeajayLimits, SeajayResult, SeajayStats};
use crate::limits::Limits;

/// Searches the position on this thread and returns when a limit is reached, seajay_stop() is
/// called on another thread, or the callback returns non-zero.
///
/// Stopped at any moment, a search still gives a legal move. A seajay_stop() that comes before the
/// search has begun is lost: it has begun at the first call of the callback. Without a callback use
/// seajay_start() to be sure: once that has returned, every stop counts. result may be NULL; on
/// error it is left as it was.
///
/// The search takes less than 512 KiB of this thread's stack in a release build, besides what the
/// program and its callback take: 1 MiB for the thread is plenty. The threads that
/// seajay_start() and the option Threads make have 4 MiB.
///
/// Draws by rule (repetition, fifty moves, too little material) do not end a search of the
/// position itself, which still gives a move: whether the game is over is for the host to
/// decide, with the help of seajay_game_state().
///
/// SEAJAY_ERR_INVALID_ARGUMENT: no limit, a negative one, or a wrong struct_size.
/// SEAJAY_ERR_ILLEGAL_MOVE: in limits->search_moves.
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

/// Begins a search on the handle's own thread and returns at once. seajay_wait() gives the
/// result. The limits are copied.
///
/// When this returns SEAJAY_OK the search has begun: every later seajay_stop() and
/// seajay_ponderhit() reaches it. Until it has ended, calls that take a non-const SeajayEngine
/// are SEAJAY_ERR_BUSY. The thread is made by the first call and kept until seajay_free().
///
/// Errors as for seajay_search(); SEAJAY_ERR_OUT_OF_MEMORY also when the system refuses the
/// thread.
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

/// Waits for the end of the search that was begun last, and gives its result. Works from any
/// thread and again and again: a finished search keeps its result until the next one begins,
/// also after seajay_set_position().
///
/// timeout_ms: milliseconds to wait; 0 asks and returns at once, a negative number waits as
/// long as it takes. result may be NULL; on error it is left as it was.
///
/// When this returns SEAJAY_OK the handle takes all calls again. It also waits for, and gives
/// the result of, a seajay_search() on another thread.
/// SEAJAY_ERR_TIMEOUT: the search goes on. SEAJAY_ERR_INVALID_ARGUMENT: there never was a
/// search, or a wrong struct_size. SEAJAY_ERR_BUSY: from inside this handle's callback.
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

/// Is a search under way? 1 or 0, or a negative status. Once it is 0 the handle takes all
/// calls again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_is_searching(engine: *const SeajayEngine) -> i32 {
    // SAFETY: NULL or a living handle, promised by the caller.
    number(unsafe { with_handle(engine, |handle| Ok(i32::from(handle.is_searching()))) })
}

/// Tells the search to end, and returns without waiting for that: it takes some milliseconds, and
/// longer while the callback runs, a tablebase is read from a slow disk, or other programs have the
/// processor.
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

/// Tells a search with limits.ponder that the expected move was played: from now on it ends by
/// its other limits, and its clocks run. With no other limit, at the greatest depth or at
/// seajay_stop(). Without such a search, or before it has begun, it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_ponderhit(engine: *const SeajayEngine) -> i32 {
    let ponderhit = |handle: &SeajayEngine| {
        handle.stopper.ponderhit();
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, ponderhit) })
}

/// Forgets what earlier searches have learnt: killers, histories and the hash table. The next
/// search is as that of a new engine; options, position and the last result stay. Call it between
/// games. It takes time in proportion to Hash.
///
/// With it, one thread and a node or depth limit give the same result every time, on every
/// machine, times aside: for the same version, network, tablebases, options, position and moves.
/// SEAJAY_ERR_BUSY during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_clear_history(engine: *mut SeajayEngine) -> i32 {
    let clear = |handle: &SeajayEngine| {
        handle.with_engine(|tools| {
            tools.engine.clear_history();
            Ok(())
        })
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, clear) })
}

/// Gives the counts of the last finished search; zeros before the first. Works during a
/// search. Begin with SEAJAY_STATS_INIT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_stats(engine: *const SeajayEngine, stats: *mut SeajayStats) -> i32 {
    let give = |handle: &SeajayEngine| {
        // SAFETY: NULL or as large as it says, promised by the caller.
        let slot = unsafe { Slot::new(stats, "stats") }?;
        let stats = *lock(&handle.stats);
        slot.write(&(&stats).into());
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_any_handle(engine, give) })
}

/// How many lines the last finished search has: as many as the option MultiPV asked for, or as
/// there were moves to begin with. 0 before the first search, in mate and stalemate, and when
/// engine is NULL. Works during a search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_line_count(engine: *const SeajayEngine) -> usize {
    // SAFETY: NULL or a living handle, promised by the caller.
    unsafe { with_handle(engine, |handle| Ok(lock(&handle.lines).len())) }.unwrap_or(0)
}

/// Gives a line of the last finished search: index runs from 0, the best, to
/// seajay_line_count() - 1. Works during a search, and after seajay_set_position(): the lines are
/// kept until the next search has ended. They begin in the position that was searched: ask
/// seajay_move_to_san() before another is set.
///
/// info: gets what the callback was told last of this line, with the time and the nodes of the
/// whole search; info->pv is the buffer. Begin with SEAJAY_INFO_INIT. NULL is allowed.
/// pv: a buffer of pv_size bytes for the moves, as many as it has room for; 768 bytes hold any line.
/// NULL with 0 leaves the moves out; info->pv is "" then.
///
/// The first line is that of SeajayResult.best_move, unless UCI_LimitStrength chose another.
/// No two lines begin with the same move, and their scores do not rise. Scores are exact unless the
/// search ended in the middle of an iteration, as it mostly does by time, nodes or a stop: then a
/// line may have a bound, or be that of the iteration before, as info->depth tells; at depth 0 it is
/// merely a legal move.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for another index or a wrong info->struct_size.
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
        let lines = Arc::clone(&lock(&handle.lines));
        let count = lines.len();
        let line = lines.get(index).ok_or(Failure::LineIndex { index, count })?;
        // SAFETY: NULL or `pv_size` bytes large, promised by the caller.
        unsafe { boundary::text_out(whole_moves(line.pv, pv_size), pv, pv_size) }?;
        if let Some(slot) = slot {
            let pv = if pv_size == 0 { c"".as_ptr() } else { pv.cast_const() };
            slot.write(&SeajayInfo::new(&line, pv));
        }
        Ok(())
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, give) })
}

/// As many moves of a line as there is room for: half a move could be taken for another.
fn whole_moves(line: &str, size: usize) -> &str {
    if line.len() < size {
        return line;
    }
    // Where NUL takes the place of a space, the moves before it are whole.
    let end = line.as_bytes()[..size].iter().rposition(|&byte| byte == b' ');
    &line[..end.unwrap_or(0)]
}
