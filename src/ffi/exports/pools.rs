//! Pools

use std::ptr;

use crate::ffi::call::{Call, attempt, protect, status};
use crate::ffi::engine_handle::SeajayEngine;
use crate::ffi::handles::SeajayPool;
use crate::ffi::heap;
use crate::pool::Pool;
use crate::sys;

/// Creates a pool of at most 256 threads; 0 means one for each processor. Returns NULL if memory is
/// exhausted, the system refuses a thread, or threads is too large; seajay_last_error() says which.
/// Check it: NULL means no pool to seajay_set_pool().
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn seajay_pool_new(threads: u32) -> *mut SeajayPool {
    sys::pin_library();
    let pool = attempt(|| Ok(Pool::new(threads as usize)?));
    protect(ptr::null_mut(), || pool.map_or(ptr::null_mut(), SeajayPool::allocate))
}

/// Frees a pool; NULL is allowed. Its engines keep using it: its threads end when the last engine
/// has been freed or has left the pool. May be called on any thread, also in callbacks. The call
/// that releases the last user of a pool (this one, seajay_free() or seajay_set_pool()) waits for
/// its other threads, and so for callbacks that are running on them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pool_free(pool: *mut SeajayPool) {
    // SAFETY: promised by the caller.
    protect((), || unsafe { heap::deallocate(pool) });
}

/// Makes seajay_start() queue its searches on a pool, by limits.priority, then first come, first
/// served. NULL returns to a thread of the engine's own. seajay_search() still runs on the calling
/// thread.
///
/// On a pool seajay_start() rejects searches that could occupy a thread forever
/// (SEAJAY_ERR_INVALID_ARGUMENT): limits.infinite, limits.ponder, and Threads above 1. Clocks run
/// from seajay_start(), move_time_ms from when a thread takes the search: queue_ms in the result is
/// how long that took. A search that is stopped, or whose clock runs out, while it waits in the
/// queue ends within milliseconds with a legal move. A mate search without a limit of nodes or time
/// may occupy its thread for a long time.
///
/// A callback occupies its thread of the pool until it returns. One that waits for a search on the
/// same pool may deadlock. Two more threads end the searches stopped in the queue and call their
/// done callbacks: a slow one delays the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_pool(engine: *mut SeajayEngine, pool: *mut SeajayPool) -> i32 {
    // SAFETY: the host passes what `ffi` asks for.
    let call = unsafe { Call::new() };
    status(call.on_engine(engine, |handle| {
        let pool = call.optional_pool(pool);
        handle.with_claim(|_| handle.set_pool(pool))
    }))
}
