/* Measures what engines cost a program. Prints four figures, one a line; times are processor time:
 *
 *   microseconds from dlopen() to the first finished move
 *   searches of one node in a second, on one engine and one thread
 *   KiB of resident memory for each engine with a hash table of 1 MiB, with 500 alive that have searched
 *   one node
 *   results that differ from those of a lone engine, for 50 of the 500 searching in turn on two threads
 *
 *     make target/bench/figures && target/bench/figures target/bench/lib/release/libseajay.so
 */
#define _POSIX_C_SOURCE 200809L

#include "../ffi-tests/c/check.h"

#include <seajay.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ENGINES = 500, BUSY = 50, THREADS = 2, ROUNDS = 4, SEARCHES = 50000 };

/* The functions of the library. */
static SeajayEngine *(*make)(void);
static void (*end)(SeajayEngine *);
static int32_t (*set_option)(SeajayEngine *, const char *, const char *);
static int32_t (*set_position)(SeajayEngine *, const char *, const char *);
static int32_t (*search)(SeajayEngine *, const SeajayLimits *, SeajayResult *);

/* ISO C knows no way from an object pointer to a function pointer; POSIX promises this one. */
static void load_function(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    CHECK(symbol != NULL);
    memcpy(function, &symbol, sizeof symbol);
}

static void load(const char *path)
{
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    CHECK(library != NULL);
    load_function(library, "seajay_new", &make);
    load_function(library, "seajay_free", &end);
    load_function(library, "seajay_set_option", &set_option);
    load_function(library, "seajay_set_position", &set_position);
    load_function(library, "seajay_search", &search);
}

/* Seconds of processor time: another program at work makes no difference. */
static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static long resident_kib(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    CHECK(file != NULL && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static SeajayEngine *make_small(void)
{
    SeajayEngine *engine = make();

    CHECK(engine != NULL && set_option(engine, "Hash", "1") == SEAJAY_OK);
    return engine;
}

static SeajayResult think(SeajayEngine *engine, uint64_t nodes)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;

    limits.nodes = nodes;
    CHECK(search(engine, &limits, &result) == SEAJAY_OK);
    return result;
}

static void print_first_move(const char *path)
{
    double begun = now();
    SeajayEngine *engine;

    load(path);
    engine = make();
    CHECK(engine != NULL && think(engine, 1).best_move[0] != '\0');
    printf("%.0f\n", (now() - begun) * 1e6);
    end(engine);
}

static void print_short_searches(void)
{
    SeajayEngine *engine = make_small();
    double begun = now();
    int i;

    for (i = 0; i < SEARCHES; i++)
        think(engine, 1);
    printf("%.0f\n", SEARCHES / (now() - begun));
    end(engine);
}

static SeajayEngine *engines[ENGINES];
/* The results that each of the busy engines gives when it is alone. */
static SeajayResult alone[BUSY][ROUNDS];

static const char *const openings[] = { "", "e2e4", "d2d4 g8f6", "c2c4 e7e5 b1c3", "g1f3 d7d5" };

/* The search of an engine in a round: always the same one. */
static SeajayResult take_turn(SeajayEngine *engine, int index, int round)
{
    const char *opening = openings[(index + round) % 5];

    CHECK(set_position(engine, NULL, opening) == SEAJAY_OK);
    return think(engine, 2000 + 100 * (uint64_t)(index % 7));
}

static void print_memory(void)
{
    long before, after;
    int i;

    end(make_small());
    before = resident_kib();
    for (i = 0; i < ENGINES; i++) {
        engines[i] = make_small();
        think(engines[i], 1);
    }
    after = resident_kib();
    printf("%ld\n", (after - before) / ENGINES);
}

static void *serve(void *argument)
{
    int first = *(int *)argument, round, i;
    long wrong = 0;

    for (round = 0; round < ROUNDS; round++) {
        for (i = first; i < BUSY; i += THREADS) {
            SeajayResult result = take_turn(engines[i * (ENGINES / BUSY)], i, round);

            wrong += result.nodes != alone[i][round].nodes
                || result.score.value != alone[i][round].score.value
                || strcmp(result.best_move, alone[i][round].best_move) != 0;
        }
    }
    return (void *)wrong;
}

/* All engines are as newly made, apart from a search of one node. */
static void print_differences(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS], round, i;
    long wrong = 0;

    for (i = 0; i < BUSY; i++) {
        SeajayEngine *engine = make_small();

        think(engine, 1);
        for (round = 0; round < ROUNDS; round++)
            alone[i][round] = take_turn(engine, i, round);
        end(engine);
    }
    for (i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, serve, &numbers[i]) == 0);
    }
    for (i = 0; i < THREADS; i++) {
        void *result;

        CHECK(pthread_join(threads[i], &result) == 0);
        wrong += (long)result;
    }
    printf("%ld\n", wrong);
}

int main(int argc, char **argv)
{
    int i;

    CHECK(argc == 2);
    print_first_move(argv[1]);
    print_short_searches();
    print_memory();
    print_differences();
    for (i = 0; i < ENGINES; i++)
        end(engines[i]);
    return 0;
}
