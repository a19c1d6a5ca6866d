/* Measures how much of its own clock a search uses after pondering: milliseconds from seajay_ponderhit() to
 * the result, the median of several searches with 10 s on both clocks, beside a search that did not ponder.
 *
 *     make target/bench/ponder && target/bench/ponder
 */
#define _POSIX_C_SOURCE 200809L

#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 11 };

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Milliseconds of its own clock that a search uses after pondering; -1 is a search without pondering. */
static double own_time(int pondered)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    struct timespec pause = { pondered / 1000, pondered % 1000 * 1000000 };
    double begun = now();

    limits.white_time_ms = limits.black_time_ms = 10000;
    limits.ponder = pondered >= 0;
    if (seajay_start(engine, &limits) != SEAJAY_OK)
        exit(1);
    if (limits.ponder) {
        nanosleep(&pause, NULL);
        begun = now();
        seajay_ponderhit(engine);
    }
    seajay_wait(engine, -1, NULL);
    begun = now() - begun;
    seajay_free(engine);
    return begun;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(void)
{
    static const int pondered[] = { -1, 0, 100, 300, 500, 1500 };
    enum { CASES = sizeof pondered / sizeof *pondered };
    static double times[CASES][ROUNDS];
    int i, round;

    /* In turn, so that a busy machine slows all of them alike. */
    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < CASES; i++)
            times[i][round] = own_time(pondered[i]);
    for (i = 0; i < CASES; i++) {
        qsort(times[i], ROUNDS, sizeof **times, compare);
        if (pondered[i] < 0)
            printf("no pondering  ");
        else
            printf("%4d ms before ", pondered[i]);
        printf("%5.0f ms (%.0f to %.0f)\n", times[i][ROUNDS / 2], times[i][0], times[i][ROUNDS - 1]);
    }
    return 0;
}
