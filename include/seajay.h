// seajay: an embeddable chess search library.
//
// A program makes an engine, gives it a position and limits, and gets back a move, a score and
// lines of play, as data. The library prints nothing and never ends the program: errors are statuses,
// exhausted memory and bugs of its own among them. SECURITY.md says how far that reaches: some small
// allocations are beyond it.
//
// SPDX-License-Identifier: GPL-3.0-or-later
//
// For C++ there is seajay.hpp over it. docs/guide.md tells how the functions go together: games,
// threads, time, memory. In short:
//
//     engines     seajay_new, seajay_free, seajay_set_option, seajay_load_network
//     games       seajay_set_position, seajay_play, seajay_game_state, seajay_in_check,
//                 seajay_legal_moves
//     searches    seajay_search, or seajay_start with seajay_wait, seajay_stop, seajay_ponderhit;
//                 seajay_set_info_callback hears of them, seajay_line gives their lines,
//                 seajay_stats counts
//     notation    seajay_move_to_san, seajay_san_to_move, seajay_fen
//     and         seajay_evaluate, seajay_perft, seajay_memory_usage, seajay_last_error
//
// A complete program (cc program.c -lseajay):
//
//     #include <seajay.h>
//     #include <stdio.h>
//
//     static int32_t on_info(void *user_data, const SeajayInfo *info)
//     {
//         (void)user_data;
//         if (info->kind == SEAJAY_INFO_LINE && info->score.bound == SEAJAY_BOUND_EXACT
//             && info->score.kind == SEAJAY_SCORE_CP)
//             printf("depth %d: %.2f %s\n", (int)info->depth, info->score.value / 100.0, info->pv);
//         return 0; /* not 0 stops the search */
//     }
//
//     int main(void)
//     {
//         SeajayEngine *engine = seajay_new();
//         SeajayLimits limits = SEAJAY_LIMITS_INIT;
//         SeajayResult result = SEAJAY_RESULT_INIT;
//         int32_t status = SEAJAY_ERR_OUT_OF_MEMORY;
//
//         limits.move_time_ms = 1000;
//         if (engine != NULL)
//             status = seajay_set_position(engine, NULL, "e2e4 e7e5");
//         if (status == SEAJAY_OK)
//             status = seajay_set_info_callback(engine, on_info, NULL);
//         if (status == SEAJAY_OK)
//             status = seajay_search(engine, &limits, &result);
//         if (status == SEAJAY_OK) {
//             printf("best move: %s\n", result.best_move);
//         } else {
//             char text[1025] = "";
//             seajay_last_error(engine, text, sizeof text);
//             fprintf(stderr, "%s: %s\n", seajay_strerror(status), text);
//         }
//         seajay_free(engine);
//         return status == SEAJAY_OK ? 0 : 1;
//     }
//
// Threads. A function that takes a const SeajayEngine may be called from any thread at any
// time between seajay_new() and seajay_free(), also during a search and from its callback. Of
// those that take a SeajayEngine one at a time may run: a second one, on another thread, from
// the callback, or while a search that was started runs, returns SEAJAY_ERR_BUSY and changes
// nothing. The one exception to the first rule is seajay_wait(), which is SEAJAY_ERR_BUSY inside a
// callback. Functions that take no engine may be called at any time too. Engines share nothing that
// changes but open tablebases (see SyzygyPath): each may be used from a thread of its own.
//
// Threads of the library inherit the signal mask of the thread that calls seajay_start(), sets Threads
// or loads a network: block there what they shall not receive. Callbacks go on until a search has
// ended: free the engines, or stop and wait, before main() returns or exit() is called. A thread that is
// inside the library must not be cancelled. No function may be called from a signal handler. A child
// made by fork() must neither use nor free the engines of its parent, and makes its own only where no
// thread of the parent was inside the library then.
//
// Status. Most functions return SEAJAY_OK or a negative SEAJAY_ERR number. After an error, other
// than SEAJAY_ERR_PANIC, everything is as it was before the call, structs and buffers to be filled
// included; only seajay_last_error() has a new text. Every function that takes an engine returns
// SEAJAY_ERR_NULL where that is NULL, except those that say so. The same status tells of other
// pointers that are NULL where their description does not allow it; SEAJAY_ERR_INVALID_UTF8 of text
// that is not UTF-8; SEAJAY_ERR_OUT_OF_MEMORY of exhausted memory; SEAJAY_ERR_PANIC of a bug in the
// library. These are not repeated below.
//
// Text. Text going in is UTF-8, ends with a NUL byte and is not kept. Functions that give text
// copy it into the caller's buffer of so many bytes, which must not overlap text going in: they return
// its full length without the NUL, or a negative status. A length not below the size means that the
// buffer was too small: the text is cut, and still ends with a NUL. Size 0 asks for the length, and the
// buffer may be NULL. Text that is returned as a pointer is static.
//
// Memory. Nothing has to be freed but the engine, with seajay_free().
//
// Structs. Those with a struct_size grow in later versions: begin with their initialiser
// (SEAJAY_LIMITS_INIT and so on, at the end of this file), and programs compiled earlier keep
// working with later libraries. A struct_size below that of the first version, or above 65536,
// is SEAJAY_ERR_INVALID_ARGUMENT. One larger than the library's comes from a program newer than
// the library and is accepted: what the library does not know must be zero on the way in, else
// SEAJAY_ERR_INVALID_ARGUMENT, and is zeroed on the way out.
//
// Moves are in UCI notation, in lower case: e2e4, e7e8q. Castling is accepted both as the king's
// move to where it gets (e1g1) and as the king's step onto its rook (e1h1), and given in the first
// form; in the second when the option UCI_Chess960 is true, or when the FEN that was set has a castling
// right that only Chess960 has: then for every castling of that game.
//
// Scores are from the side to move's view.

