// seajay: an embeddable chess search library. Made by "make abi" from src/ffi and cbindgen.toml.
//
// A game (SeajayGame) is a position with the moves that led to it: rules and notation. An engine
// (SeajayEngine) searches positions. A pool (SeajayPool) runs the searches of many engines on a few
// threads. A PGN (SeajayPgn) reads and writes records of games. docs/guide.md shows how to use
// them, with complete programs; seajay.hpp is for C++.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Status. Most functions return SEAJAY_OK or a negative SEAJAY_ERR value. After an error nothing
// has changed, and seajay_last_error() says what was wrong. Any function that returns a status may
// return these, so they are not repeated below: SEAJAY_ERR_NULL for a required pointer that is
// NULL, _INVALID_UTF8 for text that is not UTF-8, _OUT_OF_MEMORY, and _PANIC for a bug in the
// library. Functions that answer yes or no return 1 or 0, or a negative status. The library prints
// nothing, and never ends the program, except when memory is exhausted in one of the few places
// that SECURITY.md lists.
//
// Threads. Functions that take a const SeajayEngine may be called on any thread at any time, also
// during a search and in the engine's callbacks (except seajay_wait() there). Only one call at a
// time may use any other function on an engine: a second call, or a call during a search that was
// not told to stop, returns SEAJAY_ERR_BUSY and changes nothing. Calls on one game or PGN wait for
// each other. Different objects are independent, and any thread may use a pool. Do not free an
// object that another call is using.
//
// Callbacks. The info callback of an engine runs on one thread at a time, whatever Threads is;
// those of different engines may run at the same time. What user_data points to must stay valid
// until the callback is replaced or the engine is freed; that of a review until it has ended, that
// of a reader until the PGN reads another text or is freed. When that call returns, the callback is
// not running and is not called again. The done callback may replace itself: it still runs to its
// end. No exception and no longjmp() may leave a callback.
//
// Text. Input text is NUL-terminated UTF-8 and is copied. Moves are in UCI notation (e2e4, e7e8q;
// castling as e1g1 or e1h1), separated by white space, unless a function takes SAN. Functions that
// copy text to a buffer return its full length without the NUL, or a negative status: if the length
// is not less than size, the text was cut to fit. NULL with size 0 only returns the length.
// Returned pointers to text are static. A ply is a move by one side.
//
// Memory. Only engines, games, pools and PGN objects must be freed. Nothing has to be set up before
// the first call or shut down after the last. Memory comes from the system's allocator, and no hook
// replaces it.
//
// Structs. Initialise them with their macro, such as SeajayLimits limits = SEAJAY_LIMITS_INIT:
// compiled programs keep working when structs grow. A wrong struct_size is
// SEAJAY_ERR_INVALID_ARGUMENT. A struct can be used again: the library never changes struct_size.
// In a struct that a callback receives it is the library's own. SeajayMove, SeajayReview and
// SeajayScore never grow.
//
// Constants. Later versions may add some: a switch needs a default, and a kind of info that you do
// not know is to be passed over.

#ifndef SEAJAY_H
#define SEAJAY_H

#include <stddef.h>
#include <stdint.h>

#define SEAJAY_VERSION_MAJOR 1
#define SEAJAY_VERSION_MINOR 0
#define SEAJAY_VERSION_PATCH 0

// On Windows, define SEAJAY_STATIC when linking the static library.
#if defined(_WIN32) && !defined(SEAJAY_STATIC)
#define SEAJAY_API __declspec(dllimport)
#else
#define SEAJAY_API
#endif

#if defined(__cplusplus) && __cplusplus >= 201703L
#define SEAJAY_MUST_USE [[nodiscard]]
#elif defined(__GNUC__)
#define SEAJAY_MUST_USE __attribute__((warn_unused_result))
#else
#define SEAJAY_MUST_USE
#endif

#if UINTPTR_MAX == 0xffffffff
#define SEAJAY_POINTERS_OF_32_BITS
#define SEAJAY_PAD , 0
#else
#define SEAJAY_PAD
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Constants ---------------------------------------------------------------------------------------

/// The version of the binary interface that this header describes; seajay_abi_version() returns the
/// library's. It changes only when programs must be recompiled.
#define SEAJAY_ABI_VERSION 4

/// The return values of most functions.
typedef enum {
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
} SeajayStatus;

/// A side of the board.
typedef enum {
    SEAJAY_WHITE = 0,
    SEAJAY_BLACK = 1,
} SeajayColor;

/// A kind of piece in SeajayMove; 0 is none. SeajayBoard.pieces counts from 0 instead.
typedef enum {
    SEAJAY_PAWN = 1,
    SEAJAY_KNIGHT = 2,
    SEAJAY_BISHOP = 3,
    SEAJAY_ROOK = 4,
    SEAJAY_QUEEN = 5,
    SEAJAY_KING = 6,
} SeajayRole;

/// The bits of SeajayMove.flags.
typedef enum {
    SEAJAY_MOVE_CASTLING = 1,
    SEAJAY_MOVE_EN_PASSANT = 2,
    SEAJAY_MOVE_CHECK = 4,
    SEAJAY_MOVE_MATE = 8,
} SeajayMoveFlag;

/// The state of a game. From 1 to 15 the game is over; from 16 to 31 a player may claim a draw.
typedef enum {
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
} SeajayGameState;

/// The unit of SeajayScore.value.
typedef enum {
    /// Hundredths of a pawn, from -15000 to 15000.
    SEAJAY_SCORE_CP = 0,
    /// Moves to mate; negative if the side to move is being mated, 0 if it is mated.
    SEAJAY_SCORE_MATE = 1,
    /// Plies to a position that is won by the tablebases, at least 1; negative if it is lost. This
    /// is neither the distance to mate nor DTZ: a win at the root is 1.
    SEAJAY_SCORE_TB = 2,
} SeajayScoreKind;

/// How SeajayScore.value relates to the true score.
typedef enum {
    /// The value is the true score.
    SEAJAY_BOUND_EXACT = 0,
    /// The true score is at least the value.
    SEAJAY_BOUND_LOWER = 1,
    /// The true score is at most the value.
    SEAJAY_BOUND_UPPER = 2,
} SeajayBound;

/// Why the info callback is called.
typedef enum {
    /// A line was completed, or its search failed low or high: then its score is a bound.
    SEAJAY_INFO_LINE = 0,
    /// The search begins or continues: the last line and score again, with the current counters.
    SEAJAY_INFO_TICK = 1,
} SeajayInfoKind;

/// Why a search ended.
typedef enum {
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
} SeajayStopReason;

/// The mark of a bad move, by the expected points that it loses. The numbers are the NAGs of PGN,
/// not in the order of badness: compare losses.
typedef enum {
    SEAJAY_MARK_NONE = 0,
    /// ?, from 100 permille.
    SEAJAY_MARK_MISTAKE = 2,
    /// ??, from 150 permille.
    SEAJAY_MARK_BLUNDER = 4,
    /// ?!, from 50 permille.
    SEAJAY_MARK_INACCURACY = 6,
} SeajayMark;

