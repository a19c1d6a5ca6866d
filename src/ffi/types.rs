//! The structs of the C ABI. New fields come only at the end, so that `struct_size` tells how
//! many of them the other side knows.

#![allow(missing_docs, reason = "where the name of a field says it all, the header is shorter")]

use std::ffi::{c_char, c_void};

/// A score from the side to move's view: positive is good for it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeajayScore {
    /// The unit of value: SEAJAY_SCORE_CP, _MATE or _TB.
    pub kind: i32,
    pub value: i32,
    /// SEAJAY_BOUND_EXACT, _LOWER or _UPPER.
    pub bound: i32,
}

/// When a search shall end: at the first of the limits that are set. 0 is "not set" in every field;
/// at least one must be. Negative numbers are SEAJAY_ERR_INVALID_ARGUMENT, but in the clocks.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayLimits {
    /// Set by SEAJAY_LIMITS_INIT.
    pub struct_size: u32,
    /// Plies of iterative deepening; more than 127 means 127.
    pub depth: i32,
    /// Positions to visit, by all threads together.
    pub nodes: u64,
    pub move_time_ms: i64,
    /// Does the side to move mate in at most so many moves? Alone it is answered for certain:
    /// SEAJAY_STOP_MATE or SEAJAY_STOP_DEPTH. With nodes or time it may end undecided; with depth,
    /// mates of more plies are not sought. More than 63 means 63.
    pub mate: i32,
    /// Moves until the next time control; 0 when the clock is for the rest of the game.
    pub moves_to_go: i32,
    /// What is left on the clocks. Below 0: time is up, a move is played at once.
    pub white_time_ms: i64,
    pub black_time_ms: i64,
    /// What the clocks gain with each move.
    pub white_increment_ms: i64,
    pub black_increment_ms: i64,
    /// Not 0: return only when stopped. Time limits are ignored; after the other limits it waits.
    pub infinite: i32,
    /// Not 0: as infinite until seajay_ponderhit(), then until the other limits.
    pub ponder: i32,
    /// The moves to choose from, in UCI notation; NULL or "" is all.
    pub search_moves: *const c_char,
    /// Fills the struct where pointers are small.
    #[cfg(target_pointer_width = "32")]
    pub reserved: u32,
}

/// News from a running search, valid during the callback; or a line of a finished one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayInfo {
    pub struct_size: u32,
    /// SEAJAY_INFO_LINE or SEAJAY_INFO_TICK.
    pub kind: i32,
    /// Which search of this engine, counted from 1.
    pub search_id: u64,
    /// The depth of the line in plies; 0 before the first: then the score means nothing.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// The rank of the line, from 1.
    pub multipv: i32,
    /// How full the hash table is, in permille.
    pub hashfull: i32,
    pub score: SeajayScore,
    /// The chances of win, draw and loss for the side to move, in permille.
    pub wdl: [i32; 3],
    /// Positions visited, in all and per second.
    pub nodes: u64,
    pub nps: u64,
    /// Tablebase positions met.
    pub tb_hits: u64,
    /// Since the search began, pondering included.
    pub time_ms: i64,
    /// The line in UCI notation, at most 128 moves; never NULL, "" before the first. 768 bytes hold
    /// any line, 1024 bytes its SAN. After the first move of a bound it is only likely play.
    pub pv: *const c_char,
    /// Fills the struct where pointers are small.
    #[cfg(target_pointer_width = "32")]
    pub reserved: u32,
}

/// Returns 0 to go on, anything else to stop the search.
pub type SeajayInfoCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, info: *const SeajayInfo) -> i32>;

/// status is SEAJAY_OK or SEAJAY_ERR_PANIC; result is valid during the call, and NULL unless it is
/// OK.
pub type SeajayDoneCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, status: i32, result: *const SeajayResult)>;

/// text is at most 1024 bytes on one line, valid during the call.
pub type SeajayLogCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, level: i32, text: *const c_char)>;

/// The result of a search.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayResult {
    /// Set by SEAJAY_RESULT_INIT.
    pub struct_size: u32,
    /// SEAJAY_STOP_DEPTH and so on.
    pub stop_reason: i32,
    /// Which search of this engine, counted from 1.
    pub search_id: u64,
    /// In UCI notation; "" only in mate (score: mate in 0) and stalemate (0 centipawns).
    pub best_move: [c_char; 8],
    /// The reply that is expected, to ponder on; may be "".
    pub ponder_move: [c_char; 8],
    pub score: SeajayScore,
    /// The depth behind the score in plies; 0: stopped before anything was searched, and best_move
    /// is merely legal.
    pub depth: i32,
    /// The longest line looked at, in plies.
    pub seldepth: i32,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken, pondering included.
    pub time_ms: i64,
}

/// Counts of a finished search. A node is a position that was reached by playing a move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayStats {
    /// Set by SEAJAY_STATS_INIT.
    pub struct_size: u32,
    pub nodes: u64,
    /// Nodes of the quiescence search.
    pub qnodes: u64,
    /// Nodes of the main search that ended because a move was too good for the opponent; those of
    /// them where it was the first one tried show how good the move ordering is.
    pub beta_cutoffs: u64,
    pub first_move_cutoffs: u64,
    /// Moves searched to a reduced depth, and those of them searched again as they turned out well.
    pub reductions: u64,
    pub re_searches: u64,
    /// Hash table: times asked, positions found, nodes that needed nothing else.
    pub tt_probes: u64,
    pub tt_hits: u64,
    pub tt_cutoffs: u64,
    /// Beta cutoffs by the kind of move: that of the hash table, queen promotions, captures that
    /// lose nothing, killers, other quiet moves, captures that lose material and underpromotions.
    pub tt_move_cutoffs: u64,
    pub promotion_cutoffs: u64,
    pub good_capture_cutoffs: u64,
    pub killer_cutoffs: u64,
    pub quiet_cutoffs: u64,
    pub bad_capture_cutoffs: u64,
    /// Null moves tried, and those that were still too good for the opponent.
    pub null_move_tries: u64,
    pub null_move_cutoffs: u64,
}

/// One option, as a program shows it to its user. The texts are static.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayOptionInfo {
    /// Set by SEAJAY_OPTION_INFO_INIT.
    pub struct_size: u32,
    /// SEAJAY_OPTION_CHECK and so on.
    pub kind: i32,
    pub name: *const c_char,
    pub default_value: *const c_char,
    /// The bounds of a SEAJAY_OPTION_SPIN.
    pub min: i64,
    pub max: i64,
    /// The values of a SEAJAY_OPTION_COMBO, NULL at the end; NULL for other kinds.
    pub choices: *const *const c_char,
    /// Fills the struct where pointers are small.
    #[cfg(target_pointer_width = "32")]
    pub reserved: u32,
}

/// A position as bitboards: a1 is bit 0, b1 bit 1, h8 bit 63.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayBoard {
    /// Set by SEAJAY_BOARD_INIT.
    pub struct_size: u32,
    /// The side to move: SEAJAY_WHITE or SEAJAY_BLACK.
    pub turn: i32,
    /// By color and kind: pawns, knights, bishops, rooks, queens, king.
    pub pieces: [[u64; 6]; 2],
    /// The rooks that may still castle.
    pub castling_rooks: u64,
    /// The square behind a pawn that has just moved two squares, or -1. Given only where the
    /// capture is legal.
    pub en_passant: i32,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: i32,
    /// From 1.
    pub fullmove_number: i32,
    /// Not 0: castling is written as king takes rook.
    pub chess960: i32,
}
