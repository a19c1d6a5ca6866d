// An engine, which searches in a worker of its own.

import { checkedEngine, checkedPosition, checkedReview, checkedSearch, checkText, join } from "./arguments.js";
import { asSeajayError, misuse, reason, SeajayError, Status } from "./errors.js";
import { Feed } from "./feed.js";
import { Game } from "./game.js";
import { isWorker } from "./host.js";
import { init } from "./instance.js";
import { Link } from "./link.js";
import { compile } from "./module.js";
import {
    type Command,
    type Position,
    type ReviewRequest,
    type SearchRequest,
    type StopWay,
    VERSION,
    type WithoutId,
} from "./protocol.js";
import { resultOfLines } from "./report.js";
import { Search } from "./search.js";
import { hasSuspending } from "./stopping.js";
import type {
    AnalyseOptions,
    AsyncDisposing,
    EngineOptions,
    Line,
    PositionText,
    Result,
    Review,
    ReviewOptions,
} from "./types.js";

/** The best way to stop a search that there is here. */
function stopWay(): StopWay {
    if (typeof SharedArrayBuffer === "function" && globalThis.crossOriginIsolated !== false)
        return "shared";
    return hasSuspending() ? "suspend" : "replace";
}

/** The turn of a search: it waits for those before it, runs and ends, and may be stopped at any moment. */
class Turn {
    readonly id: number;
    /** Why the search is to end, once it is. */
    ending: "stopped" | "superseded" | undefined;
    hasEnded = false;
    /** Stops the search that runs. */
    interrupt: (() => void) | undefined;

    constructor(id: number) {
        this.id = id;
    }

    end(why: "stopped" | "superseded"): void {
        this.ending ??= why;
        if (!this.hasEnded) this.interrupt?.();
    }

    /** What comes of the search: why it was stopped, the worker does not know. Before the first depth the library gives
     * any legal move, which nobody has searched. */
    outcome(result: Result): Result {
        if (!this.ending || result.stopReason !== "stopped") return result;
        return result.depth > 0 ? { ...result, stopReason: this.ending } : resultOfLines([], this.ending);
    }
}

/**
 * A chess engine: make it with {@link Engine.create}. Each one has a worker, so as many as there are processors can
 * search at the same time. {@link Engine.close} it when it is no longer needed: nothing else ends its worker.
 */
export class Engine {
    readonly #module: WebAssembly.Module;
    readonly #creation: EngineOptions;
    readonly #way = stopWay();
    readonly #flag = this.#way === "shared" ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    /** The options set, by their names in small letters: a new worker gets them again. */
    readonly #options = new Map<string, [name: string, value: string]>();
    #link: Link;
    /** An address that is there as long as the worker is: it can look, although it hears nothing. */
    #lifeline: string | undefined;
    #lastId = 0;
    #current: Turn | undefined;
    /** What was asked for last: requests are done one after the other. */
    #last: Promise<unknown> = Promise.resolve();
    #closing: Promise<void> | undefined;

    private constructor(module: WebAssembly.Module, options: EngineOptions) {
        // JavaScript does not know that it is private.
        if (!options) throw misuse("an engine is made by await Engine.create()");
        this.#module = module;
        this.#creation = options;
        if (options.hashMb !== undefined) this.#remember("Hash", String(options.hashMb));
        this.#link = new Link(options.worker);
    }

