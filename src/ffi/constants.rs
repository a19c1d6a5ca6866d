//! The named constants of the C ABI. Numbers are never changed, only added.
#![allow(non_camel_case_types, reason = "the names of the C header")]

use std::ffi::CStr;

/// The version of the binary interface this header describes; seajay_abi_version() gives the
/// library's. It changes only when a program compiled before must be compiled again.
pub const SEAJAY_ABI_VERSION: u32 = 1;

/// What a call returns: SEAJAY_OK or one of the negative numbers below.
/// seajay_strerror() puts them into words, and seajay_last_error() names the offending part.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayStatus {
    /// Success.
    SEAJAY_OK = 0,
    /// An argument is NULL that may not be.
    SEAJAY_ERR_NULL = -1,
    /// A text is not UTF-8.
    SEAJAY_ERR_INVALID_UTF8 = -2,
    /// An argument contradicts its documentation: a struct_size, a negative limit, no limit at all.
    SEAJAY_ERR_INVALID_ARGUMENT = -3,
    /// The text is not a FEN.
    SEAJAY_ERR_INVALID_FEN = -10,
    /// The FEN describes a position that cannot be played.
    SEAJAY_ERR_ILLEGAL_POSITION = -11,
    /// A move is not legal where it stands, or not a move.
    SEAJAY_ERR_ILLEGAL_MOVE = -12,
    /// There is no option of this name.
    SEAJAY_ERR_UNKNOWN_OPTION = -20,
    /// The option does not take this value.
    SEAJAY_ERR_INVALID_VALUE = -21,
    /// Memory, or a thread, could not be had.
    SEAJAY_ERR_OUT_OF_MEMORY = -30,
    /// A file could not be read.
    SEAJAY_ERR_IO = -31,
    /// Another call on this handle is under way, or a search, or the call comes from the
    /// callback, where it is not allowed.
    SEAJAY_ERR_BUSY = -40,
    /// The search has not ended within the time that seajay_wait() was given.
    SEAJAY_ERR_TIMEOUT = -41,
    /// A bug in the library. From now on only seajay_free(), which frees everything, seajay_stop(),
    /// seajay_last_error() and seajay_stats() work on this handle: the others give this status, also
    /// a seajay_wait() that is under way, or 0 where they count. Its callbacks run no more. Other
    /// handles are unharmed.
    SEAJAY_ERR_PANIC = -50,
}

/// What SeajayScore.value counts.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayScoreKind {
    /// Hundredths of a pawn.
    SEAJAY_SCORE_CP = 0,
    /// Moves to mate; negative when the side to move is being mated, 0 when it is mated.
    SEAJAY_SCORE_MATE = 1,
    /// Plies to a position that the endgame tablebases know as won, at least 1; negative when the
    /// side to move loses.
    SEAJAY_SCORE_TB = 2,
}

/// What SeajayScore.value says about the true score.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayBound {
    /// It is the true score.
    SEAJAY_BOUND_EXACT = 0,
    /// The true score is at least this.
    SEAJAY_BOUND_LOWER = 1,
    /// The true score is at most this.
    SEAJAY_BOUND_UPPER = 2,
}

/// Why the callback is called.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayInfoKind {
    /// A line of play was finished; or its score turned out to be above or below what was expected,
    /// and is a bound until the search has looked closer (see SeajayBound).
    SEAJAY_INFO_LINE = 0,
    /// The search begins, or goes on: the last known values again. At first depth is 0, pv is
    /// "" and the score only a rough estimate: ignore it while depth is 0.
    SEAJAY_INFO_TICK = 1,
}

