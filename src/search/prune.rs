//! Pruning of nodes and moves that are not worth a search: one function for each rule.

use shakmaty::Role;

use crate::board::see::{exchange_units, see_ge, worth};
use crate::board::{Move, Position};
use crate::ordering::history::{Context, PieceTo, QuietMove};
use crate::score::{Score, Window};
use crate::search::node_info::{MoveInfo, NodeInfo};
use crate::search::node_type::NonPv;
use crate::search::worker::{Stopped, Worker};
use crate::tunables::*;

/// Razoring: the evaluation is so far below alpha that only captures could help, and quiescence
/// sees those (Chess Programming Wiki, "Razoring").
fn is_hopeless(node: &NodeInfo, alpha: Score) -> bool {
    let margin = razoring_base() + razoring_per_squared_ply() * node.depth * node.depth;
    node.eval + margin < alpha && !alpha.is_decided()
}

/// Reverse futility pruning: the evaluation is so far above beta that no quiet reply within the
/// depth will bring the score below it (Heinz, "Extended futility pruning", 1998, seen from the
/// other side). Returns the score. Not where a quiet move was best before, which a search will find
/// again, and only near the horizon where every move may be bad (zugzwang).
fn reverse_futility(position: &Position, node: &NodeInfo, beta: Score) -> Option<Score> {
    let miss = if node.tt.is_some() { 0 } else { reverse_futility_tt_miss() };
    let per_ply = reverse_futility_margin() - miss;
    let sooner = i32::from(node.improving) * reverse_futility_improving()
        + i32::from(node.worsening) * reverse_futility_worsening();
    let margin = per_ply * node.depth - sooner * per_ply / 1024
        + node.correction * reverse_futility_correction_percent() / 100;
    let is_futile = !node.tt_pv
        && node.depth <= reverse_futility_depth()
        && node.eval >= beta + margin.max(0)
        && (!node.tt_move.is_some() || node.tt_noisy)
        && !node.eval.is_decided()
        && !beta.is_loss()
        && (node.depth <= reverse_futility_zugzwang_depth() || !position.is_zugzwang_likely());
    is_futile.then(|| Score((2 * beta.0 + node.eval.0) / 3))
}

/// Late move pruning: from this number in the order on, quiet moves hardly ever raise alpha.
pub fn late_move_number(node: &NodeInfo) -> usize {
    ((lmp_base() + node.depth * node.depth) / (2 - i32::from(node.improving))) as usize
}

/// The most that a noisy move is expected to reach from a position of this evaluation: its victim,
/// what it promotes to, and a margin. Never a win.
pub fn capture_hope(position: &Position, eval: Score, m: Move, margin: i32) -> Score {
    let promotion = m.promotion().map_or(0, |role| worth(role) - worth(Role::Pawn));
    (eval + margin + position.captured(m).map_or(0, worth) + promotion).clamp_eval()
}

impl Worker<'_> {
    /// Prunes a node without searching its moves, if possible. Not in check, not in an open window,
    /// not while a move is excluded.
    pub fn prune_node(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        if node.pv || node.in_check || node.is_excluding() {
            return Ok(None);
        }
        if is_hopeless(node, window.alpha) {
            return self.quiesce::<NonPv>(position, window, node.ply).map(Some);
        }
        if let Some(score) = reverse_futility(position, node, window.beta) {
            return Ok(Some(score));
        }
        self.null_move(position, node, window.beta)
    }

    /// For a move that is not worth a search: the most that it may have been worth, or [`NOTHING`]
    /// if that is not known. `depth` is that of the first search of the move by base reduction
    /// alone: what makes a late move shallow must not also delete it.
    pub fn pruned_score(
        &self,
        position: &Position,
        node: &NodeInfo,
        context: &Context,
        info: &MoveInfo,
        (alpha, has_best, depth): (Score, bool, i32),
    ) -> Option<Score> {
        if info.noisy || info.gives_check {
            return self.loses_exchange(position, node, info, alpha, depth).then_some(NOTHING);
        }
        let quiet = QuietMove::of(position, info.m);
        let history = &self.histories.history;
        let score = history.pruning_score(context, quiet);
        if score < -history_pruning_per_ply() * node.depth {
            return Some(NOTHING);
        }
        let main = history.main_score(context, quiet) * pruning_main_share() / 32;
        let depth = depth + (score + main) / pruning_history_divisor();
        let hope = quiet_hope(node, alpha, has_best, depth);
        if !node.in_check && depth <= futility_depth() && hope <= alpha {
            return Some(hope);
        }
        let loss = see_quiet_per_squared_ply() * depth.max(0) * depth.max(0);
        (!see_ge(position, info.m, -loss)).then_some(NOTHING)
    }

    /// Futility pruning of captures (Chess Programming Wiki, "Futility Pruning"), and SEE pruning
    /// of captures and checks: the exchange loses more than the depth is likely to win back. The
    /// last piece may be given up where a draw would help: stalemate.
    fn loses_exchange(
        &self,
        position: &Position,
        node: &NodeInfo,
        info: &MoveInfo,
        alpha: Score,
        depth: i32,
    ) -> bool {
        let history = if info.noisy {
            let (piece_to, captured) = (PieceTo::of(position, info.m), position.captured(info.m));
            self.histories.history.capture_score(piece_to, captured)
        } else {
            0
        };
        if !info.gives_check && depth <= futility_capture_depth() {
            let margin = futility_capture_base()
                + futility_capture_per_ply() * depth
                + history / futility_capture_history_divisor();
            if capture_hope(position, node.static_eval, info.m, margin) <= alpha {
                return true;
            }
        }
        let loss = see_noisy_per_ply() * node.depth + history / see_noisy_history_divisor();
        let is_last_piece = || position.is_only_piece(info.m.from());
        !see_ge(position, info.m, -loss.max(0)) && (alpha >= Score::DRAW || !is_last_piece())
    }
}

/// The score of a pruned move of which nothing is known.
const NOTHING: Score = Score(-Score::INFINITE.0);

/// Futility pruning: the most that a quiet move is expected to reach (Heinz, "Extended futility
/// pruning", 1998).
fn quiet_hope(node: &NodeInfo, alpha: Score, has_best: bool, depth: i32) -> Score {
    let margin = futility_base()
        + futility_per_ply() * depth
        + if has_best { 0 } else { futility_no_best_move() }
        + if node.static_eval > alpha { futility_above_alpha() } else { 0 };
    (node.static_eval + margin).clamp_eval()
}

/// Whether a capture in quiescence cannot win what is missing to alpha in the exchange.
pub fn is_exchange_too_small(position: &Position, m: Move, missing: i32) -> bool {
    !see_ge(position, m, exchange_units(missing))
}
