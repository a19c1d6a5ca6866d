/* Measures what the library costs a program.
 *
 *     make target/bench/measure && target/bench/measure COMMAND [ARGUMENT ...]
 *
 * figures LIBRARY: microseconds of processor time from dlopen() of LIBRARY, another file than the linked
 *     one, to the first finished move; then KiB of resident memory of an engine with a hash table of 1 MiB
 *     that has searched one node, of 500 alive
 * first [HASH]: milliseconds by which the first search of a process, of 10 ms with a hash table of so many
 *     MiB, is late, of 100: the median and the most. Its memory has not been touched yet
 * games [GAMES]: bytes of resident memory of a game, of 1000000 by default, alive at once
 * latency [THREADS [MILLISECONDS]]: microseconds that a search still runs after seajay_stop(), of 200: the
 *     median, the 99th percentile, and the longest; then the same of seajay_free() for engines whose
 *     threads are idle. With MILLISECONDS it exits with 2 if a 99th percentile is longer
 * ponder: milliseconds from seajay_ponderhit() to the result, of several searches with 10 s on both clocks:
 *     the median, the least, and the most; beside a search that did not ponder
 * small [SEARCHES]: searches of one node in a second of processor time, each after setting another game
 * starts: milliseconds that the first starts of 300 engines take, and their ends; and from the creation of
 *     an engine after a freed one to its first searched node
 */
#define _POSIX_C_SOURCE 200809L

#include "../ffi-tests/c/check.h"

#include <seajay.h>

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COUNT_OF(array) ((int)(sizeof(array) / sizeof *(array)))

enum { MAX_ENGINES = 500 };

static SeajayEngine *engines[MAX_ENGINES];

/* Microseconds of a clock. Of processor time, another program at work makes no difference. */
static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double cpu_time(void)
{
    return now(CLOCK_PROCESS_CPUTIME_ID);
}

static double wall_time(void)
{
    return now(CLOCK_MONOTONIC);
}

static void pause_for(long milliseconds)
{
    struct timespec pause = { milliseconds / 1000, milliseconds % 1000 * 1000000 };

    nanosleep(&pause, NULL);
}

static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    CHECK(file != NULL && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void sort(double *times, int count)
{
    qsort(times, (size_t)count, sizeof *times, ascending);
}

static SeajayEngine *new_engine(const char *option, const char *value)
{
    SeajayEngine *engine = seajay_new();

    CHECK(engine != NULL && seajay_set_option(engine, option, value) == SEAJAY_OK);
    return engine;
}

static void make(int count, const char *hash)
{
    while (count > 0)
        engines[--count] = new_engine("Hash", hash);
}

static SeajayResult search(SeajayEngine *engine, uint64_t nodes, int64_t milliseconds)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;

    limits.nodes = nodes;
    limits.move_time_ms = milliseconds;
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
    return result;
}

static void end_all(int count)
{
    while (count > 0)
        seajay_free(engines[--count]);
}

/* ---- figures ---- */

/* ISO C knows no way from an object pointer to a function pointer; POSIX promises this one. */
static void load(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);

    CHECK(symbol != NULL);
    memcpy(function, &symbol, sizeof symbol);
}

static void print_first_move(const char *path)
{
    const double begun = cpu_time();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    SeajayEngine *(*new_one)(void), *engine;
    int32_t (*search_one)(SeajayEngine *, const SeajayLimits *, SeajayResult *);
    void (*free_one)(SeajayEngine *);
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    CHECK(library != NULL);
    load(library, "seajay_new", &new_one);
    load(library, "seajay_search", &search_one);
    load(library, "seajay_free", &free_one);
    CHECK(new_one != seajay_new);
    limits.nodes = 1;
    engine = new_one();
    CHECK(engine != NULL && search_one(engine, &limits, NULL) == SEAJAY_OK);
    printf("%.0f\n", cpu_time() - begun);
    free_one(engine);
}

static int figures(int argc, char **argv)
{
    double before;
    int i;

    CHECK(argc == 1);
    print_first_move(argv[0]);
    before = resident_bytes();
    make(MAX_ENGINES, "1");
    for (i = 0; i < MAX_ENGINES; i++)
        search(engines[i], 1, 0);
    printf("%.0f\n", (resident_bytes() - before) / 1024 / MAX_ENGINES);
    end_all(MAX_ENGINES);
    return 0;
}

/* ---- first ---- */

