// Made by "make abi": what include/seajay.h declares, for pointers of 32 bits.

export const SEAJAY_ABI_VERSION = 4;
export const SEAJAY_OK = 0;
export const SEAJAY_ERR_NULL = -1;
export const SEAJAY_ERR_INVALID_UTF8 = -2;
export const SEAJAY_ERR_INVALID_ARGUMENT = -3;
export const SEAJAY_ERR_INVALID_FEN = -10;
export const SEAJAY_ERR_ILLEGAL_POSITION = -11;
export const SEAJAY_ERR_ILLEGAL_MOVE = -12;
export const SEAJAY_ERR_INVALID_PGN = -13;
export const SEAJAY_ERR_UNKNOWN_OPTION = -20;
export const SEAJAY_ERR_INVALID_VALUE = -21;
export const SEAJAY_ERR_OUT_OF_MEMORY = -30;
export const SEAJAY_ERR_IO = -31;
export const SEAJAY_ERR_BUSY = -40;
export const SEAJAY_ERR_TIMEOUT = -41;
export const SEAJAY_ERR_PANIC = -50;
export const SEAJAY_WHITE = 0;
export const SEAJAY_BLACK = 1;
export const SEAJAY_PAWN = 1;
export const SEAJAY_KNIGHT = 2;
export const SEAJAY_BISHOP = 3;
export const SEAJAY_ROOK = 4;
export const SEAJAY_QUEEN = 5;
export const SEAJAY_KING = 6;
export const SEAJAY_MOVE_CASTLING = 1;
export const SEAJAY_MOVE_EN_PASSANT = 2;
export const SEAJAY_MOVE_CHECK = 4;
export const SEAJAY_MOVE_MATE = 8;
export const SEAJAY_GAME_ONGOING = 0;
export const SEAJAY_GAME_CHECKMATE = 1;
export const SEAJAY_GAME_STALEMATE = 2;
export const SEAJAY_GAME_MATERIAL = 3;
export const SEAJAY_GAME_FIVEFOLD = 4;
export const SEAJAY_GAME_SEVENTY_FIVE = 5;
export const SEAJAY_GAME_REPETITION = 16;
export const SEAJAY_GAME_FIFTY_MOVES = 17;
export const SEAJAY_SCORE_CP = 0;
export const SEAJAY_SCORE_MATE = 1;
export const SEAJAY_SCORE_TB = 2;
export const SEAJAY_BOUND_EXACT = 0;
export const SEAJAY_BOUND_LOWER = 1;
export const SEAJAY_BOUND_UPPER = 2;
export const SEAJAY_INFO_LINE = 0;
export const SEAJAY_INFO_TICK = 1;
export const SEAJAY_STOP_DEPTH = 1;
export const SEAJAY_STOP_NODES = 2;
export const SEAJAY_STOP_TIME = 3;
export const SEAJAY_STOP_MATE = 4;
export const SEAJAY_STOP_STOPPED = 5;
export const SEAJAY_STOP_CALLBACK = 6;
export const SEAJAY_STOP_GAME_OVER = 7;
export const SEAJAY_MARK_NONE = 0;
export const SEAJAY_MARK_MISTAKE = 2;
export const SEAJAY_MARK_BLUNDER = 4;
export const SEAJAY_MARK_INACCURACY = 6;
export const SEAJAY_OPTION_CHECK = 0;
export const SEAJAY_OPTION_SPIN = 1;
export const SEAJAY_OPTION_STRING = 2;
export const SEAJAY_OPTION_COMBO = 3;
export const SEAJAY_OPTION_BUTTON = 4;
export const SEAJAY_LOG_ERROR = 1;
export const SEAJAY_LOG_WARNING = 2;
export const SEAJAY_LOG_INFO = 3;

export const SeajayBoard = {
    size: 128,
    fields: {
        structSize: [0, "u32"],
        turn: [4, "i32"],
        pieces: [8, "u64", 12],
        castlingRooks: [104, "u64"],
        enPassant: [112, "i32"],
        halfmoveClock: [116, "i32"],
        fullmoveNumber: [120, "i32"],
        chess960: [124, "i32"],
    },
} as const;

export const SeajayMove = {
    size: 24,
    fields: {
        from: [0, "u8"],
        to: [1, "u8"],
        role: [2, "u8"],
        captured: [3, "u8"],
        promotion: [4, "u8"],
        flags: [5, "u8"],
        rookFrom: [6, "u8"],
        rookTo: [7, "u8"],
        uci: [8, "chars", 8],
        san: [16, "chars", 8],
    },
} as const;

export const SeajayLimits = {
    size: 88,
    fields: {
        structSize: [0, "u32"],
        depth: [4, "i32"],
        nodes: [8, "u64"],
        moveTimeMs: [16, "i64"],
        mate: [24, "i32"],
        movesToGo: [28, "i32"],
        whiteTimeMs: [32, "i64"],
        blackTimeMs: [40, "i64"],
        whiteIncrementMs: [48, "i64"],
        blackIncrementMs: [56, "i64"],
        infinite: [64, "i32"],
        ponder: [68, "i32"],
        searchMoves: [72, "text"],
        reserved: [76, "u32"],
        priority: [80, "i32"],
        reservedAfter: [84, "i32"],
    },
} as const;

