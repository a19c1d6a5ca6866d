// seajay: an embeddable chess search library.
//
// A game (SeajayGame) is a position with the moves that led to it: rules and notation. An engine
// (SeajayEngine) searches positions. A pool (SeajayPool) runs the searches of many engines on a few
// threads. docs/guide.md shows how they go together, with programs to copy; seajay.hpp is for C++.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Status. Most functions return SEAJAY_OK or a negative SEAJAY_ERR number; after an error
// everything is as it was before, and seajay_last_error() says what was wrong. Not repeated below:
// SEAJAY_ERR_NULL for a pointer that may not be NULL, _INVALID_UTF8 for text that is not UTF-8,
// _OUT_OF_MEMORY, and _PANIC for a bug in the library. It prints nothing and never ends the
// program.
//
// Threads. Of an engine, functions that take a const SeajayEngine may be called on any thread at
// any time, also during a search and in its callbacks (but seajay_wait() there). Of the others one
// at a time: a second one, or one during a search, is SEAJAY_ERR_BUSY and changes nothing. Calls on
// one game wait for each other. Different engines and games are independent.
//
// Text. Text going in ends with a NUL, is copied, and uses UCI notation for moves (e2e4, e7e8q;
// castling as e1g1 or e1h1). Functions that give text return its full length without the NUL: where
// that is not below size, the text was cut to fit. NULL with size 0 asks for the length. Pointers
// to text that are returned are static. Only engines, games and pools have to be freed.
//
// Structs. Begin with their initialiser, such as SeajayLimits limits = SEAJAY_LIMITS_INIT: programs
// compiled earlier keep working as structs grow. A wrong struct_size is
// SEAJAY_ERR_INVALID_ARGUMENT.

#ifndef SEAJAY_H
#define SEAJAY_H

#include <stddef.h>
#include <stdint.h>

#define SEAJAY_VERSION_MAJOR 0
#define SEAJAY_VERSION_MINOR 2
#define SEAJAY_VERSION_PATCH 0

// On Windows, define SEAJAY_STATIC where the static library is linked.
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
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the binary interface that this header describes; seajay_abi_version() gives the
/// library's. It changes only when programs must be compiled again.
#define SEAJAY_ABI_VERSION 2

/// What a call returns.
typedef enum {
    SEAJAY_OK = 0,
    /// An argument is NULL that may not be.
    SEAJAY_ERR_NULL = -1,
    /// A text is not UTF-8.
    SEAJAY_ERR_INVALID_UTF8 = -2,
    /// An argument contradicts its documentation: a struct_size, a negative limit, no limit.
    SEAJAY_ERR_INVALID_ARGUMENT = -3,
    /// The text is not a FEN.
    SEAJAY_ERR_INVALID_FEN = -10,
    /// The position cannot be played.
    SEAJAY_ERR_ILLEGAL_POSITION = -11,
    /// A move is not legal where it stands, is not a move, or could be several.
    SEAJAY_ERR_ILLEGAL_MOVE = -12,
    SEAJAY_ERR_UNKNOWN_OPTION = -20,
    /// The option does not take this value.
    SEAJAY_ERR_INVALID_VALUE = -21,
    /// Memory, or a thread, could not be had.
    SEAJAY_ERR_OUT_OF_MEMORY = -30,
    /// A file could not be read.
    SEAJAY_ERR_IO = -31,
    /// The engine is searching, or in another call, or the call is not allowed in a callback.
    SEAJAY_ERR_BUSY = -40,
    /// The search has not ended within the time that seajay_wait() was given.
    SEAJAY_ERR_TIMEOUT = -41,
    /// A bug in the library. Of this engine only free, stop and stats still work.
    SEAJAY_ERR_PANIC = -50,
} SeajayStatus;

/// The unit of SeajayScore.value.
typedef enum {
    /// Hundredths of a pawn.
    SEAJAY_SCORE_CP = 0,
    /// Moves to mate; negative when the side to move is being mated, 0 when it is mated.
    SEAJAY_SCORE_MATE = 1,
    /// Plies to a position that the tablebases know as won, at least 1; negative when lost.
    SEAJAY_SCORE_TB = 2,
} SeajayScoreKind;