#ifndef SEAJAY_H
#define SEAJAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the binary interface this header describes; seajay_abi_version() gives the
/// library's. It changes only when a program compiled before must be compiled again.
#define SEAJAY_ABI_VERSION 1

/// What a call returns: SEAJAY_OK or one of the negative numbers below.
/// seajay_strerror() puts them into words, and seajay_last_error() names the offending part.
typedef enum {
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
} SeajayStatus;

/// What SeajayScore.value counts.
typedef enum {
    /// Hundredths of a pawn.
    SEAJAY_SCORE_CP = 0,
    /// Moves to mate; negative when the side to move is being mated, 0 when it is mated.
    SEAJAY_SCORE_MATE = 1,
    /// Plies to a position that the endgame tablebases know as won, at least 1; negative when the
    /// side to move loses.
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

/// Why the callback is called.
typedef enum {
    /// A line of play was finished; or its score turned out to be above or below what was expected,
    /// and is a bound until the search has looked closer (see SeajayBound).
    SEAJAY_INFO_LINE = 0,
    /// The search begins, or goes on: the last known values again. At first depth is 0, pv is
    /// "" and the score only a rough estimate: ignore it while depth is 0.
    SEAJAY_INFO_TICK = 1,
} SeajayInfoKind;

/// Why a search ended. One that had to wait (limits.infinite, or ponder without a ponderhit) ends by
/// what ends the waiting; mate and stalemate show in an empty best_move then.
typedef enum {
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
} SeajayStopReason;

/// What values an option takes. All are set and read as text.
typedef enum {
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
} SeajayOptionKind;

/// What the rules say about a game; see seajay_game_state().
typedef enum {
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
} SeajayGameState;

/// How much a text of the log matters; see seajay_set_log_callback().
typedef enum {
    /// A bug in the library.
    SEAJAY_LOG_ERROR = 1,
    /// A call failed.
    SEAJAY_LOG_WARNING = 2,
    /// Something was done.
    SEAJAY_LOG_INFO = 3,
} SeajayLogLevel;

/// A chess engine. Made by seajay_new(), ended by seajay_free(), and only ever used through
/// its address.
typedef struct SeajayEngine SeajayEngine;

/// One option, as a program shows it to its user. Begin with SEAJAY_OPTION_INFO_INIT.
/// The texts are static: never freed, always valid.
typedef struct {
    /// sizeof(SeajayOptionInfo), set by SEAJAY_OPTION_INFO_INIT.
    uint32_t struct_size;
    /// What values it takes: SEAJAY_OPTION_CHECK and so on.
    int32_t kind;
    /// The name.
    const char *name;
    /// The default value as text.
    const char *default_value;
    /// The least value of a SEAJAY_OPTION_SPIN.
    int64_t min;
    /// The greatest value of a SEAJAY_OPTION_SPIN.
    int64_t max;
    /// The values of a SEAJAY_OPTION_COMBO, NULL at the end; NULL for other kinds.
    const char *const *choices;
} SeajayOptionInfo;

/// A score from the side to move's view: positive is good for it.
typedef struct {
    /// The unit of value: SEAJAY_SCORE_CP, SEAJAY_SCORE_MATE or SEAJAY_SCORE_TB.
    int32_t kind;
    /// Hundredths of a pawn, moves to mate, or plies to a tablebase win.
    int32_t value;
    /// SEAJAY_BOUND_EXACT, SEAJAY_BOUND_LOWER or SEAJAY_BOUND_UPPER.
    int32_t bound;
} SeajayScore;

/// News from a running search, valid only during the call of the callback; or a line of a finished
/// one (seajay_line()).
typedef struct {
    /// In the callback, the size as the library knows it; for seajay_line() sizeof(SeajayInfo).
    uint32_t struct_size;
    /// SEAJAY_INFO_LINE or SEAJAY_INFO_TICK.
    int32_t kind;
    /// Which search of this handle, counted from 1; the same as in SeajayResult.
    uint64_t search_id;
    /// The depth of the line in plies; 0 before the first.
    int32_t depth;
    /// The longest line looked at, in plies.
    int32_t seldepth;
    /// The rank of the line, from 1.
    int32_t multipv;
    /// How full the hash table is, in permille.
    int32_t hashfull;
    /// The score of the line. While depth is 0 it is only a rough estimate, with no meaning.
    SeajayScore score;
    /// The chances of win, draw and loss for the side to move, in permille: their sum is 1000.
    /// They follow from the score by what came out in games of the engine against itself.
    int32_t wdl[3];
    /// Positions visited.
    uint64_t nodes;
    /// Positions visited per second.
    uint64_t nps;
    /// Tablebase positions met.
    uint64_t tb_hits;
    /// Milliseconds since the search began, pondering included.
    int64_t time_ms;
    /// The line of play in UCI notation, separated by spaces. Never NULL; "" before the first.
    /// At most 128 moves: 768 bytes hold any line, and 1024 bytes its SAN. All are legal, one after
    /// the other, from the position of the search. There may be more or fewer of them than depth.
    /// Of a score that is a bound only the first move was searched to that depth; what follows
    /// is the best play that the hash table remembers.
    const char *pv;
} SeajayInfo;

/// The callback of a search; see seajay_set_info_callback(). Returns 0 to go on, anything
/// else to stop the search.
typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);

