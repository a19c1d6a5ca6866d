//! Every number of the search, once, but for those of late move reductions that are options. Depths
//! are in plies, scores and margins in centipawns. The odd ones were tuned by games
//! (docs/measurements.md, "Tuning").

use std::time::Duration;

/// Iterative deepening starts from the last score in a narrow window from this depth on.
pub const ASPIRATION_DEPTH: i32 = 4;
/// The half-width of the first aspiration window.
pub const ASPIRATION_DELTA: i32 = 15;
/// A failed aspiration window grows by this many halves of itself.
pub const ASPIRATION_GROWTH_HALVES: i32 = 1;

/// History scores stay within plus and minus this.
pub const HISTORY_MAX: i32 = 8192;
/// The reward for a cutoff grows by so much with each ply of depth,
pub const HISTORY_BONUS_PER_PLY: i32 = 167;
/// up to this.
pub const HISTORY_BONUS_MAX: i32 = 1207;
/// Captures tried before it lose this percentage of that, and before a quiet one quiet moves, too.
pub const HISTORY_MALUS_PERCENT: i32 = 142;

/// A move without a good answer to it is rewarded by so much for each ply of depth,
pub const FAIL_LOW_BONUS_PER_PLY: i32 = 88;
/// up to this.
pub const FAIL_LOW_BONUS_MAX: i32 = 975;
/// A move is rewarded by so much for each centipawn that it changed the evaluation for its side,
pub const EVAL_BONUS_PER_CENTIPAWN: i32 = 3;
/// up to this, and punished alike.
pub const EVAL_BONUS_MAX: i32 = 1069;

/// A move reduced by at least so many plies is searched deeper where the evaluation loses nothing by it;
pub const HINDSIGHT_REDUCTION: i32 = 3;
/// one reduced by any number is searched shallower where the evaluation loses more than this for its
/// side.
pub const HINDSIGHT_LOSS: i32 = 187;

/// Reductions are computed in this fraction of a ply. So much of it more
pub const LMR_UNIT: i32 = 1024;
/// at nodes expected to fail high,
pub const LMR_CUT_NODE: i32 = 1153;
/// where the side to move is not better off than at its last turn,
pub const LMR_NOT_IMPROVING: i32 = 1056;
/// for quiet moves where a capture was best;
pub const LMR_TT_CAPTURE: i32 = 1162;
/// so much less in open windows,
pub const LMR_PV: i32 = 1008;
/// on what was a principal variation,
pub const LMR_TT_PV: i32 = 1142;
/// and for killers.
pub const LMR_KILLER: i32 = 1185;
/// History is worth one ply of reduction, less or more, for each so much of it.
pub const LMR_HISTORY_DIVISOR: i32 = 7628;

/// So much of a clock is never planned for: a busy machine may stand still for that long. Half of the
/// clock where that is less.
pub const CLOCK_RESERVE: Duration = Duration::from_millis(100);
/// The share of the rest, in permille, after which no new iteration is begun.
pub const SOFT_TIME_PERMILLE: u32 = 35;
/// The share of the rest, in permille, after which the search ends wherever it is.
pub const HARD_TIME_PERMILLE: u32 = 135;
/// With moves to go, each has a share of the rest, as if there were at most so many. The two limits are
pub const MOVES_TO_GO_MOST: u32 = 40;
/// this much of it, in percent,
pub const SOFT_SHARE_PERCENT: u32 = 75;
/// and this.
pub const HARD_SHARE_PERCENT: u32 = 200;
/// The limit after which no new iteration is begun is multiplied by this percentage,
pub const EFFORT_MOST_PERCENT: u32 = 200;
/// less so much for the best move's share of the nodes,
pub const EFFORT_PER_SHARE_PERCENT: u32 = 140;
/// and by this percentage,
pub const STABILITY_MOST_PERCENT: u32 = 120;
/// less so much for each iteration that did not change the best move,
pub const STABILITY_PER_ITERATION_PERCENT: u32 = 5;
/// up to so many.
pub const STABILITY_ITERATIONS: u32 = 8;
/// The share of the increment, in percent, that is spent at once.
pub const INCREMENT_PERCENT: u32 = 75;
/// Without time, a first look at the position ends after so many nodes.
pub const GLANCE_NODES: u64 = 4096;
/// No move takes more than this share of what is left, in percent.
pub const MOST_OF_CLOCK_PERCENT: u32 = 60;

/// Reverse futility looks at nodes up to this depth,
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// up to this one where zugzwang is likely.
pub const REVERSE_FUTILITY_ZUGZWANG_DEPTH: i32 = 2;
/// What an evaluation must be above beta per ply of depth; one ply less when improving.
pub const REVERSE_FUTILITY_MARGIN: i32 = 85;

