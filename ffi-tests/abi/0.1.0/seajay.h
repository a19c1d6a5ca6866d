/* The header of version 0.1.0 without its comments, frozen: programs compiled with it must run with
 * every later library of this SEAJAY_ABI_VERSION. */

#ifndef SEAJAY_H
#define SEAJAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SEAJAY_ABI_VERSION 1

typedef enum {
    SEAJAY_OK = 0,
    SEAJAY_ERR_NULL = -1,
    SEAJAY_ERR_INVALID_UTF8 = -2,
    SEAJAY_ERR_INVALID_ARGUMENT = -3,
    SEAJAY_ERR_INVALID_FEN = -10,
    SEAJAY_ERR_ILLEGAL_POSITION = -11,
    SEAJAY_ERR_ILLEGAL_MOVE = -12,
    SEAJAY_ERR_UNKNOWN_OPTION = -20,
    SEAJAY_ERR_INVALID_VALUE = -21,
    SEAJAY_ERR_OUT_OF_MEMORY = -30,
    SEAJAY_ERR_IO = -31,
    SEAJAY_ERR_BUSY = -40,
    SEAJAY_ERR_TIMEOUT = -41,
    SEAJAY_ERR_PANIC = -50,
} SeajayStatus;

typedef enum {
    SEAJAY_SCORE_CP = 0,
    SEAJAY_SCORE_MATE = 1,
    SEAJAY_SCORE_TB = 2,
} SeajayScoreKind;

typedef enum {
    SEAJAY_BOUND_EXACT = 0,
    SEAJAY_BOUND_LOWER = 1,
    SEAJAY_BOUND_UPPER = 2,
} SeajayBound;

typedef enum {
    SEAJAY_INFO_LINE = 0,
    SEAJAY_INFO_TICK = 1,
} SeajayInfoKind;

typedef enum {
    SEAJAY_STOP_DEPTH = 1,
    SEAJAY_STOP_NODES = 2,
    SEAJAY_STOP_TIME = 3,
    SEAJAY_STOP_MATE = 4,
    SEAJAY_STOP_STOPPED = 5,
    SEAJAY_STOP_CALLBACK = 6,
    SEAJAY_STOP_GAME_OVER = 7,
} SeajayStopReason;

typedef enum {
    SEAJAY_OPTION_CHECK = 0,
    SEAJAY_OPTION_SPIN = 1,
    SEAJAY_OPTION_STRING = 2,
    SEAJAY_OPTION_COMBO = 3,
    SEAJAY_OPTION_BUTTON = 4,
} SeajayOptionKind;

typedef enum {
    SEAJAY_GAME_ONGOING = 0,
    SEAJAY_GAME_CHECKMATE = 1,
    SEAJAY_GAME_STALEMATE = 2,
    SEAJAY_GAME_FIFTY_MOVES = 3,
    SEAJAY_GAME_REPETITION = 4,
    SEAJAY_GAME_MATERIAL = 5,
} SeajayGameState;

typedef enum {
    SEAJAY_LOG_ERROR = 1,
    SEAJAY_LOG_WARNING = 2,
    SEAJAY_LOG_INFO = 3,
} SeajayLogLevel;

typedef struct SeajayEngine SeajayEngine;

typedef struct {
    uint32_t struct_size;
    int32_t kind;
    const char *name;
    const char *default_value;
    int64_t min;
    int64_t max;
    const char *const *choices;
} SeajayOptionInfo;

typedef struct {
    int32_t kind;
    int32_t value;
    int32_t bound;
} SeajayScore;

typedef struct {
    uint32_t struct_size;
    int32_t kind;
    uint64_t search_id;
    int32_t depth;
    int32_t seldepth;
    int32_t multipv;
    int32_t hashfull;
    SeajayScore score;
    int32_t wdl[3];
    uint64_t nodes;
    uint64_t nps;
    uint64_t tb_hits;
    int64_t time_ms;
    const char *pv;
} SeajayInfo;

typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);

typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);

typedef struct {
    uint32_t struct_size;
    int32_t depth;
    uint64_t nodes;
    int64_t move_time_ms;
    int32_t mate;
    int32_t moves_to_go;
    int64_t white_time_ms;
    int64_t black_time_ms;
    int64_t white_increment_ms;
    int64_t black_increment_ms;
    int32_t infinite;
    int32_t ponder;
    const char *search_moves;
} SeajayLimits;

typedef struct {
    uint32_t struct_size;
    int32_t stop_reason;
    uint64_t search_id;
    char best_move[8];
    char ponder_move[8];
    SeajayScore score;
    int32_t depth;
    int32_t seldepth;
    uint64_t nodes;
    int64_t time_ms;
} SeajayResult;

typedef struct {
    uint32_t struct_size;
    uint64_t nodes;
    uint64_t qnodes;
    uint64_t beta_cutoffs;
    uint64_t first_move_cutoffs;
    uint64_t reductions;
    uint64_t re_searches;
    uint64_t tt_probes;
    uint64_t tt_hits;
    uint64_t tt_cutoffs;
    uint64_t tt_move_cutoffs;
    uint64_t promotion_cutoffs;
    uint64_t good_capture_cutoffs;
    uint64_t killer_cutoffs;
    uint64_t quiet_cutoffs;
    uint64_t bad_capture_cutoffs;
    uint64_t null_move_tries;
    uint64_t null_move_cutoffs;
} SeajayStats;

uint32_t seajay_abi_version(void);

const char *seajay_version(void);

const char *seajay_build_info(void);

const char *seajay_strerror(int32_t status);

SeajayEngine *seajay_new(void);

void seajay_free(SeajayEngine *engine);

int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);

int64_t seajay_get_option(const SeajayEngine *engine, const char *name, char *buffer, size_t size);

size_t seajay_option_count(void);

int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);

int32_t seajay_load_network(SeajayEngine *engine,
                            const void *data,
                            size_t size);

int32_t seajay_set_position(SeajayEngine *engine, const char *fen, const char *moves);

int32_t seajay_play(SeajayEngine *engine,
                    const char *move);

int32_t seajay_set_info_callback(SeajayEngine *engine,
                                 SeajayInfoCallback callback,
                                 void *user_data);

int32_t seajay_set_log_callback(SeajayEngine *engine,
                                SeajayLogCallback callback,
                                void *user_data);

int32_t seajay_game_state(const SeajayEngine *engine);

int64_t seajay_legal_moves(const SeajayEngine *engine, char *buffer, size_t size);

int64_t seajay_move_to_san(const SeajayEngine *engine,
                           const char *moves,
                           char *buffer,
                           size_t size);

int64_t seajay_san_to_move(const SeajayEngine *engine,
                           const char *moves,
                           char *buffer,
                           size_t size);

int32_t seajay_perft(const SeajayEngine *engine, uint32_t depth, uint64_t *nodes);

int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);

int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result);

int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);

int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result);

int32_t seajay_is_searching(const SeajayEngine *engine);

int32_t seajay_stop(const SeajayEngine *engine);

int32_t seajay_ponderhit(const SeajayEngine *engine);

int32_t seajay_clear_history(SeajayEngine *engine);

int32_t seajay_stats(const SeajayEngine *engine, SeajayStats *stats);

int64_t seajay_fen(const SeajayEngine *engine, char *buffer, size_t size);

uint64_t seajay_memory_usage(const SeajayEngine *engine);

uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);

size_t seajay_last_error(const SeajayEngine *engine, char *buffer, size_t size);

#define SEAJAY_LIMITS_INIT { sizeof(SeajayLimits), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL }

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
