/* Many engines under load for a long time, then many searches on one. In the root of the repository:
 *
 *   cargo build --release
 *   cc -std=c11 -pthread ffi-tests/c/load.c -Iinclude -Ltarget/release -lseajay \
 *      -Wl,-rpath,target/release -o target/load && target/load 600 100000
 *
 * Arguments: seconds, and searches on one engine. In ten rounds 8 threads use 64 engines. Half of
 * these search alone and must give, every time, what they gave while nothing else ran. The others
 * change options, begin searches, stop them, clear, wait, are freed and made anew, and are looked at
 * and stopped by all threads, which also play on the games that these get. They have callbacks and tablebases (those of tests/data, from the root of
 * the repository), and some meet these. After each round nothing is left: prints the memory (KiB), the
 * threads and the open files of the process. Then the processor time and the memory of the searches on
 * one engine, in tenths.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <seajay.h>

#include <dirent.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SYZYGY "tests/data/syzygy"

enum { ROUNDS = 10, THREADS = 8, OWN = 8, POSITIONS = 5, NEAR_TABLES = 4, NODES = 2000,
       GAME_CALLS = 20 };

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

/* What a search gives that must always be the same. */
struct answer {
    char best_move[8], ponder_move[8];
    int32_t value, depth;
    uint64_t nodes;
};

static struct answer expected[POSITIONS];
static int measures_memory;

static struct answer ask(SeajayEngine *engine, int position)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    struct answer answer;

    limits.nodes = NODES;
    memset(&answer, 0, sizeof answer);
    CHECK(seajay_clear_history(engine) == SEAJAY_OK);
    CHECK(seajay_set_position(engine, positions[position], NULL) == SEAJAY_OK);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
    memcpy(answer.best_move, result.best_move, sizeof answer.best_move);
    memcpy(answer.ponder_move, result.ponder_move, sizeof answer.ponder_move);
    answer.value = result.score.value;
    answer.depth = result.depth;
    answer.nodes = result.nodes;
    return answer;
}

static SeajayEngine *make(void)
{
    SeajayEngine *engine = seajay_new();

    CHECK(engine != NULL);
    CHECK(seajay_set_option(engine, "Hash", "1") == SEAJAY_OK);
    return engine;
}

static atomic_ulong searches, refused, table_hits;

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

static SeajayEngine *make_wild(void)
{
    SeajayEngine *engine = make();

    CHECK(seajay_set_info_callback(engine, on_info, NULL) == SEAJAY_OK);
    CHECK(seajay_set_log_callback(engine, on_log, NULL) == SEAJAY_OK);
    CHECK(seajay_set_option(engine, "SyzygyPath", SYZYGY) == SEAJAY_OK);
    CHECK(seajay_set_position(engine, positions[NEAR_TABLES], NULL) == SEAJAY_OK);
    return engine;
}

/* An engine that any thread may look at while its owner keeps it alive, and a game that all threads
 * play. */
struct place {
    pthread_rwlock_t alive;
    SeajayEngine *engine;
    SeajayGame *game;
};

static struct place wild[THREADS * OWN / 2];
static double deadline;

