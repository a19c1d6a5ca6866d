/* The header alone, first of all includes and twice; prints the bytes of every initialiser, which are
 * the same in every place. */
#include <seajay.h>
#include <seajay.h>

#include <stdio.h>
#include <string.h>

static const SeajayLimits static_limits = SEAJAY_LIMITS_INIT;
static const SeajayInfo static_info = SEAJAY_INFO_INIT;
static const SeajayResult static_result = SEAJAY_RESULT_INIT;
static const SeajayStats static_stats = SEAJAY_STATS_INIT;
static const SeajayOptionInfo static_option_info = SEAJAY_OPTION_INFO_INIT;
static const SeajayBoard static_board = SEAJAY_BOARD_INIT;

static int print(const void *record, const void *static_record, size_t size)
{
    const unsigned char *byte = (const unsigned char *)record;
    size_t i;

    for (i = 0; i < size; i++)
        printf("%02x", (unsigned)byte[i]);
    printf("\n");
    return memcmp(record, static_record, size) == 0;
}

int main(void)
{
    const SeajayLimits limits = SEAJAY_LIMITS_INIT;
    const SeajayInfo info = SEAJAY_INFO_INIT;
    const SeajayResult result = SEAJAY_RESULT_INIT;
    const SeajayStats stats = SEAJAY_STATS_INIT;
    const SeajayOptionInfo option_info = SEAJAY_OPTION_INFO_INIT;
    const SeajayBoard board = SEAJAY_BOARD_INIT;

    return print(&limits, &static_limits, sizeof limits)
        && print(&info, &static_info, sizeof info)
        && print(&result, &static_result, sizeof result)
        && print(&stats, &static_stats, sizeof stats)
        && print(&option_info, &static_option_info, sizeof option_info)
        && print(&board, &static_board, sizeof board)
        ? 0 : 1;
}
