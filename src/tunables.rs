//! Every number of the search, once, but for those of late move reductions that are options. Depths
//! are in plies, scores and margins in centipawns. Those with a range are tuned by games.

use std::time::Duration;

/// Makes each `name = value;` a function of that name. Those with a range and a step, `in least..=most by
/// step`, are tuned by games: with the feature `tuning`, all are read from a table of the thread.
macro_rules! numbers {
    ($(
        $(#[$doc:meta])*
        $name:ident = $value:literal $(in $least:literal..=$most:literal by $step:literal)?;
    )*) => {
        $(
            $(#[$doc])*
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tuning")]
                return tuning::Slot::$name.value();
                #[cfg(not(feature = "tuning"))]
                $value
            }
        )*

        /// Numbers that can be changed while the program runs: for programs that tune the search, not
        /// for its users.
        #[cfg(feature = "tuning")]
        pub mod tuning {
            use std::cell::Cell;
            use std::ops::RangeInclusive;

            /// A number of the search that games can tune.
            #[derive(Clone, Debug)]
            pub struct Number {
                /// Its name.
                pub name: &'static str,
                /// What it is in the library.
                pub value: i32,
                /// What it may be.
                pub range: RangeInclusive<i32>,
                /// A change that should show in many games.
                pub step: i32,
                slot: Slot,
            }

            impl Number {
                /// Changes it for the searches of this thread, which need `Threads` 1.
                ///
                /// # Panics
                /// Outside of the range.
                pub fn set(&self, value: i32) {
                    assert!(self.range.contains(&value), "{} = {value}", self.name);
                    VALUES.with(|values| values[self.slot as usize].set(value));
                }
            }

            /// All of them.
            pub const NUMBERS: &[Number] = &[
                $($(
                    Number {
                        name: stringify!($name),
                        value: $value,
                        range: $least..=$most,
                        step: $step,
                        slot: Slot::$name,
                    },
                )?)*
            ];

            /// The place of a number in the table.
            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy, Debug)]
            pub(super) enum Slot {
                $($name,)*
            }

            thread_local! {
                static VALUES: [Cell<i32>; [$($value),*].len()] =
                    const { [$(Cell::new($value)),*] };
            }

            impl Slot {
                #[inline(always)]
                pub(super) fn value(self) -> i32 {
                    VALUES.with(|values| values[self as usize].get())
                }
            }
        }
    };
}

numbers! {
    /// Iterative deepening starts from the last score in a narrow window from this depth on.
    aspiration_depth = 4;
    /// The half-width of the first aspiration window.
    aspiration_delta = 15 in 4..=40 by 3;
    /// A failed aspiration window grows by this many halves of itself.
    aspiration_growth_halves = 1;

    /// The reward for a cutoff grows by so much with each ply of depth,
    history_bonus_per_ply = 167 in 40..=300 by 25;
    /// up to this.
    history_bonus_max = 1207 in 400..=3000 by 250;
    /// Captures tried before it lose this percentage of that, and before a quiet one quiet moves, too.
    history_malus_percent = 142 in 10..=250 by 20;

    /// A move without a good answer to it is rewarded by so much for each ply of depth,
    fail_low_bonus_per_ply = 88 in 0..=200 by 20;
    /// up to this.
    fail_low_bonus_max = 975 in 100..=2000 by 180;
    /// A move is rewarded by so much for each centipawn that it changed the evaluation for its side,
    eval_bonus_per_centipawn = 3 in 0..=30 by 2;
    /// up to this, and punished alike.
    eval_bonus_max = 1069 in 100..=2500 by 250;

    /// A move reduced by at least so many plies is searched deeper where the evaluation loses nothing by it;
    hindsight_reduction = 3;
    /// one reduced by any number is searched shallower where the evaluation loses more than this for its
    /// side.
    hindsight_loss = 187 in 50..=500 by 40;

    /// Late moves are reduced by so much more, as a part of [`LMR_UNIT`], at nodes expected to fail high,
    lmr_cut_node = 1153 in 0..=2500 by 220;
    /// where the side to move is not better off than at its last turn,
    lmr_not_improving = 1056 in 0..=2500 by 220;
    /// for quiet moves where a capture was best;
    lmr_tt_capture = 1162 in 0..=2500 by 220;
    /// so much less in open windows,
    lmr_pv = 1008 in 0..=2500 by 220;
    /// on what was a principal variation,
    lmr_tt_pv = 1142 in 0..=2500 by 220;
    /// and for killers.
    lmr_killer = 1185 in 0..=2500 by 220;
    /// History is worth one ply of reduction, less or more, for each so much of it.
    lmr_history_divisor = 7628 in 3000..=20000 by 1300;

    /// Reverse futility looks at nodes up to this depth,
    reverse_futility_depth = 8;
    /// up to this one where zugzwang is likely.
    reverse_futility_zugzwang_depth = 2;
    /// What an evaluation must be above beta per ply of depth; one ply less when improving.
    reverse_futility_margin = 85 in 40..=160 by 12;

    /// Null moves are tried from this depth on.
    null_move_depth = 3;
    /// A null move is searched so many plies shallower,
    null_move_plies = 3;
    /// one more for each so many plies of depth,
    null_move_depth_per_ply = 3;
    /// and one more for each so much evaluation above beta,
    null_move_surplus_per_ply = 236 in 100..=600 by 50;
    /// at most so many.
    null_move_surplus_max = 3;
    /// Where zugzwang is likely, a search of this share of the depth must confirm it.
    null_move_verification_percent = 60;

    /// Late quiet moves are pruned up to this depth,
    late_move_depth = 8;
    /// after this number of moves and the square of the depth; half of it when not improving.
    late_move_base = 5 in 1..=10 by 1;

    /// Quiet moves are futile up to this depth,
    futility_depth = 8;
    /// where the evaluation is below alpha by this
    futility_base = 70 in 0..=250 by 20;
    /// and this for each ply of depth.
    futility_per_ply = 73 in 20..=150 by 12;
    /// Captures are futile up to this depth,
    futility_capture_depth = 5;
    /// where the evaluation and the victim are below alpha by this
    futility_capture_base = 157 in 0..=400 by 35;
    /// and this for each ply of depth.
    futility_capture_per_ply = 111 in 30..=300 by 25;

    /// Moves that lose material are pruned up to this depth,
    see_pruning_depth = 8;
    /// captures when they lose more than this for each ply of depth,
    see_noisy_per_ply = 91 in 30..=200 by 15;
    /// quiet moves when they lose more than this for each square of a ply.
    see_quiet_per_squared_ply = 12 in 4..=60 by 4;

    /// A capture whose victim and this do not bring the score to alpha is not worth a look at the
    /// horizon.
    quiescence_margin = 270 in 30..=600 by 35;

    /// A bound replaces what this search knows of the same position unless that is this much deeper.
    tt_keep_depth = 4;
    /// In the table an entry is worth so many plies less with each search since.
    tt_plies_per_age = 8;

    /// What the endgame tablebases know is worth a search so many plies deeper.
    tb_depth = 6;

    /// Nodes without a table move are searched one ply shallower from this depth on.
    iir_depth = 4;

    /// Quiet moves with a bad history are pruned up to this depth,
    history_pruning_depth = 4;
    /// when it is worse than this for each ply.
    history_pruning_per_ply = 1791 in 500..=4000 by 300;

    /// The remembered move is tested for singularity from this depth on,
    singular_depth = 7;
    /// when its score comes from a search at most so many plies shallower.
    singular_tt_depth = 3;
    /// The others must stay below its score by this for each ply of depth;
    singular_margin_per_ply = 1;
    /// by so much more, and it is extended by two plies.
    singular_double_margin = 21 in 2..=80 by 6;
    /// One that has rivals is searched so many plies shallower where its score reaches beta.
    singular_reduction_above_beta = 2;

    /// Errors of the evaluation move by what the search found, times its depth, over this,
    correction_divisor = 8;
    /// but never by more than this.
    correction_step_max = 256;
    /// The most, in centipawns, that positions with the same pawns correct an evaluation by,
    correction_by_pawns = 44 in 0..=100 by 10;
    /// positions with the same pieces of one side,
    correction_by_pieces = 40 in 0..=100 by 8;
    /// and positions after the same two moves.
    correction_by_moves = 36 in 0..=100 by 8;
}

