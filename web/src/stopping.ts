// How the worker learns during a search that it is to stop: the imports `should_stop` and `wait_ms`.

import type { StopWay } from "./protocol.js";

/** JSPI, which TypeScript does not know yet. */
interface Suspending {
    Suspending: new (call: (...args: never[]) => unknown) => WebAssembly.ImportValue;
    promising<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => Promise<R>;
}
const jspi = WebAssembly as unknown as Suspending;

/** How long a search goes on before it lets messages in. Stops take that long at most. */
const PAUSE_EVERY_MS = 5;
/** How long a search goes on that nobody wants any more. To ask takes a millisecond. */
const ASK_EVERY_MS = 50;

export function hasSuspending(): boolean {
    return "Suspending" in WebAssembly && "promising" in WebAssembly;
}

/** What the main thread has to stop a search with. */
interface Means {
    way: StopWay;
    stopFlag?: Int32Array<ArrayBufferLike>;
    lifeline?: string;
}

export class Stopping {
    readonly imports: { should_stop: WebAssembly.ImportValue; wait_ms: WebAssembly.ImportValue };
    readonly #way: StopWay;
    readonly #flag: Int32Array<ArrayBufferLike>;
    readonly #lifeline: string | undefined;
    #pauses: Pauses | undefined;
    #current = 0;
    #isStopped = false;
    #lastPause = 0;

    constructor({ way, stopFlag = new Int32Array(1), lifeline }: Means) {
        this.#way = way;
        this.#flag = stopFlag;
        // Where the page forbids such requests, all of them fail.
        if (lifeline && isThere(lifeline)) this.#lifeline = lifeline;
        const shouldStop = () => this.#shouldStop();
        const wait = (ms: number) => this.#wait(ms);
        this.imports =
            way === "suspend"
                ? { should_stop: new jspi.Suspending(shouldStop), wait_ms: new jspi.Suspending(wait) }
                : { should_stop: shouldStop, wait_ms: wait };
    }

    begin(id: number, isStopped: boolean): void {
        this.#current = id;
        this.#isStopped = isStopped;
        this.#lastPause = performance.now();
    }

    /** A search of this id or an earlier one is to stop. */
    stop(id: number): void {
        Atomics.store(this.#flag, 0, id);
    }

    /** A function that may be suspended. */
    promising<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R | Promise<R> {
        return this.#way === "suspend" ? jspi.promising(call) : call;
    }

    get #isDue(): boolean {
        return this.#isStopped || Atomics.load(this.#flag, 0) >= this.#current;
    }

    #shouldStop(): number | Promise<number> {
        if (this.#isDue) return 1;
        if (this.#lifeline) return Number(this.#isAbandoned(this.#lifeline));
        if (this.#way !== "suspend") return 0;
        if (performance.now() - this.#lastPause < PAUSE_EVERY_MS) return 0;
        this.#pauses ??= new Pauses();
        return this.#pauses.next().then(() => {
            this.#lastPause = performance.now();
            return Number(this.#isDue);
        });
    }

    /** Some browsers let a worker that was terminated search on for seconds. */
    #isAbandoned(lifeline: string): boolean {
        if (performance.now() - this.#lastPause < ASK_EVERY_MS) return false;
        this.#lastPause = performance.now();
        return !isThere(lifeline);
    }

    #wait(ms: number): void | Promise<void> {
        if (this.#way === "suspend") return new Promise((resolve) => setTimeout(resolve, ms));
        if (this.#way === "shared") Atomics.wait(this.#flag, 0, Atomics.load(this.#flag, 0), ms);
    }
}

/** Lets the messages that have arrived be handled. A timer would wait for 4 ms. */
class Pauses {
    readonly #channel = new MessageChannel();
    #resume: (() => void) | undefined;

    constructor() {
        this.#channel.port1.onmessage = () => this.#resume?.();
    }

    next(): Promise<void> {
        return new Promise((resolve) => {
            this.#resume = resolve;
            this.#channel.port2.postMessage(0);
        });
    }
}

/** Whether an address can be read: the one request that a worker can wait for amid a search. */
function isThere(address: string): boolean {
    try {
        const request = new XMLHttpRequest();
        request.open("GET", address, false);
        request.send();
        return true;
    } catch {
        return false;
    }
}
