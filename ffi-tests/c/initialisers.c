/* Prints the bytes of every initialiser. */
#include <seajay.h>

#include <stdio.h>

static void print(const void *record, size_t size)
{
    const unsigned char *byte = (const unsigned char *)record;
    size_t i;

    for (i = 0; i < size; i++)
        printf("%02x", byte[i]);
    printf("\n");
}

int main(void)
{
    static const SeajayLimits limits = SEAJAY_LIMITS_INIT;
    static const SeajayInfo info = SEAJAY_INFO_INIT;
    static const SeajayResult result = SEAJAY_RESULT_INIT;
    static const SeajayStats stats = SEAJAY_STATS_INIT;
    static const SeajayOptionInfo option_info = SEAJAY_OPTION_INFO_INIT;
    static const SeajayBoard board = SEAJAY_BOARD_INIT;

    print(&limits, sizeof limits);
    print(&info, sizeof info);
    print(&result, sizeof result);
    print(&stats, sizeof stats);
    print(&option_info, sizeof option_info);
    print(&board, sizeof board);
    return 0;
}
