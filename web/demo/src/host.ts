// Loads the WebAssembly file, and keeps engines that come back after a crash.

import {
    Engine,
    SeajayError,
    Status,
    type AnalyseOptions,
    type Line,
    type PositionText,
    type Result,
    type Review,
    type ReviewOptions,
} from "seajay";

/** The size of the WebAssembly file: the build fills it in. */
declare const WASM_BYTES: number;

/** How many engines try a search, one after the other, if they crash. */
const MAX_ATTEMPTS = 3;

/** After a crash an engine is of no more use; after other errors it lives on. */
const isCrash = (error: unknown): boolean => !(error instanceof SeajayError) || error.status === Status.PANIC;

/** Loads the file, and says how much of it has arrived, from 0 to 1. */
export async function loadModule(onProgress: (share: number) => void): Promise<WebAssembly.Module> {
    const response = await fetch(new URL("./seajay.wasm", import.meta.url));
    if (!response.ok || !response.body) throw new Error(`seajay.wasm: ${response.status} ${response.statusText}`);
    let arrived = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
            arrived += chunk.length;
            onProgress(Math.min(1, arrived / WASM_BYTES));
            controller.enqueue(chunk);
        },
    });
    const headers = { "Content-Type": "application/wasm" };
    return WebAssembly.compileStreaming(new Response(response.body.pipeThrough(counter), { headers }));
}

export interface HostOptions {
    module: WebAssembly.Module;
    hashMb: number;
    /** Says that an engine crashed or refused a search, and whether a new one tries again. */
    onFailure?: (message: string, triesAgain: boolean) => void;
}

type Settings = Record<string, string | number | boolean>;

/** An engine with at most one search, of which only the newest reports. */
export class Host {
    readonly #options: HostOptions;
    #engine: Promise<Engine> | undefined;
    #settings: Settings = {};
    #ticket = 0;
    #stop: (() => void) | undefined;

    constructor(options: HostOptions) {
        this.#options = options;
    }

    /** Searches; undefined if another search or `cancel` came in between, or if there is no result to be had. */
    async search(
        position: PositionText,
        limits: AnalyseOptions,
        onLine: (line: Line) => void = () => undefined,
    ): Promise<Result | undefined> {
        return this.#attempt((engine, ticket) => this.#searchWith(engine, ticket, position, limits, onLine));
    }

    /** Reviews a game until `onMove` says that it is enough; true then or at the end, undefined as for a search. */
    async review(
        game: PositionText,
        limits: ReviewOptions,
        onMove: (move: Review) => boolean,
    ): Promise<true | undefined> {
        return this.#attempt(async (engine, ticket) => {
            const controller = new AbortController();
            this.#stop = () => controller.abort();
            for await (const move of engine.review(game, { ...limits, signal: controller.signal })) {
                if (ticket !== this.#ticket) return undefined;
                if (!onMove(move)) break;
            }
            return ticket === this.#ticket || undefined;
        });
    }

    /** Tries something with an engine, and with another one if that crashes, as long as nothing else is wanted. */
    async #attempt<T>(action: (engine: Engine, ticket: number) => Promise<T | undefined>): Promise<T | undefined> {
        this.cancel();
        const ticket = this.#ticket;
        for (let attempt = 1; ; attempt++) {
            const engine = this.#start();
            try {
                const ready = await engine;
                return ticket === this.#ticket ? await action(ready, ticket) : undefined;
            } catch (error) {
                // An engine that has been closed meanwhile refuses everything: that is no verdict on the search.
                const isRefusal = !isCrash(error) && this.#engine === engine;
                if (!isRefusal) this.#discard(engine);
                if (ticket !== this.#ticket) return undefined;
                const triesAgain = !isRefusal && attempt < MAX_ATTEMPTS;
                this.#options.onFailure?.(error instanceof Error ? error.message : String(error), triesAgain);
                if (!triesAgain) return undefined;
            }
        }
    }

    /** Searches with an engine, as long as the ticket is the newest. */
    async #searchWith(
        engine: Engine,
        ticket: number,
        position: PositionText,
        limits: AnalyseOptions,
        onLine: (line: Line) => void,
    ): Promise<Result | undefined> {
        const search = engine.analyse(position, limits);
        this.#stop = () => search.stop();
        for await (const line of search) {
            if (ticket !== this.#ticket) return undefined;
            onLine(line);
        }
        const result = await search.result;
        return ticket === this.#ticket ? result : undefined;
    }

    /** Sets options of the engine, and of those that may take its place. Await it before the next search. */
    async configure(settings: Settings): Promise<void> {
        this.cancel();
        this.#settings = { ...this.#settings, ...settings };
        await this.#prepare(async (engine) => {
            for (const [name, value] of Object.entries(settings)) await engine.setOption(name, value);
        });
    }

    /** Forgets earlier searches. Await it before the next one. */
    async clearHistory(): Promise<void> {
        this.cancel();
        await this.#prepare((engine) => engine.clearHistory());
    }

    /** Stops the search, which then reports nothing more. */
    cancel(): void {
        this.#ticket++;
        this.#stop?.();
        this.#stop = undefined;
    }

    #start(): Promise<Engine> {
        if (this.#engine) return this.#engine;
        const engine = this.#create();
        this.#engine = engine;
        engine.catch(() => this.#discard(engine));
        return engine;
    }

    async #create(): Promise<Engine> {
        const { module, hashMb } = this.#options;
        const engine = await Engine.create({ wasm: module, hashMb });
        try {
            for (const [name, value] of Object.entries(this.#settings)) await engine.setOption(name, value);
        } catch (error) {
            await engine.close();
            throw error;
        }
        return engine;
    }

    /** If it fails, the next search has a new engine, with all settings and without a history. */
    async #prepare(action: (engine: Engine) => Promise<void>): Promise<void> {
        const engine = this.#start();
        try {
            await action(await engine);
        } catch {
            this.#discard(engine);
        }
    }

    /** Closes an engine, and forgets it unless another one has taken its place already. */
    #discard(failed: Promise<Engine>): void {
        failed.then((engine) => engine.close()).catch(() => undefined);
        if (this.#engine === failed) this.#engine = undefined;
    }
}