/// The kinds of options. All values are set and read as text.
typedef enum {
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
} SeajayOptionKind;

/// The levels of log messages.
typedef enum {
    /// A bug in the library.
    SEAJAY_LOG_ERROR = 1,
    /// A call failed, or a tablebase is damaged.
    SEAJAY_LOG_WARNING = 2,
    /// Information about a successful call or search.
    SEAJAY_LOG_INFO = 3,
} SeajayLogLevel;

// Objects, structs and callbacks ------------------------------------------------------------------

/// An engine: options and a position in, results out. Created by seajay_new(), freed by
/// seajay_free().
typedef struct SeajayEngine SeajayEngine;

/// A position with the moves that led to it. Created by seajay_game_new(), freed by
/// seajay_game_free().
typedef struct SeajayGame SeajayGame;

/// A text with games in PGN, and what the record of one game has besides its moves: tags, comments,
/// NAGs and variations. Created by seajay_pgn_new(), freed by seajay_pgn_free().
typedef struct SeajayPgn SeajayPgn;

/// A few threads for the started searches of many engines. Created by seajay_pool_new().
typedef struct SeajayPool SeajayPool;

/// A position as bitboards: a1 is bit 0, b1 bit 1, h8 bit 63.
typedef struct {
    /// Set by SEAJAY_BOARD_INIT.
    uint32_t struct_size;
    /// The side to move: SEAJAY_WHITE or SEAJAY_BLACK.
    int32_t turn;
    /// By color and kind: pawns first, so that SEAJAY_KNIGHT - 1 is the index of knights.
    uint64_t pieces[2][6];
    /// The rooks that may still castle.
    uint64_t castling_rooks;
    /// The square behind a pawn that has just moved two squares, or -1. The library sets it only if
    /// the capture is legal, and accepts it in either case.
    int32_t en_passant;
    /// Plies since the last capture or pawn move.
    int32_t halfmove_clock;
    /// The number of the move, from 1; 0 is taken as 1.
    int32_t fullmove_number;
    /// Non-zero: castling is written as king takes rook.
    int32_t chess960;
} SeajayBoard;

/// A legal move as data. Squares are numbered from 0 (a1), 1 (b1) to 63 (h8). This struct never
/// grows, and needs no initialiser.
typedef struct {
    /// When castling, the king's own squares.
    uint8_t from;
    uint8_t to;
    /// SEAJAY_PAWN to SEAJAY_KING; 0 for no piece.
    uint8_t role;
    uint8_t captured;
    uint8_t promotion;
    /// The sum of SEAJAY_MOVE_CASTLING, _EN_PASSANT, _CHECK and _MATE; a mate sets _CHECK too.
    uint8_t flags;
    /// When castling, the squares of the rook; otherwise 64.
    uint8_t rook_from;
    uint8_t rook_to;
    /// In UCI notation, castling as the game writes it.
    char uci[8];
    /// In SAN, with "+" or "#".
    char san[8];
} SeajayMove;

/// Writes up to size bytes of text to the buffer, and returns how many: 0 at the end of the text, a
/// negative number on failure.
typedef int64_t (*SeajayReadCallback)(void *user_data, char *buffer, size_t size);

/// When a search ends: at the first limit that is reached. 0 means "not set" in every field. One of
/// depth, nodes, move_time_ms, mate, infinite, ponder and the clock of the side to move must be
/// set. Negative values are SEAJAY_ERR_INVALID_ARGUMENT, except in the clocks and in priority; so
/// is anything but 0 and 1 in infinite and ponder.
typedef struct {
    /// Set by SEAJAY_LIMITS_INIT.
    uint32_t struct_size;
    /// Depth in plies; more than 127 means 127.
    int32_t depth;
    /// Nodes to search, by all threads together. Never exceeded; with several threads, up to 64 for
    /// each further one may remain unused.
    uint64_t nodes;
    /// Time for this move; on a pool from when a thread takes the search.
    int64_t move_time_ms;
    /// Search for a mate in at most this many moves. Without other limits the answer is certain:
    /// SEAJAY_STOP_MATE with the shortest mate, SEAJAY_STOP_DEPTH if there is none, or
    /// SEAJAY_STOP_GAME_OVER. One line is found, whatever MultiPV is. With nodes or time it may end
    /// undecided; with depth, mates in more plies are not searched for. More than 63 means 63.
    /// Repetitions, tablebases, Threads and UCI_LimitStrength do not affect it.
    int32_t mate;
    /// Moves until the next time control; 0 if the clock is for the rest of the game.
    int32_t moves_to_go;
    /// The time left on the clocks. Below 0, time is up: the search returns a move at once.
    int64_t white_time_ms;
    int64_t black_time_ms;
    /// The time added to a clock for each move.
    int64_t white_increment_ms;
    int64_t black_increment_ms;
    /// 1: the search ends only when stopped, or if the game is over. Time limits are ignored; a
    /// search that reaches another limit waits to be stopped.
    int32_t infinite;
    /// 1: like infinite until seajay_ponderhit(); then the other limits apply, and without any the
    /// maximum depth.
    int32_t ponder;
    /// The moves to choose from, in UCI notation; NULL or "" means all. A move that is not legal is
    /// SEAJAY_ERR_ILLEGAL_MOVE.
    const char *search_moves;
#if defined(SEAJAY_POINTERS_OF_32_BITS)
    /// Padding for 32-bit pointers.
    uint32_t reserved;
#endif
    /// In the queue of a pool the higher comes first, and of the same ones the first. It may be
    /// negative.
    int32_t priority;
    /// Padding.
    int32_t reserved_after;
} SeajayLimits;

/// A score from the side to move's point of view: positive is good for it.
typedef struct {
    /// The unit of value: SEAJAY_SCORE_CP, _MATE or _TB.
    int32_t kind;
    int32_t value;
    /// SEAJAY_BOUND_EXACT, _LOWER or _UPPER.
    int32_t bound;
} SeajayScore;

/// A move of a game, judged by seajay_review(). Scores and expected points are from the view of the
/// side that played it; points are in permille: a win is 1000, a draw 500. This struct never grows.
typedef struct {
    /// 1, or 0 in a move that the review has not judged, or not yet: then all fields are 0.
    int32_t judged;
    /// SEAJAY_MARK_NONE and so on.
    int32_t mark;
    /// The score of the best move.
    SeajayScore before;
    /// The score of the move played, from the search of the position after it. A move that mates is
    /// a mate in 1.
    SeajayScore after;
    /// Expected points lost; 0 for the best move.
    int32_t loss;
    /// The best move, in UCI notation.
    char best_move[8];
    /// Expected points before and after the move: the graph of the game. After the last move they
    /// are 500 if the game ends in a draw by rule, even one that must be claimed.
    int32_t expected_before;
    int32_t expected_after;
    /// The depth of the search that found the best move.
    int32_t depth;
    int32_t reserved[2];
} SeajayReview;

