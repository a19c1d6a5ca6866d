//! Searches

use crate::ffi::call::{Call, number, status};
use crate::ffi::engine_handle::{SeajayEngine, lock};
use crate::ffi::types::{SeajayLimits, SeajayResult, SeajayStats};
use crate::limits::Limits;

/// Searches the engine's position on this thread until a limit is reached or, with infinite, only
/// until seajay_stop() is called on another thread or the info callback returns non-zero, which end
/// any search. It returns a legal move whenever it is stopped.
///
/// A stop that comes before the search has begun is lost; from the first call of the info callback
/// on, every stop counts. Use seajay_start() if every stop must count. The search needs less than
/// 256 KiB of this thread's stack. result may be NULL. Draws by rule do not end a search:
/// seajay_game_state() detects them.
///
/// Errors: SEAJAY_ERR_INVALID_ARGUMENT without a limit, SEAJAY_ERR_ILLEGAL_MOVE in search_moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_search(
    engine: *mut SeajayEngine,
    limits: *const SeajayLimits,
    result: *mut SeajayResult,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let (limits, slot) = (Limits::read(&call, limits)?, call.optional_slot(result, "result")?);
        let report = handle.search(&limits)?;
        if let Some(slot) = slot {
            slot.write(&(&report).into());
        }
        Ok(())
    }))
}

/// Begins a search on a thread of the engine, or on its pool, and returns at once. After SEAJAY_OK
/// every later stop and ponderhit reaches the search. The limits are copied. Until the search ends
/// or is told to stop, calls that take a non-const SeajayEngine return SEAJAY_ERR_BUSY. Errors are
/// those of seajay_search().
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_start(
    engine: *mut SeajayEngine,
    limits: *const SeajayLimits,
) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let limits = Limits::read(&call, limits)?;
        handle.start(&limits)
    }))
}

/// Waits until the last search or review has ended and its done callback has returned, and returns
/// the result: after a review that of the position it searched last. It may be called repeatedly,
/// on any thread, until the next search begins. result may be NULL. If the done callback starts
/// further searches, the result may be that of a later one: see search_id.
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
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let slot = call.optional_slot(result, "result")?;
        let report = handle.wait(timeout_ms)?;
        if let Some(slot) = slot {
            slot.write(&(&report).into());
        }
        Ok(())
    }))
}

/// Returns 1 from the beginning of a search, even if it waits in the queue of a pool, until its
/// result is stored, otherwise 0. In the done callback it is already 0, unless that has begun a
/// search; seajay_wait() waits for the callback as well.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_is_searching(engine: *const SeajayEngine) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    number(call.on_engine(engine, |handle| Ok(i32::from(handle.is_searching()))))
}

/// Tells the search to end, and returns without waiting; the search ends within a few milliseconds.
/// Without a search it does nothing, and has no effect on the next one.
///
/// A call that takes a non-const SeajayEngine waits for a search that was told to stop, and for its
/// done callback: seajay_stop(), seajay_set_position() and seajay_start() may follow each other. In
/// a callback, of whichever engine, it returns SEAJAY_ERR_BUSY, as it does where the done callback
/// has begun another search, or another call uses the engine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_stop(engine: *const SeajayEngine) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_any_engine(engine, |handle| {
        handle.stopper.stop();
        Ok(())
    }))
}

/// Tells a search with limits.ponder that the expected move was played: from now on its other
/// limits apply. move_time_ms counts from here; on a clock, the time spent pondering counts too.
/// Without such a search it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_ponderhit(engine: *const SeajayEngine) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        handle.stopper.ponderhit();
        Ok(())
    }))
}

/// Clears killers, histories and the hash table, as in a new engine; options, position and the last
/// result are kept. Call it between games. After that, a search on one thread with a node or depth
/// limit gives the same result every time, on every machine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_clear_history(engine: *mut SeajayEngine) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        handle.with_claim(|claimed| {
            claimed.engine.clear_history();
            Ok(())
        })
    }))
}

/// Returns the counters of the last finished search; zeros before the first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_stats(engine: *const SeajayEngine, stats: *mut SeajayStats) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_any_engine(engine, |handle| {
        let slot = call.slot(stats, "stats")?;
        let stats = lock(&handle.snapshot).stats;
        slot.write(&(&stats).into());
        Ok(())
    }))
}
