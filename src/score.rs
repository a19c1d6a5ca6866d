//! Scores and search windows: centipawns from the side to move, with mates at the far ends.

use std::ops::{Add, Neg, Sub};

/// The plies of a search path, the root included: no search goes beyond ply `MAX_PLY - 1`.
pub const MAX_PLY: usize = 128;

/// A score in centipawns from the point of view of the side to move.
///
/// Values within [`MAX_PLY`] of [`Score::MATE`] mean a forced mate; the distance to `MATE` is the
/// number of plies to it, so that shorter mates compare as better. Below them are, in the same way,
/// the scores of tablebase wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Score(pub i32);

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// Mate on the board; the mating side's score is `MATE - plies`.
    pub const MATE: Score = Score(32_000);
    /// Larger than every score.
    pub const INFINITE: Score = Score(32_001);
    /// Stands for "no score" in stored values.
    pub const NONE: Score = Score(32_002);
    /// The weakest score that still means mate.
    pub const MATE_BOUND: Score = Score(Self::MATE.0 - MAX_PLY as i32);
    /// A tablebase win on the board; `plies` away it is `TB_WIN - plies`.
    pub const TB_WIN: Score = Score(Self::MATE_BOUND.0 - 1);
    /// The weakest score that still means a win.
    pub const WIN_BOUND: Score = Score(Self::TB_WIN.0 - MAX_PLY as i32);
    /// The largest score that is no proven win.
    pub const EVAL_LIMIT: Score = Score(15_000);

    /// The score of being mated `ply` plies from the root.
    pub fn mated_in(ply: usize) -> Score {
        Score(ply as i32 - Self::MATE.0)
    }

    /// The score of giving mate `ply` plies from the root.
    pub fn mate_in(ply: usize) -> Score {
        Score(Self::MATE.0 - ply as i32)
    }

    /// Whether this is a mate score, for either side.
    pub fn is_mate(self) -> bool {
        self.0.abs() >= Self::MATE_BOUND.0
    }

    /// The moves to mate, negative if the side to move is being mated; `None` for other scores.
    pub fn moves_to_mate(self) -> Option<i32> {
        let plies = Self::MATE.0 - self.0.abs();
        self.is_mate().then_some(if self.0 > 0 { (plies + 1) / 2 } else { -plies / 2 })
    }

    /// Whether the side to move has a proven win, by a mate or by the tablebases.
    pub fn is_win(self) -> bool {
        self >= Self::WIN_BOUND
    }

    /// Whether the side to move has a proven loss.
    pub fn is_loss(self) -> bool {
        self <= -Self::WIN_BOUND
    }

    /// Whether this is a proven win for either side.
    pub fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Clamps a heuristic value to the range below proven wins.
    pub fn clamp_eval(self) -> Score {
        self.clamp(-Self::EVAL_LIMIT, Self::EVAL_LIMIT)
    }

    /// Converts a score for the hash table: distances to wins count from the root in the tree and
    /// from the node in the table, because the same entry is reached at different plies.
    pub fn to_tt(self, ply: usize) -> Score {
        match self {
            s if s.is_win() => Score(s.0 + ply as i32),
            s if s.is_loss() => Score(s.0 - ply as i32),
            s => s,
        }
    }

    /// The inverse of [`Score::to_tt`]. An entry that was stored nearer to the root may give a win
    /// that is farther from the root than a search reaches: it becomes merely a very good score, so
    /// that it does not look like a win of another kind.
    pub fn from_tt(stored: Score, ply: usize) -> Score {
        let farther = |s: Score| {
            let moved = s - ply as i32;
            if moved.best_of_kind() == s.best_of_kind() { moved } else { Self::EVAL_LIMIT }
        };
        match stored {
            s if s.is_win() => farther(s),
            s if s.is_loss() => -farther(-s),
            s => s,
        }
    }

    /// The best score of the same kind: evaluation, tablebase win, or mate.
    pub fn best_of_kind(self) -> Score {
        match self {
            s if s >= Self::MATE_BOUND => Self::MATE,
            s if s.is_win() => Self::TB_WIN,
            _ => Self::EVAL_LIMIT,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, rhs: i32) -> Score {
        Score(self.0 + rhs)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, rhs: i32) -> Score {
        Score(self.0 - rhs)
    }
}

/// The open interval of scores that still matter to a node.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The score that the side to move already has elsewhere.
    pub alpha: Score,
    /// The score at which the opponent avoids the node.
    pub beta: Score,
}

impl Window {
    /// Every score matters.
    pub const FULL: Window = Window { alpha: Score(-Score::INFINITE.0), beta: Score::INFINITE };

    /// The window without impossible scores, `ply` plies from the root: no mate can be shorter
    /// (mate distance pruning).
    pub fn within_mates(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::mated_in(ply)),
            beta: self.beta.min(Score::mate_in(ply + 1)),
        }
    }

    /// The window from the opponent's point of view.
    pub fn flip(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The null window just below beta: it only asks whether a score reaches beta.
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }
}

/// How a score relates to the true score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Bound {
    /// The score is the true score.
    #[default]
    Exact = 1,
    /// The true score is at least the score.
    Lower = 2,
    /// The true score is at most the score.
    Upper = 3,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_beyond_the_reach_of_a_search_is_no_win_of_another_kind() {
        for (win, least) in [(Score::MATE, Score::MATE_BOUND), (Score::TB_WIN, Score::WIN_BOUND)] {
            for distance in 0..=MAX_PLY as i32 {
                for ply in 0..=MAX_PLY {
                    let found = Score::from_tt(win - distance, ply);
                    let expected = win - distance - ply as i32;
                    if expected >= least {
                        assert_eq!(found, expected);
                    } else {
                        assert_eq!(found, Score::EVAL_LIMIT, "{distance} plies from ply {ply}");
                    }
                    assert_eq!(Score::from_tt(-(win - distance), ply), -found);
                }
            }
        }
    }
}