/// Called with each move as it is judged; index 0 is the first move of the game, the last one comes
/// first. In a PGN, its comment and its NAGs are those of ply index + 1. Returns 0 to continue,
/// anything else to stop the review.
typedef int32_t (*SeajayReviewCallback)(void *user_data, size_t index, const SeajayReview *move);

/// An option, described for a settings dialog. The texts are static.
typedef struct {
    /// Set by SEAJAY_OPTION_INFO_INIT.
    uint32_t struct_size;
    /// SEAJAY_OPTION_CHECK and so on.
    int32_t kind;
    const char *name;
    const char *default_value;
    /// The bounds of a SEAJAY_OPTION_SPIN.
    int64_t min;
    int64_t max;
    /// The values of a SEAJAY_OPTION_COMBO, terminated by NULL; NULL for other kinds.
    const char *const *choices;
#if defined(SEAJAY_POINTERS_OF_32_BITS)
    /// Padding for 32-bit pointers.
    uint32_t reserved;
#endif
} SeajayOptionInfo;

/// Information from a running search, valid during the callback; or a line of a finished one.
typedef struct {
    /// Set by SEAJAY_INFO_INIT.
    uint32_t struct_size;
    /// SEAJAY_INFO_LINE or SEAJAY_INFO_TICK.
    int32_t kind;
    /// The number of the search, counted from 1 for each engine.
    uint64_t search_id;
    /// The depth of the line in plies; 0 before the first line, when the score means nothing.
    int32_t depth;
    /// The length of the longest line searched, in plies.
    int32_t seldepth;
    /// The rank of the line: 1 is the best.
    int32_t multipv;
    /// How full the hash table is, in permille.
    int32_t hashfull;
    SeajayScore score;
    /// The chances of win, draw and loss for the side to move, in permille: their sum is 1000.
    int32_t wdl[3];
    /// Nodes searched, in total and per second.
    uint64_t nodes;
    uint64_t nps;
    /// Positions found in the tablebases.
    uint64_t tb_hits;
    /// Time since the search began, pondering included.
    int64_t time_ms;
    /// The line in UCI notation, at most 128 moves; never NULL, "" before the first line. 768 bytes
    /// hold any line, 1024 bytes its SAN. If the score is a bound, the moves after the first are
    /// only probable.
    const char *pv;
#if defined(SEAJAY_POINTERS_OF_32_BITS)
    /// Padding for 32-bit pointers.
    uint32_t reserved;
#endif
} SeajayInfo;

/// Returns 0 to continue, anything else to stop the search. user_data is the pointer that was set
/// with the callback.
typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);

/// The result of a search.
typedef struct {
    /// Set by SEAJAY_RESULT_INIT.
    uint32_t struct_size;
    /// SEAJAY_STOP_DEPTH and so on.
    int32_t stop_reason;
    /// The number of the search, counted from 1 for each engine.
    uint64_t search_id;
    /// In UCI notation; "" only in mate (score: mate in 0) and stalemate (0 centipawns). Playing ""
    /// succeeds and does nothing: seajay_game_state() says whether the game goes on.
    char best_move[8];
    /// The expected reply, to ponder on; may be "".
    char ponder_move[8];
    SeajayScore score;
    /// The depth of the score in plies; 0 in mate and stalemate, and if the search was stopped
    /// before any move was searched: then best_move is merely legal.
    int32_t depth;
    /// The length of the longest line searched, in plies.
    int32_t seldepth;
    /// The chances of win, draw and loss for the side to move, in permille: their sum is 1000. A
    /// proven draw is 0, 1000, 0.
    int32_t wdl[3];
    /// Nodes searched.
    uint64_t nodes;
    /// The time from when a thread took the search, pondering included.
    int64_t time_ms;
    /// The time before: how long the search waited for a thread.
    int64_t queue_ms;
} SeajayResult;

/// Called when a started search or review has ended. status is what seajay_wait() will return;
/// result is valid during the call. It is NULL after a review, too, where status is SEAJAY_OK: test
/// result.
typedef void (*SeajayDoneCallback)(void *user_data, int32_t status, const SeajayResult *result);

/// text is one line of at most 1024 bytes, valid during the call.
typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);

/// Counters of a finished search. A node is a position reached by playing a move.
typedef struct {
    /// Set by SEAJAY_STATS_INIT.
    uint32_t struct_size;
    uint64_t nodes;
    /// Nodes of the quiescence search, which nodes includes.
    uint64_t qnodes;
    /// Nodes of the main search that failed high, and how many of them on the first move: their
    /// share measures the move ordering.
    uint64_t beta_cutoffs;
    uint64_t first_move_cutoffs;
    /// Moves searched to a reduced depth, and how many of them were searched again.
    uint64_t reductions;
    uint64_t re_searches;
    /// Hash table: probes, hits, and nodes cut off by an entry.
    uint64_t tt_probes;
    uint64_t tt_hits;
    uint64_t tt_cutoffs;
    /// Beta cutoffs by kind of move: hash table move, queen promotions, good captures (which lose
    /// little or nothing), killers, other quiet moves, other captures and underpromotions.
    uint64_t tt_move_cutoffs;
    uint64_t promotion_cutoffs;
    uint64_t good_capture_cutoffs;
    uint64_t killer_cutoffs;
    uint64_t quiet_cutoffs;
    uint64_t bad_capture_cutoffs;
    /// Null moves tried, and how many of them caused a cutoff.
    uint64_t null_move_tries;
    uint64_t null_move_cutoffs;
} SeajayStats;

// Status and text ---------------------------------------------------------------------------------

/// Returns the SEAJAY_ABI_VERSION of the library. Compare it with the header's at startup: the
/// library does not.
SEAJAY_API uint32_t seajay_abi_version(void);

/// Returns the version of the library, such as "1.0.0".
SEAJAY_API const char *seajay_version(void);

/// Describes the library: its target, the vector instructions it uses on this processor, and its
/// network.
SEAJAY_API const char *seajay_build_info(void);

/// Returns a text for a status, such as "a move is not legal". Never NULL.
SEAJAY_API const char *seajay_strerror(int32_t status);

/// Copies the error text of the calling thread's last failed call, which says what was wrong and
/// where: "move 1 "e2e5": a pawn does not move like that, with White to move in ...". A successful
/// call does not clear it. Call this on the thread of the failed call, before another call fails
/// there: a task that can move between threads must not do so in between. 1025 bytes hold any text.
///
/// Returns the full length; 0 and "" if no call of this thread has failed.
SEAJAY_API size_t seajay_last_error(char *buffer, size_t size);

// Games -------------------------------------------------------------------------------------------

/// Creates a game at the start position. Returns NULL only if memory is exhausted.
SEAJAY_MUST_USE SEAJAY_API SeajayGame *seajay_game_new(void);