/// What SeajayScore.value says about the true score.
typedef enum {
    /// It is the true score.
    SEAJAY_BOUND_EXACT = 0,
    /// The true score is at least this.
    SEAJAY_BOUND_LOWER = 1,
    /// The true score is at most this.
    SEAJAY_BOUND_UPPER = 2,
} SeajayBound;

/// Why the info callback is called.
typedef enum {
    /// A line was finished, or its score turned out higher or lower than expected: then it is a
    /// bound.
    SEAJAY_INFO_LINE = 0,
    /// The search begins, or goes on: the last known values again.
    SEAJAY_INFO_TICK = 1,
} SeajayInfoKind;

/// Why a search ended.
typedef enum {
    /// The depth limit, or the greatest depth there is; a mate search: there is no such mate.
    SEAJAY_STOP_DEPTH = 1,
    /// The node limit.
    SEAJAY_STOP_NODES = 2,
    /// Time is up, or better saved for later moves.
    SEAJAY_STOP_TIME = 3,
    /// A mate is proven: the one that was asked for, or where the game is won the shortest.
    SEAJAY_STOP_MATE = 4,
    /// seajay_stop() was called.
    SEAJAY_STOP_STOPPED = 5,
    /// The info callback returned non-zero.
    SEAJAY_STOP_CALLBACK = 6,
    /// There is no legal move: mate or stalemate.
    SEAJAY_STOP_GAME_OVER = 7,
} SeajayStopReason;

/// What values an option takes. All are set and read as text.
typedef enum {
    /// true or false; also 1/0, yes/no and on/off, in any case.
    SEAJAY_OPTION_CHECK = 0,
    /// A whole number from min to max.
    SEAJAY_OPTION_SPIN = 1,
    /// Any text of at most 4096 bytes.
    SEAJAY_OPTION_STRING = 2,
    /// One of the choices. No option of this version is one.
    SEAJAY_OPTION_COMBO = 3,
    /// No value, given as "": setting it does something. No option of this version is one.
    SEAJAY_OPTION_BUTTON = 4,
} SeajayOptionKind;

/// A side of the board.
typedef enum {
    SEAJAY_WHITE = 0,
    SEAJAY_BLACK = 1,
} SeajayColor;

/// What the rules say about a game. Up to 15 it is over; from 16 on a side may claim a draw.
typedef enum {
    SEAJAY_GAME_ONGOING = 0,
    /// The side to move is mated.
    SEAJAY_GAME_CHECKMATE = 1,
    /// The side to move has no legal move, and is not in check.
    SEAJAY_GAME_STALEMATE = 2,
    /// Neither side has the material to mate, however badly the other plays.
    SEAJAY_GAME_MATERIAL = 3,
    /// This position is on the board for the fifth time.
    SEAJAY_GAME_FIVEFOLD = 4,
    /// Seventy-five moves by each side without a capture or a pawn move.
    SEAJAY_GAME_SEVENTY_FIVE = 5,
    /// This position is on the board for the third time or more.
    SEAJAY_GAME_REPETITION = 16,
    /// Fifty moves by each side without a capture or a pawn move.
    SEAJAY_GAME_FIFTY_MOVES = 17,
} SeajayGameState;

/// How much a text of the log matters.
typedef enum {
    /// A bug in the library.
    SEAJAY_LOG_ERROR = 1,
    /// A call failed.
    SEAJAY_LOG_WARNING = 2,
    /// Something was done.
    SEAJAY_LOG_INFO = 3,
} SeajayLogLevel;

/// An engine: options and a position in, results out. Made by seajay_new(), ended by seajay_free().
typedef struct SeajayEngine SeajayEngine;

/// A position with the moves that led to it. Made by seajay_game_new(), ended by
/// seajay_game_free().
typedef struct SeajayGame SeajayGame;

