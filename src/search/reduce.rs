//! Late move reductions: with good move ordering, late moves rarely beat alpha, so a shallower
//! search first is enough (Chess Programming Wiki, "Late Move Reductions").
//!
//! The base reduction grows with depth and number. It is what pruning goes by. The complete one
//! adds what is known of node and move, and makes the difference: the alternatives of an expected
//! cut node are searched many plies shallower, while those on a principal variation are hardly
//! reduced.

use shakmaty::Role;

use crate::board::see::worth;
use crate::options::Options;
use crate::score::{Score, Window};
use crate::search::node_info::{MoveInfo, NodeInfo};
use crate::search::worker::Worker;
use crate::tunables::*;

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
