//! Histories, killers and corrections: statistics about moves and positions that the engine keeps
//! between searches.

pub mod corrections;
pub mod history;
pub mod killers;

use crate::histories::corrections::Corrections;
use crate::histories::history::History;
use crate::histories::killers::Killers;

/// Statistics about moves and positions, collected by searches.
pub struct Histories {
    pub history: History,
    pub killers: Killers,
    pub corrections: Corrections,
}

impl Histories {
    /// The size of the tables in bytes.
    pub const BYTES: u64 = History::BYTES + Corrections::BYTES;

    /// Empty histories, or `None` when memory is exhausted.
    pub fn new() -> Option<Histories> {
        let (history, corrections) = (History::new()?, Corrections::new()?);
        Some(Histories { history, killers: Killers::default(), corrections })
    }

    /// Clears everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.killers = Killers::default();
        self.corrections.clear();
    }
}