/// The callback of a log; see seajay_set_log_callback(). level is SEAJAY_LOG_ERROR,
/// SEAJAY_LOG_WARNING or SEAJAY_LOG_INFO; text is UTF-8 of at most 1024 bytes without a line end,
/// never NULL, valid during the call.
typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);

/// When a search shall end. Begin with SEAJAY_LIMITS_INIT and set what you need.
///
/// Zero means "not set" in every field. The search ends when the first of the limits that
/// are set is reached. At least one must be set: depth, nodes, move_time_ms, mate, the clock
/// of the side to move, infinite or ponder; else the call is SEAJAY_ERR_INVALID_ARGUMENT.
/// Negative numbers are SEAJAY_ERR_INVALID_ARGUMENT too, except in the two clocks. Increments and
/// moves_to_go without a clock have no effect.
typedef struct {
    /// sizeof(SeajayLimits), set by SEAJAY_LIMITS_INIT.
    uint32_t struct_size;
    /// Plies of iterative deepening; more than 127, the greatest depth there is, means 127.
    int32_t depth;
    /// Positions to visit, by all threads together.
    uint64_t nodes;
    /// Milliseconds for this move.
    int64_t move_time_ms;
    /// Ends when a mate in this many moves, or fewer, is found. Where there is none the search
    /// runs on: set another limit too.
    int32_t mate;
    /// Moves until the next time control; 0 when the clock is for the rest of the game.
    int32_t moves_to_go;
    /// What is left on White's clock, in milliseconds; 0 is no clock, a negative number is a
    /// clock that has run out: a move is played at once. A program that counts down to 0 passes -1.
    int64_t white_time_ms;
    /// The same for Black.
    int64_t black_time_ms;
    /// What White's clock gains with each move, in milliseconds.
    int64_t white_increment_ms;
    /// The same for Black.
    int64_t black_increment_ms;
    /// Not 0: do not return before seajay_stop() or the callback ends the search. depth, nodes
    /// and mate still bound the work: once they are reached, or nothing is left to search, the
    /// search waits, and the callback still gets its ticks. Time limits are ignored.
    int32_t infinite;
    /// Not 0: think on the opponent's time. Until seajay_ponderhit() this is as infinite; from
    /// then on the search ends by the other limits, and move_time_ms and the clocks count from
    /// there. With no other limit it then ends at seajay_stop(), or at the greatest depth.
    int32_t ponder;
    /// The moves to choose from, in UCI notation, separated by white space; NULL or "" is all.
    const char *search_moves;
} SeajayLimits;

/// The result of a search. Begin with SEAJAY_RESULT_INIT.
typedef struct {
    /// sizeof(SeajayResult), set by SEAJAY_RESULT_INIT.
    uint32_t struct_size;
    /// Why the search ended: SEAJAY_STOP_DEPTH and so on.
    int32_t stop_reason;
    /// Which search of this handle, counted from 1.
    uint64_t search_id;
    /// The move to play in UCI notation; "" only in mate and stalemate.
    char best_move[8];
    /// The reply that is expected, to ponder on: the second move of the line, "" where it has none.
    char ponder_move[8];
    /// The score of best_move; in mate it is a mate in 0, in stalemate 0 centipawns.
    SeajayScore score;
    /// The depth of the search behind the score, in plies: that of the last finished
    /// iteration, or of one that was stopped after it had found its best move so far.
    /// 0: stopped before anything was searched; best_move is then merely legal, and the score
    /// a rough estimate. Also 0 in mate and stalemate.
    int32_t depth;
    /// The longest line looked at, in plies.
    int32_t seldepth;
    /// Positions visited.
    uint64_t nodes;
    /// Milliseconds taken, pondering included; clocks and move_time_ms count from the ponderhit.
    int64_t time_ms;
} SeajayResult;

