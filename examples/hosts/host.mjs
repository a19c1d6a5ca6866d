// A host in JavaScript for Node, with koffi 3 from npm. In the root of the repository:
//
//     cargo build --release
//     npm install --prefix target/node koffi@3.3.4 && cp examples/hosts/host.mjs target/node
//     LD_LIBRARY_PATH=target/release node target/node/host.mjs
//
// The rules of Node and koffi:
//
// * seajay_search() would block everything else. seajay_start() searches on a thread of the
//   engine; the asynchronous seajay_wait() blocks a thread of koffi's, and returns a promise.
// * JavaScript runs on one thread. koffi hands each callback of another thread over to it, and the
//   search waits meanwhile. So while a search with a callback is running, nothing that waits for it
//   may be called synchronously: neither seajay_wait() nor seajay_free(). Stop it and await its end.
// * A callback that the library holds is registered, and unregistered when the search has ended.
// * koffi turns an exception in a callback into 0: catch it, stop the search, and throw it later.
// * The text of an error belongs to the thread whose call failed. check() reads that of synchronous
//   calls at once; that of an asynchronous call cannot be read, so use seajay_strerror().
// * 64-bit numbers arrive as BigInt if a number could not hold them.
//
// The structs are those of 64-bit systems: on 32-bit ones SeajayInfo and SeajayLimits end with one
// more uint32.

import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import koffi from "koffi";

// Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
const OPERA = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

const library = koffi.load(
    { win32: "seajay.dll", darwin: "libseajay.dylib" }[process.platform] ?? "libseajay.so",
);

// Made by "make abi" from include/seajay.h: what this program uses of it, with its names.
const SEAJAY_ABI_VERSION = 4;
const SEAJAY_GAME_ONGOING = 0;
const SEAJAY_SCORE_CP = 0;
const SEAJAY_SCORE_MATE = 1;
const SEAJAY_BOUND_EXACT = 0;
const SEAJAY_INFO_LINE = 0;
const SEAJAY_STOP_STOPPED = 5;

koffi.opaque("SeajayEngine");
koffi.opaque("SeajayGame");
const SeajayLimits = koffi.struct("SeajayLimits", {
    struct_size: "uint32_t",
    depth: "int32_t",
    nodes: "uint64_t",
    move_time_ms: "int64_t",
    mate: "int32_t",
    moves_to_go: "int32_t",
    white_time_ms: "int64_t",
    black_time_ms: "int64_t",
    white_increment_ms: "int64_t",
    black_increment_ms: "int64_t",
    infinite: "int32_t",
    ponder: "int32_t",
    search_moves: "const char *",
    priority: "int32_t",
    reserved_after: "int32_t",
});
const SeajayScore = koffi.struct("SeajayScore", {
    kind: "int32_t",
    value: "int32_t",
    bound: "int32_t",
});
const SeajayInfo = koffi.struct("SeajayInfo", {
    struct_size: "uint32_t",
    kind: "int32_t",
    search_id: "uint64_t",
    depth: "int32_t",
    seldepth: "int32_t",
    multipv: "int32_t",
    hashfull: "int32_t",
    score: "SeajayScore",
    wdl: koffi.array("int32_t", 3),
    nodes: "uint64_t",
    nps: "uint64_t",
    tb_hits: "uint64_t",
    time_ms: "int64_t",
    pv: "const char *",
});
const SeajayResult = koffi.struct("SeajayResult", {
    struct_size: "uint32_t",
    stop_reason: "int32_t",
    search_id: "uint64_t",
    best_move: koffi.array("char", 8),
    ponder_move: koffi.array("char", 8),
    score: "SeajayScore",
    depth: "int32_t",
    seldepth: "int32_t",
    wdl: koffi.array("int32_t", 3),
    nodes: "uint64_t",
    time_ms: "int64_t",
    queue_ms: "int64_t",
});
const SeajayInfoCallback = koffi.proto(
    "int32_t SeajayInfoCallback(void *user_data, const SeajayInfo *info)",
);

const seajay_abi_version = library.func("uint32_t seajay_abi_version()");
const seajay_version = library.func("const char *seajay_version()");
const seajay_strerror = library.func("const char *seajay_strerror(int32_t status)");
const seajay_last_error = library.func("size_t seajay_last_error(uint8_t *buffer, size_t size)");
const seajay_game_new = library.func("SeajayGame *seajay_game_new()");
const seajay_game_free = library.func("void seajay_game_free(SeajayGame *game)");
const seajay_game_set = library.func(
    "int32_t seajay_game_set(SeajayGame *game, const char *fen, const char *moves)",
);
const seajay_game_play = library.func(
    "int32_t seajay_game_play(SeajayGame *game, const char *moves)",
);
const seajay_game_moves_san = library.func(
    "int64_t seajay_game_moves_san(const SeajayGame *game, uint8_t *buffer, size_t size)",
);
const seajay_game_state = library.func("int32_t seajay_game_state(const SeajayGame *game)");
const seajay_game_to_san = library.func(
    "int64_t seajay_game_to_san(const SeajayGame *game, const char *moves, uint8_t *buffer, size_t size)",
);
const seajay_new = library.func("SeajayEngine *seajay_new()");
const seajay_free = library.func("void seajay_free(SeajayEngine *engine)");
const seajay_set_option = library.func(
    "int32_t seajay_set_option(SeajayEngine *engine, const char *name, const char *value)",
);
const seajay_set_game = library.func(
    "int32_t seajay_set_game(SeajayEngine *engine, const SeajayGame *game)",
);
const seajay_set_info_callback = library.func(
    "int32_t seajay_set_info_callback(SeajayEngine *engine, SeajayInfoCallback *callback, void *user_data)",
);
const seajay_search = library.func(
    "int32_t seajay_search(SeajayEngine *engine, const SeajayLimits *limits, _Inout_ SeajayResult *result)",
);
const seajay_start = library.func(
    "int32_t seajay_start(SeajayEngine *engine, const SeajayLimits *limits)",
);
const seajay_wait = library.func(
    "int32_t seajay_wait(const SeajayEngine *engine, int64_t timeout_ms, _Inout_ SeajayResult *result)",
);
const seajay_stop = library.func("int32_t seajay_stop(const SeajayEngine *engine)");
// End of what "make abi" makes.

