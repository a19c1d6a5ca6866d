// Where the package runs: in a browser or in Node.

import type { EngineOptions, WorkerLike } from "./types.js";

/** A worker, whichever kind it is. */
export interface Port {
    post(message: unknown): void;
    /** Says who gets its messages, and what ends it before its time. */
    listen(onMessage: (message: unknown) => void, onFailure: (error: unknown) => void): void;
    /** Whether the program may end although the worker is there. */
    setIdle(idle: boolean): void;
    terminate(): Promise<void>;
}

export interface Host {
    /** The package's own file, unless another source is given. Throws a {@link FileMissing} if it is not there. */
    defaultWasm(): URL;
    /** What to do where a bundler has left the package's own files behind. */
    readonly advice: string;
    /** Reads a file that `fetch` cannot. */
    readFile?(url: URL): Promise<Uint8Array>;
    spawn(worker: EngineOptions["worker"]): Port;
}

/** Whether a worker is given itself, and not its address or a function that makes it. */
export function isWorker(worker: EngineOptions["worker"]): worker is WorkerLike {
    return typeof worker === "object" && !(worker instanceof URL);
}

/** The package's own files are not where they are looked for. */
export class FileMissing extends Error {}

let current: Host | undefined;

/** Called once by each entry of the package. */
export function setHost(host: Host): void {
    current = host;
}

export function host(): Host {
    if (!current) throw new Error("import the package by its name");
    return current;
}
