//! Panics of the library: caught where it is called, and kept off stderr.
//!
//! The message of a panic goes through a hook that belongs to the whole process. Ours is chained before
//! the host's and stays silent only on threads that are inside the library.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::ptr;
use std::sync::Once;

thread_local! {
    /// How many calls deep this thread is inside the library.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Replaces this thread's depth, and puts the old one back when dropped.
struct Depth {
    outer: u32,
}

impl Depth {
    fn set(depth: impl FnOnce(u32) -> u32) -> Depth {
        let outer = DEPTH.get();
        DEPTH.set(depth(outer));
        Depth { outer }
    }
}

impl Drop for Depth {
    fn drop(&mut self) {
        DEPTH.set(self.outer);
    }
}

/// What a panic carries: most often its text.
pub type Payload = Box<dyn Any + Send>;

/// Runs library code; a panic ends here, silently.
pub fn catch<T>(f: impl FnOnce() -> T) -> Result<T, Payload> {
    install_hook();
    let _inside = Depth::set(|depth| depth + 1);
    // Whatever a panic leaves half done belongs to a handle that is given up.
    panic::catch_unwind(AssertUnwindSafe(f))
}

/// Runs the host's code from within the library: its panics, if it is written in Rust, are
/// its own affair.
pub fn outside<T>(f: impl FnOnce() -> T) -> T {
    let _outside = Depth::set(|_| 0);
    f()
}

/// What a new thread shall run: it is inside the library where the thread that makes it is.
pub fn inherit<T>(life: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let depth = DEPTH.get();
    move || {
        let _inside = Depth::set(|_| depth);
        life()
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
    // The hook cannot be changed by a thread that is panicking; a later call does it.
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

/// Is this thread inside the library?
pub fn is_inside() -> bool {
    DEPTH.get() > 0
}

/// A number that tells this thread from every other living one, without allocation.
pub fn thread_token() -> usize {
    DEPTH.with(|depth| ptr::from_ref(depth).addr())
}
