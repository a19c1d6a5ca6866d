// An instance of the WebAssembly library whose every call is checked by what include/seajay.h says of all functions: the
// errors a function has, their texts, and that nothing is written but what should be. Needs esbuild.

import { isDeepStrictEqual } from "node:util";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What lies behind the memory of a call, and must stay. */
const [GUARD, GUARD_SIZE] = [0x55, 16];
/** Structs may not be larger. */
const MAX_STRUCT = 1 << 16;

/** Modules of src that the package does not export. */
async function sources() {
    const contents = 'export * as layouts from "./layout.ts"; export { Memory } from "./memory.ts";';
    const stdin = { contents, resolveDir: fileURLToPath(new URL("../src", import.meta.url)) };
    const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false });
    return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const { layouts, Memory } = await sources();
export const structs = layouts;

/** The names of the errors. */
const STATUSES = new Map();
for (const [name, value] of Object.entries(layouts))
    if (name.startsWith("SEAJAY_ERR_")) STATUSES.set(value, name.slice("SEAJAY_ERR_".length));

const MOVES = ["INVALID_UTF8", "ILLEGAL_MOVE"];
const POSITION = [...MOVES, "INVALID_FEN", "ILLEGAL_POSITION"];
/** The errors of each function, besides NULL and those of calls in callbacks. There are no files and no threads. */
const ERRORS = {
    game_set: POSITION,
    game_set_board: ["INVALID_ARGUMENT", "ILLEGAL_POSITION"],
    game_board: ["INVALID_ARGUMENT"],
    game_play: MOVES,
    game_play_san: [...MOVES, "INVALID_PGN"],
    game_undo: ["INVALID_ARGUMENT"],
    game_legal_moves: ["INVALID_UTF8", "INVALID_ARGUMENT"],
    game_to_san: MOVES,
    game_from_san: [...MOVES, "INVALID_PGN"],
    game_legal_move_list: ["INVALID_UTF8", "INVALID_ARGUMENT"],
    game_parse_move: [...MOVES, "INVALID_PGN"],
    pgn_tag: ["INVALID_UTF8"],
    pgn_tag_name: ["INVALID_ARGUMENT"],
    pgn_variation: ["INVALID_ARGUMENT"],
    pgn_set_tag: ["INVALID_UTF8", "INVALID_ARGUMENT"],
    pgn_set_comment: ["INVALID_UTF8"],
    pgn_add_variation: [...MOVES, "INVALID_ARGUMENT", "INVALID_PGN"],
    game_can_win: ["INVALID_ARGUMENT"],
    game_perft: ["INVALID_ARGUMENT"],
    set_option: ["INVALID_UTF8", "UNKNOWN_OPTION", "INVALID_VALUE", "IO", "OUT_OF_MEMORY"],
    get_option: ["INVALID_UTF8", "UNKNOWN_OPTION"],
    option_info: ["INVALID_ARGUMENT"],
    load_network: ["INVALID_ARGUMENT"],
    set_position: POSITION,
    search: [...MOVES, "INVALID_ARGUMENT"],
    start: [...MOVES, "INVALID_ARGUMENT", "OUT_OF_MEMORY"],
    wait: ["INVALID_ARGUMENT"],
    stats: ["INVALID_ARGUMENT"],
    line: ["INVALID_ARGUMENT"],
    line_to_san: ["INVALID_ARGUMENT"],
    review: ["INVALID_UTF8", "INVALID_ARGUMENT"],
    review_line: ["INVALID_ARGUMENT"],
    review_accuracy: ["INVALID_ARGUMENT"],
};
/** No result of these is an error. */
const UNSIGNED = ["game_key", "pgn_error", "memory_usage", "estimate_memory", "line_count", "option_count"];

export function check(condition, what) {
    if (!condition) throw new Error(what);
}

export function checkEqual(actual, expected, what) {
    const show = (value) => JSON.stringify(value, shown);
    check(isDeepStrictEqual(actual, expected), `${what}: ${show(actual)} instead of ${show(expected)}`);
}

/** An engine, a game, a PGN or a pool, equal to one of the same name elsewhere. */
class Handle {
    #pointer;

    constructor(name, pointer) {
        this.name = name;
        this.#pointer = pointer;
    }

    get pointer() {
        return this.#pointer;
    }
}

