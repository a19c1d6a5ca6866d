//! The structs of the C ABI. New fields come only at the end, so that `struct_size` tells how
//! many of them the other side knows.

use std::ffi::{c_char, c_void};

/// A score from the side to move's view: positive is good for it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeajayScore {
    /// The unit of value: SEAJAY_SCORE_CP, SEAJAY_SCORE_MATE or SEAJAY_SCORE_TB.
    pub kind: i32,
    /// Hundredths of a pawn, moves to mate, or plies to a tablebase win.
    pub value: i32,
    /// SEAJAY_BOUND_EXACT, SEAJAY_BOUND_LOWER or SEAJAY_BOUND_UPPER.
    pub bound: i32,
}

/// When a search shall end. Begin with SEAJAY_LIMITS_INIT and set what you need.
///
/// Zero means "not set" in every field. The search ends when the first of the limits that
/// are set is reached. At least one must be set: depth, nodes, move_time_ms, mate, the clock
/// of the side to move, infinite or ponder; else the call is SEAJAY_ERR_INVALID_ARGUMENT.
/// Negative numbers are SEAJAY_ERR_INVALID_ARGUMENT too, except in the two clocks. Increments and
/// moves_to_go without a clock have no effect.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayLimits {
    /// sizeof(SeajayLimits), set by SEAJAY_LIMITS_INIT.
    pub struct_size: u32,
    /// Plies of iterative deepening; more than 127, the greatest depth there is, means 127.
    pub depth: i32,
    /// Positions to visit, by all threads together.
    pub nodes: u64,
    /// Milliseconds for this move.
    pub move_time_ms: i64,
    /// Ends when a mate in this many moves, or fewer, is found. Where there is none the search
    /// runs on: set another limit too.
    pub mate: i32,
    /// Moves until the next time control; 0 when the clock is for the rest of the game.
    pub moves_to_go: i32,
    /// What is left on White's clock, in milliseconds; 0 is no clock, a negative number is a
    /// clock that has run out: a move is played at once. A program that counts down to 0 passes -1.
    pub white_time_ms: i64,
    /// The same for Black.
    pub black_time_ms: i64,
    /// What White's clock gains with each move, in milliseconds.
    pub white_increment_ms: i64,
    /// The same for Black.
    pub black_increment_ms: i64,
    /// Not 0: do not return before seajay_stop() or the callback ends the search. depth, nodes
    /// and mate still bound the work: once they are reached, or nothing is left to search, the
    /// search waits, and the callback still gets its ticks. Time limits are ignored.
    pub infinite: i32,
    /// Not 0: think on the opponent's time. Until seajay_ponderhit() this is as infinite; from
    /// then on the search ends by the other limits, and move_time_ms and the clocks count from
    /// there. With no other limit it then ends at seajay_stop(), or at the greatest depth.
    pub ponder: i32,
    /// The moves to choose from, in UCI notation, separated by white space; NULL or "" is all.
    pub search_moves: *const c_char,
}

/// News from a running search, valid only during the call of the callback; or a line of a finished
/// one (seajay_line()).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayInfo {
    /// In the callback, the size as the library knows it; for seajay_line() sizeof(SeajayInfo).
    pub struct_size: u32,
    /// SEAJAY_INFO_LINE or SEAJAY_INFO_TICK.
    pub kind: i32,
    /// Which search of this handle, counted from 1; the same as in SeajayResult.
    pub search_id: u64,
    /// The depth of the line in plies; 0 before the first.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// The rank of the line, from 1.
    pub multipv: i32,
    /// How full the hash table is, in permille.
    pub hashfull: i32,
    /// The score of the line. While depth is 0 it is only a rough estimate, with no meaning.
    pub score: SeajayScore,
    /// The chances of win, draw and loss for the side to move, in permille: their sum is 1000.
    /// They follow from the score by what came out in games of the engine against itself.
    pub wdl: [i32; 3],
    /// Positions visited.
    pub nodes: u64,
    /// Positions visited per second.
    pub nps: u64,
    /// Tablebase positions met.
    pub tb_hits: u64,
    /// Milliseconds since the search began, pondering included.
    pub time_ms: i64,
    /// The line of play in UCI notation, separated by spaces. Never NULL; "" before the first.
    /// At most 128 moves: 768 bytes hold any line, and 1024 bytes its SAN. All are legal, one after
    /// the other, from the position of the search. There may be more or fewer of them than depth.
    /// Of a score that is a bound only the first move was searched to that depth; what follows
    /// is the best play that the hash table remembers.
    pub pv: *const c_char,
}

