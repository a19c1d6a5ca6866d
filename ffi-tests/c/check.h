/* CHECK ends a program at the first condition that does not hold, and names it. At once, since other
 * threads may be running. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) ((condition) ? (void)0 : fail(__FILE__, __LINE__, #condition))

static void fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    fflush(stdout);
    _Exit(1);
}

#endif
