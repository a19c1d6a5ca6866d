-- A host in Lua, with the FFI of LuaJIT. In the root of the repository:
--
--   cargo build --release
--   LD_LIBRARY_PATH=target/release luajit examples/hosts/host.lua
--
-- The rules of LuaJIT:
--
-- * A C function that calls back into Lua must not be called from compiled code: jit.off() for the
--   Lua function around the call, as for analyse() below.
-- * A callback may only run on the thread of its Lua state. During seajay_search() it does. After
--   seajay_start() it would run on another: set no callback then, and ask with seajay_wait().
-- * No error may leave a callback: pcall() inside. Callbacks are few: free() each after its use.
-- * A search blocks Lua: for more than one at a time use seajay_start(), an engine for each.

local ffi = require("ffi")
local jit = require("jit")

-- For 64-bit systems: on 32 bits SeajayInfo and SeajayLimits end with one more uint32_t.
ffi.cdef[[
// Made by "make abi" from include/seajay.h: what this program uses of it.
enum {
    SEAJAY_ABI_VERSION = 4,
    SEAJAY_ERR_TIMEOUT = -41,
    SEAJAY_GAME_ONGOING = 0,
    SEAJAY_SCORE_CP = 0,
    SEAJAY_SCORE_MATE = 1,
    SEAJAY_BOUND_EXACT = 0,
    SEAJAY_INFO_LINE = 0,
    SEAJAY_STOP_STOPPED = 5,
};

typedef struct SeajayEngine SeajayEngine;
typedef struct SeajayGame SeajayGame;

typedef struct {
    uint32_t struct_size;
    int32_t depth;
    uint64_t nodes;
    int64_t move_time_ms;
    int32_t mate;
    int32_t moves_to_go;
    int64_t white_time_ms;
    int64_t black_time_ms;
    int64_t white_increment_ms;
    int64_t black_increment_ms;
    int32_t infinite;
    int32_t ponder;
    const char *search_moves;
    int32_t priority;
    int32_t reserved_after;
} SeajayLimits;

typedef struct {
    int32_t kind;
    int32_t value;
    int32_t bound;
} SeajayScore;

typedef struct {
    uint32_t struct_size;
    int32_t kind;
    uint64_t search_id;
    int32_t depth;
    int32_t seldepth;
    int32_t multipv;
    int32_t hashfull;
    SeajayScore score;
    int32_t wdl[3];
    uint64_t nodes;
    uint64_t nps;
    uint64_t tb_hits;
    int64_t time_ms;
    const char *pv;
} SeajayInfo;

typedef struct {
    uint32_t struct_size;
    int32_t stop_reason;
    uint64_t search_id;
    char best_move[8];
    char ponder_move[8];
    SeajayScore score;
    int32_t depth;
    int32_t seldepth;
    int32_t wdl[3];
    uint64_t nodes;
    int64_t time_ms;
    int64_t queue_ms;
} SeajayResult;

typedef int32_t (*SeajayInfoCallback)(void *user_data, const SeajayInfo *info);

uint32_t seajay_abi_version(void);
const char *seajay_version(void);
size_t seajay_last_error(char *buffer, size_t size);
SeajayGame *seajay_game_new(void);
void seajay_game_free(SeajayGame *game);
int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves);
int32_t seajay_game_play(SeajayGame *game, const char *moves);
int64_t seajay_game_moves_san(const SeajayGame *game, char *buffer, size_t size);
int32_t seajay_game_state(const SeajayGame *game);
int64_t seajay_game_to_san(const SeajayGame *game, const char *moves, char *buffer, size_t size);
SeajayEngine *seajay_new(void);
void seajay_free(SeajayEngine *engine);
int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);
int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game);
int32_t seajay_set_info_callback(SeajayEngine *engine, SeajayInfoCallback callback, void *user_data);
int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result);
int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);
int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result);
int32_t seajay_stop(const SeajayEngine *engine);
// End of what "make abi" makes.
]]

local C = ffi.load("seajay")

-- Morphy against two noblemen in a box at the opera, Paris 1858, before he gives a knight.
local OPERA = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10"

-- Gives back what a call returned, as a number, or raises the library's text of the error.
local function check(status)
    status = tonumber(status)
    if status < 0 then
        local buffer = ffi.new("char[1025]")
        C.seajay_last_error(buffer, ffi.sizeof(buffer))
        error(ffi.string(buffer), 0)
    end
    return status
end

