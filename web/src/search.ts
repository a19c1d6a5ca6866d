// A search as its caller sees it: lines to loop over, and a result.

import type { Line, Result } from "./types.js";

/** Wakes those who wait for news, again and again. */
class Bell {
    #ring!: () => void;
    #next!: Promise<void>;

    constructor() {
        this.#arm();
    }

    ring(): void {
        this.#ring();
        this.#arm();
    }

    wait(): Promise<void> {
        return this.#next;
    }

    #arm(): void {
        this.#next = new Promise((resolve) => (this.#ring = resolve));
    }
}

/**
 * A search that goes on in the engine's worker, as {@link Engine.analyse} begins it. Loop over it for its lines, of
 * which only the newest of each rank is kept for a slow reader; leaving the loop stops the search. `result` comes in
 * any case.
 */
export class Search implements AsyncIterable<Line> {
    /** What the search has found when it has ended. Rejects with a {@link SeajayError} only if the search could not be
     * made. It may be left alone. */
    readonly result: Promise<Result>;
    readonly #stop: () => void;
    readonly #news = new Bell();
    readonly #readers = new Set<Map<number, Line>>();
    readonly #latest = new Map<number, Line>();
    #isDone = false;

    /** @internal */
    constructor(stop: () => void, run: (search: Search) => Promise<Result>) {
        this.#stop = stop;
        this.result = run(this);
        const end = () => {
            this.#isDone = true;
            this.#news.ring();
        };
        this.result.then(end, end);
    }

    /** Ends the search. Its result has the best move so far. */
    stop(): void {
        this.#stop();
    }

    async *[Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
        const unread = new Map(this.#latest);
        this.#readers.add(unread);
        try {
            for (;;) {
                for (const [rank, line] of unread) {
                    unread.delete(rank);
                    yield line;
                }
                if (this.#isDone) break;
                await this.#news.wait();
            }
            await this.result; // which throws what went wrong
        } finally {
            this.#readers.delete(unread);
            this.stop();
        }
    }

    /** @internal The newest lines, the best one first. */
    newest(): Line[] {
        return [...this.#latest.values()].sort((a, b) => a.multipv - b.multipv);
    }

    /** @internal */
    add(line: Line): void {
        this.#latest.set(line.multipv, line);
        for (const unread of this.#readers) unread.set(line.multipv, line);
        this.#news.ring();
    }
}
