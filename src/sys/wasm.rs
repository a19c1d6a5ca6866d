//! WebAssembly without an operating system: the host provides the time and says when to stop, and
//! there are neither files nor threads.
//!
//! The C functions are not enough for a host. It needs memory for its arguments, and callbacks
//! that call its own functions: both are exported here.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::c_void;
use std::fs::File;
use std::io;
use std::ops::{Add, Sub};
use std::time::Duration;

pub use super::nothing::{
    advise_huge_pages, has_room, map_zeros, physical_memory, provide_pages, renew_zeros,
    unmap_zeros,
};

/// Whether the library may start threads.
pub const HAS_THREADS: bool = false;
/// Whether the library can read files.
pub const HAS_FILES: bool = false;

#[link(wasm_import_module = "seajay")]
unsafe extern "C" {
    /// Milliseconds since a fixed moment, with fractions, as from `performance.now()`.
    safe fn now_ms() -> f64;

    /// Whether the running search must end. Called after every few nodes.
    safe fn should_stop() -> i32;

    /// Waits for about `time` milliseconds, or returns at once if the host cannot wait.
    safe fn wait_ms(time: f64);

    /// What a search reports: the arguments and the result of the info callback of the C interface.
    fn on_info(user_data: *mut c_void, info: *const c_void) -> i32;

    /// A move that a review has judged: the same of the review callback.
    fn on_review(user_data: *mut c_void, index: usize, judged: *const c_void) -> i32;
}

/// The alignment of the memory that the host gets: enough for every struct of the C interface.
const ALIGNMENT: usize = 8;

/// Memory for the host, or NULL.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_alloc(size: usize) -> *mut u8 {
    let layout = Layout::from_size_align(size, ALIGNMENT).ok().filter(|layout| layout.size() > 0);
    // SAFETY: the size is not zero.
    layout.map_or(std::ptr::null_mut(), |layout| unsafe { alloc(layout) })
}

/// Frees memory from [`seajay_alloc`].
///
/// # Safety
/// The block is NULL, or comes from `seajay_alloc` with this size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn seajay_dealloc(block: *mut u8, size: usize) {
    if let (false, Ok(layout)) = (block.is_null(), Layout::from_size_align(size, ALIGNMENT)) {
        // SAFETY: promised by the caller.
        unsafe { dealloc(block, layout) }
    }
}

/// The info callback that calls the host: what `seajay_set_info_callback` takes.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_host_callback() -> unsafe extern "C" fn(*mut c_void, *const c_void) -> i32
{
    unsafe extern "C" fn callback(user_data: *mut c_void, info: *const c_void) -> i32 {
        // SAFETY: the host only reads during the call, like any callback.
        unsafe { on_info(user_data, info) }
    }
    callback
}

/// The review callback that calls the host: what `seajay_review` takes.
#[unsafe(no_mangle)]
pub extern "C" fn seajay_host_review_callback()
-> unsafe extern "C" fn(*mut c_void, usize, *const c_void) -> i32 {
    unsafe extern "C" fn callback(
        user_data: *mut c_void,
        index: usize,
        judged: *const c_void,
    ) -> i32 {
        // SAFETY: the host only reads during the call, like any callback.
        unsafe { on_review(user_data, index, judged) }
    }
    callback
}

/// Whether the host wants the running search to end. It has no other thread to say so.
pub fn is_stop_wanted() -> bool {
    should_stop() != 0
}

/// A moment on the host's clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// The current moment.
    pub fn now() -> Instant {
        Instant(Duration::try_from_secs_f64(now_ms() / 1000.0).unwrap_or_default())
    }

    /// The time that has passed since.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }

    /// The time since an earlier moment; zero if that is later.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// A later moment; `None` if it cannot be represented.
    pub fn checked_add(&self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0 + time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.saturating_duration_since(earlier)
    }
}

/// Waits a little, if the host can.
pub fn nap(time: Duration) {
    wait_ms(time.as_secs_f64() * 1000.0);
}

/// There are no files to read.
pub fn read_at(_file: &File, _buffer: &mut [u8], _offset: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The library is not unloaded.
pub fn pin_library() {}
