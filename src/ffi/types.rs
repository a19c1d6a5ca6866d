//! The structs of the C ABI. New fields are added only at the end, so that `struct_size` says how
//! many of them the caller knows.

#![allow(missing_docs, reason = "where the name of a field says it all, the header is shorter")]

use std::ffi::{c_char, c_void};

/// A score from the side to move's point of view: positive is good for it.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeajayScore {
    /// The unit of value: SEAJAY_SCORE_CP, _MATE or _TB.
    pub kind: i32,
    pub value: i32,
    /// SEAJAY_BOUND_EXACT, _LOWER or _UPPER.
    pub bound: i32,
}

/// When a search ends: at the first limit that is reached. 0 means "not set" in every field. One of
/// depth, nodes, move_time_ms, mate, infinite, ponder and the clock of the side to move must be
/// set. Negative values are SEAJAY_ERR_INVALID_ARGUMENT, except in the clocks and in priority; so
/// is anything but 0 and 1 in infinite and ponder.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayLimits {
    /// Set by SEAJAY_LIMITS_INIT.
    pub struct_size: u32,
    /// Depth in plies; more than 127 means 127.
    pub depth: i32,
    /// Nodes to search, by all threads together. Never exceeded; with several threads, up to 64 for
    /// each further one may remain unused.
    pub nodes: u64,
    /// Time for this move; on a pool from when a thread takes the search.
    pub move_time_ms: i64,
    /// Search for a mate in at most this many moves. Without other limits the answer is certain:
    /// SEAJAY_STOP_MATE with the shortest mate, SEAJAY_STOP_DEPTH if there is none, or
    /// SEAJAY_STOP_GAME_OVER. One line is found, whatever MultiPV is. With nodes or time it may end
    /// undecided; with depth, mates in more plies are not searched for. More than 63 means 63.
    /// Repetitions, tablebases, Threads and UCI_LimitStrength do not affect it.
    pub mate: i32,
    /// Moves until the next time control; 0 if the clock is for the rest of the game.
    pub moves_to_go: i32,
    /// The time left on the clocks. Below 0, time is up: the search returns a move at once.
    pub white_time_ms: i64,
    pub black_time_ms: i64,
    /// The time added to a clock for each move.
    pub white_increment_ms: i64,
    pub black_increment_ms: i64,
    /// 1: the search ends only when stopped, or if the game is over. Time limits are ignored; a
    /// search that reaches another limit waits to be stopped.
    pub infinite: i32,
    /// 1: like infinite until seajay_ponderhit(); then the other limits apply, and without any the
    /// maximum depth.
    pub ponder: i32,
    /// The moves to choose from, in UCI notation; NULL or "" means all. A move that is not legal is
    /// SEAJAY_ERR_ILLEGAL_MOVE.
    pub search_moves: *const c_char,
    /// Padding for 32-bit pointers.
    #[cfg(target_pointer_width = "32")]
    pub reserved: u32,
    /// In the queue of a pool the higher comes first, and of the same ones the first. It may be
    /// negative.
    pub priority: i32,
    /// Padding.
    pub reserved_after: i32,
}

/// Information from a running search, valid during the callback; or a line of a finished one.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayInfo {
    /// Set by SEAJAY_INFO_INIT.
    pub struct_size: u32,
    /// SEAJAY_INFO_LINE or SEAJAY_INFO_TICK.
    pub kind: i32,
    /// The number of the search, counted from 1 for each engine.
    pub search_id: u64,
    /// The depth of the line in plies; 0 before the first line, when the score means nothing.
    pub depth: i32,
    /// The length of the longest line searched, in plies.
    pub seldepth: i32,
    /// The rank of the line: 1 is the best.
    pub multipv: i32,
    /// How full the hash table is, in permille.
    pub hashfull: i32,
    pub score: SeajayScore,
    /// The chances of win, draw and loss for the side to move, in permille: their sum is 1000.
    pub wdl: [i32; 3],
    /// Nodes searched, in total and per second.
    pub nodes: u64,
    pub nps: u64,
    /// Positions found in the tablebases.
    pub tb_hits: u64,
    /// Time since the search began, pondering included.
    pub time_ms: i64,
    /// The line in UCI notation, at most 128 moves; never NULL, "" before the first line. 768 bytes
    /// hold any line, 1024 bytes its SAN. If the score is a bound, the moves after the first are
    /// only probable.
    pub pv: *const c_char,
    /// Padding for 32-bit pointers.
    #[cfg(target_pointer_width = "32")]
    pub reserved: u32,
}

/// Returns 0 to continue, anything else to stop the search. user_data is the pointer that was set
/// with the callback.
pub type SeajayInfoCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, info: *const SeajayInfo) -> i32>;

/// Called with each move as it is judged; index 0 is the first move of the game, the last one comes
/// first. In a PGN, its comment and its NAGs are those of ply index + 1. Returns 0 to continue,
/// anything else to stop the review.
pub type SeajayReviewCallback = Option<
    unsafe extern "C" fn(user_data: *mut c_void, index: usize, r#move: *const SeajayReview) -> i32,
>;

/// Called when a started search or review has ended. status is what seajay_wait() will return;
/// result is valid during the call. It is NULL after a review, too, where status is SEAJAY_OK: test
/// result.
pub type SeajayDoneCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, status: i32, result: *const SeajayResult)>;

