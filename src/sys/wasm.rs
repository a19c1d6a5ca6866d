//! WebAssembly without an operating system: the host page gives the time, and there are neither files nor
//! threads.

use std::fs::File;
use std::io;
use std::ops::{Add, Sub};
use std::time::Duration;

pub use super::nothing::{advise_huge_pages, give_back_zeros, has_room, physical_memory};

/// Are there threads?
pub const HAS_THREADS: bool = false;
/// Are there files?
pub const HAS_FILES: bool = false;

#[link(wasm_import_module = "seajay")]
unsafe extern "C" {
    /// Milliseconds since some moment, with fractions, as `performance.now()` gives them.
    safe fn now_ms() -> f64;
}

/// A moment on the host's clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    /// This one.
    pub fn now() -> Instant {
        Instant(Duration::try_from_secs_f64(now_ms() / 1000.0).unwrap_or_default())
    }

    /// How long it was ago.
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }

    /// The time since an earlier moment; none if it is a later one.
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// A later moment, if there is one.
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

/// Nobody can wait here without holding up the page: the caller asks again at once.
pub fn nap(_time: Duration) {}

/// There are no files to read.
pub fn read_at(_file: &File, _buffer: &mut [u8], _offset: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// The library is not unloaded.
pub fn pin_library() {}
