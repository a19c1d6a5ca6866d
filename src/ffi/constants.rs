//! The constants of the C ABI. Values are never changed, only added.
#![allow(non_camel_case_types, reason = "the names of the C header")]
#![allow(missing_docs, reason = "where the name of a constant says it all, the header is shorter")]

use std::ffi::CStr;

/// The version of the binary interface that this header describes; seajay_abi_version() returns the
/// library's. It changes only when programs must be recompiled.
pub const SEAJAY_ABI_VERSION: u32 = 4;

/// The return values of most functions.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayStatus {
    SEAJAY_OK = 0,
    /// A required argument is NULL.
    SEAJAY_ERR_NULL = -1,
    /// A text is not UTF-8.
    SEAJAY_ERR_INVALID_UTF8 = -2,
    /// An argument is out of range or not as documented, such as a wrong struct_size or no limit.
    SEAJAY_ERR_INVALID_ARGUMENT = -3,
    /// The text is not a valid FEN.
    SEAJAY_ERR_INVALID_FEN = -10,
    /// The position cannot be played.
    SEAJAY_ERR_ILLEGAL_POSITION = -11,
    /// A move is not legal in its position, is not a move, or is ambiguous.
    SEAJAY_ERR_ILLEGAL_MOVE = -12,
    /// The text is not PGN: a comment or variation that is not closed, a tag that does not fit.
    SEAJAY_ERR_INVALID_PGN = -13,
    SEAJAY_ERR_UNKNOWN_OPTION = -20,
    /// The option does not take this value.
    SEAJAY_ERR_INVALID_VALUE = -21,
    /// Memory is exhausted, or the system refused a thread.
    SEAJAY_ERR_OUT_OF_MEMORY = -30,
    /// A file could not be read.
    SEAJAY_ERR_IO = -31,
    /// The engine is searching or in another call, or the call is not allowed in a callback: stop
    /// the search and wait for it, or use another object.
    SEAJAY_ERR_BUSY = -40,
    /// The search did not end within the timeout of seajay_wait().
    SEAJAY_ERR_TIMEOUT = -41,
    /// A bug in the library. Only free, stop and stats still work on this engine, and only free on
    /// a game or PGN.
    SEAJAY_ERR_PANIC = -50,
}

/// A side of the board.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayColor {
    SEAJAY_WHITE = 0,
    SEAJAY_BLACK = 1,
}

/// A kind of piece in SeajayMove; 0 is none. SeajayBoard.pieces counts from 0 instead.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayRole {
    SEAJAY_PAWN = 1,
    SEAJAY_KNIGHT = 2,
    SEAJAY_BISHOP = 3,
    SEAJAY_ROOK = 4,
    SEAJAY_QUEEN = 5,
    SEAJAY_KING = 6,
}

/// The bits of SeajayMove.flags.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayMoveFlag {
    SEAJAY_MOVE_CASTLING = 1,
    SEAJAY_MOVE_EN_PASSANT = 2,
    SEAJAY_MOVE_CHECK = 4,
    SEAJAY_MOVE_MATE = 8,
}

/// The state of a game. From 1 to 15 the game is over; from 16 to 31 a player may claim a draw.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayGameState {
    SEAJAY_GAME_ONGOING = 0,
    /// The side to move is mated.
    SEAJAY_GAME_CHECKMATE = 1,
    /// The side to move has no legal move and is not in check.
    SEAJAY_GAME_STALEMATE = 2,
    /// Neither side has the material to mate, even with the worst play of the other.
    SEAJAY_GAME_MATERIAL = 3,
    /// The position has occurred five times.
    SEAJAY_GAME_FIVEFOLD = 4,
    /// Seventy-five moves by each side without a capture or a pawn move.
    SEAJAY_GAME_SEVENTY_FIVE = 5,
    /// The position has occurred three or four times.
    SEAJAY_GAME_REPETITION = 16,
    /// Fifty moves by each side without a capture or a pawn move.
    SEAJAY_GAME_FIFTY_MOVES = 17,
}

/// The unit of SeajayScore.value.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayScoreKind {
    /// Hundredths of a pawn, from -15000 to 15000.
    SEAJAY_SCORE_CP = 0,
    /// Moves to mate; negative if the side to move is being mated, 0 if it is mated.
    SEAJAY_SCORE_MATE = 1,
    /// Plies to a position that is won by the tablebases, at least 1; negative if it is lost. This
    /// is neither the distance to mate nor DTZ: a win at the root is 1.
    SEAJAY_SCORE_TB = 2,
}

/// How SeajayScore.value relates to the true score.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayBound {
    /// The value is the true score.
    SEAJAY_BOUND_EXACT = 0,
    /// The true score is at least the value.
    SEAJAY_BOUND_LOWER = 1,
    /// The true score is at most the value.
    SEAJAY_BOUND_UPPER = 2,
}

