//! Which moves of a node are searched, and how deep: one function for each rule.

use shakmaty::Role;

use crate::board::see::{exchange_units, see_ge, worth};
use crate::board::{Move, Position};
use crate::histories::history::{Context, PieceTo, QuietMove};
use crate::options::Options;
use crate::score::{Bound, Score, Window};
use crate::search::node::state::{MoveInfo, NodeInfo, NonPv};
use crate::search::worker::{Stopped, Worker};
use crate::tunables::*;

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

/// What the search without the TT move decides.
pub enum Singular {
    /// The TT move is searched this many plies deeper, or shallower if negative.
    Extend(i32),
    /// The node is cut off with this score.
    Cut(Score),
}

impl Worker<'_> {
    /// Singular extension: a TT move that is clearly better than all others is searched deeper
    /// (Anantharaman, Campbell and Hsu, "Singular extensions", 1988), up to three plies where it is
    /// far better. The other moves are searched without it, to a lower depth, against a bound below
    /// its score. When one of them beats beta, the node most likely fails high whatever is played
    /// (multi-cut). A TT move with rivals whose score reaches beta, or at an expected cut node, is
    /// searched shallower. Not far beyond the depth of the iteration.
    pub fn singular(
        &mut self,
        position: &Position,
        node: &NodeInfo,
        beta: Score,
    ) -> Result<Singular, Stopped> {
        let nothing = Ok(Singular::Extend(0));
        let Some(tt) = node.tt.filter(|_| !node.is_excluding()) else { return nothing };
        if node.depth < singular_depth() + i32::from(node.tt_pv)
            || tt.depth < node.depth - singular_tt_depth()
            || tt.bound == Bound::Upper
            || tt.score.is_decided()
            || node.ply as i32 >= 2 * self.depth
        {
            return nothing;
        }
        let was_pv = node.tt_pv && !node.pv;
        let margin = singular_margin() + if was_pv { singular_margin_tt_pv() } else { 0 };
        let singular_beta = tt.score - margin * node.depth / 100;
        let window = Window { alpha: singular_beta - 1, beta: singular_beta };
        // The search uses the list of moves of this ply, which nothing needs yet: the TT move is
        // picked before any move is generated.
        self.frames[node.ply].excluded = node.tt_move;
        let half = (node.depth - 1) / 2;
        let score = self.search::<NonPv>(position, window, half, node.ply, node.cut);
        self.frames[node.ply].excluded = Move::NONE;
        let score = score?;
        let history = &mut self.histories.history;
        Ok(if score < singular_beta {
            let is_below = |margin: i32| i32::from(score < singular_beta - margin);
            let [double, triple] = extension_margins(node, history.tt_move_score(), self.depth);
            Singular::Extend(1 + is_below(double) + is_below(triple))
        } else if score >= beta && !score.is_decided() {
            let malus = tt_move_rival_malus() + tt_move_rival_malus_per_ply() * node.depth;
            history.update_tt_move(-malus.min(tt_move_rival_malus_max()));
            Singular::Cut(score)
        } else if tt.score >= beta {
            Singular::Extend(-singular_reduction_above_beta())
        } else if node.cut {
            Singular::Extend(-singular_reduction_cut())
        } else {
            Singular::Extend(0)
        })
    }
}

/// How far the rivals of a TT move must stay below it for extensions of two and three plies. Off
/// the principal variation a quiet one gets them easily: its point lies beyond the horizon.
fn extension_margins(node: &NodeInfo, tt_move_score: i32, root_depth: i32) -> [i32; 2] {
    let when = |holds, margin| if holds { margin } else { 0 };
    let uncertain = node.correction * singular_correction_percent() / 100;
    let double = singular_double_margin() + when(node.pv, singular_double_pv())
        - when(!node.tt_noisy, singular_double_quiet())
        - uncertain
        - tt_move_score / singular_tt_history_divisor()
        - when(node.ply as i32 > root_depth, singular_deep_margin());
    let triple = singular_triple_margin()
        + when(node.pv, singular_triple_pv())
        + when(node.tt_pv, singular_triple_tt_pv())
        - when(!node.tt_noisy, singular_triple_quiet())
        - uncertain
        - when(2 * node.ply as i32 > 3 * root_depth, singular_deep_margin());
    [double, triple]
}

/// The base reduction of a move, in [`LMR_UNIT`]s: by the logarithms of depth and number, less in a
/// window that is wide beside the root's.
pub fn base_reduction(
    options: &Options,
    node: &NodeInfo,
    number: usize,
    (window, root_width): (Window, i32),
) -> i32 {
    let [depth, number] = [node.depth as usize, number].map(|n| LN[n.min(LN_SIZE - 1)]);
    let product = depth * number / LMR_UNIT * 100 / options.lmr_depth_factor;
    let not_improving = if node.improving { 0 } else { lmr_not_improving_share() };
    let more = (i64::from(product) * i64::from(not_improving) / 1024) as i32;
    let width = (window.beta.0 - window.alpha.0).min(root_width);
    options.lmr_base_reduction * LMR_UNIT / 100 + product + more
        - lmr_window() * width / root_width.max(1)
        + if node.tt_pv { lmr_tt_pv_base() } else { 0 }
}

