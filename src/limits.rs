//! The limits of a search.

use std::fmt;
use std::time::Duration;

use crate::error::{Error, ErrorKind};
use crate::notation::color_name;
use shakmaty::Color;

/// The limits of a search; it ends when the first of them is reached.
///
/// The default sets no limit, and a search without any is an error: an endless search must be
/// requested with `infinite`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies; more than the maximum means the maximum.
    pub depth: Option<u32>,
    /// Nodes to search, by all threads together. There are never more; with several threads there
    /// may be up to 64 fewer for each further one.
    pub nodes: Option<u64>,
    /// Time for this move; on a pool from when a thread takes the search.
    pub move_time: Option<Duration>,
    /// Search for a mate in at most this many moves; 0 means no mate search. Without other limits
    /// the search ends with a proof ([`StopReason::Mate`](crate::StopReason::Mate), and the
    /// shortest mate) or a refutation ([`StopReason::Depth`](crate::StopReason::Depth), and the
    /// result of an ordinary search to as many plies): the search is complete. With nodes or time
    /// it may end undecided; with a depth, mates in more plies are not searched for. More than 63
    /// moves means 63.
    ///
    /// Repetitions, tablebases, `Threads`, `MultiPV` and `UCI_LimitStrength` do not affect it.
    pub mate: Option<u32>,
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// The time left on White's clock. At zero, time is up: the search returns a move at once.
    pub white_time: Option<Duration>,
    /// The time left on Black's clock.
    pub black_time: Option<Duration>,
    /// White's increment for each move.
    pub white_increment: Duration,
    /// Black's increment for each move.
    pub black_increment: Duration,
    /// Do not return before a stop, unless the game is over. Depth, nodes and mate still bound the
    /// work: having reached them, the search waits and keeps reporting ticks. Time limits are
    /// ignored.
    pub infinite: bool,
    /// Search on the opponent's time: like `infinite` until the ponderhit; from then on the search
    /// ends by the other limits. `move_time` counts from there. On a clock, the time spent
    /// pondering counts too: after long pondering the search ends at once.
    pub ponder: bool,
    /// The root moves to consider, in UCI notation, separated by white space; empty means all.
    pub search_moves: String,
    /// In the queue of a pool the higher comes first, and of the same ones the first.
    pub priority: i32,
}

impl Limits {
    /// A limit of depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A limit of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of time.
    pub fn move_time(time: Duration) -> Limits {
        Limits { move_time: Some(time), ..Limits::default() }
    }

    /// No limit: the search runs until it is stopped.
    pub fn infinite() -> Limits {
        Limits { infinite: true, ..Limits::default() }
    }

    /// The mate to search for, in moves, if any.
    pub(crate) fn mate_moves(&self) -> Option<u32> {
        self.mate.filter(|&moves| moves > 0)
    }

    /// Whether the limits end every search after a few thousand nodes.
    pub(crate) fn are_brief(&self) -> bool {
        const NODES: u64 = 5000;
        const DEPTH: u32 = 6;
        self.nodes.is_some_and(|nodes| nodes <= NODES)
            || self.depth.is_some_and(|depth| depth <= DEPTH)
    }

    /// The time and the increment on the clock of a side.
    pub(crate) fn clock(&self, color: Color) -> Option<(Duration, Duration)> {
        let (time, increment) = color.fold_wb(
            (self.white_time, self.white_increment),
            (self.black_time, self.black_increment),
        );
        time.map(|time| (time, increment))
    }

    /// Refuses limits that would never end a search or are contradictory.
    pub(crate) fn check(&self, turn: Color) -> Result<(), Error> {
        let ends = self.depth.is_some()
            || self.nodes.is_some()
            || self.move_time.is_some()
            || self.mate_moves().is_some()
            || self.clock(turn).is_some();
        if ends || self.infinite || self.ponder {
            return Ok(());
        }
        let wrong = |what: fmt::Arguments<'_>| {
            Err(Error::new(
                ErrorKind::InvalidArgument,
                format_args!("no limit for the search: {what}"),
            ))
        };
        if self.clock(!turn).is_some() {
            let (us, them) = (color_name(turn), color_name(!turn));
            return wrong(format_args!("only {them}'s clock is set, and {us} is to move"));
        }
        wrong(format_args!("set a depth, nodes, a time, a clock, a mate, infinite or ponder"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_nodes_are_brief_and_little_time_is_not() {
        for brief in
            [Limits::nodes(1), Limits::depth(1), Limits { infinite: true, ..Limits::nodes(9) }]
        {
            assert!(brief.are_brief(), "{brief:?}");
        }
        let time = Limits::move_time(Duration::from_millis(1));
        for long in [Limits::nodes(100_000), Limits::depth(10), Limits::infinite(), time] {
            assert!(!long.are_brief(), "{long:?}");
        }
    }
}