/// A few threads for the started searches of many engines. Made by seajay_pool_new().
typedef struct SeajayPool SeajayPool;

/// A position as bitboards: a1 is bit 0, b1 bit 1, h8 bit 63.
typedef struct {
    /// Set by SEAJAY_BOARD_INIT.
    uint32_t struct_size;
    /// The side to move: SEAJAY_WHITE or SEAJAY_BLACK.
    int32_t turn;
    /// By color and kind: pawns, knights, bishops, rooks, queens, king.
    uint64_t pieces[2][6];
    /// The rooks that may still castle.
    uint64_t castling_rooks;
    /// The square behind a pawn that has just moved two squares, or -1. Given only where the
    /// capture is legal.
    int32_t en_passant;
    /// Plies since the last capture or pawn move.
    int32_t halfmove_clock;
    /// From 1.
    int32_t fullmove_number;
    /// Not 0: castling is written as king takes rook.
    int32_t chess960;
} SeajayBoard;

/// One option, as a program shows it to its user. The texts are static.
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
    /// The values of a SEAJAY_OPTION_COMBO, NULL at the end; NULL for other kinds.
    const char *const *choices;
#if defined(SEAJAY_POINTERS_OF_32_BITS)
    /// Fills the struct where pointers are small.
    uint32_t reserved;
#endif
} SeajayOptionInfo;

/// A score from the side to move's view: positive is good for it.
typedef struct {
    /// The unit of value: SEAJAY_SCORE_CP, _MATE or _TB.
    int32_t kind;
    int32_t value;
    /// SEAJAY_BOUND_EXACT, _LOWER or _UPPER.
    int32_t bound;
} SeajayScore;

/// News from a running search, valid during the callback; or a line of a finished one.
typedef struct {
    uint32_t struct_size;
    /// SEAJAY_INFO_LINE or SEAJAY_INFO_TICK.
    int32_t kind;
    /// Which search of this engine, counted from 1.
    uint64_t search_id;
    /// The depth of the line in plies; 0 before the first: then the score means nothing.
    int32_t depth;
    /// The longest line looked at, in plies.
    int32_t seldepth;
    /// The rank of the line, from 1.
    int32_t multipv;
    /// How full the hash table is, in permille.
    int32_t hashfull;
    SeajayScore score;
    /// The chances of win, draw and loss for the side to move, in permille.
    int32_t wdl[3];
    /// Positions visited, in all and per second.
    uint64_t nodes;
    uint64_t nps;
    /// Tablebase positions met.
    uint64_t tb_hits;
    /// Since the search began, pondering included.
    int64_t time_ms;
    /// The line in UCI notation, at most 128 moves; never NULL, "" before the first. 768 bytes hold
    /// any line, 1024 bytes its SAN. After the first move of a bound it is only likely play.
    const char *pv;
#if defined(SEAJAY_POINTERS_OF_32_BITS)
    /// Fills the struct where pointers are small.
    uint32_t reserved;
#endif
} SeajayInfo;

/// Returns 0 to go on, anything else to stop the search.
typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);

/// The result of a search.
typedef struct {
    /// Set by SEAJAY_RESULT_INIT.
    uint32_t struct_size;
    /// SEAJAY_STOP_DEPTH and so on.
    int32_t stop_reason;
    /// Which search of this engine, counted from 1.
    uint64_t search_id;
    /// In UCI notation; "" only in mate (score: mate in 0) and stalemate (0 centipawns).
    char best_move[8];
    /// The reply that is expected, to ponder on; may be "".
    char ponder_move[8];
    SeajayScore score;
    /// The depth behind the score in plies; 0: stopped before anything was searched, and best_move
    /// is merely legal.
    int32_t depth;
    /// The longest line looked at, in plies.
    int32_t seldepth;
    /// Positions visited.
    uint64_t nodes;
    /// Time taken, pondering included.
    int64_t time_ms;
} SeajayResult;

