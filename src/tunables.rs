//! The numbers of the techniques of the search, and those of time and strength, except those of
//! late move reductions that are options. Depths are in plies, scores and margins in centipawns.
//! Those with a range are tuned by games.

/// Makes each `name = value;` a function of that name. Those with a range and a step, `in
/// least..=most by step`, are tuned by games. With the feature `tuning`, all are read from a table
/// of the thread.
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

        /// Numbers that can be changed while the program runs: for programs that tune the search,
        /// not for users of the library.
        #[cfg(feature = "tuning")]
        pub mod tuning {
            use std::cell::Cell;
            use std::ops::RangeInclusive;

            /// A number of the search that can be tuned by games.
            #[derive(Clone, Debug)]
            pub struct Number {
                /// The name of the number.
                pub name: &'static str,
                /// The value in the library.
                pub value: i32,
                /// The values to try.
                pub range: RangeInclusive<i32>,
                /// A change that should show over many games.
                pub step: i32,
                slot: Slot,
            }

            impl Number {
                /// Sets the number for the searches of this thread, which need `Threads` 1.
                ///
                /// # Panics
                /// If the value is outside the range.
                pub fn set(&self, value: i32) {
                    assert!(self.range.contains(&value), "{} = {value}", self.name);
                    VALUES.with(|values| values[self.slot as usize].set(value));
                }
            }

            /// All tunable numbers.
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

            /// The index of a number in the table.
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
    /// From this depth on, iterative deepening begins with a narrow window around the last score.
    aspiration_depth = 4;
    /// The half-width of the first aspiration window.
    aspiration_delta = 15 in 4..=40 by 3;
    /// The square of the last score, in centipawns, is divided by this and added to the half-width.
    aspiration_score_divisor = 10_000 in 2_000..=40_000 by 2_000;
    /// How many halves of itself a failed aspiration window grows by.
    aspiration_growth_halves = 1;

    /// The history bonus of a move that caused a cutoff, per ply of depth.
    history_bonus_per_ply = 167 in 40..=300 by 25;
    /// The largest history bonus of a cutoff.
    history_bonus_max = 1207 in 400..=3000 by 250;
    /// The malus of moves that failed before the cutoff, in percent of the bonus.
    history_malus_percent = 142 in 10..=250 by 20;

    /// The history bonus of a move without a good reply, per ply of depth.
    fail_low_bonus_per_ply = 88 in 0..=200 by 20;
    /// The largest history bonus of a move without a good reply.
    fail_low_bonus_max = 975 in 100..=2000 by 180;

    /// The least reduction after which a node is searched deeper if its move lost nothing by the
    /// evaluation.
    hindsight_reduction = 3;
    /// A reduced move that loses more than this by the evaluation is searched shallower.
    hindsight_loss = 187 in 50..=500 by 40;

    /// Added to the reduction of late moves at expected cut nodes, in [`LMR_UNIT`]s.
    lmr_cut_node = 1153 in 0..=2500 by 220;
    /// Added to the reduction of late moves where the side to move is not improving, in
    /// [`LMR_UNIT`]s.
    lmr_not_improving = 1056 in 0..=2500 by 220;
    /// Added to the reduction of late quiet moves where the TT move is a capture, in [`LMR_UNIT`]s.
    lmr_tt_capture = 1162 in 0..=2500 by 220;
    /// Subtracted from the reduction of late moves in open windows, in [`LMR_UNIT`]s.
    lmr_pv = 1008 in 0..=2500 by 220;
    /// Subtracted from the reduction of late moves at nodes that were on a principal variation, in
    /// [`LMR_UNIT`]s.
    lmr_tt_pv = 1142 in 0..=2500 by 220;
    /// Subtracted from the reduction of killers, in [`LMR_UNIT`]s.
    lmr_killer = 1185 in 0..=2500 by 220;
    /// The history score that is worth one ply of reduction.
    lmr_history_divisor = 7628 in 3000..=20000 by 1300;

    /// The greatest depth of reverse futility pruning.
    reverse_futility_depth = 8;
    /// The greatest depth of reverse futility pruning where zugzwang is likely.
    reverse_futility_zugzwang_depth = 2;
    /// The margin of reverse futility pruning above beta per ply of depth; one ply less when
    /// improving.
    reverse_futility_margin = 85 in 40..=160 by 12;

    /// The least depth of null move pruning.
    null_move_depth = 3;
    /// The base reduction of a null move search, in plies.
    null_move_base = 3;
    /// A null move search is reduced by one more ply for each of this many plies of depth.
    null_move_depth_divisor = 3;
    /// A null move search is reduced by one more ply for each of this many centipawns of evaluation
    /// above beta.
    null_move_eval_divisor = 236 in 100..=600 by 50;
    /// The largest reduction of a null move search for an evaluation above beta, in plies.
    null_move_eval_max = 3;
    /// The depth of the verification search where zugzwang is likely, in percent of the node's
    /// depth.
    null_move_verification_percent = 60;

    /// The greatest depth of late move pruning.
    lmp_depth = 8;
    /// Late move pruning begins after this many moves plus the square of the depth; half of that
    /// when not improving.
    lmp_base = 5 in 1..=10 by 1;

    /// The greatest depth of futility pruning.
    futility_depth = 8;
    /// The margin of futility pruning at depth 0.
    futility_base = 70 in 0..=250 by 20;
    /// The margin of futility pruning per ply of depth.
    futility_per_ply = 73 in 20..=150 by 12;
    /// The greatest depth of futility pruning of captures.
    futility_capture_depth = 5;
    /// The margin of futility pruning of captures at depth 0, besides the victim.
    futility_capture_base = 157 in 0..=400 by 35;
    /// The margin of futility pruning of captures per ply of depth.
    futility_capture_per_ply = 111 in 30..=300 by 25;

    /// The greatest depth of SEE pruning.
    see_pruning_depth = 8;
    /// The loss of material that SEE pruning accepts of captures, per ply of depth.
    see_noisy_per_ply = 91 in 30..=200 by 15;
    /// The loss of material that SEE pruning accepts of quiet moves, times the depth squared.
    see_quiet_per_squared_ply = 12 in 4..=60 by 4;

    /// The margin of delta pruning in quiescence, besides the victim.
    quiescence_margin = 270 in 30..=600 by 35;

    /// A bound replaces this search's entry of the same position unless the entry is deeper by more
    /// than this.
    tt_keep_depth = 4;
    /// The plies of depth that an entry loses in value to the hash table with each search since it
    /// was stored.
    tt_plies_per_age = 8;

    /// How many plies deeper than the node a tablebase result counts in the hash table.
    tb_depth = 6;

    /// The least depth of internal iterative reduction, at nodes without a TT move.
    iir_depth = 4;

    /// The greatest depth of history pruning.
    history_pruning_depth = 4;
    /// History pruning skips quiet moves with a history score below minus this per ply.
    history_pruning_per_ply = 1791 in 500..=4000 by 300;

    /// The least depth at which the TT move is tested for singularity.
    singular_depth = 7;
    /// How many plies shallower than the node the TT entry may be in a singularity test.
    singular_tt_depth = 3;
    /// How far below the TT score all other moves must stay for a singular extension, per ply of
    /// depth.
    singular_margin_per_ply = 1;
    /// How much further below all other moves must stay for an extension of two plies.
    singular_double_margin = 21 in 2..=80 by 6;
    /// The reduction, in plies, of a TT move with rivals whose score reaches beta.
    singular_reduction_above_beta = 2;

    /// The divisor of the error times the depth in an update of the correction history.
    correction_divisor = 8;
    /// The largest change of a correction history entry in one update.
    correction_step_max = 256;
    /// The largest correction by positions with the same pawns.
    correction_by_pawns = 44 in 0..=100 by 10;
    /// The largest correction by positions with the same pieces of one side.
    correction_by_pieces = 40 in 0..=100 by 8;
    /// The largest correction by positions after the same two moves.
    correction_by_moves = 36 in 0..=100 by 8;
}

