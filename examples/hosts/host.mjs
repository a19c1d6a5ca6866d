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

const ABI_VERSION = 3;
const GAME_ONGOING = 0;
const INFO_LINE = 0;
const BOUND_EXACT = 0;
const SCORE_CP = 0;
const SCORE_MATE = 1;
const STOP_STOPPED = 5;

// Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
const OPERA = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10";

// The parts of include/seajay.h that this program uses.
koffi.opaque("SeajayGame");
koffi.opaque("SeajayEngine");
koffi.struct("SeajayScore", { kind: "int32", value: "int32", bound: "int32" });
const Info = koffi.struct("SeajayInfo", {
    struct_size: "uint32",
    kind: "int32",
    search_id: "uint64",
    depth: "int32",
    seldepth: "int32",
    multipv: "int32",
    hashfull: "int32",
    score: "SeajayScore",
    wdl: koffi.array("int32", 3),
    nodes: "uint64",
    nps: "uint64",
    tb_hits: "uint64",
    time_ms: "int64",
    pv: "const char *",
});
const Result = koffi.struct("SeajayResult", {
    struct_size: "uint32",
    stop_reason: "int32",
    search_id: "uint64",
    best_move: koffi.array("char", 8),
    ponder_move: koffi.array("char", 8),
    score: "SeajayScore",
    depth: "int32",
    seldepth: "int32",
    nodes: "uint64",
    time_ms: "int64",
});
const Limits = koffi.struct("SeajayLimits", {
    struct_size: "uint32",
    depth: "int32",
    nodes: "uint64",
    move_time_ms: "int64",
    mate: "int32",
    moves_to_go: "int32",
    white_time_ms: "int64",
    black_time_ms: "int64",
    white_increment_ms: "int64",
    black_increment_ms: "int64",
    infinite: "int32",
    ponder: "int32",
    search_moves: "const char *",
});
const InfoCallback = koffi.proto(
    "int32 SeajayInfoCallback(void *user_data, const SeajayInfo *info)",
);

const library = koffi.load(
    { win32: "seajay.dll", darwin: "libseajay.dylib" }[process.platform] ?? "libseajay.so",
);
const abiVersion = library.func("uint32 seajay_abi_version()");
const version = library.func("const char *seajay_version()");
const strerror = library.func("const char *seajay_strerror(int32 status)");
const lastError = library.func("size_t seajay_last_error(uint8 *buffer, size_t size)");
const gameNew = library.func("SeajayGame *seajay_game_new()");
const gameFree = library.func("void seajay_game_free(SeajayGame *game)");
const gameSet = library.func(
    "int32 seajay_game_set(SeajayGame *game, const char *fen, const char *moves)",
);
const gamePlay = library.func("int32 seajay_game_play(SeajayGame *game, const char *moves)");
const gameState = library.func("int32 seajay_game_state(SeajayGame *game)");
const gameMovesSan = library.func(
    "int64 seajay_game_moves_san(SeajayGame *game, uint8 *buffer, size_t size)",
);
const gameToSan = library.func(
    "int64 seajay_game_to_san(SeajayGame *game, const char *moves, uint8 *buffer, size_t size)",
);
const engineNew = library.func("SeajayEngine *seajay_new()");
const engineFree = library.func("void seajay_free(SeajayEngine *engine)");
const setOption = library.func(
    "int32 seajay_set_option(SeajayEngine *engine, const char *name, const char *value)",
);
const setGame = library.func("int32 seajay_set_game(SeajayEngine *engine, SeajayGame *game)");
const setInfoCallback = library.func(
    `int32 seajay_set_info_callback(
        SeajayEngine *engine, SeajayInfoCallback *callback, void *user_data)`,
);
const start = library.func("int32 seajay_start(SeajayEngine *engine, SeajayLimits *limits)");
const stop = library.func("int32 seajay_stop(SeajayEngine *engine)");
const wait = promisify(
    library.func(
        "int32 seajay_wait(SeajayEngine *engine, int64 timeout_ms, _Inout_ SeajayResult *result)",
    ).async,
);

/** Text that ends with a NUL. */
const decode = (buffer) => buffer.toString("utf8", 0, buffer.indexOf(0));

/** Returns what a synchronous call returned, or throws the library's text of its error. */
function check(status) {
    if (status < 0) {
        const buffer = Buffer.alloc(1025);
        lastError(buffer, buffer.length);
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

const toSan = (game, moves) => text((buffer, size) => gameToSan(game, moves, buffer, size));

/** Pawns, moves to mate, or plies to a tablebase win, from the side to move's point of view. */
function scoreText({ kind, value }) {
    const sign = value < 0 ? "" : "+";
    if (kind === SCORE_CP) return sign + (value / 100).toFixed(2);
    return `${kind === SCORE_MATE ? "#" : "TB"}${sign}${value}`;
}

/** Searches the game's position, and returns the result. koffi sets unnamed fields to 0. */
async function search(engine, game, limits) {
    check(setGame(engine, game));
    check(start(engine, { struct_size: koffi.sizeof(Limits), ...limits }));
    const result = { struct_size: koffi.sizeof(Result) };
    const status = await wait(engine, -1, result);
    if (status < 0) throw new Error(strerror(status));
    return result;
}

/** The engine plays both sides, with a few thousand positions for each move. */
async function play(engine, game) {
    for (let ply = 0; ply < 20 && check(gameState(game)) === GAME_ONGOING; ply++) {
        const result = await search(engine, game, { nodes: 3000 });
        check(gamePlay(game, result.best_move));
    }
    console.log("game:", text((buffer, size) => gameMovesSan(game, buffer, size)));
}

function show(game, { kind, depth, multipv, score, pv }) {
    if (kind === INFO_LINE && score.bound === BOUND_EXACT)
        console.log(`depth ${depth}, line ${multipv}: ${scoreText(score)} ${toSan(game, pv)}`);
}

/** The three best lines of each depth, as the info callback receives them. */
async function analyse(engine, game) {
    let failure = null;
    const callback = koffi.register((userData, info) => {
        try {
            show(game, koffi.decode(info, Info));
            return 0;
        } catch (error) {
            failure = error;
            return 1; // not 0 ends the search
        }
    }, koffi.pointer(InfoCallback));
    check(gameSet(game, OPERA, null));
    check(setOption(engine, "MultiPV", "3"));
    check(setInfoCallback(engine, callback, null));
    await search(engine, game, { depth: 6 });
    check(setInfoCallback(engine, null, null));
    koffi.unregister(callback);
    if (failure) throw failure;
}

/** An endless search on another thread, until it is stopped from here. */
async function searchAndStop(engine, game) {
    const endless = search(engine, game, { infinite: 1 });
    await sleep(200);
    check(stop(engine));
    const result = await endless;
    if (result.stop_reason !== STOP_STOPPED) throw new Error("the search has ended by itself");
    console.log("stopped:", toSan(game, result.best_move));
}

if (abiVersion() !== ABI_VERSION) throw new Error("the library is another version");
console.log("seajay", version());
const game = gameNew();
const engine = engineNew();
if (!game || !engine) throw new Error("no memory for a game or an engine");
await play(engine, game);
await analyse(engine, game);
await searchAndStop(engine, game);
try {
    check(gameSet(game, "8/8/8/8/8/8/8/8 w - - 0 1", null));
} catch (error) {
    console.log("error:", error.message);
}
engineFree(engine);
gameFree(game);
