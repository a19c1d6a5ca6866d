// Loads the WebAssembly file, and keeps engines that come back after a crash.

import { Engine, SeajayError, type AnalyseOptions, type Line, type PositionText, type Result } from "seajay";

/** The size of the WebAssembly file: the build fills it in. */
declare const WASM_BYTES: number;

/** How many engines try a search, one after the other, if they crash. */
const MOST_ATTEMPTS = 3;

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
    /** Says that an engine crashed, and whether a new one tries again. */
    onCrash?: (message: string, triesAgain: boolean) => void;
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

    /** Searches; undefined if another search or `cancel` came in between, or if engines keep crashing. */
    async search(
        position: PositionText,
        limits: AnalyseOptions,
        onLine: (line: Line) => void = () => undefined,
    ): Promise<Result | undefined> {
        this.cancel();
        const ticket = this.#ticket;
        for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
            try {
                const engine = await this.#start();
                if (ticket !== this.#ticket) return undefined;
                const search = engine.analyse(position, limits);
                this.#stop = () => search.stop();
                for await (const line of search) {
                    if (ticket !== this.#ticket) return undefined;
                    onLine(line);
                }
                const result = await search.result;
                return ticket === this.#ticket ? result : undefined;
            } catch (error) {
                this.#discard();
                if (ticket !== this.#ticket) return undefined;
                const message = error instanceof SeajayError ? error.message : String(error);
                this.#options.onCrash?.(message, attempt < MOST_ATTEMPTS);
            }
        }
        return undefined;
    }

    /** Sets options of the engine, and of those that may take its place. */
    async configure(settings: Settings): Promise<void> {
        this.cancel();
        this.#settings = { ...this.#settings, ...settings };
        await this.#prepare(async (engine) => {
            for (const [name, value] of Object.entries(settings)) await engine.setOption(name, value);
        });
    }

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
        const { module, hashMb } = this.#options;
        this.#engine ??= Engine.create({ wasm: module, hashMb }).then(async (engine) => {
            for (const [name, value] of Object.entries(this.#settings)) await engine.setOption(name, value);
            return engine;
        });
        return this.#engine;
    }

    /** If it fails, the next search has a new engine, with all settings and without a history. */
    async #prepare(action: (engine: Engine) => Promise<void>): Promise<void> {
        try {
            await action(await this.#start());
        } catch {
            this.#discard();
        }
    }

    #discard(): void {
        this.#engine?.then((engine) => engine.close()).catch(() => undefined);
        this.#engine = undefined;
    }
}
