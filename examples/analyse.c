/* Analyses a chess position with seajay, in C99. In the root of the repository:
 *
 *   cargo build --release
 *   cc -std=c99 examples/analyse.c -Iinclude -Ltarget/release -lseajay \
 *      -Wl,-rpath,target/release -o target/analyse-c && target/analyse-c
 *
 * Usage: analyse-c [FEN [DEPTH]]; DEPTH is in half-moves; without it, it thinks for five seconds.
 */
#include <seajay.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight. */
static const char opera[] = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

enum { DEFAULT_TIME_MS = 5000, EXIT_ERROR = 2 };

static void print_board(const SeajayBoard *board)
{
    char squares[64];
    int square, piece;

    memset(squares, '.', sizeof squares);
    for (piece = 0; piece < 12; piece++)
        for (square = 0; square < 64; square++)
            if (board->pieces[piece / 6][piece % 6] >> square & 1)
                squares[square] = "PNBRQKpnbrqk"[piece];
    /* a1 is square 0, and the eighth rank comes first. */
    for (square = 0; square < 64; square++)
        printf("%s%c", square % 8 == 0 ? "\n  " : " ", squares[square ^ 56]);
}

enum { SCORE_SIZE = 24 };

/* Pawns, moves to mate, or half-moves to a tablebase win, from the side to move's point of view. */
static const char *score_text(SeajayScore score, char text[SCORE_SIZE])
{
    const char *bound = score.bound == SEAJAY_BOUND_LOWER   ? ">= "
                        : score.bound == SEAJAY_BOUND_UPPER ? "<= "
                                                            : "";

    if (score.kind == SEAJAY_SCORE_CP)
        snprintf(text, SCORE_SIZE, "%s%+.2f", bound, score.value / 100.0);
    else
        snprintf(text, SCORE_SIZE, "%s%s%+d", bound,
                 score.kind == SEAJAY_SCORE_MATE ? "#" : "TB", (int)score.value);
    return text;
}

/* Receives everything the search finds; prints the line of each finished depth. */
static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    const SeajayGame *game = user_data;
    char score[SCORE_SIZE], san[1024];

    if (info->kind != SEAJAY_INFO_LINE || info->score.bound != SEAJAY_BOUND_EXACT)
        return 0;
    printf("  %5d %7s %11" PRIu64 " %10" PRIu64 "   %s\n", (int)info->depth,
           score_text(info->score, score), info->nodes, info->nps,
           seajay_game_to_san(game, info->pv, san, sizeof san) < 0 ? info->pv : san);
    /* A mate searched to its full depth leaves nothing to find: a non-zero result stops the search. */
    return info->score.kind == SEAJAY_SCORE_MATE && info->depth >= 2 * abs(info->score.value);
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

static void print_summary(const char *best, const SeajayResult *result, const SeajayStats *stats)
{
    char score[SCORE_SIZE];

    if (best[0] == '\0') {
        printf("  %s\n", result->score.kind == SEAJAY_SCORE_MATE ? "Checkmate" : "Stalemate");
        return;
    }
    printf("\n  Best move            %s, score %s\n", best, score_text(result->score, score));
    printf("  Searched             %" PRIu64 " positions in %.2f s, depth %d\n", result->nodes,
           (double)result->time_ms / 1000.0, (int)result->depth);
    printf("  First-move cutoffs  %5.1f %%\n",
           percent(stats->first_move_cutoffs, stats->beta_cutoffs));
    printf("  Re-search rate      %5.1f %%\n", percent(stats->re_searches, stats->reductions));
    printf("  Hash hits           %5.1f %%\n", percent(stats->tt_hits, stats->tt_probes));
}

/* Makes all calls; ends with the first that fails, and returns its status. */
static int64_t analyse(SeajayGame *game, SeajayEngine *engine, const SeajayLimits *limits)
{
    SeajayBoard board = SEAJAY_BOARD_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    SeajayStats stats = SEAJAY_STATS_INIT;
    char text[128];
    int64_t status;

    if ((status = seajay_game_board(game, &board)) < 0
        || (status = seajay_game_fen(game, text, sizeof text)) < 0
        || (status = seajay_set_game(engine, game)) < 0
        || (status = seajay_set_info_callback(engine, on_info, game)) < 0)
        return status;
    print_board(&board);
    printf("\n\n  %s\n\n  depth   score       nodes    nodes/s   line of play\n", text);
    if ((status = seajay_search(engine, limits, &result)) < 0
        || (status = seajay_stats(engine, &stats)) < 0
        || (status = seajay_game_to_san(game, result.best_move, text, sizeof text)) < 0)
        return status;
    print_summary(text, &result, &stats);
    return SEAJAY_OK;
}

int main(int argc, char **argv)
{
    const char *fen = argc > 1 ? argv[1] : opera;
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayGame *game;
    SeajayEngine *engine;
    int64_t status = SEAJAY_ERR_OUT_OF_MEMORY;
    char error[1025];

    if (argc > 2) {
        char *end;
        long depth = strtol(argv[2], &end, 10);
        if (argc > 3 || *end != '\0' || depth < 1 || depth > INT32_MAX) {
            fprintf(stderr, "usage: %s [FEN [DEPTH]]\n", argv[0]);
            return EXIT_ERROR;
        }
        limits.depth = (int32_t)depth;
    } else {
        limits.move_time_ms = DEFAULT_TIME_MS;
    }

    game = seajay_game_new();
    engine = seajay_new();
    if (game != NULL && engine != NULL)
        status = seajay_game_set(game, fen, NULL);
    if (status == SEAJAY_OK)
        status = analyse(game, engine, &limits);
    if (status < 0) {
        seajay_last_error(error, sizeof error);
        fprintf(stderr, "error: %s\n", error);
    }
    seajay_free(engine);
    seajay_game_free(game);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("error: stdout");
        return EXIT_ERROR;
    }
    return status == SEAJAY_OK ? EXIT_SUCCESS : EXIT_ERROR;
}
