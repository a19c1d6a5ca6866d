//! What other threads tell a running search: stop, and ponderhit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::Duration;

use crate::sys::Instant;

/// What other threads tell a running search.
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the clock of the search was started, in nanoseconds after `epoch`.
    clock_start: AtomicU64,
    epoch: Instant,
}

impl Default for Signals {
    fn default() -> Signals {
        Signals {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(false),
            clock_start: AtomicU64::new(0),
            epoch: Instant::now(),
        }
    }
}

impl Signals {
    /// A search begins: earlier signals are void, later ones reach it.
    pub fn begin(&self, started: Instant, ponder: bool) {
        self.stop.store(false, SeqCst);
        self.clock_start.store(self.nanos(started), SeqCst);
        self.pondering.store(ponder, SeqCst);
    }

    /// The search shall end.
    pub fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// The ponder move was played: the clock counts from now.
    pub fn ponderhit(&self) {
        if self.pondering.load(SeqCst) {
            self.clock_start.store(self.nanos(Instant::now()), SeqCst);
            self.pondering.store(false, SeqCst);
        }
    }

    /// Shall it?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst)
    }

    /// Time on the search's clock; `None` while it does not run.
    pub fn clock(&self, now: Instant) -> Option<Duration> {
        if self.pondering.load(SeqCst) {
            return None;
        }
        Some(Duration::from_nanos(self.nanos(now).saturating_sub(self.clock_start.load(SeqCst))))
    }

    fn nanos(&self, instant: Instant) -> u64 {
        instant.saturating_duration_since(self.epoch).as_nanos() as u64
    }
}
