//! The state of an engine's handle: who has the engine, and what has become of its searches.
//!
//! ```text
//!          claim                 begin
//!   Idle --------> Claimed -------------> Searching    seajay_search(), seajay_review()
//!    ^  <--------     |                    ^     |
//!    |    release     | queue         take |     |
//!    |                v                    |     |
//!    |              Queued ----------------      |     seajay_start(), seajay_start_review()
//!    |                                           |
//!     -------------------------------------------
//!               end, end_before_done
//! ```
//!
//! The done callback of a started search is beside these states: it begins when its search has ended
//! and the engine is idle, so that the callback and other threads may claim the engine. What is
//! queued meanwhile is taken when the callback has returned (`finish_done`).
//!
//! A search is *finished*, and no longer waited for, when no done callback of its own or of an earlier
//! search runs any more: one on the thread of its caller may end during the callback of the last.

use std::mem;

use crate::ffi::failure::Failure;
use crate::ffi::work::Work;
use crate::panics;
use crate::pool::Pool;
use crate::report::Report;

/// The state of a handle. Its transitions neither wait nor call the host.
#[derive(Default)]
pub struct State {
    owner: Owner,
    done: Option<DoneCallback>,
    /// The number of searches that have begun, and so that of the last one.
    begun: u64,
    /// How the last search has ended.
    ending: Ending,
    /// The pool on which started searches run, instead of the handle's own thread.
    pool: Option<Pool>,
    /// Whether the engine is being freed: then only its done callback may still claim it, and not
    /// for a search, since a chain of searches would never end.
    closing: bool,
}

/// Who has the engine.
#[derive(Default)]
enum Owner {
    #[default]
    Idle,
    /// A call, until it returns.
    Claimed,
    /// A started search that no thread has taken yet.
    Queued(Work),
    /// A search that runs on this thread.
    Searching(usize),
}

/// A done callback that is running.
struct DoneCallback {
    /// The number of its search.
    search: u64,
    /// The end of the search before it, the last one that is finished.
    finished: Ending,
    thread: usize,
}

/// How a search has ended.
#[derive(Clone, Copy, Default)]
pub enum Ending {
    Report(Report),
    /// Of a review, the only failure on the way.
    OutOfMemory,
    #[default]
    Panic,
}

impl Ending {
    pub fn of(result: &Result<Report, Failure>) -> Ending {
        match result {
            Ok(report) => Ending::Report(*report),
            Err(Failure::Panic) => Ending::Panic,
            Err(_) => Ending::OutOfMemory,
        }
    }

    pub fn result(self) -> Result<Report, Failure> {
        match self {
            Ending::Report(report) => Ok(report),
            Ending::OutOfMemory => Err(Failure::OutOfMemory("the review")),
            Ending::Panic => Err(Failure::Panic),
        }
    }
}

/// What a call claims the engine for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Change,
    Search,
}

impl State {
    /// Claims the engine for a call.
    pub fn claim(&mut self, purpose: Purpose) -> Result<(), Failure> {
        let is_closed = self.closing && (purpose == Purpose::Search || !self.is_inside_done());
        match self.owner {
            Owner::Idle if !is_closed => self.owner = Owner::Claimed,
            _ => return Err(Failure::Busy),
        }
        Ok(())
    }

    /// The call gives the engine back.
    pub fn release(&mut self) {
        debug_assert!(matches!(self.owner, Owner::Claimed));
        self.owner = Owner::Idle;
    }

    /// The call becomes a search on this thread.
    pub fn begin(&mut self) {
        debug_assert!(matches!(self.owner, Owner::Claimed));
        self.owner = Owner::Searching(panics::thread_token());
        self.begun += 1;
    }

    /// The call leaves a search for another thread.
    pub fn queue(&mut self, work: Work) {
        debug_assert!(matches!(self.owner, Owner::Claimed));
        self.owner = Owner::Queued(work);
        self.begun += 1;
    }

    /// The search that is queued.
    pub fn queued(&self) -> Option<&Work> {
        if let Owner::Queued(work) = &self.owner { Some(work) } else { None }
    }

    /// Whether a thread may take the queued search.
    pub fn is_ready(&self) -> bool {
        self.queued().is_some() && self.done.is_none()
    }

    /// Whether the handle's own thread may take it.
    pub fn is_ready_for_own_thread(&self) -> bool {
        self.is_ready() && self.pool.is_none()
    }

    /// Takes the queued search, to run it on this thread; `None` if another thread has.
    pub fn take(&mut self) -> Option<Work> {
        match mem::take(&mut self.owner) {
            Owner::Queued(work) if self.done.is_none() => {
                self.owner = Owner::Searching(panics::thread_token());
                Some(work)
            }
            other => {
                self.owner = other;
                None
            }
        }
    }

    /// The search has ended, and with it this state: the engine is idle.
    pub fn end(&mut self, ending: Ending) {
        debug_assert!(matches!(self.owner, Owner::Searching(_)));
        self.owner = Owner::Idle;
        self.ending = ending;
    }

    /// The search has ended, and its done callback begins on this thread.
    pub fn end_before_done(&mut self, ending: Ending) {
        debug_assert!(self.done.is_none());
        let (search, finished) = (self.begun, self.ending);
        self.done = Some(DoneCallback { search, finished, thread: panics::thread_token() });
        self.end(ending);
    }

    /// The done callback has returned.
    pub fn finish_done(&mut self) {
        debug_assert!(self.done.is_some());
        self.done = None;
    }

    /// The number of the last search; 0 if none has begun.
    pub fn last_search(&self) -> u64 {
        self.begun
    }

    /// Whether a search is queued or running.
    pub fn is_searching(&self) -> bool {
        matches!(self.owner, Owner::Queued(_) | Owner::Searching(_))
    }

    /// Whether a search is finished: it has ended, and its done callback has returned.
    pub fn is_finished(&self, search: u64) -> bool {
        let last = match &self.done {
            Some(done) => done.search - 1,
            None => self.begun - u64::from(self.is_searching()),
        };
        search <= last
    }

    /// How the last search that is finished has ended.
    pub fn finished(&self) -> Ending {
        self.done.as_ref().map_or(self.ending, |done| done.finished)
    }

    /// Whether this thread is inside the done callback.
    pub fn is_inside_done(&self) -> bool {
        self.done.as_ref().is_some_and(|done| done.thread == panics::thread_token())
    }

    /// Whether this thread is inside a search, and so in a callback of it, or in the done callback.
    pub fn is_inside(&self) -> bool {
        let is_searching =
            matches!(self.owner, Owner::Searching(thread) if thread == panics::thread_token());
        is_searching || self.is_inside_done()
    }

    pub fn pool(&self) -> Option<&Pool> {
        self.pool.as_ref()
    }

    /// Puts the engine on a pool, or on none, and returns the old one.
    pub fn replace_pool(&mut self, pool: Option<Pool>) -> Option<Pool> {
        mem::replace(&mut self.pool, pool)
    }

    /// The engine is being freed.
    pub fn close(&mut self) {
        self.closing = true;
    }

    /// Whether nobody uses the engine, and no done callback runs.
    pub fn is_quiet(&self) -> bool {
        matches!(self.owner, Owner::Idle) && self.done.is_none()
    }

    /// Whether the handle's thread has nothing more to do.
    pub fn is_over(&self) -> bool {
        self.closing && self.is_quiet()
    }
}
