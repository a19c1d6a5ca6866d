//! Pruning: nodes and moves that are not worth a search, one function for each rule.

use shakmaty::Move;

use crate::ordering::picker::Origin;
use crate::ordering::see::see_ge;
use crate::position::Position;
use crate::score::Score;
use crate::tunables::*;

/// Reverse futility: so far above beta that no quiet reply within the depth will bring the
/// score back below it (Heinz, "Extended futility pruning", 1998, seen from the other side).
pub fn is_reverse_futile(eval: Score, beta: Score, depth: i32, improving: bool) -> bool {
    let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
    depth <= REVERSE_FUTILITY_DEPTH && !eval.is_mate() && !beta.is_loss() && eval >= beta + margin
}

/// How many plies less a null move is searched: more when deep, more when far above beta.
pub fn null_move_reduction(depth: i32, eval: Score, beta: Score) -> i32 {
    let surplus = (eval.0 - beta.0) / NULL_MOVE_SURPLUS_PER_PLY;
    NULL_MOVE_REDUCTION + depth / NULL_MOVE_DEPTH_PER_PLY + surplus.min(NULL_MOVE_SURPLUS_MAX)
}

/// Late move pruning: near the horizon, quiet moves this far down the order hardly ever raise
/// alpha. `tried` counts the moves before this one.
pub fn is_late(tried: usize, depth: i32, improving: bool) -> bool {
    let most = (LATE_MOVE_BASE + depth * depth) / (2 - i32::from(improving));
    depth <= LATE_MOVE_DEPTH && tried as i32 >= most
}

/// Futility: so far below alpha that a quiet move will not make it up near the horizon
/// (Heinz, "Extended futility pruning", 1998).
/// `depth` is the depth to which the move would be searched first.
pub fn is_futile(eval: Score, alpha: Score, depth: i32) -> bool {
    let margin = FUTILITY_BASE + FUTILITY_PER_PLY * depth;
    depth <= FUTILITY_DEPTH && !alpha.is_loss() && eval + margin <= alpha
}

/// Moves that lose more material in the exchange on their target than the remaining depth is
/// likely to win back. Captures known to be good need no second look.
pub fn is_losing_exchange(position: &Position, m: Move, origin: Origin, depth: i32) -> bool {
    let worst = match origin {
        Origin::Quiet | Origin::Killer => -SEE_QUIET_PER_SQUARED_PLY * depth * depth,
        Origin::BadCapture => -SEE_NOISY_PER_PLY * depth,
        _ => return false,
    };
    depth <= SEE_PRUNING_DEPTH && !see_ge(position, m, worst)
}

/// Quiet moves that failed again and again elsewhere will fail here too. `depth` is the depth to
/// which the move would be searched first.
pub fn is_hopeless(history: i32, depth: i32) -> bool {
    depth <= HISTORY_PRUNING_DEPTH && history < -HISTORY_PRUNING_PER_PLY * (depth + 1)
}