static int first(int argc, char **argv)
{
    enum { PROCESSES = 100, MOVE_TIME_MS = 10 };
    const char *hash = argc > 0 ? argv[0] : "16";
    double late[PROCESSES];
    int i, ends[2];

    for (i = 0; i < PROCESSES; i++) {
        CHECK(pipe(ends) == 0);
        if (fork() == 0) {
            SeajayEngine *engine = new_engine("Hash", hash);
            const double begun = wall_time();

            search(engine, 0, MOVE_TIME_MS);
            late[i] = (wall_time() - begun) / 1e3 - MOVE_TIME_MS;
            CHECK(write(ends[1], &late[i], sizeof late[i]) == sizeof late[i]);
            _exit(0);
        }
        close(ends[1]);
        CHECK(read(ends[0], &late[i], sizeof late[i]) == sizeof late[i]);
        close(ends[0]);
        wait(NULL);
    }
    sort(late, PROCESSES);
    printf("%.1f ms late, %.1f at most\n", late[PROCESSES / 2], late[PROCESSES - 1]);
    return 0;
}

/* ---- games ---- */

static const char *const line[] = {
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7",
    "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8", "h2h3", "c6b8", "d2d4", "b8d7",
};

static int games(int argc, char **argv)
{
    const long count = argc > 0 ? atol(argv[0]) : 1000000;
    SeajayGame **all = malloc((size_t)count * sizeof *all);
    double before;
    int ply;
    long i;

    CHECK(count > 0 && all != NULL);
    /* Its pages do not count as memory of the games. */
    memset(all, 1, (size_t)count * sizeof *all);
    before = resident_bytes();
    for (i = 0; i < count; i++) {
        all[i] = seajay_game_new();
        CHECK(all[i] != NULL);
    }
    printf("new %.0f\n", (resident_bytes() - before) / (double)count);
    for (i = 0; i < count; i++)
        for (ply = 0; ply < COUNT_OF(line); ply++)
            CHECK(seajay_game_play(all[i], line[ply]) == SEAJAY_OK);
    printf("20 plies deep %.0f\n", (resident_bytes() - before) / (double)count);
    for (i = 0; i < count; i++)
        seajay_game_free(all[i]);
    free(all);
    return 0;
}

/* ---- latency ---- */

enum { STOPS = 200 };

static sem_t has_begun;
static double returned;

/* The first call of a search, which has no line yet, lets the other thread go on. */
static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    uint64_t *last = user_data;

    if (info->search_id != *last)
        sem_post(&has_begun);
    *last = info->search_id;
    return 0;
}

static void *search_endlessly(void *engine)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.infinite = 1;
    CHECK(seajay_search(engine, &limits, NULL) == SEAJAY_OK);
    returned = wall_time();
    return NULL;
}

/* Stops a search after some milliseconds; the latency. */
static double stop_one(SeajayEngine *engine, int number)
{
    static const char *const positions[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1", /* nothing to search: it sleeps */
    };
    double stopped;
    pthread_t thread;

    CHECK(seajay_set_position(engine, positions[number % COUNT_OF(positions)], NULL) == SEAJAY_OK);
    CHECK(pthread_create(&thread, NULL, search_endlessly, engine) == 0);
    sem_wait(&has_begun);
    pause_for(1 + number * 7 % 23);
    stopped = wall_time();
    seajay_stop(engine);
    pthread_join(thread, NULL);
    return returned - stopped;
}

/* Prints the figures; were 99 of 100 within the given milliseconds? */
static int are_in_time(double latencies[STOPS], long most)
{
    double slow;

    sort(latencies, STOPS);
    slow = latencies[STOPS * 99 / 100 - 1];
    printf("%.0f %.0f %.0f\n", latencies[STOPS / 2], slow, latencies[STOPS - 1]);
    return slow <= (double)most * 1000;
}

static int latency(int argc, char **argv)
{
    const char *threads = argc > 0 ? argv[0] : "1";
    const long most = argc > 1 ? atol(argv[1]) : 3600000;
    SeajayEngine *engine = new_engine("Threads", threads);
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    double latencies[STOPS];
    uint64_t last = 0;
    int i, stops, frees;

    CHECK(sem_init(&has_begun, 0, 0) == 0);
    CHECK(seajay_set_info_callback(engine, on_info, &last) == SEAJAY_OK);
    for (i = 0; i < STOPS; i++)
        latencies[i] = stop_one(engine, i);
    stops = are_in_time(latencies, most);
    seajay_free(engine);
    limits.depth = 3;
    for (i = 0; i < STOPS; i++) {
        engine = new_engine("Threads", threads);
        CHECK(seajay_search(engine, &limits, NULL) == SEAJAY_OK);
        latencies[i] = wall_time();
        seajay_free(engine);
        latencies[i] = wall_time() - latencies[i];
    }
    frees = are_in_time(latencies, most);
    return stops && frees ? 0 : 2;
}

