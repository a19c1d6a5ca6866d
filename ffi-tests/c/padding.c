/* Compiles only where no struct ends in padding: a later version could put a field there, and its
 * struct_size would not tell that the field is known. For other systems too, without their headers:
 *
 *   cc -m32 -ffreestanding -fsyntax-only -Iinclude ffi-tests/c/padding.c
 */
#include <seajay.h>

#define FIELD_SIZE(type, field) sizeof(((type *)0)->field)
/* An array of a negative size where the last field does not end the struct. */
#define ENDS_WITH(type, field) \
    typedef char type##_ends_with_##field \
        [offsetof(type, field) + FIELD_SIZE(type, field) == sizeof(type) ? 1 : -1]

#if defined(SEAJAY_POINTERS_OF_32_BITS)
ENDS_WITH(SeajayLimits, reserved);
ENDS_WITH(SeajayInfo, reserved);
ENDS_WITH(SeajayOptionInfo, reserved);
#else
ENDS_WITH(SeajayLimits, search_moves);
ENDS_WITH(SeajayInfo, pv);
ENDS_WITH(SeajayOptionInfo, choices);
#endif
ENDS_WITH(SeajayScore, bound);
ENDS_WITH(SeajayResult, time_ms);
ENDS_WITH(SeajayStats, null_move_cutoffs);
ENDS_WITH(SeajayBoard, chess960);

int main(void)
{
    return 0;
}