/// Frees a game; NULL is allowed. This must be the last call on the game, and no other may be in
/// progress.
SEAJAY_API void seajay_game_free(SeajayGame *game);

/// Resets the game to a FEN (NULL is the start position) and the moves played from it (NULL or ""
/// for none).
///
/// A FEN has four to six fields, with castling rights in standard (KQkq), Shredder (HAha) or X-FEN
/// form (files only where KQkq is ambiguous). Positions that no game could reach, with too many
/// queens or impossible checks, are accepted with at most 16 pieces a side. One that cannot be
/// played, because the side to move could take the king for example, is
/// SEAJAY_ERR_ILLEGAL_POSITION.
///
/// Other errors: SEAJAY_ERR_INVALID_FEN, SEAJAY_ERR_ILLEGAL_MOVE. The old game is kept.
SEAJAY_API int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves);

/// Resets the game to a position from text that is meant as a FEN. Returns 0 for a FEN that
/// seajay_game_set() accepts, and 1 if something had to be changed: seajay_game_fen() says what it
/// was taken for.
///
/// Castling rights and an en passant square that the board rules out are left out, and the position
/// is then not one of Chess960. Fields missing at the end are filled in: the board alone is White's
/// move, with no castling. A clock out of range is 0, a move number 1. "startpos" is the start of a
/// game, and "black" or "Black to move" a side to move. Operations of EPD, "position fen",
/// quotation marks, underscores for spaces, "~", and an address of lichess or chess.com with a FEN
/// in it are passed over.
///
/// What cannot be played is an error as in seajay_game_set(), and so is the word "moves" behind the
/// FEN; other words there are passed over. The old game is kept.
SEAJAY_API int32_t seajay_game_set_lenient(SeajayGame *game, const char *text);

/// Resets the game to a position from bitboards. Errors: SEAJAY_ERR_INVALID_ARGUMENT for a number
/// out of range, SEAJAY_ERR_ILLEGAL_POSITION. The old game is kept.
SEAJAY_API int32_t seajay_game_set_board(SeajayGame *game, const SeajayBoard *board);

/// Returns the position as bitboards, to draw it or to pass it to another program.
SEAJAY_API int32_t seajay_game_board(const SeajayGame *game, SeajayBoard *board);

/// Copies a game with all its moves into another. Both may be the same game.
SEAJAY_API int32_t seajay_game_copy(SeajayGame *to, const SeajayGame *from);

/// Plays moves in UCI notation, separated by white space: all of them, or none on error
/// (SEAJAY_ERR_ILLEGAL_MOVE). There is no null move.
SEAJAY_API int32_t seajay_game_play(SeajayGame *game, const char *moves);

/// Plays moves in SAN, as in the PGN of one game: all of them, or none on error.
///
/// Move numbers, "!?", "$1", comments, (variations), results, and tag pairs before the moves are
/// skipped. Accepted besides SAN: 0-0, e2-e4, Ng1-f3, "e.p.", unnecessary disambiguation, missing
/// disambiguation if only one move fits, figurines, dashes of any kind, and UCI notation.
/// SEAJAY_ERR_ILLEGAL_MOVE: an ambiguous or impossible move. SEAJAY_ERR_INVALID_PGN: a FEN tag that
/// does not match the position on the board, a comment or variation that is not closed, or text of
/// a second game.
SEAJAY_API int32_t seajay_game_play_san(SeajayGame *game, const char *movetext);

/// Undoes the last plies. SEAJAY_ERR_INVALID_ARGUMENT if fewer have been played.
SEAJAY_API int32_t seajay_game_undo(SeajayGame *game, uint32_t plies);

/// Sets how castling is written: non-zero as king takes rook (e1h1), 0 as the king's move (e1g1).
/// Both are always accepted as input. Copies and later positions keep the setting. A Chess960 FEN
/// or board switches it on; castling rights that exist only in Chess960 are written as e1h1 even
/// after 0.
SEAJAY_API int32_t seajay_game_set_chess960(SeajayGame *game, int32_t on);

/// Copies the moves played since the start position, in UCI notation; at most six bytes a ply.
SEAJAY_API int64_t seajay_game_moves(const SeajayGame *game, char *buffer, size_t size);

/// Copies the moves in SAN with move numbers: "1. e4 e5 2. Nf3", the movetext of a PGN. Call it
/// with NULL and 0 for its length.
SEAJAY_API int64_t seajay_game_moves_san(const SeajayGame *game, char *buffer, size_t size);

/// Copies the start position of the game as a FEN. 128 bytes hold any FEN.
SEAJAY_API int64_t seajay_game_start_fen(const SeajayGame *game, char *buffer, size_t size);

/// Returns the number of moves (plies) played since the start position.
SEAJAY_API int64_t seajay_game_ply_count(const SeajayGame *game);

/// Copies the position on the board as a FEN of six fields, with an en passant square only if the
/// capture is legal. 128 bytes hold any FEN.
SEAJAY_API int64_t seajay_game_fen(const SeajayGame *game, char *buffer, size_t size);

/// Returns the first SEAJAY_GAME state that applies, in this order: checkmate, stalemate, material,
/// fivefold, seventy-five moves, repetition, fifty moves, ongoing.
SEAJAY_API int32_t seajay_game_state(const SeajayGame *game);

/// Returns 1 if the side to move is in check, otherwise 0.
SEAJAY_API int32_t seajay_game_in_check(const SeajayGame *game);

/// Returns 1 if a color (SEAJAY_WHITE or SEAJAY_BLACK) wins when its opponent runs out of time, or
/// 0 if it could never mate with its material. SEAJAY_ERR_INVALID_ARGUMENT for another color.
SEAJAY_API int32_t seajay_game_can_win(const SeajayGame *game, int32_t color);

/// Returns the Polyglot key of the position, for opening books and caches; 0 on error. It includes
/// the en passant square whenever a pawn attacks it, even if the capture is illegal. So it is not
/// the key used for repetitions, and may differ from a key made from seajay_game_fen().
SEAJAY_API uint64_t seajay_game_key(const SeajayGame *game);

/// Counts the leaf nodes of the tree of legal moves: 20 from the start of a game with depth 1, 400
/// with depth 2. It takes about 10 ns a node on the calling thread, and cannot be stopped. A depth
/// above 64 is SEAJAY_ERR_INVALID_ARGUMENT.
SEAJAY_API int32_t seajay_game_perft(const SeajayGame *game, uint32_t depth, uint64_t *nodes);

// Moves and notation ------------------------------------------------------------------------------

/// Copies the legal moves in UCI notation, in no particular order: those of the piece on a square
/// such as "e2", or all if from is NULL. "" in mate and stalemate, and for a square without a piece
/// of the side to move. 2048 bytes hold them. SEAJAY_ERR_INVALID_ARGUMENT: from is not a square.
SEAJAY_API
int64_t seajay_game_legal_moves(const SeajayGame *game,
                                const char *from,
                                char *buffer,
                                size_t size);

