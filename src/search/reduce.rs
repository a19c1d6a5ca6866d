//! Late move reductions: with good move ordering, late quiet moves rarely beat alpha, so a
//! shallower look first is enough (Chess Programming Wiki, "Late Move Reductions").

use crate::options::Options;
use crate::tunables::{LMR_HISTORY_DIVISOR, LMR_HISTORY_MAX, LMR_LATE_MOVE, LMR_MOVES_PER_PLY};

/// A move about to be searched, as far as its reduction depends on it.
pub struct LateMove {
    /// The remaining depth of the node.
    pub depth: i32,
    /// How many moves of the node come up to and including this one.
    pub number: usize,
    /// Is the node on the principal variation?
    pub pv: bool,
    /// Is it a killer?
    pub killer: bool,
    /// Does it give check?
    pub gives_check: bool,
    /// Its history score.
    pub history: i32,
}

/// How many plies less than `depth - 1` to search a late quiet move or losing capture first;
/// at least one ply of depth remains.
pub fn reduction(options: &Options, late: &LateMove) -> i32 {
    if !options.lmr
        || late.depth < options.lmr_min_depth
        || late.number < options.lmr_min_move_number
    {
        return 0;
    }
    let mut plies = options.lmr_base_reduction / 100
        + (late.depth - options.lmr_min_depth) / options.lmr_depth_factor
        + ((late.number as i32 - LMR_LATE_MOVE) / LMR_MOVES_PER_PLY).max(0);
    plies -= i32::from(late.pv) + i32::from(late.killer) + i32::from(late.gives_check);
    plies -= (late.history / LMR_HISTORY_DIVISOR).clamp(0, LMR_HISTORY_MAX);
    plies.clamp(0, (late.depth - 2).max(0))
}
