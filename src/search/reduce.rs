//! Late move reductions: with good move ordering, late quiet moves rarely beat alpha, so a
//! shallower search first is enough (Chess Programming Wiki, "Late Move Reductions").

use shakmaty::Move;

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
/// remains. Promotions and sound captures are never reduced.
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
    /// Rates the move that led to this node by the change of the evaluation, and updates its
    /// continuation history if it is quiet (Stockfish updates other histories in the same way). Not
    /// when the node is searched again for itself, with an excluded move or to verify a null move.
    /// Returns by how many plies the node is to be searched deeper.
    pub fn adjust_from_parent(&mut self, ply: usize, depth: i32) -> i32 {
        let Some(last) = ply.checked_sub(1).map(|before| &self.frames[before]) else { return 0 };
        let now = &self.frames[ply];
        let is_again = now.excluded.is_some() || now.verifying;
        if now.static_eval == Score::NONE || last.static_eval == Score::NONE || is_again {
            return 0;
        }
        let (loss, reduction) = (now.static_eval.0 + last.static_eval.0, last.reduction);
        let bonus = -eval_bonus_per_centipawn() * loss;
        self.reward_last_move(ply, bonus.clamp(-eval_bonus_max(), eval_bonus_max()));
        hindsight(reduction, loss, depth)
    }
}

/// The change of depth, in plies, of a node after a reduced move: the move was reduced too much if
/// the position is no worse for its side than before, too little if it lost much (Stockfish's
/// "hindsight" adjustments). `loss` is how much worse the evaluation became for the side that
/// moved.
fn hindsight(reduction: i32, loss: i32, depth: i32) -> i32 {
    let deeper = reduction >= hindsight_reduction() && loss <= 0;
    let shallower = reduction > 0 && loss > hindsight_loss() && depth > 1;
    i32::from(deeper) - i32::from(shallower)
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