/// Counts of the last finished search. Begin with SEAJAY_STATS_INIT.
///
/// A node is a position that was reached by playing a move. Good move ordering shows in
/// first_move_cutoffs / beta_cutoffs, the price of wrong reductions in
/// re_searches / reductions.
typedef struct {
    /// sizeof(SeajayStats), set by SEAJAY_STATS_INIT.
    uint32_t struct_size;
    /// Positions visited.
    uint64_t nodes;
    /// Those of them in the quiescence search.
    uint64_t qnodes;
    /// Nodes of the main search that ended because a move was too good for the opponent.
    uint64_t beta_cutoffs;
    /// Those of them where it was the first move tried.
    uint64_t first_move_cutoffs;
    /// Moves searched to a reduced depth.
    uint64_t reductions;
    /// Reduced moves that turned out well and were searched again.
    uint64_t re_searches;
    /// Look-ups in the hash table.
    uint64_t tt_probes;
    /// Look-ups that found the position.
    uint64_t tt_hits;
    /// Nodes answered by the hash table alone.
    uint64_t tt_cutoffs;
    /// Beta cutoffs by the move that the hash table suggested.
    uint64_t tt_move_cutoffs;
    /// Beta cutoffs by a queen promotion.
    uint64_t promotion_cutoffs;
    /// Beta cutoffs by a capture that does not lose material.
    uint64_t good_capture_cutoffs;
    /// Beta cutoffs by a killer move.
    uint64_t killer_cutoffs;
    /// Beta cutoffs by another quiet move.
    uint64_t quiet_cutoffs;
    /// Beta cutoffs by a capture that loses material, or an underpromotion.
    uint64_t bad_capture_cutoffs;
    /// Null moves tried.
    uint64_t null_move_tries;
    /// Null moves that were still too good for the opponent.
    uint64_t null_move_cutoffs;
} SeajayStats;



/// The version of the library's binary interface. A program may insist that it equals the
/// SEAJAY_ABI_VERSION it was compiled with.
uint32_t seajay_abi_version(void);

/// The version of the library, such as "0.1.0". Static text.
const char *seajay_version(void);

/// What the library is: the target it was built for, the vector instructions it uses on this
/// machine, the network inside it. Static text for people to read.
const char *seajay_build_info(void);

/// A status in words, such as "a move is not legal". Static text, never NULL, also for numbers
/// that are no status.
const char *seajay_strerror(int32_t status);

/// Makes an engine at the start of a game, with every option at its default. It takes the
/// hash table (16 MiB) and about 4 MiB more, of which little is touched before a search.
///
/// Returns NULL only when memory is exhausted, or after a bug in the library. Every handle is
/// independent of all others; a program may have hundreds, and use each from another thread.
SeajayEngine *seajay_new(void);

/// Ends an engine: stops a search that seajay_start() began, waits for its end and frees
/// everything. NULL is allowed.
///
/// It must be the last call on the handle: no other thread may be inside a call on it, or
/// begin one. From inside the handle's own callback it does nothing, and must be called again
/// later.
void seajay_free(SeajayEngine *engine);

