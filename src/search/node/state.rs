//! The value of one node, and that of a move about to be searched.

use crate::board::{Move, Position};
use crate::eval::endings;
use crate::histories::corrections::LastMoves;
use crate::histories::history::{Context, PreviousMoves};
use crate::ordering::Stage;
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node::stack::TriedMoves;
use crate::search::worker::Worker;
use crate::tb::Verdict;
use crate::tt::Entry;

/// The kind of a node, known at compile time. A root's child is never a root.
pub trait NodeType {
    /// Whether the window is open, so that the node may lie on the principal variation.
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
    /// The kind of the node's first child.
    type Child: NodeType;
}

/// The root of the search.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a null window, which only asks whether the score is above alpha.
pub struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = Pv;
}
impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = Pv;
}
impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = NonPv;
}

/// What the tablebases say about a node.
#[derive(Clone, Copy)]
pub enum TbResult {
    Nothing,
    /// The score that cuts the node off.
    Cut(Score),
    /// Its score is not below this one.
    AtLeast(Score),
    /// Its score is not above this one.
    AtMost(Score),
}

impl TbResult {
    /// The larger of a score and the least that the tablebases allow.
    pub fn raise(self, score: Score) -> Score {
        if let TbResult::AtLeast(least) = self { score.max(least) } else { score }
    }

    /// The score of a search, as far as the tablebases allow it.
    pub fn limit(self, score: Score) -> Score {
        match self {
            TbResult::AtLeast(least) => score.max(least),
            TbResult::AtMost(most) => score.min(most),
            TbResult::Nothing | TbResult::Cut(_) => score,
        }
    }
}

/// How a node was reached.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// By how many plies the last move was reduced.
    pub reduced: i32,
    /// How many centipawns of the evaluation the last move lost.
    pub loss: i32,
}

/// One node of the main search.
pub struct Node<'p> {
    pub position: &'p Position,
    /// The distance from the root.
    pub ply: usize,
    /// The remaining depth. The numbered steps change it with what they find.
    pub depth: i32,
    /// The scores that matter. Alpha rises with the best move.
    pub window: Window,
    /// Whether the window is open.
    pub pv: bool,
    /// Whether the node is on the principal variation, or was at an earlier visit.
    pub tt_pv: bool,
    /// Whether the node is expected to fail high.
    pub cut: bool,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// What the hash table knows.
    pub tt: Option<Entry>,
    /// The move that was best at an earlier visit. Not checked for legality.
    pub tt_move: Move,
    /// Whether that move is noisy.
    pub tt_noisy: bool,
    /// What the tablebases know.
    pub tb: TbResult,
    /// The move that is left out.
    pub excluded: Move,
    pub arrival: Arrival,
    /// The static evaluation as the network gives it; `NONE` in check.
    pub raw_eval: Score,
    /// By how many centipawns the evaluation is corrected: how uncertain it is.
    pub correction: i32,
    /// The static evaluation after correction history; in check, that of two plies before.
    pub static_eval: Score,
    /// The static evaluation, refined by the score in the hash table.
    pub eval: Score,
    /// Whether the side to move stands better than at its last turn.
    pub improving: bool,
    /// Whether the opponent stands worse than its last evaluation said.
    pub worsening: bool,
    /// What the history of its moves depends on.
    pub context: Context,
    /// How many moves have been picked.
    pub number: usize,
    /// The best score so far.
    pub best: Score,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// The moves searched, except the best.
    pub tried: TriedMoves,
}

/// A move about to be searched.
pub struct MoveInfo {
    pub m: Move,
    /// Where the picker found it.
    pub stage: Stage,
    /// The move's number in the order, from 1.
    pub number: usize,
    /// Whether it captures or promotes.
    pub noisy: bool,
    /// Whether it gives check; not asked where no move may be skipped.
    pub gives_check: bool,
    /// The reduction that pruning goes by, in 1024ths of a ply.
    pub base_reduction: i32,
    /// By how many plies it is extended.
    pub extension: i32,
    /// The depth of its search if it is not reduced.
    pub new_depth: i32,
}

