/* What a storm is made of: random numbers, positions, calls that a running search may refuse, searches that
 * must always give the same, and what the process uses. */
#ifndef STORM_H
#define STORM_H

#include "check.h"

#include <seajay.h>

#include <dirent.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SYZYGY "tests/data/syzygy"

enum { POSITIONS = 5, NEAR_TABLES = 4, NODES = 2000 };

static const char *const positions[POSITIONS] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/3k4/8/3p4/3K4/3Q4 w - - 0 1", /* NEAR_TABLES: after the next capture they know it */
};

static double seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static unsigned next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (unsigned)(*state >> 33);
}

/* Makes resident() tell what the library uses, and returns whether it does: or the C library would have an
 * arena for each thread, and keep large blocks for the next ones. A sanitizer has an allocator of its own,
 * which keeps freed blocks, and refuses. */
static int can_measure_memory(void)
{
    return mallopt(M_ARENA_MAX, 1) == 1 && mallopt(M_MMAP_THRESHOLD, 128 * 1024) == 1;
}

/* KiB that are allocated. */
static long allocated(void)
{
    const struct mallinfo2 info = mallinfo2();

    return (long)((info.uordblks + info.hblkhd) / 1024);
}

/* Resident KiB, after the C library has given back what it can. */
static long resident(void)
{
    long pages = 0;
    FILE *file;

    malloc_trim(0);
    file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL && fscanf(file, "%*s %ld", &pages) == 1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static int entries(const char *folder)
{
    int count = 0;
    DIR *list = opendir(folder);

    CHECK(list != NULL);
    while (readdir(list) != NULL)
        count++;
    closedir(list);
    return count - 2;
}

/* How many threads the process has, once the system lists no ended one any more. */
static int remaining_threads(int expected)
{
    const struct timespec moment = { 0, 20000000 };
    int tries, threads = entries("/proc/self/task");

    for (tries = 0; tries < 500 && threads > expected; tries++) {
        nanosleep(&moment, NULL);
        threads = entries("/proc/self/task");
    }
    return threads;
}

/* What a search gives that must always be the same. */
struct answer {
    char best_move[8], ponder_move[8];
    int32_t value, depth;
    uint64_t nodes;
};

static struct answer answer_of(const SeajayResult *result)
{
    struct answer answer;

    memset(&answer, 0, sizeof answer);
    memcpy(answer.best_move, result->best_move, sizeof answer.best_move);
    memcpy(answer.ponder_move, result->ponder_move, sizeof answer.ponder_move);
    answer.value = result->score.value;
    answer.depth = result->depth;
    answer.nodes = result->nodes;
    return answer;
}

/* The answer of a search on this thread, by an engine that has its defaults. */
static struct answer ask(SeajayEngine *engine, const char *fen)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;

    limits.nodes = NODES;
    CHECK(seajay_clear_history(engine) == SEAJAY_OK);
    CHECK(seajay_set_position(engine, fen, NULL) == SEAJAY_OK);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
    return answer_of(&result);
}

static SeajayEngine *make(void)
{
    SeajayEngine *engine = seajay_new();

    CHECK(engine != NULL);
    CHECK(seajay_set_option(engine, "Hash", "1") == SEAJAY_OK);
    return engine;
}

static atomic_ulong refused, table_hits;

/* A call that a running search refuses, and that otherwise works. */
static int may_be_busy(int32_t status)
{
    CHECK(status == SEAJAY_OK || status == SEAJAY_ERR_BUSY);
    if (status == SEAJAY_ERR_BUSY)
        atomic_fetch_add(&refused, 1);
    return status == SEAJAY_OK;
}

/* Callbacks of the wild ones: now and then one stops its search. */
static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    (void)user_data;
    atomic_fetch_add(&table_hits, info->tb_hits);
    CHECK(info->wdl[0] + info->wdl[1] + info->wdl[2] == 1000);
    return info->kind == SEAJAY_INFO_LINE && info->nodes % 16 == 0;
}

static void on_log(void *user_data, int32_t level, const char *text)
{
    (void)user_data;
    CHECK(level != SEAJAY_LOG_ERROR && text[0] != '\0');
}

/* An engine for everything that need not give the same every time. */
static SeajayEngine *make_wild(void)
{
    SeajayEngine *engine = make();

    CHECK(seajay_set_info_callback(engine, on_info, NULL) == SEAJAY_OK);
    CHECK(seajay_set_log_callback(engine, on_log, NULL) == SEAJAY_OK);
    CHECK(seajay_set_option(engine, "SyzygyPath", SYZYGY) == SEAJAY_OK);
    CHECK(seajay_set_position(engine, positions[NEAR_TABLES], NULL) == SEAJAY_OK);
    return engine;
}

static void set_something(SeajayEngine *engine, uint64_t *random)
{
    static const char *const settings[][2] = {
        { "Hash", "1" }, { "Hash", "4" }, { "Threads", "1" }, { "Threads", "2" }, { "Threads", "3" },
        { "MultiPV", "1" }, { "MultiPV", "4" }, { "UCI_LimitStrength", "true" },
        { "UCI_LimitStrength", "false" }, { "LMREnabled", "false" }, { "KillersEnabled", "true" },
        { "SyzygyPath", SYZYGY }, { "SyzygyPath", "" },
    };
    unsigned number = next(random) % (sizeof settings / sizeof *settings);

    may_be_busy(seajay_set_option(engine, settings[number][0], settings[number][1]));
}

/* Waits, if there ever was a search; its result has a move, but in mate and stalemate. */
static void wait_for_it(SeajayEngine *engine, int64_t timeout_ms)
{
    SeajayResult result = SEAJAY_RESULT_INIT;
    const int32_t status = seajay_wait(engine, timeout_ms, &result);

    CHECK(status == SEAJAY_OK || status == SEAJAY_ERR_INVALID_ARGUMENT
          || (status == SEAJAY_ERR_TIMEOUT && timeout_ms >= 0));
    CHECK(status != SEAJAY_OK || strlen(result.best_move) >= 4
          || (result.best_move[0] == '\0' && result.score.value == 0));
}

/* Plays some legal move of a game, or begins another; another thread may play one first. */
static void play_something(SeajayGame *game, uint64_t *random)
{
    char moves[2048], move[8] = "";
    int64_t length = seajay_game_legal_moves(game, NULL, moves, sizeof moves);
    int32_t status;

    CHECK(length >= 0 && length < (int64_t)sizeof moves);
    if (length == 0 || seajay_game_ply_count(game) > 200) {
        CHECK(seajay_game_set(game, positions[next(random) % POSITIONS], NULL) == SEAJAY_OK);
        return;
    }
    /* From somewhere in the list, and from the beginning of a word there. */
    CHECK(sscanf(moves + next(random) % (unsigned)length, "%*s %7s", move) <= 1);
    status = seajay_game_play(game, move);
    CHECK(status == SEAJAY_OK || status == SEAJAY_ERR_ILLEGAL_MOVE);
}

#endif
