// An instance of the WebAssembly library: its functions called with text, errors thrown.

import { asSeajayError, misuse, reason, SeajayError, Status } from "./errors.js";
import { encode, Memory } from "./memory.js";
import { SEAJAY_ABI_VERSION } from "./layout.js";

/** What the library asks of its host: see src/sys/wasm.rs. */
export interface Imports {
    should_stop: WebAssembly.ImportValue;
    wait_ms: WebAssembly.ImportValue;
    on_info: WebAssembly.ImportValue;
    on_review: WebAssembly.ImportValue;
}

type Pointer = number;

/** Those functions of include/seajay.h that are used, and those that a WebAssembly host has besides. */
export interface Exports {
    seajay_alloc(size: number): Pointer;
    seajay_dealloc(block: Pointer, size: number): void;
    seajay_host_callback(): Pointer;
    seajay_host_review_callback(): Pointer;
    seajay_abi_version(): number;
    seajay_last_error(buffer: Pointer, size: number): number;
    seajay_strerror(status: number): Pointer;
    seajay_game_new(): Pointer;
    seajay_game_free(game: Pointer): void;
    seajay_game_set(game: Pointer, fen: Pointer, moves: Pointer): number;
    seajay_game_copy(to: Pointer, from: Pointer): number;
    seajay_game_play(game: Pointer, moves: Pointer): number;
    seajay_game_play_san(game: Pointer, movetext: Pointer): number;
    seajay_game_undo(game: Pointer, plies: number): number;
    seajay_game_moves(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_start_fen(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_legal_moves(game: Pointer, from: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_to_san(game: Pointer, moves: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_from_san(game: Pointer, san: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_legal_move_list(game: Pointer, from: Pointer, moves: Pointer, capacity: number): bigint;
    seajay_game_played_move_list(game: Pointer, moves: Pointer, capacity: number): bigint;
    seajay_game_ply_count(game: Pointer): bigint;
    seajay_game_fen(game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_game_state(game: Pointer): number;
    seajay_game_in_check(game: Pointer): number;
    seajay_game_can_win(game: Pointer, color: number): number;
    seajay_game_key(game: Pointer): bigint;
    seajay_pgn_new(): Pointer;
    seajay_pgn_free(pgn: Pointer): void;
    seajay_pgn_set_text(pgn: Pointer, text: Pointer, size: number): number;
    seajay_pgn_next(pgn: Pointer, game: Pointer): number;
    seajay_pgn_error(pgn: Pointer, offset: Pointer, line: Pointer, ply: Pointer): number;
    seajay_pgn_error_text(pgn: Pointer, buffer: Pointer, size: number): bigint;
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
    seajay_pgn_write(pgn: Pointer, game: Pointer, buffer: Pointer, size: number): bigint;
    seajay_new(): Pointer;
    seajay_set_option(engine: Pointer, name: Pointer, value: Pointer): number;
    seajay_get_option(engine: Pointer, name: Pointer, buffer: Pointer, size: number): bigint;
    seajay_load_network(engine: Pointer, data: Pointer, size: number): number;
    seajay_set_game(engine: Pointer, game: Pointer): number;
    seajay_set_position(engine: Pointer, fen: Pointer, moves: Pointer): number;
    seajay_set_info_callback(engine: Pointer, callback: Pointer, userData: Pointer): number;
    seajay_search(engine: Pointer, limits: Pointer, result: Pointer): number;
    seajay_review(
        engine: Pointer,
        game: Pointer,
        limits: Pointer,
        moves: Pointer,
        capacity: number,
        callback: Pointer,
        userData: Pointer,
    ): bigint;
    seajay_review_line(engine: Pointer, index: number, buffer: Pointer, size: number): bigint;
    seajay_review_accuracy(moves: Pointer, count: number, firstTurn: number, percent: Pointer): number;
    seajay_clear_history(engine: Pointer): number;
    seajay_stats(engine: Pointer, stats: Pointer): number;
    seajay_line_count(engine: Pointer): number;
    seajay_line(
        engine: Pointer,
        index: number,
        info: Pointer,
        pv: Pointer,
        pvSize: number,
    ): number;
}

/** Memory of the library's, given back together. */
export interface Scope {
    alloc(size: number): Pointer;
    /** Text as an argument; NULL for none. */
    text(text: string | undefined): Pointer;
    bytes(bytes: Uint8Array): Pointer;
    /** Room for a text, which the next call may give again. */
    room(size: number): { at: Pointer; size: number };
    free(): void;
}

/** 1025 bytes hold the text of any error. */
const ERROR_SIZE = 1025;
/** Most texts fit at once: a longer one takes a second call. */
const TEXT_SIZE = 2048;

function otherVersion(): SeajayError {
    return misuse("the WebAssembly file is not the one of this version of the package");
}

function instantiate(module: WebAssembly.Module, imports: Imports): WebAssembly.Instance {
    try {
        return new WebAssembly.Instance(module, {
            seajay: { ...imports, now_ms: () => performance.now() },
        });
    } catch (error) {
        if (error instanceof WebAssembly.LinkError) throw otherVersion();
        throw new SeajayError(Status.OUT_OF_MEMORY, reason(error));
    }
}

export class Library {
    readonly module: WebAssembly.Module;
    readonly memory: Memory;
    readonly exports: Exports;
    /** A trap leaves the instance in a state that nobody knows. */
    #broken: SeajayError | undefined;

    constructor(module: WebAssembly.Module, imports: Imports) {
        this.module = module;
        const { exports } = instantiate(module, imports);
        this.exports = exports as unknown as Exports;
        this.memory = new Memory(exports.memory as WebAssembly.Memory);
        if (this.exports.seajay_abi_version?.() !== SEAJAY_ABI_VERSION) throw otherVersion();
    }

    get isBroken(): boolean {
        return this.#broken !== undefined;
    }

    /** Calls a function, and throws if it fails: a negative number is the status of an error. */
    call<N extends keyof Exports>(name: N, ...args: Parameters<Exports[N]>): number {
        const call = this.exports[name] as (...args: unknown[]) => number | bigint | undefined;
        return this.check(Number(this.run(() => call(...args)) ?? 0));
    }

    /** Makes an object of the library's. */
    create(name: "seajay_game_new" | "seajay_pgn_new" | "seajay_new"): Pointer {
        return this.#pointer(() => this.exports[name]());
    }

    /** A pointer, which is not negative even in the upper half of the memory. */
    #pointer(make: () => number): Pointer {
        const pointer = this.run(make) >>> 0;
        if (pointer === 0) throw new SeajayError(Status.OUT_OF_MEMORY, "memory is exhausted");
        return pointer;
    }

    /** Runs code of the library, unless it has crashed before. */
    run<T>(code: () => T): T {
        if (this.#broken) throw this.#broken;
        try {
            return code();
        } catch (error) {
            throw this.fail(error);
        }
    }

    /** Passes a result on, or throws the error that it stands for. */
    check(value: number): number {
        if (value < 0) throw this.#lastError(value);
        return value;
    }

    /** What a trap was; from now on every call throws it. */
    fail(error: unknown): SeajayError {
        this.#broken = asSeajayError(error);
        return this.#broken;
    }

    #lastError(status: number): SeajayError {
        const text = this.using((scope) => {
            const buffer = scope.alloc(ERROR_SIZE);
            this.exports.seajay_last_error(buffer, ERROR_SIZE);
            return this.memory.readText(buffer);
        });
        return new SeajayError(
            status as Status,
            text || this.memory.readText(this.exports.seajay_strerror(status)),
        );
    }

    /** Calls a function whose last arguments are a buffer and its size, and returns its text. */
    text(scope: Scope, call: (buffer: Pointer, size: number) => number): string {
        for (let wanted = TEXT_SIZE; ; ) {
            const { at, size } = scope.room(wanted);
            const length = call(at, size);
            if (length === 0) return "";
            if (length < size) return this.memory.readText(at, length);
            wanted = length + 1;
        }
    }

    /** Runs calls with memory that is given back afterwards. */
    using<T>(body: (scope: Scope) => T): T {
        const scope = this.scope();
        try {
            return body(scope);
        } finally {
            scope.free();
        }
    }

    scope(): Scope {
        const blocks: [Pointer, number][] = [];
        const alloc = (size: number): Pointer => {
            const block = this.#pointer(() => this.exports.seajay_alloc(size));
            blocks.push([block, size]);
            return block;
        };
        const bytes = (bytes: Uint8Array): Pointer => {
            const block = alloc(Math.max(bytes.length, 1));
            this.memory.write(block, bytes);
            return block;
        };
        let room = { at: 0, size: 0 };
        return {
            alloc,
            bytes,
            room: (size) => {
                if (room.size < size) room = { at: alloc(size), size };
                return room;
            },
            text: (text) => (text === undefined ? 0 : bytes(encode(text))),
            free: () => {
                // After a trap nothing of the instance is touched again.
                if (this.isBroken) return;
                for (const [block, size] of blocks.splice(0)) {
                    this.exports.seajay_dealloc(block, size);
                }
            },
        };
    }
}
