/* Measures the memory of engines: resident KiB of one engine, the mean of several, when it is created and
 * after longer and longer searches, for three sizes of its hash table; and of 300 engines with default
 * options that have searched one node each.
 *
 *     make target/bench/memory && target/bench/memory
 */
#define _POSIX_C_SOURCE 200809L

#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SEVERAL = 8, MANY = 300 };

static SeajayEngine *engines[MANY];

static long resident_kib(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1)
        exit(1);
    fclose(file);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void make(int count, const char *hash)
{
    while (count > 0) {
        SeajayEngine *engine = seajay_new();

        if (engine == NULL || seajay_set_option(engine, "Hash", hash) != SEAJAY_OK)
            exit(1);
        engines[--count] = engine;
    }
}

static void search(int count, uint64_t nodes, int64_t milliseconds)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.nodes = nodes;
    limits.move_time_ms = milliseconds;
    while (count > 0)
        if (seajay_search(engines[--count], &limits, NULL) != SEAJAY_OK)
            exit(1);
}

static void print_growth(const char *hash)
{
    static const uint64_t nodes[] = { 1, 1000, 10000, 100000 };
    long before = resident_kib();
    size_t i;

    make(SEVERAL, hash);
    printf("%4s | %8ld", hash, (resident_kib() - before) / SEVERAL);
    for (i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        search(SEVERAL, nodes[i], 0);
        printf(" | %8ld", (resident_kib() - before) / SEVERAL);
    }
    search(SEVERAL, 0, 1000);
    printf(" | %8ld\n", (resident_kib() - before) / SEVERAL);
}

static void print_many(const char *hash)
{
    long before = resident_kib();

    make(MANY, hash);
    printf("%d engines: %ld MiB", MANY, (resident_kib() - before) / 1024);
    search(MANY, 1, 0);
    printf(", after one node each %ld MiB\n", (resident_kib() - before) / 1024);
}

/* In a process of its own: what one engine leaves behind, the next would find. */
static void apart(void (*print)(const char *), const char *hash)
{
    fflush(stdout);
    if (fork() == 0) {
        print(hash);
        exit(0);
    }
    wait(NULL);
}

int main(void)
{
    /* What all engines share. */
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.nodes = 1000;
    if (engine == NULL || seajay_search(engine, &limits, NULL) != SEAJAY_OK)
        return 1;
    printf("Hash |     idle |   1 node |    1,000 |   10,000 |  100,000 |      1 s\n");
    apart(print_growth, "1");
    apart(print_growth, "16");
    apart(print_growth, "64");
    apart(print_growth, "256");
    apart(print_many, "16");
    seajay_free(engine);
    return 0;
}