/// status is SEAJAY_OK or SEAJAY_ERR_PANIC; result is valid during the call, and NULL unless it is
/// OK.
typedef void (*SeajayDoneCallback)(void *user_data, int32_t status, const SeajayResult *result);

/// text is at most 1024 bytes on one line, valid during the call.
typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);

/// When a search shall end: at the first of the limits that are set. 0 is "not set" in every field;
/// at least one must be. Negative numbers are SEAJAY_ERR_INVALID_ARGUMENT, but in the clocks.
typedef struct {
    /// Set by SEAJAY_LIMITS_INIT.
    uint32_t struct_size;
    /// Plies of iterative deepening; more than 127 means 127.
    int32_t depth;
    /// Positions to visit, by all threads together.
    uint64_t nodes;
    int64_t move_time_ms;
    /// Does the side to move mate in at most so many moves? Alone it is answered for certain:
    /// SEAJAY_STOP_MATE or SEAJAY_STOP_DEPTH. With nodes or time it may end undecided; with depth,
    /// mates of more plies are not sought. More than 63 means 63.
    int32_t mate;
    /// Moves until the next time control; 0 when the clock is for the rest of the game.
    int32_t moves_to_go;
    /// What is left on the clocks. Below 0: time is up, a move is played at once.
    int64_t white_time_ms;
    int64_t black_time_ms;
    /// What the clocks gain with each move.
    int64_t white_increment_ms;
    int64_t black_increment_ms;
    /// Not 0: return only when stopped. Time limits are ignored; after the other limits it waits.
    int32_t infinite;
    /// Not 0: as infinite until seajay_ponderhit(), then until the other limits.
    int32_t ponder;
    /// The moves to choose from, in UCI notation; NULL or "" is all.
    const char *search_moves;
#if defined(SEAJAY_POINTERS_OF_32_BITS)
    /// Fills the struct where pointers are small.
    uint32_t reserved;
#endif
} SeajayLimits;

/// Counts of a finished search. A node is a position that was reached by playing a move.
typedef struct {
    /// Set by SEAJAY_STATS_INIT.
    uint32_t struct_size;
    uint64_t nodes;
    /// Nodes of the quiescence search.
    uint64_t qnodes;
    /// Nodes of the main search that ended because a move was too good for the opponent; those of
    /// them where it was the first one tried show how good the move ordering is.
    uint64_t beta_cutoffs;
    uint64_t first_move_cutoffs;
    /// Moves searched to a reduced depth, and those of them searched again as they turned out well.
    uint64_t reductions;
    uint64_t re_searches;
    /// Hash table: times asked, positions found, nodes that needed nothing else.
    uint64_t tt_probes;
    uint64_t tt_hits;
    uint64_t tt_cutoffs;
    /// Beta cutoffs by the kind of move: that of the hash table, queen promotions, captures that
    /// lose nothing, killers, other quiet moves, captures that lose material and underpromotions.
    uint64_t tt_move_cutoffs;
    uint64_t promotion_cutoffs;
    uint64_t good_capture_cutoffs;
    uint64_t killer_cutoffs;
    uint64_t quiet_cutoffs;
    uint64_t bad_capture_cutoffs;
    /// Null moves tried, and those that were still too good for the opponent.
    uint64_t null_move_tries;
    uint64_t null_move_cutoffs;
} SeajayStats;



/// Gives SEAJAY_ABI_VERSION of the library. A program may insist that it is that of its header.
SEAJAY_API uint32_t seajay_abi_version(void);

/// Gives the version of the library, such as "0.2.0".
SEAJAY_API const char *seajay_version(void);

/// Says for people what the library was built for: target, vector instructions, network.
SEAJAY_API const char *seajay_build_info(void);

/// Puts a status into words, such as "a move is not legal". Never NULL.
SEAJAY_API const char *seajay_strerror(int32_t status);

/// Copies the text of the calling thread's latest failed call, which says what was wrong and where:
/// "move 3 "e2e5": a pawn does not move like that, in ...". A success does not clear it. Ask on the
/// thread that failed, before its next call: a host whose calls hop between threads must do both in
/// one go. 1025 bytes hold any text.
///
/// Returns the full length; 0 and "" where no call of this thread has failed.
SEAJAY_API size_t seajay_last_error(char *buffer, size_t size);

