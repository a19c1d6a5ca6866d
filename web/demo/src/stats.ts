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

interface Technique {
    name: string;
    kind: string;
    part: number;
    whole: number;
    /** What is true of the part, which is written in percent. */
    text: string;
}

function techniques(stats: Stats): Technique[] {
    const { betaCutoffs, reductions, reSearches, nullMoveTries } = stats;
    return [
        {
            name: "Move ordering",
            kind: "hash",
            part: stats.firstMoveCutoffs,
            whole: betaCutoffs,
            text: "of the refuted positions needed only the first move that was tried.",
        },
        {
            name: "Killers",
            kind: "killers",
            part: stats.killerCutoffs,
            whole: betaCutoffs,
            text: "were refuted by a killer: a quiet move that had just refuted a position beside it.",
        },
        {
            name: "History",
            kind: "history",
            part: stats.quietCutoffs,
            whole: betaCutoffs,
            text: "were refuted by another quiet move, tried in the order of past success.",
        },
        {
            name: "Reductions",
            kind: "reductions",
            part: reductions - reSearches,
            whole: reductions,
            text:
                `of ${count(reductions)} late moves needed only a shallower look; ` +
                `${count(reSearches)} were searched again.`,
        },
        {
            name: "Null move",
            kind: "others",
            part: stats.nullMoveCutoffs,
            whole: nullMoveTries,
            text: `of ${count(nullMoveTries)} positions stayed good enough after a pass, and needed no search.`,
        },
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
    byId("techniques").replaceChildren(...techniques(stats).map(row));
}

function row({ name, kind, part, whole, text }: Technique): HTMLElement {
    const share = percent(part, whole);
    return make(
        "li",
        {},
        make("h3", {}, name),
        make("span", { class: "meter" }, make("span", { class: kind, style: `width: ${share}` })),
        make("p", {}, make("b", {}, share), ` ${text}`),
    );
}
