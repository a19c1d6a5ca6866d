//! What the search learns from its results: histories of moves and corrections of the evaluation.

use crate::board::movegen::if_legal;
use crate::board::{Move, Position};
use crate::histories::history::{Context, LastMove, QuietMove, share_of};
use crate::score::Score;
use crate::search::node::state::{NodeInfo, Tally};
use crate::search::worker::Worker;
use crate::tunables::*;

impl Worker<'_> {
    /// Rewards the quiet TT move that cuts a node off, and punishes the early quiet move before it.
    pub fn reward_tt_cutoff(&mut self, position: &Position, node: &NodeInfo) {
        if !node.tt_noisy
            && let Some(m) = if_legal(position, node.tt_move)
        {
            let bonus = tt_cutoff_bonus_per_ply() * node.depth - tt_cutoff_bonus_offset();
            let quiet = QuietMove::of(position, m);
            let context = self.context(position, node.ply);
            let bonus = bonus.min(tt_cutoff_bonus_max());
            self.histories.history.update_quiet(&context, quiet, bonus);
        }
        if self.frames.before(node.ply, 1).number < tt_cutoff_early_moves() as usize {
            self.update_last_continuations(node.ply, -tt_cutoff_malus());
        }
    }

    /// Updates the continuation history of the quiet move that led to a ply.
    fn update_last_continuations(&mut self, ply: usize, bonus: i32) {
        let before = *self.frames.before(ply, 1);
        if before.quiet {
            let after = self.previous_moves(ply - 1, before.in_check);
            self.histories.history.update_continuations(after, before.piece_to, bonus);
        }
    }

    /// The quiet move that led to a ply.
    fn last_quiet(&self, ply: usize) -> Option<LastMove> {
        let before = self.frames.before(ply, 1);
        before.last_move().filter(|_| before.quiet)
    }

    /// Rewards the quiet move that led to a node by how much the evaluation rose with it, in
    /// centipawns: so a move is judged before the search has shown what it is worth.
    pub fn reward_eval_change(&mut self, position: &Position, node: &NodeInfo, rise: i32) {
        if node.in_check || node.is_excluding() || self.frames.before(node.ply, 1).in_check {
            return;
        }
        let Some(last) = self.last_quiet(node.ply) else { return };
        let rise = rise.clamp(-eval_change_fall(), eval_change_rise()) + eval_change_offset();
        let bonus = rise * eval_change_weight() / 10;
        let by_pawns = if node.tt.is_none() { bonus * eval_change_pawn_percent() / 100 } else { 0 };
        let context = self.context(position, node.ply);
        self.histories.history.update_last(&context, last, (bonus, by_pawns));
    }

    /// Learns from the result of a node what its moves, or the one before it, were worth.
    pub fn learn(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        context: &Context,
        tally: &Tally,
        score: Score,
    ) {
        if let Some(best) = tally.best_move {
            self.reward_best(position, node, context, tally, best);
        } else if !score.is_win() {
            // A win known from the tablebases is no fail low, even where no move reached alpha.
            self.reward_refutation(context, node, score);
        }
    }

    /// Learns from the result of a node how far the evaluation was off. Not after a capture, which
    /// no evaluation of a quiet position should foresee, and not by a bound on the wrong side, which
    /// proves nothing.
    pub fn correct_evaluations(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        tally: &Tally,
        score: Score,
    ) {
        let (best, above) = (tally.best_move, score > node.static_eval);
        let is_capture = best.is_some_and(|m| position.captured(m).is_some());
        if node.in_check || is_capture || score.is_decided() || above != best.is_some() {
            return;
        }
        let weight = if above { correction_weight_best() } else { correction_weight_none() };
        let error = score.0 - node.static_eval.0;
        let last_moves = self.last_moves(node.ply);
        self.histories.corrections.learn(position, last_moves, error, weight * node.depth);
    }

    /// Rewards the best move of a node, and punishes those tried before it, as well as the first
    /// move of the parent, if it is refuted.
    fn reward_best(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        context: &Context,
        tally: &Tally,
        best: Move,
    ) {
        let is_tt_move = best == node.tt_move;
        let before = self.frames.before(node.ply, 1);
        let is_first = before.number == 1 + usize::from(before.tt_hit);
        let bonus = (best_bonus_per_ply() * node.depth - best_bonus_offset()).min(best_bonus_max())
            + if is_tt_move { best_bonus_tt_move() } else { 0 }
            + before.history / best_bonus_parent_divisor();
        let malus = (malus_per_ply() * node.depth - malus_offset()).min(malus_max())
            - malus_per_move() * tally.number as i32;
        let (malus, history) = (malus.max(0), &mut self.histories.history);
        let moves = (best, tally.tried.as_slice());
        history.reward(position, context, moves, (bonus, malus));
        if !node.pv {
            history.update_tt_move(if is_tt_move { tt_move_bonus() } else { -tt_move_malus() });
        }
        if is_first {
            self.update_last_continuations(node.ply, -share_of(malus, refuted_first_move_share()));
        }
    }

    /// Rewards the move that led to a node in which no move was good: the more, the less it was
    /// expected.
    fn reward_refutation(&mut self, context: &Context, node: &NodeInfo, score: Score) {
        let before = *self.frames.before(node.ply, 1);
        let Some(last) = before.last_move() else { return };
        let history = &mut self.histories.history;
        if !before.quiet {
            history.update_capture(last.piece_to, before.captured, fail_low_capture_bonus());
            return;
        }
        let when = |holds, bonus| if holds { bonus } else { 0 };
        let expected = -before.static_eval - fail_low_worse_than_parent_margin();
        let scale = (fail_low_per_ply() * node.depth).min(fail_low_depth_max())
            - fail_low_offset()
            - before.history / fail_low_history_divisor()
            + when(before.number >= fail_low_late_moves() as usize, fail_low_late())
            + when(
                !node.in_check && score <= node.static_eval - fail_low_worse_margin(),
                fail_low_worse(),
            )
            + when(!before.in_check && score <= expected, fail_low_worse_than_parent());
        let bonus = (fail_low_bonus_per_ply() * node.depth - fail_low_bonus_offset())
            .min(fail_low_bonus_max())
            * scale.max(0);
        let (main, pawn) = (bonus * fail_low_main_share(), bonus * fail_low_pawn_share());
        history.update_last(context, last, (main / 32_768, pawn / 8192));
        self.update_last_continuations(node.ply, bonus * fail_low_continuation_share() / 32_768);
    }
}