/// Makes a game at the start of a game of chess. NULL only when memory is exhausted.
SEAJAY_API SEAJAY_MUST_USE SeajayGame *seajay_game_new(void);

/// Ends a game; NULL is fine. It must be the last call on it.
SEAJAY_API void seajay_game_free(SeajayGame *game);

/// Begins anew with a FEN (NULL is the start of a game) and the moves played from it (NULL or "" is
/// none).
///
/// A FEN has four to six fields; castling rights in standard, Shredder or X-FEN form. Too much
/// material and impossible checks are accepted with at most 16 pieces a side; what cannot be played
/// is SEAJAY_ERR_ILLEGAL_POSITION. On error the old game stays.
SEAJAY_API int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves);

/// Begins anew with a position from bitboards. On error the old game stays.
SEAJAY_API int32_t seajay_game_set_board(SeajayGame *game, const SeajayBoard *board);

/// Gives the position as bitboards: to draw it, or to feed another program.
SEAJAY_API int32_t seajay_game_board(const SeajayGame *game, SeajayBoard *board);

/// Makes one game the same as another, with all its moves. Both may be the same.
SEAJAY_API int32_t seajay_game_copy(SeajayGame *to, const SeajayGame *from);

/// Plays moves in UCI notation, separated by white space: all of them, or on error none. There is
/// no null move.
SEAJAY_API int32_t seajay_game_play(SeajayGame *game, const char *moves);

/// Plays moves as people and PGN write them: all of them, or on error none.
///
/// Passed over are move numbers, "!?", "$1", comments, (variations), results, and tag pairs before
/// the moves. Accepted besides SAN: 0-0, e2-e4, Ng1-f3, "e.p.", needless disambiguation, none where
/// only one move fits, and UCI notation. SEAJAY_ERR_ILLEGAL_MOVE: an ambiguous or impossible word,
/// or a tag FEN that is not the position on the board.
SEAJAY_API int32_t seajay_game_play_san(SeajayGame *game, const char *movetext);

/// Takes back the last moves. SEAJAY_ERR_INVALID_ARGUMENT where fewer were played.
SEAJAY_API int32_t seajay_game_undo(SeajayGame *game, uint32_t plies);

/// Chooses how castling is written: not 0 as king takes rook (e1h1), 0 as the king's move (e1g1).
/// Both are always understood. Copies and later positions keep it. A FEN or a board of Chess960
/// switches it on for its game; where only Chess960 allows the castling it cannot be switched off.
SEAJAY_API int32_t seajay_game_set_chess960(SeajayGame *game, int32_t on);

/// Copies the moves played since the start position, in UCI notation, six bytes a ply at most.
SEAJAY_API int64_t seajay_game_moves(const SeajayGame *game, char *buffer, size_t size);

/// Copies the moves as people write them, with numbers: "1. e4 e5 2. Nf3", the body of a PGN.
SEAJAY_API int64_t seajay_game_moves_san(const SeajayGame *game, char *buffer, size_t size);

/// Copies the position that the game began with, as a FEN. 128 bytes hold any FEN.
SEAJAY_API int64_t seajay_game_start_fen(const SeajayGame *game, char *buffer, size_t size);

/// Counts the moves played since the start position.
SEAJAY_API int64_t seajay_game_ply_count(const SeajayGame *game);

/// Copies the legal moves in UCI notation, in no particular order: those of the piece on a square
/// such as "e2", or all where from is NULL. "" in mate and stalemate. 2048 bytes hold them.
SEAJAY_API
int64_t seajay_game_legal_moves(const SeajayGame *game,
                                const char *from,
                                char *buffer,
                                size_t size);

/// Turns a move or a line from the position on the board into SAN: "e2e4 g8f6" becomes "e4 Nf6".
SEAJAY_API
int64_t seajay_game_to_san(const SeajayGame *game,
                           const char *moves,
                           char *buffer,
                           size_t size);

