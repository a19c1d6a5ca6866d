/* What programs that were compiled with seajay 1.0 rely on, as "cargo run -p abi -- --record" wrote
 * it. It compiles with the header of every later version that they run with. */
#include <seajay.h>

#include <stddef.h>

/* For pointers of 64 bits, of 32, and of 32 where numbers of 64 bits lie at multiples of four (Linux on x86). */
#define ARE_AT_FOUR (sizeof(struct { char c; uint64_t number; }) == 12)
#define PLACE(a, b, c) (sizeof(void *) == 8 ? a : ARE_AT_FOUR ? c : b)
#define CONSTANT(name, value) _Static_assert(name == value, "1.0: " #name)
#define SIZE(type, size) _Static_assert(sizeof(type) == size, "1.0: " #type)
#define FIELD(type, field, pointer, a, b, c) \
    _Static_assert(_Generic(&((type *)0)->field, pointer: 1, default: 0) && \
        offsetof(type, field) == PLACE(a, b, c), "1.0: " #type "." #field)


CONSTANT(SEAJAY_ABI_VERSION, 4);

CONSTANT(SEAJAY_OK, 0);
CONSTANT(SEAJAY_ERR_NULL, -1);
CONSTANT(SEAJAY_ERR_INVALID_UTF8, -2);
CONSTANT(SEAJAY_ERR_INVALID_ARGUMENT, -3);
CONSTANT(SEAJAY_ERR_INVALID_FEN, -10);
CONSTANT(SEAJAY_ERR_ILLEGAL_POSITION, -11);
CONSTANT(SEAJAY_ERR_ILLEGAL_MOVE, -12);
CONSTANT(SEAJAY_ERR_INVALID_PGN, -13);
CONSTANT(SEAJAY_ERR_UNKNOWN_OPTION, -20);
CONSTANT(SEAJAY_ERR_INVALID_VALUE, -21);
CONSTANT(SEAJAY_ERR_OUT_OF_MEMORY, -30);
CONSTANT(SEAJAY_ERR_IO, -31);
CONSTANT(SEAJAY_ERR_BUSY, -40);
CONSTANT(SEAJAY_ERR_TIMEOUT, -41);
CONSTANT(SEAJAY_ERR_PANIC, -50);

CONSTANT(SEAJAY_WHITE, 0);
CONSTANT(SEAJAY_BLACK, 1);

CONSTANT(SEAJAY_PAWN, 1);
CONSTANT(SEAJAY_KNIGHT, 2);
CONSTANT(SEAJAY_BISHOP, 3);
CONSTANT(SEAJAY_ROOK, 4);
CONSTANT(SEAJAY_QUEEN, 5);
CONSTANT(SEAJAY_KING, 6);

CONSTANT(SEAJAY_MOVE_CASTLING, 1);
CONSTANT(SEAJAY_MOVE_EN_PASSANT, 2);
CONSTANT(SEAJAY_MOVE_CHECK, 4);
CONSTANT(SEAJAY_MOVE_MATE, 8);

CONSTANT(SEAJAY_GAME_ONGOING, 0);
CONSTANT(SEAJAY_GAME_CHECKMATE, 1);
CONSTANT(SEAJAY_GAME_STALEMATE, 2);
CONSTANT(SEAJAY_GAME_MATERIAL, 3);
CONSTANT(SEAJAY_GAME_FIVEFOLD, 4);
CONSTANT(SEAJAY_GAME_SEVENTY_FIVE, 5);
CONSTANT(SEAJAY_GAME_REPETITION, 16);
CONSTANT(SEAJAY_GAME_FIFTY_MOVES, 17);

CONSTANT(SEAJAY_SCORE_CP, 0);
CONSTANT(SEAJAY_SCORE_MATE, 1);
CONSTANT(SEAJAY_SCORE_TB, 2);

CONSTANT(SEAJAY_BOUND_EXACT, 0);
CONSTANT(SEAJAY_BOUND_LOWER, 1);
CONSTANT(SEAJAY_BOUND_UPPER, 2);

CONSTANT(SEAJAY_INFO_LINE, 0);
CONSTANT(SEAJAY_INFO_TICK, 1);

CONSTANT(SEAJAY_STOP_DEPTH, 1);
CONSTANT(SEAJAY_STOP_NODES, 2);
CONSTANT(SEAJAY_STOP_TIME, 3);
CONSTANT(SEAJAY_STOP_MATE, 4);
CONSTANT(SEAJAY_STOP_STOPPED, 5);
CONSTANT(SEAJAY_STOP_CALLBACK, 6);
CONSTANT(SEAJAY_STOP_GAME_OVER, 7);

CONSTANT(SEAJAY_MARK_NONE, 0);
CONSTANT(SEAJAY_MARK_MISTAKE, 2);
CONSTANT(SEAJAY_MARK_BLUNDER, 4);
CONSTANT(SEAJAY_MARK_INACCURACY, 6);

CONSTANT(SEAJAY_OPTION_CHECK, 0);
CONSTANT(SEAJAY_OPTION_SPIN, 1);
CONSTANT(SEAJAY_OPTION_STRING, 2);
CONSTANT(SEAJAY_OPTION_COMBO, 3);
CONSTANT(SEAJAY_OPTION_BUTTON, 4);

CONSTANT(SEAJAY_LOG_ERROR, 1);
CONSTANT(SEAJAY_LOG_WARNING, 2);
CONSTANT(SEAJAY_LOG_INFO, 3);

FIELD(SeajayBoard, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayBoard, turn, int32_t *, 4, 4, 4);
FIELD(SeajayBoard, pieces, uint64_t (*)[2][6], 8, 8, 8);
FIELD(SeajayBoard, castling_rooks, uint64_t *, 104, 104, 104);
FIELD(SeajayBoard, en_passant, int32_t *, 112, 112, 112);
FIELD(SeajayBoard, halfmove_clock, int32_t *, 116, 116, 116);
FIELD(SeajayBoard, fullmove_number, int32_t *, 120, 120, 120);
FIELD(SeajayBoard, chess960, int32_t *, 124, 124, 124);

SIZE(SeajayMove, PLACE(24, 24, 24));
FIELD(SeajayMove, from, uint8_t *, 0, 0, 0);
FIELD(SeajayMove, to, uint8_t *, 1, 1, 1);
FIELD(SeajayMove, role, uint8_t *, 2, 2, 2);
FIELD(SeajayMove, captured, uint8_t *, 3, 3, 3);
FIELD(SeajayMove, promotion, uint8_t *, 4, 4, 4);
FIELD(SeajayMove, flags, uint8_t *, 5, 5, 5);
FIELD(SeajayMove, rook_from, uint8_t *, 6, 6, 6);
FIELD(SeajayMove, rook_to, uint8_t *, 7, 7, 7);
FIELD(SeajayMove, uci, char (*)[8], 8, 8, 8);
FIELD(SeajayMove, san, char (*)[8], 16, 16, 16);

FIELD(SeajayLimits, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayLimits, depth, int32_t *, 4, 4, 4);
FIELD(SeajayLimits, nodes, uint64_t *, 8, 8, 8);
FIELD(SeajayLimits, move_time_ms, int64_t *, 16, 16, 16);
FIELD(SeajayLimits, mate, int32_t *, 24, 24, 24);
FIELD(SeajayLimits, moves_to_go, int32_t *, 28, 28, 28);
FIELD(SeajayLimits, white_time_ms, int64_t *, 32, 32, 32);
FIELD(SeajayLimits, black_time_ms, int64_t *, 40, 40, 40);
FIELD(SeajayLimits, white_increment_ms, int64_t *, 48, 48, 48);
FIELD(SeajayLimits, black_increment_ms, int64_t *, 56, 56, 56);
FIELD(SeajayLimits, infinite, int32_t *, 64, 64, 64);
FIELD(SeajayLimits, ponder, int32_t *, 68, 68, 68);
FIELD(SeajayLimits, search_moves, const char **, 72, 72, 72);
#if defined(SEAJAY_POINTERS_OF_32_BITS)
FIELD(SeajayLimits, reserved, uint32_t *, 76, 76, 76);
#endif
FIELD(SeajayLimits, priority, int32_t *, 80, 80, 80);
FIELD(SeajayLimits, reserved_after, int32_t *, 84, 84, 84);

SIZE(SeajayScore, PLACE(12, 12, 12));
FIELD(SeajayScore, kind, int32_t *, 0, 0, 0);
FIELD(SeajayScore, value, int32_t *, 4, 4, 4);
FIELD(SeajayScore, bound, int32_t *, 8, 8, 8);

SIZE(SeajayReview, PLACE(64, 64, 64));
FIELD(SeajayReview, judged, int32_t *, 0, 0, 0);
FIELD(SeajayReview, mark, int32_t *, 4, 4, 4);
FIELD(SeajayReview, before, SeajayScore *, 8, 8, 8);
FIELD(SeajayReview, after, SeajayScore *, 20, 20, 20);
FIELD(SeajayReview, loss, int32_t *, 32, 32, 32);
FIELD(SeajayReview, best_move, char (*)[8], 36, 36, 36);
FIELD(SeajayReview, expected_before, int32_t *, 44, 44, 44);
FIELD(SeajayReview, expected_after, int32_t *, 48, 48, 48);
FIELD(SeajayReview, depth, int32_t *, 52, 52, 52);
FIELD(SeajayReview, reserved, int32_t (*)[2], 56, 56, 56);

FIELD(SeajayOptionInfo, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayOptionInfo, kind, int32_t *, 4, 4, 4);
FIELD(SeajayOptionInfo, name, const char **, 8, 8, 8);
FIELD(SeajayOptionInfo, default_value, const char **, 16, 12, 12);
FIELD(SeajayOptionInfo, min, int64_t *, 24, 16, 16);
FIELD(SeajayOptionInfo, max, int64_t *, 32, 24, 24);
FIELD(SeajayOptionInfo, choices, const char *const **, 40, 32, 32);
#if defined(SEAJAY_POINTERS_OF_32_BITS)
FIELD(SeajayOptionInfo, reserved, uint32_t *, 36, 36, 36);
#endif

FIELD(SeajayInfo, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayInfo, kind, int32_t *, 4, 4, 4);
FIELD(SeajayInfo, search_id, uint64_t *, 8, 8, 8);
FIELD(SeajayInfo, depth, int32_t *, 16, 16, 16);
FIELD(SeajayInfo, seldepth, int32_t *, 20, 20, 20);
FIELD(SeajayInfo, multipv, int32_t *, 24, 24, 24);
FIELD(SeajayInfo, hashfull, int32_t *, 28, 28, 28);
FIELD(SeajayInfo, score, SeajayScore *, 32, 32, 32);
FIELD(SeajayInfo, wdl, int32_t (*)[3], 44, 44, 44);
FIELD(SeajayInfo, nodes, uint64_t *, 56, 56, 56);
FIELD(SeajayInfo, nps, uint64_t *, 64, 64, 64);
FIELD(SeajayInfo, tb_hits, uint64_t *, 72, 72, 72);
FIELD(SeajayInfo, time_ms, int64_t *, 80, 80, 80);
FIELD(SeajayInfo, pv, const char **, 88, 88, 88);
#if defined(SEAJAY_POINTERS_OF_32_BITS)
FIELD(SeajayInfo, reserved, uint32_t *, 92, 92, 92);
#endif

FIELD(SeajayResult, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayResult, stop_reason, int32_t *, 4, 4, 4);
FIELD(SeajayResult, search_id, uint64_t *, 8, 8, 8);
FIELD(SeajayResult, best_move, char (*)[8], 16, 16, 16);
FIELD(SeajayResult, ponder_move, char (*)[8], 24, 24, 24);
FIELD(SeajayResult, score, SeajayScore *, 32, 32, 32);
FIELD(SeajayResult, depth, int32_t *, 44, 44, 44);
FIELD(SeajayResult, seldepth, int32_t *, 48, 48, 48);
FIELD(SeajayResult, wdl, int32_t (*)[3], 52, 52, 52);
FIELD(SeajayResult, nodes, uint64_t *, 64, 64, 64);
FIELD(SeajayResult, time_ms, int64_t *, 72, 72, 72);
FIELD(SeajayResult, queue_ms, int64_t *, 80, 80, 80);

FIELD(SeajayStats, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayStats, nodes, uint64_t *, 8, 8, 4);
FIELD(SeajayStats, qnodes, uint64_t *, 16, 16, 12);
FIELD(SeajayStats, beta_cutoffs, uint64_t *, 24, 24, 20);
FIELD(SeajayStats, first_move_cutoffs, uint64_t *, 32, 32, 28);
FIELD(SeajayStats, reductions, uint64_t *, 40, 40, 36);
FIELD(SeajayStats, re_searches, uint64_t *, 48, 48, 44);
FIELD(SeajayStats, tt_probes, uint64_t *, 56, 56, 52);
FIELD(SeajayStats, tt_hits, uint64_t *, 64, 64, 60);
FIELD(SeajayStats, tt_cutoffs, uint64_t *, 72, 72, 68);
FIELD(SeajayStats, tt_move_cutoffs, uint64_t *, 80, 80, 76);
FIELD(SeajayStats, promotion_cutoffs, uint64_t *, 88, 88, 84);
FIELD(SeajayStats, good_capture_cutoffs, uint64_t *, 96, 96, 92);
FIELD(SeajayStats, killer_cutoffs, uint64_t *, 104, 104, 100);
FIELD(SeajayStats, quiet_cutoffs, uint64_t *, 112, 112, 108);
FIELD(SeajayStats, bad_capture_cutoffs, uint64_t *, 120, 120, 116);
FIELD(SeajayStats, null_move_tries, uint64_t *, 128, 128, 124);
FIELD(SeajayStats, null_move_cutoffs, uint64_t *, 136, 136, 132);

typedef int64_t (*SeajayReadCallback)(void *user_data, char *buffer, size_t size);
typedef int32_t (*SeajayReviewCallback)(void *user_data, size_t index, const SeajayReview *move);
typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);
typedef void (*SeajayDoneCallback)(void *user_data, int32_t status, const SeajayResult *result);
typedef void (*SeajayLogCallback)(void *user_data, int32_t level, const char *text);