const wait = promisify(seajay_wait.async);

/** Text that ends with a NUL. */
const decode = (buffer) => buffer.toString("utf8", 0, buffer.indexOf(0));

/** Returns what a synchronous call returned, or throws the library's text of its error. */
function check(status) {
    if (status < 0) {
        const buffer = Buffer.alloc(1025);
        seajay_last_error(buffer, buffer.length);
        throw new Error(decode(buffer));
    }
    return status;
}

/** Calls a function that copies text into a buffer: first for its length, then for the text. */
function text(copy) {
    const buffer = Buffer.alloc(check(copy(null, 0)) + 1);
    check(copy(buffer, buffer.length));
    return decode(buffer);
}

const toSan = (game, moves) => text((buffer, size) => seajay_game_to_san(game, moves, buffer, size));

/** Pawns, moves to mate, or plies to a tablebase win, from the side to move's point of view. */
function scoreText({ kind, value }) {
    const sign = value < 0 ? "" : "+";
    if (kind === SEAJAY_SCORE_CP) return sign + (value / 100).toFixed(2);
    return `${kind === SEAJAY_SCORE_MATE ? "#" : "TB"}${sign}${value}`;
}

/** Searches the game's position, and returns the result. koffi sets unnamed fields to 0. */
async function search(engine, game, limits) {
    check(seajay_set_game(engine, game));
    check(seajay_start(engine, { struct_size: koffi.sizeof(SeajayLimits), ...limits }));
    const result = { struct_size: koffi.sizeof(SeajayResult) };
    const status = await wait(engine, -1, result);
    if (status < 0) throw new Error(seajay_strerror(status));
    return result;
}

/** The engine plays both sides, with a few thousand positions for each move. */
async function play(engine, game) {
    let result;
    for (let ply = 0; ply < 20 && check(seajay_game_state(game)) === SEAJAY_GAME_ONGOING; ply++) {
        result = await search(engine, game, { nodes: 3000 });
        check(seajay_game_play(game, result.best_move));
    }
    console.log("game:", text((buffer, size) => seajay_game_moves_san(game, buffer, size)));
    console.log(`chances: ${result.wdl.join(" ")}, nodes: ${result.nodes}`);
}

function show(game, { kind, depth, multipv, score, pv }) {
    if (kind === SEAJAY_INFO_LINE && score.bound === SEAJAY_BOUND_EXACT)
        console.log(`depth ${depth}, line ${multipv}: ${scoreText(score)} ${toSan(game, pv)}`);
}

/** The three best lines of each depth, as the info callback receives them. */
async function analyse(engine, game) {
    let failure = null;
    const callback = koffi.register((userData, info) => {
        try {
            show(game, koffi.decode(info, SeajayInfo));
            return 0;
        } catch (error) {
            failure = error;
            return 1; // not 0 ends the search
        }
    }, koffi.pointer(SeajayInfoCallback));
    check(seajay_game_set(game, OPERA, null));
    check(seajay_set_option(engine, "MultiPV", "3"));
    check(seajay_set_info_callback(engine, callback, null));
    await search(engine, game, { depth: 6 });
    check(seajay_set_info_callback(engine, null, null));
    koffi.unregister(callback);
    if (failure) throw failure;
}

/** An endless search on another thread, until it is stopped from here. */
async function searchAndStop(engine, game) {
    const endless = search(engine, game, { infinite: 1 });
    await sleep(200);
    check(seajay_stop(engine));
    const result = await endless;
    if (result.stop_reason !== SEAJAY_STOP_STOPPED) throw new Error("the search has ended by itself");
    console.log("stopped:", toSan(game, result.best_move));
}

if (seajay_abi_version() !== SEAJAY_ABI_VERSION)
    throw new Error("the library is another version");
console.log("seajay", seajay_version());
const game = seajay_game_new();
const engine = seajay_new();
if (!game || !engine) throw new Error("no memory for a game or an engine");
await play(engine, game);
await analyse(engine, game);
await searchAndStop(engine, game);
try {
    check(seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", null));
} catch (error) {
    console.log("error:", error.message);
}
seajay_free(engine);
seajay_game_free(game);
