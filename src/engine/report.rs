//! What a search tells: while it runs ([`Info`]) and when it has ended ([`Report`]).

use std::time::Duration;

use crate::moves::MoveText;
use crate::score::Score;
use crate::tt::Bound;

/// The unit of a [`ReportedScore`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreKind {
    /// Hundredths of a pawn.
    #[default]
    Centipawns,
    /// Moves to mate, negative when the side to move is mated.
    Mate,
}

/// A score for a host, from the side to move's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReportedScore {
    /// The unit of `value`.
    pub kind: ScoreKind,
    /// Centipawns, or moves to mate.
    pub value: i32,
    /// Is the value exact, or one end of a range?
    pub bound: Bound,
}

impl ReportedScore {
    pub(crate) fn new(score: Score, bound: Bound) -> ReportedScore {
        let (kind, value) = if score.is_win() {
            (ScoreKind::Mate, (Score::MATE.0 - score.0 + 1) / 2)
        } else if score.is_loss() {
            (ScoreKind::Mate, -(Score::MATE.0 + score.0) / 2)
        } else {
            (ScoreKind::Centipawns, score.0)
        };
        ReportedScore { kind, value, bound }
    }
}

/// The chances of win, draw and loss in permille, from the side to move's view.
pub(crate) fn win_draw_loss(score: Score) -> [i32; 3] {
    // The logistic curve of game results against centipawns; a network will bring its own.
    const HALF_WON_AT: f64 = 200.0;
    const SPREAD: f64 = 80.0;
    if score.is_mate() {
        return if score.is_win() { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let chance = |cp: i32| 1000.0 / (1.0 + ((HALF_WON_AT - f64::from(cp)) / SPREAD).exp());
    let win = chance(score.0).round() as i32;
    let loss = chance(-score.0).round() as i32;
    [win, 1000 - win - loss, loss]
}

/// Why an [`Info`] comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum InfoKind {
    /// A line of play was finished, or fell out of its window.
    Line,
    /// Time passes: the last known values again.
    #[default]
    Tick,
}

/// News from a running search.
#[derive(Clone, Copy, Debug)]
pub struct Info<'a> {
    /// A new line, or a sign of life.
    pub kind: InfoKind,
    /// Which search of this engine, counted from 1.
    pub search_id: u64,
    /// The depth of the line in plies; 0 before the first.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: u32,
    /// How full the hash table is, in permille.
    pub hashfull: u32,
    /// The score of the line.
    pub score: ReportedScore,
    /// The chances of win, draw and loss in permille.
    pub wdl: [i32; 3],
    /// Positions visited.
    pub nodes: u64,
    /// Positions per second.
    pub nps: u64,
    /// Tablebase positions met.
    pub tb_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The line of play in UCI notation; empty before the first.
    pub pv: &'a str,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StopReason {
    /// The depth limit, or the greatest depth there is.
    #[default]
    Depth,
    /// The node limit.
    Nodes,
    /// Time.
    Time,
    /// The mate that was asked for is found.
    Mate,
    /// [`Stopper::stop`](crate::Stopper::stop).
    Stopped,
    /// The callback asked for it.
    Callback,
    /// There is no legal move.
    GameOver,
}

/// The result of a finished search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Which search of this engine, counted from 1.
    pub search_id: u64,
    /// The move to play; empty only in mate and stalemate.
    pub best_move: MoveText,
    /// The expected reply; may be empty.
    pub ponder_move: MoveText,
    /// The score of the best move.
    pub score: ReportedScore,
    /// The depth of the search behind the score, in plies: that of the last finished
    /// iteration, or of one that was stopped after it had found its best move so far.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}
