// Judges the moves of the line that is shown and that nobody has judged yet, with an engine of its own.

import type { Host } from "./host.js";
import type { GameRecord } from "./record.js";

/** Some tenths of a second for each position. */
const NODES = 100_000;

export class Review {
    readonly #host: Host;
    readonly #record: GameRecord;
    #run = 0;

    constructor(host: Host, record: GameRecord) {
        this.#host = host;
        this.#record = record;
    }

    stop(): void {
        this.#run++;
        this.#host.cancel();
    }

    /** Ends when there is nothing more to judge, or when it is stopped. Before the moves change, stop it. */
    async run(): Promise<void> {
        const run = ++this.#run;
        const last = () => this.#record.plies.findLastIndex((node) => !node.review);
        for (let end = last(); end >= 0; end = last()) {
            // It goes on where it is, although another line may be shown meanwhile.
            const line = this.#record.plies.slice(0, end + 1);
            const isDone = await this.#host.review(this.#record.position(end + 1), { nodes: NODES }, (review) => {
                this.#record.review(line[review.index]!, review);
                return line.some((node) => !node.review);
            });
            if (run !== this.#run) return;
            if (!isDone) break;
        }
    }
}
