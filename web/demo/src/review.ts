// Scores the positions of the game that nobody has looked at yet, one after the other, with an engine of its own.

import type { Line } from "seajay";

import type { Host } from "./host.js";
import type { GameRecord } from "./record.js";
import { forWhite } from "./verdict.js";

/** Some tenths of a second each. */
const NODES = 100_000;

export class Review {
    readonly #host: Host;
    readonly #record: GameRecord;
    #isRunning = false;
    #run = 0;

    constructor(host: Host, record: GameRecord) {
        this.#host = host;
        this.#record = record;
    }

    /** Begins, unless it is under way. Before the moves change, stop it. */
    start(): void {
        if (!this.#isRunning) void this.#go();
    }

    stop(): void {
        this.#run++;
        this.#isRunning = false;
        this.#host.cancel();
    }

    async #go(): Promise<void> {
        const run = ++this.#run;
        this.#isRunning = true;
        for (let place = this.#next(); place >= 0; place = this.#next()) {
            let exact: Line | undefined;
            const result = await this.#host.search(this.#record.position(place), { nodes: NODES }, (line) => {
                if (line.score.bound === "exact") exact = line;
            });
            if (run !== this.#run) return;
            // The nodes may be used up while the score is but a bound, which can be far from it.
            const line = result && (exact ?? result.lines[0]);
            if (!line) break;
            // Any analysis of the position knows better.
            this.#record.judge(place, { ...forWhite(line, this.#record.turnAt(place)), depth: 0 });
        }
        this.#isRunning = false;
    }

    /** The first position without a verdict, or -1. */
    #next(): number {
        for (let place = 0; place <= this.#record.plies.length; place++)
            if (!this.#record.verdict(place)) return place;
        return -1;
    }
}
