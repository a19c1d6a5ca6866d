// Analyses the position on the board in stages, each longer than the one before, and then rests.
//
// A stage ends by itself: only then are there counts of what the search did. The next one finds the work
// of the stages before it in the hash table.

import type { Line, PositionText, Result } from "seajay";

import type { Host } from "./host.js";

const STAGES_MS = [500, 2500, 10_000, 30_000];
/** Stages of an analysis that has been asked to go on. */
const LONG_STAGE_MS = 60_000;

const LINES = 3;

/** How many positions keep their lines. */
const MAX_FOUND = 500;

export interface AnalysisListener {
    /** A set of lines of one depth, and the newest line. */
    onLines(lines: readonly Line[]): void;
    onResult(result: Result): void;
    /** The analysis has begun or come to rest. */
    onActivity(isActive: boolean): void;
}

export class Analysis {
    readonly #host: Host;
    readonly #listener: AnalysisListener;
    #position: PositionText | undefined;
    #run = 0;
    #sets = new LineSets(LINES);
    /** The lines found earlier, by position: whoever comes back sees them at once. */
    readonly #found = new Map<string, readonly Line[]>();

    constructor(host: Host, listener: AnalysisListener) {
        this.#host = host;
        this.#listener = listener;
    }

    /** Begins with a position that has `moveCount` legal moves. */
    start(position: PositionText, moveCount: number): void {
        this.#position = position;
        const found = this.#found.get(this.#key);
        this.#sets = new LineSets(Math.min(LINES, moveCount), found?.[0]?.depth);
        if (found) this.#listener.onLines(found);
        void this.#go(STAGES_MS);
    }

    /** Goes on with the same position until it is stopped. */
    goOn(): void {
        void this.#go(undefined);
    }

    stop(): void {
        this.#run++;
        this.#host.cancel();
        this.#listener.onActivity(false);
    }

    async #go(stages: readonly number[] | undefined): Promise<void> {
        const run = ++this.#run;
        this.#listener.onActivity(true);
        for (let stage = 0; !stages || stage < stages.length; stage++) {
            const timeMs = stages?.[stage] ?? LONG_STAGE_MS;
            const result = await this.#host.search(this.#position!, { timeMs, multiPv: LINES }, (line) =>
                this.#add(line),
            );
            if (run !== this.#run) return;
            if (!result) break;
            result.lines.forEach((line) => this.#add(line));
            this.#listener.onResult(result);
            if (result.stopReason !== "time") break;
        }
        this.#listener.onActivity(false);
    }

    #add(line: Line): void {
        const lines = this.#sets.add(line);
        if (!lines) return;
        this.#keep(lines);
        this.#listener.onLines(lines);
    }

    /** Keeps lines as the newest; the oldest make room. */
    #keep(lines: readonly Line[]): void {
        const key = this.#key;
        this.#found.delete(key);
        this.#found.set(key, lines);
        const [oldest] = this.#found.keys();
        if (this.#found.size > MAX_FOUND) this.#found.delete(oldest!);
    }

    get #key(): string {
        const { fen = "", moves = [] } = this.#position!;
        return [fen, ...moves].join(" ");
    }
}

/** Puts lines of the same depth together: a mixture could show a move twice. */
class LineSets {
    readonly #size: number;
    readonly #pending = new Map<number, Line>();
    #shownDepth: number;

    constructor(size: number, shownDepth = 0) {
        this.#size = size;
        this.#shownDepth = shownDepth;
    }

    /** All lines, the best one first, when there is a set that is no shallower than the last. */
    add(line: Line): Line[] | undefined {
        if (line.score.bound !== "exact" || line.depth < this.#shownDepth) return undefined;
        this.#pending.set(line.multipv, line);
        const lines = [...this.#pending.values()];
        const isSet = lines.length >= this.#size && lines.every(({ depth }) => depth === line.depth);
        if (!isSet) return undefined;
        this.#shownDepth = line.depth;
        return lines.sort((a, b) => a.multipv - b.multipv);
    }
}
