//! Threads of the library's own.

use std::sync::{Arc, Barrier};
use std::thread::{Builder, JoinHandle};

use super::platform::{HAS_THREADS, has_room};
use crate::panics;

/// More than a search needs, also without optimisation.
const STACK_BYTES: usize = 4 << 20;
/// More than the system allocates for a thread that begins.
const START_BYTES: usize = 1 << 20;

/// Starts a thread, and does not wait until it runs: on a busy machine that may take long. Its panics
/// are as silent as those of this one. `None` where there is no memory for it, or the system refuses it.
pub fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    // A thread that finds no memory as it begins would end the process.
    if !HAS_THREADS || !has_room(STACK_BYTES + START_BYTES) {
        return None;
    }
    Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(panics::inherit(life)).ok()
}

/// Starts a thread and waits until it runs: then it has all the memory it needs, and the next one may
/// ask for room. `None` as for [`spawn`].
pub fn spawn_and_wait(name: &str, life: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    let begun = Arc::new(Barrier::new(2));
    let at_begin = Arc::clone(&begun);
    let thread = spawn(name, move || {
        at_begin.wait();
        life();
    })?;
    begun.wait();
    Some(thread)
}