export const SeajayScore = {
    size: 12,
    fields: {
        kind: [0, "i32"],
        value: [4, "i32"],
        bound: [8, "i32"],
    },
} as const;

export const SeajayReview = {
    size: 64,
    fields: {
        judged: [0, "i32"],
        mark: [4, "i32"],
        before: [8, SeajayScore],
        after: [20, SeajayScore],
        loss: [32, "i32"],
        bestMove: [36, "chars", 8],
        expectedBefore: [44, "i32"],
        expectedAfter: [48, "i32"],
        depth: [52, "i32"],
        reserved: [56, "i32", 2],
    },
} as const;

export const SeajayOptionInfo = {
    size: 40,
    fields: {
        structSize: [0, "u32"],
        kind: [4, "i32"],
        name: [8, "text"],
        defaultValue: [12, "text"],
        min: [16, "i64"],
        max: [24, "i64"],
        choices: [32, "pointer"],
        reserved: [36, "u32"],
    },
} as const;

export const SeajayInfo = {
    size: 96,
    fields: {
        structSize: [0, "u32"],
        kind: [4, "i32"],
        searchId: [8, "u64"],
        depth: [16, "i32"],
        seldepth: [20, "i32"],
        multipv: [24, "i32"],
        hashfull: [28, "i32"],
        score: [32, SeajayScore],
        wdl: [44, "i32", 3],
        nodes: [56, "u64"],
        nps: [64, "u64"],
        tbHits: [72, "u64"],
        timeMs: [80, "i64"],
        pv: [88, "text"],
        reserved: [92, "u32"],
    },
} as const;

export const SeajayResult = {
    size: 88,
    fields: {
        structSize: [0, "u32"],
        stopReason: [4, "i32"],
        searchId: [8, "u64"],
        bestMove: [16, "chars", 8],
        ponderMove: [24, "chars", 8],
        score: [32, SeajayScore],
        depth: [44, "i32"],
        seldepth: [48, "i32"],
        wdl: [52, "i32", 3],
        nodes: [64, "u64"],
        timeMs: [72, "i64"],
        queueMs: [80, "i64"],
    },
} as const;

export const SeajayStats = {
    size: 144,
    fields: {
        structSize: [0, "u32"],
        nodes: [8, "u64"],
        qnodes: [16, "u64"],
        betaCutoffs: [24, "u64"],
        firstMoveCutoffs: [32, "u64"],
        reductions: [40, "u64"],
        reSearches: [48, "u64"],
        ttProbes: [56, "u64"],
        ttHits: [64, "u64"],
        ttCutoffs: [72, "u64"],
        ttMoveCutoffs: [80, "u64"],
        promotionCutoffs: [88, "u64"],
        goodCaptureCutoffs: [96, "u64"],
        killerCutoffs: [104, "u64"],
        quietCutoffs: [112, "u64"],
        badCaptureCutoffs: [120, "u64"],
        nullMoveTries: [128, "u64"],
        nullMoveCutoffs: [136, "u64"],
    },
} as const;

/** An address in the memory of an instance. */
export type Pointer = number;

