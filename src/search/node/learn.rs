//! What the search learns from its results: histories of moves and corrections of the evaluation.

use crate::board::Move;
use crate::board::movegen::if_legal;
use crate::histories::history::{LastMove, QuietMove, share_of};
use crate::score::Score;
use crate::search::node::state::Node;
use crate::search::worker::Worker;
use crate::tunables::numbers;

numbers! { tt_cutoffs:
    /// The bonus of the quiet TT move per ply of depth.
    tt_cutoff_bonus_per_ply = 132;
    /// Subtracted from the bonus.
    tt_cutoff_bonus_offset = 72;
    tt_cutoff_bonus_max = 985;
    /// The malus of an early quiet move of the parent.
    tt_cutoff_malus = 2060;
    /// A move counts as early below this number in the order.
    tt_cutoff_early_moves = 4;
}

impl Worker<'_> {
    /// Rewards the quiet TT move that cuts a node off, and punishes the early quiet move before it.
    pub fn reward_tt_cutoff(&mut self, node: &Node) {
        if !node.tt_noisy
            && let Some(m) = if_legal(node.position, node.tt_move)
        {
            let bonus = tt_cutoff_bonus_per_ply() * node.depth - tt_cutoff_bonus_offset();
            let quiet = QuietMove::of(node.position, m);
            let bonus = bonus.min(tt_cutoff_bonus_max());
            self.histories.history.update_quiet(&node.context, quiet, bonus);
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
}

numbers! { eval_change:
    /// The bonus for each centipawn that the evaluation rose, in tenths.
    eval_change_weight = 130 in 0..=300 by 20;
    /// The greatest fall that counts.
    eval_change_fall = 144;
    /// The greatest rise that counts.
    eval_change_rise = 115;
    /// Added to the rise.
    eval_change_offset = 41;
    /// The same bonus for pawn history.
    eval_change_pawn_percent = 144;
}

impl Worker<'_> {
    /// Rewards the quiet move that led to a node by how much the evaluation rose with it: so a move is
    /// judged before the search has shown what it is worth.
    pub fn reward_eval_change(&mut self, node: &Node) {
        if node.in_check || node.is_excluding() || self.frames.before(node.ply, 1).in_check {
            return;
        }
        let Some(last) = self.last_quiet(node.ply) else { return };
        let rise = (-node.arrival.loss).clamp(-eval_change_fall(), eval_change_rise());
        let bonus = (rise + eval_change_offset()) * eval_change_weight() / 10;
        let by_pawns = if node.tt.is_none() { bonus * eval_change_pawn_percent() / 100 } else { 0 };
        let history = &mut self.histories.history;
        history.update_last_main(&node.context, last, bonus);
        history.update_last_pawn(&node.context, last, by_pawns);
    }

    /// Learns from the result of a node what its moves, or the one before it, were worth.
    pub fn learn(&mut self, node: &Node, score: Score) {
        if let Some(best) = node.best_move {
            self.reward_best(node, best);
        } else if !score.is_win() {
            // A win known from the tablebases is no fail low, even where no move reached alpha.
            self.reward_refutation(node, score);
        }
    }
}

numbers! { correction_weights:
    /// The weight of an error for each ply of depth where a move was best.
    correction_weight_best = 8;
    /// The weight of an error for each ply of depth where no move was best.
    correction_weight_none = 10;
}

impl Worker<'_> {
    /// Learns from the result of a node how far the evaluation was off. Not after a capture, which
    /// no evaluation of a quiet position should foresee, and not by a bound on the wrong side, which
    /// proves nothing.
    pub fn correct_evaluations(&mut self, node: &Node, score: Score) {
        let (best, above) = (node.best_move, score > node.static_eval);
        let is_capture = best.is_some_and(|m| node.position.captured(m).is_some());
        if node.in_check || is_capture || score.is_decided() || above != best.is_some() {
            return;
        }
        let weight = if above { correction_weight_best() } else { correction_weight_none() };
        let error = score.0 - node.static_eval.0;
        let last_moves = self.last_moves(node.ply);
        self.histories.corrections.learn(node.position, last_moves, error, weight * node.depth);
    }
}