impl Node<'_> {
    /// The hash table entry for a result of the node.
    pub fn entry(&self, best: Move, score: Score, bound: Bound) -> Entry {
        let Node { raw_eval, depth, tt_pv: pv, .. } = *self;
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

    /// Whether the side to move stands better than at its last turn, or at beta already.
    pub fn is_doing_well(&self) -> bool {
        self.improving || !self.in_check && self.static_eval >= self.window.beta
    }

    /// Whether moves may be skipped: a move is known that does not lose, and the position is none
    /// of those in which the only good move is often a quiet one of a pawn or the king.
    pub fn may_skip(&self) -> bool {
        !self.best.is_loss() && self.position.has_pieces()
    }

    /// Extends a move by some plies. Then the node itself is searched deeper, too.
    pub fn extend(&mut self, info: &mut MoveInfo, plies: i32) {
        info.extension = plies;
        info.new_depth += plies;
        self.depth += i32::from(plies > 0);
    }

    /// The score without a legal move, mate or stalemate, unless the only move is left out.
    pub fn score_without_moves(&self) -> Score {
        if self.is_excluding() {
            self.window.alpha
        } else if self.in_check {
            Score::mated_in(self.ply)
        } else {
            Score::DRAW
        }
    }
}

impl MoveInfo {
    pub fn is_tt_move(&self) -> bool {
        self.stage == Stage::TtMove
    }
}

impl Worker<'_> {
    /// Begins a node: gathers what is known of it before its moves are generated.
    pub fn begin_node<'p, N: NodeType>(
        &mut self,
        position: &'p Position,
        window: Window,
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Node<'p> {
        let (tt, in_check) = (self.tt_probe(position, ply), position.in_check());
        let reduced = self.frames.take_reduction_before(ply);
        let excluded = self.frames[ply].excluded;
        let tt_move = self.tt_move::<N>(tt);
        let raw_eval = self.raw_eval(position, tt);
        let correction = self.correction(position, ply);
        let [parent, earlier] = [1, 2].map(|back| self.frames.before(ply, back).static_eval);
        let static_eval = if in_check { earlier } else { (raw_eval + correction).clamp_eval() };
        let was_pv = tt.is_some_and(|tt| tt.pv);
        let tt_pv = if excluded.is_some() { self.frames[ply].tt_pv } else { N::PV || was_pv };
        let frame = &mut self.frames[ply];
        (frame.static_eval, frame.in_check) = (static_eval, in_check);
        (frame.tt_hit, frame.tt_pv) = (tt.is_some(), tt_pv);
        (frame.history, frame.number) = (0, 0);
        self.frames[ply + 2].cutoffs = 0;
        Node {
            position,
            ply,
            depth: depth.min(MAX_PLY as i32 - 1),
            window,
            pv: N::PV,
            tt_pv,
            cut,
            in_check,
            tt,
            tt_move,
            tt_noisy: tt_move.is_some() && position.is_noisy(tt_move),
            tb: TbResult::Nothing,
            excluded,
            arrival: Arrival { reduced, loss: static_eval.0 + parent.0 },
            raw_eval,
            correction: correction.abs(),
            static_eval,
            eval: tt.filter(|_| !in_check).map_or(static_eval, |tt| tt.refine(static_eval)),
            improving: static_eval > earlier,
            worsening: static_eval > -parent,
            context: self.context(position, ply),
            number: 0,
            best: Score::mated_in(ply),
            best_move: None,
            tried: TriedMoves::default(),
        }
    }

    /// The move that was best at an earlier visit. At the root it is the first of those that win by
    /// the tablebases, or comes from the current line where that has one: the hash table stores
    /// none for the further lines of MultiPV, nor for a root that leaves moves out.
    fn tt_move<N: NodeType>(&self, entry: Option<Entry>) -> Move {
        if N::ROOT && self.root_moves.verdict().is_some_and(Verdict::is_ordered) {
            let mut moves = self.root_moves.as_slice().iter().copied();
            return moves.find(|&m| self.may_begin_with(m)).unwrap_or_default();
        }
        if N::ROOT && (self.line.depth > 0 || self.lines.found() > 0) {
            return self.line.moves.first().unwrap_or_default();
        }
        entry.map_or(Move::NONE, |e| e.best)
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

    /// What correction history adds to the evaluation, in centipawns: nothing to what is known.
    pub fn correction(&self, position: &Position, ply: usize) -> i32 {
        if endings::evaluate(position).is_some() {
            return 0;
        }
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
