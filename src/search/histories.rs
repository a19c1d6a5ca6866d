//! What searches have learnt about moves and positions, kept by the engine between them.

use crate::ordering::history::History;
use crate::ordering::killers::Killers;
use crate::search::correction::Corrections;

/// What searches have learnt about moves and positions.
pub struct Histories {
    pub history: History,
    pub killers: Killers,
    pub corrections: Corrections,
}

impl Histories {
    /// The bytes of the tables.
    pub const BYTES: u64 = History::BYTES + Corrections::BYTES;

    /// Nothing, or `None` when memory is exhausted.
    pub fn new() -> Option<Histories> {
        let (history, corrections) = (History::new()?, Corrections::new()?);
        Some(Histories { history, killers: Killers::default(), corrections })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.history.clear();
        self.killers = Killers::default();
        self.corrections.clear();
    }
}