/// Sets an option, both name and value as text: seajay_set_option(engine, "Hash", "64").
/// seajay_option_info() lists the options; names are matched without regard to case.
///
/// | name              | type   | default | values       | meaning                                 |
/// |-------------------|--------|---------|--------------|-----------------------------------------|
/// | Hash              | spin   | 16      | 1 to 1048576 | size of the hash table in MiB; a change |
/// |                   |        |         |              | empties it                              |
/// | Threads           | spin   | 1       | 1 to 256     | how many search together; more than the |
/// |                   |        |         |              | machine has processors only slows it    |
/// | MultiPV           | spin   | 1       | 1 to 256     | how many lines a search finds, each     |
/// |                   |        |         |              | beginning with another move             |
/// | Ponder            | check  | false   | true, false  | a GUI's wish to ponder, only remembered |
/// |                   |        |         |              | here; limits.ponder does it             |
/// | Move Overhead     | spin   | 10      | 0 to 5000    | milliseconds of the clock kept unused,  |
/// |                   |        |         |              | for delays; move_time_ms stays whole    |
/// | UCI_Chess960      | check  | false   | true, false  | gives castling as king onto rook (e1h1) |
/// | UCI_ShowWDL       | check  | false   | true, false  | a GUI's wish to see chances, only       |
/// |                   |        |         |              | remembered here; info->wdl always has   |
/// |                   |        |         |              | them                                    |
/// | UCI_LimitStrength | check  | false   | true, false  | play as weakly as UCI_Elo says          |
/// | UCI_Elo           | spin   | 1500    | 1000 to 2200 | strength, where it is limited           |
/// | EvalFile          | string |         | text         | path of a network to evaluate with; ""  |
/// |                   |        |         |              | is the one inside the library; loading  |
/// |                   |        |         |              | empties the hash table                  |
/// | SyzygyPath        | string |         | text         | folders with endgame tablebases; "" is  |
/// |                   |        |         |              | none                                    |
/// | KillersEnabled    | check  | true    | true, false  | order moves by killers                  |
/// | HistoryEnabled    | check  | true    | true, false  | order moves by history                  |
/// | LMREnabled        | check  | true    | true, false  | reduce the depth of late moves          |
/// | LMRMinDepth       | spin   | 3       | 1 to 32      | least depth, in plies, for reductions   |
/// | LMRMinMoveNumber  | spin   | 3       | 1 to 64      | first move, in order, to be reduced     |
/// | LMRBaseReduction  | spin   | 64      | 0 to 400     | hundredths of a ply; more reduces more  |
/// | LMRDepthFactor    | spin   | 169     | 1 to 1000    | hundredths, divides; more reduces less  |
///
/// The seven from KillersEnabled on are for experiments: leave them as they are otherwise.
///
/// The first thread of a search is the one that seajay_search() is called on, or that of
/// seajay_start(). Setting Threads makes the others, with a few MiB each, and they sleep between
/// searches until another number is set or the engine is freed. They forget then what they have
/// learnt; the hash table stays. With more than one, a search never repeats exactly.
///
/// The file of EvalFile is read once, in this call. Its path is UTF-8 of at most 4096 bytes and
/// counts from the working directory. Set it to "" to return to the network of the library, also
/// after seajay_load_network(). With Threads above 1, loading makes the other threads anew.
///
/// UCI_LimitStrength makes a search visit few positions and choose among its best five lines with
/// some error, less of both with a higher UCI_Elo. Its unit is that of matches between the levels
/// themselves, not of a rating list. The search ends by itself (SEAJAY_STOP_NODES), but with
/// limits.infinite or ponder it waits as any other does; limits that are tighter still hold. The choice
/// is the same every time after seajay_clear_history(), and varies from search to search without it.
///
/// SyzygyPath takes folders with tables in the Syzygy format (KQvK.rtbw, KQvK.rtbz and so on),
/// separated as the platform separates paths: by ";" on Windows, by ":" elsewhere. Of each file the
/// size and the beginning are checked; those ending in .rtbw, which searches read, are opened and
/// looked into in this call and stay open until the option is set again, so that each counts as an
/// open file of the process; those ending in .rtbz are opened as a search needs them, before the first
/// call of its callback. Engines that name the same folders share what is open, as long as one of them
/// names it. Setting the option waits while any engine of the process opens tables. The paths are UTF-8, together at most 4096 bytes. Setting the
/// option empties the hash table. What is damaged beyond that is no information: once a search meets it,
/// none of the engines that share the tables asks any of them, each until its own SyzygyPath is set
/// again; the log hears of it (SEAJAY_LOG_WARNING).
/// Where the tables know the position, a search considers of its moves (limits.search_moves, or all)
/// only those with the best result under the fifty-move rule, and gives lines for these alone.
///
/// SEAJAY_ERR_UNKNOWN_OPTION, SEAJAY_ERR_INVALID_VALUE (also for a file that is no network, a
/// damaged tablebase, or a folder without any), SEAJAY_ERR_IO for what cannot be read,
/// SEAJAY_ERR_OUT_OF_MEMORY (also when the system refuses a thread): the old value stays.
/// SEAJAY_ERR_BUSY during a search.
///
/// To keep the old value safe, the new table, network or threads are made before the old ones are
/// freed. That takes time and memory: Hash and Threads in proportion to their values, EvalFile and
/// SyzygyPath to read files.
int32_t seajay_set_option(SeajayEngine *engine,
                          const char *name,
                          const char *value);

/// Copies the value of an option into the buffer, as text that seajay_set_option() takes.
/// Works during a search.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_UNKNOWN_OPTION.
int64_t seajay_get_option(const SeajayEngine *engine, const char *name, char *buffer, size_t size);

/// How many options there are, the same for every handle.
size_t seajay_option_count(void);

/// Describes an option: index runs from 0 to seajay_option_count() - 1, in an order made for
/// showing them. Begin with SEAJAY_OPTION_INFO_INIT.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for another index or a wrong info->struct_size. It takes no
/// engine, so seajay_last_error() does not hear of its errors.
int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);

/// Evaluates with another network from here on: the bytes of a file as the option EvalFile takes
/// it, which are copied. It takes the place of that option's network until the option is set
/// again, and empties the hash table. seajay_get_option() goes on giving the option's value. With
/// Threads above 1 the other threads are made anew.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for bytes that are no network; seajay_last_error() names the
/// defect. SEAJAY_ERR_OUT_OF_MEMORY, also when the system refuses a thread. The old network stays.
/// SEAJAY_ERR_BUSY during a search.
int32_t seajay_load_network(SeajayEngine *engine, const void *data, size_t size);