/// Converts moves from the position on the board to SAN: "e2e4 g8f6" becomes "e4 Nf6", at most
/// eight bytes a move. SEAJAY_ERR_ILLEGAL_MOVE if one cannot be played.
SEAJAY_API
int64_t seajay_game_to_san(const SeajayGame *game,
                           const char *moves,
                           char *buffer,
                           size_t size);

/// Converts movetext for seajay_game_play_san() to UCI notation, without playing it: at most six
/// bytes a move. SEAJAY_ERR_ILLEGAL_MOVE as there.
SEAJAY_API
int64_t seajay_game_from_san(const SeajayGame *game,
                             const char *san,
                             char *buffer,
                             size_t size);

/// Describes the legal move that a text names, in UCI notation or SAN, as seajay_game_play_san()
/// accepts it, with the same errors: SEAJAY_ERR_ILLEGAL_MOVE if there is none or several.
SEAJAY_API
int32_t seajay_game_parse_move(const SeajayGame *game,
                               const char *move,
                               SeajayMove *out);

/// Describes the legal moves, in no particular order: those of the piece on a square such as "e2",
/// or all if from is NULL. Fills as many as fit and returns how many there are, at most 218 in
/// positions that a game can reach.
SEAJAY_API
int64_t seajay_game_legal_move_list(const SeajayGame *game,
                                    const char *from,
                                    SeajayMove *moves,
                                    size_t capacity);

/// Describes the moves played since the start position. Fills as many as fit and returns how many
/// there are.
SEAJAY_API
int64_t seajay_game_played_move_list(const SeajayGame *game,
                                     SeajayMove *moves,
                                     size_t capacity);

// PGN ---------------------------------------------------------------------------------------------

/// Creates a PGN without a text to read and with an empty record, to read or write games. Returns
/// NULL only if memory is exhausted.
SEAJAY_MUST_USE SEAJAY_API SeajayPgn *seajay_pgn_new(void);

/// Frees a PGN; NULL is allowed. This must be the last call on it, and no other may be in progress.
SEAJAY_API void seajay_pgn_free(SeajayPgn *pgn);

/// Reads from a file from its beginning. No more than one game of it is in memory. It stays open
/// until the PGN reads another text or is freed. SEAJAY_ERR_IO: it cannot be
/// opened; the PGN goes on with its old text.
SEAJAY_API int32_t seajay_pgn_open(SeajayPgn *pgn, const char *path);

/// Reads from a text of size bytes, which is copied. Like files, it need not be UTF-8: tags and
/// comments that are not are read as code page 1252.
SEAJAY_API int32_t seajay_pgn_set_text(SeajayPgn *pgn, const char *text, size_t size);

/// Reads text from a callback: standard input, a file in an archive, an asset. seajay_pgn_next()
/// and seajay_pgn_skip() call it, on their own thread, whenever they need more text. In the
/// callback calls on this PGN, and on the game that is read, return SEAJAY_ERR_BUSY, or do nothing.
/// Another text, also an empty one, takes its place.
SEAJAY_API
int32_t seajay_pgn_set_reader(SeajayPgn *pgn,
                              SeajayReadCallback callback,
                              void *user_data);

/// Reads the next game: its moves into game, the rest of its record into the PGN. Returns 1, or 0
/// at the end of the text, when both stay as they are.
///
/// A game with a fault is read as far as possible, and counts as read: seajay_pgn_error() describes
/// the fault. SEAJAY_ERR_IO: the file or callback failed; nothing has changed, and the next call
/// tries again.
SEAJAY_API int32_t seajay_pgn_next(SeajayPgn *pgn, SeajayGame *game);

/// Passes over the next game: reads its tags and its result into the PGN, and no moves. Returns 1,
/// or 0 at the end of the text. It finds the same games as seajay_pgn_next(), several times as
/// fast, but no faults of moves: to list the games of a large file.
SEAJAY_API int32_t seajay_pgn_skip(SeajayPgn *pgn);

/// Returns where the last game that was read or passed over begins, in bytes from the beginning of
/// the text. SEAJAY_ERR_INVALID_ARGUMENT: there was none yet.
SEAJAY_API int64_t seajay_pgn_offset(const SeajayPgn *pgn);

/// Goes to a place in the text, such as seajay_pgn_offset() returned: the next game begins there.
/// Past the end there is none. The lines of faults are counted from there, their offsets from the
/// beginning of the text. SEAJAY_ERR_INVALID_ARGUMENT: offset is negative, or the text comes from a
/// callback, or from a file such as a pipe that can only be read from its beginning to its end.
SEAJAY_API int32_t seajay_pgn_seek(SeajayPgn *pgn, int64_t offset);

/// Returns SEAJAY_OK if the last game that was read has no fault, or the status of its first one:
/// SEAJAY_ERR_ILLEGAL_MOVE, _INVALID_PGN, _INVALID_FEN or _ILLEGAL_POSITION. offset is the number
/// of bytes before it in the text, line its line, from 1, and ply the number of moves of the game
/// before it; any pointer may be NULL. Without a fault all are 0. A fault is no failed call: its
/// text is that of seajay_pgn_error_text().
///
/// A fault among the moves of the game ends the game there. One in a variation ends only that
/// variation, and a malformed tag is left out: then the game is whole.
SEAJAY_API
int32_t seajay_pgn_error(const SeajayPgn *pgn,
                         int64_t *offset,
                         int64_t *line,
                         uint32_t *ply);

/// Copies a text for the fault that seajay_pgn_error() describes. It names the line and the word;
/// "" if there is no fault.
SEAJAY_API int64_t seajay_pgn_error_text(const SeajayPgn *pgn, char *buffer, size_t size);

/// Removes all tags, comments, NAGs and variations, to write another game. seajay_pgn_next() goes
/// on where it was.
SEAJAY_API void seajay_pgn_clear(SeajayPgn *pgn);

/// Copies the record of a game, but not the text that is read, into another PGN. Both may be the
/// same.
SEAJAY_API int32_t seajay_pgn_copy(SeajayPgn *to, const SeajayPgn *from);

/// Copies the value of a tag such as "White"; "" if it is absent.
SEAJAY_API
int64_t seajay_pgn_tag(const SeajayPgn *pgn,
                       const char *name,
                       char *buffer,
                       size_t size);

/// Copies the name of a tag. index starts at 0. SEAJAY_ERR_INVALID_ARGUMENT: there is no such tag.
SEAJAY_API
int64_t seajay_pgn_tag_name(const SeajayPgn *pgn,
                            size_t index,
                            char *buffer,
                            size_t size);

/// Copies the result of the game: the one after its moves, or else that of the tag Result, or else
/// "*".
SEAJAY_API int64_t seajay_pgn_result(const SeajayPgn *pgn, char *buffer, size_t size);

