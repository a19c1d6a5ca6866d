//! Late move reductions: with good move ordering, late quiet moves rarely beat alpha, so a
//! shallower search first is enough (Chess Programming Wiki, "Late Move Reductions").

use shakmaty::Move;

use crate::moves::PackedMove;
use crate::options::Options;
use crate::ordering::picker::Origin;
use crate::score::Score;
use crate::search::node_info::NodeInfo;
use crate::search::worker::Worker;
use crate::tunables::*;

/// A move about to be searched.
pub struct LateMove {
    /// The move.
    pub m: Move,
    /// The stage of move ordering that the move came from.
    pub origin: Origin,
    /// The move's number in the order, from 1.
    pub number: usize,
    /// The history score of the move; 0 for noisy moves.
    pub history: i32,
    /// Whether the TT move of the node captures a piece.
    pub tt_capture: bool,
}

/// The reduction of a late quiet move or losing capture, in plies; at least one ply of depth
/// remains. Promotions and good captures are never reduced.
pub fn reduction(options: &Options, node: &NodeInfo, late: &LateMove) -> i32 {
    if !options.lmr
        || node.in_check
        || node.depth < options.lmr_min_depth
        || late.number < options.lmr_min_move_number
        || late.m.is_promotion()
        || !matches!(late.origin, Origin::Killer | Origin::Quiet | Origin::BadCapture)
    {
        return 0;
    }
    let number = late.number.min(LN_SIZE - 1);
    let product = LN[(node.depth as usize).min(LN_SIZE - 1)] * LN[number] / LMR_UNIT;
    let mut units =
        options.lmr_base_reduction * LMR_UNIT / 100 + product * 100 / options.lmr_depth_factor;
    let quiet = late.origin != Origin::BadCapture;
    let terms = [
        (node.cut, lmr_cut_node()),
        (!node.improving, lmr_not_improving()),
        // Where a capture was best, a quiet move hardly is.
        (late.tt_capture && quiet, lmr_tt_capture()),
        (node.pv, -lmr_pv()),
        (node.tt_pv, -lmr_tt_pv()),
        (late.origin == Origin::Killer, -lmr_killer()),
    ];
    units += terms.map(|(holds, units)| i32::from(holds) * units).iter().sum::<i32>();
    units -= late.history * LMR_UNIT / lmr_history_divisor();
    (units / LMR_UNIT).clamp(0, (node.depth - 2).max(0))
}

impl Worker<'_> {
    /// How much worse the evaluation became for the side that made the move to this ply, in
    /// centipawns. `None` where one of the two is missing, or where the node is searched again for
    /// itself, with an excluded move or to verify a null move.
    pub fn eval_loss(&self, ply: usize) -> Option<i32> {
        let (last, now) = (&self.frames[ply.checked_sub(1)?], &self.frames[ply]);
        let is_again = now.excluded.is_some() || now.verifying;
        let is_known = now.static_eval != Score::NONE && last.static_eval != Score::NONE;
        (is_known && !is_again).then(|| now.static_eval.0 + last.static_eval.0)
    }

    /// By how many plies the move to this ply was reduced.
    pub fn reduction_before(&self, ply: usize) -> i32 {
        ply.checked_sub(1).map_or(0, |before| self.frames[before].reduction)
    }
}

/// The change of depth, in plies, of a node after a reduced move: the move was reduced too much if
/// the position is no worse for its side than before, too little if it lost much (Stockfish's
/// "hindsight" adjustments). `loss` is that of [`Worker::eval_loss`].
pub fn hindsight(reduction: i32, loss: Option<i32>, depth: i32) -> i32 {
    let Some(loss) = loss else { return 0 };
    let deeper = reduction >= hindsight_reduction() && loss <= 0;
    let shallower = reduction > 0 && loss > hindsight_loss() && depth > 1;
    i32::from(deeper) - i32::from(shallower)
}

/// The plies by which a whole node is reduced: one without a TT move. Its moves are poorly ordered,
/// and a shallower search finds a TT move for the next visit (internal iterative reduction,
/// Schröder 2020).
pub fn internal_iterative_reduction(depth: i32, tt_move: PackedMove) -> i32 {
    i32::from(depth >= iir_depth() && !tt_move.is_some())
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
            ((1, loss, 5), 0),
            ((1, loss + 1, 5), -1),
            ((1, loss + 1, 1), 0),
            ((0, loss + 1, 5), 0),
        ];
        for ((reduction, loss, depth), plies) in cases {
            assert_eq!(
                hindsight(reduction, Some(loss), depth),
                plies,
                "{reduction} {loss} {depth}"
            );
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
