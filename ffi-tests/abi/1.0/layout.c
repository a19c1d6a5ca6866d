/* What programs that were compiled with seajay 1.0 rely on, as "cargo run -p abi -- --record" wrote
 * it. It compiles with the header of every later version that they run with. */
#include <seajay.h>

#include <stddef.h>

/* For 64-bit pointers, 32-bit pointers, and 32-bit pointers with 64-bit integers aligned to four bytes
 * (Linux on x86). */
#define ARE_AT_FOUR (sizeof(struct { char c; uint64_t number; }) == 12)
#define PLACE(a, b, c) (sizeof(void *) == 8 ? a : ARE_AT_FOUR ? c : b)
#define CONSTANT(name, value) _Static_assert(name == value, "1.0: " #name)
#define SIZE(type, size) _Static_assert(sizeof(type) == size, "1.0: " #type)
#define IS(name, type) _Static_assert(_Generic(name, type: 1, default: 0), "1.0: " #name)
#define CALLBACK(name, type) IS((name)0, type)
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
FIELD(SeajayLimits, priority, int32_t *, 80, 80, 80);

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

FIELD(SeajayOptionInfo, struct_size, uint32_t *, 0, 0, 0);
FIELD(SeajayOptionInfo, kind, int32_t *, 4, 4, 4);
FIELD(SeajayOptionInfo, name, const char **, 8, 8, 8);
FIELD(SeajayOptionInfo, default_value, const char **, 16, 12, 12);
FIELD(SeajayOptionInfo, min, int64_t *, 24, 16, 16);
FIELD(SeajayOptionInfo, max, int64_t *, 32, 24, 24);
FIELD(SeajayOptionInfo, choices, const char *const **, 40, 32, 32);

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

CALLBACK(SeajayReadCallback, int64_t (*)(void *user_data, char *buffer, size_t size));
CALLBACK(SeajayReviewCallback, int32_t (*)(void *user_data, size_t index, const SeajayReview *move));
CALLBACK(SeajayInfoCallback, int32_t (*)(void *user_data, const SeajayInfo *info));
CALLBACK(SeajayDoneCallback, void (*)(void *user_data, int32_t status, const SeajayResult *result));
CALLBACK(SeajayLogCallback, void (*)(void *user_data, int32_t level, const char *text));

