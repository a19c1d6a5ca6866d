// An instance of the WebAssembly library: its functions called with text, errors thrown.

import { asSeajayError, misuse, reason, SeajayError, Status } from "./errors.js";
import { encode, Memory } from "./memory.js";
import { SEAJAY_ABI_VERSION, type Functions, type Pointer } from "./layout.js";

/** What the library asks of its host: see src/sys/wasm.rs. */
export interface Imports {
    should_stop: WebAssembly.ImportValue;
    wait_ms: WebAssembly.ImportValue;
    on_info: WebAssembly.ImportValue;
    on_review: WebAssembly.ImportValue;
}

/** The functions of include/seajay.h, and those that a WebAssembly host has besides: see src/sys/wasm.rs. */
export interface Exports extends Functions {
    seajay_alloc(size: number): Pointer;
    seajay_dealloc(block: Pointer, size: number): void;
    seajay_host_callback(): Pointer;
    seajay_host_review_callback(): Pointer;
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
