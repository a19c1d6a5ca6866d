/* A program of another version, compiled with a header whose structs have grown: see stable.rs. What the library
 * does not know is zero, on the way in and out. */
#include "check.h"

#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fills all of a struct but its size. */
#define SOIL(record) \
    memset((char *)&(record) + sizeof(uint32_t), 'x', sizeof(record) - sizeof(uint32_t))
/* What the later header has added at the end of a struct. */
#define TAIL_IS_ZERO(record) \
    is_zero((const char *)(record).later, (const char *)(&(record) + 1))

static int is_zero(const char *from, const char *to)
{
    while (from < to && *from == '\0')
        from++;
    return from >= to;
}

static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    CHECK(info->struct_size > 0 && info->pv != NULL && info->wdl[0] + info->wdl[1] + info->wdl[2] == 1000);
    ++*(int *)user_data;
    return 0;
}

int main(void)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    SeajayStats stats = SEAJAY_STATS_INIT;
    SeajayOptionInfo option = SEAJAY_OPTION_INFO_INIT;
    int calls = 0;

    CHECK(seajay_abi_version() == SEAJAY_ABI_VERSION);
    CHECK(engine != NULL);
    CHECK(seajay_set_info_callback(engine, on_info, &calls) == SEAJAY_OK);
    SOIL(result);
    SOIL(stats);
    SOIL(option);
    limits.depth = 3;
    limits.search_moves = "e2e4";
    CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
    CHECK(strcmp(result.best_move, "e2e4") == 0 && result.depth == 3 && calls > 0);
    CHECK(result.struct_size == sizeof result && TAIL_IS_ZERO(result));
    CHECK(seajay_stats(engine, &stats) == SEAJAY_OK);
    CHECK(stats.nodes == result.nodes && stats.qnodes <= stats.nodes);
    CHECK(stats.struct_size == sizeof stats && TAIL_IS_ZERO(stats));
    CHECK(seajay_option_info(0, &option) == SEAJAY_OK);
    CHECK(strcmp(option.name, "Hash") == 0 && option.min == 1 && option.choices == NULL);
    CHECK(option.struct_size == sizeof option && TAIL_IS_ZERO(option));
    CHECK(seajay_start(engine, &limits) == SEAJAY_OK);
    CHECK(seajay_wait(engine, -1, &result) == SEAJAY_OK && result.search_id == 2);
    seajay_free(engine);
    printf("%u %u\n", (unsigned)sizeof limits, (unsigned)sizeof result);
    return 0;
}
