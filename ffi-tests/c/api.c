/* Every function of seajay.h as a C program meets it. Prints a line for each case; at the first
 * broken promise it says which, and ends with exit code 1.
 *
 * Usage: api [PATIENCE]; times are multiplied by PATIENCE, for slow surroundings.
 */
#define _POSIX_C_SOURCE 200809L

#include <seajay.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define MATED "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"
#define STALEMATED "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define MATE_IN_ONE "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60"

static SeajayEngine *engine;
static double patience = 1.0;

/* ---- Checks ---- */

static void fail(int line, const char *what)
{
    char text[1025] = "";

    seajay_last_error(text, sizeof text);
    fprintf(stderr, "api.c:%d: %s\nlast error: %s\n", line, what, text);
    exit(1);
}

static void check_equal(int line, const char *what, int64_t actual, int64_t expected)
{
    char text[512];

    if (actual != expected) {
        snprintf(text, sizeof text, "%s is %lld, not %lld", what, (long long)actual,
                 (long long)expected);
        fail(line, text);
    }
}

static void check_text(int line, const char *actual, const char *expected)
{
    char text[1536];

    if (strcmp(actual, expected) != 0) {
        snprintf(text, sizeof text, "\"%.700s\" is not \"%.700s\"", actual, expected);
        fail(line, text);
    }
}

/* Is the text of the latest error about this? */
static void check_error(int line, const char *part)
{
    char text[1025] = "";

    seajay_last_error(text, sizeof text);
    if (strstr(text, part) == NULL)
        fail(line, part);
}

#define CHECK(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define EQUAL(actual, expected) \
    check_equal(__LINE__, #actual, (int64_t)(actual), (int64_t)(expected))
#define OK(call) EQUAL(call, SEAJAY_OK)
#define TEXT(actual, expected) check_text(__LINE__, actual, expected)
#define ERROR_NAMES(part) check_error(__LINE__, part)

static double now_ms(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void sleep_ms(long milliseconds)
{
    struct timespec time = { 0, 0 };

    time.tv_nsec = milliseconds * 1000000;
    nanosleep(&time, NULL);
}

static SeajayLimits to_depth(int32_t depth)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.depth = depth;
    return limits;
}

static SeajayLimits endless(void)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;

    limits.infinite = 1;
    return limits;
}

static SeajayGame *new_game(void)
{
    SeajayGame *game = seajay_game_new();

    CHECK(game != NULL);
    return game;
}

static SeajayResult search(SeajayLimits limits)
{
    SeajayResult result = SEAJAY_RESULT_INIT;

    OK(seajay_search(engine, &limits, &result));
    return result;
}

/* ---- Cases, each with a new engine at the start of a game ---- */

static void about(void)
{
    static const int32_t statuses[] = {
        SEAJAY_OK, SEAJAY_ERR_NULL, SEAJAY_ERR_INVALID_UTF8, SEAJAY_ERR_INVALID_ARGUMENT,
        SEAJAY_ERR_INVALID_FEN, SEAJAY_ERR_ILLEGAL_POSITION, SEAJAY_ERR_ILLEGAL_MOVE,
        SEAJAY_ERR_INVALID_PGN, SEAJAY_ERR_UNKNOWN_OPTION, SEAJAY_ERR_INVALID_VALUE, SEAJAY_ERR_OUT_OF_MEMORY,
        SEAJAY_ERR_IO, SEAJAY_ERR_BUSY, SEAJAY_ERR_TIMEOUT, SEAJAY_ERR_PANIC, 12345,
    };
    const size_t count = sizeof statuses / sizeof statuses[0];
    size_t i, j;

    EQUAL(seajay_abi_version(), SEAJAY_ABI_VERSION);
    CHECK(strchr(seajay_version(), '.') != NULL);
    CHECK(strlen(seajay_build_info()) > 0);
    for (i = 0; i < count; i++) {
        CHECK(strlen(seajay_strerror(statuses[i])) > 0);
        for (j = 0; j < i; j++)
            CHECK(strcmp(seajay_strerror(statuses[i]), seajay_strerror(statuses[j])) != 0);
    }
}