/** An argument: room for a text, passed as a pointer and a size; NULL for no room. */
export const buffer = (size) => ({ kind: "buffer", size });
/** An argument: bytes, passed as a pointer and a size. */
export const bytes = (content) => ({ kind: "bytes", content });
/** An argument: a struct to read or to fill, with these values and 0 elsewhere. The size that it states may differ. */
export const struct = (layout, values = {}, size = layout.size) => ({ kind: "struct", layout, values, size: Number(size) >>> 0 });
/** An argument: a number to fill. */
export const number = () => struct({ size: 8, fields: { value: [0, "i64"] } });

/** For the JSON of arguments and results: a character for each byte. */
export function shown(_, value) {
    if (value instanceof Handle) return value.name;
    if (value instanceof Uint8Array) return value.length > 4096 ? `${value.length} bytes` : { text: Buffer.from(value).toString("latin1") };
    if (value?.kind === "struct") {
        const name = Object.keys(layouts).find((name) => layouts[name] === value.layout);
        return { struct: name, values: value.values, size: value.size };
    }
    return typeof value === "bigint" ? String(value) : value;
}

export class Library {
    calls = 0;
    /** Everything that was called, and what it gave. */
    transcript = [];
    /** How often the host is asked whether to stop until it says yes. */
    stopAfter = Infinity;
    /** What the host does when a search or a review reports. */
    onInfo = () => 0;
    onReview = () => 0;
    #functions;
    #memory;
    #time = 0;
    #isInCallback = false;