/// Sets the position: a FEN, and the moves that were played from it.
///
/// fen: four to six fields; castling rights in standard, Shredder or X-FEN form, one named twice
/// counts once; NULL is the start of a game. Too much material and impossible checks are accepted, with at most 16
/// pieces a side. Refused as illegal: not one king a side, pawns on the first or last rank,
/// castling rights without king and rook in place, an en passant square that does not fit the
/// pawns and the side to move, and the side that is not to move in check.
/// moves: UCI notation in lower case, separated by any white space; NULL or "" is none. There
/// is no null move. Castling may be written as the king's move to where it gets (e1g1) or onto
/// the rook (e1h1), whatever UCI_Chess960 is. Give the whole game: draws by repetition are known only
/// from its moves.
///
/// SEAJAY_ERR_INVALID_FEN, SEAJAY_ERR_ILLEGAL_POSITION, SEAJAY_ERR_ILLEGAL_MOVE: the old
/// position stays. SEAJAY_ERR_BUSY during a search.
int32_t seajay_set_position(SeajayEngine *engine,
                            const char *fen,
                            const char *moves);

/// Plays one move, in UCI notation, on the position that was set last: the game grows by it, so that
/// repetitions are known.
///
/// SEAJAY_ERR_ILLEGAL_MOVE, also for more or less than one move: the old position stays.
/// SEAJAY_ERR_BUSY during a search.
int32_t seajay_play(SeajayEngine *engine,
                    const char *move);

/// Sets the function that hears of every search from now on; NULL is none. user_data is handed
/// to it untouched, and must stay valid until the callback is replaced or the engine is freed.
///
/// It is called once as a search begins, for every new line, and about every 50 ms (later on a
/// busy machine); after the search has returned, never. It runs on the thread inside
/// seajay_search(), or on the handle's own thread after seajay_start(); the search waits for it. Once
/// it has returned non-zero, that search does not call it again.
/// Inside it, the functions that take a const SeajayEngine work, except seajay_wait(); the
/// others are SEAJAY_ERR_BUSY, and seajay_free() does nothing. Calls on other engines are free. It
/// must return: neither a C++ exception nor longjmp() nor the end of its thread may leave it. And it
/// must not wait for a thread that is inside a call on this handle (seajay_wait() and seajay_free() wait
/// for the search), nor for a lock that such a thread holds.
///
/// SEAJAY_ERR_BUSY during a search.
int32_t seajay_set_info_callback(SeajayEngine *engine,
                                 SeajayInfoCallback callback,
                                 void *user_data);

/// Sets the function that hears, in words for people, of what happens to this handle: of every
/// call that fails (SEAJAY_LOG_WARNING, the text of seajay_last_error(); not of SEAJAY_ERR_TIMEOUT),
/// of bugs in the library (SEAJAY_LOG_ERROR), of options, networks and the end of searches
/// (SEAJAY_LOG_INFO). NULL is none, as at first. user_data is handed to it untouched, and must stay
/// valid until the callback is replaced or the engine is freed.
///
/// It runs on the thread of the call that it tells of, before that call returns; after
/// seajay_start() the end of the search is told on the handle's own thread, before seajay_wait()
/// returns. Calls on several threads may have something to tell: they wait for each other, so that
/// it never runs twice at a time for one handle. When this function has returned, the earlier
/// callback runs no more. Inside it the functions that take a const SeajayEngine work, except
/// seajay_wait(), and their failures are not told; the others are SEAJAY_ERR_BUSY, and seajay_free()
/// does nothing. It must not wait for another thread that uses the handle, nor for a lock that such a
/// thread holds, and must return: neither a C++ exception nor longjmp() nor the end of its thread may
/// leave it.
///
/// SEAJAY_ERR_BUSY during a search.
int32_t seajay_set_log_callback(SeajayEngine *engine,
                                SeajayLogCallback callback,
                                void *user_data);

/// Tells whether the game goes on, or how it ended: SEAJAY_GAME_ONGOING, SEAJAY_GAME_CHECKMATE and
/// so on, or a negative status. Works during a search, on the position that was set last.
///
/// Of several things that are true the first is told: checkmate or stalemate, too little material,
/// fifty moves, repetition. Repetitions are found among the moves that were given with
/// seajay_set_position() and seajay_play().
int32_t seajay_game_state(const SeajayEngine *engine);

/// 1 where the side to move is in check, 0 where it is not, or a negative status. Works during a
/// search, on the position that was set last.
int32_t seajay_in_check(const SeajayEngine *engine);

/// Copies the legal moves into the buffer, in UCI notation, separated by spaces and in no
/// particular order; "" in mate and stalemate. Works during a search, on the position that was set
/// last. 2048 bytes are always enough.
///
/// Returns the full length as all text functions do.
int64_t seajay_legal_moves(const SeajayEngine *engine, char *buffer, size_t size);

