//! A condition variable that makes no system call while nobody waits. That of the standard library
//! makes one for every notification, which takes as long as a tenth of a search of one node.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, MutexGuard, PoisonError};
use std::time::Duration;

/// The threads that wait for a change of what a mutex guards.
#[derive(Default)]
pub struct Signal {
    changed: Condvar,
    /// Changed only while the mutex is locked: whoever locks it later sees every waiting thread.
    waiting: AtomicUsize,
}

impl Signal {
    /// Wakes one waiting thread, after a change that was made while the mutex was locked.
    pub fn notify_one(&self) {
        if self.waiting.load(Relaxed) > 0 {
            self.changed.notify_one();
        }
    }

    /// Wakes all waiting threads, after a change that was made while the mutex was locked.
    pub fn notify_all(&self) {
        if self.waiting.load(Relaxed) > 0 {
            self.changed.notify_all();
        }
    }

    /// Waits for a notification; may return without one, as any condition variable does.
    pub fn wait<'a, T>(&self, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        self.waiting.fetch_add(1, Relaxed);
        let guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Relaxed);
        guard
    }

    /// Waits while a condition holds, or until the time is up, if there is a limit.
    pub fn wait_while<'a, T>(
        &self,
        guard: MutexGuard<'a, T>,
        limit: Option<Duration>,
        condition: impl FnMut(&mut T) -> bool,
    ) -> MutexGuard<'a, T> {
        self.waiting.fetch_add(1, Relaxed);
        let guard = match limit {
            None => {
                self.changed.wait_while(guard, condition).unwrap_or_else(PoisonError::into_inner)
            }
            Some(limit) => {
                let waited = self.changed.wait_timeout_while(guard, limit, condition);
                waited.unwrap_or_else(PoisonError::into_inner).0
            }
        };
        self.waiting.fetch_sub(1, Relaxed);
        guard
    }
}