    constructor(module) {
        const { exports } = new WebAssembly.Instance(module, {
            seajay: {
                now_ms: () => (this.#time += 0.01),
                wait_ms: (ms) => void (this.#time += ms),
                should_stop: () => Number(this.stopAfter-- <= 0),
                on_info: (userData, info) => this.#report("onInfo", layouts.SeajayInfo, info, userData),
                on_review: (userData, index, move) => this.#report("onReview", layouts.SeajayReview, move, userData, index),
            },
        });
        this.#functions = exports;
        this.#memory = new Memory(exports.memory);
    }

    /** Begins a sequence of calls, at the same time as all others. */
    begin() {
        this.transcript = [];
        this.#time = 0;
    }

    get size() {
        return this.#functions.memory.buffer.byteLength;
    }

    /** Calls a function without any check. */
    raw(name, ...args) {
        this.calls++;
        return this.#functions[`seajay_${name}`](...args);
    }

    /** Makes an engine, a game, a PGN or a pool. */
    create(name, label, ...args) {
        const pointer = this.raw(name, ...args) >>> 0;
        this.transcript.push([name, args, label, pointer > 0]);
        return pointer > 0 ? new Handle(label, pointer) : null;
    }

    /** Calls a function that returns a number. Returns that, and what its arguments contain afterwards. */
    call(name, ...args) {
        // Here already, for one that never returns.
        const entry = [name, args];
        this.transcript.push(entry);
        const places = args.map((arg) => this.#place(arg));
        const returned = this.raw(name, ...places.flatMap(({ passed }) => passed));
        const value = Number(returned);
        const failed = value < 0 && !UNSIGNED.includes(name);
        const written = args.flatMap((arg, index) => this.#read(arg, places[index], returned, failed));
        const error = failed ? this.#error(name, value) : "";
        places.forEach((place) => this.#release(place));
        entry.push(String(returned), error, ...written);
        return { value, written };
    }

    /** Puts an argument into memory, if it is not a number: what is passed, and the blocks with it. */
    #place(arg) {
        if (arg === null) return { passed: [0], blocks: [] };
        if (arg instanceof Handle) return { passed: [arg.pointer], blocks: [] };
        if (arg instanceof Uint8Array) return this.#block([...arg, 0]);
        switch (arg?.kind) {
            case "buffer":
                return arg.size === 0 ? { passed: [0, 0], blocks: [] } : withSize(this.#block(arg.size), arg.size);
            case "bytes":
                return withSize(this.#block(arg.content), arg.content.length);
            case "struct":
                return this.#struct(arg);
            default:
                return { passed: [arg], blocks: [] };
        }
    }

    /** Memory of so many bytes, or with these, and a guard behind. */
    #block(content) {
        const size = content.length ?? content;
        const at = this.raw("alloc", size + GUARD_SIZE) >>> 0;
        check(at > 0 && at % 8 === 0, `memory at ${at}`);
        this.#slice(at, size + GUARD_SIZE).fill(GUARD);
        if (typeof content !== "number") this.#slice(at, size).set(content);
        return { passed: [at], blocks: [{ at, size }] };
    }

    #slice(at, size) {
        return new Uint8Array(this.#functions.memory.buffer, at, size);
    }

    #struct({ layout, values, size }) {
        const place = this.#block(new Uint8Array(size === layout.size ? size : MAX_STRUCT + 8));
        for (const [name, given] of Object.entries({ ...("structSize" in layout.fields && { structSize: size }), ...values })) {
            const [offset, type] = layout.fields[name];
            let numbers = [given].flat();
            if (given instanceof Uint8Array) {
                const text = this.#block([...given, 0]);
                place.blocks.push(...text.blocks);
                numbers = text.passed;
            }
            const view = new DataView(this.#functions.memory.buffer, place.passed[0] + offset);
            numbers.forEach((number, index) => {
                if (type.endsWith("64")) view.setBigInt64(8 * index, BigInt.asIntN(64, BigInt(number)), true);
                else view.setInt32(4 * index, Number(BigInt.asIntN(32, BigInt(number))), true);
            });
        }
        return { ...place, before: this.#slice(place.passed[0], place.blocks[0].size).slice() };
    }

    /** What an argument contains after a call, if it is something to fill. */
    #read(arg, { passed, blocks, before }, returned, failed) {
        if (arg?.kind === "buffer") return blocks.length > 0 ? [this.#readText(blocks[0], returned, failed)] : [];
        if (arg?.kind !== "struct") return [];
        const after = this.#slice(passed[0], before.length);
        if (failed) checkEqual(Buffer.from(after), Buffer.from(before), "a struct after an error");
        const read = this.#memory.readStruct(arg.layout, passed[0]);
        // The package needs no bitboards, and reads numbers.
        if (arg.layout === layouts.SeajayBoard) {
            const boards = [...new BigUint64Array(after.slice(8, 8 + 13 * 8).buffer)];
            Object.assign(read, { pieces: boards.slice(0, 12), castlingRooks: boards[12] });
        }
        checkEqual(read.structSize, "structSize" in arg.layout.fields ? arg.size : undefined, "the size of the struct");
        return [read];
    }

    /** The text in a buffer: cut to fit, and if it does, as long as the function says. */
    #readText({ at, size }, returned, failed) {
        const content = this.#slice(at, size);
        if (failed) {
            check(content.every((byte) => byte === GUARD), "a text after an error");
            return "";
        }
        const end = content.indexOf(0);
        check(end >= 0, "a text without an end");
        // Others return no length.
        if (typeof returned === "bigint") {
            const whole = Number(returned);
            check(whole < size ? end === whole : size - 4 <= end, `${end} bytes of ${whole}, with room for ${size}`);
        }
        return Buffer.from(content.subarray(0, end)).toString();
    }

    #release({ blocks }) {
        for (const { at, size } of blocks) {
            check(this.#slice(at + size, GUARD_SIZE).every((byte) => byte === GUARD), "written behind a block");
            this.raw("dealloc", at, size + GUARD_SIZE);
        }
    }

    /** The text of an error that the function may have. */
    #error(name, status) {
        const { value, written } = this.lastError();
        const [text] = written;
        const isExpected = (this.#isInCallback && status === layouts.SEAJAY_ERR_BUSY) || ["NULL", ...(ERRORS[name] ?? [])].includes(STATUSES.get(status));
        check(isExpected, `${name} returns ${STATUSES.get(status) ?? status}: ${text}`);
        check(text !== "" && value < 1025, `a text of ${value} bytes for ${STATUSES.get(status)}`);
        check(this.#memory.readText(this.raw("strerror", status) >>> 0) !== "", `no text for ${status}`);
        return text;
    }

    lastError() {
        const place = this.#block(1025);
        const value = this.raw("last_error", place.passed[0], 1025);
        const text = this.#memory.readText(place.passed[0]);
        this.#release(place);
        return { value, written: [text] };
    }

    #report(name, layout, at, ...args) {
        const reported = this.#memory.readStruct(layout, at >>> 0);
        this.transcript.push([name, ...args, reported]);
        this.#isInCallback = true;
        const answer = this[name](reported, ...args);
        this.#isInCallback = false;
        return answer;
    }
}

function withSize(place, size) {
    return { ...place, passed: [...place.passed, size] };
}
