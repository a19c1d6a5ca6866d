//! Signals that other threads send to a running search: stop and ponderhit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::Duration;

use crate::sys::{self, Instant};

/// Signals from other threads to a running search.
pub struct Signals {
    stop: AtomicBool,
    /// When the clock of the search started, in nanoseconds after `epoch`, or [`NOT_STARTED`].
    clock_start: AtomicU64,
    epoch: Instant,
}

/// The clock of a search that ponders is not running.
const NOT_STARTED: u64 = u64::MAX;

impl Default for Signals {
    fn default() -> Signals {
        Signals {
            stop: AtomicBool::new(false),
            clock_start: AtomicU64::new(0),
            epoch: Instant::now(),
        }
    }
}

impl Signals {
    /// Begins a search: discards earlier signals, and accepts new ones.
    pub fn begin(&self, started: Instant, ponder: bool) {
        self.stop.store(false, SeqCst);
        let clock_start = if ponder { NOT_STARTED } else { self.nanos(started) };
        self.clock_start.store(clock_start, SeqCst);
    }

    /// Begins a further search of several that are stopped together: a stop that has come stays.
    pub fn go_on(&self, started: Instant) {
        self.clock_start.store(self.nanos(started), SeqCst);
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// The opponent played the ponder move: the clock starts now.
    pub fn ponderhit(&self) {
        let now = self.nanos(Instant::now());
        // Otherwise the clock is running already.
        let _ = self.clock_start.compare_exchange(NOT_STARTED, now, SeqCst, SeqCst);
    }

    /// Whether the search has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst) || sys::is_stop_wanted()
    }

    /// The time on the search's clock; `None` while it is not running.
    pub fn clock(&self, now: Instant) -> Option<Duration> {
        let start = self.clock_start.load(SeqCst);
        let elapsed = || Duration::from_nanos(self.nanos(now).saturating_sub(start));
        (start != NOT_STARTED).then(elapsed)
    }

    fn nanos(&self, instant: Instant) -> u64 {
        instant.saturating_duration_since(self.epoch).as_nanos() as u64
    }
}