/* ---- ponder ---- */

/* How much of its own clock a search uses after pondering; -1 is a search without pondering. */
static double own_time(long pondered)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    double begun = wall_time();

    limits.white_time_ms = limits.black_time_ms = 10000;
    limits.ponder = pondered >= 0;
    CHECK(engine != NULL && seajay_start(engine, &limits) == SEAJAY_OK);
    if (limits.ponder) {
        pause_for(pondered);
        begun = wall_time();
        seajay_ponderhit(engine);
    }
    seajay_wait(engine, -1, NULL);
    begun = wall_time() - begun;
    seajay_free(engine);
    return begun / 1e3;
}

static int ponder(int argc, char **argv)
{
    enum { TIMES = 11 };
    static const long pondered[] = { -1, 0, 100, 300, 500, 1500 };
    static double times[COUNT_OF(pondered)][TIMES];
    int i, round;

    (void)argc, (void)argv;
    /* In turn, so that a busy machine slows all of them alike. */
    for (round = 0; round < TIMES; round++)
        for (i = 0; i < COUNT_OF(pondered); i++)
            times[i][round] = own_time(pondered[i]);
    for (i = 0; i < COUNT_OF(pondered); i++) {
        sort(times[i], TIMES);
        if (pondered[i] < 0)
            printf("no pondering  ");
        else
            printf("%4ld ms before ", pondered[i]);
        printf("%5.0f ms (%.0f to %.0f)\n", times[i][TIMES / 2], times[i][0], times[i][TIMES - 1]);
    }
    return 0;
}

/* ---- small ---- */

static int small(int argc, char **argv)
{
    static const char *const openings[] = {
        "",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
    };
    enum { GAMES = sizeof openings / sizeof *openings };
    const long count = argc > 0 ? atol(argv[0]) : 1000000;
    SeajayEngine *engine = new_engine("Hash", "16");
    SeajayGame *set[GAMES];
    double begun;
    long i;

    for (i = 0; i < GAMES; i++) {
        set[i] = seajay_game_new();
        CHECK(set[i] != NULL && seajay_game_play_san(set[i], openings[i]) == SEAJAY_OK);
    }
    begun = cpu_time();
    for (i = 0; i < count; i++) {
        CHECK(seajay_set_game(engine, set[i % GAMES]) == SEAJAY_OK);
        search(engine, 1, 0);
    }
    printf("%.0f searches in a second of processor time\n", (double)count * 1e6 / (cpu_time() - begun));
    for (i = 0; i < GAMES; i++)
        seajay_game_free(set[i]);
    seajay_free(engine);
    return 0;
}

/* ---- starts ---- */

/* Milliseconds until an engine that follows a freed one has searched its first node. */
static double follow(void)
{
    SeajayEngine *engine = new_engine("Hash", "16");
    double begun, took;

    search(engine, 500000, 0);
    seajay_free(engine);
    begun = wall_time();
    engine = seajay_new();
    search(engine, 1, 0);
    took = wall_time() - begun;
    seajay_free(engine);
    return took / 1e3;
}

static int starts(int argc, char **argv)
{
    enum { TIMES = 30, MANY = 300 };
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    double begun, sum = 0;
    int i;

    (void)argc, (void)argv;
    limits.infinite = 1;
    make(MANY, "16");
    begun = wall_time();
    for (i = 0; i < MANY; i++)
        CHECK(seajay_start(engines[i], &limits) == SEAJAY_OK);
    printf("%d first starts %8.1f ms\n", MANY, (wall_time() - begun) / 1e3);
    for (i = 0; i < MANY; i++)
        seajay_stop(engines[i]);
    begun = wall_time();
    end_all(MANY);
    printf("%d frees, all stopped %2.1f ms\n", MANY, (wall_time() - begun) / 1e3);
    for (i = 0; i < TIMES; i++)
        sum += follow();
    printf("a new engine after a freed one %2.2f ms\n", sum / TIMES);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct { const char *name; int (*run)(int argc, char **argv); } commands[] = {
        { "figures", figures }, { "first", first }, { "games", games },   { "latency", latency },
        { "ponder", ponder },   { "small", small }, { "starts", starts },
    };
    int i;

    for (i = 0; argc > 1 && i < COUNT_OF(commands); i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 2, argv + 2);
    fprintf(stderr, "usage: measure figures|first|games|latency|ponder|small|starts [ARGUMENT ...]\n");
    return 2;
}
