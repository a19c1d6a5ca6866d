//! The standard library, but for mutexes, condition variables, barriers, threads and their own
//! values, which are those of shuttle: at each of their calls it decides which thread goes on.
//! Atomics are the usual ones, since a search has too many of them.

pub use ::std::*;

#[doc(hidden)]
pub use ::shuttle;

mod locks;

use ::std::cell::Cell;

use shuttle::thread::LocalKey;

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

/// As in the standard library, of which the library uses this form only.
#[macro_export]
macro_rules! thread_local {
    ($(#[$attribute:meta])* static $name:ident: $type:ty = const { $value:expr };) => {
        $(#[$attribute])*
        static $name: $crate::Local<$type> = {
            $crate::shuttle::thread_local! { static KEY: $type = $value; }
            $crate::Local(&KEY)
        };
    };
}

/// A value of a thread, with the methods that one of shuttle lacks.
pub struct Local<T: 'static>(#[doc(hidden)] pub &'static LocalKey<T>);

impl<T> Local<T> {
    pub fn with<R>(&'static self, f: impl FnOnce(&T) -> R) -> R {
        self.0.with(f)
    }
}

impl<T: Copy> Local<Cell<T>> {
    pub fn get(&'static self) -> T {
        self.with(Cell::get)
    }

    pub fn set(&'static self, value: T) {
        self.with(|cell| cell.set(value));
    }
}