/// Null moves are tried from this depth on.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// A null move is searched so many plies shallower,
pub const NULL_MOVE_REDUCTION: i32 = 3;
/// one more for each so many plies of depth,
pub const NULL_MOVE_DEPTH_PER_PLY: i32 = 3;
/// and one more for each so much evaluation above beta,
pub const NULL_MOVE_SURPLUS_PER_PLY: i32 = 236;
/// at most so many.
pub const NULL_MOVE_SURPLUS_MAX: i32 = 3;
/// Where zugzwang is likely, a search of this share of the depth must confirm it.
pub const NULL_MOVE_VERIFICATION_PERCENT: i32 = 60;

/// Late quiet moves are pruned up to this depth,
pub const LATE_MOVE_DEPTH: i32 = 8;
/// after this number of moves and the square of the depth; half of it when not improving.
pub const LATE_MOVE_BASE: i32 = 5;

/// Quiet moves are futile up to this depth,
pub const FUTILITY_DEPTH: i32 = 8;
/// where the evaluation is below alpha by this
pub const FUTILITY_BASE: i32 = 70;
/// and this for each ply of depth.
pub const FUTILITY_PER_PLY: i32 = 73;
/// Captures are futile up to this depth,
pub const FUTILITY_CAPTURE_DEPTH: i32 = 5;
/// where the evaluation and the victim are below alpha by this
pub const FUTILITY_CAPTURE_BASE: i32 = 157;
/// and this for each ply of depth.
pub const FUTILITY_CAPTURE_PER_PLY: i32 = 111;

/// Moves that lose material are pruned up to this depth,
pub const SEE_PRUNING_DEPTH: i32 = 8;
/// captures when they lose more than this for each ply of depth,
pub const SEE_NOISY_PER_PLY: i32 = 91;
/// quiet moves when they lose more than this for each square of a ply.
pub const SEE_QUIET_PER_SQUARED_PLY: i32 = 12;

/// A capture whose victim and this do not bring the score to alpha is not worth a look at the
/// horizon.
pub const QUIESCENCE_MARGIN: i32 = 270;

/// A bound replaces what this search knows of the same position unless that is this much deeper.
pub const TABLE_KEEP_DEPTH: i32 = 4;
/// In the table an entry is worth so many plies less with each search since.
pub const TABLE_PLIES_PER_AGE: i32 = 8;

/// What the endgame tablebases know is worth a search so many plies deeper.
pub const TABLE_DEPTH: i32 = 6;

/// The weakest player with limited strength visits so many positions a move,
pub const STRENGTH_NODES: i64 = 750;
/// and twice as many with each so much Elo more.
pub const STRENGTH_PER_DOUBLING: i64 = 245;
/// It chooses among so many lines,
pub const STRENGTH_CANDIDATES: usize = 5;
/// with noise that gets smaller by a centipawn with each so much more Elo,
pub const STRENGTH_PER_NOISE: i64 = 10;
/// and would be none with this strength;
pub const STRENGTH_OF_NO_NOISE: i64 = 2500;
/// scores beyond this are all the same to it.
pub const STRENGTH_SCORE_MAX: i32 = 1500;

/// Nodes without a table move are searched one ply shallower from this depth on.
pub const IIR_DEPTH: i32 = 4;

/// Quiet moves with a bad history are pruned up to this depth,
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
/// when it is worse than this for each ply.
pub const HISTORY_PRUNING_PER_PLY: i32 = 1791;

/// The remembered move is tested for singularity from this depth on,
pub const SINGULAR_DEPTH: i32 = 7;
/// when its score comes from a search at most so many plies shallower.
pub const SINGULAR_TT_DEPTH: i32 = 3;
/// The others must stay below its score by this for each ply of depth;
pub const SINGULAR_MARGIN_PER_PLY: i32 = 1;
/// by so much more, and it is extended by two plies.
pub const SINGULAR_DOUBLE_MARGIN: i32 = 21;
/// One that has rivals is searched so many plies shallower where its score reaches beta.
pub const SINGULAR_REDUCTION_ABOVE_BETA: i32 = 2;

/// Errors of the evaluation are kept within plus and minus this,
pub const CORRECTION_MAX: i32 = 1024;
/// and move by what the search found, times its depth, over this,
pub const CORRECTION_DIVISOR: i32 = 8;
/// but never by more than this.
pub const CORRECTION_STEP_MAX: i32 = 256;
/// The most, in centipawns, that positions with the same pawns correct an evaluation by,
pub const CORRECTION_BY_PAWNS: i32 = 44;
/// positions with the same pieces of one side,
pub const CORRECTION_BY_PIECES: i32 = 40;
/// and positions after the same two moves.
pub const CORRECTION_BY_MOVES: i32 = 36;
