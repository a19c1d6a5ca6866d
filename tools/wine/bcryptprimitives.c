/* Stands in for a system library of Windows that Debian's Wine 8 lacks and Rust's standard library imports: random
 * bytes from the older function that Wine has. For tests under Wine alone.
 *
 *     x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll tools/wine/bcryptprimitives.c -ladvapi32
 */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return SystemFunction036(data, (ULONG)length);
}
