// Shows what killers, history and reductions did for the position, in words and small bars.

import type { Result, Stats } from "seajay";

import { byId, count, make, percent } from "./dom.js";

interface Share {
    /** The class of the bar's part. */
    kind: string;
    name: string;
    value: number;
}

/** Which moves refuted a position: beta cutoffs by kind. */
function refutations(stats: Stats): Share[] {
    const others = stats.promotionCutoffs + stats.badCaptureCutoffs;
    return [
        { kind: "hash", name: "Hash table", value: stats.ttMoveCutoffs },
        { kind: "captures", name: "Good captures", value: stats.goodCaptureCutoffs },
        { kind: "killers", name: "Killers", value: stats.killerCutoffs },
        { kind: "history", name: "History", value: stats.quietCutoffs },
        { kind: "others", name: "Others", value: others },
    ];
}

function sentences(stats: Stats): [name: string, kind: string, part: number, whole: number, text: string][] {
    const { betaCutoffs, firstMoveCutoffs, killerCutoffs, quietCutoffs, reductions, reSearches } = stats;
    return [
        [
            "Move ordering",
            "hash",
            firstMoveCutoffs,
            betaCutoffs,
            "of the refuted positions needed only the first move that was tried.",
        ],
        [
            "Killers",
            "killers",
            killerCutoffs,
            betaCutoffs,
            "were refuted by a killer: a quiet move that had just refuted a position beside it.",
        ],
        [
            "History",
            "history",
            quietCutoffs,
            betaCutoffs,
            "were refuted by another quiet move, tried in the order of past success.",
        ],
        [
            "Reductions",
            "reductions",
            reductions - reSearches,
            reductions,
            `of ${count(reductions)} late moves needed only a shallower look; ${count(reSearches)} were searched again.`,
        ],
        [
            "Null move",
            "others",
            stats.nullMoveCutoffs,
            stats.nullMoveTries,
            `of ${count(stats.nullMoveTries)} positions stayed good enough after a pass, and needed no search.`,
        ],
    ];
}

/** Shows the counts of a search; undefined empties the panel. */
export function showStats(result: Result | undefined): void {
    const known = result !== undefined && result.stats.betaCutoffs > 0;
    byId("stats").hidden = !known;
    byId("no-stats").hidden = known;
    if (!known) return;
    const { stats, nodes, timeMs } = result;
    byId("stats-total").textContent =
        `${count(nodes)} positions in ${(timeMs / 1000).toFixed(1)} s. ` +
        `In ${count(stats.betaCutoffs)} of them one move settled it:`;
    const shares = refutations(stats);
    byId("refutations").replaceChildren(
        ...shares.map(({ kind, value }) => make("span", { class: kind, style: `flex-grow: ${value}` })),
    );
    byId("refutations-legend").replaceChildren(
        ...shares.map(({ kind, name, value }) =>
            make("li", { class: kind }, `${name} `, make("b", {}, percent(value, stats.betaCutoffs))),
        ),
    );
    byId("techniques").replaceChildren(...sentences(stats).map((row) => technique(...row)));
}

function technique(name: string, kind: string, part: number, whole: number, text: string): HTMLElement {
    const share = percent(part, whole);
    return make(
        "li",
        {},
        make("h3", {}, name),
        make("span", { class: "meter" }, make("span", { class: kind, style: `width: ${share}` })),
        make("p", {}, make("b", {}, share), ` ${text}`),
    );
}
