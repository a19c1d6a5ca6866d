//! The numbers of the techniques of the search, and those of time and strength, except those of
//! late move reductions that are options. Depths are in plies, scores and margins in centipawns of
//! the evaluation, losses of material in those of exchanges (see `ordering::see`). Those with a
//! range are tuned by games.

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
    /// The least depth at which iterative deepening begins with a narrow window around the last score.
    aspiration_depth = 4;
    /// The half-width of the first aspiration window.
    aspiration_delta = 5 in 2..=30 by 2;
    /// The square of the last score, in centipawns, is divided by this and added to the half-width.
    aspiration_score_divisor = 6200 in 2_000..=40_000 by 1_000;
    /// The fraction of itself, as a divisor, that a failed aspiration window grows by.
    aspiration_growth_divisor = 3;

    /// The bonus of a best move per ply of depth.
    best_bonus_per_ply = 116 in 40..=300 by 15;
    /// Subtracted from the bonus of a best move.
    best_bonus_offset = 81;
    /// The largest bonus of a best move.
    best_bonus_max = 1515 in 400..=3000 by 200;
    /// Added to the bonus of a best move that the hash table knew.
    best_bonus_tt_move = 347;
    /// The history of the parent's move is divided by this and added to the bonus.
    best_bonus_parent_divisor = 32;
    /// The malus of moves that were not best, per ply of depth.
    malus_per_ply = 848 in 100..=1500 by 100;
    /// Subtracted from the malus of moves that were not best.
    malus_offset = 207;
    /// The largest malus of moves that were not best.
    malus_max = 2446 in 400..=4000 by 300;
    /// Subtracted from the malus of moves that were not best for each move picked.
    malus_per_move = 17;
    /// The malus of the parent's first move when it is refuted, in 1024ths of that of other moves.
    refuted_first_move_share = 602;
    /// The share of the bonus that a quiet best move gets, in 1024ths.
    best_quiet_share = 910;
    /// The share of the bonus that a noisy best move gets, in 1024ths.
    best_noisy_share = 1395;
    /// The share of the malus that quiet moves get, in 1024ths.
    malus_quiet_share = 1085;
    /// The share of the malus that noisy moves get, in 1024ths.
    malus_noisy_share = 1448;
    /// The malus of quiet moves falls after this many of them.
    malus_full_quiets = 5;
    /// The share of updates that reaches low ply history, in 1024ths.
    low_ply_share = 805;
    /// The weight of low ply history in the order of quiet moves at the root. It falls with the ply.
    low_ply_weight = 8;
    /// The share of updates that reaches continuation history, in 1024ths.
    continuation_share = 896;
    /// Added to updates of the continuation history after the last move: it favours moves that were
    /// searched after this one.
    continuation_last_bonus = 88;
    /// The share of a bonus that reaches pawn history, in 1024ths.
    pawn_bonus_share = 905;
    /// The share of a malus that reaches pawn history, in 1024ths.
    pawn_malus_share = 505;
    /// The bonus of a reduced move that turned out better than expected, in continuation history.
    re_search_bonus = 1365;

    /// The bonus of a quiet TT move that cuts its node off, per ply of depth.
    tt_cutoff_bonus_per_ply = 132;
    /// Subtracted from the bonus of a quiet TT move that cuts its node off.
    tt_cutoff_bonus_offset = 72;
    /// The largest bonus of a quiet TT move that cuts its node off.
    tt_cutoff_bonus_max = 985;
    /// The malus of an early quiet move of the parent that the hash table refutes.
    tt_cutoff_malus = 2060;
    /// A refuted move counts as early below this number in the order.
    tt_cutoff_early_moves = 4;
    /// The least depth at which a cutoff by the hash table is checked against the entry of the
    /// position after its move.
    tt_cutoff_checked_depth = 8;
    /// The least depth at which the hash table cuts off nodes of the other kind, too.
    tt_cutoff_depth_any_kind = 6;
    /// From this halfmove clock on, nothing is cut off by the hash table.
    tt_cutoff_max_clock = 96;

    /// The bonus of a move of the parent's for each centipawn that the evaluation rose, in tenths.
    eval_change_weight = 130 in 0..=300 by 20;
    /// The greatest fall of the evaluation that counts, in centipawns.
    eval_change_fall = 144;
    /// The greatest rise of the evaluation that counts, in centipawns.
    eval_change_rise = 115;
    /// Added to the change of the evaluation, in centipawns.
    eval_change_offset = 41;
    /// The same bonus for pawn history, in percent.
    eval_change_pawn_percent = 144;

    /// The scale of the bonus after a fail low begins at minus this.
    fail_low_offset = 215;
    /// The history of the refuting move is divided by this and subtracted from the scale.
    fail_low_history_divisor = 100;
    /// Added to the scale per ply of depth.
    fail_low_per_ply = 56;
    /// The most that is added to the scale for depth.
    fail_low_depth_max = 489;
    /// Added to the scale if the refuting move came late in the order.
    fail_low_late = 184;
    /// The refuting move counts as late from this number in the order.
    fail_low_late_moves = 9;
    /// Added to the scale if the node is worse than its evaluation said.
    fail_low_worse = 147;
    /// By how many centipawns a node must be worse than its evaluation to count as worse.
    fail_low_worse_margin = 74;
    /// Added to the scale if the node is worse than the evaluation before the move said.
    fail_low_worse_than_parent = 156;
    /// By how many centipawns a node must be worse than the evaluation before the move to count as
    /// worse.
    fail_low_worse_than_parent_margin = 45;
    /// The bonus after a fail low, per ply of depth.
    fail_low_bonus_per_ply = 141;
    /// Subtracted from the bonus after a fail low.
    fail_low_bonus_offset = 87;
    /// The largest bonus after a fail low.
    fail_low_bonus_max = 1351;
    /// The share of the bonus after a fail low that reaches main history, in 32,768ths.
    fail_low_main_share = 243;
    /// The share of the bonus after a fail low that reaches pawn history, in 8192ths.
    fail_low_pawn_share = 290;
    /// The share of the bonus after a fail low that reaches continuation history, in 32,768ths.
    fail_low_continuation_share = 406;
    /// The bonus of a capture that nothing answered.
    fail_low_capture_bonus = 1012;

    /// The least reduction, in plies, after which a node is searched deeper if its move lost
    /// nothing by the evaluation.
    hindsight_reduction = 3;
    /// The least reduction, in plies, after which a node is searched shallower if its move lost
    /// much.
    hindsight_shallower_reduction = 2;
    /// A reduced move that loses more than this by the evaluation is searched shallower.
    hindsight_loss = 119 in 50..=500 by 30;

    /// The weight of the logarithms in reductions that is added where the side to move is not
    /// improving, in 1024ths.
    lmr_not_improving_share = 476 in 0..=1000 by 60;
    /// Subtracted from reductions in the full width of the root's window, in [`LMR_UNIT`]s.
    lmr_window = 608 in 0..=1500 by 120;
    /// Added to reductions that pruning uses, at nodes that were on a principal variation.
    lmr_tt_pv_base = 946 in 0..=2500 by 180;
    /// Subtracted from reductions at nodes that were on a principal variation, in [`LMR_UNIT`]s.
    lmr_tt_pv = 2719 in 0..=5000 by 300;
    /// Subtracted from reductions in open windows, at nodes that were on a principal variation.
    lmr_pv = 983 in 0..=2500 by 180;
    /// Subtracted from reductions at nodes that were on a principal variation, where the hash
    /// table's score is above alpha.
    lmr_tt_pv_above_alpha = 922;
    /// Subtracted from reductions at nodes that were on a principal variation, where the hash
    /// table's score is as deep as the node.
    lmr_tt_pv_deep = 934;
    /// Subtracted from reductions at expected cut nodes, besides [`lmr_tt_pv_deep`].
    lmr_tt_pv_deep_cut = 1011;
    /// Added to the reduction of every move, in [`LMR_UNIT`]s.
    lmr_offset = 714 in -1000..=2500 by 180;
    /// Subtracted from reductions for each move up to this one.
    lmr_per_move = 73;
    /// Subtracted from reductions for each centipawn by which the evaluation is corrected: it is
    /// uncertain. In hundredths of [`LMR_UNIT`]s.
    lmr_correction = 626 in 0..=2000 by 120;
    /// Added to reductions at expected cut nodes, in [`LMR_UNIT`]s.
    lmr_cut_node = 3372 in 0..=6000 by 350;
    /// Added to reductions at expected cut nodes without a TT move, besides [`lmr_cut_node`].
    lmr_cut_node_no_tt_move = 997;
    /// Added to reductions where the TT move is noisy.
    lmr_tt_noisy = 1119 in 0..=2500 by 200;
    /// Added to reductions after two nodes of the next ply have failed high.
    lmr_child_cutoffs = 256;
    /// Added to reductions after more than two nodes of the next ply have failed high, besides
    /// [`lmr_child_cutoffs`].
    lmr_many_child_cutoffs = 1024;
    /// Added to reductions at expected all nodes after two nodes of the next ply have failed high,
    /// besides [`lmr_child_cutoffs`].
    lmr_child_cutoffs_all_node = 1024;
    /// Subtracted from the reduction of the TT move.
    lmr_tt_move = 2151;
    /// Subtracted from the reduction of moves that give check, in [`LMR_UNIT`]s.
    lmr_check = 1024 in 0..=3000 by 200;
    /// Subtracted from reductions for the history of a move, in 8192ths.
    lmr_history = 850 in 200..=2000 by 100;
    /// The history that a victim is worth to reductions, in percent of its worth.
    lmr_victim_percent = 983;
    /// A reduced move this far above the best is searched deeper than the others, in centipawns.
    lmr_deeper_margin = 34;
    /// A reduced move less than this above the best is searched shallower again, in centipawns.
    lmr_shallower_margin = 6;
    /// Added to the reduction of moves that are searched in full, without a TT move.
    lmr_full_no_tt_move = 1140;
    /// From this reduction on, moves that are searched in full lose one ply.
    lmr_full_one_ply = 3957;
    /// From this reduction on, moves that are searched in full lose two plies.
    lmr_full_two_plies = 5654;
    /// After alpha has risen, the later moves of nodes with at least this depth are searched
    /// shallower.
    alpha_raised_min_depth = 3;
    /// The greatest depth of nodes whose later moves are searched shallower after alpha has risen.
    alpha_raised_max_depth = 13;
    /// By how many plies later moves are searched shallower after alpha has risen.
    alpha_raised_reduction = 2;

    /// The margin of razoring below alpha.
    razoring_base = 334 in 100..=800 by 60;
    /// The margin of razoring times the depth squared.
    razoring_per_squared_ply = 194 in 50..=500 by 35;

    /// The greatest depth of reverse futility pruning.
    reverse_futility_depth = 13;
    /// The greatest depth of reverse futility pruning where zugzwang is likely.
    reverse_futility_zugzwang_depth = 2;
    /// The margin of reverse futility pruning above beta per ply of depth.
    reverse_futility_margin = 52 in 20..=120 by 8;
    /// Subtracted from the margin of reverse futility pruning, per ply of depth, for a position
    /// that the hash table does not know.
    reverse_futility_tt_miss = 15;
    /// The plies of margin that improving takes off reverse futility pruning, in 1024ths.
    reverse_futility_improving = 2474;
    /// The plies of margin that a worsening opponent takes off reverse futility pruning, in
    /// 1024ths.
    reverse_futility_worsening = 331;
    /// The share of the correction that is added to the margin of reverse futility pruning, in
    /// percent.
    reverse_futility_correction_percent = 75;

    /// The margin of null moves above beta at depth 0.
    null_move_margin = 241 in 0..=500 by 40;
    /// Subtracted from the margin of null moves per ply of depth.
    null_move_margin_per_ply = 12;
    /// The base reduction of a null move search, in plies.
    null_move_base = 7;
    /// A null move search is reduced by one more ply for each of this many plies of depth.
    null_move_depth_divisor = 3;
    /// The least depth at which a cutoff by a null move is verified.
    null_move_verified_depth = 16;
    /// The depth of the verification search where zugzwang is likely, in percent of the node's
    /// depth.
    null_move_verification_percent = 60;

    /// Late move pruning begins after this many moves plus the square of the depth; half of that
    /// when not improving.
    lmp_base = 3 in 1..=10 by 1;

    /// The greatest reduced depth of futility pruning.
    futility_depth = 12;
    /// The margin of futility pruning at depth 0.
    futility_base = 29 in 0..=250 by 20;
    /// The margin of futility pruning per ply of depth.
    futility_per_ply = 88 in 20..=150 by 12;
    /// Added to the margin of futility pruning where no move has raised alpha.
    futility_no_best_move = 111 in 0..=250 by 20;
    /// Added to the margin of futility pruning where the evaluation is above alpha.
    futility_above_alpha = 59;
    /// The greatest reduced depth of futility pruning of captures.
    futility_capture_depth = 6;
    /// The margin of futility pruning of captures at depth 0, besides the victim.
    futility_capture_base = 160 in 0..=400 by 30;
    /// The margin of futility pruning of captures per ply of depth.
    futility_capture_per_ply = 150 in 30..=300 by 25;
    /// The history of a capture is divided by this and added to its margin of futility pruning.
    futility_capture_history_divisor = 11;

    /// The loss of material that SEE pruning accepts of captures and checks, per ply of depth.
    see_noisy_per_ply = 66 in 30..=200 by 10;
    /// The history of a capture is divided by this and added to the loss that SEE pruning accepts.
    see_noisy_history_divisor = 72;
    /// The loss of material that SEE pruning accepts of quiet moves, times the reduced depth
    /// squared.
    see_quiet_per_squared_ply = 10 in 2..=40 by 2;

    /// History pruning skips quiet moves with a history below minus this per ply.
    history_pruning_per_ply = 4083 in 1000..=9000 by 500;
    /// The weight of main history in the reduced depth of quiet pruning, in 32nds.
    pruning_main_share = 69;
    /// The history that is worth a ply of reduced depth to quiet pruning.
    pruning_history_divisor = 3208 in 1000..=9000 by 400;

    /// The margin of ProbCut above beta.
    probcut_margin = 162 in 60..=400 by 25;
    /// Subtracted from the margin of ProbCut when improving.
    probcut_improving = 43;
    /// The least depth of ProbCut.
    probcut_depth = 3;
    /// The reduction of a ProbCut search, in plies.
    probcut_reduction = 5;
    /// A ProbCut search is reduced by one more ply for each of this many centipawns above beta.
    probcut_eval_divisor = 217;
    /// The margin of ProbCut by the hash table alone.
    probcut_tt_margin = 288;
    /// How many plies shallower than the node the entry may be in ProbCut by the hash table alone.
    probcut_tt_depth = 4;

    /// The margin below alpha of captures in quiescence, besides the victim.
    quiescence_margin = 242 in 30..=600 by 35;
    /// The loss of material that quiescence accepts.
    quiescence_loss = 32;
    /// After this many moves quiescence searches only checks, recaptures and promotions.
    quiescence_moves = 2;

    /// A bound replaces this search's entry of the same position unless the entry is deeper by more
    /// than this.
    tt_keep_depth = 4;
    /// The plies of depth that an entry loses in value to the hash table with each search since it
    /// was stored.
    tt_plies_per_age = 8;

    /// How many plies deeper than the node a tablebase result counts in the hash table.
    tb_depth = 6;

    /// The least depth of internal iterative reduction, at nodes without a TT move.
    iir_depth = 6;
    /// The greatest reduction of the parent's move, in plies, after which internal iterative
    /// reduction applies.
    iir_max_reduction = 3;

    /// The least depth at which the TT move is tested for singularity; one more where the node was
    /// on a principal variation.
    singular_depth = 6;
    /// How many plies shallower than the node the TT entry may be in a singularity test.
    singular_tt_depth = 3;
    /// How far below the TT score all other moves must stay for a singular extension, per ply of
    /// depth, in hundredths of a centipawn.
    singular_margin = 61 in 10..=200 by 10;
    /// Added to the margin of singular extensions where the node was on a principal variation.
    singular_margin_tt_pv = 86;
    /// How much further below all other moves must stay for an extension of two plies.
    singular_double_margin = -3;
    /// Added to the margin of extensions of two plies in open windows.
    singular_double_pv = 137;
    /// Subtracted from the margin of extensions of two plies for a quiet TT move.
    singular_double_quiet = 139;
    /// How much further below all other moves must stay for an extension of three plies.
    singular_triple_margin = 50;
    /// Added to the margin of extensions of three plies in open windows.
    singular_triple_pv = 208;
    /// Subtracted from the margin of extensions of three plies for a quiet TT move.
    singular_triple_quiet = 171;
    /// Added to the margin of extensions of three plies where the node was on a principal
    /// variation.
    singular_triple_tt_pv = 62;
    /// Subtracted from the margins of extensions of two and three plies beyond the depth of the
    /// iteration.
    singular_deep_margin = 29;
    /// The share of the correction that is subtracted from the margins of extensions of two and
    /// three plies, in percent.
    singular_correction_percent = 57;
    /// The history of TT moves is divided by this and subtracted from the margin of extensions of
    /// two plies.
    singular_tt_history_divisor = 206;
    /// The reduction, in plies, of a TT move with rivals whose score reaches beta.
    singular_reduction_above_beta = 3;
    /// The reduction, in plies, of a TT move with rivals at other expected cut nodes.
    singular_reduction_cut = 2;
    /// The bonus of TT moves that turn out best.
    tt_move_bonus = 809;
    /// The malus of TT moves that do not turn out best.
    tt_move_malus = 865;
    /// The malus of TT moves that have rivals.
    tt_move_rival_malus = 400;
    /// The malus of TT moves that have rivals, per ply of depth.
    tt_move_rival_malus_per_ply = 100;
    /// The largest malus of TT moves that have rivals.
    tt_move_rival_malus_max = 4000;

    /// The score of a victim in the order of captures, in percent of its worth.
    victim_percent = 1015;
    /// A good capture may lose its score in the order divided by this, in material.
    good_capture_divisor = 45;
    /// The material that a quiet check may lose and still count as safe.
    safe_check_loss = 30;
    /// Added to the score of a quiet check that counts as safe.
    safe_check_bonus = 16_384;
    /// Added to the score of a piece that leaves the attack of a lesser one, in percent of its
    /// worth.
    leave_attack_percent = 2900;
    /// Subtracted from the score of a piece that enters the attack of a lesser one, in percent of
    /// its worth.
    enter_attack_percent = 2755;

    /// The divisor of the error times its weight in an update of the correction history.
    correction_divisor = 55;
    /// The weight of an error for each ply of depth where a move was best.
    correction_weight_best = 8;
    /// The weight of an error for each ply of depth where no move was best.
    correction_weight_none = 10;
    /// The largest change of a correction history entry in one update.
    correction_step_max = 256;
    /// The largest correction by positions with the same pawns.
    correction_by_pawns = 56 in 0..=150 by 10;
    /// The largest correction by positions with the same minor pieces.
    correction_by_minors = 48 in 0..=150 by 10;
    /// The largest correction by positions with the same pieces of one side.
    correction_by_pieces = 63 in 0..=150 by 10;
    /// The largest correction by positions after the same pair of moves.
    correction_by_moves = 42 in 0..=150 by 10;
}

/// The bound of the magnitude of main and low ply history.
pub const HISTORY_MAX: i32 = 7183;
/// The bound of the magnitude of pawn history.
pub const PAWN_HISTORY_MAX: i32 = 8192;
/// The bound of the magnitude of continuation history.
pub const CONTINUATION_MAX: i32 = 30_000;
/// The bound of the magnitude of capture history.
pub const CAPTURE_HISTORY_MAX: i32 = 10_692;
/// The bound of the magnitude of the history of TT moves.
pub const TT_MOVE_HISTORY_MAX: i32 = 8192;
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
/// or sees without the replies to it.
pub const STRENGTH_MISSES: u64 = 17;
/// The Elo points for which nodes and misses double.
pub const STRENGTH_PER_DOUBLING: u64 = 200;