/// Turns a move, or a whole line, from UCI notation into standard algebraic notation: "e2e4 g8f6"
/// becomes "e4 Nf6". The line starts at the position that was set last. Works during a search. 1024
/// bytes are enough for any SeajayInfo.pv.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_ILLEGAL_MOVE.
int64_t seajay_move_to_san(const SeajayEngine *engine,
                           const char *moves,
                           char *buffer,
                           size_t size);

/// Turns a move, or a whole line, from standard algebraic notation into UCI notation: "1. e4 Nf6"
/// becomes "e2e4 g8f6". The line starts at the position that was set last. Works during a search.
///
/// Move numbers (1. and 1...), the marks ! and ? and the signs + and # are passed over: they may be wrong
/// or missing. Otherwise the notation is strict: captures have their x, promotions their =Q, and pieces capital
/// letters. Castling is O-O, with letters.
///
/// Returns the full length as all text functions do, or SEAJAY_ERR_ILLEGAL_MOVE, also for a move
/// that could be several.
int64_t seajay_san_to_move(const SeajayEngine *engine,
                           const char *moves,
                           char *buffer,
                           size_t size);

/// Counts the positions that so many moves lead to: 20 from the start of a game with depth 1, 400
/// with depth 2; 1 with depth 0. Works during a search, on the position that was set last.
///
/// It counts on the calling thread, a few million positions in a second, and cannot be stopped: allow
/// strangers small depths alone. On error nodes is left as it was.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for a depth above 64.
int32_t seajay_perft(const SeajayEngine *engine,
                     uint32_t depth,
                     uint64_t *nodes);

/// Gives what the evaluation says about the position without any search: hundredths of a pawn from
/// the side to move's view, always between -31742 and 31742. Works during a search, on the position
/// that was set last.
///
/// It is meant for quiet positions: a piece that is about to be captured still counts, as does a
/// side that is mated. On error centipawns is left as it was.
int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);

/// Searches the position on this thread and returns when a limit is reached, seajay_stop() is
/// called on another thread, or the callback returns non-zero.
///
/// Stopped at any moment, a search still gives a legal move. A seajay_stop() that comes before the
/// search has begun is lost: it has begun at the first call of the callback. Without a callback use
/// seajay_start() to be sure: once that has returned, every stop counts. result may be NULL; on
/// error it is left as it was.
///
/// The search takes less than 512 KiB of this thread's stack in a release build, besides what the
/// program and its callback take: 1 MiB for the thread is plenty. The threads that
/// seajay_start() and the option Threads make have 4 MiB.
///
/// Draws by rule (repetition, fifty moves, too little material) do not end a search of the
/// position itself, which still gives a move: whether the game is over is for the host to
/// decide, with the help of seajay_game_state().
///
/// SEAJAY_ERR_INVALID_ARGUMENT: no limit, a negative one, or a wrong struct_size.
/// SEAJAY_ERR_ILLEGAL_MOVE: in limits->search_moves.
int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result);

/// Begins a search on the handle's own thread and returns at once. seajay_wait() gives the
/// result. The limits are copied.
///
/// When this returns SEAJAY_OK the search has begun: every later seajay_stop() and
/// seajay_ponderhit() reaches it. Until it has ended, calls that take a non-const SeajayEngine
/// are SEAJAY_ERR_BUSY. The thread is made by the first call and kept until seajay_free().
///
/// Errors as for seajay_search(); SEAJAY_ERR_OUT_OF_MEMORY also when the system refuses the
/// thread.
int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);

/// Waits for the end of the search that was begun last, and gives its result. Works from any
/// thread and again and again: a finished search keeps its result until the next one begins,
/// also after seajay_set_position().
///
/// timeout_ms: milliseconds to wait; 0 asks and returns at once, a negative number waits as
/// long as it takes. result may be NULL; on error it is left as it was.
///
/// When this returns SEAJAY_OK the handle takes all calls again. It also waits for, and gives
/// the result of, a seajay_search() on another thread.
/// SEAJAY_ERR_TIMEOUT: the search goes on. SEAJAY_ERR_INVALID_ARGUMENT: there never was a
/// search, or a wrong struct_size. SEAJAY_ERR_BUSY: from inside this handle's callback.
int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result);

/// Is a search under way? 1 or 0, or a negative status. Once it is 0 the handle takes all
/// calls again.
int32_t seajay_is_searching(const SeajayEngine *engine);

/// Tells the search to end, and returns without waiting for that: it takes some milliseconds, and
/// longer while the callback runs, a tablebase is read from a slow disk, or other programs have the
/// processor.
/// Without a search it does nothing, and has no effect on the next one.
int32_t seajay_stop(const SeajayEngine *engine);

/// Tells a search with limits.ponder that the expected move was played: from now on it ends by
/// its other limits, and its clocks run. With no other limit, at the greatest depth or at
/// seajay_stop(). Without such a search, or before it has begun, it does nothing.
int32_t seajay_ponderhit(const SeajayEngine *engine);

