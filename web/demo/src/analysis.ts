// Analyses the position on the board in stages, each longer than the one before, and then rests.
//
// A stage ends by itself: only then are there counts of what the search did. The next one finds the work
// of the stages before it in the hash table. After the first one others may have the processor.

import type { Line, PositionText, Result, StopReason } from "seajay";

import type { Host } from "./host.js";

const STAGES_MS = [500, 2500, 10_000, 30_000];
/** Stages of an analysis that has been asked to go on. */
const LONG_STAGE_MS = 60_000;

const LINES = 3;

/** Why a search rests that time has not ended. */
const REASONS: { readonly [reason in StopReason]?: string } = {
    depth: "it cannot look deeper",
    mate: "the mate is proven",
};

function restText(ms: number): string {
    const seconds = Math.round(ms / 1000);
    return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}

/** How often a reader can follow lines that change, and a slow device can show them. */
const REPORT_EVERY_MS = 200;

/** How many positions keep their lines. */
const MAX_FOUND = 500;

/** What a position has cost since it was first looked at: it never falls. */
export interface Effort {
    nodes: number;
    timeMs: number;
}

export interface AnalysisListener {
    /** A set of lines of one depth. */
    onLines(lines: readonly Line[]): void;
    onEffort(effort: Effort, nps: number): void;
    onResult(result: Result): void;
    onBegin(): void;
    /** What is to be done after the first stage, before the others. */
    onFirst(): Promise<void>;
    /** The analysis rests; "" if it was stopped. */
    onRest(why: string): void;
}

/** What is known of a position. */
interface Finding extends Effort {
    lines: readonly Line[];
}

export class Analysis {
    readonly #host: Host;
    readonly #listener: AnalysisListener;
    #position: PositionText | undefined;
    #run = 0;
    #sets = new LineSets(LINES);
    /** What was found earlier, by position: whoever comes back sees it at once. */
    readonly #found = new Map<string, Finding>();
    #finding: Finding = { lines: [], nodes: 0, timeMs: 0 };
    #reported: readonly Line[] = [];
    #reportedAt = -Infinity;
    #timer: ReturnType<typeof setTimeout> | undefined;
    /** What the position had cost before the search that runs. */
    #before: Effort = this.#finding;

    constructor(host: Host, listener: AnalysisListener) {
        this.#host = host;
        this.#listener = listener;
    }

    /** Begins with a position that has `moveCount` legal moves. */
    start(position: PositionText, moveCount: number): void {
        this.#position = position;
        this.#finding = this.#found.get(this.#key) ?? { lines: [], nodes: 0, timeMs: 0 };
        const { lines } = this.#finding;
        this.#sets = new LineSets(Math.min(LINES, moveCount), lines[0]?.depth);
        this.#reported = [];
        this.#report();
        void this.#go(STAGES_MS);
    }

    /** Goes on with the same position until it is stopped. */
    goOn(): void {
        void this.#go(undefined);
    }

    stop(): void {
        this.#run++;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#host.cancel();
        this.#listener.onRest("");
    }

    async #go(stages: readonly number[] | undefined): Promise<void> {
        const run = ++this.#run;
        this.#listener.onBegin();
        let why = "to save power";
        for (let stage = 0; !stages || stage < stages.length; stage++) {
            const timeMs = stages?.[stage] ?? LONG_STAGE_MS;
            this.#before = { ...this.#finding };
            const result = await this.#host.search(this.#position!, { timeMs, multiPv: LINES }, (line) =>
                this.#add(line),
            );
            if (run !== this.#run) return;
            why = result ? (REASONS[result.stopReason] ?? why) : "the engine has stopped";
            if (!result) break;
            result.lines.forEach((line) => this.#add(line));
            this.#report();
            this.#listener.onResult(result);
            if (stages && stage === 0) await this.#listener.onFirst();
            if (run !== this.#run) return;
            if (result.stopReason !== "time") break;
        }
        this.#report();
        this.#listener.onRest(`Resting after ${restText(this.#finding.timeMs)}: ${why}.`);
    }

    #add(line: Line): void {
        const finding = this.#finding;
        finding.nodes = Math.max(finding.nodes, this.#before.nodes + line.nodes);
        finding.timeMs = Math.max(finding.timeMs, this.#before.timeMs + line.timeMs);
        const lines = this.#sets.add(line);
        if (lines) {
            finding.lines = lines;
            this.#keep();
        }
        const wait = this.#reportedAt + REPORT_EVERY_MS - performance.now();
        if (wait <= 0) this.#report();
        else this.#timer ??= setTimeout(() => this.#report(), wait);
    }

    /** Tells what is known. */
    #report(): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        const { lines } = this.#finding;
        if (lines.length === 0) return;
        this.#reportedAt = performance.now();
        if (lines !== this.#reported) this.#listener.onLines(lines);
        this.#reported = lines;
        this.#listener.onEffort(this.#finding, lines[0]!.nps);
    }

    /** Keeps what is found as the newest; the oldest makes room. */
    #keep(): void {
        const key = this.#key;
        this.#found.delete(key);
        this.#found.set(key, this.#finding);
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
