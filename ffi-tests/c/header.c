/* The header alone, first of all includes and twice, and every initialiser in every place. */
#include <seajay.h>
#include <seajay.h>

static const SeajayLimits static_limits = SEAJAY_LIMITS_INIT;
static const SeajayInfo static_info = SEAJAY_INFO_INIT;
static const SeajayResult static_result = SEAJAY_RESULT_INIT;
static const SeajayStats static_stats = SEAJAY_STATS_INIT;
static const SeajayOptionInfo static_option_info = SEAJAY_OPTION_INFO_INIT;
static const SeajayBoard static_board = SEAJAY_BOARD_INIT;

int main(void)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayInfo info = SEAJAY_INFO_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    SeajayStats stats = SEAJAY_STATS_INIT;
    SeajayOptionInfo option_info = SEAJAY_OPTION_INFO_INIT;
    SeajayBoard board = SEAJAY_BOARD_INIT;

    return limits.struct_size == static_limits.struct_size
        && info.struct_size == static_info.struct_size
        && result.struct_size == static_result.struct_size
        && stats.struct_size == static_stats.struct_size
        && option_info.struct_size == static_option_info.struct_size
        && board.struct_size == static_board.struct_size
        && limits.struct_size == sizeof limits
        && info.struct_size == sizeof info
        && result.struct_size == sizeof result
        && stats.struct_size == sizeof stats
        && option_info.struct_size == sizeof option_info
        && board.struct_size == sizeof board
        && board.en_passant == -1 && board.fullmove_number == 1
        ? 0 : 1;
}
