//! Quiescence search: at the horizon, captures are played out before the position is evaluated,
//! because a hanging piece makes every evaluation wrong.

use crate::board::see::see_ge;
use crate::board::{Move, Position};
use crate::ordering::picker::{Picked, Picker};
use crate::score::{Bound, Score, Window};
use crate::search::node::moves::{capture_hope, is_exchange_too_small};
use crate::search::node::state::{Node, blend, refine_by_tt, settles};
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::*;

/// A node of quiescence while its moves are searched.
struct Quiescence {
    in_check: bool,
    static_eval: Score,
    best: Score,
    window: Window,
    /// How many moves have come.
    number: i32,
}

impl Worker<'_> {
    /// The score of a position once it is quiet. In check, quiet evasions are searched until one does
    /// not lose.
    pub fn quiesce<N: Node>(
        &mut self,
        position: &Position,
        mut window: Window,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.enter::<N>(ply);
        if let Some(score) = self.terminal(position, ply) {
            return Ok(score);
        }
        let entry = self.tt_probe(position);
        let tt_score = entry.map(|e| (e.bound, Score::from_tt(e.score, ply)));
        if let Some((_, score)) =
            tt_score.filter(|&(bound, score)| !N::PV && settles(bound, score, window.beta))
        {
            self.stats.tt_cutoffs += 1;
            return Ok(score);
        }
        // Stand pat: a side that is not forced to capture has at least the value of the position.
        let in_check = position.in_check();
        let raw_eval = self.raw_eval(position, entry);
        let (mut static_eval, mut best) = (Score::DRAW, Score::mated_in(ply));
        if !in_check {
            static_eval = (raw_eval + self.correction(position, ply)).clamp_eval();
            let refined = refine_by_tt(static_eval, entry, ply);
            best = if refined.is_decided() { static_eval } else { refined };
        }
        let pv = N::PV || entry.is_some_and(|e| e.pv);
        let result = |best, score, bound| Entry { best, score, raw_eval, depth: 0, bound, pv };
        if best >= window.beta {
            let score = blend(best, window.beta, 1);
            if entry.is_none() {
                self.tt_store(position, ply, result(Move::NONE, score, Bound::Lower));
            }
            return Ok(score);
        }
        window.alpha = window.alpha.max(best);
        let tt_move = entry.map_or(Move::NONE, |e| e.best);
        let mut picker = if in_check {
            Picker::new(position, tt_move, [Move::NONE; 2])
        } else {
            Picker::noisy(position, tt_move)
        };
        let mut node = Quiescence { in_check, static_eval, best, window, number: 0 };
        let (best_move, bound) = self.play_out::<N>(position, &mut node, &mut picker, ply)?;
        let score = blend(node.best, window.beta, 1);
        self.tt_store(position, ply, result(best_move, score, bound));
        Ok(score)
    }

    /// Searches the moves of a node of quiescence. Returns the best of them, if one raises alpha,
    /// and how the best score relates to the true one.
    fn play_out<N: Node>(
        &mut self,
        position: &Position,
        node: &mut Quiescence,
        picker: &mut Picker,
        ply: usize,
    ) -> Result<(Move, Bound), Stopped> {
        let (mut best_move, mut bound) = (Move::NONE, Bound::Upper);
        let context = self.context(position, ply);
        while let Some(Picked { m, .. }) =
            picker.next(position, &mut self.lists[ply], &self.histories.history, &context)
        {
            self.prefetch_after(position, m);
            node.number += 1;
            if !node.best.is_loss() && self.is_pruned(position, node, picker, m, ply) {
                continue;
            }
            self.count_node()?;
            let child = self.play(position, m, ply);
            self.stats.qnodes += 1;
            let score = -self.quiesce::<N::Child>(&child, node.window.flip(), ply + 1)?;
            self.undo();
            node.best = node.best.max(score);
            if score > node.window.alpha {
                best_move = m;
                bound = Bound::Exact;
                self.update_pv::<N>(m, score, ply);
                if score >= node.window.beta {
                    return Ok((best_move, Bound::Lower));
                }
                node.window.alpha = score;
            }
        }
        Ok((best_move, bound))
    }

    /// Whether to leave a move out; raises `best` to what it may have been worth. A move that does
    /// not check, promote or capture the piece that just moved must be among the first, win enough to
    /// reach alpha (delta pruning: Chess Programming Wiki), and win it in the exchange. Every move
    /// must be noisy and lose little in the exchange.
    fn is_pruned(
        &self,
        position: &Position,
        node: &mut Quiescence,
        picker: &mut Picker,
        m: Move,
        ply: usize,
    ) -> bool {
        let alpha = node.window.alpha;
        let last = self.frames.before(ply, 1).last_move();
        let takes_back = last.is_some_and(|last| last.m.to() == m.to());
        if !node.in_check && !takes_back && !m.is_promotion() {
            let hope = capture_hope(position, node.static_eval, m, quiescence_margin());
            let base = (node.static_eval + quiescence_margin()).clamp_eval();
            // What is missing is seldom missing, and checks take longer to find.
            let out = if node.number > quiescence_moves() {
                Some(node.best)
            } else if hope <= alpha {
                Some(hope)
            } else if is_exchange_too_small(position, m, alpha.0 - base.0) {
                Some(alpha.min(base))
            } else {
                None
            };
            if let Some(hope) = out.filter(|_| !picker.gives_check(position, m)) {
                node.best = node.best.max(hope);
                return true;
            }
        }
        !position.is_noisy(m) || !see_ge(position, m, -quiescence_loss())
    }
}