/// Why the info callback is called.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayInfoKind {
    /// A line was completed, or its search failed low or high: then its score is a bound.
    SEAJAY_INFO_LINE = 0,
    /// The search begins or continues: the last line and score again, with the current counters.
    SEAJAY_INFO_TICK = 1,
}

/// Why a search ended.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayStopReason {
    /// The depth limit or the maximum depth was reached. In a mate search: there is no mate within
    /// limits.mate and limits.depth.
    SEAJAY_STOP_DEPTH = 1,
    /// The node limit was reached.
    SEAJAY_STOP_NODES = 2,
    /// The time limit was reached, or the rest of the clock is kept for later moves.
    SEAJAY_STOP_TIME = 3,
    /// A mate is proven: one within limits.mate or, without that limit, the shortest. In a won
    /// position any search for one line without a depth limit may end like this.
    SEAJAY_STOP_MATE = 4,
    /// seajay_stop() was called.
    SEAJAY_STOP_STOPPED = 5,
    /// The info callback returned non-zero.
    SEAJAY_STOP_CALLBACK = 6,
    /// There is no legal move: mate or stalemate.
    SEAJAY_STOP_GAME_OVER = 7,
}

/// The mark of a bad move, by the expected points that it loses. The numbers are the NAGs of PGN,
/// not in the order of badness: compare losses.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayMark {
    SEAJAY_MARK_NONE = 0,
    /// ?, from 100 permille.
    SEAJAY_MARK_MISTAKE = 2,
    /// ??, from 150 permille.
    SEAJAY_MARK_BLUNDER = 4,
    /// ?!, from 50 permille.
    SEAJAY_MARK_INACCURACY = 6,
}

/// The kinds of options. All values are set and read as text.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayOptionKind {
    /// true or false; also 1/0, yes/no and on/off, in any case.
    SEAJAY_OPTION_CHECK = 0,
    /// An integer from min to max.
    SEAJAY_OPTION_SPIN = 1,
    /// Any text of at most 4096 bytes.
    SEAJAY_OPTION_STRING = 2,
    /// One of the choices. No option has this kind yet.
    SEAJAY_OPTION_COMBO = 3,
    /// No value, passed as "": setting it triggers an action. No option has this kind yet.
    SEAJAY_OPTION_BUTTON = 4,
}

/// The levels of log messages.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeajayLogLevel {
    /// A bug in the library.
    SEAJAY_LOG_ERROR = 1,
    /// A call failed, or a tablebase is damaged.
    SEAJAY_LOG_WARNING = 2,
    /// Information about a successful call or search.
    SEAJAY_LOG_INFO = 3,
}

pub(super) use SeajayBound::*;
pub(super) use SeajayColor::*;
pub(super) use SeajayGameState::*;
pub(super) use SeajayInfoKind::*;
pub(super) use SeajayLogLevel::*;
pub(super) use SeajayMark::*;
pub(super) use SeajayMoveFlag::*;
pub(super) use SeajayOptionKind::*;
pub(super) use SeajayScoreKind::*;
pub(super) use SeajayStatus::*;
pub(super) use SeajayStopReason::*;

/// The text of [`SEAJAY_ERR_BUSY`], also as the error of a call that finds the engine in use.
pub(super) const BUSY_TEXT: &CStr =
    c"busy with a search, a callback or another call: stop and wait for that, or use another object";

/// Every status with its text.
pub(super) const STATUS_TEXTS: [(SeajayStatus, &CStr); 15] = [
    (SEAJAY_OK, c"success"),
    (SEAJAY_ERR_NULL, c"a required argument is NULL"),
    (SEAJAY_ERR_INVALID_UTF8, c"a text is not UTF-8"),
    (SEAJAY_ERR_INVALID_ARGUMENT, c"an argument is not valid"),
    (SEAJAY_ERR_INVALID_FEN, c"the text is not a valid FEN"),
    (SEAJAY_ERR_ILLEGAL_POSITION, c"the position cannot be played"),
    (SEAJAY_ERR_ILLEGAL_MOVE, c"a move is not legal"),
    (SEAJAY_ERR_INVALID_PGN, c"the text is not valid PGN"),
    (SEAJAY_ERR_UNKNOWN_OPTION, c"there is no such option"),
    (SEAJAY_ERR_INVALID_VALUE, c"the option does not take this value"),
    (SEAJAY_ERR_OUT_OF_MEMORY, c"out of memory, or of threads"),
    (SEAJAY_ERR_IO, c"a file could not be read"),
    (SEAJAY_ERR_BUSY, BUSY_TEXT),
    (SEAJAY_ERR_TIMEOUT, c"the search has not ended yet"),
    (SEAJAY_ERR_PANIC, c"internal error (a bug in seajay): the object can only be freed"),
];
