/* Each function of seajay.h from C: what it returns, what it writes and how much of it, who owns what,
 * and how callbacks get their data. What the words mean is tested in Rust. Runs in the root of the
 * repository, and is silent.
 */
#define _POSIX_C_SOURCE 200809L

#include "check.h"

#include <seajay.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static SeajayEngine *engine;
static SeajayGame *game;

#define EQUAL(actual, expected) CHECK((int64_t)(actual) == (int64_t)(expected))
#define OK(call) EQUAL(call, SEAJAY_OK)
#define TEXT(actual, expected) CHECK(strcmp(actual, expected) == 0)
#define ERROR_NAMES(part) CHECK(strstr(last_error(), part) != NULL)

static const char *last_error(void)
{
    static char text[1025];

    CHECK(seajay_last_error(text, sizeof text) == strlen(text));
    return text;
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

static SeajayResult search(SeajayLimits limits)
{
    SeajayResult result = SEAJAY_RESULT_INIT;

    OK(seajay_search(engine, &limits, &result));
    return result;
}

/* Cases, each with a new engine and a new game. */

static void about(void)
{
    char version[16];

    snprintf(version, sizeof version, "%d.", SEAJAY_VERSION_MAJOR);
    CHECK(strncmp(seajay_version(), version, strlen(version)) == 0);
    EQUAL(seajay_abi_version(), SEAJAY_ABI_VERSION);
    CHECK(strlen(seajay_build_info()) > 0);
    TEXT(seajay_strerror(12345), "unknown status");
    CHECK(strcmp(seajay_strerror(SEAJAY_OK), seajay_strerror(SEAJAY_ERR_NULL)) != 0);
}

/* NULL where it means something, and the codes of what cannot be. */
static void codes(void)
{
    const SeajayLimits nothing = SEAJAY_LIMITS_INIT, limits = to_depth(1);

    seajay_free(NULL);
    seajay_game_free(NULL);
    seajay_pgn_free(NULL);
    seajay_pool_free(NULL);
    EQUAL(seajay_stop(NULL), SEAJAY_ERR_NULL);
    ERROR_NAMES("engine");
    EQUAL(seajay_line_count(NULL), 0);
    EQUAL(seajay_game_key(NULL), 0);
    EQUAL(seajay_game_play(game, "a\xff"), SEAJAY_ERR_INVALID_UTF8);
    EQUAL(seajay_search(engine, &nothing, NULL), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_set_position(engine, "", NULL), SEAJAY_ERR_INVALID_FEN);
    EQUAL(seajay_set_position(engine, "8/8/8/8/8/8/8/8 w - - 0 1", NULL), SEAJAY_ERR_ILLEGAL_POSITION);
    EQUAL(seajay_set_position(engine, NULL, "e2e5"), SEAJAY_ERR_ILLEGAL_MOVE);
    EQUAL(seajay_game_play_san(game, "e4 {"), SEAJAY_ERR_INVALID_PGN);
    EQUAL(seajay_set_option(engine, "Hsah", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    EQUAL(seajay_set_option(engine, "Hash", "0"), SEAJAY_ERR_INVALID_VALUE);
    EQUAL(seajay_set_option(engine, "EvalFile", "/no/such/file"), SEAJAY_ERR_IO);
    ERROR_NAMES("/no/such/file");
    CHECK(seajay_pool_new(257) == NULL);
    ERROR_NAMES("257");
    OK(seajay_set_position(engine, NULL, NULL));
    OK(seajay_search(engine, &limits, NULL));
    ERROR_NAMES("257");
}

static void games(void)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    SeajayGame *other = seajay_game_new();
    uint64_t nodes = 0;
    char text[128];

    EQUAL(seajay_game_key(game), 0x463b96181691fc9c);
    OK(seajay_game_perft(game, 3, &nodes));
    EQUAL(nodes, 8902);
    EQUAL(seajay_game_legal_moves(game, "e2", text, sizeof text), 9);
    OK(seajay_game_play(game, "f2f3 e7e5"));
    OK(seajay_game_play_san(game, "2. g4 Qh4#"));
    EQUAL(seajay_game_ply_count(game), 4);
    EQUAL(seajay_game_state(game), SEAJAY_GAME_CHECKMATE);
    EQUAL(seajay_game_in_check(game), 1);
    EQUAL(seajay_game_can_win(game, SEAJAY_BLACK), 1);
    EQUAL(seajay_game_moves(game, text, sizeof text), 19);
    TEXT(text, "f2f3 e7e5 g2g4 d8h4");
    EQUAL(seajay_game_moves_san(game, text, sizeof text), 19);
    TEXT(text, "1. f3 e5 2. g4 Qh4#");
    OK(seajay_game_copy(other, game));
    OK(seajay_game_copy(other, other));
    OK(seajay_game_undo(game, 3));
    EQUAL(seajay_game_undo(game, 2), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_game_ply_count(other), 4);
    EQUAL(seajay_game_fen(game, text, sizeof text), 58);
    TEXT(text, "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - 0 1");
    EQUAL(seajay_game_start_fen(game, text, sizeof text), sizeof start - 1);
    TEXT(text, start);
    OK(seajay_game_set(game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", NULL));
    EQUAL(seajay_game_to_san(game, "e1h1 e8d7", text, sizeof text), 7);
    TEXT(text, "O-O Kd7");
    OK(seajay_game_set_chess960(game, 1));
    EQUAL(seajay_game_from_san(game, "0-0", text, sizeof text), 4);
    TEXT(text, "e1h1");
    seajay_game_free(other);
}

static void moves_as_data(void)
{
    SeajayMove moves[4], move;

    EQUAL(sizeof move, 24);
    OK(seajay_game_play_san(game, "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6"));
    OK(seajay_game_parse_move(game, "O-O", &move));
    CHECK(move.from == 4 && move.to == 6 && move.rook_from == 7 && move.rook_to == 5);
    CHECK(move.role == SEAJAY_KING && move.captured == 0 && move.flags == SEAJAY_MOVE_CASTLING);
    TEXT(move.uci, "e1g1");
    TEXT(move.san, "O-O");
    EQUAL(seajay_game_parse_move(game, "Ke4", &move), SEAJAY_ERR_ILLEGAL_MOVE);
    TEXT(move.san, "O-O");
    /* As many as fit, and how many there are. */
    memset(moves, 0, sizeof moves);
    EQUAL(seajay_game_legal_move_list(game, "e1", moves, 4), 3);
    EQUAL(moves[3].role, 0);
    EQUAL(seajay_game_legal_move_list(game, NULL, NULL, 0), 32);
    EQUAL(seajay_game_played_move_list(game, moves, 2), 6);
    TEXT(moves[1].san, "e5");
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

static void lists_of_games(void)
{
    static const char text[] = "[White \"A\"]\n\n1. e4 (1. d4) *\n\n[White \"B\"]\n\n1. d4 1-0\n";
    SeajayPgn *pgn = seajay_pgn_new(), *copy = seajay_pgn_new();
    char buffer[512];

    EQUAL(seajay_pgn_offset(pgn), SEAJAY_ERR_INVALID_ARGUMENT);
    OK(seajay_pgn_set_text(pgn, text, sizeof text - 1));
    EQUAL(seajay_pgn_skip(pgn), 1);
    EQUAL(seajay_pgn_skip(pgn), 1);
    EQUAL(seajay_pgn_result(pgn, buffer, sizeof buffer), 3);
    EQUAL(seajay_pgn_offset(pgn), strstr(text, "[White \"B\"]") - text);
    EQUAL(seajay_pgn_skip(pgn), 0);
    OK(seajay_pgn_seek(pgn, 0));
    EQUAL(seajay_pgn_next(pgn, game), 1);
    OK(seajay_pgn_copy(copy, pgn));
    OK(seajay_pgn_remove_variation(copy, 1, 0));
    EQUAL(seajay_pgn_remove_variation(copy, 1, 0), SEAJAY_ERR_INVALID_ARGUMENT);
    EQUAL(seajay_pgn_variation(pgn, 1, 0, buffer, sizeof buffer), 5);
    seajay_pgn_free(copy);
    seajay_pgn_free(pgn);
    EQUAL(seajay_game_set_lenient(game, "position fen 4k3/8/8/8/8/8/8/4K2R_w_KQkq"), 1);
    CHECK(seajay_game_fen(game, buffer, sizeof buffer) > 0);
    TEXT(buffer, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    EQUAL(seajay_game_set_lenient(game, buffer), 0);
}

static void records_in_pgn(void)
{
    static const char text[] = "[White \"A\"]\n\n1. e4! {best} e5 (1... c5) 1-0\n1. d4 d5 2. Ke3 *\n";
    const char *rest = text;
    SeajayPgn *pgn = seajay_pgn_new();
    char buffer[512];
    uint8_t nags[2] = { 0, 0 };
    int64_t offset, line;
    uint32_t ply;

    OK(seajay_pgn_set_reader(pgn, give, &rest));
    EQUAL(seajay_pgn_next(pgn, game), 1);
    OK(seajay_pgn_error(pgn, NULL, NULL, NULL));
    EQUAL(seajay_pgn_error_text(pgn, NULL, 0), 0);
    EQUAL(seajay_pgn_tag_name(pgn, 0, buffer, sizeof buffer), 5);
    EQUAL(seajay_pgn_tag(pgn, buffer, buffer, sizeof buffer), 1);
    TEXT(buffer, "A");
    EQUAL(seajay_pgn_result(pgn, buffer, sizeof buffer), 3);
    TEXT(buffer, "1-0");
    EQUAL(seajay_pgn_comment(pgn, 1, buffer, sizeof buffer), 4);
    TEXT(buffer, "best");
    EQUAL(seajay_pgn_nags(pgn, 1, nags, 2), 1);
    CHECK(nags[0] == 1 && nags[1] == 0);
    EQUAL(seajay_pgn_variation(pgn, 2, 0, buffer, sizeof buffer), 7);
    TEXT(buffer, "1... c5");
    EQUAL(seajay_pgn_next(pgn, game), 1);
    EQUAL(seajay_pgn_error(pgn, &offset, &line, &ply), SEAJAY_ERR_ILLEGAL_MOVE);
    CHECK(text[offset] == 'K' && line == 4 && ply == 2);
    CHECK(seajay_pgn_error_text(pgn, buffer, sizeof buffer) > 0 && strstr(buffer, "Ke3") != NULL);
    EQUAL(seajay_pgn_next(pgn, game), 0);
    EQUAL(seajay_pgn_open(pgn, "nowhere.pgn"), SEAJAY_ERR_IO);
    ERROR_NAMES("nowhere.pgn");
    /* The text is copied, and ends at its size. */
    strcpy(buffer, "1. e4 e5 d4");
    OK(seajay_pgn_set_text(pgn, buffer, 8));
    buffer[4] = '5';
    EQUAL(seajay_pgn_next(pgn, game), 1);
    EQUAL(seajay_game_ply_count(game), 2);
    seajay_pgn_clear(pgn);
    OK(seajay_pgn_set_tag(pgn, "White", "B"));
    OK(seajay_pgn_set_comment(pgn, 2, "so"));
    OK(seajay_pgn_set_nags(pgn, 1, nags, 1));
    OK(seajay_pgn_add_variation(pgn, game, 1, "d4 d5"));
    CHECK(seajay_pgn_write(pgn, game, buffer, sizeof buffer) > 0);
    CHECK(strstr(buffer, "[White \"B\"]") != NULL);
    CHECK(strstr(buffer, "\n\n1. e4 $1 (1. d4 d5) 1... e5 {so} *\n\n") != NULL);
    seajay_pgn_free(pgn);
}

static void boards(void)
{
    SeajayBoard board = SEAJAY_BOARD_INIT;
    char text[128];

    OK(seajay_game_play(game, "e2e4 g8f6 e4e5 d7d5"));
    OK(seajay_game_board(game, &board));
    CHECK(board.turn == SEAJAY_WHITE && board.en_passant == 43 && board.fullmove_number == 3);
    EQUAL(board.pieces[SEAJAY_WHITE][0], 0xef00 | (uint64_t)1 << 36);
    EQUAL(board.castling_rooks, 0x8100000000000081);
    OK(seajay_game_set(game, NULL, NULL));
    OK(seajay_game_set_board(game, &board));
    CHECK(seajay_game_fen(game, text, sizeof text) > 0);
    TEXT(text, "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
}

static void options(void)
{
    SeajayOptionInfo info = SEAJAY_OPTION_INFO_INIT;
    char value[16];

    EQUAL(seajay_option_info(seajay_option_count(), &info), SEAJAY_ERR_INVALID_ARGUMENT);
    OK(seajay_option_info(0, &info));
    TEXT(info.name, "Hash");
    TEXT(info.default_value, "16");
    CHECK(info.kind == SEAJAY_OPTION_SPIN && info.min == 1 && info.max > 1 && info.choices == NULL);
    OK(seajay_set_option(engine, "hash", "2"));
    EQUAL(seajay_get_option(engine, info.name, value, sizeof value), 1);
    TEXT(value, "2");
    EQUAL(seajay_memory_usage(engine), seajay_estimate_memory(2, 1));
}

/* A network is copied. */
static void networks(void)
{
    FILE *file = fopen("nets/seajay.sjnn", "rb");
    const uint64_t nodes = search(to_depth(4)).nodes;
    unsigned char *network;
    long size;

    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    size = ftell(file);
    network = malloc((size_t)size);
    rewind(file);
    CHECK(network != NULL && fread(network, 1, (size_t)size, file) == (size_t)size);
    fclose(file);
    EQUAL(seajay_load_network(engine, network, (size_t)size - 1), SEAJAY_ERR_INVALID_ARGUMENT);
    OK(seajay_load_network(engine, network, (size_t)size));
    free(network);
    OK(seajay_clear_history(engine));
    EQUAL(search(to_depth(4)).nodes, nodes);
}

static void searches(void)
{
    SeajayStats stats = SEAJAY_STATS_INIT;
    SeajayInfo info = SEAJAY_INFO_INIT;
    SeajayResult result;
    char pv[768], cut[8];
    int32_t before, after;

    OK(seajay_evaluate(engine, &before));
    OK(seajay_game_play(game, "e2e4 e7e5"));
    OK(seajay_set_game(engine, game));
    OK(seajay_set_option(engine, "MultiPV", "2"));
    result = search(to_depth(6));
    CHECK(result.stop_reason == SEAJAY_STOP_DEPTH && result.search_id == 1 && result.depth == 6);
    CHECK(result.seldepth >= 6 && result.nodes > 0 && result.time_ms >= 0);
    CHECK(result.score.kind == SEAJAY_SCORE_CP && result.score.bound == SEAJAY_BOUND_EXACT);
    EQUAL(result.wdl[0] + result.wdl[1] + result.wdl[2], 1000);
    CHECK(strlen(result.best_move) == 4 && strlen(result.ponder_move) == 4);
    OK(seajay_stats(engine, &stats));
    EQUAL(stats.nodes, result.nodes);
    EQUAL(seajay_line_count(engine), 2);
    OK(seajay_line(engine, 0, &info, pv, sizeof pv));
    CHECK(info.kind == SEAJAY_INFO_LINE && info.search_id == 1 && info.depth == 6);
    CHECK(info.multipv == 1 && info.nodes == result.nodes && info.pv == pv);
    EQUAL(memcmp(&info.score, &result.score, sizeof info.score), 0);
    EQUAL(memcmp(info.wdl, result.wdl, sizeof info.wdl), 0);
    EQUAL(strncmp(pv, result.best_move, 4), 0);
    /* One whole move, and nothing of the next. */
    OK(seajay_line(engine, 0, NULL, cut, sizeof cut));
    TEXT(cut, result.best_move);
    EQUAL(seajay_line(engine, 2, &info, pv, sizeof pv), SEAJAY_ERR_INVALID_ARGUMENT);
    CHECK(seajay_line_to_san(engine, 0, pv, sizeof pv) > 0);
    OK(seajay_game_play_san(game, pv));
    OK(seajay_evaluate(engine, &after)); /* of the engine's copy */
    OK(seajay_set_position(engine, NULL, "e2e4 e7e5"));
    OK(seajay_evaluate(engine, &before));
    EQUAL(before, after);
}

/* What the callbacks of an engine have seen. */
typedef struct {
    int infos, ends, lines;
    uint64_t nodes;
} Seen;

/* In a callback the engine is busy, can be read, and is not freed. */
static int32_t on_info(void *user_data, const SeajayInfo *info)
{
    Seen *seen = user_data;
    const SeajayLimits limits = to_depth(1);

    seen->infos++;
    EQUAL(info->struct_size, sizeof *info);
    CHECK(info->pv != NULL && (info->kind == SEAJAY_INFO_LINE) == (info->pv[0] != '\0'));
    EQUAL(seajay_start(engine, &limits), SEAJAY_ERR_BUSY);
    EQUAL(seajay_wait(engine, -1, NULL), SEAJAY_ERR_BUSY);
    EQUAL(seajay_is_searching(engine), 1);
    seajay_free(engine);
    return seen->infos == 3;
}

/* Begins one more search, the last. */
static void on_done(void *user_data, int32_t status, const SeajayResult *result)
{
    Seen *seen = user_data;
    const SeajayLimits limits = to_depth(2);

    OK(status);
    EQUAL(result->struct_size, sizeof *result);
    EQUAL(seajay_is_searching(engine), 0);
    seajay_free(engine);
    seen->nodes = result->nodes;
    if (++seen->ends == 1)
        OK(seajay_start(engine, &limits));
    else
        OK(seajay_set_done_callback(engine, NULL, NULL));
}

static void on_log(void *user_data, int32_t level, const char *text)
{
    Seen *seen = user_data;

    seen->lines++;
    CHECK(level == SEAJAY_LOG_WARNING && strstr(text, "Hsah") != NULL);
    EQUAL(seajay_set_position(engine, NULL, NULL), SEAJAY_ERR_BUSY);
}

static void callbacks(void)
{
    Seen seen = { 0, 0, 0, 0 };
    SeajayLimits limits = to_depth(2);
    SeajayResult result = SEAJAY_RESULT_INIT;

    OK(seajay_set_log_callback(engine, on_log, &seen));
    EQUAL(seajay_set_option(engine, "Hsah", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    EQUAL(seen.lines, 1);
    OK(seajay_set_log_callback(engine, NULL, NULL));
    OK(seajay_set_info_callback(engine, on_info, &seen));
    EQUAL(search(endless()).stop_reason, SEAJAY_STOP_CALLBACK);
    EQUAL(seen.infos, 3);
    OK(seajay_set_info_callback(engine, NULL, NULL));
    OK(seajay_set_done_callback(engine, on_done, &seen));
    OK(seajay_start(engine, &limits));
    do
        OK(seajay_wait(engine, -1, &result));
    while (result.search_id < 3);
    CHECK(seen.ends == 2 && seen.nodes == result.nodes);
    search(to_depth(1));
    EQUAL(seen.ends, 2);
}

static void *stop_soon(void *unused)
{
    EQUAL(seajay_last_error(NULL, 0), 0);
    while (seajay_is_searching(engine) != 1)
        continue;
    EQUAL(seajay_wait(engine, 30, NULL), SEAJAY_ERR_TIMEOUT);
    EQUAL(seajay_clear_history(engine), SEAJAY_ERR_BUSY);
    OK(seajay_stop(engine));
    OK(seajay_wait(engine, -1, NULL));
    return unused;
}

/* On another thread, with errors of its own. */
static void threads(void)
{
    SeajayLimits limits = to_depth(2);
    SeajayResult result = SEAJAY_RESULT_INIT;
    pthread_t thread;

    EQUAL(seajay_set_option(engine, "here", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    EQUAL(pthread_create(&thread, NULL, stop_soon, NULL), 0);
    EQUAL(search(endless()).stop_reason, SEAJAY_STOP_STOPPED);
    EQUAL(pthread_join(thread, NULL), 0);
    ERROR_NAMES("here");
    limits.ponder = 1;
    OK(seajay_start(engine, &limits));
    EQUAL(seajay_wait(engine, 0, &result), SEAJAY_ERR_TIMEOUT);
    EQUAL(result.search_id, 0);
    OK(seajay_ponderhit(engine));
    OK(seajay_wait(engine, -1, &result));
    EQUAL(result.stop_reason, SEAJAY_STOP_DEPTH);
    /* What follows a stop waits for the search. */
    limits = endless();
    OK(seajay_start(engine, &limits));
    OK(seajay_stop(engine));
    OK(seajay_set_position(engine, NULL, "e2e4"));
    OK(seajay_start(engine, &limits));
    OK(seajay_stop(engine));
    /* seajay_free() ends a search on several threads. */
    OK(seajay_set_option(engine, "Threads", "3"));
    OK(seajay_start(engine, &limits));
}

static void pools(void)
{
    enum { COUNT = 4 };
    SeajayEngine *engines[COUNT];
    SeajayLimits limits = SEAJAY_LIMITS_INIT;
    SeajayResult result = SEAJAY_RESULT_INIT;
    SeajayPool *pool = seajay_pool_new(1);
    int i;

    CHECK(pool != NULL);
    limits.nodes = UINT64_MAX;
    for (i = 0; i < COUNT; i++) {
        engines[i] = seajay_new();
        OK(seajay_set_option(engines[i], "Hash", "1"));
        OK(seajay_set_pool(engines[i], pool));
        OK(seajay_start(engines[i], &limits));
    }
    seajay_pool_free(pool);
    OK(seajay_stop(engines[1]));
    OK(seajay_wait(engines[1], -1, &result));
    EQUAL(strlen(result.best_move), 4);
    OK(seajay_set_pool(engines[1], NULL));
    /* One keeps the thread busy, two are freed in the queue. */
    for (i = COUNT - 1; i >= 0; i--)
        seajay_free(engines[i]);
}

static int32_t on_move(void *user_data, size_t index, const SeajayReview *move)
{
    char line[768];

    ++*(int *)user_data;
    EQUAL(move->judged, 1);
    CHECK(seajay_review_line(engine, index, line, sizeof line) >= 4);
    EQUAL(strncmp(line, move->best_move, 4), 0);
    return index == 2;
}

static void reviews(void)
{
    const SeajayLimits limits = to_depth(5);
    SeajayLimits a_day = SEAJAY_LIMITS_INIT;
    SeajayReview moves[4], zero;
    double percent[2] = { -1, -1 };
    int32_t outcome = 77, dtz = 77;
    int calls = 0;

    EQUAL(sizeof zero, 64);
    memset(moves, 0x55, sizeof moves);
    memset(&zero, 0, sizeof zero);
    a_day.move_time_ms = 24 * 60 * 60 * 1000;
    OK(seajay_game_play(game, "f2f3"));
    /* On another thread it misses no stop. */
    OK(seajay_start_review(engine, game, &a_day, moves, 4, NULL, NULL));
    OK(seajay_stop(engine));
    OK(seajay_wait(engine, -1, NULL));
    EQUAL(seajay_review_count(engine), 0);
    EQUAL(memcmp(&moves[0], &zero, sizeof zero), 0);
    EQUAL(moves[1].judged, 0x55555555);
    OK(seajay_game_play(game, "e7e5 g2g4 d8h4"));
    EQUAL(seajay_review(engine, game, &limits, moves, 4, on_move, &calls), 2);
    EQUAL(calls, 2);
    EQUAL(memcmp(&moves[1], &zero, sizeof zero), 0);
    CHECK(moves[2].mark == SEAJAY_MARK_BLUNDER && moves[2].expected_after == 0);
    CHECK(moves[2].after.kind == SEAJAY_SCORE_MATE && moves[2].after.value == -1);
    CHECK(moves[3].mark == SEAJAY_MARK_NONE && moves[3].before.value == 1);
    TEXT(moves[3].best_move, "d8h4");
    OK(seajay_review_accuracy(moves, 4, SEAJAY_WHITE, percent));
    CHECK(percent[0] < 60 && percent[1] == 100);
    EQUAL(seajay_review(engine, game, &limits, moves, 3, NULL, NULL), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("capacity");
    OK(seajay_start_review(engine, game, &limits, moves, 4, NULL, NULL));
    OK(seajay_wait(engine, -1, NULL));
    EQUAL(seajay_review_count(engine), 4);
    CHECK(moves[0].judged == 1 && moves[3].judged == 1);
    EQUAL(seajay_probe_tb(engine, game, &outcome, &dtz), 0);
    CHECK(outcome == 77 && dtz == 77);
}

/* Structs of a later header: what is unknown must be zero, and is zeroed. */
static void struct_sizes(void)
{
    struct { SeajayLimits known; char tail[16]; } limits = { SEAJAY_LIMITS_INIT, { 0 } };
    struct { SeajayResult known; char tail[16]; } result = { SEAJAY_RESULT_INIT, { 0 } };
    static const char zeros[16];

    limits.known.depth = 2;
    limits.known.struct_size = sizeof limits;
    result.known.struct_size = sizeof result;
    memset(result.tail, 'x', sizeof result.tail);
    OK(seajay_search(engine, &limits.known, &result.known));
    EQUAL(result.known.struct_size, sizeof result);
    EQUAL(memcmp(result.tail, zeros, sizeof zeros), 0);
    limits.tail[15] = 1;
    EQUAL(seajay_search(engine, &limits.known, NULL), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("SeajayLimits");
    result.known.struct_size = 0;
    EQUAL(seajay_wait(engine, 0, &result.known), SEAJAY_ERR_INVALID_ARGUMENT);
    ERROR_NAMES("SeajayResult");
}

static int64_t get_text(int function, char *buffer, size_t size)
{
    switch (function) {
    case 0: return seajay_game_fen(game, buffer, size);
    case 1: return seajay_game_legal_moves(game, NULL, buffer, size);
    case 2: return seajay_get_option(engine, "UCI_Chess960", buffer, size);
    case 3: return seajay_line_to_san(engine, 0, buffer, size);
    case 4: return (int64_t)seajay_last_error(buffer, size);
    default: return 0;
    }
}

/* In buffers exactly as large as they say: valgrind and sanitizers see a byte too many. */
static void cut_texts(void)
{
    char full[2048], *buffer;
    size_t length, size, kept;
    int function;

    search(to_depth(4));
    EQUAL(seajay_set_option(engine, "no such option", "1"), SEAJAY_ERR_UNKNOWN_OPTION);
    for (function = 0; (length = (size_t)get_text(function, NULL, 0)) > 0; function++) {
        CHECK(length < sizeof full);
        EQUAL(get_text(function, full, sizeof full), length);
        EQUAL(strlen(full), length);
        for (size = 1; size <= length + 2; size++) {
            buffer = malloc(size);
            CHECK(buffer != NULL);
            EQUAL(get_text(function, buffer, size), length);
            kept = size <= length ? size - 1 : length;
            EQUAL(memcmp(buffer, full, kept), 0);
            EQUAL(buffer[kept], '\0');
            free(buffer);
        }
    }
    EQUAL(function, 5);
}

int main(void)
{
    static void (*const cases[])(void) = {
        about,    codes,    games,     moves_as_data, records_in_pgn, lists_of_games, boards,  options,      networks,
        searches, callbacks, threads,  pools,         reviews,        struct_sizes, cut_texts,
    };
    size_t i;

    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        engine = seajay_new();
        game = seajay_game_new();
        CHECK(engine != NULL && game != NULL);
        OK(seajay_set_option(engine, "Hash", "1"));
        cases[i]();
        seajay_free(engine);
        seajay_game_free(game);
    }
    return 0;
}
