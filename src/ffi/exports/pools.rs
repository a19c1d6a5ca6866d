//! Pools: the started searches of many engines on a few threads.

use std::ptr;

use super::status;
use crate::ffi::boundary::{self, attempt, protect};
use crate::ffi::handle::{SeajayEngine, with_handle};
use crate::pool::Pool;
use crate::sys;

/// A few threads for the started searches of many engines. Made by seajay_pool_new().
pub struct SeajayPool {
    pool: Pool,
}

/// Makes a pool of at most 256 threads; 0 is as many as there are processors. NULL when memory is
/// exhausted, the system refuses a thread, or there are too many.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn seajay_pool_new(threads: u32) -> *mut SeajayPool {
    sys::pin_library();
    let pool = attempt(|| Ok(Pool::new(threads as usize)?));
    protect(ptr::null_mut(), || {
        pool.map_or(ptr::null_mut(), |pool| boundary::allocate(SeajayPool { pool }))
    })
}

/// Gives up a pool; NULL is fine. Its engines keep using it: its threads end when the last of them
/// has been freed or has left it. Works on any thread, in callbacks too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_pool_free(pool: *mut SeajayPool) {
    protect((), || {
        if !pool.is_null() {
            // SAFETY: not NULL, and the last use of the handle, promised by the caller.
            unsafe { boundary::deallocate(pool) };
        }
    });
}

/// From here on seajay_start() queues on the pool, first come first served; NULL is a thread of the
/// engine's own again.
///
/// On a pool seajay_start() refuses what could hold a thread for ever
/// (SEAJAY_ERR_INVALID_ARGUMENT): limits.infinite, limits.ponder, and Threads above 1. Clocks run
/// from seajay_start(). A search that is stopped, or whose time is up, while it waits in the queue
/// ends at once with a legal move. A mate search without a limit of nodes or time may keep its
/// thread for long.
///
/// Callbacks keep their thread from other searches until they return. One that waits for a search
/// on the same pool may wait for ever; two slow done callbacks of stopped searches delay the ends
/// of others in the queue.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_set_pool(engine: *mut SeajayEngine, pool: *mut SeajayPool) -> i32 {
    let set = |handle: &SeajayEngine| {
        // SAFETY: NULL or a living handle, promised by the caller.
        let pool = unsafe { pool.as_ref() }.map(|pool| pool.pool.clone());
        handle.with_engine(|_| handle.set_pool(pool))
    };
    // SAFETY: NULL or a living handle, promised by the caller.
    status(unsafe { with_handle(engine, set) })
}
