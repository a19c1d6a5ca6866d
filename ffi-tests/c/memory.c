/* Memory that runs out is a status, the old state stays, and the engine goes on. */
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* From here on the program may not have more than this. */
static void limit_memory(rlim_t bytes)
{
    struct rlimit limit;

    CHECK(getrlimit(RLIMIT_AS, &limit) == 0);
    limit.rlim_cur = bytes;
    CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
}

int main(void)
{
    enum { ENOUGH = 256 << 20, MAX_ENGINES = 64 };
    SeajayEngine *engine, *engines[MAX_ENGINES];
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    char value[8] = "", text[128] = "";
    int count = 0;

    limits.depth = 4;
    limit_memory(ENOUGH);
    engine = seajay_new();
    CHECK(engine != NULL);

    CHECK(seajay_set_option(engine, "Hash", "512") == SEAJAY_ERR_OUT_OF_MEMORY);
    CHECK(seajay_last_error(NULL, 0) > 0);
    CHECK(seajay_get_option(engine, "Hash", value, sizeof value) == 2 && atoi(value) == 16);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK && result.depth == 4);
    printf("ok too large a hash table\n");

    while (count < MAX_ENGINES && (engines[count] = seajay_new()) != NULL)
        count++;
    CHECK(count > 1 && count < MAX_ENGINES);
    while (count > 0)
        seajay_free(engines[--count]);
    printf("ok too many engines\n");

    /* Some of the threads are had before one is refused: they must end again. */
    CHECK(seajay_set_option(engine, "Threads", "2") == SEAJAY_OK);
    CHECK(seajay_set_option(engine, "Threads", "19") == SEAJAY_ERR_OUT_OF_MEMORY);
    seajay_last_error(text, sizeof text);
    CHECK(strstr(text, "a thread") != NULL);
    CHECK(seajay_set_option(engine, "Threads", "256") == SEAJAY_ERR_OUT_OF_MEMORY);
    CHECK(seajay_get_option(engine, "Threads", value, sizeof value) == 1 && atoi(value) == 2);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK && result.depth == 4);
    printf("ok too many threads\n");

    limit_memory(0);
    CHECK(seajay_set_option(engine, "Threads", "3") == SEAJAY_ERR_OUT_OF_MEMORY);
    CHECK(seajay_start(engine, &limits) == SEAJAY_ERR_OUT_OF_MEMORY);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK && result.depth == 4);
    /* The C library keeps address space of the threads that have ended. */
    limit_memory(2 * ENOUGH);
    CHECK(seajay_start(engine, &limits) == SEAJAY_OK);
    CHECK(seajay_wait(engine, -1, &result) == SEAJAY_OK && result.depth == 4);
    printf("ok no memory for a thread\n");

    seajay_free(engine);
    return 0;
}
