//! The library's own threads.

use std::sync::{Arc, Barrier};
use std::thread::{Builder, JoinHandle};

use super::platform::{HAS_THREADS, has_room};
use crate::panics;

/// More than a search needs, even without optimisation.
const STACK_BYTES: usize = 4 << 20;
/// More than the system allocates when a thread begins.
const START_BYTES: usize = 1 << 20;

/// Starts a thread without waiting until it runs, which may take long on a busy machine. Its panics are
/// silent if this thread's are. `None` if there is no memory for it, or the system refuses it.
pub fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> Option<JoinHandle<()>> {
    // A thread that finds no memory when it begins would end the process.
    if !HAS_THREADS || !has_room(STACK_BYTES + START_BYTES) {
        return None;
    }
    Builder::new().name(name.to_owned()).stack_size(STACK_BYTES).spawn(panics::inherit(life)).ok()
}

/// Starts a thread and waits until it runs: then it has all the memory it needs, and the check for the
/// next one counts correctly. `None` as for [`spawn`].
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
