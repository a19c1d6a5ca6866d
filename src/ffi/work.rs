//! What a started search does: a search of the engine's position, or the review of a game.

use std::ffi::c_void;
use std::ops::ControlFlow;

use crate::engine::Prepared;
use crate::ffi::room::Room;
use crate::ffi::types::{SeajayReview, SeajayReviewCallback};
use crate::game::Game;
use crate::limits::Limits;
use crate::panics;
use crate::review::{Review, Reviewer};
use crate::sys::Instant;

/// The work of a started search.
pub enum Work {
    Search(Prepared),
    Review(Box<Reviewing>),
}

impl Work {
    /// Whether it was stopped before it ran.
    pub fn is_stopped(&self) -> bool {
        match self {
            Work::Search(prepared) => prepared.is_stopped(),
            Work::Review(review) => review.reviewer.is_stopped(),
        }
    }

    /// The time at which its clock ends it before it runs. A review has none, since only its positions have.
    pub fn deadline(&self) -> Option<Instant> {
        match self {
            Work::Search(prepared) => prepared.deadline(),
            Work::Review(_) => None,
        }
    }

    /// Its priority in the queue of a pool.
    pub fn priority(&self) -> i32 {
        match self {
            Work::Search(prepared) => prepared.priority(),
            Work::Review(review) => review.reviewer.priority(),
        }
    }
}

/// A review that the host asks for.
pub struct ReviewRequest {
    pub game: Game,
    pub limits: Limits,
    pub output: Judged,
}

/// A review that has begun.
pub struct Reviewing {
    pub reviewer: Reviewer,
    pub output: Judged,
}

/// Where a review writes its moves, and the host's callback for them.
pub struct Judged {
    pub moves: Room<'static, SeajayReview>,
    pub callback: SeajayReviewCallback,
    pub user_data: *mut c_void,
}

// SAFETY: the library alone writes to the room until the review has ended; the other pointer is only
// handed back to the host, which knows from the documentation on which thread its callback runs.
unsafe impl Send for Judged {}

impl Judged {
    /// Writes that no move is judged yet.
    pub fn clear(&self, plies: usize) {
        for index in 0..plies {
            self.moves.put(index, SeajayReview::default());
        }
    }

    /// Writes a move, and calls the callback once `count` has counted it.
    pub fn put(&self, review: &Review, count: impl FnOnce()) -> ControlFlow<()> {
        let place = self.moves.put(review.index, review.into());
        count();
        let Some(function) = self.callback else { return ControlFlow::Continue(()) };
        // SAFETY: the host gave this function for this purpose.
        let answer = panics::outside(|| unsafe { function(self.user_data, review.index, place) });
        if answer == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
