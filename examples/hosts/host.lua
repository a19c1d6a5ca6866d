-- A host in Lua, with the FFI of LuaJIT. In the root of the repository:
--
--     cargo build --release
--     LD_LIBRARY_PATH=target/release luajit examples/hosts/host.lua
--
-- LuaJIT may be called back only on the thread that runs Lua. So searches that this program waits for use
-- seajay_search(), and one that it stops runs on the engine's own thread without a callback.

local ffi = require("ffi")

ffi.cdef [[
typedef struct SeajayEngine SeajayEngine;
typedef struct SeajayGame SeajayGame;
typedef struct { int32_t kind, value, bound; } SeajayScore;
typedef struct {
    uint32_t struct_size; int32_t depth; uint64_t nodes; int64_t move_time_ms; int32_t mate, moves_to_go;
    int64_t white_time_ms, black_time_ms, white_increment_ms, black_increment_ms;
    int32_t infinite, ponder; const char *search_moves;
} SeajayLimits;
typedef struct {
    uint32_t struct_size; int32_t kind; uint64_t search_id; int32_t depth, seldepth, multipv, hashfull;
    SeajayScore score; int32_t wdl[3]; uint64_t nodes, nps, tb_hits; int64_t time_ms; const char *pv;
} SeajayInfo;
typedef struct {
    uint32_t struct_size; int32_t stop_reason; uint64_t search_id; char best_move[8], ponder_move[8];
    SeajayScore score; int32_t depth, seldepth; uint64_t nodes; int64_t time_ms;
} SeajayResult;

uint32_t seajay_abi_version(void);
size_t seajay_last_error(char *buffer, size_t size);
SeajayGame *seajay_game_new(void);
void seajay_game_free(SeajayGame *game);
int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves);
int32_t seajay_game_play(SeajayGame *game, const char *moves);
int64_t seajay_game_moves_san(const SeajayGame *game, char *buffer, size_t size);
SeajayEngine *seajay_new(void);
void seajay_free(SeajayEngine *engine);
int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value);
int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game);
int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, SeajayResult *result);
int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits);
int32_t seajay_stop(const SeajayEngine *engine);
int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, SeajayResult *result);
size_t seajay_line_count(const SeajayEngine *engine);
int32_t seajay_line(const SeajayEngine *engine, size_t index, SeajayInfo *info, char *pv, size_t pv_size);
int64_t seajay_line_to_san(const SeajayEngine *engine, size_t index, char *buffer, size_t size);
]]

local seajay = ffi.load("seajay")
assert(seajay.seajay_abi_version() == 2, "another version of the library")

-- Text that a function copies into a buffer.
local function text(copy)
    local buffer = ffi.new("char[?]", 4096)
    copy(buffer, 4096)
    return ffi.string(buffer)
end

-- Raises the text of the library where a call has failed.
local function check(status)
    if status < 0 then
        error(text(seajay.seajay_last_error), 2)
    end
end

local function limits(fields)
    local made = ffi.new("SeajayLimits", fields)
    made.struct_size = ffi.sizeof(made)
    return made
end

local function new_result()
    local made = ffi.new("SeajayResult")
    made.struct_size = ffi.sizeof(made)
    return made
end

-- The collector frees what Lua holds no more.
local game = ffi.gc(seajay.seajay_game_new(), seajay.seajay_game_free)
local engine = ffi.gc(seajay.seajay_new(), seajay.seajay_free)
assert(game ~= nil and engine ~= nil, "out of memory")

local result = new_result()
for _ = 1, 6 do
    check(seajay.seajay_set_game(engine, game))
    check(seajay.seajay_search(engine, limits { nodes = 500 }, result))
    check(seajay.seajay_game_play(game, result.best_move))
end
print("game: " .. text(function(buffer, size) seajay.seajay_game_moves_san(game, buffer, size) end))

check(seajay.seajay_set_option(engine, "MultiPV", "3"))
check(seajay.seajay_set_game(engine, game))
check(seajay.seajay_search(engine, limits { depth = 8 }, result))
local info = ffi.new("SeajayInfo")
info.struct_size = ffi.sizeof(info)
for index = 0, tonumber(seajay.seajay_line_count(engine)) - 1 do
    check(seajay.seajay_line(engine, index, info, nil, 0))
    local line = text(function(buffer, size) seajay.seajay_line_to_san(engine, index, buffer, size) end)
    print(("line %d: %d %s"):format(index + 1, info.score.value, line))
end

check(seajay.seajay_start(engine, limits { infinite = 1 }))
check(seajay.seajay_stop(engine))
check(seajay.seajay_wait(engine, -1, result))
print("stopped: " .. ffi.string(result.best_move))

local ok, message = pcall(function() check(seajay.seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", nil)) end)
assert(not ok)
print("error: " .. tostring(message):gsub("^.-:%d+: ", ""))
