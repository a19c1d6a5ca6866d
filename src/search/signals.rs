//! Signals that other threads send to a running search: stop and ponderhit.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::Duration;

use crate::sys::{self, Instant};

/// Signals from other threads to a running search.
pub struct Signals {
    stop: AtomicBool,
    /// When the time of the search began to count, in nanoseconds after `epoch`, or [`NOT_STARTED`].
    clock_start: AtomicU64,
    epoch: Instant,
}

/// The time of a search that ponders does not count.
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
    pub fn begin(&self, ponder: bool) {
        self.stop.store(false, SeqCst);
        self.clock_start.store(if ponder { NOT_STARTED } else { 0 }, SeqCst);
    }

    /// A thread takes the search. Unless it ponders, its time counts from here.
    pub fn take(&self, taken: Instant) {
        if self.clock_start.load(SeqCst) != NOT_STARTED {
            self.clock_start.store(self.nanos(taken), SeqCst);
        }
    }

    /// Asks the search to end.
    pub fn stop(&self) {
        self.stop.store(true, SeqCst);
    }

    /// The opponent played the ponder move: the time counts from now on.
    pub fn ponderhit(&self) {
        let now = self.nanos(Instant::now());
        // Otherwise it does already.
        let _ = self.clock_start.compare_exchange(NOT_STARTED, now, SeqCst, SeqCst);
    }

    /// Whether the search has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(SeqCst) || sys::is_stop_wanted()
    }

    /// The search's own time; `None` while it ponders.
    pub fn own_time(&self, now: Instant) -> Option<Duration> {
        let start = self.clock_start.load(SeqCst);
        let elapsed = || Duration::from_nanos(self.nanos(now).saturating_sub(start));
        (start != NOT_STARTED).then(elapsed)
    }

    fn nanos(&self, instant: Instant) -> u64 {
        instant.saturating_duration_since(self.epoch).as_nanos() as u64
    }
}
