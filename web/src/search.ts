// A search as its caller sees it: lines to loop over, and a result.

import type { Feed } from "./feed.js";
import type { Line, Result } from "./types.js";

/**
 * A search that goes on in the engine's worker, as {@link Engine.analyse} begins it. Loop over it for its lines, of
 * which only the newest of each rank is kept for a slow reader; leaving the loop stops the search. `result` comes in
 * any case.
 */
export class Search implements AsyncIterable<Line> {
    /** What the search has found when it has ended. Rejects with a {@link SeajayError} only if the search could not be
     * made. It may be left alone. */
    readonly result: Promise<Result>;
    readonly #feed: Feed<Line, Result>;

    /** @internal */
    constructor(feed: Feed<Line, Result>) {
        this.#feed = feed;
        this.result = feed.done;
    }

    /** Ends the search. Its result has the best move so far. */
    stop(): void {
        this.#feed.stop();
    }

    [Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined> {
        return this.#feed.read();
    }
}