/// Turns what seajay_game_play_san() takes into UCI notation, without playing it.
SEAJAY_API
int64_t seajay_game_from_san(const SeajayGame *game,
                             const char *san,
                             char *buffer,
                             size_t size);

/// Copies the position on the board as a FEN of six fields, with an en passant square only where
/// the capture is legal. 128 bytes hold any FEN.
SEAJAY_API int64_t seajay_game_fen(const SeajayGame *game, char *buffer, size_t size);

/// Gives the first SEAJAY_GAME state that is true, in this order: checkmate, stalemate, material,
/// fivefold, seventy-five moves, repetition, fifty moves, ongoing.
SEAJAY_API int32_t seajay_game_state(const SeajayGame *game);

/// 1 where the side to move is in check, else 0.
SEAJAY_API int32_t seajay_game_in_check(const SeajayGame *game);

/// 0 where material alone rules out that a color ever mates, else 1: whether it wins when its
/// opponent's flag falls.
SEAJAY_API int32_t seajay_game_can_win(const SeajayGame *game, int32_t color);

/// Gives the position's key in Polyglot's opening books, for books and caches; 0 on error. Not the
/// key of repetitions: en passant counts also where the capture is not legal.
SEAJAY_API uint64_t seajay_game_key(const SeajayGame *game);

/// Counts the lines of so many plies: 20 from the start of a game with depth 1, 400 with depth 2.
/// It takes the calling thread some 10 ns a line and cannot be stopped. At most 64.
SEAJAY_API int32_t seajay_game_perft(const SeajayGame *game, uint32_t depth, uint64_t *nodes);

/// Makes an engine at the start of a game, with every option at its default. NULL only when memory
/// is exhausted. Engines are independent of each other; a program may have hundreds.
SEAJAY_API SEAJAY_MUST_USE SeajayEngine *seajay_new(void);

/// Ends an engine; NULL is fine. It stops a started search, waits for its callbacks and frees
/// everything. It must be the last call on the engine. In the engine's own callbacks it does
/// nothing.
///
/// Each search takes a moment to notice: to free many, call seajay_stop() on all of them first.
SEAJAY_API void seajay_free(SeajayEngine *engine);

/// Sets an option, both as text: seajay_set_option(engine, "Hash", "64"). Names are matched without
/// regard to case. docs/guide.md explains each option; seajay_option_info() lists them.
///
/// SEAJAY_ERR_UNKNOWN_OPTION, SEAJAY_ERR_INVALID_VALUE (also for files that are not what they
/// should be), SEAJAY_ERR_IO, SEAJAY_ERR_OUT_OF_MEMORY: the old value stays.
SEAJAY_API int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);

/// Copies the value of an option, as text that seajay_set_option() takes.
SEAJAY_API
int64_t seajay_get_option(const SeajayEngine *engine,
                          const char *name,
                          char *buffer,
                          size_t size);

/// Counts the options there are, the same for every engine.
SEAJAY_API size_t seajay_option_count(void);

/// Describes an option: index runs from 0, in an order made for showing them.
SEAJAY_API int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);

/// Evaluates with another network from here on: the bytes of a file as the option EvalFile takes
/// it, which are copied. Setting that option again returns to its network. Empties the hash table.
SEAJAY_API int32_t seajay_load_network(SeajayEngine *engine, const void *data, size_t size);

/// Takes over the position of a game, and what the rules need of its moves. The game is copied.
SEAJAY_API int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game);

/// The same from text, for programs without a game: see seajay_game_set(). Give the whole game:
/// repetitions are known from its moves alone. UCI_Chess960 says how castling is written.
SEAJAY_API int32_t seajay_set_position(SeajayEngine *engine, const char *fen, const char *moves);