/// The complete reduction of a move in [`LMR_UNIT`]s, from its base reduction and its history, after
/// `cutoffs` nodes of the next ply have failed high since the parent was entered.
pub fn reduction(
    node: &NodeInfo,
    info: &MoveInfo,
    alpha: Score,
    (base, history, cutoffs): (i32, i32, i32),
) -> i32 {
    let mut r = base + lmr_offset()
        - lmr_per_move() * info.number as i32
        - lmr_correction() * node.correction / 100
        - history * lmr_history() / 8192;
    if node.tt_pv {
        let is_deep = node.tt.is_some_and(|tt| tt.depth >= node.depth);
        let is_above = node.tt.is_none_or(|tt| tt.score > alpha);
        r -= lmr_tt_pv()
            + if node.pv { lmr_pv() } else { 0 }
            + if is_above { lmr_tt_pv_above_alpha() } else { 0 }
            + if is_deep { lmr_tt_pv_deep() } else { 0 }
            + if is_deep && node.cut { lmr_tt_pv_deep_cut() } else { 0 };
    }
    if node.cut {
        r += lmr_cut_node() + if node.tt_move.is_some() { 0 } else { lmr_cut_node_no_tt_move() };
    }
    if node.tt_noisy {
        r += lmr_tt_noisy();
    }
    if cutoffs > 1 {
        r += lmr_child_cutoffs()
            + if cutoffs > 2 { lmr_many_child_cutoffs() } else { 0 }
            + if node.is_all() { lmr_child_cutoffs_all_node() } else { 0 };
    }
    if info.is_tt_move {
        r -= lmr_tt_move();
    }
    if info.gives_check {
        r -= lmr_check();
    }
    // Where no move is expected to be good, the later ones are even less likely to be.
    if node.is_all() { r + r / (node.depth + 1) } else { r }
}

/// The plies by which a move is searched shallower that is not reduced for being late.
pub fn full_reduction(node: &NodeInfo, r: i32, depth: i32) -> i32 {
    let r = r + if node.tt_move.is_some() { 0 } else { lmr_full_no_tt_move() };
    i32::from(r > lmr_full_one_ply()) + i32::from(r > lmr_full_two_plies() && depth > 2)
}

/// The history that a capture is worth to reductions, besides its own.
pub fn victim_history(captured: Option<Role>) -> i32 {
    captured.map_or(0, worth) * lmr_victim_percent() / 100
}

impl Worker<'_> {
    /// By how many plies the move to this node was reduced, asked once.
    pub fn take_reduction_before(&mut self, ply: usize) -> i32 {
        std::mem::take(&mut self.frames.parent_mut(ply).reduction)
    }
}

/// The change of depth, in plies, of a node after a reduced move: the move was reduced too much if
/// the position is no worse for its side than before, too little if it lost much (Stockfish's
/// "hindsight" adjustments). `loss` is what it lost by the evaluation.
pub fn hindsight(reduction: i32, loss: i32, depth: i32) -> i32 {
    let deeper = reduction >= hindsight_reduction() && loss <= 0;
    let shallower =
        reduction >= hindsight_shallower_reduction() && loss > hindsight_loss() && depth > 1;
    i32::from(deeper) - i32::from(shallower)
}

/// The plies by which a whole node is reduced: one without a TT move. Its moves are poorly ordered,
/// and a shallower search finds a TT move for the next visit (internal iterative reduction,
/// Schröder 2020).
pub fn internal_iterative_reduction(node: &NodeInfo, reduction_before: i32) -> i32 {
    let applies = !node.is_all()
        && node.depth >= iir_depth()
        && !node.tt_move.is_some()
        && reduction_before <= iir_max_reduction();
    i32::from(applies)
}

const LN_SIZE: usize = 128;
/// Natural logarithms in [`LMR_UNIT`]s, as integers so that they are the same on every machine.
static LN: [i32; LN_SIZE] = natural_logarithms();

/// ln n = ln (n - 1) + 2 artanh (1 / (2n - 1)), with the first terms of the series.
const fn natural_logarithms() -> [i32; LN_SIZE] {
    const ONE: i64 = 1 << 30;
    let mut table = [0; LN_SIZE];
    let mut sum = 0;
    let mut n = 2;
    while n < LN_SIZE {
        let x = ONE / (2 * n as i64 - 1);
        let square = x * x / ONE;
        let (mut power, mut k) = (x, 1);
        while k < 30 {
            sum += 2 * power / k;
            power = power * square / ONE;
            k += 2;
        }
        table[n] = (sum * LMR_UNIT as i64 / ONE) as i32;
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hindsight_corrects_reductions_alone() {
        let (much, loss) = (hindsight_reduction(), hindsight_loss());
        let cases = [
            ((much, 0, 5), 1),
            ((much, 1, 5), 0),
            ((much - 1, -500, 5), 0),
            ((much - 1, loss, 5), 0),
            ((much - 1, loss + 1, 5), -1),
            ((much - 1, loss + 1, 1), 0),
            ((0, loss + 1, 5), 0),
        ];
        for ((reduction, loss, depth), plies) in cases {
            assert_eq!(hindsight(reduction, loss, depth), plies, "{reduction} {loss} {depth}");
        }
    }

    #[test]
    fn logarithms_are_right() {
        for (n, &ln) in LN.iter().enumerate().skip(1) {
            let exact = (n as f64).ln() * f64::from(LMR_UNIT);
            assert!((f64::from(ln) - exact).abs() <= 1.0, "ln {n}: {ln}, not {exact}");
        }
    }
}
