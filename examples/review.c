/* Reviews the games of a PGN file with seajay and prints what was wrong with them, in C99. In the
 * root of the repository:
 *
 *   cargo build --release
 *   cc -std=c99 examples/review.c -Iinclude -Ltarget/release -lseajay \
 *      -Wl,-rpath,target/release -o target/review-c && target/review-c games.pgn
 *
 * Usage: review-c FILE [NODES]; NODES is the effort for each position, by default 20000.
 */
#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_NODES = 20000, EXIT_ERROR = 2 };

/* A game is read, reviewed, and gone through once more from its beginning. */
typedef struct {
    SeajayPgn *pgn;
    SeajayGame *game;
    SeajayGame *ahead;
    SeajayEngine *engine;
    SeajayLimits limits;
} Reviewer;

/* Prints a bad move in the position before it, and the line that was better. */
static int64_t print_move(const Reviewer *r, size_t index, const SeajayMove *played,
                          const SeajayReview *judged)
{
    static const char *const marks[] = {"", "", "?", "", "??", "", "?!"};
    SeajayBoard board = SEAJAY_BOARD_INIT;
    char line[768], san[1024];
    int64_t status;

    if ((status = seajay_game_board(r->ahead, &board)) < 0
        || (status = seajay_review_line(r->engine, index, line, sizeof line)) < 0
        || (status = seajay_game_to_san(r->ahead, line, san, sizeof san)) < 0)
        return status;
    printf("  %3d%s %-8s loses %4.1f %%   better: %s\n", (int)board.fullmove_number,
           board.turn == SEAJAY_WHITE ? ". " : "..",
           strcat(strcpy(line, played->san), marks[judged->mark]), judged->loss / 10.0, san);
    return SEAJAY_OK;
}

/* Reviews the game, whose moves find room in the arrays. */
static int64_t review(const Reviewer *r, SeajayMove *played, SeajayReview *moves, size_t count)
{
    SeajayBoard board = SEAJAY_BOARD_INIT;
    double percent[2];
    int64_t status;
    size_t index;

    if ((status = seajay_game_played_move_list(r->game, played, count)) < 0
        || (status = seajay_review(r->engine, r->game, &r->limits, moves, count, NULL, NULL)) < 0
        || (status = seajay_game_copy(r->ahead, r->game)) < 0
        || (status = seajay_game_undo(r->ahead, (uint32_t)count)) < 0
        || (status = seajay_game_board(r->ahead, &board)) < 0
        || (status = seajay_review_accuracy(moves, count, board.turn, percent)) < 0)
        return status;
    for (index = 0; index < count; index++) {
        if (moves[index].mark != SEAJAY_MARK_NONE
            && (status = print_move(r, index, &played[index], &moves[index])) < 0)
            return status;
        if ((status = seajay_game_play(r->ahead, played[index].uci)) < 0)
            return status;
    }
    printf("  accuracy: White %.1f %%, Black %.1f %%\n\n", percent[0], percent[1]);
    return SEAJAY_OK;
}

/* Prints the game that was read, with what is wrong with its text, and reviews it. */
static int64_t review_game(const Reviewer *r)
{
    char white[256], black[256], result[8], fault[1025];
    int64_t count = seajay_game_ply_count(r->game);
    SeajayMove *played = calloc((size_t)count + 1, sizeof *played);
    SeajayReview *moves = calloc((size_t)count + 1, sizeof *moves);
    int64_t status = SEAJAY_ERR_OUT_OF_MEMORY;

    if (played != NULL && moves != NULL
        && (status = seajay_pgn_tag(r->pgn, "White", white, sizeof white)) >= 0
        && (status = seajay_pgn_tag(r->pgn, "Black", black, sizeof black)) >= 0
        && (status = seajay_pgn_result(r->pgn, result, sizeof result)) >= 0
        && (status = seajay_pgn_error_text(r->pgn, fault, sizeof fault)) >= 0) {
        printf("%s - %s %s\n", white, black, result);
        if (fault[0] != '\0')
            printf("  %s\n", fault);
        status = review(r, played, moves, (size_t)count);
    }
    free(moves);
    free(played);
    return status;
}

int main(int argc, char **argv)
{
    Reviewer r = {NULL, NULL, NULL, NULL, SEAJAY_LIMITS_INIT};
    char *end = "";
    long nodes = argc > 2 ? strtol(argv[2], &end, 10) : DEFAULT_NODES;
    int64_t status = SEAJAY_ERR_OUT_OF_MEMORY;
    char error[1025];

    if (argc < 2 || argc > 3 || *end != '\0' || nodes < 1) {
        fprintf(stderr, "usage: %s FILE [NODES]\n", argv[0]);
        return EXIT_ERROR;
    }
    r.limits.nodes = (uint64_t)nodes;
    r.pgn = seajay_pgn_new();
    r.game = seajay_game_new();
    r.ahead = seajay_game_new();
    r.engine = seajay_new();
    if (r.pgn != NULL && r.game != NULL && r.ahead != NULL && r.engine != NULL)
        status = seajay_pgn_open(r.pgn, argv[1]);
    while (status >= 0 && (status = seajay_pgn_next(r.pgn, r.game)) == 1)
        status = review_game(&r);
    if (status < 0) {
        seajay_last_error(error, sizeof error);
        fprintf(stderr, "error: %s\n", error);
    }
    seajay_free(r.engine);
    seajay_game_free(r.ahead);
    seajay_game_free(r.game);
    seajay_pgn_free(r.pgn);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        perror("error: stdout");
        return EXIT_ERROR;
    }
    return status < 0 ? EXIT_ERROR : EXIT_SUCCESS;
}
