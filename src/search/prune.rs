//! Pruning: nodes and moves that are not worth a search, one function for each rule.

use crate::score::Score;
use crate::tunables::{REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_MARGIN};

/// Reverse futility: so far above beta that no quiet reply within the depth will bring the
/// score back below it (Heinz, "Extended futility pruning", 1998, seen from the other side).
pub fn is_reverse_futile(eval: Score, beta: Score, depth: i32, improving: bool) -> bool {
    let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
    depth <= REVERSE_FUTILITY_DEPTH && !eval.is_mate() && !beta.is_loss() && eval >= beta + margin
}