/// Sets a tag; NULL removes it. Line breaks in the value become spaces. Setting Result also
/// replaces the result after the moves. Setting FEN has no effect on what is written: that is the
/// game's own. SEAJAY_ERR_INVALID_ARGUMENT: name has characters other than letters, digits and "_".
SEAJAY_API int32_t seajay_pgn_set_tag(SeajayPgn *pgn, const char *name, const char *value);

/// Copies the comments after a ply, joined by spaces; "" if there are none. Ply 0 is before the
/// first move.
SEAJAY_API
int64_t seajay_pgn_comment(const SeajayPgn *pgn,
                           uint32_t ply,
                           char *buffer,
                           size_t size);

/// Replaces the comments after a ply; NULL or "" removes them. A line break, with the spaces around
/// it, becomes one space: seajay_pgn_write() breaks lines where they are full.
SEAJAY_API int32_t seajay_pgn_set_comment(SeajayPgn *pgn, uint32_t ply, const char *text);

/// Copies the NAGs after a ply, as many as fit, and returns how many there are. Marks are NAGs too:
/// "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6.
SEAJAY_API
int64_t seajay_pgn_nags(const SeajayPgn *pgn,
                        uint32_t ply,
                        uint8_t *nags,
                        size_t capacity);

/// Replaces the NAGs after a ply; each counts once.
SEAJAY_API
int32_t seajay_pgn_set_nags(SeajayPgn *pgn,
                            uint32_t ply,
                            const uint8_t *nags,
                            size_t count);

/// Copies a variation that replaces the move to a ply: its movetext, with comments, NAGs and
/// variations. index starts at 0. A copy of the game undone to ply - 1 plays it with
/// seajay_game_play_san(), unless it has a null move ("--"). SEAJAY_ERR_INVALID_ARGUMENT: there is
/// no such variation.
SEAJAY_API
int64_t seajay_pgn_variation(const SeajayPgn *pgn,
                             uint32_t ply,
                             size_t index,
                             char *buffer,
                             size_t size);

/// Adds a variation that replaces the move of a game to a ply. SEAJAY_ERR_ILLEGAL_MOVE,
/// SEAJAY_ERR_INVALID_PGN: the game cannot play it; SEAJAY_ERR_INVALID_ARGUMENT: the game has no
/// such ply, or the movetext no move. Nothing is added then.
SEAJAY_API
int32_t seajay_pgn_add_variation(SeajayPgn *pgn,
                                 const SeajayGame *game,
                                 uint32_t ply,
                                 const char *movetext);

/// Removes one of the variations that replace the move to a ply; those behind it move up. index
/// starts at 0. SEAJAY_ERR_INVALID_ARGUMENT: there is no such variation.
SEAJAY_API int32_t seajay_pgn_remove_variation(SeajayPgn *pgn, uint32_t ply, size_t index);

/// Copies a game with its record as PGN. The text ends with an empty line, so that texts written
/// one after the other make a file. Call it with NULL and 0 for the length.
///
/// The seven tags that every game has come first, "?" where nothing is known, then the others, with
/// FEN and SetUp as the game needs them. The result is that of the record, or of the game if it is
/// over and the record has none: a tag Result that is no result, such as "maybe", is not written.
/// Notes beyond the game's last ply are left out.
SEAJAY_API
int64_t seajay_pgn_write(const SeajayPgn *pgn,
                         const SeajayGame *game,
                         char *buffer,
                         size_t size);

// Reviews and tablebases --------------------------------------------------------------------------

/// Reviews a game: judges each move by the expected points that it loses. Searches the position
/// before each move and the last one on this thread, once each and with the same limits, from the
/// last to the first. Returns how many moves were judged: all, or the last ones of the game if the
/// review was stopped by seajay_stop(), by the info callback or by callback, which may be NULL. So
/// it is no bound for a loop from the first move. A stop that comes before the review has begun is
/// lost: seajay_start_review() has no such moment.
///
/// moves: room for capacity moves, at least as many as the game has. The first is for the first
/// move of the game, and so on; judged is 0 in those that were not judged, and moves beyond the
/// game are not written. Those judged can be read in the callback, which may call what the info
/// callback may.
///
/// The game is copied. To other calls the review is one search of the engine, but each position has
/// a search_id of its own, and the info callback is called for each. The engine's position is kept,
/// and nothing is cleared; levels have no effect. The done callback is not called.
///
/// Errors: SEAJAY_ERR_INVALID_ARGUMENT if limits sets anything but depth, nodes, move_time_ms and
/// priority, or capacity is too small. If memory runs out on the way, what was judged stays in
/// moves.
SEAJAY_API
int64_t seajay_review(SeajayEngine *engine,
                      const SeajayGame *game,
                      const SeajayLimits *limits,
                      SeajayReview *moves,
                      size_t capacity,
                      SeajayReviewCallback callback,
                      void *user_data);

/// Begins a review as seajay_review() does it, on a thread of the engine or on its pool, and
/// returns at once. After SEAJAY_OK every later seajay_stop() reaches it. moves must stay until the
/// review has ended: until seajay_wait() returns SEAJAY_OK or SEAJAY_ERR_OUT_OF_MEMORY (memory ran
/// out on the way), the done callback is called, with the same status and NULL for the result, or
/// seajay_free() has returned. Errors are those of seajay_review().
SEAJAY_API
int32_t seajay_start_review(SeajayEngine *engine,
                            const SeajayGame *game,
                            const SeajayLimits *limits,
                            SeajayReview *moves,
                            size_t capacity,
                            SeajayReviewCallback callback,
                            void *user_data);

/// Returns how many moves the running review has judged or, if none runs, the last review; 0 before
/// the first. They are the last moves of the game, and can be read in moves meanwhile. Other
/// searches do not change the number.
SEAJAY_API int64_t seajay_review_count(const SeajayEngine *engine);

/// Copies the line that the last review found best in the position before a move, in UCI notation.
/// It can be read from the callback for this move on, until the next search or review begins. 768
/// bytes hold any line. SEAJAY_ERR_INVALID_ARGUMENT if the move was not judged.
SEAJAY_API
int64_t seajay_review_line(const SeajayEngine *engine,
                           size_t index,
                           char *buffer,
                           size_t size);

/// Computes the accuracy of White and of Black, from 0 to 100, over the moves that are judged; 100
/// for a side without any. percent is an array of two, White first. first_turn is the side that
/// played the first of the moves: SEAJAY_WHITE or SEAJAY_BLACK. Lichess publishes the formula;
/// docs/guide.md explains it.
SEAJAY_API
int32_t seajay_review_accuracy(const SeajayReview *moves,
                               size_t count,
                               int32_t first_turn,
                               double *percent);

