/* Measures how long seajay_search() still runs after seajay_stop().
 *
 *     make target/bench/latency && target/bench/latency [THREADS [MILLISECONDS]]
 *
 * Prints microseconds of 200 stops: the median, the 99th percentile, and the longest. Then the same
 * of 200 calls of seajay_free() for engines whose threads are idle. THREADS is 1 by default. With
 * MILLISECONDS it exits with 2 if a 99th percentile is longer.
 */
#define _POSIX_C_SOURCE 200809L

#include <seajay.h>

#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STOPS = 200 };

static const char *const positions[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", /* nothing to search: it sleeps */
};

static sem_t begun;

struct search {
    SeajayEngine *engine;
    int32_t status;
    int64_t returned;
};

static int64_t microseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* The first call of a search, which has no line yet, lets the other thread go on. */
static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    int *told = user_data;

    (void)info;
    if (!*told) {
        *told = 1;
        sem_post(&begun);
    }
    return 0;
}

static void *run(void *argument)
{
    struct search *search = argument;
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.infinite = 1;
    search->status = seajay_search(search->engine, &limits, NULL);
    search->returned = microseconds();
    return NULL;
}

/* Stops one search after some milliseconds; the latency, or a negative number. */
static int64_t stop_one(SeajayEngine *engine, int number)
{
    struct timespec pause = { 0, 0 };
    struct search search = { NULL, SEAJAY_OK, 0 };
    const char *fen = positions[number % (int)(sizeof positions / sizeof *positions)];
    int told = 0;
    int64_t stopped;
    pthread_t thread;

    search.engine = engine;
    pause.tv_nsec = 1000000L * (1 + number * 7 % 23);
    if (seajay_set_position(engine, fen, NULL) != SEAJAY_OK
        || seajay_set_info_callback(engine, on_info, &told) != SEAJAY_OK
        || pthread_create(&thread, NULL, run, &search) != 0)
        return -1;
    sem_wait(&begun);
    nanosleep(&pause, NULL);
    stopped = microseconds();
    seajay_stop(engine);
    pthread_join(thread, NULL);
    return search.status == SEAJAY_OK ? search.returned - stopped : -1;
}

/* Frees an engine that has searched; the time that takes, or a negative number. */
static int64_t free_one(const char *threads)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    int64_t begun;
    int32_t status;

    if (engine == NULL)
        return -1;
    limits.depth = 3;
    status = seajay_set_option(engine, "Threads", threads);
    if (status == SEAJAY_OK)
        status = seajay_search(engine, &limits, NULL);
    begun = microseconds();
    seajay_free(engine);
    return status == SEAJAY_OK ? microseconds() - begun : -1;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

/* Were 99 of 100 within the given milliseconds? */
static int print_figures(int64_t latencies[STOPS], long most)
{
    qsort(latencies, STOPS, sizeof *latencies, ascending);
    printf("%ld %ld %ld\n", (long)latencies[STOPS / 2], (long)latencies[STOPS * 99 / 100 - 1],
           (long)latencies[STOPS - 1]);
    return latencies[STOPS * 99 / 100 - 1] <= most * 1000;
}

int main(int argc, char **argv)
{
    const char *threads = argc > 1 ? argv[1] : "1";
    const long most = argc > 2 ? atol(argv[2]) : 3600000;
    int64_t latencies[STOPS];
    SeajayEngine *engine = seajay_new();
    int i, in_time;

    if (engine == NULL || sem_init(&begun, 0, 0) != 0
        || seajay_set_option(engine, "Threads", threads) != SEAJAY_OK)
        return 1;
    for (i = 0; i < STOPS; i++) {
        latencies[i] = stop_one(engine, i);
        if (latencies[i] < 0)
            return 1;
    }
    in_time = print_figures(latencies, most);
    seajay_free(engine);
    sem_destroy(&begun);
    for (i = 0; i < STOPS; i++) {
        latencies[i] = free_one(threads);
        if (latencies[i] < 0)
            return 1;
    }
    in_time = print_figures(latencies, most) && in_time;
    return in_time ? 0 : 2;
}
