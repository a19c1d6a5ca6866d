//! The job of a search: position, limits and settings, the same for all its workers.

use std::sync::Arc;
use std::time::Duration;

use crate::eval::Network;
use crate::game::RootPosition;
use crate::limits::Limits;
use crate::options::Options;
use crate::search::root_moves::RootMoves;
use crate::search::signals::Signals;
use crate::search::skill::Handicap;
use crate::search::time::{Budget, Elapsed};
use crate::sys::Instant;
use crate::tb::Tablebase;
use crate::tt::Table;

/// Settings made by options and hosts. Cheap to clone: a thread that reads them while another one
/// searches keeps a copy.
#[derive(Debug)]
pub struct Settings {
    pub options: Arc<Options>,
    pub network: Arc<Network>,
    pub tb: Option<Arc<Tablebase>>,
}

impl Clone for Settings {
    fn clone(&self) -> Settings {
        let Settings { options, network, tb } = self;
        Settings { options: Arc::clone(options), network: Arc::clone(network), tb: tb.clone() }
    }

    /// Leaves the counts of references alone where nothing has changed, as between most searches.
    fn clone_from(&mut self, from: &Settings) {
        let is_same = Arc::ptr_eq(&self.options, &from.options)
            && Arc::ptr_eq(&self.network, &from.network)
            && self.tb.as_ref().map(Arc::as_ptr) == from.tb.as_ref().map(Arc::as_ptr);
        if !is_same {
            *self = from.clone();
        }
    }
}

/// The job of a search: made when the search begins, and read by all its workers.
pub struct Job {
    pub tt: Arc<Table>,
    pub signals: Arc<Signals>,
    pub root: RootPosition,
    pub settings: Settings,
    /// The limits, without the text of the root moves.
    pub limits: Limits,
    pub root_moves: RootMoves,
    /// Makes the engine play weaker, if the options ask for that.
    pub handicap: Option<Handicap>,
    pub search_id: u64,
    /// When the search was asked for: clocks run from there.
    pub started: Instant,
    /// When a thread took it.
    pub taken: Instant,
    /// The time that the search may take.
    pub budget: Budget,
}

impl Job {
    /// The time that is left, also if the search ponders and the ponderhit comes now; `None`
    /// without a limit of time.
    pub fn time_left(&self) -> Option<Duration> {
        let now = Instant::now();
        let elapsed = Elapsed { total: now - self.started, own: now - self.taken };
        self.budget.left(elapsed).filter(|_| !self.limits.infinite)
    }

    /// The time at which the clock ends a search that no thread has taken.
    pub fn deadline(&self) -> Option<Instant> {
        let is_endless = self.limits.infinite || self.limits.ponder;
        let time = self.budget.on_clock().filter(|_| !is_endless);
        time.and_then(|time| self.started.checked_add(time))
    }
}