/// Asks the endgame tablebases of the option SyzygyPath for the position of a game. Returns 1 if
/// they have it, and 0, with nothing written, if no table has it. No table has positions with
/// castling rights. The halfmove clock of the game is ignored.
///
/// outcome: for the side to move, 2 a win, 1 a win that the fifty-move rule spoils, 0 a draw, -1 a
/// loss that the rule saves, -2 a loss.
/// dtz: plies to the next capture or pawn move with best play, or to mate if that comes first;
/// negative if the side to move loses, 0 in a draw. It may be one too small, as the tables round.
///
/// Either may be NULL; dtz needs the tables of distances (.rtbz) too, and without them 0 is
/// returned even if the outcome is known. SEAJAY_ERR_IO if a table is damaged or cannot be read.
SEAJAY_API
int32_t seajay_probe_tb(const SeajayEngine *engine,
                        const SeajayGame *game,
                        int32_t *outcome,
                        int32_t *dtz);

// Engines -----------------------------------------------------------------------------------------

/// Creates an engine at the start of a game, with every option at its default. Returns NULL only if
/// memory is exhausted. Engines are independent of each other; a program may have hundreds.
SEAJAY_MUST_USE SEAJAY_API SeajayEngine *seajay_new(void);

/// Frees an engine; NULL is allowed. Stops a started search, waits for its callbacks and frees
/// everything. This must be the last call on the engine, and no other may be in progress: threads
/// in seajay_wait() or seajay_search() must have returned. In the engine's own callbacks it does
/// nothing. If its search still waits in the queue of a pool, the callbacks may run on this thread.
///
/// Each search takes a moment to stop: to free many engines, call seajay_stop() on all of them
/// first.
SEAJAY_API void seajay_free(SeajayEngine *engine);

/// Sets an option; both arguments are text: seajay_set_option(engine, "Hash", "64"). Names are not
/// case-sensitive. docs/guide.md explains each option; seajay_option_info() lists them.
///
/// Errors: SEAJAY_ERR_UNKNOWN_OPTION, SEAJAY_ERR_INVALID_VALUE (also for files with wrong content)
/// and SEAJAY_ERR_IO. The old value is kept.
SEAJAY_API int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);

/// Copies the value of an option, as text that seajay_set_option() takes.
/// SEAJAY_ERR_UNKNOWN_OPTION if there is no such option.
SEAJAY_API
int64_t seajay_get_option(const SeajayEngine *engine,
                          const char *name,
                          char *buffer,
                          size_t size);

/// Returns the number of options, the same for every engine.
SEAJAY_API size_t seajay_option_count(void);

/// Describes an option. index starts at 0; the order suits a settings dialog.
/// SEAJAY_ERR_INVALID_ARGUMENT if there is no such index.
SEAJAY_API int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);

/// Replaces the network by one from memory: the bytes of a file that the option EvalFile would
/// accept. They are copied. To go back, set EvalFile: to a file, or to "" for the built-in network.
/// Clears the hash table. SEAJAY_ERR_INVALID_ARGUMENT if the bytes are not a valid network; the old
/// one is kept.
SEAJAY_API int32_t seajay_load_network(SeajayEngine *engine, const void *data, size_t size);

/// Sets the position to that of a game. The game is copied, with the earlier positions, so that the
/// search sees repetitions.
SEAJAY_API int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game);

/// Sets the position from text, without a game: see seajay_game_set(). Pass all moves of the game:
/// repetitions are detected from them. Castling is written as e1h1 if UCI_Chess960 is set, or the
/// FEN is one of Chess960.
SEAJAY_API int32_t seajay_set_position(SeajayEngine *engine, const char *fen, const char *moves);

/// Sets the callback for every search from now on; NULL removes it.
///
/// It runs on the searching thread, which waits for it: when the search begins, for every new line,
/// and at least every 50 ms on an idle machine. Once it has returned non-zero, the search ends and
/// does not call it again. The callback may call functions that take a const SeajayEngine, except
/// seajay_wait(); the others return SEAJAY_ERR_BUSY. It must not wait for a thread that calls
/// functions of this engine, which may wait for the callback.
SEAJAY_API
int32_t seajay_set_info_callback(SeajayEngine *engine,
                                 SeajayInfoCallback callback,
                                 void *user_data);

/// Sets the callback for the end of searches and reviews that were started; NULL removes it.
///
/// It runs on the searching thread when the result is stored and the engine is idle, before
/// seajay_wait() returns. It may call every function on this engine, including seajay_set_game()
/// and seajay_start(), except seajay_wait() (SEAJAY_ERR_BUSY) and seajay_free() (ignored). A search
/// started in it runs after it has returned.
///
/// If the old callback is running, this function waits for it, so that a callback never runs after
/// it was replaced; a callback that replaces itself does not wait. The callback must not wait for a
/// thread that calls functions of this engine, which may wait for the callback.
SEAJAY_API
int32_t seajay_set_done_callback(SeajayEngine *engine,
                                 SeajayDoneCallback callback,
                                 void *user_data);

/// Sets the callback for log messages about failed calls, options and finished searches; NULL
/// removes it. It runs on the thread of the call or search, never on two threads at once for one
/// engine. It may call functions that take a const SeajayEngine, except seajay_wait(). It must not
/// wait for another thread that uses this engine: that thread may be waiting for the log callback.
SEAJAY_API
int32_t seajay_set_log_callback(SeajayEngine *engine,
                                SeajayLogCallback callback,
                                void *user_data);

/// Evaluates the engine's position without a search, in hundredths of a pawn from the side to
/// move's point of view. Meant for quiet positions: a piece about to be captured still counts.
SEAJAY_API int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);

/// Returns the memory in bytes that an engine uses at most: hash table, threads and a network of
/// its own, but not the threads' stacks, tablebases, or the built-in network, which all engines
/// share. Pages of the hash table are committed when first used. 0 on error.
SEAJAY_API uint64_t seajay_memory_usage(const SeajayEngine *engine);

/// Returns what seajay_memory_usage() would return with these values of Hash and Threads, one line
/// (MultiPV) and the built-in network; 0 if a value is out of range.
SEAJAY_API uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);

// Searches ----------------------------------------------------------------------------------------

/// Searches the engine's position on this thread until a limit is reached or, with infinite, only
/// until seajay_stop() is called on another thread or the info callback returns non-zero, which end
/// any search. It returns a legal move whenever it is stopped.
///
/// A stop that comes before the search has begun is lost; from the first call of the info callback
/// on, every stop counts. Use seajay_start() if every stop must count. The search needs less than
/// 256 KiB of this thread's stack. result may be NULL. Draws by rule do not end a search:
/// seajay_game_state() detects them.
///
/// Errors: SEAJAY_ERR_INVALID_ARGUMENT without a limit, SEAJAY_ERR_ILLEGAL_MOVE in search_moves.
SEAJAY_API
int32_t seajay_search(SeajayEngine *engine,
                      const SeajayLimits *limits,
                      SeajayResult *result);

