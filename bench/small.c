/* Counts searches of one node in a second, each after setting another game.
 *
 *     make target/bench/small && target/bench/small [SEARCHES]
 */
#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GAMES = 4 };

static const char *const openings[GAMES] = {
    "",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O",
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6",
};

int main(int argc, char **argv)
{
    const long count = argc > 1 ? atol(argv[1]) : 1000000;
    SeajayEngine *engine = seajay_new();
    SeajayGame *games[GAMES];
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    clock_t begun;
    double seconds;
    long i;

    limits.nodes = 1;
    for (i = 0; i < GAMES; i++) {
        games[i] = seajay_game_new();
        if (games[i] == NULL || seajay_game_play_san(games[i], openings[i]) != SEAJAY_OK)
            return EXIT_FAILURE;
    }
    begun = clock();
    for (i = 0; i < count; i++)
        if (seajay_set_game(engine, games[i % GAMES]) != SEAJAY_OK
            || seajay_search(engine, &limits, NULL) != SEAJAY_OK)
            return EXIT_FAILURE;
    seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    printf("%.0f searches in a second of processor time\n", (double)count / seconds);
    for (i = 0; i < GAMES; i++)
        seajay_game_free(games[i]);
    seajay_free(engine);
    return EXIT_SUCCESS;
}