    /** Loads the library, where that has not been done yet, and starts a worker. */
    static async create(options: EngineOptions = {}): Promise<Engine> {
        checkedEngine(options);
        const module = await compile(options.wasm);
        const engine = new Engine(module, options);
        try {
            // Both at the same time.
            await Promise.all([engine.#prepare(), init(module)]);
        } catch (error) {
            await engine.close();
            throw asSeajayError(error);
        }
        return engine;
    }

    /** Sets an option, such as `"MultiPV", 3`: the README lists them. During a search it rejects, unless that has been
     * stopped. */
    async setOption(name: string, value: string | number | boolean): Promise<void> {
        checkText(name, "the name of an option");
        if (!["string", "number", "boolean"].includes(typeof value))
            throw misuse(`option ${name}: the value is text, a number, true or false`);
        const text = String(value);
        await this.#whenIdle(() => this.#request({ kind: "option", name, value: text }));
        this.#remember(name, text);
    }

    /** Forgets all that earlier searches have learned, as is right between games. During a search it rejects, unless
     * that has been stopped. */
    async clearHistory(): Promise<void> {
        await this.#whenIdle(() => this.#request({ kind: "clear" }));
    }

    /** Begins a search, and ends the one that is under way: the `stopReason` of that is "superseded". The position is
     * a game, a FEN as text, or an object with both a FEN and moves. Wrong arguments reject the search's `result`, and
     * end no other search. */
    analyse(position: Game | PositionText | string, options: AnalyseOptions): Search {
        return new Search(
            this.#begin(
                (id) => searchRequest(id, position, checkedSearch(options)),
                () => options.signal,
                (request, feed: Feed<Line, Result>, turn) => this.#search(request, feed, turn),
            ),
        );
    }

    /** Reviews a game: judges every move by the expected points that it loses. It searches the position before each
     * move and the last one, once each and with the same limits, from the last to the first: so the last move comes
     * first. Leaving the loop ends the review. So do the signal, and another search or review that begins: then the
     * loop ends before the move with the index 0.
     *
     * What earlier searches have learned is used, the option UCI_LimitStrength is not. Wrong arguments throw in the
     * loop. */
    review(game: Game | PositionText | string, options: ReviewOptions): AsyncIterable<Review> {
        const feed = this.#begin(
            (id) => reviewRequest(id, game, checkedReview(options)),
            () => options.signal,
            (request, feed: Feed<Review, void>, turn) => this.#review(request, feed, turn),
        );
        return { [Symbol.asyncIterator]: () => feed.read() };
    }

    /** Ends the search, if one is under way, with its best move so far, and then the worker. It is the last call. */
    close(): Promise<void> {
        this.#current?.end("stopped");
        this.#closing ??= this.#last.then(() => this.#endWorker("the engine is closed"));
        return this.#closing;
    }