/// Begins a search on a thread of the engine, or on its pool, and returns at once. After SEAJAY_OK
/// every later stop and ponderhit reaches the search. The limits are copied. Until the search ends
/// or is told to stop, calls that take a non-const SeajayEngine return SEAJAY_ERR_BUSY. Errors are
/// those of seajay_search().
SEAJAY_API int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);

/// Waits until the last search or review has ended and its done callback has returned, and returns
/// the result: after a review that of the position it searched last. It may be called repeatedly,
/// on any thread, until the next search begins. result may be NULL. If the done callback starts
/// further searches, the result may be that of a later one: see search_id.
///
/// timeout_ms: 0 returns at once, a negative number waits without a limit. SEAJAY_ERR_TIMEOUT: the
/// search goes on. SEAJAY_ERR_BUSY: in a callback of this engine.
/// SEAJAY_ERR_INVALID_ARGUMENT: there has been no search yet.
SEAJAY_API
int32_t seajay_wait(const SeajayEngine *engine,
                    int64_t timeout_ms,
                    SeajayResult *result);

/// Returns 1 from the beginning of a search, even if it waits in the queue of a pool, until its
/// result is stored, otherwise 0. In the done callback it is already 0, unless that has begun a
/// search; seajay_wait() waits for the callback as well.
SEAJAY_API int32_t seajay_is_searching(const SeajayEngine *engine);

/// Tells the search to end, and returns without waiting; the search ends within a few milliseconds.
/// Without a search it does nothing, and has no effect on the next one.
///
/// A call that takes a non-const SeajayEngine waits for a search that was told to stop, and for its
/// done callback: seajay_stop(), seajay_set_position() and seajay_start() may follow each other. In
/// a callback, of whichever engine, it returns SEAJAY_ERR_BUSY, as it does where the done callback
/// has begun another search, or another call uses the engine.
SEAJAY_API int32_t seajay_stop(const SeajayEngine *engine);

/// Tells a search with limits.ponder that the expected move was played: from now on its other
/// limits apply. move_time_ms counts from here; on a clock, the time spent pondering counts too.
/// Without such a search it does nothing.
SEAJAY_API int32_t seajay_ponderhit(const SeajayEngine *engine);

/// Clears killers, histories and the hash table, as in a new engine; options, position and the last
/// result are kept. Call it between games. After that, a search on one thread with a node or depth
/// limit gives the same result every time, on every machine.
SEAJAY_API int32_t seajay_clear_history(SeajayEngine *engine);

/// Returns the counters of the last finished search; zeros before the first.
SEAJAY_API int32_t seajay_stats(const SeajayEngine *engine, SeajayStats *stats);

// Lines -------------------------------------------------------------------------------------------

/// Returns the number of lines of the last finished search: MultiPV, or fewer if there are fewer
/// moves to choose from, which a level or the tablebases may also exclude; one after a mate search.
/// A search that ended during its first iteration has only the lines searched until then, perhaps
/// none. 0 before the first search, in mate and stalemate, and on error.
SEAJAY_API size_t seajay_line_count(const SeajayEngine *engine);

/// Returns a line of the last finished search. index 0 is the best line;
/// SEAJAY_ERR_INVALID_ARGUMENT if there is no such line.
///
/// info: the line's score, depth and so on, with the counters and the time of the whole search;
/// info->pv is the buffer pv, or "" if pv_size is 0. May be NULL.
/// pv: a buffer for the moves, as many as fit; 768 bytes hold any line. NULL with size 0 omits
/// them.
///
/// The first line begins with SeajayResult.best_move.
/// Every line has been searched to info->depth; several lines are all of one iteration. A single
/// line may have a bound instead of an exact score if the search was stopped during an iteration.
/// A line with an exact mate score reaches the mate; one that could not be completed has a bound.
SEAJAY_API
int32_t seajay_line(const SeajayEngine *engine,
                    size_t index,
                    SeajayInfo *info,
                    char *pv,
                    size_t pv_size);

/// Copies a line of the last finished search as SAN, from the position that was searched, even if
/// the engine has another position now. 1024 bytes hold any line.
SEAJAY_API
int64_t seajay_line_to_san(const SeajayEngine *engine,
                           size_t index,
                           char *buffer,
                           size_t size);

// Pools -------------------------------------------------------------------------------------------

/// Creates a pool of at most 256 threads; 0 means one for each processor. Returns NULL if memory is
/// exhausted, the system refuses a thread, or threads is too large; seajay_last_error() says which.
/// Check it: NULL means no pool to seajay_set_pool().
SEAJAY_MUST_USE SEAJAY_API SeajayPool *seajay_pool_new(uint32_t threads);

/// Frees a pool; NULL is allowed. Its engines keep using it: its threads end when the last engine
/// has been freed or has left the pool. May be called on any thread, also in callbacks. The call
/// that releases the last user of a pool (this one, seajay_free() or seajay_set_pool()) waits for
/// its other threads, and so for callbacks that are running on them.
SEAJAY_API void seajay_pool_free(SeajayPool *pool);

/// Makes seajay_start() queue its searches on a pool, by limits.priority, then first come, first
/// served. NULL returns to a thread of the engine's own. seajay_search() still runs on the calling
/// thread.
///
/// On a pool seajay_start() rejects searches that could occupy a thread forever
/// (SEAJAY_ERR_INVALID_ARGUMENT): limits.infinite, limits.ponder, and Threads above 1. Clocks run
/// from seajay_start(), move_time_ms from when a thread takes the search: queue_ms in the result is
/// how long that took. A search that is stopped, or whose clock runs out, while it waits in the
/// queue ends within milliseconds with a legal move. A mate search without a limit of nodes or time
/// may occupy its thread for a long time.
///
/// A callback occupies its thread of the pool until it returns. One that waits for a search on the
/// same pool may deadlock. Two more threads end the searches stopped in the queue and call their
/// done callbacks: a slow one delays the others.
SEAJAY_API int32_t seajay_set_pool(SeajayEngine *engine, SeajayPool *pool);

// Initialisers of the structs.

#define SEAJAY_BOARD_INIT \
    { sizeof(SeajayBoard), 0, { { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 } }, 0, -1, 0, 1, 0 }

#define SEAJAY_LIMITS_INIT \
    { sizeof(SeajayLimits), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL SEAJAY_PAD, 0, 0 }

#define SEAJAY_OPTION_INFO_INIT { sizeof(SeajayOptionInfo), 0, NULL, NULL, 0, 0, NULL SEAJAY_PAD }

#define SEAJAY_INFO_INIT \
    { sizeof(SeajayInfo), 0, 0, 0, 0, 0, 0, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, 0, 0, NULL SEAJAY_PAD }

#define SEAJAY_RESULT_INIT \
    { sizeof(SeajayResult), 0, 0, "", "", { 0, 0, 0 }, 0, 0, { 0, 0, 0 }, 0, 0, 0 }

#define SEAJAY_STATS_INIT \
    { sizeof(SeajayStats), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SEAJAY_H
