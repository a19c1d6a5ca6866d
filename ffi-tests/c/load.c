/* Many engines under load for a long time, then many searches on one. In the root of the repository:
 *
 *   cargo build --release
 *   cc -std=c11 -pthread ffi-tests/c/load.c -Iinclude -Ltarget/release -lseajay \
 *      -Wl,-rpath,target/release -o target/load && target/load 600 100000
 *
 * Arguments: seconds, and searches on one engine. In ten rounds 8 threads use 64 engines. Half of
 * these search alone and must give, every time, what they gave while nothing else ran. The others
 * change options, begin searches, stop them, clear, wait, are freed and made anew, and are looked at
 * and stopped by all threads, which also play on the games that these get. They have callbacks and
 * tablebases (those of tests/data, from the root of the repository), and some meet these. After each
 * round nothing is left: prints the memory (KiB), the threads and the open files of the process. Then
 * the processor time and the memory of the searches on one engine, in tenths.
 */
#define _POSIX_C_SOURCE 200809L

#include "load.h"

#include <stdlib.h>

enum { ROUNDS = 10, THREADS = 8, OWN = 8, GAME_CALLS = 20 };

static struct answer expected[POSITIONS];
static int measures_memory;

static atomic_ulong searches;

/* An engine that any thread may look at while its owner keeps it alive, and a game that all threads
 * play. */
struct place {
    pthread_rwlock_t alive;
    SeajayEngine *engine;
    SeajayGame *game;
};

static struct place wild[THREADS * OWN / 2];
static double deadline;

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
        struct answer answer = ask(steady[next(&random) % (OWN / 2)], positions[position]);

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
    measures_memory = can_measure_memory();
    alone = make();
    for (position = 0; position < POSITIONS; position++)
        expected[position] = ask(alone, positions[position]);
    seajay_free(alone);
    run_rounds(atof(argv[1]));
    CHECK(atomic_load(&table_hits) > 0);
    search_again_and_again(atol(argv[2]));
    return 0;
}
