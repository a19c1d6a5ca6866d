// Searches the position again without killers, history or reductions, and compares the work.

import type { PositionText } from "seajay";

import { byId, count, make } from "./dom.js";
import type { Host } from "./host.js";

/** The depth is the first at which the usual search needs this many nodes. */
const ENOUGH_NODES = 60_000;
const DEEPEST = 30;
/** How many times as many nodes are worth waiting for. */
const MAX_TIMES = 40;

const ALL = { KillersEnabled: true, HistoryEnabled: true, LMREnabled: true };

const TRIALS = [
    { name: "Without killers", kind: "killers", off: { KillersEnabled: false } },
    { name: "Without history", kind: "history", off: { HistoryEnabled: false } },
    { name: "Without reductions", kind: "reductions", off: { LMREnabled: false } },
    {
        name: "Without all three",
        kind: "others",
        off: { KillersEnabled: false, HistoryEnabled: false, LMREnabled: false },
    },
];

interface Row {
    name: string;
    kind: string;
    nodes: number;
    /** The search was cut short. */
    isMore: boolean;
}

export class Trial {
    readonly #host: Host;
    #run = 0;

    constructor(host: Host) {
        this.#host = host;
    }

    /** Forgets the trial of another position. */
    reset(): void {
        this.#run++;
        this.#host.cancel();
        byId("trial-rows").replaceChildren();
        byId("trial-words").textContent = "";
        byId<HTMLButtonElement>("trial").disabled = false;
    }

    async start(position: PositionText): Promise<void> {
        this.reset();
        const run = this.#run;
        const button = byId<HTMLButtonElement>("trial");
        button.disabled = true;
        byId("trial-words").textContent = "Searching…";
        const rows: Row[] = [];
        const base = await this.#usualSearch(run, position);
        if (!base) return this.#failed(run);
        rows.push({ name: "With all three", kind: "hash", nodes: base.nodes, isMore: false });
        show(rows, base.depth);
        for (const { name, kind, off } of TRIALS) {
            const nodes = await this.#nodes(run, position, { ...ALL, ...off }, base.depth, base.nodes * MAX_TIMES);
            if (nodes === undefined) return this.#failed(run);
            rows.push({ name, kind, nodes, isMore: nodes >= base.nodes * MAX_TIMES });
            show(rows, base.depth);
        }
        button.disabled = false;
    }

    #failed(run: number): void {
        if (run !== this.#run) return;
        this.reset();
        byId("trial-words").textContent = "The engine crashed.";
    }

    /** A depth that is worth comparing, and the nodes of the usual search to it. */
    async #usualSearch(
        run: number,
        position: PositionText,
    ): Promise<{ depth: number; nodes: number } | undefined> {
        let depth = 8;
        for (;;) {
            const nodes = await this.#nodes(run, position, ALL, depth);
            if (nodes === undefined) return undefined;
            if (nodes >= ENOUGH_NODES || depth >= DEEPEST) return { depth, nodes };
            depth += nodes < ENOUGH_NODES / 4 ? 2 : 1;
        }
    }

    /** The nodes of a search that knows nothing from earlier ones; undefined once another trial has begun. */
    async #nodes(
        run: number,
        position: PositionText,
        settings: typeof ALL,
        depth: number,
        nodes?: number,
    ): Promise<number | undefined> {
        await this.#host.configure(settings);
        if (run !== this.#run) return undefined;
        await this.#host.clearHistory();
        if (run !== this.#run) return undefined;
        const result = await this.#host.search(position, { depth, ...(nodes && { nodes }) });
        return run === this.#run ? result?.nodes : undefined;
    }
}

function show(rows: readonly Row[], depth: number): void {
    const [base] = rows;
    const most = Math.max(...rows.map(({ nodes }) => nodes));
    byId("trial-rows").replaceChildren(
        ...rows.map(({ name, kind, nodes, isMore }) => {
            const width = `width: ${((nodes / most) * 100).toFixed(1)}%`;
            const times = nodes / base!.nodes;
            const factor = `${isMore ? "over " : ""}${times < 10 ? times.toFixed(1) : times.toFixed(0)} ×`;
            return make(
                "li",
                {},
                make("span", {}, name),
                make("span", { class: "meter" }, make("span", { class: kind, style: width })),
                make("b", { title: `${count(nodes)} positions` }, nodes === base!.nodes ? "1 ×" : factor),
            );
        }),
    );
    byId("trial-words").textContent =
        `Positions searched to depth ${depth}, each time from scratch. With all three: ${count(base!.nodes)}.`;
}
