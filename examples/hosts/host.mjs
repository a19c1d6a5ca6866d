// A host in JavaScript for Node, with koffi from npm. In the root of the repository:
//
//     cargo build --release
//     npm install --prefix target/node koffi
//     NODE_PATH=target/node/node_modules LD_LIBRARY_PATH=target/release node examples/hosts/host.mjs
//
// What the runtime asks for:
// * A search on Node's own thread holds up everything else. So a search is started on a thread of the engine, and
//   waited for with an asynchronous call, which blocks a thread of Node's pool.
// * The text of an error belongs to the thread whose call failed, and asynchronous calls run on others: arguments
//   are checked by synchronous calls, and the text is read at once.
// * 64-bit numbers come as numbers where they are small enough, and as BigInt elsewhere.

import { createRequire } from "node:module";
import { promisify } from "node:util";

// Unlike `import`, this heeds NODE_PATH.
const koffi = createRequire(import.meta.url)("koffi");

koffi.opaque("SeajayEngine");
koffi.opaque("SeajayGame");
koffi.struct("SeajayScore", { kind: "int32", value: "int32", bound: "int32" });
const Limits = koffi.struct("SeajayLimits", {
    struct_size: "uint32", depth: "int32", nodes: "uint64", move_time_ms: "int64", mate: "int32", moves_to_go: "int32",
    white_time_ms: "int64", black_time_ms: "int64", white_increment_ms: "int64", black_increment_ms: "int64",
    infinite: "int32", ponder: "int32", search_moves: "const char *",
});
const Result = koffi.struct("SeajayResult", {
    struct_size: "uint32", stop_reason: "int32", search_id: "uint64", best_move: koffi.array("char", 8),
    ponder_move: koffi.array("char", 8), score: "SeajayScore", depth: "int32", seldepth: "int32", nodes: "uint64",
    time_ms: "int64",
});

const library = koffi.load(process.platform === "win32" ? "seajay.dll" : "libseajay.so");
const seajay = Object.fromEntries([
    "uint32 seajay_abi_version()",
    "size_t seajay_last_error(_Out_ char *buffer, size_t size)",
    "SeajayGame *seajay_game_new()",
    "void seajay_game_free(SeajayGame *game)",
    "int32 seajay_game_set(SeajayGame *game, const char *fen, const char *moves)",
    "int32 seajay_game_play(SeajayGame *game, const char *moves)",
    "int64 seajay_game_moves_san(SeajayGame *game, _Out_ char *buffer, size_t size)",
    "SeajayEngine *seajay_new()",
    "void seajay_free(SeajayEngine *engine)",
    "int32 seajay_set_option(SeajayEngine *engine, const char *name, const char *value)",
    "int32 seajay_set_game(SeajayEngine *engine, SeajayGame *game)",
    "int32 seajay_start(SeajayEngine *engine, SeajayLimits *limits)",
    "int32 seajay_stop(SeajayEngine *engine)",
    "int32 seajay_wait(SeajayEngine *engine, int64 timeout_ms, _Inout_ SeajayResult *result)",
    "size_t seajay_line_count(SeajayEngine *engine)",
    "int64 seajay_line_to_san(SeajayEngine *engine, size_t index, _Out_ char *buffer, size_t size)",
].map((declaration) => [/(seajay_\w+)\(/.exec(declaration)[1], library.func(declaration)]));

if (seajay.seajay_abi_version() !== 2) throw new Error("another version of the library");

/** What a function copies into a buffer. */
function text(copy) {
    const buffer = Buffer.alloc(4096);
    copy(buffer, buffer.length);
    return buffer.toString("utf8", 0, buffer.indexOf(0));
}

/** Throws the library's text where a call has failed. */
function check(status) {
    if (status < 0) throw new Error(text(seajay.seajay_last_error));
}

/** Begins a search, and returns a promise of its result. */
async function search(engine, limits) {
    const empty = { depth: 0, nodes: 0, move_time_ms: 0, mate: 0, moves_to_go: 0, white_time_ms: 0, black_time_ms: 0,
        white_increment_ms: 0, black_increment_ms: 0, infinite: 0, ponder: 0, search_moves: null };
    check(seajay.seajay_start(engine, { ...empty, ...limits, struct_size: koffi.sizeof(Limits) }));
    const result = { struct_size: koffi.sizeof(Result), stop_reason: 0, search_id: 0, best_move: "", ponder_move: "",
        score: { kind: 0, value: 0, bound: 0 }, depth: 0, seldepth: 0, nodes: 0, time_ms: 0 };
    const status = await promisify(seajay.seajay_wait.async)(engine, -1, result);
    if (status < 0) throw new Error(`the search failed: ${status}`);
    return result;
}

const game = seajay.seajay_game_new();
const engine = seajay.seajay_new();
for (let ply = 0; ply < 6; ply++) {
    check(seajay.seajay_set_game(engine, game));
    check(seajay.seajay_game_play(game, (await search(engine, { nodes: 500 })).best_move));
}
console.log("game:", text((buffer, size) => seajay.seajay_game_moves_san(game, buffer, size)));

check(seajay.seajay_set_option(engine, "MultiPV", "3"));
check(seajay.seajay_set_game(engine, game));
await search(engine, { depth: 8 });
for (let index = 0; index < seajay.seajay_line_count(engine); index++) {
    console.log(`line ${index + 1}:`, text((buffer, size) => seajay.seajay_line_to_san(engine, index, buffer, size)));
}

const endless = search(engine, { infinite: 1 });
setTimeout(() => seajay.seajay_stop(engine), 50);
console.log("stopped:", (await endless).best_move);

try {
    check(seajay.seajay_game_set(game, "8/8/8/8/8/8/8/8 w - - 0 1", null));
} catch (error) {
    console.log("error:", error.message);
}
seajay.seajay_free(engine);
seajay.seajay_game_free(game);