-- Calls a function that copies text into a buffer: first for its length, then for the text.
local function text(get, ...)
    local arguments = { ... }
    arguments[#arguments + 1] = ffi.cast("char *", nil)
    arguments[#arguments + 1] = 0
    local size = check(get(unpack(arguments))) + 1
    local buffer = ffi.new("char[?]", size)
    arguments[#arguments - 1], arguments[#arguments] = buffer, size
    check(get(unpack(arguments)))
    return ffi.string(buffer)
end

-- Structs whose other fields are 0, as the header's initialisers make them.
local function new_limits(fields)
    fields.struct_size = ffi.sizeof("SeajayLimits")
    return ffi.new("SeajayLimits", fields)
end

local function new_result()
    return ffi.new("SeajayResult", { struct_size = ffi.sizeof("SeajayResult") })
end

-- Games and engines are freed when Lua collects them.
local function new_game()
    local game = C.seajay_game_new()
    assert(game ~= nil, "no memory for a game")
    return ffi.gc(game, C.seajay_game_free)
end

local function new_engine()
    local engine = C.seajay_new()
    assert(engine ~= nil, "no memory for an engine")
    return ffi.gc(engine, C.seajay_free)
end

-- Pawns, moves to mate, or plies to a tablebase win, from the side to move's view.
local function score_text(score)
    if score.kind == C.SEAJAY_SCORE_CP then
        return string.format("%+.2f", score.value / 100)
    end
    return string.format("%s%+d", score.kind == C.SEAJAY_SCORE_MATE and "#" or "TB", score.value)
end

-- The engine plays both sides, with a few thousand positions for each move.
local function play(engine, game)
    local limits, result = new_limits({ nodes = 3000 }), new_result()
    for _ = 1, 20 do
        if check(C.seajay_game_state(game)) ~= C.SEAJAY_GAME_ONGOING then
            break
        end
        check(C.seajay_set_game(engine, game))
        check(C.seajay_search(engine, limits, result))
        check(C.seajay_game_play(game, result.best_move))
    end
    print("game: " .. text(C.seajay_game_moves_san, game))
    local wdl, nodes = result.wdl, tonumber(result.nodes)
    print(string.format("chances: %d %d %d, nodes: %d", wdl[0], wdl[1], wdl[2], nodes))
end

-- The three best lines of each depth, as the info callback is given them.
local function analyse(engine, game)
    local function show(info)
        if info.kind == C.SEAJAY_INFO_LINE and info.score.bound == C.SEAJAY_BOUND_EXACT then
            local san = text(C.seajay_game_to_san, game, info.pv)
            local score = score_text(info.score)
            print(string.format("depth %d, line %d: %s %s", info.depth, info.multipv, score, san))
        end
    end
    local failure
    local callback = ffi.cast("SeajayInfoCallback", function(_, info)
        local well, message = pcall(show, info)
        failure = failure or (not well and message)
        return well and 0 or 1 -- not 0 ends the search
    end)
    check(C.seajay_game_set(game, OPERA, nil))
    check(C.seajay_set_option(engine, "MultiPV", "3"))
    check(C.seajay_set_game(engine, game))
    check(C.seajay_set_info_callback(engine, callback, nil))
    local status = C.seajay_search(engine, new_limits({ depth = 6 }), nil)
    check(C.seajay_set_info_callback(engine, nil, nil))
    callback:free()
    check(status)
    assert(not failure, failure)
end
jit.off(analyse)

-- A search without end on a thread of the engine; this one waits a moment and stops it.
local function stop(engine, game)
    local result = new_result()
    check(C.seajay_set_game(engine, game))
    check(C.seajay_start(engine, new_limits({ infinite = 1 })))
    -- A timeout only says that the search goes on.
    assert(C.seajay_wait(engine, 200, nil) == C.SEAJAY_ERR_TIMEOUT, "the search has ended")
    check(C.seajay_stop(engine))
    check(C.seajay_wait(engine, -1, result))
    assert(result.stop_reason == C.SEAJAY_STOP_STOPPED)
    print("stopped: " .. text(C.seajay_game_to_san, game, result.best_move))
end

assert(C.seajay_abi_version() == C.SEAJAY_ABI_VERSION, "the library is another version")
print("seajay " .. ffi.string(C.seajay_version()))
local game, engine = new_game(), new_engine()
play(engine, game)
analyse(engine, game)
stop(engine, game)
local _, message = pcall(function()
    check(C.seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", nil))
end)
print("error: " .. message)