/// The callback of a search; see seajay_set_info_callback(). Returns 0 to go on, anything
/// else to stop the search.
pub type SeajayInfoCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, info: *const SeajayInfo) -> i32>;

/// The callback of a log; see seajay_set_log_callback(). level is SEAJAY_LOG_ERROR,
/// SEAJAY_LOG_WARNING or SEAJAY_LOG_INFO; text is UTF-8 of at most 1024 bytes without a line end,
/// never NULL, valid during the call.
pub type SeajayLogCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, level: i32, text: *const c_char)>;

/// The result of a search. Begin with SEAJAY_RESULT_INIT.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayResult {
    /// sizeof(SeajayResult), set by SEAJAY_RESULT_INIT.
    pub struct_size: u32,
    /// Why the search ended: SEAJAY_STOP_DEPTH and so on.
    pub stop_reason: i32,
    /// Which search of this handle, counted from 1.
    pub search_id: u64,
    /// The move to play in UCI notation; "" only in mate and stalemate.
    pub best_move: [c_char; 8],
    /// The reply that is expected, to ponder on: the second move of the line, "" where it has none.
    pub ponder_move: [c_char; 8],
    /// The score of best_move; in mate it is a mate in 0, in stalemate 0 centipawns.
    pub score: SeajayScore,
    /// The depth of the search behind the score, in plies: that of the last finished
    /// iteration, or of one that was stopped after it had found its best move so far.
    /// 0: stopped before anything was searched; best_move is then merely legal, and the score
    /// a rough estimate. Also 0 in mate and stalemate.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds taken, pondering included; clocks and move_time_ms count from the ponderhit.
    pub time_ms: i64,
}

/// Counts of the last finished search. Begin with SEAJAY_STATS_INIT.
///
/// A node is a position that was reached by playing a move. Good move ordering shows in
/// first_move_cutoffs / beta_cutoffs, the price of wrong reductions in
/// re_searches / reductions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayStats {
    /// sizeof(SeajayStats), set by SEAJAY_STATS_INIT.
    pub struct_size: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Those of them in the quiescence search.
    pub qnodes: u64,
    /// Nodes of the main search that ended because a move was too good for the opponent.
    pub beta_cutoffs: u64,
    /// Those of them where it was the first move tried.
    pub first_move_cutoffs: u64,
    /// Moves searched to a reduced depth.
    pub reductions: u64,
    /// Reduced moves that turned out well and were searched again.
    pub re_searches: u64,
    /// Look-ups in the hash table.
    pub tt_probes: u64,
    /// Look-ups that found the position.
    pub tt_hits: u64,
    /// Nodes answered by the hash table alone.
    pub tt_cutoffs: u64,
    /// Beta cutoffs by the move that the hash table suggested.
    pub tt_move_cutoffs: u64,
    /// Beta cutoffs by a queen promotion.
    pub promotion_cutoffs: u64,
    /// Beta cutoffs by a capture that does not lose material.
    pub good_capture_cutoffs: u64,
    /// Beta cutoffs by a killer move.
    pub killer_cutoffs: u64,
    /// Beta cutoffs by another quiet move.
    pub quiet_cutoffs: u64,
    /// Beta cutoffs by a capture that loses material, or an underpromotion.
    pub bad_capture_cutoffs: u64,
    /// Null moves tried.
    pub null_move_tries: u64,
    /// Null moves that were still too good for the opponent.
    pub null_move_cutoffs: u64,
}

/// One option, as a program shows it to its user. Begin with SEAJAY_OPTION_INFO_INIT.
/// The texts are static: never freed, always valid.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayOptionInfo {
    /// sizeof(SeajayOptionInfo), set by SEAJAY_OPTION_INFO_INIT.
    pub struct_size: u32,
    /// What values it takes: SEAJAY_OPTION_CHECK and so on.
    pub kind: i32,
    /// The name.
    pub name: *const c_char,
    /// The default value as text.
    pub default_value: *const c_char,
    /// The least value of a SEAJAY_OPTION_SPIN.
    pub min: i64,
    /// The greatest value of a SEAJAY_OPTION_SPIN.
    pub max: i64,
    /// The values of a SEAJAY_OPTION_COMBO, NULL at the end; NULL for other kinds.
    pub choices: *const *const c_char,
}