uint32_t seajay_abi_version(void);
const char *seajay_version(void);
const char *seajay_build_info(void);
const char *seajay_strerror(int32_t status);
size_t seajay_last_error(char *buffer, size_t size);
SeajayGame *seajay_game_new(void);
void seajay_game_free(SeajayGame *game);
int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves);
int32_t seajay_game_set_lenient(SeajayGame *game, const char *text);
int32_t seajay_game_set_board(SeajayGame *game, const SeajayBoard *board);
int32_t seajay_game_board(const SeajayGame *game, SeajayBoard *board);
int32_t seajay_game_copy(SeajayGame *to, const SeajayGame *from);
int32_t seajay_game_play(SeajayGame *game, const char *moves);
int32_t seajay_game_play_san(SeajayGame *game, const char *movetext);
int32_t seajay_game_undo(SeajayGame *game, uint32_t plies);
int32_t seajay_game_set_chess960(SeajayGame *game, int32_t on);
int64_t seajay_game_moves(const SeajayGame *game, char *buffer, size_t size);
int64_t seajay_game_moves_san(const SeajayGame *game, char *buffer, size_t size);
int64_t seajay_game_start_fen(const SeajayGame *game, char *buffer, size_t size);
int64_t seajay_game_ply_count(const SeajayGame *game);
int64_t seajay_game_fen(const SeajayGame *game, char *buffer, size_t size);
int32_t seajay_game_state(const SeajayGame *game);
int32_t seajay_game_in_check(const SeajayGame *game);
int32_t seajay_game_can_win(const SeajayGame *game, int32_t color);
uint64_t seajay_game_key(const SeajayGame *game);
int32_t seajay_game_perft(const SeajayGame *game, uint32_t depth, uint64_t *nodes);
int64_t seajay_game_legal_moves(const SeajayGame *game, const char *from, char *buffer, size_t size);
int64_t seajay_game_to_san(const SeajayGame *game, const char *moves, char *buffer, size_t size);
int64_t seajay_game_from_san(const SeajayGame *game, const char *san, char *buffer, size_t size);
int32_t seajay_game_parse_move(const SeajayGame *game, const char *move, SeajayMove *out);
int64_t seajay_game_legal_move_list(const SeajayGame *game, const char *from, SeajayMove *moves, size_t capacity);
int64_t seajay_game_played_move_list(const SeajayGame *game, SeajayMove *moves, size_t capacity);
SeajayPgn *seajay_pgn_new(void);
void seajay_pgn_free(SeajayPgn *pgn);
int32_t seajay_pgn_open(SeajayPgn *pgn, const char *path);
int32_t seajay_pgn_set_text(SeajayPgn *pgn, const char *text, size_t size);
int32_t seajay_pgn_set_reader(SeajayPgn *pgn, SeajayReadCallback callback, void *user_data);
int32_t seajay_pgn_next(SeajayPgn *pgn, SeajayGame *game);
int32_t seajay_pgn_skip(SeajayPgn *pgn);
int64_t seajay_pgn_offset(const SeajayPgn *pgn);
int32_t seajay_pgn_seek(SeajayPgn *pgn, int64_t offset);
int32_t seajay_pgn_error(const SeajayPgn *pgn, int64_t *offset, int64_t *line, uint32_t *ply);
int64_t seajay_pgn_error_text(const SeajayPgn *pgn, char *buffer, size_t size);
void seajay_pgn_clear(SeajayPgn *pgn);
int32_t seajay_pgn_copy(SeajayPgn *to, const SeajayPgn *from);
int64_t seajay_pgn_tag(const SeajayPgn *pgn, const char *name, char *buffer, size_t size);
int64_t seajay_pgn_tag_name(const SeajayPgn *pgn, size_t index, char *buffer, size_t size);
int64_t seajay_pgn_result(const SeajayPgn *pgn, char *buffer, size_t size);
int32_t seajay_pgn_set_tag(SeajayPgn *pgn, const char *name, const char *value);
int64_t seajay_pgn_comment(const SeajayPgn *pgn, uint32_t ply, char *buffer, size_t size);
int32_t seajay_pgn_set_comment(SeajayPgn *pgn, uint32_t ply, const char *text);
int64_t seajay_pgn_nags(const SeajayPgn *pgn, uint32_t ply, uint8_t *nags, size_t capacity);
int32_t seajay_pgn_set_nags(SeajayPgn *pgn, uint32_t ply, const uint8_t *nags, size_t count);
int64_t seajay_pgn_variation(const SeajayPgn *pgn, uint32_t ply, size_t index, char *buffer, size_t size);
int32_t seajay_pgn_add_variation(SeajayPgn *pgn, const SeajayGame *game, uint32_t ply, const char *movetext);
int32_t seajay_pgn_remove_variation(SeajayPgn *pgn, uint32_t ply, size_t index);
int64_t seajay_pgn_write(const SeajayPgn *pgn, const SeajayGame *game, char *buffer, size_t size);
int64_t seajay_review(SeajayEngine *engine, const SeajayGame *game, const SeajayLimits *limits, SeajayReview *moves, size_t capacity, SeajayReviewCallback callback, void *user_data);
int32_t seajay_start_review(SeajayEngine *engine, const SeajayGame *game, const SeajayLimits *limits, SeajayReview *moves, size_t capacity, SeajayReviewCallback callback, void *user_data);
int64_t seajay_review_count(const SeajayEngine *engine);
int64_t seajay_review_line(const SeajayEngine *engine, size_t index, char *buffer, size_t size);
int32_t seajay_review_accuracy(const SeajayReview *moves, size_t count, int32_t first_turn, double *percent);
int32_t seajay_probe_tb(const SeajayEngine *engine, const SeajayGame *game, int32_t *outcome, int32_t *dtz);
SeajayEngine *seajay_new(void);
void seajay_free(SeajayEngine *engine);
int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);
int64_t seajay_get_option(const SeajayEngine *engine, const char *name, char *buffer, size_t size);
size_t seajay_option_count(void);
int32_t seajay_option_info(size_t index, SeajayOptionInfo *info);
int32_t seajay_load_network(SeajayEngine *engine, const void *data, size_t size);
int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game);
int32_t seajay_set_position(SeajayEngine *engine, const char *fen, const char *moves);
int32_t seajay_set_info_callback(SeajayEngine *engine, SeajayInfoCallback callback, void *user_data);
int32_t seajay_set_done_callback(SeajayEngine *engine, SeajayDoneCallback callback, void *user_data);
int32_t seajay_set_log_callback(SeajayEngine *engine, SeajayLogCallback callback, void *user_data);
int32_t seajay_evaluate(const SeajayEngine *engine, int32_t *centipawns);
uint64_t seajay_memory_usage(const SeajayEngine *engine);
uint64_t seajay_estimate_memory(uint64_t hash_mib, uint32_t threads);
int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result);
int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);
int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result);
int32_t seajay_is_searching(const SeajayEngine *engine);
int32_t seajay_stop(const SeajayEngine *engine);
int32_t seajay_ponderhit(const SeajayEngine *engine);
int32_t seajay_clear_history(SeajayEngine *engine);
int32_t seajay_stats(const SeajayEngine *engine, SeajayStats *stats);
size_t seajay_line_count(const SeajayEngine *engine);
int32_t seajay_line(const SeajayEngine *engine, size_t index, SeajayInfo *info, char *pv, size_t pv_size);
int64_t seajay_line_to_san(const SeajayEngine *engine, size_t index, char *buffer, size_t size);
SeajayPool *seajay_pool_new(uint32_t threads);
void seajay_pool_free(SeajayPool *pool);
int32_t seajay_set_pool(SeajayEngine *engine, SeajayPool *pool);
