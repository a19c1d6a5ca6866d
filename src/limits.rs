//! When a search shall end.

use std::time::Duration;

use crate::error::{Error, ErrorKind};
use shakmaty::Color;

/// The limits of a search; it ends when the first of them is reached.
///
/// The default sets none, and a search without any is an error: endless must be asked for
/// with `infinite`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of iterative deepening; more than the maximum means the maximum.
    pub depth: Option<u32>,
    /// Positions to visit, by all threads together. There are never more; with several threads
    /// a few thousand fewer are possible.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Ends when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// What is left on White's clock. Zero means that time is up: a move is played at once.
    pub white_time: Option<Duration>,
    /// What is left on Black's clock.
    pub black_time: Option<Duration>,
    /// What White's clock gains with each move.
    pub white_increment: Duration,
    /// What Black's clock gains with each move.
    pub black_increment: Duration,
    /// Do not return before being stopped. Depth, nodes and mate still bound the work: having
    /// reached them, the search waits, still reporting ticks. Time limits are ignored.
    pub infinite: bool,
    /// Search on the opponent's time: as `infinite` until the ponderhit; from then on the search
    /// ends by the other limits, and times count from there.
    pub ponder: bool,
    /// The root moves to consider, in UCI notation, separated by white space; empty means all.
    pub search_moves: String,
}

impl Limits {
    /// A search of so many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of so many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of so much time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// A search until stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// What is left on the clock of a side, and what it gains with each move.
    pub(crate) fn clock(&self, color: Color) -> Option<(Duration, Duration)> {
        let (time, increment) = color.fold_wb(
            (self.white_time, self.white_increment),
            (self.black_time, self.black_increment),
        );
        time.map(|time| (time, increment))
    }

    /// Refuses limits that would never end, or that mean nothing.
    pub(crate) fn check(&self, turn: Color) -> Result<(), Error> {
        let ends = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
            || self.clock(turn).is_some();
        if ends || self.infinite || self.ponder {
            return Ok(());
        }
        let what = if self.clock(!turn).is_some() {
            "only the clock of the side that is not to move is given"
        } else {
            "set one, or infinite"
        };
        Err(Error::new(ErrorKind::InvalidArgument, format_args!("no limit for the search: {what}")))
    }
}
