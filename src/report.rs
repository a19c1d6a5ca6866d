//! What a search reports: while it runs ([`Info`]) and at its end ([`Report`]).

use std::time::Duration;

use crate::board::moves::MoveText;
use crate::error::{Error, ErrorKind};
use crate::game::{Game, RootPosition};
use crate::score::{Bound, MAX_PLY, Score};

/// The longest line in UCI notation, in bytes: moves of five letters, each with a space.
pub(crate) const LINE_TEXT: usize = MAX_PLY * 6;

/// The unit of a [`ReportedScore`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoreKind {
    /// Hundredths of a pawn.
    #[default]
    Centipawns,
    /// Moves to mate, negative if the side to move is being mated.
    Mate,
    /// Plies to a position that is won by the endgame tablebases, at least 1; negative if the
    /// side to move loses.
    Tablebase,
}

/// A score for a host, from the side to move's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReportedScore {
    /// The unit of `value`.
    pub kind: ScoreKind,
    /// Centipawns, moves to mate, or plies to a tablebase win.
    pub value: i32,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
}

impl ReportedScore {
    /// The score of the move that leads to the position of this score, for the side that plays it.
    pub(crate) fn of_move_to(self) -> ReportedScore {
        let value = match self.kind {
            // The move that is played counts, but not one that the opponent still has to play.
            ScoreKind::Mate if self.value <= 0 => 1 - self.value,
            ScoreKind::Tablebase => -(self.value + self.value.signum()),
            ScoreKind::Centipawns | ScoreKind::Mate => -self.value,
        };
        let bound = match self.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        ReportedScore { value, bound, ..self }
    }

    pub(crate) fn new(score: Score, bound: Bound) -> ReportedScore {
        let (kind, value) = if let Some(moves) = score.moves_to_mate() {
            (ScoreKind::Mate, moves)
        } else if score.is_win() {
            (ScoreKind::Tablebase, (Score::TB_WIN.0 - score.0).max(1))
        } else if score.is_loss() {
            (ScoreKind::Tablebase, -(Score::TB_WIN.0 + score.0).max(1))
        } else {
            (ScoreKind::Centipawns, score.0)
        };
        ReportedScore { kind, value, bound }
    }
}

/// Why the callback gets an [`Info`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum InfoKind {
    /// A line was completed, or its search failed low or high: then its score is a bound.
    Line,
    /// The search begins or continues: the last line and score again, with the current counters.
    #[default]
    Tick,
}

/// Information from a running search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Info<'a> {
    /// Whether this is a new line or a tick.
    pub kind: InfoKind,
    /// The number of the search, counted from 1 for each engine.
    pub search_id: u64,
    /// The depth of the line in plies; 0 before the first line.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: u32,
    /// How full the hash table is, in permille.
    pub hashfull: u32,
    /// The score of the line.
    pub score: ReportedScore,
    /// The chances of win, draw and loss in permille.
    pub wdl: [i32; 3],
    /// Nodes searched.
    pub nodes: u64,
    /// Nodes per second.
    pub nps: u64,
    /// Positions found in the tablebases.
    pub tb_hits: u64,
    /// Time since a thread took the search.
    pub time: Duration,
    /// The line of play in UCI notation; empty before the first line.
    pub pv: &'a str,
}

/// The lines of a finished search, best first: `MultiPV` of them, or one for each move to choose
/// from if there are fewer. None in mate and stalemate, and before the first search.
///
/// The first line begins with [`Report::best_move`], and no two lines begin with the same move. Each
/// has been searched to its depth. Of several lines, all are those of the last finished iteration; a
/// search stopped during its first one has the lines found until then.
#[derive(Debug, Default)]
pub struct Lines {
    /// The root of the lines.
    game: Game,
    infos: Vec<Info<'static>>,
    texts: Vec<String>,
}

impl Lines {
    /// Begins anew with the lines of a search from this position, and reserves memory for `count`.
    ///
    /// # Errors
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub(crate) fn begin(&mut self, root: &RootPosition, count: usize) -> Result<(), Error> {
        let exhausted = |_| Error::out_of_memory("the lines");
        self.infos.clear();
        self.infos.try_reserve_exact(count).map_err(exhausted)?;
        self.texts.truncate(count);
        self.texts.try_reserve_exact(count - self.texts.len()).map_err(exhausted)?;
        for text in &mut self.texts {
            text.clear();
        }
        while self.texts.len() < count {
            let mut text = String::new();
            text.try_reserve_exact(LINE_TEXT).map_err(exhausted)?;
            self.texts.push(text);
        }
        self.game = Game::at(root);
        Ok(())
    }

    /// Adds a line, for which there is room; `write` writes its moves.
    pub(crate) fn push(&mut self, info: Info<'static>, write: impl FnOnce(&mut String)) {
        write(&mut self.texts[self.infos.len()]);
        self.infos.push(info);
    }

    /// The number of lines.
    pub fn len(&self) -> usize {
        self.infos.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.infos.is_empty()
    }

    /// The line at an index, as the callback would receive it; 0 is the best.
    pub fn get(&self, index: usize) -> Option<Info<'_>> {
        Some(Info { pv: self.texts.get(index)?, ..*self.infos.get(index)? })
    }

    /// The line at an index in standard algebraic notation, from the position that was searched.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`](crate::ErrorKind::InvalidArgument) if there is no such line;
    /// [`ErrorKind::OutOfMemory`](crate::ErrorKind::OutOfMemory).
    pub fn to_san(&self, index: usize) -> Result<String, Error> {
        self.game.to_san(self.line(index)?.pv)
    }

    /// The line at an index, or the error that there is none.
    pub(crate) fn line(&self, index: usize) -> Result<Info<'_>, Error> {
        self.get(index).ok_or_else(|| {
            let count = self.len();
            let what = format_args!(
                "there is no line {index}: the last search has {count} (indices start at 0)"
            );
            Error::new(ErrorKind::InvalidArgument, what)
        })
    }

    /// All lines, best first.
    pub fn iter(&self) -> impl Iterator<Item = Info<'_>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum StopReason {
    /// The depth limit or the maximum depth was reached. In a mate search: there is no mate within
    /// the limits.
    #[default]
    Depth,
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached, or the rest of the clock is kept for later moves.
    Time,
    /// A mate is proven: one within [`Limits::mate`](crate::Limits::mate) or, without that limit,
    /// the shortest.
    Mate,
    /// [`Stopper::stop`](crate::Stopper::stop) was called.
    Stopped,
    /// The callback ended the search.
    Callback,
    /// There is no legal move: mate or stalemate.
    GameOver,
}

/// The result of a finished search.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// The number of the search, counted from 1 for each engine.
    pub search_id: u64,
    /// The move to play; empty only in mate and stalemate.
    pub best_move: MoveText,
    /// The expected reply; may be empty.
    pub ponder_move: MoveText,
    /// The score of the best move.
    pub score: ReportedScore,
    /// The chances of win, draw and loss in permille.
    pub wdl: [i32; 3],
    /// The depth of the score, in plies: that of the last finished iteration, or of one that was
    /// stopped after it had found its best move so far. 0 if no move was searched.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The time from when a thread took the search.
    pub time: Duration,
    /// The time before, in the queue of a pool.
    pub queue_time: Duration,
}