/// Sets what is called during every search from now on; NULL is nothing.
///
/// It runs on the thread that searches, which waits for it: once as the search begins, for every
/// new line, and at least every 50 ms on an idle machine. Once it has returned not 0, the search
/// ends and does not call it again. In it work the functions that take a const SeajayEngine, but
/// seajay_wait(); the others are SEAJAY_ERR_BUSY. No exception and no longjmp() may leave it, and
/// it must not wait for a thread that waits for this engine.
SEAJAY_API
int32_t seajay_set_info_callback(SeajayEngine *engine,
                                 SeajayInfoCallback callback,
                                 void *user_data);

/// Sets what is called when a search that seajay_start() began has ended; NULL is nothing.
///
/// It runs on the thread that has searched, when the result is stored and the engine is idle, and
/// before seajay_wait() returns. In it every function works on this engine, seajay_set_game() and
/// seajay_start() among them, but seajay_wait() (SEAJAY_ERR_BUSY) and seajay_free() (ignored). A
/// search that is started in it runs after it has returned.
SEAJAY_API
int32_t seajay_set_done_callback(SeajayEngine *engine,
                                 SeajayDoneCallback callback,
                                 void *user_data);

/// Sets what is told, in words for people, of failed calls, options and the end of searches; NULL
/// is nothing. It runs on the thread of the call or search, never twice at a time for one engine.
/// In it work the functions that take a const SeajayEngine, but seajay_wait().
SEAJAY_API
int32_t seajay_set_log_callback(SeajayEngine *engine,
                                SeajayLogCallback callback,
                                void *user_data);

/// Evaluates the engine's position without any search, in hundredths of a pawn from the side to
/// move's view. Meant for quiet positions: a piece that is about to be captured still counts.
SEAJAY_API int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);

/// Gives the bytes that an engine holds at most: hash table, threads, and a network of its own. The
/// pages of the table become real as they are first used. 0 on error.
SEAJAY_API uint64_t seajay_memory_usage(const SeajayEngine *engine);

/// Gives what seajay_memory_usage() will say with these values of Hash and Threads; 0 for values
/// that the options do not take.
SEAJAY_API uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);

/// Searches the engine's position on this thread until a limit is reached, seajay_stop() is called
/// on another thread, or the info callback returns not 0. Stopped at any moment, it gives a legal
/// move.
///
/// A stop counts from the first call of the info callback on; to be sure of every stop use
/// seajay_start(). The search needs less than 256 KiB of this thread's stack. result may be NULL.
/// Draws by rule do not end a search: seajay_game_state() tells them.
SEAJAY_API
int32_t seajay_search(SeajayEngine *engine,
                      const SeajayLimits *limits,
                      SeajayResult *result);

/// Begins a search and returns at once: on a thread of the engine, or on its pool. When this
/// returns SEAJAY_OK, the search counts as begun: every later stop and ponderhit reaches it. The
/// limits are copied. Until the search ends, calls that take a SeajayEngine are SEAJAY_ERR_BUSY.
SEAJAY_API int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);

/// Waits until the search that was begun last has ended and its done callback has returned, and
/// gives the result: again and again, on any thread, until the next search begins. result may be
/// NULL. Where the done callback starts further searches, it may be the result of a later one:
/// search_id tells.
///
/// timeout_ms: 0 asks and returns at once, a negative number waits as long as it takes.
/// SEAJAY_ERR_TIMEOUT: the search goes on. SEAJAY_ERR_BUSY: in a callback of this engine.
SEAJAY_API
int32_t seajay_wait(const SeajayEngine *engine,
                    int64_t timeout_ms,
                    SeajayResult *result);

/// 1 while a search is under way, else 0.
SEAJAY_API int32_t seajay_is_searching(const SeajayEngine *engine);

/// Tells the search to end, and returns without waiting for that; it takes some milliseconds.
/// Without a search it does nothing, and has no effect on the next one.
SEAJAY_API int32_t seajay_stop(const SeajayEngine *engine);

/// Tells a search with limits.ponder that the expected move was played: from now on its other
/// limits end it. move_time_ms counts from here; a clock takes the time it has pondered into
/// account.
SEAJAY_API int32_t seajay_ponderhit(const SeajayEngine *engine);

