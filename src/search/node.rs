//! One node of the main search: principal variation search in numbered steps.
//!
//! Negamax with a window: the first move is searched with the full window, later ones only to
//! see whether they are better (Marsland and Campbell 1982, "Parallel search of strongly
//! ordered game trees").

use shakmaty::Move;

use crate::movegen::has_legal_move;
use crate::moves::{PackedMove, is_noisy};
use crate::ordering::history::Context;
use crate::ordering::picker::{Origin, Picked, Picker};
use crate::position::Position;
use crate::score::{Bound, MAX_PLY, Score, Window};
use crate::search::node_info::{NodeInfo, tt_cutoff_score};
use crate::search::node_type::{Node, NonPv, Root};
use crate::search::prune::{MovePruner, Quiets, is_reverse_futile};
use crate::search::reduce::{LateMove, hindsight, internal_iterative_reduction, reduction};
use crate::search::singular::Singular;
use crate::search::stack::Frame;
use crate::search::tb_probe::TbResult;
use crate::search::worker::{Stopped, Worker};
use crate::tt::Entry;
use crate::tunables::*;

impl Worker<'_> {
    /// Searches the root position.
    pub fn search_root(&mut self, window: Window, depth: i32) -> Result<Score, Stopped> {
        let root = self.root;
        self.time_manager.begin_pass();
        let score = self.search::<Root>(root, window, depth, 0, false)?;
        self.time_manager.end_pass();
        Ok(score)
    }

    /// The score of a position within the window, searched to `depth` plies. `cut` says that the
    /// node is expected to fail high, because its parent is not.
    pub fn search<N: Node>(
        &mut self,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        // 1. Check extension: a check is answered before the position is evaluated.
        let in_check = position.in_check();
        depth += i32::from(in_check);
        if depth <= 0 {
            return self.quiesce::<N>(position, window, ply);
        }
        self.enter::<N>(ply);
        // 2. Draws, the maximum ply, and mate distance pruning.
        if !N::ROOT {
            if let Some(score) = self.terminal(position, ply) {
                return Ok(score);
            }
            window = window.within_mates(ply);
            if window.alpha >= window.beta {
                return Ok(window.alpha);
            }
        }
        // 3. Probe the hash table and the tablebases; no cutoff while a move is excluded.
        let excluding = self.frames[ply].excluded.is_some();
        let entry = self.tt_probe(position);
        let settled = entry.and_then(|e| tt_cutoff_score(e, window, depth, ply));
        if let Some(score) = settled.filter(|_| !N::PV && !excluding) {
            self.stats.tt_cutoffs += 1;
            return Ok(score);
        }
        let tb_window = match self.probe_tb::<N>(position, window, depth, ply) {
            TbResult::Score(score) => return Ok(score),
            TbResult::Within(tb_window) => tb_window,
        };
        window.alpha = window.alpha.max(tb_window.alpha);
        // 4. The evaluation, and whether it improves.
        let mut node = self.node_info::<N>(position, entry, (depth, ply, cut));
        // 5. Deeper if the move that led here was reduced too much, less deep if too little, or
        // without a TT move.
        node.depth += hindsight(self.reduction_before(ply), self.eval_loss(ply), node.depth);
        node.depth -= internal_iterative_reduction(node.depth, self.tt_move::<N>(entry));
        // 6. Prune the whole node: reverse futility, null move.
        if let Some(score) = self.prune_node(position, &node, window.beta)? {
            return Ok(score);
        }
        self.move_loop::<N>(position, &node, entry, window, tb_window)
    }

    /// The score of a position by its moves: the second half of [`Worker::search`]. The tablebases
    /// say that it lies within `tb_window`.
    #[expect(clippy::too_many_lines, reason = "the numbered steps are read in one piece")]
    fn move_loop<N: Node>(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        entry: Option<Entry>,
        mut window: Window,
        tb_window: Window,
    ) -> Result<Score, Stopped> {
        let NodeInfo { ply, cut, .. } = *node;
        let excluded = self.frames[ply].excluded;
        let excluding = excluded.is_some();
        // 7. Moves, best first, and from some number on no quiet ones (late move pruning). Killers
        // are shared by positions with the same grandparent: those from elsewhere are cleared.
        self.histories.killers.forget(ply + 2);
        let tt_move = self.tt_move::<N>(entry);
        let tt_capture = is_capture(position, tt_move);
        let mut picker = Picker::new(position, tt_move, self.killers_at(ply));
        self.frames[ply].tried.clear();
        let context = self.context(position, ply);
        let worst = Score::mated_in(ply);
        let mut best = if N::PV { worst.max(tb_window.alpha) } else { worst };
        let (mut best_move, mut bound) = (PackedMove::NONE, Bound::Upper);
        let (mut number, mut pruner) = (0, MovePruner::default());
        loop {
            let list = &mut self.frames[ply].list;
            match pruner.quiets(position, node, (best, window.alpha), number) {
                Quiets::All => {}
                Quiets::Checks(checks) => picker.keep_checks(list, checks),
                Quiets::None => picker.skip_quiets(),
            }
            let picked = picker.next(position, list, &self.histories.history, &context);
            let Some(Picked { m, origin, history }) = picked else { break };
            if N::ROOT && !self.may_begin_with(m) || PackedMove::new(m) == excluded {
                continue;
            }
            self.prefetch_after(position, m);
            // 8. Skip moves that are not worth a search, once a move is known that does not lose.
            let late = LateMove { m, origin, number: number + 1, history, tt_capture };
            let reduction = reduction(self.options, node, &late);
            if pruner.skips(position, node, &late, (best, window.alpha, reduction)) {
                continue;
            }
            number += 1;
            // 9. A singular TT move is extended, or the node is cut off (multi-cut).
            let singular_entry =
                entry.filter(|_| origin == Origin::TtMove && !N::ROOT && !excluding);
            let extension = match self.singular(position, node, singular_entry, window.beta)? {
                Singular::Extend(plies) => plies,
                Singular::Cut(score) => return Ok(score),
            };
            // 10. Search: the first move in the full window, the others as far as needed.
            let begun = self.stats.nodes;
            self.count_node()?;
            let child = self.play(position, m, ply);
            let below = node.depth - 1 + extension;
            let score = if N::ROOT && self.only_glances(m) {
                self.glance(&child)
            } else if number == 1 {
                let cut = !N::PV && !cut;
                -self.search::<N::Child>(&child, window.flip(), below, ply + 1, cut)?
            } else {
                let reduction = reduction - i32::from(reduction > 0 && child.in_check());
                self.search_later::<N>(&child, window, below, reduction, ply, cut)?
            };
            self.undo();
            // 11. Is the move the best so far, does it raise alpha, does it fail high?
            self.count_root_nodes::<N>(begun, score > window.alpha);
            best = best.max(score);
            if score > window.alpha {
                best_move = PackedMove::new(m);
                bound = Bound::Exact;
                self.update_pv::<N>(m, score, ply);
                if score >= window.beta {
                    bound = Bound::Lower;
                    self.update_histories(&context, m, origin, number, (node.depth, ply));
                    break;
                }
                window.alpha = score;
            }
            self.frames[ply].tried.push(m);
        }
        // 12. No legal move: mate or stalemate, unless the only move is the excluded one.
        if number == 0 {
            let stuck = if node.in_check { Score::mated_in(ply) } else { Score::DRAW };
            return Ok(if excluding { window.alpha } else { stuck });
        }
        // 13. Store the result.
        let score = if N::PV { best } else { damp_fail_high(best, window.beta, node.depth) };
        let score = score.clamp(tb_window.alpha, tb_window.beta);
        self.store_result::<N>(position, node, (best_move, score, bound));
        Ok(score)
    }

    /// Stores the result of a node in the hash table and the correction history, unless a move was
    /// excluded. After a fail low, rewards the move that led to the node: no reply to it was good.
    fn store_result<N: Node>(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        (best_move, score, bound): (PackedMove, Score, Bound),
    ) {
        let Frame { excluded, verifying, .. } = self.frames[node.ply];
        if excluded.is_some() {
            return;
        }
        // A win known from the tablebases is no fail low, even where no move reached alpha.
        if bound == Bound::Upper && !verifying && !score.is_win() {
            let bonus = (fail_low_bonus_per_ply() * node.depth).min(fail_low_bonus_max());
            self.reward_last_move(node.ply, bonus);
        }
        if !(N::ROOT && self.are_roots_restricted()) {
            self.update_corrections(position, node, best_move, (score, bound));
            self.tt_store(position, node.ply, node.result(best_move, score, bound));
        }
    }

    /// The move that was best at an earlier visit. At the root it comes from the current line where
    /// that has one: the hash table has no entry for the further lines of MultiPV, nor for a root
    /// that leaves moves out.
    pub fn tt_move<N: Node>(&self, entry: Option<Entry>) -> PackedMove {
        if N::ROOT && (self.line.depth > 0 || self.lines.found() > 0) {
            return self.line.moves.first().map_or(PackedMove::NONE, PackedMove::new);
        }
        entry.map_or(PackedMove::NONE, |e| e.best)
    }

    /// Whether a line from the root may begin with this move. The moves of better lines are taken.
    fn may_begin_with(&self, m: Move) -> bool {
        self.root_moves.contains(m) && !self.lines.have(m)
    }

    /// Whether the root leaves out some legal moves.
    fn are_roots_restricted(&self) -> bool {
        self.root_moves.are_restricted() || self.lines.found() > 0
    }

    /// Begins a node that may lie on the principal variation.
    pub fn enter<N: Node>(&mut self, ply: usize) {
        if N::PV {
            self.frames[ply].pv.clear();
            self.seldepth = self.seldepth.max(ply);
        }
    }

    /// Prunes a node without searching its moves, if possible. Not in check, not in an open window,
    /// not while a move is excluded, and not in the verification of a null move.
    fn prune_node(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let Frame { excluded, verifying, .. } = self.frames[node.ply];
        if node.pv || node.in_check || excluded.is_some() || verifying {
            return Ok(None);
        }
        if is_reverse_futile(position, node, beta) {
            return Ok(Some(node.eval));
        }
        self.null_move(position, node, beta)
    }

    /// Searches a move after the first: with a null window and, if it is late enough, to a reduced
    /// depth; deeper and wider only if that beats alpha.
    fn search_later<N: Node>(
        &mut self,
        child: &Position,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        cut: bool,
    ) -> Result<Score, Stopped> {
        if N::PV {
            // A null window writes no line: the one there is a sibling's.
            self.frames[ply + 1].pv.clear();
        }
        let null = window.flip_null();
        self.frames[ply].reduction = reduction;
        let mut score = -self.search::<NonPv>(
            child,
            null,
            depth - reduction,
            ply + 1,
            reduction > 0 || !cut,
        )?;
        if reduction > 0 {
            self.stats.reductions += 1;
            self.frames[ply].reduction = 0;
            if score > window.alpha {
                self.stats.re_searches += 1;
                score = -self.search::<NonPv>(child, null, depth, ply + 1, !cut)?;
            }
        }
        if N::PV && score > window.alpha && (score < window.beta || N::ROOT) {
            score = -self.search::<N::Child>(child, window.flip(), depth, ply + 1, false)?;
        }
        Ok(score)
    }

    /// The score of a node that needs no search: a draw by rule, or the maximum ply.
    pub fn terminal(&mut self, position: &Position, ply: usize) -> Option<Score> {
        if position.is_repetition(self.keys, ply) || position.is_insufficient_material() {
            return Some(Score::DRAW);
        }
        if position.is_fifty_moves() {
            // Mate on the hundredth ply comes before the draw.
            let mated = position.in_check() && !has_legal_move(position);
            return Some(if mated { Score::mated_in(ply) } else { Score::DRAW });
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate(position))
    }

    fn killers_at(&self, ply: usize) -> [PackedMove; 2] {
        if self.options.killers { self.histories.killers.at(ply) } else { [PackedMove::NONE; 2] }
    }

    /// Counts the nodes of a root move that has been searched. `begun` is the node count before it.
    fn count_root_nodes<N: Node>(&mut self, begun: u64, is_best: bool) {
        if N::ROOT {
            self.time_manager.count(self.stats.nodes - begun, is_best);
        }
    }

    /// Sets the line of a PV node to a move and the best line after it.
    pub fn update_pv<N: Node>(&mut self, m: Move, score: Score, ply: usize) {
        if !N::PV {
            return;
        }
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        upper[ply].pv.set(m, &lower[0].pv);
        if N::ROOT {
            self.line.moves.set(m, &lower[0].pv);
            self.line.score = score;
            // Until the other moves are searched too, the position may be worth more.
            self.line.bound = Bound::Lower;
            self.line.depth = self.depth;
            self.reported = false;
        }
    }

    /// Updates the correction history with the difference between the score and the evaluation. Not
    /// after a capture, which no evaluation of a quiet position should foresee, and not by a bound
    /// on the wrong side, which proves nothing.
    fn update_corrections(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        best_move: PackedMove,
        (best, bound): (Score, Bound),
    ) {
        let eval = node.static_eval;
        let is_informative = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if is_informative
            && !is_capture(position, best_move)
            && !node.in_check
            && !best.is_decided()
        {
            let previous_moves = self.previous_moves(node.ply);
            self.histories.corrections.learn(
                position,
                &previous_moves,
                best.0 - eval.0,
                node.depth,
            );
        }
    }

    /// Updates killers and histories with the move that cut the node off.
    fn update_histories(
        &mut self,
        context: &Context,
        m: Move,
        origin: Origin,
        number: usize,
        (depth, ply): (i32, usize),
    ) {
        self.stats.count_cutoff(origin, number == 1);
        if !is_noisy(m) {
            self.histories.killers.store(ply, PackedMove::new(m));
        }
        let failed = self.frames[ply].tried.as_slice();
        self.histories.history.reward(context, m, failed, depth);
    }
}

