/* Searches each line of a file, a FEN, to a depth, and prints the nodes of all together: the
 * signature of the search, from C.
 *
 * Usage: bench FILE DEPTH
 */
#include "check.h"

#include <seajay.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    SeajayEngine *engine = seajay_new();
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    uint64_t nodes = 0;
    char fen[256];
    FILE *file;

    CHECK(argc == 3 && engine != NULL);
    limits.depth = atoi(argv[2]);
    file = fopen(argv[1], "r");
    CHECK(file != NULL);
    while (fgets(fen, sizeof fen, file) != NULL) {
        fen[strcspn(fen, "\r\n")] = '\0';
        CHECK(seajay_set_position(engine, fen, NULL) == SEAJAY_OK);
        CHECK(seajay_search(engine, &limits, &result) == SEAJAY_OK);
        nodes += result.nodes;
    }
    fclose(file);
    seajay_free(engine);
    printf("%" PRIu64 "\n", nodes);
    return 0;
}
