//! What is known about a node before its moves are generated.

use crate::moves::PackedMove;
use crate::position::Position;
use crate::score::{Bound, Score, Window};
use crate::search::node_type::Node;
use crate::search::worker::Worker;
use crate::tt::Entry;

/// What is known about a node before its moves are generated.
#[derive(Clone, Copy)]
pub struct NodeInfo {
    /// The distance from the root.
    pub ply: usize,
    /// The remaining depth.
    pub depth: i32,
    /// Whether the window is open.
    pub pv: bool,
    /// Whether the node is on the principal variation, or was at an earlier visit.
    pub tt_pv: bool,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The static evaluation as the network gives it; `NONE` in check.
    pub raw_eval: Score,
    /// The static evaluation after correction history; `NONE` in check.
    pub static_eval: Score,
    /// The corrected evaluation, refined by the score in the hash table; `NONE` in check.
    pub eval: Score,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
}

impl NodeInfo {
    /// The hash table entry for the result of the node.
    pub fn result(&self, best: PackedMove, score: Score, bound: Bound) -> Entry {
        let NodeInfo { raw_eval, depth, tt_pv: pv, .. } = *self;
        Entry { best, score, raw_eval, depth, bound, pv }
    }
}

impl Worker<'_> {
    /// Gathers what is known about a node before its moves are generated.
    pub fn node_info<N: Node>(
        &mut self,
        position: &Position,
        entry: Option<Entry>,
        (depth, ply, cut): (i32, usize, bool),
    ) -> NodeInfo {
        let raw_eval = self.raw_eval(position, entry);
        let static_eval = self.static_eval(position, raw_eval, ply);
        self.frames[ply].static_eval = static_eval;
        NodeInfo {
            ply,
            depth,
            pv: N::PV,
            tt_pv: N::PV || entry.is_some_and(|e| e.pv),
            cut,
            in_check: position.in_check(),
            raw_eval,
            static_eval,
            eval: refine_by_tt(static_eval, entry, ply),
            improving: self.is_improving(static_eval, ply),
        }
    }

    /// Whether the side to move stands better than at its last turn. If so, its prospects are
    /// better than the evaluation says, otherwise worse.
    fn is_improving(&self, eval: Score, ply: usize) -> bool {
        ply >= 2
            && eval != Score::NONE
            && self.frames[ply - 2].static_eval != Score::NONE
            && eval > self.frames[ply - 2].static_eval
    }

    /// The evaluation as the network gives it, from the hash table if it is there; `NONE` in check,
    /// where material may be about to fall.
    pub fn raw_eval(&mut self, position: &Position, entry: Option<Entry>) -> Score {
        match entry {
            _ if position.in_check() => Score::NONE,
            Some(entry) if entry.raw_eval != Score::NONE => entry.raw_eval,
            _ => self.evaluate(position),
        }
    }

    /// The static evaluation: the raw one after correction history.
    pub fn static_eval(&self, position: &Position, raw_eval: Score, ply: usize) -> Score {
        self.histories.corrections.correct(position, &self.previous_moves(ply), raw_eval)
    }

    /// The raw evaluation of the position at the end of the path.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position)
    }
}

/// The score of a hash table entry, if it is deep enough and its bound settles the question that
/// the window asks.
pub fn tt_cutoff_score(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let score = Score::from_tt(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (entry.depth >= depth && settles).then_some(score)
}

/// The evaluation, replaced by the score of an earlier search where its bound allows that: a search
/// sees more than the evaluation.
pub fn refine_by_tt(eval: Score, entry: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = entry.filter(|_| eval != Score::NONE) else { return eval };
    let score = Score::from_tt(entry.score, ply);
    match entry.bound {
        Bound::Exact => score,
        Bound::Lower => eval.max(score),
        Bound::Upper => eval.min(score),
    }
}
