/* Searches in a thread with little stack until a line is as long as lines can be, and prints the length
 * of the longest.
 *
 * Usage: stack NETWORK KIB NODES FEN
 */
#include "check.h"

#include <seajay.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 127 };

static int32_t is_longest(void *user_data, const SeajayInfo *info)
{
    (void)user_data;
    return info->seldepth >= LONGEST;
}

static void *search(void *arguments)
{
    char **argv = arguments;
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;

    CHECK(engine != NULL);
    CHECK(seajay_set_option(engine, "EvalFile", argv[1]) == SEAJAY_OK);
    CHECK(seajay_set_position(engine, argv[4], NULL) == SEAJAY_OK);
    CHECK(seajay_set_info_callback(engine, is_longest, NULL) == SEAJAY_OK);
    limits.depth = LONGEST;
    limits.nodes = strtoull(argv[3], NULL, 10);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
    seajay_free(engine);
    printf("%d\n", (int)result.seldepth);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_attr_t attributes;
    pthread_t thread;

    CHECK(argc == 5);
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, strtoul(argv[2], NULL, 10) * 1024) == 0);
    CHECK(pthread_create(&thread, &attributes, search, argv) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    return 0;
}
