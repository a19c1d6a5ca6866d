//! Threads of the library's own.

use std::sync::{Arc, Barrier};
use std::thread::{Builder, JoinHandle};

use crate::error::Error;
use crate::{ffi, sys};

/// More than a search needs, also without optimisation.
const STACK_BYTES: usize = 4 << 20;
/// More than the system allocates for a thread that begins.
const START_BYTES: usize = 1 << 20;

/// Starts a thread; when this returns, it runs. Its panics are as silent as those of this one.
///
/// # Errors
/// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory), also when the system refuses it.
pub fn spawn(name: &str, life: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    let refused = || Error::out_of_memory("a thread");
    // A thread that finds no memory as it begins would end the process.
    if !sys::has_room(STACK_BYTES + START_BYTES) {
        return Err(refused());
    }
    let begun = Arc::new(Barrier::new(2));
    let at_begin = Arc::clone(&begun);
    let life = ffi::inherit_silence(life);
    let thread = Builder::new()
        .name(name.to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            at_begin.wait();
            life();
        })
        .map_err(|_| refused())?;
    begun.wait();
    Ok(thread)
}