/// Whether a move of this position captures a piece. En passant is not counted.
fn is_capture(position: &Position, m: PackedMove) -> bool {
    m.is_some() && position.board().by_color(!position.turn()).contains(m.to())
}

/// A score far above beta most likely exaggerates, and the more so the shallower the search that
/// found it. Through the hash table it would cut off other nodes too, so it is drawn towards beta
/// (as Stockfish does).
fn damp_fail_high(score: Score, beta: Score, depth: i32) -> Score {
    if score <= beta || score.is_decided() || beta.is_decided() {
        return score;
    }
    Score((score.0 * depth + beta.0) / (depth + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_above_beta_are_softened_towards_it_and_less_so_when_deep() {
        for beta in [Score(-300), Score(-1), Score(0), Score(250)] {
            for surplus in [1, 7, 100, 2000] {
                let score = beta + surplus;
                let softened: Vec<_> =
                    (1..30).map(|depth| damp_fail_high(score, beta, depth)).collect();
                assert!(softened.is_sorted(), "{softened:?}");
                assert!(softened.iter().all(|s| (beta..=score).contains(s)), "{softened:?}");
                assert!(surplus < 100 || softened[0] < softened[28]);
            }
            assert_eq!(damp_fail_high(beta - 5, beta, 3), beta - 5);
            assert_eq!(damp_fail_high(Score::mate_in(5), beta, 3), Score::mate_in(5));
        }
        assert_eq!(damp_fail_high(Score(10), Score::mated_in(8), 3), Score(10));
    }
}