static void null_engine(void)
{
    SeajayLimits limits = to_depth(1);
    SeajayResult result = SEAJAY_RESULT_INIT;
    SeajayStats stats = SEAJAY_STATS_INIT;
    char buffer[8] = "as ever";

    seajay_free(NULL);
    EQUAL(seajay_set_option(NULL, "Hash", "1"), SEAJAY_ERR_NULL);
    EQUAL(seajay_get_option(NULL, "Hash", buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_load_network(NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_set_position(NULL, NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_set_info_callback(NULL, NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_search(NULL, &limits, &result), SEAJAY_ERR_NULL);
    EQUAL(seajay_start(NULL, &limits), SEAJAY_ERR_NULL);
    EQUAL(seajay_wait(NULL, 0, &result), SEAJAY_ERR_NULL);
    EQUAL(seajay_is_searching(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_stop(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_ponderhit(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_clear_history(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_stats(NULL, &stats), SEAJAY_ERR_NULL);
    EQUAL(seajay_line_count(NULL), 0);
    EQUAL(seajay_line(NULL, 0, NULL, NULL, 0), SEAJAY_ERR_NULL);
    EQUAL(seajay_line_to_san(NULL, 0, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_review(NULL, NULL, &limits, NULL, 0, NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_review_line(NULL, 0, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_probe_tb(NULL, NULL, &limits.depth, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_set_game(NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_set_pool(NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_set_done_callback(NULL, NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_set_log_callback(NULL, NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_evaluate(NULL, &limits.depth), SEAJAY_ERR_NULL);
    EQUAL(seajay_memory_usage(NULL), 0);
    ERROR_NAMES("engine");
    TEXT(buffer, "as ever");
}

static void null_game(void)
{
    SeajayBoard board = SEAJAY_BOARD_INIT;
    SeajayGame *game = new_game();
    uint64_t nodes = 77;
    char buffer[8] = "as ever";

    seajay_game_free(NULL);
    seajay_pool_free(NULL);
    EQUAL(seajay_game_set(NULL, NULL, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_set_board(NULL, &board), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_set_board(game, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_board(NULL, &board), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_board(game, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_copy(NULL, game), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_copy(game, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_play(NULL, "e2e4"), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_play(game, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_play_san(NULL, "e4"), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_play_san(game, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_undo(NULL, 0), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_set_chess960(NULL, 1), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_moves(NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_moves(game, NULL, 1), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_moves_san(NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_start_fen(NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_ply_count(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_legal_moves(NULL, NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_to_san(NULL, "e2e4", buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_to_san(game, NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_from_san(NULL, "e4", buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_from_san(game, NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_fen(NULL, buffer, sizeof buffer), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_fen(game, NULL, 1), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_state(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_in_check(NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_can_win(NULL, SEAJAY_WHITE), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_key(NULL), 0);
    EQUAL(seajay_game_perft(NULL, 1, &nodes), SEAJAY_ERR_NULL);
    EQUAL(seajay_game_perft(game, 1, NULL), SEAJAY_ERR_NULL);
    EQUAL(nodes, 77);
    TEXT(buffer, "as ever");
    EQUAL(seajay_game_ply_count(game), 0);
    seajay_game_free(game);
}

static void null_arguments(void)
{
    EQUAL(seajay_set_option(engine, NULL, "1"), SEAJAY_ERR_NULL);
    ERROR_NAMES("name");
    EQUAL(seajay_set_option(engine, "Hash", NULL), SEAJAY_ERR_NULL);
    ERROR_NAMES("value");
    EQUAL(seajay_get_option(engine, NULL, NULL, 0), SEAJAY_ERR_NULL);
    ERROR_NAMES("name");
    EQUAL(seajay_get_option(engine, "Hash", NULL, 1), SEAJAY_ERR_NULL);
    ERROR_NAMES("buffer");
    EQUAL(seajay_load_network(engine, NULL, 0), SEAJAY_ERR_NULL);
    ERROR_NAMES("data");
    EQUAL(seajay_set_game(engine, NULL), SEAJAY_ERR_NULL);
    ERROR_NAMES("game");
    EQUAL(seajay_evaluate(engine, NULL), SEAJAY_ERR_NULL);
    ERROR_NAMES("centipawns");
    EQUAL(seajay_search(engine, NULL, NULL), SEAJAY_ERR_NULL);
    ERROR_NAMES("limits");
    EQUAL(seajay_start(engine, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_stats(engine, NULL), SEAJAY_ERR_NULL);
    EQUAL(seajay_option_info(0, NULL), SEAJAY_ERR_NULL);
    /* These may be NULL. */
    OK(seajay_set_position(engine, NULL, NULL));
    OK(seajay_set_info_callback(engine, NULL, NULL));
    OK(seajay_set_done_callback(engine, NULL, NULL));
    OK(seajay_set_pool(engine, NULL));
    CHECK(seajay_last_error(NULL, 0) > 0);
    CHECK(seajay_last_error(NULL, 9) > 0);
}

static void text_that_is_not_utf8(void)
{
    static const char bad[] = "a\xff";
    SeajayLimits limits = to_depth(1);
    SeajayGame *game = new_game();

    limits.search_moves = bad;
    EQUAL(seajay_set_option(engine, bad, "1"), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_set_option(engine, "Hash", bad), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_get_option(engine, bad, NULL, 0), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_set_position(engine, bad, NULL), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_set_position(engine, NULL, bad), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_set(game, bad, NULL), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_set(game, NULL, bad), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_play(game, bad), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_play_san(game, bad), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_legal_moves(game, bad, NULL, 0), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_to_san(game, bad, NULL, 0), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_game_from_san(game, bad, NULL, 0), SEAJAY_ERR_INVALID_UTF8);
    seajay_game_free(game);
    EQUAL(seajay_search(engine, &limits, NULL), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_start(engine, &limits), SEAJAY_ERR_INVALID_UTF8);
    ERROR_NAMES("search_moves");
}

/* An option has its default, takes it, and keeps it when given nonsense. */
static void check_option(const SeajayOptionInfo *info)
{
    char value[64];

    CHECK(seajay_get_option(engine, info->name, value, sizeof value) >= 0);
    if (strcmp(info->name, "Hash") != 0)
        TEXT(value, info->default_value);
    OK(seajay_set_option(engine, info->name, value));
    EQUAL(seajay_set_option(engine, info->name, "nonsense"),
          info->kind == SEAJAY_OPTION_STRING ? SEAJAY_ERR_IO : SEAJAY_ERR_INVALID_VALUE);
    ERROR_NAMES("nonsense");
    if (info->kind == SEAJAY_OPTION_SPIN) {
        CHECK(info->min < info->max);
        snprintf(value, sizeof value, "%lld", (long long)info->min);
        OK(seajay_set_option(engine, info->name, value));
        snprintf(value, sizeof value, "%lld", (long long)info->min - 1);
        EQUAL(seajay_set_option(engine, info->name, value), SEAJAY_ERR_INVALID_VALUE);
        snprintf(value, sizeof value, "%lld", (long long)info->max + 1);
        EQUAL(seajay_set_option(engine, info->name, value), SEAJAY_ERR_INVALID_VALUE);
        ERROR_NAMES(value);
        seajay_get_option(engine, info->name, value, sizeof value);
        EQUAL(atoll(value), info->min);
    }
}

static void options(void)
{
    SeajayOptionInfo info = SEAJAY_OPTION_INFO_INIT;
    char value[16];
    size_t i;

    CHECK(seajay_option_count() > 0);
    for (i = 0; i < seajay_option_count(); i++) {
        OK(seajay_option_info(i, &info));
        EQUAL(info.struct_size, sizeof info);
        check_option(&info);
    }
    EQUAL(seajay_option_info(i, &info), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_option_info((size_t)-1, &info), SEAJAY_ERR_INVALID_ARGUMENT);
    OK(seajay_set_option(engine, "hASH", "2"));
    EQUAL(seajay_get_option(engine, "HASH", value, sizeof value), 1);
    TEXT(value, "2");
    OK(seajay_set_option(engine, "uci_chess960", "YES"));
    seajay_get_option(engine, "UCI_Chess960", value, sizeof value);
    TEXT(value, "true");
    EQUAL(seajay_set_option(engine, "Hsah", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    ERROR_NAMES("Hsah");
    EQUAL(seajay_get_option(engine, "", NULL, 0), SEAJAY_ERR_UNKNOWN_OPTION);
    EQUAL(seajay_set_option(engine, "SyzygyPath", "/no/such/folder"), SEAJAY_ERR_IO);
    ERROR_NAMES("/no/such/folder");
    OK(seajay_set_option(engine, "SyzygyPath", ""));
}

/* Writes a number of this many bytes, little endian. */
static void put(unsigned char *bytes, uint64_t number, int count)
{
    for (; count > 0; count--, number >>= 8)
        *bytes++ = (unsigned char)number;
}

static void networks(void)
{
    /* Rows of pieces, biases and output weights have 16 bits, those of relations 8. */
    enum { WIDTH = 16, CONTENT = 64 + WIDTH * (2 * (768 + 1 + 2) + 4834) + 4, SIZE = CONTENT + 8 };
    unsigned char *network = calloc(SIZE, 1);
    uint64_t hash = 0xcbf29ce484222325u, nodes;
    int i;

    /* All weights are zero. */
    CHECK(network != NULL);
    memcpy(network, "SEAJAYNN", 8);
    put(network + 8, 6, 4);
    put(network + 12, WIDTH, 4);
    put(network + 16, 1, 4);
    for (i = 0; i < CONTENT; i++)
        hash = (hash ^ network[i]) * 0x100000001b3u;
    put(network + CONTENT, hash, 8);

    nodes = search(to_depth(5)).nodes;
    EQUAL(seajay_load_network(engine, network, 0), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_load_network(engine, network, SIZE - 1), SEAJAY_ERR_INVALID_ARGUMENT);
    network[CONTENT] ^= 1;
    EQUAL(seajay_load_network(engine, network, SIZE), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("checksum");
    OK(seajay_clear_history(engine));
    EQUAL(search(to_depth(5)).nodes, nodes);
    network[CONTENT] ^= 1;
    OK(seajay_load_network(engine, network, SIZE));
    free(network);
    EQUAL(search(to_depth(1)).score.value, 0);
    EQUAL(seajay_set_option(engine, "EvalFile", "/no/such/file"), SEAJAY_ERR_IO);
    ERROR_NAMES("/no/such/file");
    OK(seajay_set_option(engine, "EvalFile", ""));
    OK(seajay_clear_history(engine));
    EQUAL(search(to_depth(5)).nodes, nodes);
}

static void positions(void)
{
    static const char castling[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    SeajayGame *game = new_game();
    int32_t before, after;
    char text[1024];

    OK(seajay_set_position(engine, castling, "e1g1 e8a8"));
    OK(seajay_evaluate(engine, &before));
    EQUAL(seajay_set_position(engine, "nonsense", NULL), SEAJAY_ERR_INVALID_FEN);
    EQUAL(seajay_set_position(engine, "", NULL), SEAJAY_ERR_INVALID_FEN);
    EQUAL(seajay_set_position(engine, "8/8/8/8/8/8/8/8 w - - 0 1", NULL),
          SEAJAY_ERR_ILLEGAL_POSITION);
    EQUAL(seajay_set_position(engine, NULL, "e2e4 e7e6 e4e6"), SEAJAY_ERR_ILLEGAL_MOVE);
    ERROR_NAMES("e4e6");
    EQUAL(seajay_set_position(engine, NULL, "castles"), SEAJAY_ERR_ILLEGAL_MOVE);
    OK(seajay_evaluate(engine, &after));
    EQUAL(before, after);
    /* The same from a game, which is copied. */
    OK(seajay_game_set(game, castling, "e1h1 e8c8"));
    OK(seajay_set_game(engine, game));
    OK(seajay_game_set(game, NULL, "e2e4"));
    OK(seajay_evaluate(engine, &after));
    EQUAL(before, after);
    OK(seajay_set_game(engine, game));
    search(to_depth(4));
    CHECK(seajay_line_to_san(engine, 0, text, sizeof text) > 0);
    EQUAL(seajay_game_play_san(game, text), SEAJAY_OK);
    seajay_game_free(game);
}

/* Counts the positions at a depth by playing one move after the other. */
static uint64_t count(SeajayGame *game, uint32_t depth)
{
    char moves[2048], move[8];
    const char *rest = moves;
    uint64_t nodes = 0;
    int length;

    if (depth == 0)
        return 1;
    CHECK(seajay_game_legal_moves(game, NULL, moves, sizeof moves) >= 0);
    for (; sscanf(rest, " %7s%n", move, &length) == 1; rest += length) {
        OK(seajay_game_play(game, move));
        nodes += count(game, depth - 1);
        OK(seajay_game_undo(game, 1));
    }
    return nodes;
}

static void rules(void)
{
    static const char *const shuffle[] = { "g1f3", "g8f6", "f3g1", "f6g8" };
    SeajayGame *game = new_game();
    uint64_t nodes = 0;
    int i;

    OK(seajay_game_perft(game, 3, &nodes));
    EQUAL(nodes, 8902);
    EQUAL(count(game, 2), 400);
    OK(seajay_game_set(game, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", NULL));
    OK(seajay_game_perft(game, 2, &nodes));
    EQUAL(nodes, 496);
    EQUAL(count(game, 2), 496);
    EQUAL(seajay_game_perft(game, 65, &nodes), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(nodes, 496);

    OK(seajay_game_set(game, NULL, NULL));
    for (i = 0; i < 16; i++) {
        EQUAL(seajay_game_state(game), i < 8 ? SEAJAY_GAME_ONGOING : SEAJAY_GAME_REPETITION);
        OK(seajay_game_play(game, shuffle[i % 4]));
    }
    EQUAL(seajay_game_state(game), SEAJAY_GAME_FIVEFOLD);
    OK(seajay_game_set(game, MATED, NULL));
    EQUAL(seajay_game_state(game), SEAJAY_GAME_CHECKMATE);
    EQUAL(seajay_game_in_check(game), 1);
    EQUAL(seajay_game_legal_moves(game, NULL, NULL, 0), 0);
    OK(seajay_game_set(game, STALEMATED, NULL));
    EQUAL(seajay_game_state(game), SEAJAY_GAME_STALEMATE);
    EQUAL(seajay_game_in_check(game), 0);
    OK(seajay_game_set(game, "4k3/8/8/8/8/8/8/4K2R w - - 100 90", NULL));
    EQUAL(seajay_game_state(game), SEAJAY_GAME_FIFTY_MOVES);
    EQUAL(seajay_game_can_win(game, SEAJAY_WHITE), 1);
    EQUAL(seajay_game_can_win(game, SEAJAY_BLACK), 0);
    EQUAL(seajay_game_can_win(game, 2), SEAJAY_ERR_INVALID_ARGUMENT);
    OK(seajay_game_set(game, "4k3/8/8/8/8/8/8/4K2R w - - 150 99", NULL));
    EQUAL(seajay_game_state(game), SEAJAY_GAME_SEVENTY_FIVE);
    OK(seajay_game_set(game, "4k3/8/8/8/8/8/8/4K2N w - - 0 1", NULL));
    EQUAL(seajay_game_state(game), SEAJAY_GAME_MATERIAL);
    seajay_game_free(game);
}

static void games(void)
{
    static const char fool[] = "1. f3 e5 2. g4 Qh4#";
    SeajayGame *game = new_game(), *other = new_game();
    char text[128];

    EQUAL(seajay_game_key(game), 0x463b96181691fc9c);
    OK(seajay_game_play_san(game, fool));
    EQUAL(seajay_game_ply_count(game), 4);
    CHECK(seajay_game_moves_san(game, text, sizeof text) > 0);
    TEXT(text, fool);
    CHECK(seajay_game_moves(game, text, sizeof text) > 0);
    TEXT(text, "f2f3 e7e5 g2g4 d8h4");
    EQUAL(seajay_game_state(game), SEAJAY_GAME_CHECKMATE);
    OK(seajay_game_copy(other, game));
    OK(seajay_game_copy(other, other));
    OK(seajay_game_undo(game, 3));
    CHECK(seajay_game_fen(game, text, sizeof text) > 0);
    TEXT(text, "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1");
    EQUAL(seajay_game_undo(game, 2), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_game_ply_count(other), 4);
    CHECK(seajay_game_start_fen(other, text, sizeof text) > 0);
    TEXT(text, START);
    /* All or none. */
    EQUAL(seajay_game_play(game, "e7e5 e2e4 e5e4"), SEAJAY_ERR_ILLEGAL_MOVE);
    ERROR_NAMES("e5e4");
    EQUAL(seajay_game_play_san(game, "e5 e4 exd4"), SEAJAY_ERR_ILLEGAL_MOVE);
    ERROR_NAMES("exd4");
    EQUAL(seajay_game_set(game, "nonsense", NULL), SEAJAY_ERR_INVALID_FEN);
    EQUAL(seajay_game_set(game, NULL, "nonsense"), SEAJAY_ERR_ILLEGAL_MOVE);
    EQUAL(seajay_game_legal_moves(game, "z9", text, sizeof text), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_game_ply_count(game), 1);
    /* Notation. */
    OK(seajay_game_set(game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", NULL));
    CHECK(seajay_game_to_san(game, "e1h1 e8c8 a1b1", text, sizeof text) > 0);
    TEXT(text, "O-O O-O-O Rab1");
    CHECK(seajay_game_from_san(game, "0-0 O-O-O Rab1", text, sizeof text) > 0);
    TEXT(text, "e1g1 e8c8 a1b1");
    OK(seajay_game_set_chess960(game, 1));
    CHECK(seajay_game_from_san(game, "O-O", text, sizeof text) > 0);
    TEXT(text, "e1h1");
    EQUAL(seajay_game_to_san(game, "", text, sizeof text), 0);
    TEXT(text, "");
    EQUAL(seajay_game_to_san(game, "e1e5", text, sizeof text), SEAJAY_ERR_ILLEGAL_MOVE);
    ERROR_NAMES("e1e5");
    EQUAL(seajay_game_legal_moves(game, "a1", text, sizeof text), 10 * 4 + 9);
    seajay_game_free(game);
    seajay_game_free(other);
}

static void moves_as_data(void)
{
    SeajayGame *game = new_game();
    SeajayMove moves[4], move;

    OK(seajay_game_play_san(game, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6"));
    OK(seajay_game_parse_move(game, "O-O", &move));
    EQUAL(move.from, 4);
    EQUAL(move.to, 6);
    EQUAL(move.role, SEAJAY_KING);
    EQUAL(move.flags, SEAJAY_MOVE_CASTLING);
    EQUAL(move.rook_from, 7);
    EQUAL(move.rook_to, 5);
    TEXT(move.uci, "e1g1");
    OK(seajay_game_parse_move(game, "b5c6", &move));
    EQUAL(move.captured, SEAJAY_KNIGHT);
    EQUAL(move.rook_from, 64);
    TEXT(move.san, "Bxc6");
    EQUAL(seajay_game_parse_move(game, "Ke4", &move), SEAJAY_ERR_ILLEGAL_MOVE);
    ERROR_NAMES("Ke4");
    TEXT(move.san, "Bxc6");
    EQUAL(seajay_game_legal_move_list(game, "e1", moves, 4), 3);
    EQUAL(seajay_game_legal_move_list(game, NULL, NULL, 0), 32);
    EQUAL(seajay_game_played_move_list(game, moves, 2), 6);
    TEXT(moves[1].san, "e5");
    EQUAL(sizeof(SeajayMove), 24);
    seajay_game_free(game);
}

/* Gives a text ten bytes at a time. */
static int64_t give(void *user_data, char *buffer, size_t size)
{
    const char **text = user_data;
    const size_t rest = strlen(*text), some = size < 10 ? size : 10, count = rest < some ? rest : some;

    memcpy(buffer, *text, count);
    *text += count;
    return (int64_t)count;
}

static void records_in_pgn(void)
{
    static const char text[] = "[White \"A\"]\n\n1. e4! {best} e5 (1... c5) 1-0\n1. d4 d5 2. Ke3 *\n";
    const char *rest = text;
    SeajayPgn *pgn = seajay_pgn_new();
    SeajayGame *game = new_game();
    char buffer[512];
    uint8_t nags[2] = {0, 0};
    int64_t offset, line;
    uint32_t ply;

    EQUAL(seajay_pgn_next(pgn, game), 0);
    OK(seajay_pgn_set_text(pgn, text, sizeof text - 1));
    EQUAL(seajay_pgn_next(pgn, game), 1);
    OK(seajay_pgn_error(pgn, NULL, NULL, NULL));
    EQUAL(seajay_pgn_tag(pgn, "White", buffer, sizeof buffer), 1);
    TEXT(buffer, "A");
    EQUAL(seajay_pgn_tag_name(pgn, 1, buffer, sizeof buffer), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_pgn_result(pgn, buffer, sizeof buffer), 3);
    EQUAL(seajay_pgn_comment(pgn, 1, buffer, sizeof buffer), 4);
    TEXT(buffer, "best");
    EQUAL(seajay_pgn_nags(pgn, 1, nags, 2), 1);
    EQUAL(nags[0], 1);
    EQUAL(seajay_pgn_variation(pgn, 2, 0, buffer, sizeof buffer), 7);
    TEXT(buffer, "1... c5");
    EQUAL(seajay_pgn_next(pgn, game), 1);
    EQUAL(seajay_pgn_error(pgn, &offset, &line, &ply), SEAJAY_ERR_ILLEGAL_MOVE);
    EQUAL(text[offset], 'K');
    EQUAL(line, 4);
    EQUAL(ply, 2);
    CHECK(seajay_pgn_error_text(pgn, buffer, sizeof buffer) > 0 && strstr(buffer, "Ke3") != NULL);
    EQUAL(seajay_pgn_next(pgn, game), 0);
    EQUAL(seajay_game_ply_count(game), 2);

    EQUAL(seajay_pgn_open(pgn, "nowhere.pgn"), SEAJAY_ERR_IO);
    ERROR_NAMES("nowhere.pgn");
    OK(seajay_pgn_set_reader(pgn, give, &rest));
    EQUAL(seajay_pgn_next(pgn, game), 1);
    seajay_pgn_clear(pgn);
    OK(seajay_pgn_set_tag(pgn, "White", "B"));
    OK(seajay_pgn_set_comment(pgn, 2, "so"));
    OK(seajay_pgn_set_nags(pgn, 1, nags, 1));
    OK(seajay_pgn_add_variation(pgn, game, 1, "d4 d5"));
    EQUAL(seajay_pgn_add_variation(pgn, game, 1, "d5"), SEAJAY_ERR_ILLEGAL_MOVE);
    CHECK(seajay_pgn_write(pgn, game, buffer, sizeof buffer) > 0);
    CHECK(strstr(buffer, "[White \"B\"]") != NULL);
    CHECK(strstr(buffer, "\n\n1. e4 $1 (1. d4 d5) 1... e5 {so} *\n\n") != NULL);
    seajay_pgn_free(pgn);
    seajay_game_free(game);
}

static void boards(void)
{
    struct { SeajayBoard known; char tail[16]; } larger = { SEAJAY_BOARD_INIT, { 0 } };
    static const char zeros[16];
    SeajayBoard board = SEAJAY_BOARD_INIT;
    SeajayGame *game = new_game(), *back = new_game();
    char text[128];

    OK(seajay_game_play(game, "e2e4 g8f6 e4e5 d7d5"));
    OK(seajay_game_board(game, &board));
    EQUAL(board.struct_size, sizeof board);
    EQUAL(board.turn, SEAJAY_WHITE);
    EQUAL(board.pieces[SEAJAY_WHITE][0], 0xef00 | (uint64_t)1 << 36);
    EQUAL(board.pieces[SEAJAY_BLACK][5], (uint64_t)1 << 60);
    EQUAL(board.castling_rooks, 0x8100000000000081);
    EQUAL(board.en_passant, 43);
    EQUAL(board.fullmove_number, 3);
    OK(seajay_game_set_board(back, &board));
    CHECK(seajay_game_fen(back, text, sizeof text) > 0);
    TEXT(text, "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    board.pieces[0][0] |= 1;
    EQUAL(seajay_game_set_board(back, &board), SEAJAY_ERR_ILLEGAL_POSITION);
    board.pieces[0][0] ^= 1;
    board.turn = 2;
    EQUAL(seajay_game_set_board(back, &board), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("turn");
    board.struct_size = sizeof board - 8;
    EQUAL(seajay_game_set_board(back, &board), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_game_board(game, &board), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("SeajayBoard");
    /* A later header's. */
    larger.known.struct_size = sizeof larger;
    memset(larger.tail, 'x', sizeof larger.tail);
    OK(seajay_game_board(game, &larger.known));
    EQUAL(memcmp(larger.tail, zeros, sizeof zeros), 0);
    OK(seajay_game_set_board(back, &larger.known));
    larger.tail[15] = 1;
    EQUAL(seajay_game_set_board(back, &larger.known), SEAJAY_ERR_INVALID_ARGUMENT);
    seajay_game_free(game);
    seajay_game_free(back);
}

static void *play_rounds(void *argument)
{
    SeajayGame *game = argument;
    int i;

    for (i = 0; i < 100; i++)
        OK(seajay_game_play(game, "g1f3 g8f6 f3g1 f6g8"));
    return NULL;
}

static void a_game_on_several_threads(void)
{
    enum { COUNT = 8 };
    pthread_t threads[COUNT];
    SeajayGame *game = new_game(), *copy = new_game();
    uint64_t nodes;
    int i;

    for (i = 0; i < COUNT; i++)
        EQUAL(pthread_create(&threads[i], NULL, play_rounds, game), 0);
    for (i = 0; i < 20; i++) {
        OK(seajay_game_copy(copy, game));
        EQUAL(seajay_game_ply_count(copy) % 4, 0);
        OK(seajay_game_copy(game, game));
        OK(seajay_game_perft(game, 2, &nodes));
        EQUAL(nodes, 400);
    }
    for (i = 0; i < COUNT; i++)
        EQUAL(pthread_join(threads[i], NULL), 0);
    EQUAL(seajay_game_ply_count(game) % 4, 0);
    seajay_game_free(game);
    seajay_game_free(copy);
}

static void memory(void)
{
    EQUAL(seajay_memory_usage(engine), seajay_estimate_memory(1, 1));
    OK(seajay_set_option(engine, "Hash", "3"));
    EQUAL(seajay_memory_usage(engine), seajay_estimate_memory(1, 1) + (2 << 20));
    OK(seajay_set_option(engine, "Threads", "2"));
    EQUAL(seajay_memory_usage(engine), seajay_estimate_memory(3, 2));
    EQUAL(seajay_estimate_memory(0, 1), 0);
    EQUAL(seajay_estimate_memory(1, 257), 0);
}

/* The last message of a log, and the number of messages. */
typedef struct {
    int calls;
    int32_t level;
    char text[1025];
} Log;

static void on_log(void *user_data, int32_t level, const char *text)
{
    Log *log = user_data;

    log->calls++;
    log->level = level;
    snprintf(log->text, sizeof log->text, "%s", text);
    /* Failures in here are not logged. */
    EQUAL(seajay_set_position(engine, NULL, "e2e4"), SEAJAY_ERR_BUSY);
    CHECK(seajay_get_option(engine, "Hash", NULL, 0) > 0);
}

static void logs(void)
{
    Log log = { 0, 0, "" };
    SeajayLimits limits = endless();

    OK(seajay_set_log_callback(engine, on_log, &log));
    EQUAL(log.calls, 0);
    EQUAL(seajay_set_option(engine, "Hsah", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    EQUAL(log.calls, 1);
    EQUAL(log.level, SEAJAY_LOG_WARNING);
    CHECK(strstr(log.text, "Hsah") != NULL);
    OK(seajay_set_option(engine, "Hash", "2"));
    EQUAL(log.calls, 2);
    EQUAL(log.level, SEAJAY_LOG_INFO);
    search(to_depth(2));
    EQUAL(log.calls, 3);
    CHECK(strstr(log.text, "search 1 ended") != NULL);
    OK(seajay_start(engine, &limits));
    EQUAL(seajay_wait(engine, 0, NULL), SEAJAY_ERR_TIMEOUT);
    OK(seajay_stop(engine));
    OK(seajay_wait(engine, -1, NULL));
    EQUAL(log.calls, 4);
    OK(seajay_set_log_callback(engine, NULL, NULL));
    EQUAL(seajay_set_position(engine, NULL, "nonsense"), SEAJAY_ERR_ILLEGAL_MOVE);
    EQUAL(log.calls, 4);
}

static void searches(void)
{
    SeajayStats stats = SEAJAY_STATS_INIT;
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result;

    OK(seajay_stats(engine, &stats));
    EQUAL(stats.nodes, 0);
    result = search(to_depth(4));
    EQUAL(result.struct_size, sizeof result);
    EQUAL(result.stop_reason, SEAJAY_STOP_DEPTH);
    EQUAL(result.search_id, 1);
    EQUAL(strlen(result.best_move), 4);
    EQUAL(strlen(result.ponder_move), 4);
    EQUAL(result.depth, 4);
    CHECK(result.seldepth >= 4 && result.nodes > 0 && result.time_ms >= 0);
    EQUAL(result.score.kind, SEAJAY_SCORE_CP);
    OK(seajay_stats(engine, &stats));
    EQUAL(stats.nodes, result.nodes);
    CHECK(stats.first_move_cutoffs <= stats.beta_cutoffs && stats.qnodes <= stats.nodes);
    limits.nodes = 500;
    result = search(limits);
    EQUAL(result.stop_reason, SEAJAY_STOP_NODES);
    EQUAL(result.search_id, 2);
    limits = endless();
    limits.infinite = 0;
    limits.move_time_ms = 20;
    EQUAL(search(limits).stop_reason, SEAJAY_STOP_TIME);
    limits.move_time_ms = 0;
    limits.white_time_ms = -1;
    EQUAL(search(limits).stop_reason, SEAJAY_STOP_TIME);
    limits = to_depth(2);
    limits.search_moves = "a2a3";
    TEXT(search(limits).best_move, "a2a3");
    OK(seajay_set_position(engine, MATE_IN_ONE, NULL));
    limits = endless();
    limits.infinite = 0;
    limits.mate = 1;
    result = search(limits);
    EQUAL(result.stop_reason, SEAJAY_STOP_MATE);
    EQUAL(result.score.kind, SEAJAY_SCORE_MATE);
    EQUAL(result.score.value, 1);
    EQUAL(result.score.bound, SEAJAY_BOUND_EXACT);
}

static void finished_games(void)
{
    SeajayResult result;

    OK(seajay_set_position(engine, MATED, NULL));
    result = search(to_depth(1));
    EQUAL(result.stop_reason, SEAJAY_STOP_GAME_OVER);
    TEXT(result.best_move, "");
    EQUAL(result.score.kind, SEAJAY_SCORE_MATE);
    EQUAL(result.score.value, 0);
    OK(seajay_set_position(engine, STALEMATED, NULL));
    result = search(to_depth(1));
    TEXT(result.best_move, "");
    EQUAL(result.score.kind, SEAJAY_SCORE_CP);
    EQUAL(result.score.value, 0);
}

static void refused_limits(void)
{
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;

    result.nodes = 77;
    EQUAL(seajay_search(engine, &limits, &result), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_start(engine, &limits), SEAJAY_ERR_INVALID_ARGUMENT);
    limits.depth = -1;
    EQUAL(seajay_search(engine, &limits, &result), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("depth");
    limits = to_depth(1);
    limits.search_moves = "e2e4 e2e5";
    EQUAL(seajay_search(engine, &limits, &result), SEAJAY_ERR_ILLEGAL_MOVE);
    ERROR_NAMES("e2e5");
    EQUAL(result.nodes, 77);
}

/* What the callback of a search has seen. */
typedef struct {
    int calls, lines;
    int stop_at;
    int32_t last_depth;
} Ear;

static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    Ear *ear = user_data;
    SeajayGame *game;

    ear->calls++;
    EQUAL(info->struct_size, sizeof *info);
    CHECK(info->kind == SEAJAY_INFO_LINE || info->kind == SEAJAY_INFO_TICK);
    CHECK(ear->calls > 1 || info->kind == SEAJAY_INFO_TICK);
    EQUAL(info->wdl[0] + info->wdl[1] + info->wdl[2], 1000);
    CHECK(info->pv != NULL && info->time_ms >= 0);
    CHECK(info->hashfull >= 0 && info->hashfull <= 1000);
    if (info->kind == SEAJAY_INFO_LINE) {
        ear->lines++;
        CHECK(info->depth >= ear->last_depth && info->multipv == 1 && info->nodes > 0);
        CHECK(info->pv[0] != '\0');
        game = new_game();
        CHECK(seajay_game_to_san(game, info->pv, NULL, 0) > 0);
        seajay_game_free(game);
        ear->last_depth = info->depth;
    }
    return ear->calls == ear->stop_at;
}

static void callbacks(void)
{
    Ear ear = { 0, 0, 0, 0 };
    SeajayResult result;

    OK(seajay_set_info_callback(engine, on_info, &ear));
    result = search(to_depth(5));
    EQUAL(ear.last_depth, 5);
    CHECK(ear.lines >= 5);
    ear.calls = ear.last_depth = 0;
    ear.stop_at = 3;
    result = search(endless());
    EQUAL(result.stop_reason, SEAJAY_STOP_CALLBACK);
    EQUAL(ear.calls, 3);
    EQUAL(strlen(result.best_move), 4);
    OK(seajay_set_info_callback(engine, NULL, NULL));
    search(to_depth(2));
    EQUAL(ear.calls, 3);
}

/* The last information about each line. */
typedef struct {
    int32_t count;
    SeajayScore scores[8];
    char pvs[8][768];
} ToldLines;

static int32_t on_line(void *user_data, const SeajayInfo *info)
{
    ToldLines *told = user_data;

    if (info->kind == SEAJAY_INFO_LINE) {
        CHECK(info->multipv >= 1 && info->multipv <= 8);
        told->count = info->multipv;
        told->scores[info->multipv - 1] = info->score;
        snprintf(told->pvs[info->multipv - 1], sizeof told->pvs[0], "%s", info->pv);
    }
    return 0;
}

static void several_lines(void)
{
    static ToldLines told;
    SeajayInfo info = SEAJAY_INFO_INIT;
    SeajayResult result;
    char pv[768], cut[8];
    size_t i, j;

    EQUAL(seajay_line_count(engine), 0);
    EQUAL(seajay_line(engine, 0, &info, pv, sizeof pv), SEAJAY_ERR_INVALID_ARGUMENT);
    search(to_depth(3));
    EQUAL(seajay_line_count(engine), 1);
    OK(seajay_set_option(engine, "multipv", "4"));
    OK(seajay_set_info_callback(engine, on_line, &told));
    result = search(to_depth(6));
    EQUAL(told.count, 4);
    EQUAL(seajay_line_count(engine), 4);
    for (i = 0; i < 4; i++) {
        OK(seajay_line(engine, i, &info, pv, sizeof pv));
        CHECK(info.struct_size == sizeof info && info.pv == pv && info.kind == SEAJAY_INFO_LINE);
        EQUAL(info.multipv, i + 1);
        EQUAL(info.depth, 6);
        EQUAL(info.nodes, result.nodes);
        EQUAL(info.search_id, result.search_id);
        EQUAL(memcmp(&info.score, &told.scores[i], sizeof info.score), 0);
        TEXT(pv, told.pvs[i]);
        if (i == 0) {
            EQUAL(memcmp(&info.score, &result.score, sizeof info.score), 0);
            EQUAL(strncmp(pv, result.best_move, strlen(result.best_move)), 0);
        }
        for (j = 0; j < i; j++)
            CHECK(strncmp(pv, told.pvs[j], 4) != 0);
    }
    /* Parts of it. */
    OK(seajay_line(engine, 3, NULL, cut, sizeof cut));
    EQUAL(strlen(cut), 4); /* one whole move, and nothing of the next */
    EQUAL(strncmp(cut, pv, 4), 0);
    OK(seajay_line(engine, 3, &info, NULL, 0));
    TEXT(info.pv, "");
    info.depth = 77;
    EQUAL(seajay_line(engine, 4, &info, pv, sizeof pv), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("line 4");
    EQUAL(seajay_line(engine, 0, &info, NULL, 1), SEAJAY_ERR_NULL);
    EQUAL(info.depth, 77);
    info.struct_size = 4;
    EQUAL(seajay_line(engine, 0, &info, pv, sizeof pv), SEAJAY_ERR_INVALID_ARGUMENT);
    info.struct_size = sizeof info;
    /* They outlive the position. */
    OK(seajay_set_position(engine, MATED, NULL));
    EQUAL(seajay_line_count(engine), 4);
    search(to_depth(3));
    EQUAL(seajay_line_count(engine), 0);
    OK(seajay_set_info_callback(engine, NULL, NULL));
}

static void limited_strength(void)
{
    char first[8][8];
    int i, round;
    SeajayResult result;

    OK(seajay_set_option(engine, "UCI_LimitStrength", "true"));
    OK(seajay_set_option(engine, "UCI_Elo", "400"));
    for (round = 0; round < 2; round++) {
        OK(seajay_clear_history(engine));
        for (i = 0; i < 8; i++) {
            result = search(to_depth(30));
            EQUAL(result.stop_reason, SEAJAY_STOP_NODES);
            CHECK(result.nodes <= 150);
            if (round == 0)
                memcpy(first[i], result.best_move, sizeof first[i]);
            TEXT(result.best_move, first[i]);
        }
    }
    EQUAL(seajay_line_count(engine), 1);
    EQUAL(seajay_set_option(engine, "UCI_Elo", "399"), SEAJAY_ERR_INVALID_VALUE);
    ERROR_NAMES("399");
}

/* All that changes the engine is busy now. */
static void check_busy(void)
{
    SeajayLimits limits = to_depth(1);
    SeajayResult result = SEAJAY_RESULT_INIT;
    SeajayGame *game = new_game();

    EQUAL(seajay_set_option(engine, "Ponder", "true"), SEAJAY_ERR_BUSY);
    EQUAL(seajay_load_network(engine, "", 1), SEAJAY_ERR_BUSY);
    EQUAL(seajay_set_position(engine, NULL, "e2e4"), SEAJAY_ERR_BUSY);
    EQUAL(seajay_set_game(engine, game), SEAJAY_ERR_BUSY);
    EQUAL(seajay_set_pool(engine, NULL), SEAJAY_ERR_BUSY);
    EQUAL(seajay_set_info_callback(engine, NULL, NULL), SEAJAY_ERR_BUSY);
    EQUAL(seajay_set_done_callback(engine, NULL, NULL), SEAJAY_ERR_BUSY);
    EQUAL(seajay_set_log_callback(engine, NULL, NULL), SEAJAY_ERR_BUSY);
    EQUAL(seajay_search(engine, &limits, &result), SEAJAY_ERR_BUSY);
    EQUAL(seajay_start(engine, &limits), SEAJAY_ERR_BUSY);
    EQUAL(seajay_clear_history(engine), SEAJAY_ERR_BUSY);
    seajay_game_free(game);
}

/* All that reads works, now as ever. */
static void check_readers(void)
{
    SeajayStats stats = SEAJAY_STATS_INIT;
    int32_t centipawns;
    char text[128];

    OK(seajay_evaluate(engine, &centipawns));
    CHECK(seajay_memory_usage(engine) > 1 << 20);
    CHECK(seajay_get_option(engine, "Ponder", text, sizeof text) > 0);
    TEXT(text, "false");
    OK(seajay_stats(engine, &stats));
    OK(seajay_ponderhit(engine));
    EQUAL(seajay_is_searching(engine), 1);
    CHECK(seajay_last_error(NULL, 0) > 0);
    CHECK(seajay_line_count(engine) <= 1);
    if (seajay_line_count(engine) == 1)
        CHECK(seajay_line_to_san(engine, 0, NULL, 0) >= 2);
}

static int32_t meddle(void *user_data, const SeajayInfo *info)
{
    SeajayResult result = SEAJAY_RESULT_INIT;

    check_busy();
    EQUAL(seajay_wait(engine, -1, &result), SEAJAY_ERR_BUSY);
    check_readers();
    seajay_free(engine);
    OK(seajay_stop(engine));
    ++*(int *)user_data;
    (void)info;
    return 0;
}

static void calls_from_the_callback(void)
{
    int calls = 0;
    SeajayLimits limits = endless();

    OK(seajay_set_info_callback(engine, meddle, &calls));
    EQUAL(search(limits).stop_reason, SEAJAY_STOP_STOPPED);
    CHECK(calls > 0);
    calls = 0;
    OK(seajay_start(engine, &limits));
    OK(seajay_wait(engine, -1, NULL));
    CHECK(calls > 0);
}

static void started_searches(void)
{
    SeajayLimits limits = endless();
    SeajayResult result = SEAJAY_RESULT_INIT, again = SEAJAY_RESULT_INIT;
    double begun;
    int i;

    EQUAL(seajay_wait(engine, 0, &result), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_is_searching(engine), 0);
    OK(seajay_start(engine, &limits));
    EQUAL(seajay_is_searching(engine), 1);
    EQUAL(seajay_wait(engine, 0, &result), SEAJAY_ERR_TIMEOUT);
    begun = now_ms();
    EQUAL(seajay_wait(engine, 30, &result), SEAJAY_ERR_TIMEOUT);
    CHECK(now_ms() - begun >= 30);
    EQUAL(result.search_id, 0);
    check_busy();
    check_readers();
    OK(seajay_stop(engine));
    OK(seajay_wait(engine, -1, &result));
    EQUAL(result.stop_reason, SEAJAY_STOP_STOPPED);
    EQUAL(seajay_is_searching(engine), 0);
    for (i = 0; i < 3; i++)
        OK(seajay_wait(engine, 0, &again));
    EQUAL(memcmp(&result, &again, sizeof result), 0);
    /* A stop right after the start arrives; one that comes too late is without effect. */
    for (i = 0; i < 50; i++) {
        OK(seajay_start(engine, &limits));
        OK(seajay_stop(engine));
        OK(seajay_wait(engine, -1, &result));
        EQUAL(strlen(result.best_move), 4);
        OK(seajay_stop(engine));
        EQUAL(search(to_depth(1)).stop_reason, SEAJAY_STOP_DEPTH);
    }
    /* seajay_free() ends a search. */
    OK(seajay_start(engine, &limits));
}

static void pondering(void)
{
    SeajayLimits limits = to_depth(2);
    SeajayResult result = SEAJAY_RESULT_INIT;

    limits.ponder = 1;
    OK(seajay_start(engine, &limits));
    EQUAL(seajay_wait(engine, 50, &result), SEAJAY_ERR_TIMEOUT);
    OK(seajay_ponderhit(engine));
    OK(seajay_wait(engine, -1, &result));
    EQUAL(result.stop_reason, SEAJAY_STOP_DEPTH);
}

/* What another thread does to a search. */
typedef struct {
    double stopped_at;
} Stopper;

static void *stop_soon(void *argument)
{
    Stopper *stopper = argument;

    while (seajay_is_searching(engine) != 1)
        sleep_ms(1);
    EQUAL(seajay_wait(engine, 30, NULL), SEAJAY_ERR_TIMEOUT);
    check_busy();
    stopper->stopped_at = now_ms();
    OK(seajay_stop(engine));
    OK(seajay_wait(engine, -1, NULL));
    return NULL;
}

static void stopping_from_another_thread(void)
{
    double latency, best = 1e9;
    int i;

    /* A machine that is busy otherwise may be late; not always. */
    for (i = 0; i < 5; i++) {
        Stopper stopper = { 0 };
        pthread_t thread;

        EQUAL(pthread_create(&thread, NULL, stop_soon, &stopper), 0);
        EQUAL(search(endless()).stop_reason, SEAJAY_STOP_STOPPED);
        latency = now_ms();
        EQUAL(pthread_join(thread, NULL), 0);
        latency -= stopper.stopped_at;
        best = latency < best ? latency : best;
    }
    CHECK(best < 20 * patience);
}

/* What two threads' failed calls have left behind. */
static void *fail_elsewhere(void *argument)
{
    EQUAL(seajay_last_error(NULL, 0), 0);
    EQUAL(seajay_set_option(engine, "elsewhere", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    ERROR_NAMES("elsewhere");
    return argument;
}

static void errors_of_threads(void)
{
    SeajayOptionInfo info = SEAJAY_OPTION_INFO_INIT;
    pthread_t thread;

    EQUAL(seajay_set_option(engine, "here", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    EQUAL(pthread_create(&thread, NULL, fail_elsewhere, NULL), 0);
    EQUAL(pthread_join(thread, NULL), 0);
    ERROR_NAMES("here");
    search(to_depth(1));
    ERROR_NAMES("here");
    EQUAL(seajay_option_info(9999, &info), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("9999");
}

/* The end of a chain of searches, each begun in the callback of the one before. */
typedef struct {
    SeajayGame *game;
    int calls, wanted;
    SeajayResult last;
} Chain;

static void on_done(void *user_data, int32_t status, const SeajayResult *result)
{
    Chain *chain = user_data;
    SeajayLimits limits = to_depth(2);
    SeajayStats stats = SEAJAY_STATS_INIT;
    int i;

    OK(status);
    EQUAL(seajay_is_searching(engine), 0);
    EQUAL(seajay_wait(engine, -1, NULL), SEAJAY_ERR_BUSY);
    seajay_free(engine);
    OK(seajay_stats(engine, &stats));
    EQUAL(stats.nodes, result->nodes);
    CHECK(seajay_line_to_san(engine, 0, NULL, 0) > 0);
    OK(seajay_game_play(chain->game, result->best_move));
    chain->last = *result;
    if (++chain->calls < chain->wanted) {
        OK(seajay_set_game(engine, chain->game));
        OK(seajay_start(engine, &limits));
        EQUAL(seajay_clear_history(engine), SEAJAY_ERR_BUSY);
    } else {
        OK(seajay_set_done_callback(engine, NULL, NULL));
        /* Who has the result of this search may call the engine: not before this has returned. */
        for (i = 0; i < 5; i++)
            OK(seajay_clear_history(engine));
    }
}

static void chained_searches(void)
{
    Chain chain = { NULL, 0, 100, SEAJAY_RESULT_INIT };
    SeajayLimits limits = to_depth(2);
    SeajayResult result = SEAJAY_RESULT_INIT;

    chain.game = new_game();
    OK(seajay_set_done_callback(engine, on_done, &chain));
    OK(seajay_start(engine, &limits));
    /* Each wait ends with the search that was begun last. */
    do
        OK(seajay_wait(engine, -1, &result));
    while (result.search_id < 100);
    EQUAL(chain.calls, 100);
    EQUAL(seajay_game_ply_count(chain.game), 100);
    EQUAL(chain.last.search_id, result.search_id);
    EQUAL(chain.last.nodes, result.nodes);
    TEXT(chain.last.best_move, result.best_move);
    search(to_depth(1));
    EQUAL(chain.calls, 100);
    seajay_game_free(chain.game);
}

static void pools(void)
{
    enum { COUNT = 16 };
    SeajayEngine *engines[COUNT];
    SeajayLimits limits = SEAJAY_LIMITS_INIT, refused = endless();
    SeajayResult first = SEAJAY_RESULT_INIT, result = SEAJAY_RESULT_INIT;
    SeajayPool *pool = seajay_pool_new(2), *other = seajay_pool_new(1);
    int i;

    CHECK(pool != NULL && other != NULL);
    CHECK(seajay_pool_new(257) == NULL);
    ERROR_NAMES("257");
    limits.nodes = 1000;
    for (i = 0; i < COUNT; i++) {
        engines[i] = seajay_new();
        CHECK(engines[i] != NULL);
        OK(seajay_set_option(engines[i], "Hash", "1"));
        OK(seajay_set_pool(engines[i], pool));
        OK(seajay_start(engines[i], &limits));
    }
    seajay_pool_free(pool);
    OK(seajay_wait(engines[0], -1, &first));
    for (i = 0; i < COUNT; i++) {
        OK(seajay_wait(engines[i], -1, &result));
        EQUAL(result.nodes, first.nodes);
        TEXT(result.best_move, first.best_move);
    }
    EQUAL(seajay_start(engines[0], &refused), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("infinite");
    refused = to_depth(1);
    refused.ponder = 1;
    EQUAL(seajay_start(engines[0], &refused), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("ponder");
    OK(seajay_set_option(engines[0], "Threads", "2"));
    limits = to_depth(1);
    EQUAL(seajay_start(engines[0], &limits), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("Threads");
    OK(seajay_set_pool(engines[0], NULL));
    OK(seajay_start(engines[0], &limits));
    OK(seajay_wait(engines[0], -1, NULL));
    /* One keeps the thread busy, one is stopped in the queue, one runs out of time in it, and the
     * others are freed in it. */
    limits.depth = 0;
    limits.nodes = UINT64_MAX;
    for (i = 1; i < COUNT; i++) {
        OK(seajay_set_pool(engines[i], other));
        OK(seajay_start(engines[i], &limits));
    }
    OK(seajay_stop(engines[2]));
    OK(seajay_wait(engines[2], -1, &result));
    EQUAL(result.stop_reason, SEAJAY_STOP_STOPPED);
    EQUAL(strlen(result.best_move), 4);
    limits.move_time_ms = 20;
    OK(seajay_start(engines[2], &limits));
    OK(seajay_wait(engines[2], -1, &result));
    EQUAL(result.stop_reason, SEAJAY_STOP_TIME);
    EQUAL(strlen(result.best_move), 4);
    EQUAL(seajay_wait(engines[1], 0, NULL), SEAJAY_ERR_TIMEOUT);
    EQUAL(seajay_wait(engines[3], 0, NULL), SEAJAY_ERR_TIMEOUT);
    seajay_pool_free(other);
    for (i = COUNT - 1; i >= 0; i--)
        seajay_free(engines[i]);
}

static void struct_sizes(void)
{
    struct { SeajayLimits known; char tail[16]; } limits = { SEAJAY_LIMITS_INIT, { 0 } };
    struct { SeajayResult known; char tail[16]; } result = { SEAJAY_RESULT_INIT, { 0 } };
    struct { SeajayStats known; char tail[16]; } stats = { SEAJAY_STATS_INIT, { 0 } };
    struct { SeajayOptionInfo known; char tail[16]; } info = { SEAJAY_OPTION_INFO_INIT, { 0 } };
    static const char zeros[16];

    limits.known.depth = 2;
    limits.known.struct_size = sizeof limits;
    result.known.struct_size = sizeof result;
    stats.known.struct_size = sizeof stats;
    info.known.struct_size = sizeof info;
    memset(result.tail, 'x', sizeof result.tail);
    memset(stats.tail, 'x', sizeof stats.tail);
    memset(info.tail, 'x', sizeof info.tail);
    OK(seajay_search(engine, &limits.known, &result.known));
    OK(seajay_stats(engine, &stats.known));
    OK(seajay_option_info(0, &info.known));
    EQUAL(result.known.struct_size, sizeof result);
    EQUAL(memcmp(result.tail, zeros, sizeof zeros), 0);
    EQUAL(memcmp(stats.tail, zeros, sizeof zeros), 0);
    EQUAL(memcmp(info.tail, zeros, sizeof zeros), 0);
    limits.tail[15] = 1;
    EQUAL(seajay_search(engine, &limits.known, NULL), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("SeajayLimits");

    limits.known.struct_size = sizeof limits.known - 8;
    result.known.struct_size = 0;
    stats.known.struct_size = sizeof stats.known - 1;
    info.known.struct_size = 0;
    EQUAL(seajay_start(engine, &limits.known), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_wait(engine, 0, &result.known), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("SeajayResult");
    EQUAL(seajay_stats(engine, &stats.known), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_option_info(0, &info.known), SEAJAY_ERR_INVALID_ARGUMENT);
}

enum {
    FEN, START_FEN, PLAYED, PLAYED_SAN, SAN, MOVES, LEGAL_MOVES, OPTION, LINE, LAST_ERROR,
    TEXT_FUNCTIONS
};

static int64_t get_text(const SeajayGame *game, int function, char *buffer, size_t size)
{
    switch (function) {
    case FEN: return seajay_game_fen(game, buffer, size);
    case START_FEN: return seajay_game_start_fen(game, buffer, size);
    case PLAYED: return seajay_game_moves(game, buffer, size);
    case PLAYED_SAN: return seajay_game_moves_san(game, buffer, size);
    case SAN: return seajay_game_to_san(game, "e7e5 g1f3", buffer, size);
    case MOVES: return seajay_game_from_san(game, "e5 Nf3", buffer, size);
    case LEGAL_MOVES: return seajay_game_legal_moves(game, NULL, buffer, size);
    case OPTION: return seajay_get_option(engine, "UCI_Chess960", buffer, size);
    case LINE: return seajay_line_to_san(engine, 0, buffer, size);
    default: return (int64_t)seajay_last_error(buffer, size);
    }
}

static void cut_texts(void)
{
    enum { CANARY = 0x55 };
    SeajayGame *game = new_game();
    char full[2048], *buffer;
    size_t length, size, kept;
    int function;

    OK(seajay_game_play(game, "e2e4"));
    search(to_depth(4));
    EQUAL(seajay_set_option(engine, "no such option", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    for (function = FEN; function < TEXT_FUNCTIONS; function++) {
        length = (size_t)get_text(game, function, NULL, 0);
        CHECK(length > 0 && length < sizeof full);
        EQUAL(get_text(game, function, full, sizeof full), length);
        EQUAL(strlen(full), length);
        for (size = 0; size <= length + 2; size++) {
            /* Exactly as large as it says: a byte too many is seen by the tools. */
            buffer = malloc(size + 1);
            CHECK(buffer != NULL);
            memset(buffer, CANARY, size + 1);
            EQUAL(get_text(game, function, buffer, size), length);
            EQUAL(buffer[size], CANARY);
            if (size > 0) {
                kept = size <= length ? size - 1 : length;
                EQUAL(memcmp(buffer, full, kept), 0);
                EQUAL(buffer[kept], '\0');
            }
            free(buffer);
        }
    }
    seajay_game_free(game);
}

static void repeatable_searches(void)
{
    uint64_t nodes = search(to_depth(5)).nodes;

    search(to_depth(3));
    OK(seajay_clear_history(engine));
    EQUAL(search(to_depth(5)).nodes, nodes);
}

/* Counts the moves of a review, and stops it at one of them; -1 for none. */
typedef struct {
    int calls;
    int64_t stop_at;
} Count;

static int32_t on_move(void *user_data, size_t index, const SeajayReview *move)
{
    Count *count = user_data;
    char line[768];

    EQUAL(move->judged, 1);
    CHECK(seajay_review_line(engine, index, line, sizeof line) >= 4);
    EQUAL(strncmp(line, move->best_move, strlen(move->best_move)), 0);
    EQUAL(seajay_clear_history(engine), SEAJAY_ERR_BUSY);
    count->calls++;
    return (int64_t)index == count->stop_at;
}

static void reviews(void)
{
    SeajayGame *game = new_game();
    SeajayLimits limits = to_depth(5);
    SeajayReview moves[4], zero;
    Count count = { 0, -1 };
    double percent[2] = { -1, -1 };
    int32_t outcome = 77;

    memset(moves, 0, sizeof moves);
    memset(&zero, 0, sizeof zero);
    EQUAL(sizeof zero, 64);
    OK(seajay_game_play(game, "f2f3 e7e5 g2g4 d8h4"));
    count.stop_at = 2;
    EQUAL(seajay_review(engine, game, &limits, moves, 4, on_move, &count), 2);
    EQUAL(count.calls, 2);
    EQUAL(memcmp(&moves[0], &zero, sizeof zero), 0);
    EQUAL(memcmp(&moves[1], &zero, sizeof zero), 0);
    EQUAL(moves[2].mark, SEAJAY_MARK_BLUNDER);
    EQUAL(moves[2].after.kind, SEAJAY_SCORE_MATE);
    EQUAL(moves[2].after.value, -1);
    EQUAL(moves[2].expected_after, 0);
    EQUAL(moves[2].loss, moves[2].expected_before);
    EQUAL(moves[3].mark, SEAJAY_MARK_NONE);
    EQUAL(moves[3].before.value, 1);
    EQUAL(moves[3].after.value, 1);
    TEXT(moves[3].best_move, "d8h4");
    EQUAL(seajay_review_line(engine, 1, NULL, 0), SEAJAY_ERR_INVALID_ARGUMENT);
    OK(seajay_review_accuracy(moves, 4, SEAJAY_WHITE, percent));
    CHECK(percent[0] < 60 && percent[1] == 100);

    EQUAL(seajay_review(engine, game, &limits, moves, 3, NULL, NULL), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("capacity");
    limits.infinite = 1;
    EQUAL(seajay_review(engine, game, &limits, moves, 4, NULL, NULL), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("infinite");
    EQUAL(seajay_review(engine, game, &limits, NULL, 4, NULL, NULL), SEAJAY_ERR_NULL);
    ERROR_NAMES("moves");
    limits.infinite = 0;
    EQUAL(seajay_review(engine, game, &limits, moves, 4, NULL, NULL), 4);
    EQUAL(moves[0].judged, 1);
    EQUAL(seajay_probe_tb(engine, game, &outcome, NULL), 0);
    EQUAL(outcome, 77);
    seajay_game_free(game);
}

static void many_engines(void)
{
    enum { COUNT = 100 };
    SeajayEngine *engines[COUNT];
    SeajayLimits limits = to_depth(2);
    SeajayResult first = SEAJAY_RESULT_INIT, result = SEAJAY_RESULT_INIT;
    int i;

    for (i = 0; i < COUNT; i++) {
        engines[i] = seajay_new();
        CHECK(engines[i] != NULL);
        OK(seajay_set_option(engines[i], "Hash", "1"));
        OK(seajay_start(engines[i], &limits));
    }
    OK(seajay_wait(engines[0], -1, &first));
    for (i = 0; i < COUNT; i++) {
        OK(seajay_wait(engines[i], -1, &result));
        EQUAL(result.nodes, first.nodes);
        TEXT(result.best_move, first.best_move);
    }
    for (i = 0; i < COUNT; i++)
        seajay_free(engines[i]);
}

static void several_threads(void)
{
    static const char *const counts[] = { "3", "2", "1", "4" };
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayStats stats = SEAJAY_STATS_INIT;
    SeajayResult result;
    size_t i;

    for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        OK(seajay_set_option(engine, "Threads", counts[i]));
        result = search(to_depth(5));
        EQUAL(result.depth, 5);
        OK(seajay_stats(engine, &stats));
        EQUAL(stats.nodes, result.nodes);
        limits.nodes = 5000;
        result = search(limits);
        EQUAL(result.stop_reason, SEAJAY_STOP_NODES);
        CHECK(result.nodes <= limits.nodes);
        OK(seajay_set_position(engine, MATE_IN_ONE, NULL));
        result = search(to_depth(4));
        EQUAL(result.score.kind, SEAJAY_SCORE_MATE);
        EQUAL(result.score.value, 1);
        OK(seajay_set_position(engine, NULL, NULL));
        OK(seajay_clear_history(engine));
    }
    EQUAL(seajay_set_option(engine, "Threads", "257"), SEAJAY_ERR_INVALID_VALUE);
    ERROR_NAMES("257");
    /* seajay_free() ends all of them in mid-search. */
    limits = endless();
    OK(seajay_start(engine, &limits));
    EQUAL(seajay_wait(engine, 30, &result), SEAJAY_ERR_TIMEOUT);
    EQUAL(seajay_set_option(engine, "Threads", "1"), SEAJAY_ERR_BUSY);
}

static void run(const char *name, void (*test)(void))
{
    engine = seajay_new();
    CHECK(engine != NULL);
    OK(seajay_set_option(engine, "Hash", "1"));
    test();
    seajay_free(engine);
    engine = NULL;
    printf("ok %s\n", name);
}

#define RUN(test) run(#test, test)

int main(int argc, char **argv)
{
    if (argc > 1)
        patience = atof(argv[1]);
    RUN(about);
    RUN(null_engine);
    RUN(null_game);
    RUN(null_arguments);
    RUN(text_that_is_not_utf8);
    RUN(options);
    RUN(networks);
    RUN(positions);
    RUN(rules);
    RUN(games);
    RUN(moves_as_data);
    RUN(records_in_pgn);
    RUN(boards);
    RUN(a_game_on_several_threads);
    RUN(memory);
    RUN(logs);
    RUN(searches);
    RUN(finished_games);
    RUN(refused_limits);
    RUN(callbacks);
    RUN(several_lines);
    RUN(limited_strength);
    RUN(calls_from_the_callback);
    RUN(started_searches);
    RUN(pondering);
    RUN(stopping_from_another_thread);
    RUN(errors_of_threads);
    RUN(chained_searches);
    RUN(pools);
    RUN(struct_sizes);
    RUN(cut_texts);
    RUN(repeatable_searches);
    RUN(reviews);
    RUN(many_engines);
    RUN(several_threads);
    return 0;
}