IS(seajay_abi_version, uint32_t (*)(void));
IS(seajay_version, const char *(*)(void));
IS(seajay_build_info, const char *(*)(void));
IS(seajay_strerror, const char *(*)(int32_t status));
IS(seajay_last_error, size_t (*)(char *buffer, size_t size));
IS(seajay_game_new, SeajayGame *(*)(void));
IS(seajay_game_free, void (*)(SeajayGame *game));
IS(seajay_game_set, int32_t (*)(SeajayGame *game, const char *fen, const char *moves));
IS(seajay_game_set_lenient, int32_t (*)(SeajayGame *game, const char *text));
IS(seajay_game_set_board, int32_t (*)(SeajayGame *game, const SeajayBoard *board));
IS(seajay_game_board, int32_t (*)(const SeajayGame *game, SeajayBoard *board));
IS(seajay_game_copy, int32_t (*)(SeajayGame *to, const SeajayGame *from));
IS(seajay_game_play, int32_t (*)(SeajayGame *game, const char *moves));
IS(seajay_game_play_san, int32_t (*)(SeajayGame *game, const char *movetext));
IS(seajay_game_undo, int32_t (*)(SeajayGame *game, uint32_t plies));
IS(seajay_game_set_chess960, int32_t (*)(SeajayGame *game, int32_t on));
IS(seajay_game_moves, int64_t (*)(const SeajayGame *game, char *buffer, size_t size));
IS(seajay_game_moves_san, int64_t (*)(const SeajayGame *game, char *buffer, size_t size));
IS(seajay_game_start_fen, int64_t (*)(const SeajayGame *game, char *buffer, size_t size));
IS(seajay_game_ply_count, int64_t (*)(const SeajayGame *game));
IS(seajay_game_fen, int64_t (*)(const SeajayGame *game, char *buffer, size_t size));
IS(seajay_game_state, int32_t (*)(const SeajayGame *game));
IS(seajay_game_in_check, int32_t (*)(const SeajayGame *game));
IS(seajay_game_can_win, int32_t (*)(const SeajayGame *game, int32_t color));
IS(seajay_game_key, uint64_t (*)(const SeajayGame *game));
IS(seajay_game_perft, int32_t (*)(const SeajayGame *game, uint32_t depth, uint64_t *nodes));
IS(seajay_game_legal_moves, int64_t (*)(const SeajayGame *game, const char *from, char *buffer, size_t size));
IS(seajay_game_to_san, int64_t (*)(const SeajayGame *game, const char *moves, char *buffer, size_t size));
IS(seajay_game_from_san, int64_t (*)(const SeajayGame *game, const char *san, char *buffer, size_t size));
IS(seajay_game_parse_move, int32_t (*)(const SeajayGame *game, const char *move, SeajayMove *out));
IS(seajay_game_legal_move_list, int64_t (*)(const SeajayGame *game, const char *from, SeajayMove *moves, size_t capacity));
IS(seajay_game_played_move_list, int64_t (*)(const SeajayGame *game, SeajayMove *moves, size_t capacity));
IS(seajay_pgn_new, SeajayPgn *(*)(void));
IS(seajay_pgn_free, void (*)(SeajayPgn *pgn));
IS(seajay_pgn_open, int32_t (*)(SeajayPgn *pgn, const char *path));
IS(seajay_pgn_set_text, int32_t (*)(SeajayPgn *pgn, const char *text, size_t size));
IS(seajay_pgn_set_reader, int32_t (*)(SeajayPgn *pgn, SeajayReadCallback callback, void *user_data));
IS(seajay_pgn_next, int32_t (*)(SeajayPgn *pgn, SeajayGame *game));
IS(seajay_pgn_skip, int32_t (*)(SeajayPgn *pgn));
IS(seajay_pgn_offset, int64_t (*)(const SeajayPgn *pgn));
IS(seajay_pgn_seek, int32_t (*)(SeajayPgn *pgn, int64_t offset));
IS(seajay_pgn_error, int32_t (*)(const SeajayPgn *pgn, int64_t *offset, int64_t *line, uint32_t *ply));
IS(seajay_pgn_error_text, int64_t (*)(const SeajayPgn *pgn, char *buffer, size_t size));
IS(seajay_pgn_clear, void (*)(SeajayPgn *pgn));
IS(seajay_pgn_copy, int32_t (*)(SeajayPgn *to, const SeajayPgn *from));
IS(seajay_pgn_tag, int64_t (*)(const SeajayPgn *pgn, const char *name, char *buffer, size_t size));
IS(seajay_pgn_tag_name, int64_t (*)(const SeajayPgn *pgn, size_t index, char *buffer, size_t size));
IS(seajay_pgn_result, int64_t (*)(const SeajayPgn *pgn, char *buffer, size_t size));
IS(seajay_pgn_set_tag, int32_t (*)(SeajayPgn *pgn, const char *name, const char *value));
IS(seajay_pgn_comment, int64_t (*)(const SeajayPgn *pgn, uint32_t ply, char *buffer, size_t size));
IS(seajay_pgn_set_comment, int32_t (*)(SeajayPgn *pgn, uint32_t ply, const char *text));
IS(seajay_pgn_nags, int64_t (*)(const SeajayPgn *pgn, uint32_t ply, uint8_t *nags, size_t capacity));
IS(seajay_pgn_set_nags, int32_t (*)(SeajayPgn *pgn, uint32_t ply, const uint8_t *nags, size_t count));
IS(seajay_pgn_variation, int64_t (*)(const SeajayPgn *pgn, uint32_t ply, size_t index, char *buffer, size_t size));
IS(seajay_pgn_add_variation, int32_t (*)(SeajayPgn *pgn, const SeajayGame *game, uint32_t ply, const char *movetext));
IS(seajay_pgn_remove_variation, int32_t (*)(SeajayPgn *pgn, uint32_t ply, size_t index));
IS(seajay_pgn_write, int64_t (*)(const SeajayPgn *pgn, const SeajayGame *game, char *buffer, size_t size));
IS(seajay_review, int64_t (*)(SeajayEngine *engine, const SeajayGame *game, const SeajayLimits *limits, SeajayReview *moves, size_t capacity, SeajayReviewCallback callback, void *user_data));
IS(seajay_start_review, int32_t (*)(SeajayEngine *engine, const SeajayGame *game, const SeajayLimits *limits, SeajayReview *moves, size_t capacity, SeajayReviewCallback callback, void *user_data));
IS(seajay_review_count, int64_t (*)(const SeajayEngine *engine));
IS(seajay_review_line, int64_t (*)(const SeajayEngine *engine, size_t index, char *buffer, size_t size));
IS(seajay_review_accuracy, int32_t (*)(const SeajayReview *moves, size_t count, int32_t first_turn, double *percent));
IS(seajay_probe_tb, int32_t (*)(const SeajayEngine *engine, const SeajayGame *game, int32_t *outcome, int32_t *dtz));
IS(seajay_new, SeajayEngine *(*)(void));
IS(seajay_free, void (*)(SeajayEngine *engine));
IS(seajay_set_option, int32_t (*)(SeajayEngine *engine, const char *name, const char *value));
IS(seajay_get_option, int64_t (*)(const SeajayEngine *engine, const char *name, char *buffer, size_t size));
IS(seajay_option_count, size_t (*)(void));
IS(seajay_option_info, int32_t (*)(size_t index, SeajayOptionInfo *info));
IS(seajay_load_network, int32_t (*)(SeajayEngine *engine, const void *data, size_t size));
IS(seajay_set_game, int32_t (*)(SeajayEngine *engine, const SeajayGame *game));
IS(seajay_set_position, int32_t (*)(SeajayEngine *engine, const char *fen, const char *moves));
IS(seajay_set_info_callback, int32_t (*)(SeajayEngine *engine, SeajayInfoCallback callback, void *user_data));
IS(seajay_set_done_callback, int32_t (*)(SeajayEngine *engine, SeajayDoneCallback callback, void *user_data));
IS(seajay_set_log_callback, int32_t (*)(SeajayEngine *engine, SeajayLogCallback callback, void *user_data));
IS(seajay_evaluate, int32_t (*)(const SeajayEngine *engine, int32_t *centipawns));
IS(seajay_memory_usage, uint64_t (*)(const SeajayEngine *engine));
IS(seajay_estimate_memory, uint64_t (*)(uint64_t hash_mib, uint32_t threads));
IS(seajay_search, int32_t (*)(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result));
IS(seajay_start, int32_t (*)(SeajayEngine *engine, const SeajayLimits *limits));
IS(seajay_wait, int32_t (*)(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result));
IS(seajay_is_searching, int32_t (*)(const SeajayEngine *engine));
IS(seajay_stop, int32_t (*)(const SeajayEngine *engine));
IS(seajay_ponderhit, int32_t (*)(const SeajayEngine *engine));
IS(seajay_clear_history, int32_t (*)(SeajayEngine *engine));
IS(seajay_stats, int32_t (*)(const SeajayEngine *engine, SeajayStats *stats));
IS(seajay_line_count, size_t (*)(const SeajayEngine *engine));
IS(seajay_line, int32_t (*)(const SeajayEngine *engine, size_t index, SeajayInfo *info, char *pv, size_t pv_size));
IS(seajay_line_to_san, int64_t (*)(const SeajayEngine *engine, size_t index, char *buffer, size_t size));
IS(seajay_pool_new, SeajayPool *(*)(uint32_t threads));
IS(seajay_pool_free, void (*)(SeajayPool *pool));
IS(seajay_set_pool, int32_t (*)(SeajayEngine *engine, SeajayPool *pool));