/** The functions, with 64-bit numbers as bigint. */
export interface Functions {
    seajay_abi_version(): number;
    seajay_version(): Pointer;
    seajay_build_info(): Pointer;
    seajay_strerror(status: number): Pointer;
    seajay_last_error(buffer: Pointer, size: number): number;
    seajay_game_new(): Pointer;
    seajay_game_free(game: Pointer): void;
    seajay_game_set(game: Pointer, fen: Pointer, moves: Pointer): number;
    seajay_game_set_lenient(game: Pointer, text: Pointer): number;
    seajay_game_set_board(game: Pointer, board: Pointer): number;
    seajay_game_board(game: Pointer, board: Pointer): number;
    seajay_game_copy(to: Pointer, from: Pointer): number;
    seajay_game_play(game: Pointer, moves: Pointer): number;
    seajay_game_play_san(game: Pointer, movetext: Pointer): number;
    seajay_game_undo(game: Pointer, plies: number): number;
    seajay_game_set_chess960(game: Pointer, on: number): number;
    seajay_game_moves(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_moves_san(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_start_fen(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_ply_count(game: Pointer): bigint;
    seajay_game_fen(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_state(game: Pointer): number;
    seajay_game_in_check(game: Pointer): number;
    seajay_game_can_win(game: Pointer, color: number): number;
    seajay_game_key(game: Pointer): bigint;
    seajay_game_perft(game: Pointer, depth: number, nodes: Pointer): number;
    seajay_game_legal_moves(game: Pointer, from: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_to_san(game: Pointer, moves: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_from_san(game: Pointer, san: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_parse_move(game: Pointer, move: Pointer, out: Pointer): number;
    seajay_game_legal_move_list(game: Pointer, from: Pointer, moves: Pointer, capacity: number): bigint;
    seajay_game_played_move_list(game: Pointer, moves: Pointer, capacity: number): bigint;
    seajay_pgn_new(): Pointer;
    seajay_pgn_free(pgn: Pointer): void;
    seajay_pgn_open(pgn: Pointer, path: Pointer): number;
    seajay_pgn_set_text(pgn: Pointer, text: Pointer, size: number): number;
    seajay_pgn_set_reader(pgn: Pointer, callback: Pointer, userData: Pointer): number;
    seajay_pgn_next(pgn: Pointer, game: Pointer): number;
    seajay_pgn_skip(pgn: Pointer): number;
    seajay_pgn_offset(pgn: Pointer): bigint;
    seajay_pgn_seek(pgn: Pointer, offset: bigint): number;
    seajay_pgn_error(pgn: Pointer, offset: Pointer, line: Pointer, ply: Pointer): number;
    seajay_pgn_error_text(pgn: Pointer, buffer: Pointer, size: number): bigint;
    seajay_pgn_clear(pgn: Pointer): void;
    seajay_pgn_copy(to: Pointer, from: Pointer): number;
    seajay_pgn_tag(pgn: Pointer, name: Pointer, buffer: Pointer, size: number): bigint;
    seajay_pgn_tag_name(pgn: Pointer, index: number, buffer: Pointer, size: number): bigint;
    seajay_pgn_result(pgn: Pointer, buffer: Pointer, size: number): bigint;
    seajay_pgn_set_tag(pgn: Pointer, name: Pointer, value: Pointer): number;
    seajay_pgn_comment(pgn: Pointer, ply: number, buffer: Pointer, size: number): bigint;
    seajay_pgn_set_comment(pgn: Pointer, ply: number, text: Pointer): number;
    seajay_pgn_nags(pgn: Pointer, ply: number, nags: Pointer, capacity: number): bigint;
    seajay_pgn_set_nags(pgn: Pointer, ply: number, nags: Pointer, count: number): number;
    seajay_pgn_variation(pgn: Pointer, ply: number, index: number, buffer: Pointer, size: number): bigint;
    seajay_pgn_add_variation(pgn: Pointer, game: Pointer, ply: number, movetext: Pointer): number;
    seajay_pgn_remove_variation(pgn: Pointer, ply: number, index: number): number;
    seajay_pgn_write(pgn: Pointer, game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_review(
        engine: Pointer,
        game: Pointer,
        limits: Pointer,
        moves: Pointer,
        capacity: number,
        callback: Pointer,
        userData: Pointer,
    ): bigint;
    seajay_start_review(
        engine: Pointer,
        game: Pointer,
        limits: Pointer,
        moves: Pointer,
        capacity: number,
        callback: Pointer,
        userData: Pointer,
    ): number;
    seajay_review_count(engine: Pointer): bigint;
    seajay_review_line(engine: Pointer, index: number, buffer: Pointer, size: number): bigint;
    seajay_review_accuracy(moves: Pointer, count: number, firstTurn: number, percent: Pointer): number;
    seajay_probe_tb(engine: Pointer, game: Pointer, outcome: Pointer, dtz: Pointer): number;
    seajay_new(): Pointer;
    seajay_free(engine: Pointer): void;
    seajay_set_option(engine: Pointer, name: Pointer, value: Pointer): number;
    seajay_get_option(engine: Pointer, name: Pointer, buffer: Pointer, size: number): bigint;
    seajay_option_count(): number;
    seajay_option_info(index: number, info: Pointer): number;
    seajay_load_network(engine: Pointer, data: Pointer, size: number): number;
    seajay_set_game(engine: Pointer, game: Pointer): number;
    seajay_set_position(engine: Pointer, fen: Pointer, moves: Pointer): number;
    seajay_set_info_callback(engine: Pointer, callback: Pointer, userData: Pointer): number;
    seajay_set_done_callback(engine: Pointer, callback: Pointer, userData: Pointer): number;
    seajay_set_log_callback(engine: Pointer, callback: Pointer, userData: Pointer): number;
    seajay_evaluate(engine: Pointer, centipawns: Pointer): number;
    seajay_memory_usage(engine: Pointer): bigint;
    seajay_estimate_memory(hashMib: bigint, threads: number): bigint;
    seajay_search(engine: Pointer, limits: Pointer, result: Pointer): number;
    seajay_start(engine: Pointer, limits: Pointer): number;
    seajay_wait(engine: Pointer, timeoutMs: bigint, result: Pointer): number;
    seajay_is_searching(engine: Pointer): number;
    seajay_stop(engine: Pointer): number;
    seajay_ponderhit(engine: Pointer): number;
    seajay_clear_history(engine: Pointer): number;
    seajay_stats(engine: Pointer, stats: Pointer): number;
    seajay_line_count(engine: Pointer): number;
    seajay_line(engine: Pointer, index: number, info: Pointer, pv: Pointer, pvSize: number): number;
    seajay_line_to_san(engine: Pointer, index: number, buffer: Pointer, size: number): bigint;
    seajay_pool_new(threads: number): Pointer;
    seajay_pool_free(pool: Pointer): void;
    seajay_set_pool(engine: Pointer, pool: Pointer): number;
}