/* A call that a running search refuses, and that otherwise works. */
static void may_be_busy(int32_t status)
{
    CHECK(status == SEAJAY_OK || status == SEAJAY_ERR_BUSY);
    if (status == SEAJAY_ERR_BUSY)
        atomic_fetch_add(&refused, 1);
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

static void begin_something(SeajayEngine *engine, uint64_t *random)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    int32_t status;

    switch (next(random) % 4) {
    case 0: limits.infinite = 1; break;
    case 1: limits.ponder = 1; limits.move_time_ms = 5; break;
    case 2: limits.white_time_ms = limits.black_time_ms = 100; break;
    default: limits.nodes = 1 + next(random) % 20000; break;
    }
    status = seajay_start(engine, &limits);
    may_be_busy(status);
    atomic_fetch_add(&searches, status == SEAJAY_OK);
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

/* What the owner of an engine may do with it. */
static void use(struct place *place, uint64_t *random)
{
    SeajayEngine *engine = place->engine;

    switch (next(random) % 8) {
    case 0: set_something(engine, random); break;
    case 1:
    case 2: begin_something(engine, random); break;
    case 3: may_be_busy(seajay_clear_history(engine)); break;
    case 4: may_be_busy(seajay_set_game(engine, place->game)); break;
    case 5:
        CHECK(seajay_stop(engine) == SEAJAY_OK);
        wait_for_it(engine, -1);
        break;
    case 6:
        if (next(random) % 8 == 0) {
            pthread_rwlock_wrlock(&place->alive);
            seajay_free(place->engine); /* in mid-search or not */
            place->engine = make_wild();
            pthread_rwlock_unlock(&place->alive);
        }
        break;
    default: wait_for_it(engine, (int64_t)(next(random) % 3)); break;
    }
}

/* Plays some legal move of a game; another thread may play one first. */
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

/* What every thread may do with every game, also while an engine takes it over. */
static void use_game(struct place *place, uint64_t *random)
{
    SeajayGame *game = place->game, *copy;
    SeajayBoard board = SEAJAY_BOARD_INIT;
    char fen[128], text[2048];
    uint64_t nodes = 0;

    switch (next(random) % 5) {
    case 0:
        copy = seajay_game_new();
        CHECK(copy != NULL && seajay_game_copy(copy, game) == SEAJAY_OK);
        CHECK(seajay_game_moves_san(copy, text, sizeof text) >= 0);
        CHECK(seajay_game_undo(copy, (uint32_t)seajay_game_ply_count(copy)) == SEAJAY_OK);
        CHECK(seajay_game_start_fen(copy, fen, sizeof fen) > 0);
        CHECK(seajay_game_fen(copy, text, sizeof text) > 0 && strcmp(text, fen) == 0);
        CHECK(seajay_game_play_san(copy, "") == SEAJAY_OK);
        CHECK(seajay_game_copy(wild[next(random) % (THREADS * OWN / 2)].game, copy) == SEAJAY_OK);
        seajay_game_free(copy);
        break;
    case 1:
        CHECK(seajay_game_board(game, &board) == SEAJAY_OK);
        CHECK(seajay_game_set_board(game, &board) == SEAJAY_OK);
        break;
    case 2: CHECK(seajay_game_perft(game, 1, &nodes) == SEAJAY_OK && nodes < 219); break;
    case 3: CHECK(seajay_game_state(game) >= 0 && seajay_game_in_check(game) >= 0); break;
    default: play_something(game, random); break;
    }
}

/* What every thread may do with every engine. */
static void look_at(struct place *place, uint64_t *random)
{
    char text[1024];
    SeajayStats stats = SEAJAY_STATS_INIT;

    pthread_rwlock_rdlock(&place->alive);
    switch (next(random) % 6) {
    case 0: CHECK(seajay_stop(place->engine) == SEAJAY_OK); break;
    case 1: CHECK(seajay_get_option(place->engine, "Hash", text, sizeof text) > 0); break;
    case 2: CHECK(seajay_stats(place->engine, &stats) == SEAJAY_OK); break;
    case 3: CHECK(seajay_ponderhit(place->engine) == SEAJAY_OK); break;
    case 4:
        /* The lines of another search may come between the two calls. */
        if (seajay_line_count(place->engine) > 0
            && seajay_line_to_san(place->engine, 0, text, sizeof text) < 0)
            CHECK(seajay_last_error(text, sizeof text) > 0 && strstr(text, "no line") != NULL);
        break;
    default: CHECK(seajay_is_searching(place->engine) >= 0); break;
    }
    pthread_rwlock_unlock(&place->alive);
}

static void *work(void *argument)
{
    const int number = *(const int *)argument;
    uint64_t random = 0x9e3779b97f4a7c15u * (uint64_t)(number + 1);
    SeajayEngine *steady[OWN / 2];
    struct place *own = wild + number * (OWN / 2);
    int index;

    for (index = 0; index < OWN / 2; index++)
        steady[index] = make();
    while (seconds(CLOCK_MONOTONIC) < deadline) {
        const int position = (int)(next(&random) % POSITIONS);
        struct answer answer = ask(steady[next(&random) % (OWN / 2)], position);

        CHECK(memcmp(&answer, &expected[position], sizeof answer) == 0);
        atomic_fetch_add(&searches, 1);
        for (index = 0; index < OWN / 2; index++)
            use(&own[index], &random);
        look_at(&wild[next(&random) % (THREADS * OWN / 2)], &random);
        for (index = 0; index < GAME_CALLS; index++)
            use_game(&wild[next(&random) % (THREADS * OWN / 2)], &random);
    }
    for (index = 0; index < OWN / 2; index++)
        seajay_free(steady[index]);
    return NULL;
}

/* One round: all engines are made, used and freed. */
static void run_round(double length)
{
    pthread_t threads[THREADS];
    int numbers[THREADS], index;

    for (index = 0; index < THREADS * OWN / 2; index++) {
        CHECK(pthread_rwlock_init(&wild[index].alive, NULL) == 0);
        wild[index].engine = make_wild();
        wild[index].game = seajay_game_new();
        CHECK(wild[index].game != NULL);
        CHECK(seajay_game_set(wild[index].game, positions[index % POSITIONS], NULL) == SEAJAY_OK);
    }
    deadline = seconds(CLOCK_MONOTONIC) + length;
    for (index = 0; index < THREADS; index++) {
        numbers[index] = index;
        CHECK(pthread_create(&threads[index], NULL, work, &numbers[index]) == 0);
    }
    for (index = 0; index < THREADS; index++)
        CHECK(pthread_join(threads[index], NULL) == 0);
    for (index = 0; index < THREADS * OWN / 2; index++) {
        seajay_free(wild[index].engine);
        seajay_game_free(wild[index].game);
        pthread_rwlock_destroy(&wild[index].alive);
    }
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

static void run_rounds(double length)
{
    const long allowed = 1024; /* KiB */
    long first = 0, now = 0, first_live = 0, live = 0;
    const int others = entries("/proc/self/task"); /* a sanitizer has one of its own */
    const int opened = entries("/proc/self/fd");
    int round, threads = 0, files = 0;

    for (round = 0; round < ROUNDS; round++) {
        run_round(length / ROUNDS);
        threads = remaining_threads(others);
        files = entries("/proc/self/fd");
        now = resident();
        live = allocated();
        printf("round %d: %lu searches, %lu calls refused, %ld KiB allocated, %ld resident, threads %d, "
               "files %d\n",
               round + 1, atomic_load(&searches), atomic_load(&refused), live, now, threads, files);
        fflush(stdout);
        if (round == 0) {
            first = now;
            first_live = live;
        }
        CHECK(threads == others && files == opened);
    }
    CHECK(!measures_memory || live <= first_live + 64);
    CHECK(!measures_memory || now <= first + allowed);
}

static void search_again_and_again(long count)
{
    SeajayEngine *engine = make();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    double first = 0, time = 0;
    long before = 0, now = 0, part, index;

    limits.nodes = 100;
    for (part = 0; part < 10; part++) {
        const double begun = seconds(CLOCK_PROCESS_CPUTIME_ID);

        for (index = 0; index < count / 10; index++) {
            const char *fen = positions[index % POSITIONS];

            CHECK(seajay_set_position(engine, fen, NULL) == SEAJAY_OK);
            CHECK(seajay_search(engine, &limits, NULL) == SEAJAY_OK);
        }
        time = seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
        now = resident();
        printf("searches %ld: %.3f s, %ld KiB\n", (part + 1) * (count / 10), time, now);
        fflush(stdout);
        if (part == 1) { /* the first tenth fills the hash table */
            first = time;
            before = now;
        }
    }
    seajay_free(engine);
    CHECK(!measures_memory || now <= before + 1024);
    CHECK(time <= 1.5 * first + 0.1);
}

int main(int argc, char **argv)
{
    SeajayEngine *alone;
    int position;

    CHECK(argc == 3);
    /* Or the C library would have an arena for each thread, and keep large blocks for the next ones. A
     * sanitizer has an allocator of its own, which keeps freed blocks, and refuses. */
    measures_memory = mallopt(M_ARENA_MAX, 1) == 1 && mallopt(M_MMAP_THRESHOLD, 128 * 1024) == 1;
    alone = make();
    for (position = 0; position < POSITIONS; position++)
        expected[position] = ask(alone, position);
    seajay_free(alone);
    run_rounds(atof(argv[1]));
    CHECK(atomic_load(&table_hits) > 0);
    search_again_and_again(atol(argv[2]));
    return 0;
}
