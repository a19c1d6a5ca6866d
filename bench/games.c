/* Measures what games cost: many of them alive at once, each 20 plies deep.
 *
 *     make target/bench/games && target/bench/games [GAMES]
 *
 * Prints bytes of resident memory for a game, and nanoseconds of processor time for a call. There are
 * 1000000 games by default.
 */
#define _POSIX_C_SOURCE 200809L

#include "../ffi-tests/c/check.h"

#include <seajay.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PLIES = 20 };

static const char *const line[PLIES] = {
    "e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7",
    "f1e1", "b7b5", "a4b3", "d7d6", "c2c3", "e8g8", "h2h3", "c6b8", "d2d4", "b8d7",
};

static SeajayGame **games;
static long count;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    long pages = 0;

    CHECK(file != NULL && fscanf(file, "%*d %ld", &pages) == 1);
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static void print(const char *what, double value)
{
    printf("%-40s %8.0f\n", what, value);
    fflush(stdout);
}

/* Does something with every game, and prints what one call took. */
static void measure(const char *what, void (*act)(SeajayGame *game))
{
    const double begun = now();
    long i;

    for (i = 0; i < count; i++)
        act(games[i]);
    print(what, (now() - begun) / (double)count);
}

static void play_all(SeajayGame *game)
{
    int ply;

    for (ply = 0; ply < PLIES; ply++)
        CHECK(seajay_game_play(game, line[ply]) == SEAJAY_OK);
}

static void undo_one(SeajayGame *game)
{
    CHECK(seajay_game_undo(game, 1) == SEAJAY_OK);
}

static void write_san(SeajayGame *game)
{
    char text[16];

    CHECK(seajay_game_to_san(game, "c1g5", text, sizeof text) == 3);
}

static void read_state(SeajayGame *game)
{
    CHECK(seajay_game_state(game) == SEAJAY_GAME_ONGOING);
}

static SeajayGame *original;
static SeajayBoard board = SEAJAY_BOARD_INIT;

static void copy(SeajayGame *game)
{
    CHECK(seajay_game_copy(game, original) == SEAJAY_OK);
}

static void set_board(SeajayGame *game)
{
    CHECK(seajay_game_set_board(game, &board) == SEAJAY_OK);
}

static void set_start(SeajayGame *game)
{
    CHECK(seajay_game_set(game, NULL, NULL) == SEAJAY_OK);
}

static void read_board(SeajayGame *game)
{
    SeajayBoard other = SEAJAY_BOARD_INIT;

    CHECK(seajay_game_board(game, &other) == SEAJAY_OK && other.fullmove_number == 10);
}

/* Makes the games and plays them, and prints memory and times. */
static void make_games(void)
{
    const double before = resident_bytes();
    double begun = now(), made, played, empty;
    long i;

    for (i = 0; i < count; i++) {
        games[i] = seajay_game_new();
        CHECK(games[i] != NULL);
    }
    made = now() - begun;
    empty = resident_bytes() - before;
    begun = now();
    for (i = 0; i < count; i++)
        play_all(games[i]);
    played = now() - begun;
    printf("%ld games\n\n%-40s %8s\n", count, "memory of a game", "bytes");
    print("new", empty / (double)count);
    print("20 plies deep", (resident_bytes() - before) / (double)count);
    printf("\n%-40s %8s\n", "time of a call", "ns");
    print("seajay_game_new", made / (double)count);
    print("seajay_game_play, one move", played / (double)count / PLIES);
}

int main(int argc, char **argv)
{
    count = argc > 1 ? atol(argv[1]) : 1000000;
    CHECK(count > 0);
    games = calloc((size_t)count, sizeof *games);
    CHECK(games != NULL);
    /* Its pages do not count as memory of the games. */
    memset(games, 1, (size_t)count * sizeof *games);
    original = seajay_game_new();
    CHECK(original != NULL);
    play_all(original);
    CHECK(seajay_game_board(original, &board) == SEAJAY_OK);
    make_games();
    measure("seajay_game_to_san, one move", write_san);
    measure("seajay_game_undo, one move", undo_one);
    measure("seajay_game_state", read_state);
    measure("seajay_game_board", read_board);
    measure("seajay_game_copy, of 20 plies", copy);
    measure("seajay_game_set_board", set_board);
    measure("seajay_game_set, to the start", set_start);
    measure("seajay_game_free", seajay_game_free);
    seajay_game_free(original);
    free(games);
    return 0;
}
