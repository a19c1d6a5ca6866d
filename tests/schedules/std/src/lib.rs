//! The standard library, but for mutexes, condition variables, barriers, threads and their own
//! values, which are those of shuttle: at each of their calls it decides which thread goes on.
//! Atomics are the usual ones, since a search has too many of them.

pub use ::std::*;

#[doc(hidden)]
pub use ::shuttle;

mod local;
mod locks;

pub use local::Local;

pub mod sync {
    pub use ::std::sync::*;
    pub use shuttle::sync::Barrier;

    pub use crate::locks::{Condvar, Mutex, MutexGuard};
}

pub mod thread {
    pub use ::std::thread::*;
    pub use shuttle::thread::{Builder, JoinHandle, yield_now};

    /// Lets the other threads go on: shuttle knows no time.
    pub fn sleep(_time: ::std::time::Duration) {
        yield_now();
    }
}