/// Forgets what earlier searches have learnt: killers, histories and the hash table. The next
/// search is as that of a new engine; options, position and the last result stay. Call it between
/// games. It takes time in proportion to Hash.
///
/// With it, one thread and a node or depth limit give the same result every time, on every
/// machine, times aside: for the same version, network, tablebases, options, position and moves.
/// SEAJAY_ERR_BUSY during a search.
int32_t seajay_clear_history(SeajayEngine *engine);

/// Gives the counts of the last finished search; zeros before the first. Works during a
/// search. Begin with SEAJAY_STATS_INIT.
int32_t seajay_stats(const SeajayEngine *engine, SeajayStats *stats);

/// How many lines the last finished search has: as many as the option MultiPV asked for, or as
/// there were moves to begin with. 0 before the first search, in mate and stalemate, and when
/// engine is NULL. Works during a search.
size_t seajay_line_count(const SeajayEngine *engine);

/// Gives a line of the last finished search: index runs from 0, the best, to
/// seajay_line_count() - 1. Works during a search, and after seajay_set_position(): the lines are
/// kept until the next search has ended. They begin in the position that was searched: ask
/// seajay_move_to_san() before another is set.
///
/// info: gets what the callback was told last of this line, with the time and the nodes of the
/// whole search; info->pv is the buffer. Begin with SEAJAY_INFO_INIT. NULL is allowed.
/// pv: a buffer of pv_size bytes for the moves, as many as it has room for; 768 bytes hold any line.
/// NULL with 0 leaves the moves out; info->pv is "" then.
///
/// The first line is that of SeajayResult.best_move, unless UCI_LimitStrength chose another.
/// No two lines begin with the same move, and their scores do not rise. Scores are exact unless the
/// search ended in the middle of an iteration, as it mostly does by time, nodes or a stop: then a
/// line may have a bound, or be that of the iteration before, as info->depth tells; at depth 0 it is
/// merely a legal move.
///
/// SEAJAY_ERR_INVALID_ARGUMENT for another index or a wrong info->struct_size.
int32_t seajay_line(const SeajayEngine *engine,
                    size_t index,
                    SeajayInfo *info,
                    char *pv,
                    size_t pv_size);

/// Copies the position that was set last, after its moves, into the buffer, as FEN. Works
/// during a search. 128 bytes are always enough.
///
/// The FEN may differ from the one that was set: it has six fields, an en passant square only
/// where the capture is legal, and castling rights as KQkq wherever that is unambiguous.
///
/// Returns the full length as all text functions do.
int64_t seajay_fen(const SeajayEngine *engine, char *buffer, size_t size);

/// Gives the bytes of memory that this handle holds at most: hash table, threads, and a network of
/// its own. Works during a search.
///
/// The system hands out the pages of the hash table as they are first used, so that a new engine takes
/// less. In the end they may be more than it has, or than the process may have (a container): then it
/// ends the process amid a search. Keep the sum for all handles below that. Not counted: the moves of the
/// game, the lines of the last search, the network inside the library, which all handles share,
/// tablebases, which may be shared too, and the stacks of the threads that Threads and seajay_start()
/// make, of which a search uses less than 512 KiB each.
///
/// Returns 0 when engine is NULL, or after a bug in the library.
uint64_t seajay_memory_usage(const SeajayEngine *engine);

/// Gives what seajay_memory_usage() will say of a handle with these values of the options Hash (in
/// MiB) and Threads, and the network inside the library: to know before one is made.
///
/// Returns 0 for values that the options do not take.
uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);

/// Copies the text of the latest failed call on this handle into the buffer. It names the
/// offending part: which field of the FEN, which move, which bound. A later success leaves it;
/// a later failure, on any thread, replaces it. 1025 bytes are always enough.
///
/// Returns the full length as all text functions do; 0 when no call has failed, with "" in the
/// buffer, or when engine is NULL, which leaves the buffer as it was.
size_t seajay_last_error(const SeajayEngine *engine, char *buffer, size_t size);

// Initialisers, one for each struct with a struct_size: SeajayLimits limits = SEAJAY_LIMITS_INIT;

#define SEAJAY_LIMITS_INIT { sizeof(SeajayLimits), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL }

// For seajay_line(); the callback gets its SeajayInfo from the library.
#define SEAJAY_INFO_INIT \
    { sizeof(SeajayInfo), 0, 0, 0, 0, 0, 0, { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, 0, 0, NULL }

#define SEAJAY_RESULT_INIT \
    { sizeof(SeajayResult), 0, 0, "", "", { 0, 0, 0 }, 0, 0, 0, 0 }

#define SEAJAY_STATS_INIT \
    { sizeof(SeajayStats), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

#define SEAJAY_OPTION_INFO_INIT { sizeof(SeajayOptionInfo), 0, NULL, NULL, 0, 0, NULL }

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SEAJAY_H
