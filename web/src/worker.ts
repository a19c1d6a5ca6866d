// The engine in its worker: does what the main thread asks for, one request at a time.

import { asSeajayError, misuse } from "./errors.js";
import { SeajayInfo, SeajayLimits, SeajayResult, SeajayStats } from "./layout.js";
import { Library, type Scope } from "./library.js";
import type { Struct } from "./memory.js";
import { toLine, toResult, toStats } from "./report.js";
import { Stopping } from "./stopping.js";
import type { Position, Reply, Request, SearchRequest } from "./protocol.js";
import type { Line, Result } from "./types.js";

type Creation = Extract<Request, { kind: "create" }>;

/** 768 bytes hold any line. */
const PV_SIZE = 768;

class Engine {
    readonly #library: Library;
    readonly #pointer: number;
    readonly #stopping: Stopping;
    readonly #post: (reply: Reply) => void;
    #searchId = 0;
    /** The position that is searched, for notation. */
    #game = 0;

    constructor(creation: Creation, stopping: Stopping, post: (reply: Reply) => void) {
        this.#post = post;
        this.#stopping = stopping;
        this.#library = new Library(creation.module, {
            ...stopping.imports,
            on_info: (_userData: number, info: number) => this.#onInfo(info),
        });
        const library = this.#library;
        this.#pointer = library.create("seajay_new");
        const callback = library.exports.seajay_host_callback();
        library.call("seajay_set_info_callback", this.#pointer, callback, 0);
        const { network } = creation;
        if (network) {
            library.using((scope) =>
                library.call(
                    "seajay_load_network",
                    this.#pointer,
                    scope.bytes(network),
                    network.length,
                ),
            );
        }
    }

    get isBroken(): boolean {
        return this.#library.isBroken;
    }

    setOption(name: string, value: string): void {
        this.#library.using((scope) =>
            this.#library.call(
                "seajay_set_option",
                this.#pointer,
                scope.text(name),
                scope.text(value),
            ),
        );
    }

    clearHistory(): void {
        this.#library.call("seajay_clear_history", this.#pointer);
    }

    async search(request: SearchRequest): Promise<Result> {
        const library = this.#library;
        const scope = library.scope();
        const multiPv = this.#option("MultiPV");
        this.#game = library.create("seajay_game_new");
        try {
            const legal = this.#setPosition(scope, request.position);
            const move = (request.searchMoves || legal).split(" ", 1)[0]!;
            this.#post({ kind: "begun", id: request.id, move });
            if (request.multiPv !== undefined) this.setOption("MultiPV", String(request.multiPv));
            return await this.#run(scope, request);
        } finally {
            scope.free();
            if (!this.isBroken) {
                library.call("seajay_game_free", this.#game);
                if (request.multiPv !== undefined) this.setOption("MultiPV", multiPv);
            }
        }
    }

    #option(name: string): string {
        return this.#library.using((scope) => {
            const text = scope.text(name);
            return this.#library.text(scope, (...buffer) =>
                this.#library.call("seajay_get_option", this.#pointer, text, ...buffer),
            );
        });
    }

    /** Sets the position, and returns the legal moves in it. */
    #setPosition(scope: Scope, { fen, moves, isGame }: Position): string {
        const library = this.#library;
        const position = [scope.text(fen), scope.text(moves)] as const;
        if (!isGame) library.call("seajay_set_position", this.#pointer, ...position);
        library.call("seajay_game_set", this.#game, ...position);
        if (isGame) library.call("seajay_set_game", this.#pointer, this.#game);
        return library.text(scope, (...buffer) =>
            library.call("seajay_game_legal_moves", this.#game, 0, ...buffer),
        );
    }

    async #run(scope: Scope, request: SearchRequest): Promise<Result> {
        const { memory } = this.#library;
        const limits = this.#writeLimits(scope, request);
        const result = scope.alloc(SeajayResult.size);
        memory.writeStruct(SeajayResult, result, {});
        this.#searchId = request.id;
        this.#stopping.begin(request.id, request.isStopped);
        const search = this.#stopping.promising(this.#library.exports.seajay_search);
        let status;
        try {
            status = await search(this.#pointer, limits, result);
        } catch (error) {
            throw this.#library.fail(error);
        }
        this.#library.check(status);
        return toResult(memory.readStruct(SeajayResult, result), this.#lines(scope), this.#stats(scope));
    }

    #writeLimits(scope: Scope, { limits, searchMoves }: SearchRequest): number {
        const pointer = scope.alloc(SeajayLimits.size);
        const { depth, nodes, timeMs, mate, infinite, clock } = limits;
        this.#library.memory.writeStruct(SeajayLimits, pointer, {
            depth,
            nodes,
            moveTimeMs: timeMs,
            mate,
            infinite: infinite ? 1 : 0,
            whiteTimeMs: clock && runningTime(clock.white),
            blackTimeMs: clock && runningTime(clock.black),
            whiteIncrementMs: clock?.whiteIncrement,
            blackIncrementMs: clock?.blackIncrement,
            movesToGo: clock?.movesToGo,
            searchMoves: scope.text(searchMoves),
        });
        return pointer;
    }

    #lines(scope: Scope): Result["lines"] {
        const library = this.#library;
        const info = scope.alloc(SeajayInfo.size);
        const pv = scope.alloc(PV_SIZE);
        const count = library.call("seajay_line_count", this.#pointer);
        return Array.from({ length: count }, (_, index) => {
            library.memory.writeStruct(SeajayInfo, info, {});
            library.call("seajay_line", this.#pointer, index, info, pv, PV_SIZE);
            return this.#line(library.memory.readStruct(SeajayInfo, info));
        });
    }

    #line(info: Struct<typeof SeajayInfo>): Line {
        const library = this.#library;
        const san = library.using((scope) => {
            const pv = scope.text(info.pv);
            return library.text(scope, (...buffer) =>
                library.call("seajay_game_to_san", this.#game, pv, ...buffer),
            );
        });
        return toLine(info, san);
    }

    #stats(scope: Scope): Result["stats"] {
        const stats = scope.alloc(SeajayStats.size);
        this.#library.memory.writeStruct(SeajayStats, stats, {});
        this.#library.call("seajay_stats", this.#pointer, stats);
        return toStats(this.#library.memory.readStruct(SeajayStats, stats));
    }

    /** Called by the library during a search. */
    #onInfo(pointer: number): number {
        const info = this.#library.memory.readStruct(SeajayInfo, pointer >>> 0);
        if (info.depth > 0) this.#post({ kind: "line", id: this.#searchId, line: this.#line(info) });
        return 0;
    }
}

/** The library takes a clock of 0 for none: here it is one that has run out. */
function runningTime(time: number): number {
    return Math.round(time) === 0 ? -1 : time;
}

/** Serves an engine: the returned function takes the messages of the main thread. */
export function serve(post: (reply: Reply) => void): (request: Request) => void {
    let engine: Engine | undefined;
    let stopping: Stopping | undefined;

    const answer = async (request: Request): Promise<Result | undefined> => {
        if (request.kind === "create") {
            stopping = new Stopping(request);
            engine = new Engine(request, stopping, post);
            return undefined;
        }
        if (!engine) throw misuse("the worker has no engine");
        if (request.kind === "search") return engine.search(request);
        if (request.kind === "option") engine.setOption(request.name, request.value);
        if (request.kind === "clear") engine.clearHistory();
        return undefined;
    };

    return (request) => {
        if (request.kind === "stop") {
            stopping?.stop(request.id);
            return;
        }
        answer(request).then(
            (result) => post({ kind: "done", id: request.id, result }),
            (error: unknown) => {
                const { status, message } = asSeajayError(error);
                const isFatal = engine?.isBroken ?? true;
                post({ kind: "failed", id: request.id, status, message, isFatal });
            },
        );
    };
}
