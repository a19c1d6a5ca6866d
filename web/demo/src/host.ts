// Loads the WebAssembly file, and keeps engines that come back after a crash.

import { Engine, SeajayError, type AnalyseOptions, type Line, type PositionText, type Result } from "seajay";

/** The size of the WebAssembly file: the build fills it in. */
declare const WASM_BYTES: number;

/** How often in a row an engine is replaced that crashes without a result in between. */
const MOST_CRASHES = 3;

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
    /** Says what happened: the engine crashed, and whether there is a new one. */
    onCrash(message: string, isReplaced: boolean): void;
}

type Settings = Record<string, string | number | boolean>;

/** An engine with at most one search, of which only the newest reports. */
export class Host {
    readonly #options: HostOptions;
    #engine: Promise<Engine> | undefined;
    #settings: Settings = {};
    #ticket = 0;
    #halt: (() => void) | undefined;
    #crashes = 0;

    constructor(options: HostOptions) {
        this.#options = options;
    }

    /** Searches; undefined if another search or `cancel` came in between, or if engines keep crashing. */
    async search(
        position: PositionText,
        limits: AnalyseOptions,
        onLine: (line: Line) => void = () => undefined,
    ): Promise<Result | undefined> {
        this.cancel();
        const ticket = this.#ticket;
        while (ticket === this.#ticket) {
            const engine = await this.#start();
            if (!engine || ticket !== this.#ticket) return undefined;
            try {
                const search = engine.analyse(position, limits);
                this.#halt = () => search.stop();
                for await (const line of search) {
                    if (ticket !== this.#ticket) return undefined;
                    onLine(line);
                }
                const result = await search.result;
                this.#crashes = 0;
                return ticket === this.#ticket ? result : undefined;
            } catch (error) {
                if (!this.#replace(engine, error)) return undefined;
            }
        }
        return undefined;
    }

    /** Options of the engine, to be set between searches. */
    async configure(settings: Settings): Promise<void> {
        this.cancel();
        this.#settings = { ...this.#settings, ...settings };
        const engine = await this.#start();
        if (engine) for (const [name, value] of Object.entries(settings)) await engine.setOption(name, value);
    }

    async clearHistory(): Promise<void> {
        this.cancel();
        await (await this.#start())?.clearHistory();
    }

    /** Ends the search, whose result still comes. */
    halt(): void {
        this.#halt?.();
    }

    /** Ends the search, and nobody hears of it again. */
    cancel(): void {
        this.#ticket++;
        this.#halt?.();
        this.#halt = undefined;
    }

    /** After it has given up, an engine may be tried again. */
    retry(): void {
        this.#crashes = 0;
    }

    async #start(): Promise<Engine | undefined> {
        if (this.#crashes >= MOST_CRASHES) return undefined;
        const { module, hashMb } = this.#options;
        this.#engine ??= Engine.create({ wasm: module, hashMb }).then(async (engine) => {
            for (const [name, value] of Object.entries(this.#settings)) await engine.setOption(name, value);
            return engine;
        });
        try {
            return await this.#engine;
        } catch (error) {
            this.#replace(undefined, error);
            return undefined;
        }
    }

    /** Whether a new engine may take the place of one that failed. */
    #replace(engine: Engine | undefined, error: unknown): boolean {
        this.#engine = undefined;
        engine?.close().catch(() => undefined);
        const isReplaced = ++this.#crashes < MOST_CRASHES;
        const message = error instanceof SeajayError ? error.message : String(error);
        this.#options.onCrash(message, isReplaced);
        return isReplaced;
    }
}
