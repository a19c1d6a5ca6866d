//! What a node knows before it looks at its moves.

use crate::moves::PackedMove;
use crate::position::Position;
use crate::score::{Bound, Score, Window};
use crate::search::node_type::Node;
use crate::search::worker::Worker;
use crate::tt::Entry;
use crate::tunables::*;

/// What a node knows before it looks at its moves.
#[derive(Clone, Copy)]
pub struct NodeInfo {
    /// The distance from the root.
    pub ply: usize,
    /// The remaining depth.
    pub depth: i32,
    /// Is the window open?
    pub pv: bool,
    /// Is the node on the principal variation, or was it at an earlier visit?
    pub tt_pv: bool,
    /// Is the node expected to fail high?
    pub cut: bool,
    /// Is the side to move in check?
    pub in_check: bool,
    /// What the evaluation says; none in check.
    pub raw_eval: Score,
    /// The same, corrected by what searches have found.
    pub static_eval: Score,
    /// What the position looks worth, refined by the table; none in check.
    pub eval: Score,
    /// Is the side to move better off than at its last turn?
    pub improving: bool,
}

impl NodeInfo {
    /// What the table shall remember of the node.
    pub fn result(&self, best: PackedMove, score: Score, bound: Bound) -> Entry {
        let NodeInfo { raw_eval: eval, depth, tt_pv: pv, .. } = *self;
        Entry { best, score, eval, depth, bound, pv }
    }
}

impl Worker<'_> {
    /// Gathers what a node knows before it looks at its moves.
    pub fn node_info<N: Node>(
        &mut self,
        position: &Position,
        entry: Option<Entry>,
        (depth, ply, cut): (i32, usize, bool),
    ) -> NodeInfo {
        let raw_eval = self.static_eval(position, entry);
        let static_eval =
            self.histories.corrections.correct(position, &self.previous_moves(ply), raw_eval);
        self.frames[ply].eval = static_eval;
        let depth = depth + self.adjust_from_parent(ply, depth);
        // Without a remembered move the order is poor: a shallower search will find one for
        // the next visit (internal iterative reduction, Schröder 2020).
        let poor = depth >= iir_depth() && !self.tt_move::<N>(entry).is_some();
        NodeInfo {
            ply,
            depth: depth - i32::from(poor),
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

    /// Is the side to move better off than at its last turn? Then its prospects are better
    /// than they look, otherwise worse.
    fn is_improving(&self, eval: Score, ply: usize) -> bool {
        ply >= 2
            && eval != Score::NONE
            && self.frames[ply - 2].eval != Score::NONE
            && eval > self.frames[ply - 2].eval
    }
}

/// The score of a table entry, if it is deep enough and settles the question of the window.
pub fn tt_cutoff_score(entry: Entry, window: Window, depth: i32, ply: usize) -> Option<Score> {
    let score = Score::from_tt(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (entry.depth >= depth && settles).then_some(score)
}

/// A search that saw more than the evaluation, if it is on the telling side, is the better
/// estimate.
pub fn refine_by_tt(eval: Score, entry: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = entry.filter(|_| eval != Score::NONE) else { return eval };
    let score = Score::from_tt(entry.score, ply);
    match entry.bound {
        Bound::Exact => score,
        Bound::Lower => eval.max(score),
        Bound::Upper => eval.min(score),
    }
}
