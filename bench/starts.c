/* Measures starting the searches of many engines at once, and freeing engines while they search. Prints
 *
 *   milliseconds that 300 first calls of seajay_start() take, one after the other, all searches endless
 *   milliseconds that seajay_free() takes for 30 searching engines, one after the other
 *   the same when all of them were told to stop first
 *   milliseconds until all of 30 that were told to stop have ended
 *   milliseconds until a new engine has searched its first node, on average of 30, each after the engine
 *   before it searched 500,000 nodes and was freed
 *
 *     make target/bench/starts && target/bench/starts
 */
#define _POSIX_C_SOURCE 200809L

#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MANY = 300, SOME = 30 };

static SeajayEngine *engines[MANY];

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

/* Milliseconds that the first starts of some engines take. */
static double start(int count)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    double begun;
    int i;

    limits.infinite = 1;
    for (i = 0; i < count; i++)
        if ((engines[i] = seajay_new()) == NULL)
            exit(1);
    begun = now();
    for (i = 0; i < count; i++)
        if (seajay_start(engines[i], &limits) != SEAJAY_OK)
            exit(1);
    return now() - begun;
}

static void stop_all(int count)
{
    while (count > 0)
        seajay_stop(engines[--count]);
}

static void wait_for_all(int count)
{
    while (count > 0)
        seajay_wait(engines[--count], -1, NULL);
}

static double end(int count)
{
    double begun = now();

    while (count > 0)
        seajay_free(engines[--count]);
    return now() - begun;
}

static SeajayEngine *new_engine_after(uint64_t nodes)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.nodes = nodes;
    if (engine == NULL || seajay_search(engine, &limits, NULL) != SEAJAY_OK)
        exit(1);
    return engine;
}

/* Milliseconds until an engine that follows a freed one has searched its first node. */
static double follow(void)
{
    SeajayEngine *engine;
    double begun, took;

    seajay_free(new_engine_after(500000));
    begun = now();
    engine = new_engine_after(1);
    took = now() - begun;
    seajay_free(engine);
    return took;
}

int main(void)
{
    struct timespec pause = { 0, 300000000 };
    double begun, sum = 0;
    int i;

    printf("%d starts             %8.1f ms\n", MANY, start(MANY));
    begun = now();
    stop_all(MANY);
    printf("%d stops              %8.1f ms\n", MANY, now() - begun);
    end(MANY);

    start(SOME);
    nanosleep(&pause, NULL);
    printf("%d frees while all search %5.1f ms\n", SOME, end(SOME));

    start(SOME);
    nanosleep(&pause, NULL);
    begun = now();
    stop_all(SOME);
    end(SOME);
    printf("%d stops, then %d frees   %5.1f ms\n", SOME, SOME, now() - begun);

    start(SOME);
    nanosleep(&pause, NULL);
    begun = now();
    stop_all(SOME);
    wait_for_all(SOME);
    printf("%d stops, then %d waits   %5.1f ms\n", SOME, SOME, now() - begun);
    end(SOME);

    for (i = 0; i < SOME; i++)
        sum += follow();
    printf("one more after a freed one %4.2f ms\n", sum / SOME);
    return 0;
}