/// text is one line of at most 1024 bytes, valid during the call.
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
    /// The number of the search, counted from 1 for each engine.
    pub search_id: u64,
    /// In UCI notation; "" only in mate (score: mate in 0) and stalemate (0 centipawns). Playing ""
    /// succeeds and does nothing: seajay_game_state() says whether the game goes on.
    pub best_move: [c_char; 8],
    /// The expected reply, to ponder on; may be "".
    pub ponder_move: [c_char; 8],
    pub score: SeajayScore,
    /// The depth of the score in plies; 0 in mate and stalemate, and if the search was stopped
    /// before any move was searched: then best_move is merely legal.
    pub depth: i32,
    /// The length of the longest line searched, in plies.
    pub seldepth: i32,
    /// The chances of win, draw and loss for the side to move, in permille: their sum is 1000. A
    /// proven draw is 0, 1000, 0.
    pub wdl: [i32; 3],
    /// Nodes searched.
    pub nodes: u64,
    /// The time from when a thread took the search, pondering included.
    pub time_ms: i64,
    /// The time before: how long the search waited for a thread.
    pub queue_ms: i64,
}

/// A move of a game, judged by seajay_review(). Scores and expected points are from the view of the
/// side that played it; points are in permille: a win is 1000, a draw 500. This struct never grows.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeajayReview {
    /// 1, or 0 in a move that the review has not judged, or not yet: then all fields are 0.
    pub judged: i32,
    /// SEAJAY_MARK_NONE and so on.
    pub mark: i32,
    /// The score of the best move.
    pub before: SeajayScore,
    /// The score of the move played, from the search of the position after it. A move that mates is
    /// a mate in 1.
    pub after: SeajayScore,
    /// Expected points lost; 0 for the best move.
    pub loss: i32,
    /// The best move, in UCI notation.
    pub best_move: [c_char; 8],
    /// Expected points before and after the move: the graph of the game. After the last move they
    /// are 500 if the game ends in a draw by rule, even one that must be claimed.
    pub expected_before: i32,
    pub expected_after: i32,
    /// The depth of the search that found the best move.
    pub depth: i32,
    pub reserved: [i32; 2],
}

/// Counters of a finished search. A node is a position reached by playing a move.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SeajayStats {
    /// Set by SEAJAY_STATS_INIT.
    pub struct_size: u32,
    pub nodes: u64,
    /// Nodes of the quiescence search, which nodes includes.
    pub qnodes: u64,
    /// Nodes of the main search that failed high, and how many of them on the first move: their
    /// share measures the move ordering.
    pub beta_cutoffs: u64,
    pub first_move_cutoffs: u64,
    /// Moves searched to a reduced depth, and how many of them were searched again.
    pub reductions: u64,
    pub re_searches: u64,
    /// Hash table: probes, hits, and nodes cut off by an entry.
    pub tt_probes: u64,
    pub tt_hits: u64,
    pub tt_cutoffs: u64,
    /// Beta cutoffs by kind of move: hash table move, queen promotions, good captures (which lose
    /// little or nothing), killers, other quiet moves, other captures and underpromotions.
    pub tt_move_cutoffs: u64,
    pub promotion_cutoffs: u64,
    pub good_capture_cutoffs: u64,
    pub killer_cutoffs: u64,
    pub quiet_cutoffs: u64,
    pub bad_capture_cutoffs: u64,
    /// Null moves tried, and how many of them caused a cutoff.
    pub null_move_tries: u64,
    pub null_move_cutoffs: u64,
}

/// An option, described for a settings dialog. The texts are static.
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
    /// The values of a SEAJAY_OPTION_COMBO, terminated by NULL; NULL for other kinds.
    pub choices: *const *const c_char,
    /// Padding for 32-bit pointers.
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
    /// By color and kind: pawns first, so that SEAJAY_KNIGHT - 1 is the index of knights.
    pub pieces: [[u64; 6]; 2],
    /// The rooks that may still castle.
    pub castling_rooks: u64,
    /// The square behind a pawn that has just moved two squares, or -1. The library sets it only if
    /// the capture is legal, and accepts it in either case.
    pub en_passant: i32,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: i32,
    /// The number of the move, from 1; 0 is taken as 1.
    pub fullmove_number: i32,
    /// Non-zero: castling is written as king takes rook.
    pub chess960: i32,
}

/// A legal move as data. Squares are numbered from 0 (a1), 1 (b1) to 63 (h8). This struct never
/// grows, and needs no initialiser.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeajayMove {
    /// When castling, the king's own squares.
    pub from: u8,
    pub to: u8,
    /// SEAJAY_PAWN to SEAJAY_KING; 0 for no piece.
    pub role: u8,
    pub captured: u8,
    pub promotion: u8,
    /// The sum of SEAJAY_MOVE_CASTLING, _EN_PASSANT, _CHECK and _MATE; a mate sets _CHECK too.
    pub flags: u8,
    /// When castling, the squares of the rook; otherwise 64.
    pub rook_from: u8,
    pub rook_to: u8,
    /// In UCI notation, castling as the game writes it.
    pub uci: [c_char; 8],
    /// In SAN, with "+" or "#".
    pub san: [c_char; 8],
}

/// Writes up to size bytes of text to the buffer, and returns how many: 0 at the end of the text, a
/// negative number on failure.
pub type SeajayReadCallback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, buffer: *mut c_char, size: usize) -> i64>;
