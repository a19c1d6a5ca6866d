// The engine in its worker: does what the main thread asks for, one request at a time.

import { asSeajayError, misuse } from "./errors.js";
import { SeajayInfo, SeajayLimits, SeajayResult, SeajayReview, SeajayStats } from "./layout.js";
import { Library, type Scope } from "./library.js";
import type { Struct } from "./memory.js";
import { toLine, toResult, toReview, toStats } from "./report.js";
import { Stopping } from "./stopping.js";
import { type Position, type Reply, type Request, type ReviewRequest, type SearchRequest, VERSION } from "./protocol.js";
import type { Color, Limits, Line, Result } from "./types.js";

type Creation = Extract<Request, { kind: "create" }>;

/** 768 bytes hold any line. */
const PV_SIZE = 768;

class Engine {
    readonly #library: Library;
    readonly #pointer: number;
    readonly #stopping: Stopping;
    readonly #post: (reply: Reply) => void;
    #searchId = 0;
    /** Whether Seed is 0. */
    #drawsSeed = true;
    /** The position that is searched, for notation, or the game that is reviewed. */
    #game = 0;
    /** The side that begins, in a review. */
    #firstTurn: Color | undefined;

    constructor(creation: Creation, stopping: Stopping, post: (reply: Reply) => void) {
        this.#post = post;
        this.#stopping = stopping;
        this.#library = new Library(creation.module, {
            ...stopping.imports,
            on_info: (_userData: number, info: number) => this.#onInfo(info),
            on_review: (_userData: number, index: number, move: number) => this.#onReview(index, move),
        });
        const library = this.#library;
        this.#pointer = library.create("seajay_new");
        const callback = library.exports.seajay_host_callback();
        library.call("seajay_set_info_callback", this.#pointer, callback, 0);
        this.#drawSeed();
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
        this.#set(name, value);
        if (name.toLowerCase() === "seed") {
            this.#drawsSeed = this.#option("Seed") === "0";
            this.#drawSeed();
        }
    }

    #set(name: string, value: string): void {
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
        this.#drawSeed();
    }

    /** For a game, unless the host has set one: games of a level shall differ. */
    #drawSeed(): void {
        if (this.#drawsSeed) this.#set("Seed", String(Math.floor(Math.random() * 2 ** 32)));
    }

    async search(request: SearchRequest): Promise<Result> {
        const library = this.#library;
        const scope = library.scope();
        const multiPv = this.#option("MultiPV");
        this.#game = library.create("seajay_game_new");
        try {
            this.#setPosition(scope, request.position);
            this.#post({ kind: "begun", id: request.id });
            if (request.multiPv !== undefined) this.setOption("MultiPV", String(request.multiPv));
            return await this.#search(scope, request);
        } finally {
            scope.free();
            if (!this.isBroken) {
                library.call("seajay_game_free", this.#game);
                if (request.multiPv !== undefined) this.setOption("MultiPV", multiPv);
            }
        }
    }

    async review({ id, position, limits }: ReviewRequest): Promise<void> {
        const library = this.#library;
        const scope = library.scope();
        this.#game = library.create("seajay_game_new");
        try {
            library.call("seajay_game_set", this.#game, scope.text(position.fen), scope.text(position.moves));
            const start = library.text(scope, (...buffer) =>
                library.call("seajay_game_start_fen", this.#game, ...buffer),
            );
            this.#firstTurn = start.split(" ")[1] === "b" ? "black" : "white";
            const count = library.call("seajay_game_ply_count", this.#game);
            const moves = scope.bytes(new Uint8Array(count * SeajayReview.size));
            const callback = library.exports.seajay_host_review_callback();
            const written = this.#writeLimits(scope, limits);
            await this.#run(id, false, library.exports.seajay_review, this.#game, written, moves, count, callback, 0);
        } finally {
            this.#firstTurn = undefined;
            scope.free();
            if (!this.isBroken) library.call("seajay_game_free", this.#game);
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

    #setPosition(scope: Scope, { fen, moves, isGame }: Position): void {
        const library = this.#library;
        const position = [scope.text(fen), scope.text(moves)] as const;
        if (!isGame) library.call("seajay_set_position", this.#pointer, ...position);
        library.call("seajay_game_set", this.#game, ...position);
        if (isGame) library.call("seajay_set_game", this.#pointer, this.#game);
    }

    async #search(scope: Scope, { id, limits, searchMoves, isStopped }: SearchRequest): Promise<Result> {
        const { memory, exports } = this.#library;
        const written = this.#writeLimits(scope, limits, searchMoves);
        const result = scope.alloc(SeajayResult.size);
        memory.writeStruct(SeajayResult, result, {});
        await this.#run(id, isStopped, exports.seajay_search, written, result);
        return toResult(memory.readStruct(SeajayResult, result), this.#lines(scope), this.#stats(scope));
    }

    /** Calls a function of the engine that searches, and that may be stopped. */
    async #run<A extends number[]>(
        id: number,
        isStopped: boolean,
        call: (engine: number, ...args: A) => number | bigint,
        ...args: A
    ): Promise<void> {
        this.#searchId = id;
        this.#stopping.begin(id, isStopped);
        let status;
        try {
            status = await this.#stopping.promising(call)(this.#pointer, ...args);
        } catch (error) {
            throw this.#library.fail(error);
        }
        this.#library.check(Number(status));
    }

    #writeLimits(scope: Scope, limits: Limits, searchMoves?: string): number {
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
        // The lines of a review are read move by move.
        if (this.#firstTurn) return 0;
        const info = this.#library.memory.readStruct(SeajayInfo, pointer >>> 0);
        if (info.depth > 0) this.#post({ kind: "line", id: this.#searchId, line: this.#line(info) });
        return 0;
    }

    /** Called by the library during a review. */
    #onReview(index: number, pointer: number): number {
        const library = this.#library;
        const line = library.using((scope) =>
            library.text(scope, (...buffer) =>
                library.call("seajay_review_line", this.#pointer, index, ...buffer),
            ),
        );
        const turn = (index % 2 === 0) === (this.#firstTurn === "white") ? "white" : "black";
        const move = toReview(index, turn, library.memory.readStruct(SeajayReview, pointer >>> 0), line);
        this.#post({ kind: "move", id: this.#searchId, move });
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
            const { version = "an older one" }: { version?: string } = request;
            if (version !== VERSION)
                throw misuse(`the worker's file is of seajay ${VERSION}, the package is ${version}: copy it again`);
            stopping = new Stopping(request);
            engine = new Engine(request, stopping, post);
            return undefined;
        }
        if (!engine) throw misuse("the worker has no engine");
        if (request.kind === "search") return engine.search(request);
        if (request.kind === "review") await engine.review(request);
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