/// History scores stay within plus and minus this.
pub const HISTORY_MAX: i32 = 8192;
/// A ply, in the unit in which reductions are computed.
pub const LMR_UNIT: i32 = 1024;
/// Errors of the evaluation are kept within plus and minus this.
pub const CORRECTION_MAX: i32 = 1024;

/// So much of a clock is never planned for: a busy machine may stand still for that long. Half of the
/// clock where that is less.
pub const CLOCK_RESERVE: Duration = Duration::from_millis(100);
/// The share of the rest, in permille, after which no new iteration is begun.
pub const SOFT_TIME_PERMILLE: u32 = 35;
/// With increments a move at the very start of a game takes so many permille less,
pub const EARLY_SAVING_PERMILLE: u32 = 20;
/// and the saving falls to 0 at the move with this number. Where so many increments are less than the rest,
/// all of it is smaller in that proportion.
pub const EARLY_MOVES: u32 = 100;
/// The share of the rest, in permille, after which the search ends wherever it is.
pub const HARD_TIME_PERMILLE: u32 = 200;
/// With moves to go, each has a share of the rest, as if there were at most so many. The two limits are
pub const MAX_MOVES_TO_GO: u32 = 40;
/// this much of it, in percent,
pub const SOFT_SHARE_PERCENT: u32 = 75;
/// and this.
pub const HARD_SHARE_PERCENT: u32 = 200;
/// The limit after which no new iteration is begun is multiplied by this percentage,
pub const MAX_NODE_SHARE_PERCENT: u32 = 200;
/// less so much for the best move's share of the nodes,
pub const NODE_SHARE_PERCENT: u32 = 140;
/// by this percentage,
pub const MIN_CHANGES_PERCENT: u32 = 72;
/// and so much more where the last iteration changed the best move, half as much where the one
/// before did, and so on,
pub const CHANGES_PERCENT: u32 = 120;
/// and by this percentage,
pub const FALL_PERCENT: i32 = 90;
/// so much more for each centipawn that the score has fallen,
pub const FALL_PER_CENTIPAWN_PERCENT: i32 = 3;
/// between these.
pub const MIN_FALL_PERCENT: i32 = 70;
pub const MAX_FALL_PERCENT: i32 = 200;
/// What a score beyond this is, in centipawns, tells nothing.
pub const MAX_FALL_SCORE: i32 = 1500;
/// The share of the increment, in percent, that is spent at once.
pub const INCREMENT_PERCENT: u32 = 80;
/// Without time, a first look at the position ends after so many nodes.
pub const GLANCE_NODES: u64 = 4096;
/// No move takes more than this share of what is left, in percent.
pub const MAX_CLOCK_PERCENT: u32 = 60;

/// The weakest player with limited strength visits so many positions a move,
pub const STRENGTH_NODES: u64 = 150;
/// the strongest misses something of so many in 100,000 of its moves,
pub const STRENGTH_MISSES: u64 = 17;
/// and both double with each so much Elo above the one and below the other.
pub const STRENGTH_PER_DOUBLING: u64 = 200;
