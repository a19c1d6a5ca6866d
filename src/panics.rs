//! Catches panics of the library at its boundary, and keeps them off stderr.
//!
//! The message of a panic goes through a hook that belongs to the whole process. The library's hook
//! is chained before the host's and is silent only for threads that are inside the library.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::Once;

std::thread_local! {
    /// How many calls deep this thread is inside the library.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

std::thread_local! {
    /// How many callbacks of the host this thread is inside.
    static CALLBACKS: Cell<u32> = const { Cell::new(0) };
}

/// The depths of this thread, which are restored when this is dropped.
struct Outer {
    depth: u32,
    callbacks: u32,
}

impl Outer {
    fn keep() -> Outer {
        Outer { depth: DEPTH.get(), callbacks: CALLBACKS.get() }
    }
}

impl Drop for Outer {
    fn drop(&mut self) {
        DEPTH.set(self.depth);
        CALLBACKS.set(self.callbacks);
    }
}

/// The payload of a panic, usually its text.
pub type Payload = Box<dyn Any + Send>;

/// Runs library code and catches its panics silently.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, Payload> {
    install_hook();
    let outer = Outer::keep();
    DEPTH.set(outer.depth + 1);
    // Anything that a panic leaves half done belongs to a handle that is marked as broken.
    panic::catch_unwind(AssertUnwindSafe(f))
}

/// Runs a callback of the host from within the library: its panics, if it is in Rust, print as
/// usual.
pub fn outside<T>(f: impl FnOnce() -> T) -> T {
    let outer = Outer::keep();
    DEPTH.set(0);
    CALLBACKS.set(outer.callbacks + 1);
    f()
}

/// Wraps the main function of a new thread: the new one is inside the library if the thread that
/// starts it is.
pub fn inherit<T>(body: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let depth = DEPTH.get();
    move || {
        let _outer = Outer::keep();
        DEPTH.set(depth);
        body()
    }
}

/// The text of a panic.
pub fn panic_text(payload: &Payload) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no text")
}

/// Chains a panic hook that keeps the library's own panics off stderr.
fn install_hook() {
    static HOOK: Once = Once::new();
    // A panicking thread cannot change the hook; a later call does it.
    if HOOK.is_completed() || std::thread::panicking() {
        return;
    }
    HOOK.call_once(chain_hook);
}

pub fn chain_hook() {
    let previous = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !is_inside() {
            previous(info);
        }
    }));
}

/// Whether this thread is inside the library.
pub fn is_inside() -> bool {
    DEPTH.get() > 0
}

/// Whether this thread is inside a callback of the host.
pub fn is_inside_callback() -> bool {
    CALLBACKS.get() > 0
}

/// A number that identifies this thread among all living ones, without allocation.
pub fn thread_token() -> usize {
    DEPTH.with(|depth| ptr::from_ref(depth).addr())
}