    /** Begins a search or a review, and ends what is under way. */
    #begin<Q, T, R>(
        prepare: (id: number) => Q,
        signalOf: () => AbortSignal | undefined,
        run: (request: Q, feed: Feed<T, R>, turn: Turn) => Promise<R>,
    ): Feed<T, R> {
        const turn = new Turn(++this.#lastId);
        let request: Q;
        try {
            if (this.#closing) throw misuse("the engine is closed");
            // Read now: the caller may change the arguments before it is its turn.
            request = prepare(turn.id);
        } catch (error) {
            const refusal = error instanceof SeajayError ? error : misuse(reason(error));
            return new Feed<T, R>(() => undefined, () => Promise.reject(refusal));
        }
        this.#current?.end("superseded");
        this.#current = turn;
        const stop = () => turn.end("stopped");
        const feed = new Feed<T, R>(stop, (feed) => this.#enqueue(() => run(request, feed, turn)));
        const signal = signalOf();
        signal?.addEventListener("abort", stop);
        if (signal?.aborted) stop();
        const end = () => {
            turn.hasEnded = true;
            signal?.removeEventListener("abort", stop);
        };
        feed.done.then(end, end);
        return feed;
    }

    /** Makes the engine in a fresh worker what it is to be. The worker keeps the order of what it is sent. */
    async #prepare(): Promise<void> {
        const { network } = this.#creation;
        if (this.#way === "replace" && typeof document === "object") {
            // Without a type Firefox takes it for XML, and complains in its console.
            this.#lifeline = URL.createObjectURL(new Blob(["alive"], { type: "text/plain" }));
        }
        await Promise.all([
            this.#request({
                kind: "create",
                version: VERSION,
                module: this.#module,
                way: this.#way,
                ...(this.#flag && { stopFlag: this.#flag }),
                ...(this.#lifeline && { lifeline: this.#lifeline }),
                ...(network && { network }),
            }),
            ...[...this.#options.values()].map(([name, value]) =>
                this.#request({ kind: "option", name, value }),
            ),
        ]);
    }

    #endWorker(reason: string): Promise<void> {
        if (this.#lifeline) URL.revokeObjectURL(this.#lifeline);
        this.#lifeline = undefined;
        return this.#link.terminate(misuse(reason));
    }

    #remember(name: string, value: string): void {
        this.#options.set(name.toLowerCase(), [name, value]);
    }

    #request(request: WithoutId<Command>): Promise<Result | undefined> {
        return this.#link.request({ ...request, id: ++this.#lastId });
    }

    /** Does something when all that was asked for before has been done. */
    #enqueue<T>(work: () => Promise<T>): Promise<T> {
        if (this.#closing) return Promise.reject(misuse("the engine is closed"));
        const done = this.#last.then(work);
        this.#last = done.catch(() => undefined);
        return done;
    }

    #whenIdle<T>(work: () => Promise<T>): Promise<T> {
        if (this.#current && !this.#current.ending && !this.#current.hasEnded) {
            const text = "the engine is searching: stop the search first, or await its result";
            return Promise.reject(new SeajayError(Status.BUSY, text));
        }
        return this.#enqueue(work);
    }

    async #search(request: SearchRequest, search: Feed<Line, Result>, turn: Turn): Promise<Result> {
        if (turn.ending === "superseded") return resultOfLines([], turn.ending);
        const asked = { ...request, isStopped: turn.ending !== undefined };
        // One that is stopped before it begins ends by itself.
        const isReplaced = this.#way === "replace" && !asked.isStopped;
        return turn.outcome(
            isReplaced
                ? await this.#searchAndReplace(asked, search, turn)
                : await this.#searchAndStop(asked, search, turn),
        );
    }

    async #searchAndStop(request: SearchRequest, search: Feed<Line, Result>, turn: Turn): Promise<Result> {
        turn.interrupt = () => this.#stop(turn.id);
        const onLine = (line: Line) => search.add(line.multipv, line);
        return (await this.#link.request(request, { onLine }))!;
    }

    /** Tells the worker to stop. */
    #stop(id: number): void {
        if (!this.#flag) return this.#link.stop(id);
        Atomics.store(this.#flag, 0, id);
        Atomics.notify(this.#flag, 0);
    }

    async #review(request: ReviewRequest, review: Feed<Review, void>, turn: Turn): Promise<void> {
        if (turn.ending) return;
        const isReplaced = this.#way === "replace";
        const givenUp = new Promise<void>((giveUp) => {
            turn.interrupt = isReplaced ? giveUp : () => this.#stop(turn.id);
        });
        const result = this.#link.request(request, { onMove: (move) => review.add(move.index, move) });
        await Promise.race([result, givenUp]);
        if (!isReplaced || !turn.ending) return;
        result.catch(() => undefined);
        this.#replaceWorker();
    }

    /** A search that hears nothing: to stop it, its newest lines are taken and its worker is replaced. */
    async #searchAndReplace(request: SearchRequest, search: Feed<Line, Result>, turn: Turn): Promise<Result> {
        let hasBegun = false;
        const newest = () => search.newest().sort((a, b) => a.multipv - b.multipv);
        let giveUp!: () => void;
        const givenUp = new Promise<undefined>((resolve) => (giveUp = () => resolve(undefined)));
        // Until it begins, nobody knows whether what is asked for is possible.
        const giveUpIfStopped = () => turn.ending && hasBegun && giveUp();
        turn.interrupt = giveUpIfStopped;
        const result = this.#link.request(request, {
            onBegun: () => {
                hasBegun = true;
                giveUpIfStopped();
            },
            onLine: (line) => search.add(line.multipv, line),
        });
        const finished = await Promise.race([result, givenUp]);
        if (finished) return finished;
        result.catch(() => undefined);
        this.#replaceWorker();
        return resultOfLines(newest(), "stopped");
    }

    /** Ends the worker amid a search, and makes another. */
    #replaceWorker(): void {
        const { worker } = this.#creation;
        void this.#endWorker(
            isWorker(worker)
                ? "the worker has been ended: pass a function that makes workers"
                : "the worker has been replaced",
        );
        if (isWorker(worker) || this.#closing) return;
        this.#link = new Link(worker);
        // What goes wrong there, the next request says.
        this.#prepare().catch(() => undefined);
    }
}

/** For `await using`. Compilers fall back on the same symbol where the language does not have it yet. */
export interface Engine extends AsyncDisposing {}
Object.defineProperty(Engine.prototype, Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose"), {
    value: Engine.prototype.close,
});

function searchRequest(
    id: number,
    position: Game | PositionText | string,
    options: AnalyseOptions,
): SearchRequest {
    const { multiPv, searchMoves, signal, ...limits } = options;
    return {
        kind: "search",
        id,
        position: textOf(position),
        limits,
        ...(multiPv !== undefined && { multiPv }),
        ...(searchMoves && { searchMoves: join(searchMoves) }),
        isStopped: false,
    };
}

function reviewRequest(id: number, game: Game | PositionText | string, options: ReviewOptions): ReviewRequest {
    const { signal, ...limits } = options;
    return { kind: "review", id, position: textOf(game), limits };
}

/** A position as the library reads it, which must be one. */
function textOf(given: Game | PositionText | string): Position {
    if (given instanceof Game)
        return { fen: given.startFen(), moves: join(given.moves()), isGame: true };
    const { fen, moves = "" } = checkedPosition(given);
    new Game(fen, moves).free();
    return { ...(fen !== undefined && { fen }), moves: join(moves), isGame: false };
}