/// The bound of the magnitude of history scores.
pub const HISTORY_MAX: i32 = 8192;
/// One ply, in the unit in which reductions are computed.
pub const LMR_UNIT: i32 = 1024;
/// The bound of the magnitude of correction history entries.
pub const CORRECTION_MAX: i32 = 1024;

/// The soft limit without moves to go, in permille of the usable time.
pub const SOFT_TIME_PERMILLE: u32 = 60;
/// The hard limit without moves to go, in permille of the usable time.
pub const HARD_TIME_PERMILLE: u32 = 200;
/// The greatest number of moves to go among which the usable time is shared.
pub const MAX_MOVES_TO_GO: u32 = 40;
/// The soft limit with moves to go, in percent of a move's share.
pub const SOFT_SHARE_PERCENT: u32 = 75;
/// The hard limit with moves to go, in percent of a move's share.
pub const HARD_SHARE_PERCENT: u32 = 200;
/// The node share factor of the soft limit where the best move took no nodes, in percent.
pub const MAX_NODE_SHARE_PERCENT: u32 = 200;
/// How much lower the node share factor is where the best move took all nodes, in percent.
pub const NODE_SHARE_PERCENT: u32 = 140;
/// The stability factor of the soft limit where the best move has not changed, in percent.
pub const MIN_CHANGES_PERCENT: u32 = 72;
/// How much higher the stability factor is where the last iteration changed the best move, in
/// percent; half as much after every further iteration.
pub const CHANGES_PERCENT: u32 = 120;
/// The falling score factor of the soft limit where the score has not fallen, in percent.
pub const FALL_PERCENT: i32 = 90;
/// How much higher the falling score factor is for each centipawn of the fall, in percent.
pub const FALL_PER_CENTIPAWN_PERCENT: i32 = 3;
/// The least falling score factor, in percent.
pub const MIN_FALL_PERCENT: i32 = 70;
/// The greatest falling score factor, in percent.
pub const MAX_FALL_PERCENT: i32 = 200;
/// Scores are capped at this, in centipawns, when their fall is measured.
pub const MAX_FALL_SCORE: i32 = 1500;
/// The share of the increment that is spent at once, in percent.
pub const INCREMENT_PERCENT: u32 = 80;
/// Without any time, the first look at a position ends after this many nodes.
pub const FIRST_MOVE_NODES: u64 = 4096;
/// No move takes more than this share of the usable time, in percent.
pub const MAX_CLOCK_PERCENT: u32 = 60;

/// The nodes that the weakest player of limited strength searches for a move.
pub const STRENGTH_NODES: u64 = 150;
/// How many of 100,000 moves, three squares long, the strongest player of limited strength misses
/// or only glances at.
pub const STRENGTH_MISSES: u64 = 17;
/// The Elo points for which nodes and misses double.
pub const STRENGTH_PER_DOUBLING: u64 = 200;
