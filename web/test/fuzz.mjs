// Calls the functions of the WebAssembly file at random:
//
//     node test/fuzz.mjs [SECONDS [FIRST SEED [calls]]]
//
// A seed, or an input kept from fuzzing (fuzz/corpus), gives bytes, and they decide on a sequence of calls, each checked by
// checked.mjs. An instance that has seen all sequences before and a fresh one must give the same. A sequence that breaks a
// promise is named by the seed with which to begin again. With `calls` the calls are written too, for native.py. Needs what
// `npm run build` makes.

import { readFileSync, readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { pathToFileURL } from "node:url";

import { positions } from "./bench.mjs";
import { Library, buffer, bytes, check, checkEqual, number, shown, struct, structs } from "./checked.mjs";
import { generator } from "./random.mjs";

const MAX_CALLS = 40;
const MAX_NODES = 1500n;
/** Sequences are small: an instance that takes more loses memory. */
const MAX_MEMORY = 64 << 20;
const CORPORA = ["api", "game", "options", "position"];

const root = new URL("../../", import.meta.url);
const network = readFileSync(new URL("nets/seajay.sjnn", root));

// Bytes, and decisions made by them

const EDGES = [0n, 1n, 2n, -1n, 100n, 1000n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 32n - 1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 40n];

/** When the bytes run out, every decision is the first choice. */
class Choices {
    #bytes;
    #at = 0;

    constructor(bytes) {
        this.#bytes = bytes;
    }

    get isEmpty() {
        return this.#at >= this.#bytes.length;
    }

    byte() {
        return this.#bytes[this.#at++] ?? 0;
    }

    short() {
        return this.byte() | (this.byte() << 8);
    }

    /** A number below `count`, which is at most 256. */
    below(count) {
        return this.byte() % count;
    }

    /** True once in so many times. */
    seldom(count) {
        return this.below(count) === count - 1;
    }

    oneOf(list) {
        return list[this.short() % list.length];
    }

    /** A small number, or one at the edges of what numbers can be. */
    number() {
        return this.below(2) === 1 ? this.oneOf(EDGES) : BigInt(this.byte());
    }

    /** So many bytes, none of them NUL. */
    bytes(count) {
        return Uint8Array.from({ length: count }, () => this.byte() || 1);
    }
}

function bytesOfSeed(seed) {
    const random = generator(seed);
    return Uint8Array.from({ length: 16 + random(1024) }, () => random(256));
}

// Texts

/** The words of libFuzzer's dictionary, a character for each byte. */
const WORDS = readFileSync(new URL("fuzz/words.dict", root), "latin1")
    .split("\n")
    .filter((line) => line.startsWith('"'))
    .map((line) => line.slice(1, -1).replace(/\\x(..)|\\(.)/g, (_, hex, char) => char ?? String.fromCharCode(parseInt(hex, 16))));
const FENS = [
    ...positions,
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "r4k1r/p4p1p/8/8/8/8/P4P1P/R4K1R w HAha - 0 1",
    "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
    "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/1r6/8/8/8/8/6R1/K7 w - - 146 160",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
];
const LINES = ["", "e2e4 e7e5 g1f3", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", "e1g1", "e1h1 e8a8", "e2e4 e7e5 e4e5"];
const MOVETEXTS = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O",
    '[Event "?"]\n\n1. e4 {best} e5 $1 (1... c5 2. Nf3) 2. Nf3! Nc6 ; so far\n3. Bb5 1/2-1/2',
    "0-0 0-0-0",
    "e2-e4 d4xe3 e.p.",
    "bxa8=Q+ gxh1(N)",
];
const PGNS = [
    ...MOVETEXTS,
    '[White "a \\"b\\""]\r\n[Result "1-0"]\r\n\r\n{go} 1. e4 e5 $14 (1... c5 (1... e6 {x}) 2. Nf3) 2. Nf3?! 1-0\n\n1. d4 d5 *',
    '[FEN "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"]\n\n1... gxh1=Q {mate} 2. bxa8=N+ (2. -- Kd6) Ke6 0-1',
    "1. e4 {never closed\n\n[Event \"?\"]\n\n1. Nf3 (1. c4 (1. d4 Ke2)) d5 ) 1/2-1/2",
];
const OPTIONS = {
    Hash: ["1", "2", "0", "99999999"],
    MultiPV: ["1", "2", "5", "-1"],
    uci_chess960: ["true", "off"],
    UCI_LimitStrength: ["true", "false"],
    UCI_Elo: ["400", "2800", "3000"],
    KillersEnabled: ["false", "true"],
    LMREnabled: ["false", "true", ""],
    LMRBaseReduction: ["400", "80", "-101"],
    "Move Overhead": ["0", "5000"],
    None: [""],
};
/** What a library with threads and files does with these is something else. */
const HOST_OPTIONS = { Threads: ["1", "2", "257"], EvalFile: ["", "/no/such/file"], SyzygyPath: ["", "/no/such/folder", ":"] };

const latin1 = (text) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** One of a list, perhaps with a word in it; words; any bytes; or none. */
function someText(choices, list) {
    const kind = choices.below(8);
    if (kind === 0) return null;
    if (kind === 1) return choices.bytes(choices.byte());
    if (kind === 2) {
        const words = Array.from({ length: 1 + choices.below(9) }, () => choices.oneOf(WORDS));
        return latin1(words.join(choices.oneOf(["", " "])));
    }
    const text = choices.oneOf(list);
    if (kind !== 3) return latin1(text);
    const at = choices.short() % (text.length + 1);
    return latin1(text.slice(0, at) + choices.oneOf(WORDS) + text.slice(at + choices.below(8)));
}

// What a sequence does

const GAME_TEXTS = ["fen", "start_fen", "moves", "moves_san"].map((name) => `game_${name}`);

/** A sequence of calls on some engines and games. */
class Sequence {
    constructor(library, choices) {
        this.library = library;
        this.choices = choices;
        library.begin();
        library.onInfo = library.onReview = () => 0;
        /** Shall it be the same with threads, files and any clock? */
        this.isPortable = choices.below(2) === 0;
        this.games = ["game 1", "game 2"].map((name) => library.create("game_new", name));
        this.pgns = ["pgn 1", "pgn 2"].map((name) => library.create("pgn_new", name));
        /** Made when they are needed: their memory takes time. */
        this.engines = [];
    }

    /** Makes the calls, and frees everything. */
    run() {
        const actions = this.isPortable ? PORTABLE : [...PORTABLE, ...OTHERS];
        for (let i = 0; i < MAX_CALLS && !this.choices.isEmpty; i++) this.choices.oneOf(actions)(this, this.choices);
        for (const game of this.games) this.library.raw("game_free", game.pointer);
        for (const pgn of this.pgns) this.library.raw("pgn_free", pgn.pointer);
        for (const engine of this.engines.filter(Boolean)) this.library.raw("free", engine.pointer);
    }

    call(name, ...args) {
        return this.library.call(name, ...args);
    }

    expect(value, name, ...args) {
        checkEqual(this.call(name, ...args).value, value, name);
    }

    game() {
        return this.choices.seldom(32) ? null : this.choices.oneOf(this.games);
    }

    engine() {
        return this.choices.seldom(32) ? null : this.anEngine();
    }

    anEngine() {
        const index = this.choices.below(2);
        if (this.engines[index] === undefined) {
            this.engines[index] = this.library.create("new", `engine ${index + 1}`);
            this.expect(0, "set_option", this.engines[index], latin1("Hash"), latin1("1"));
        }
        return this.engines[index];
    }

    /** The text that a function gives. */
    text(name, ...args) {
        const { written } = this.call(name, ...args, buffer(8192));
        return written[0];
    }

    /** All that can be seen of an engine, a game or a PGN. */
    describe(handle) {
        if (handle === null) return [];
        if (this.pgns.includes(handle)) return [this.whole("pgn_write", handle, this.games[0])];
        if (this.games.includes(handle))
            return [...GAME_TEXTS.map((name) => this.text(name, handle)), this.call("game_state", handle).value];
        const options = Object.keys(OPTIONS).map((name) => this.call("get_option", handle, latin1(name), buffer(99)).written[0]);
        return [this.call("evaluate", handle, number()), this.call("memory_usage", handle).value, ...options];
    }

    /** The text that a function gives, however long. */
    whole(name, ...args) {
        const { value } = this.call(name, ...args, buffer(0));
        return this.call(name, ...args, buffer(value + 1)).written[0];
    }

    /** A call that changes an engine, a game or a PGN, or nothing after an error. */
    change(name, handle, ...args) {
        const before = this.describe(handle);
        const { value } = this.call(name, handle, ...args);
        if (value < 0) checkEqual(this.describe(handle), before, `${name} has failed, and changed`);
        return value;
    }

    /** Reads a text with any room for it, and with enough. */
    read(name, ...args) {
        const size = this.choices.short() % 300;
        const { value, written } = this.call(name, ...args, buffer(size));
        if (value < 0) return;
        const [whole] = this.call(name, ...args, buffer(value + 1)).written;
        if (size > 0) check(whole.startsWith(written[0]), `"${written[0]}" is cut from "${whole}"`);
    }

    legalMoves(game) {
        const moves = this.text("game_legal_moves", game, null);
        return moves === "" ? [] : moves.split(" ");
    }
}

/** A struct to fill, seldom of another size than it has. */
function toFill(choices, layout) {
    return choices.seldom(8) ? null : struct(layout, {}, choices.seldom(8) ? choices.number() : layout.size);
}

function setBoard(sequence, choices) {
    const game = sequence.game();
    const from = choices.oneOf(sequence.games);
    const [board] = sequence.call("game_board", from, struct(structs.SeajayBoard)).written;
    const { structSize, ...values } = board;
    let size = structSize;
    const pieces = [...values.pieces];
    for (let changes = choices.below(4); changes > 0; changes--) {
        const name = choices.oneOf([...Object.keys(values), "structSize"]);
        if (name === "pieces") pieces[choices.below(12)] ^= 1n << BigInt(choices.below(64));
        else if (name === "structSize") size = Number(choices.number() & 127n);
        else values[name] = choices.number();
    }
    sequence.change("game_set_board", game, struct(structs.SeajayBoard, { ...values, pieces }, size));
}

function play(sequence, choices) {
    const game = sequence.game();
    const moves = game && choices.below(4) > 0 ? sequence.legalMoves(game) : [];
    const text = moves.length > 0 ? latin1(choices.oneOf(moves)) : someText(choices, LINES);
    const status = sequence.change("game_play", game, text);
    check(status === 0 || moves.length === 0, "a legal move is refused");
}

function playSan(sequence, choices) {
    const game = sequence.game();
    const text = someText(choices, MOVETEXTS);
    const uci = sequence.call("game_from_san", game, text, buffer(2048));
    const status = sequence.change("game_play_san", game, text);
    checkEqual(status, Math.min(uci.value, 0), "game_play_san after game_from_san");
}

/** Every legal move is the same after it was SAN. */
function throughSan(sequence) {
    const [game] = sequence.games;
    for (const move of sequence.legalMoves(game).slice(0, 20)) {
        const san = sequence.text("game_to_san", game, latin1(move));
        checkEqual(sequence.text("game_from_san", game, latin1(san)), move, san);
    }
}

function readGame(sequence, choices) {
    const game = sequence.game();
    sequence.read(choices.oneOf(GAME_TEXTS), game);
    sequence.read("game_legal_moves", game, choices.below(2) === 1 ? null : someText(choices, ["e2", "a1", "h8", "e9"]));
    sequence.read("game_to_san", game, someText(choices, LINES));
    const side = choices.seldom(4) ? Number(BigInt.asIntN(32, choices.number())) : choices.below(2);
    sequence.call("game_can_win", game, side);
    for (const name of ["game_key", "game_in_check", "game_ply_count", "game_state"]) sequence.call(name, game);
    sequence.call("game_board", game, toFill(choices, structs.SeajayBoard));
    // 65 and more are refused; what is between takes too long.
    sequence.call("game_perft", game, choices.oneOf([0, 1, 2, 65, -1]), choices.seldom(8) ? null : number());
}

/** A move described is one of those written. */
function describeMoves(sequence, choices) {
    const game = sequence.game();
    const room = () => (choices.seldom(8) ? [null, 0] : [struct(structs.SeajayMove), 1]);
    const from = choices.below(2) === 1 ? null : someText(choices, ["e2", "a1", "h8", "e9"]);
    const { value, written } = sequence.call("game_legal_move_list", game, from, ...room());
    if (value > 0 && written.length > 0) {
        const [{ uci, san }] = written;
        check(sequence.legalMoves(game).includes(uci), `${uci} is not legal`);
        checkEqual(sequence.text("game_to_san", game, latin1(uci)), san, uci);
        checkEqual(sequence.call("game_parse_move", game, latin1(san), struct(structs.SeajayMove)).written, written, san);
    }
    sequence.call("game_parse_move", game, someText(choices, LINES), toFill(choices, structs.SeajayMove));
    sequence.call("game_played_move_list", game, ...room());
}

/** What is read and written is the same when it is read and written again. */
function readPgn(sequence, choices) {
    const [pgn, other] = sequence.pgns;
    const [game] = sequence.games;
    sequence.expect(0, "pgn_set_text", pgn, bytes(someText(choices, PGNS) ?? new Uint8Array()));
    for (let count = 0; count < 4 && sequence.call("pgn_next", pgn, game).value === 1; count++) {
        const status = sequence.call("pgn_error", pgn, number(), number(), number()).value;
        checkEqual(sequence.whole("pgn_error_text", pgn) === "", status === 0, "the text of a fault");
        const plies = Math.min(12, sequence.call("game_ply_count", game).value);
        for (let ply = 0; ply <= plies; ply++) {
            sequence.read("pgn_comment", pgn, ply);
            sequence.call("pgn_nags", pgn, ply, null, 0);
            sequence.read("pgn_variation", pgn, ply, choices.below(2));
        }
        sequence.read("pgn_result", pgn);
        sequence.read("pgn_tag_name", pgn, choices.below(4));
        const written = sequence.whole("pgn_write", pgn, game);
        sequence.expect(0, "pgn_set_text", other, bytes(new TextEncoder().encode(written)));
        sequence.expect(1, "pgn_next", other, game);
        sequence.expect(0, "pgn_error", other, null, null, null);
        checkEqual(sequence.whole("pgn_write", other, game), written, "a PGN that is read again");
    }
}

function editPgn(sequence, choices) {
    const pgn = choices.seldom(32) ? null : choices.oneOf(sequence.pgns);
    const ply = choices.seldom(8) ? Number(choices.number() & 0xffffffffn) : choices.below(4);
    const name = someText(choices, ["Event", "White", "Result", "FEN", "Odd_1"]);
    sequence.change("pgn_set_tag", pgn, name, someText(choices, ["?", "1-0", 'a "b"', "a\nb"]));
    sequence.read("pgn_tag", pgn, name);
    sequence.change("pgn_set_comment", pgn, ply, someText(choices, ["x", "a } b", " {", "1. e4 (", "a\r\n%b"]));
    sequence.change("pgn_set_nags", pgn, ply, bytes(choices.bytes(choices.below(4))));
    sequence.change("pgn_add_variation", pgn, sequence.game(), ply, someText(choices, MOVETEXTS));
    if (choices.seldom(8)) sequence.library.raw("pgn_clear", pgn?.pointer ?? 0);
}

function setOption(sequence, choices, options = OPTIONS) {
    const engine = sequence.engine();
    const name = choices.oneOf(Object.keys(options));
    // No number of anyone's choice: it might be gigabytes.
    const isAny = name !== "Hash" && choices.seldom(8);
    const value = isAny ? someText(choices, ["true"]) : latin1(choices.oneOf(options[name]));
    sequence.change("set_option", engine, latin1(name), value);
    sequence.read("get_option", engine, choices.seldom(4) ? someText(choices, ["Ponder"]) : latin1(name));
}

function setPosition(sequence, choices) {
    sequence.change("set_position", sequence.engine(), someText(choices, FENS), someText(choices, LINES));
}

function loadNetwork(sequence, choices) {
    const engine = sequence.engine();
    let file = new Uint8Array(network);
    const kind = choices.below(4);
    if (kind === 1) file = file.subarray(0, choices.short());
    if (kind === 2) file = choices.bytes(64);
    if (kind === 3) file[choices.short() % file.length] ^= choices.byte();
    const isSound = Buffer.compare(file, network) === 0;
    const status = sequence.change("load_network", engine, bytes(file));
    checkEqual(status === 0, isSound && engine !== null, "a sound network is taken");
}

/** Any limits, with few nodes. */
function someLimits(sequence, choices) {
    const values = { nodes: 1n + (BigInt(choices.short()) % MAX_NODES) };
    const fields = Object.keys(structs.SeajayLimits.fields).filter((name) => !["structSize", "reserved", "nodes", "searchMoves"].includes(name));
    const names = sequence.isPortable ? ["depth", "mate", "movesToGo"] : fields;
    for (let count = choices.below(4); count > 0; count--) values[choices.oneOf(names)] = choices.number();
    if (choices.seldom(4)) values.searchMoves = someText(choices, LINES) ?? 0;
    const size = choices.seldom(16) ? choices.number() & 127n : structs.SeajayLimits.size;
    return [struct(structs.SeajayLimits, values, size), values];
}

function search(sequence, choices) {
    const { library } = sequence;
    const engine = sequence.engine();
    const [limits, { nodes }] = someLimits(sequence, choices);
    library.stopAfter = sequence.isPortable ? Infinity : choices.short() % 1000;
    const room = choices.seldom(8) ? null : struct(structs.SeajayResult);
    const { value, written } = sequence.call("search", engine, limits, room);
    if (value !== 0 || room === null) return;
    const result = written[1];
    check(BigInt(result.nodes) <= nodes, `${result.nodes} nodes`);
    readLines(sequence, engine, result);
}

/** Every line is legal and complete; the first begins with the best move, unless the engine plays weakly. */
function readLines(sequence, engine, result) {
    const count = sequence.call("line_count", engine).value;
    checkEqual(count === 0, result.depth === 0, "lines of a finished depth");
    const isWeak = sequence.text("get_option", engine, latin1("UCI_LimitStrength")) === "true";
    for (let index = 0; index < count; index++) {
        const [info] = sequence.call("line", engine, index, struct(structs.SeajayInfo), buffer(768)).written;
        checkEqual(info.wdl[0] + info.wdl[1] + info.wdl[2], 1000, "win, draw and loss");
        check(isWeak || index > 0 || info.pv.split(" ")[0] === result.bestMove, `${info.pv} of ${result.bestMove}`);
        const san = sequence.text("line_to_san", engine, index);
        checkEqual(san.split(" ").length, info.pv.split(" ").length, "the moves of a line");
    }
}

/** Reviews a game of one move. The line, if there was time for one, begins with the best move, which loses nothing. */
function review(sequence, choices) {
    const { library } = sequence;
    const engine = sequence.engine();
    const [game] = sequence.games;
    sequence.change("game_set", game, someText(choices, FENS), null);
    const [move] = sequence.legalMoves(game);
    if (move) sequence.expect(0, "game_play", game, latin1(move));
    const [limits] = someLimits(sequence, choices);
    library.stopAfter = sequence.isPortable ? Infinity : choices.short() % 1000;
    library.onReview = (_, userData, index) => {
        sequence.read("review_line", engine, index);
        return choices.below(2);
    };
    const callback = sequence.isPortable || choices.below(2) === 0 ? null : library.raw("host_review_callback");
    const room = choices.seldom(8) ? [null, 0] : [struct(structs.SeajayReview), 1];
    const { value, written } = sequence.call("review", engine, game, limits, ...room, callback, 77);
    if (value !== 1) return;
    const { judged, bestMove, loss, expectedBefore, expectedAfter, depth } = written[1];
    const line = sequence.text("review_line", engine, 0).split(" ");
    checkEqual([judged, line[0]], [1, depth === 0 ? "" : bestMove], "the best move");
    checkEqual(loss, bestMove === move ? 0 : Math.max(0, expectedBefore - expectedAfter), "the loss");
    const percent = struct({ size: 16, fields: { white: [0, "f64"], black: [8, "f64"] } });
    if (!sequence.isPortable) sequence.call("review_accuracy", struct(structs.SeajayReview, { judged, loss }), 1, choices.below(3), percent);
}

function readEngine(sequence, choices) {
    const engine = sequence.engine();
    const index = Number(choices.number() & 0xffffffffn);
    sequence.call("stats", engine, toFill(choices, structs.SeajayStats));
    sequence.call("line", engine, index % 8, toFill(choices, structs.SeajayInfo), buffer(choices.short() % 300));
    sequence.read("line_to_san", engine, index % 8);
    sequence.call("line_count", engine);
    sequence.call("evaluate", engine, choices.seldom(8) ? null : number());
    sequence.call("option_info", index, toFill(choices, structs.SeajayOptionInfo));
    sequence.call("is_searching", engine);
}

/** After clearing, the same search gives the same. */
function repeat(sequence, choices) {
    const engine = sequence.anEngine();
    const { library } = sequence;
    library.stopAfter = Infinity;
    library.onInfo = () => 0;
    const results = [0, 0].map(() => {
        sequence.expect(0, "clear_history", engine);
        const { value, written } = sequence.call("search", engine, struct(structs.SeajayLimits, { nodes: 400 }), struct(structs.SeajayResult));
        checkEqual(value, 0, "search");
        const { bestMove, nodes, score, depth } = written[1];
        return { bestMove, nodes, score, depth };
    });
    checkEqual(results[1], results[0], "a repeated search");
}

/** The info callback, set or removed, and what it does. */
function listen(sequence, choices) {
    const { library } = sequence;
    const engine = sequence.anEngine();
    const callback = choices.seldom(3) ? 0 : library.raw("host_callback");
    sequence.expect(0, "set_info_callback", engine, callback, 77);
    let left = choices.below(8);
    const doesMischief = choices.seldom(2);
    library.onInfo = (info) => {
        checkEqual(info.wdl[0] + info.wdl[1] + info.wdl[2], 1000, "win, draw and loss");
        if (doesMischief) disturb(sequence);
        return Number(left-- === 0);
    };
}

/** Calls in a callback: those that could change a searching engine are refused. */
function disturb(sequence) {
    for (const engine of sequence.engines.filter(Boolean)) {
        if (sequence.call("is_searching", engine).value !== 1) continue;
        const busy = structs.SEAJAY_ERR_BUSY;
        sequence.expect(busy, "set_position", engine, null, null);
        sequence.expect(busy, "set_option", engine, latin1("Hash"), latin1("1"));
        sequence.expect(busy, "clear_history", engine);
        sequence.expect(busy, "search", engine, struct(structs.SeajayLimits, { depth: 1 }), null);
        sequence.expect(busy, "wait", engine, -1n, null);
        sequence.library.raw("free", engine.pointer);
        sequence.expect(0, "stats", engine, struct(structs.SeajayStats));
    }
    sequence.text("game_fen", sequence.games[0]);
}

/** Functions about threads, which there are none of, and memory. */
function useThreads(sequence, choices) {
    const engine = sequence.engine();
    const pool = sequence.library.create("pool_new", "pool", choices.below(3));
    checkEqual(pool, null, "a pool");
    check(sequence.library.lastError().written[0] !== "", "no text for a pool that is refused");
    sequence.call("set_pool", engine, pool);
    const status = sequence.call("start", engine, struct(structs.SeajayLimits, { depth: 1 })).value;
    check(status < 0, "a search is started");
    sequence.call("wait", engine, BigInt.asIntN(64, choices.number()), toFill(choices, structs.SeajayResult));
    for (const name of ["stop", "ponderhit"]) sequence.call(name, engine);
    sequence.call("estimate_memory", BigInt.asIntN(64, choices.number()), Number(choices.number() & 0xffffffffn));
    for (const name of ["set_done_callback", "set_log_callback"]) sequence.call(name, engine, 0, 0);
    for (const name of ["game_free", "free", "pool_free", "pgn_free"]) sequence.library.raw(name, 0);
    checkEqual([0, -1, 2 ** 31].map((size) => sequence.library.raw("alloc", size)), [0, 0, 0], "memory of such sizes");
    sequence.library.raw("dealloc", 0, 8);
}

/** These give the same wherever the library runs. */
const PORTABLE = [
    (sequence, choices) => sequence.change("game_set", sequence.game(), someText(choices, FENS), someText(choices, LINES)),
    (sequence, choices) => sequence.change("game_undo", sequence.game(), Number(BigInt.asIntN(32, choices.number() % 5n))),
    (sequence) => sequence.change("game_copy", sequence.game(), sequence.game()),
    (sequence, choices) => sequence.change("game_set_chess960", sequence.game(), choices.below(2)),
    (sequence) => sequence.change("set_game", sequence.engine(), sequence.game()),
    (sequence) => sequence.change("clear_history", sequence.engine()),
    ...[setBoard, play, play, playSan, playSan, throughSan, readGame, describeMoves, readPgn, editPgn],
    ...[setOption, setPosition, search, search, readEngine, repeat, review],
];
const OTHERS = [listen, listen, loadNetwork, useThreads, (sequence, choices) => setOption(sequence, choices, HOST_OPTIONS)];

// Running them

function* inputs(firstSeed) {
    for (const name of CORPORA) {
        const folder = new URL(`fuzz/corpus/${name}/`, root);
        for (const file of readdirSync(folder).sort()) yield [`${name}/${file}`, readFileSync(new URL(file, folder))];
    }
    for (let seed = firstSeed; ; seed++) yield [seed, bytesOfSeed(seed)];
}

/** Where two transcripts part. */
function difference(one, other) {
    const at = one.findIndex((entry, index) => !isDeepStrictEqual(entry, other[index]));
    return [one, other].map((transcript) => JSON.stringify(transcript.at(at), shown)).join("\ninstead of ");
}

/** Makes the sequence of some bytes on an instance, and shows its last calls if it fails. */
function run(library, bytes) {
    try {
        const sequence = new Sequence(library, new Choices(bytes));
        sequence.run();
        return { calls: library.transcript, isPortable: sequence.isPortable };
    } catch (error) {
        const last = library.transcript.slice(-5).map((entry) => JSON.stringify(entry, shown));
        error.message += `\nafter ${last.join("\nand   ")}`;
        throw error;
    }
}

/** Runs sequences for some seconds, all inputs of the corpora at least. Returns how much was done. The calls of sequences
 * that should give the same everywhere are passed on. */
export function fuzz(wasm, seconds, firstSeed = 1, onCalls = () => undefined) {
    const module = new WebAssembly.Module(wasm);
    const library = new Library(module);
    const end = performance.now() + seconds * 1000;
    let [sequences, calls] = [0, 0];
    for (const [name, bytes] of inputs(firstSeed)) {
        if (performance.now() > end && typeof name === "number") break;
        try {
            const fresh = new Library(module);
            const [made, again] = [library, fresh].map((instance) => run(instance, bytes));
            check(isDeepStrictEqual(made, again), `instances differ: ${difference(made.calls, again.calls)}`);
            check(library.size <= MAX_MEMORY, `${library.size} bytes of memory`);
            calls += fresh.calls;
            if (made.isPortable) onCalls(name, made.calls);
        } catch (error) {
            throw new Error(`input ${name}, after ${sequences} others: ${error.message}`, { cause: error });
        }
        sequences++;
    }
    return { sequences, calls: calls + library.calls, memory: library.size };
}

function main([seconds = 60, firstSeed = Date.now() % 2 ** 31, ...rest]) {
    const wasm = readFileSync(new URL("../dist/seajay.wasm", import.meta.url));
    const write = (name, calls) => console.log(JSON.stringify([name, ...calls], shown));
    const { sequences, calls, memory } = fuzz(wasm, Number(seconds), Number(firstSeed), rest.includes("calls") ? write : undefined);
    console.error(`seed ${firstSeed}: ${sequences} sequences, ${calls} calls, ${memory >> 20} MiB, nothing found`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) main(process.argv.slice(2));
