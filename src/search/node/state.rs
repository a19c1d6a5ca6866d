//! What is known about a node before its moves are generated, and about a move before its search.

use crate::board::{Move, Position};
use crate::histories::corrections::LastMoves;
use crate::histories::history::{Context, PreviousMoves};
use crate::score::{Bound, Score, Window};
use crate::search::node::stack::TriedMoves;
use crate::search::worker::Worker;
use crate::tt::Entry;

/// The kind of a node, known at compile time. A root's child is never a root.
pub trait Node {
    /// Whether the window is open, so that the node may lie on the principal variation.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
    /// The kind of the node's first child.
    type Child: Node;
}

/// The root of the search.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a null window, which only asks whether the score is above alpha.
pub struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}
impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Pv;
}
impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = NonPv;
}

/// What the hash table knows about a node, seen from it.
#[derive(Clone, Copy)]
pub struct TtInfo {
    pub score: Score,
    pub bound: Bound,
    pub depth: i32,
}

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
    /// What the hash table knows.
    pub tt: Option<TtInfo>,
    /// The move that was best at an earlier visit. Not checked for legality.
    pub tt_move: Move,
    /// Whether that move is noisy.
    pub tt_noisy: bool,
    /// The move that is left out.
    pub excluded: Move,
    /// The static evaluation as the network gives it; `NONE` in check.
    pub raw_eval: Score,
    /// By how many centipawns the evaluation is corrected: how uncertain it is.
    pub correction: i32,
    /// The static evaluation after correction history; in check, that of two plies before.
    pub static_eval: Score,
    /// The static evaluation, refined by the score in the hash table.
    pub eval: Score,
    /// Whether the side to move stands better than at its last turn, or is at beta.
    pub improving: bool,
    /// Whether the opponent stands worse than its last evaluation said.
    pub worsening: bool,
}

/// A move about to be searched.
pub struct MoveInfo {
    /// The move.
    pub m: Move,
    /// The move's number in the order, from 1.
    pub number: usize,
    /// Whether it captures or promotes.
    pub noisy: bool,
    /// Whether it gives check; not asked where no move may be pruned.
    pub gives_check: bool,
    /// Whether it is the TT move.
    pub is_tt_move: bool,
}

/// What the moves of a node have brought so far.
pub struct Tally {
    pub window: Window,
    pub best: Score,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// How many moves have been picked.
    pub number: usize,
    /// The moves searched, except the best.
    pub tried: TriedMoves,
}

impl NodeInfo {
    /// The hash table entry for the result of the node.
    pub fn result(&self, best: Move, score: Score, bound: Bound) -> Entry {
        let NodeInfo { raw_eval, depth, tt_pv: pv, .. } = *self;
        Entry { best, score, raw_eval, depth, bound, pv }
    }

    /// Whether no move is expected to raise alpha.
    pub fn is_all(&self) -> bool {
        !self.pv && !self.cut
    }

    /// Whether a move is left out.
    pub fn is_excluding(&self) -> bool {
        self.excluded.is_some()
    }
}

impl Worker<'_> {
    /// Gathers what is known about a node before its moves are generated.
    pub fn node_info<N: Node>(
        &mut self,
        position: &Position,
        (depth, ply, cut): (i32, usize, bool),
    ) -> NodeInfo {
        let (entry, in_check) = (self.tt_probe(position), position.in_check());
        let excluded = self.frames[ply].excluded;
        let tt_move = self.tt_move::<N>(entry);
        let raw_eval = self.raw_eval(position, entry);
        let correction = self.correction(position, ply);
        let earlier = self.frames.before(ply, 2).static_eval;
        let static_eval = if in_check { earlier } else { (raw_eval + correction).clamp_eval() };
        let was_pv = entry.is_some_and(|e| e.pv);
        let tt_pv = if excluded.is_some() { self.frames[ply].tt_pv } else { N::PV || was_pv };
        let frame = &mut self.frames[ply];
        (frame.static_eval, frame.in_check) = (static_eval, in_check);
        (frame.tt_hit, frame.tt_pv) = (entry.is_some(), tt_pv);
        (frame.history, frame.number) = (0, 0);
        self.frames[ply + 2].cutoffs = 0;
        NodeInfo {
            ply,
            depth,
            pv: N::PV,
            tt_pv,
            cut,
            in_check,
            tt: entry.map(|e| TtInfo {
                score: Score::from_tt(e.score, ply),
                bound: e.bound,
                depth: e.depth,
            }),
            tt_move,
            tt_noisy: tt_move.is_some() && position.is_noisy(tt_move),
            excluded,
            raw_eval,
            correction: correction.abs(),
            static_eval,
            eval: if in_check { static_eval } else { refine_by_tt(static_eval, entry, ply) },
            improving: static_eval > earlier,
            worsening: static_eval > -self.frames.before(ply, 1).static_eval,
        }
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

    /// What correction history adds to the evaluation, in centipawns.
    pub fn correction(&self, position: &Position, ply: usize) -> i32 {
        self.histories.corrections.correction(position, self.last_moves(ply))
    }

    /// The last move and those two and four plies ago, as correction history sees them.
    pub fn last_moves(&self, ply: usize) -> LastMoves {
        // The move before a ply was played at the ply before.
        [1, 2, 4].map(|back| self.frames.before(ply, back).piece_to)
    }

    /// What the history of a node's moves depends on.
    pub fn context(&self, position: &Position, ply: usize) -> Context {
        Context::new(position, ply, self.previous_moves(ply, position.in_check()))
    }

    /// The moves that led to a ply, as continuation history sees them.
    pub fn previous_moves(&self, ply: usize, in_check: bool) -> PreviousMoves {
        let rows = std::array::from_fn(|back| self.frames.before(ply, 1 + back).row);
        PreviousMoves { in_check, rows }
    }

    /// The raw evaluation of the position at the end of the path.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluator.evaluate(position)
    }
}

/// Whether a bound settles on which side of beta a score lies.
pub fn settles(bound: Bound, score: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
    }
}

/// The evaluation, replaced by the score of an earlier search where its bound allows that: a search
/// sees more than the evaluation.
pub fn refine_by_tt(eval: Score, entry: Option<Entry>, ply: usize) -> Score {
    let Some(entry) = entry else { return eval };
    let score = Score::from_tt(entry.score, ply);
    match entry.bound {
        Bound::Exact => score,
        Bound::Lower => eval.max(score),
        Bound::Upper => eval.min(score),
    }
}

/// A score above beta most likely exaggerates, and the more so the shallower the search that found
/// it: the mean of both, beta counting once and the score `weight` times. Through the hash table it
/// would cut off other nodes too (as in Stockfish).
pub fn blend(score: Score, beta: Score, weight: i32) -> Score {
    if score < beta || score.is_decided() || beta.is_decided() {
        return score;
    }
    Score((score.0 * weight + beta.0) / (weight + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_above_beta_are_blended_with_it_and_less_so_when_deep() {
        for beta in [Score(-300), Score(-1), Score(0), Score(250)] {
            for surplus in [1, 7, 100, 2000] {
                let score = beta + surplus;
                let blended: Vec<_> = (1..30).map(|depth| blend(score, beta, depth)).collect();
                assert!(blended.is_sorted(), "{blended:?}");
                assert!(blended.iter().all(|s| (beta..=score).contains(s)), "{blended:?}");
                assert!(surplus < 100 || blended[0] < blended[28]);
            }
            assert_eq!(blend(beta - 5, beta, 3), beta - 5);
            assert_eq!(blend(Score::mate_in(5), beta, 3), Score::mate_in(5));
        }
    }
}
