/* Searches in a thread with little stack until the last ply is reached, and prints the deepest; with MATE,
 * which may be 0, it is a search for a mate in this many moves.
 *
 * Usage: stack NETWORK KIB NODES MATE FEN
 */
#include "check.h"

#include <seajay.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAST_PLY = 127 };

static int32_t is_last_ply(void *user_data, const SeajayInfo *info)
{
    (void)user_data;
    return info->seldepth >= LAST_PLY;
}

static void *search(void *arguments)
{
    char **argv = arguments;
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;

    CHECK(engine != NULL);
    CHECK(seajay_set_option(engine, "EvalFile", argv[1]) == SEAJAY_OK);
    CHECK(seajay_set_position(engine, argv[5], NULL) == SEAJAY_OK);
    CHECK(seajay_set_info_callback(engine, is_last_ply, NULL) == SEAJAY_OK);
    limits.nodes = strtoull(argv[3], NULL, 10);
    limits.mate = atoi(argv[4]);
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
    seajay_free(engine);
    printf("%d\n", (int)result.seldepth);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_attr_t attributes;
    pthread_t thread;

    CHECK(argc == 6);
    CHECK(pthread_attr_init(&attributes) == 0);
    CHECK(pthread_attr_setstacksize(&attributes, strtoul(argv[2], NULL, 10) * 1024) == 0);
    CHECK(pthread_create(&thread, &attributes, search, argv) == 0);
    CHECK(pthread_join(thread, NULL) == 0);
    return 0;
}