/// Forgets killers, histories and the hash table, as if newly made; options, position and the last
/// result stay. Call it between games. After it, one thread and a node or depth limit give the same
/// result every time, on every machine.
SEAJAY_API int32_t seajay_clear_history(SeajayEngine *engine);

/// Gives the counts of the last finished search; zeros before the first.
SEAJAY_API int32_t seajay_stats(const SeajayEngine *engine, SeajayStats *stats);

/// Counts the lines of the last finished search: as many as the option MultiPV asked for, or as
/// there were moves to begin with. 0 before the first search, in mate and stalemate, and on error.
SEAJAY_API size_t seajay_line_count(const SeajayEngine *engine);

/// Gives a line of the last finished search, best first: index runs from 0.
///
/// info: what the info callback was told last of this line; info->pv is the buffer. May be NULL.
/// pv: a buffer for the moves, as many as it has room for; 768 bytes hold any line. NULL with size
/// 0 leaves them out.
///
/// The first line is that of SeajayResult.best_move, unless UCI_LimitStrength chose another. A line
/// with an exact mate score reaches the mate. A search that was stopped amid an iteration may leave
/// bounds, and lines of the iteration before, as info->depth tells.
SEAJAY_API
int32_t seajay_line(const SeajayEngine *engine,
                    size_t index,
                    SeajayInfo *info,
                    char *pv,
                    size_t pv_size);

/// Copies a line of the last finished search as SAN, from the position that was searched: it does
/// not matter which position the engine has now. 1024 bytes hold any line.
SEAJAY_API
int64_t seajay_line_to_san(const SeajayEngine *engine,
                           size_t index,
                           char *buffer,
                           size_t size);

/// Makes a pool of at most 256 threads; 0 is as many as there are processors. NULL when memory is
/// exhausted, the system refuses a thread, or there are too many.
SEAJAY_API SEAJAY_MUST_USE SeajayPool *seajay_pool_new(uint32_t threads);

/// Gives up a pool; NULL is fine. Its engines keep using it: its threads end when the last of them
/// has been freed or has left it. Works on any thread, in callbacks too.
SEAJAY_API void seajay_pool_free(SeajayPool *pool);

/// From here on seajay_start() queues on the pool, first come first served; NULL is a thread of the
/// engine's own again.
///
/// On a pool seajay_start() refuses what could hold a thread for ever
/// (SEAJAY_ERR_INVALID_ARGUMENT): limits.infinite, limits.ponder, and Threads above 1. Clocks run
/// from seajay_start(). A search that is stopped, or whose time is up, while it waits in the queue
/// ends at once with a legal move. A mate search without a limit of nodes or time may keep its
/// thread for long.
///
/// Callbacks keep their thread from other searches until they return. One that waits for a search
/// on the same pool may wait for ever; two slow done callbacks of stopped searches delay the ends
/// of others in the queue.
SEAJAY_API int32_t seajay_set_pool(SeajayEngine *engine, SeajayPool *pool);

// Initialisers of structs.

#define SEAJAY_LIMITS_INIT { sizeof(SeajayLimits), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL }

// For seajay_line(); the info callback gets its SeajayInfo from the library.
#define SEAJAY_INFO_INIT \
    { sizeof(SeajayInfo), 0, 0, 0, 0, 0, 0, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, 0, 0, NULL }

#define SEAJAY_RESULT_INIT \
    { sizeof(SeajayResult), 0, 0, "", "", { 0, 0, 0 }, 0, 0, 0, 0 }

#define SEAJAY_STATS_INIT \
    { sizeof(SeajayStats), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

#define SEAJAY_OPTION_INFO_INIT { sizeof(SeajayOptionInfo), 0, NULL, NULL, 0, 0, NULL }

#define SEAJAY_BOARD_INIT \
    { sizeof(SeajayBoard), 0, { { 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0 } }, 0, -1, 0, 1, 0 }

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SEAJAY_H