/// Why a search ended. One that had to wait (limits.infinite, or ponder without a ponderhit) ends by
/// what ends the waiting; mate and stalemate show in an empty best_move then.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayStopReason {
    /// The depth limit is reached, or the greatest depth there is.
    SEAJAY_STOP_DEPTH = 1,
    /// The node limit is reached.
    SEAJAY_STOP_NODES = 2,
    /// Time is up, or better saved for later moves.
    SEAJAY_STOP_TIME = 3,
    /// The mate that was asked for is found.
    SEAJAY_STOP_MATE = 4,
    /// seajay_stop() was called.
    SEAJAY_STOP_STOPPED = 5,
    /// The callback returned non-zero.
    SEAJAY_STOP_CALLBACK = 6,
    /// There is no legal move: mate or stalemate.
    SEAJAY_STOP_GAME_OVER = 7,
}

/// What values an option takes. All are set and read as text.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayOptionKind {
    /// true or false; also 1/0, yes/no and on/off, in any case.
    SEAJAY_OPTION_CHECK = 0,
    /// A whole number from min to max.
    SEAJAY_OPTION_SPIN = 1,
    /// Any text of at most 4096 bytes.
    SEAJAY_OPTION_STRING = 2,
    /// One of the choices.
    SEAJAY_OPTION_COMBO = 3,
    /// No value, given as "": setting it does something. There is none in this version.
    SEAJAY_OPTION_BUTTON = 4,
}

/// What the rules say about a game; see seajay_game_state().
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayGameState {
    /// The game goes on.
    SEAJAY_GAME_ONGOING = 0,
    /// The side to move is mated.
    SEAJAY_GAME_CHECKMATE = 1,
    /// The side to move has no legal move, and is not in check.
    SEAJAY_GAME_STALEMATE = 2,
    /// A draw, if a side claims it: fifty moves by each without a capture or a pawn move.
    SEAJAY_GAME_FIFTY_MOVES = 3,
    /// A draw, if a side claims it: the third time that this position is on the board.
    SEAJAY_GAME_REPETITION = 4,
    /// A draw: too little material for a mate, however badly the other side plays.
    SEAJAY_GAME_MATERIAL = 5,
}

/// How much a text of the log matters; see seajay_set_log_callback().
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayLogLevel {
    /// A bug in the library.
    SEAJAY_LOG_ERROR = 1,
    /// A call failed.
    SEAJAY_LOG_WARNING = 2,
    /// Something was done.
    SEAJAY_LOG_INFO = 3,
}

pub(super) use SeajayBound::*;
pub(super) use SeajayGameState::*;
pub(super) use SeajayInfoKind::*;
pub(super) use SeajayLogLevel::*;
pub(super) use SeajayOptionKind::*;
pub(super) use SeajayScoreKind::*;
pub(super) use SeajayStatus::*;
pub(super) use SeajayStopReason::*;

/// Every status with its text.
pub(super) const STATUS_TEXTS: [(SeajayStatus, &CStr); 14] = [
    (SEAJAY_OK, c"success"),
    (SEAJAY_ERR_NULL, c"an argument is NULL that may not be"),
    (SEAJAY_ERR_INVALID_UTF8, c"a text is not UTF-8"),
    (SEAJAY_ERR_INVALID_ARGUMENT, c"an argument is not valid"),
    (SEAJAY_ERR_INVALID_FEN, c"the text is not a FEN"),
    (SEAJAY_ERR_ILLEGAL_POSITION, c"the position cannot be played"),
    (SEAJAY_ERR_ILLEGAL_MOVE, c"a move is not legal"),
    (SEAJAY_ERR_UNKNOWN_OPTION, c"there is no such option"),
    (SEAJAY_ERR_INVALID_VALUE, c"the option does not take this value"),
    (SEAJAY_ERR_OUT_OF_MEMORY, c"out of memory, or of threads"),
    (SEAJAY_ERR_IO, c"a file could not be read"),
    (SEAJAY_ERR_BUSY, c"another call on this handle, a search or its callback is under way"),
    (SEAJAY_ERR_TIMEOUT, c"the search has not ended yet"),
    (SEAJAY_ERR_PANIC, c"internal error: the handle can only be freed"),
];
