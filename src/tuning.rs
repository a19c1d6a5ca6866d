//! The numbers of the search that can be tuned by games: for programs that tune the search, not for
//! users of the library.

use crate::histories::{corrections::corrections, history::updates};
use crate::ordering::{noisy_moves, quiet_moves};
use crate::search::deepen::aspiration;
use crate::search::node::{cutoffs, learn, moves, quiesce, raised_alpha, re_searches};
use crate::tt::replacement;
pub use crate::tunables::Number;

/// The numbers of each rule. The compiler warns of a list that is missing here, because nothing uses
/// it.
const RULES: &[&[Number]] = &[
    aspiration::NUMBERS,
    cutoffs::tt_cutoff::NUMBERS,
    cutoffs::tablebases::NUMBERS,
    cutoffs::razoring::NUMBERS,
    cutoffs::reverse_futility::NUMBERS,
    cutoffs::null_move::NUMBERS,
    cutoffs::probcut::NUMBERS,
    moves::late_moves::NUMBERS,
    moves::quiet_pruning::NUMBERS,
    moves::futility::NUMBERS,
    moves::capture_pruning::NUMBERS,
    moves::singular::NUMBERS,
    moves::extensions::NUMBERS,
    moves::base_reductions::NUMBERS,
    moves::reductions::NUMBERS,
    moves::full_reductions::NUMBERS,
    moves::hindsights::NUMBERS,
    moves::internal_reductions::NUMBERS,
    re_searches::NUMBERS,
    raised_alpha::NUMBERS,
    quiesce::quiescence::NUMBERS,
    learn::tt_cutoffs::NUMBERS,
    learn::eval_change::NUMBERS,
    learn::correction_weights::NUMBERS,
    learn::best_move::NUMBERS,
    learn::fail_low::NUMBERS,
    updates::NUMBERS,
    corrections::NUMBERS,
    noisy_moves::NUMBERS,
    quiet_moves::NUMBERS,
    replacement::NUMBERS,
];

/// All numbers that can be tuned.
pub fn numbers() -> impl Iterator<Item = &'static Number> {
    RULES.iter().copied().flatten()
}