numbers! { best_move:
    /// The bonus per ply of depth.
    best_bonus_per_ply = 116 in 40..=300 by 15;
    /// Subtracted from the bonus.
    best_bonus_offset = 81;
    best_bonus_max = 1515 in 400..=3000 by 200;
    /// Added to the bonus of a move that the hash table knew.
    best_bonus_tt_move = 347;
    /// The history of the parent's move is divided by this and added to the bonus.
    best_bonus_parent_divisor = 32;
    /// The malus of moves that were not best, per ply of depth.
    malus_per_ply = 848 in 100..=1500 by 100;
    /// Subtracted from the malus.
    malus_offset = 207;
    malus_max = 2446 in 400..=4000 by 300;
    /// Subtracted from the malus for each move picked.
    malus_per_move = 17;
    /// The share of the malus that the parent's first move gets.
    refuted_first_move_share = 602;
    /// What the history of TT moves gains when one is best.
    tt_move_bonus = 809;
    /// What the history of TT moves loses when another move is best.
    tt_move_malus = 865;
}

impl Worker<'_> {
    /// Rewards the best move of a node, and punishes those tried before it, as well as the first
    /// move of the parent, if it is refuted.
    fn reward_best(&mut self, node: &Node, best: Move) {
        let is_tt_move = best == node.tt_move;
        let before = self.frames.before(node.ply, 1);
        let is_first = before.number == 1 + usize::from(before.tt_hit);
        let bonus = (best_bonus_per_ply() * node.depth - best_bonus_offset()).min(best_bonus_max())
            + if is_tt_move { best_bonus_tt_move() } else { 0 }
            + before.history / best_bonus_parent_divisor();
        let malus = (malus_per_ply() * node.depth - malus_offset()).min(malus_max())
            - malus_per_move() * node.number as i32;
        let (malus, history) = (malus.max(0), &mut self.histories.history);
        history.reward(node.position, &node.context, best, bonus);
        history.punish(node.position, &node.context, node.tried.as_slice(), best, malus);
        if !node.pv {
            history.update_tt_move(if is_tt_move { tt_move_bonus() } else { -tt_move_malus() });
        }
        if is_first {
            self.update_last_continuations(node.ply, -share_of(malus, refuted_first_move_share()));
        }
    }
}

numbers! { fail_low:
    /// Subtracted from the scale of the bonus.
    fail_low_offset = 215;
    /// The history of the refuting move is divided by this and subtracted from the scale.
    fail_low_history_divisor = 100;
    /// Added to the scale per ply of depth.
    fail_low_per_ply = 56;
    /// The most that is added to the scale for depth.
    fail_low_depth_max = 489;
    /// Added to the scale if the refuting move came late in the order.
    fail_low_late = 184;
    /// The refuting move counts as late from this number in the order.
    fail_low_late_moves = 9;
    /// Added to the scale if the node is worse than its evaluation said.
    fail_low_worse = 147;
    /// By how much it must be worse for that.
    fail_low_worse_margin = 74;
    /// Added to the scale if the node is worse than the evaluation before the move said.
    fail_low_worse_than_parent = 156;
    /// By how much it must be worse for that.
    fail_low_worse_than_parent_margin = 45;
    /// The bonus per ply of depth.
    fail_low_bonus_per_ply = 141;
    /// Subtracted from the bonus.
    fail_low_bonus_offset = 87;
    fail_low_bonus_max = 1351;
    /// The share that reaches main history, in 32,768ths.
    fail_low_main_share = 243;
    /// The share that reaches pawn history, in 8192ths.
    fail_low_pawn_share = 290;
    /// The share that reaches continuation history, in 32,768ths.
    fail_low_continuation_share = 406;
    /// The bonus of a capture that nothing answered.
    fail_low_capture_bonus = 1012;
}

impl Worker<'_> {
    /// Rewards the move that led to a node in which no move was good: the more, the less it was
    /// expected.
    fn reward_refutation(&mut self, node: &Node, score: Score) {
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
        history.update_last_main(&node.context, last, bonus * fail_low_main_share() / 32_768);
        history.update_last_pawn(&node.context, last, bonus * fail_low_pawn_share() / 8192);
        self.update_last_continuations(node.ply, bonus * fail_low_continuation_share() / 32_768);
    }
}
