// The evaluation bar beside the board, and the chances of win, draw and loss.

import type { Color } from "seajay";

import { byId } from "./dom.js";
import { inWords, scoreText, type Verdict } from "./verdict.js";

/** Draws the bar: White's part is as large as the points White can expect. */
export function showBar(verdict: Verdict | undefined, orientation: Color): void {
    const bar = byId("bar");
    const share = verdict ? verdict.points : 0.5;
    bar.style.setProperty("--share", share.toFixed(3));
    bar.classList.toggle("flipped", orientation === "black");
    bar.classList.toggle("white-ahead", share >= 0.5);
    bar.setAttribute("aria-valuenow", String(Math.round(share * 100)));
    bar.setAttribute("aria-valuetext", verdict ? `${scoreText(verdict)}: ${inWords(verdict)}` : "no score yet");
    byId("bar-score").textContent = verdict ? barText(verdict) : "";
}

/** The bar is narrow. */
function barText(verdict: Verdict): string {
    const { score, result } = verdict;
    if (result) return result === "1/2-1/2" ? "½" : "1";
    if (score.kind === "mate") return `#${Math.abs(score.value)}`;
    if (score.kind === "tb") return "TB";
    const pawns = Math.abs(score.value) / 100;
    return pawns >= 10 ? pawns.toFixed(0) : pawns.toFixed(1);
}

/** Shows the score in figures and words, and the three chances. */
export function showVerdict(verdict: Verdict | undefined): void {
    byId("score").textContent = verdict ? scoreText(verdict) : "–";
    byId("words").textContent = verdict ? inWords(verdict) : "No score yet";
    for (const [index, name] of ["win", "draw", "loss"].entries()) {
        const permille = verdict?.wdl?.[index];
        byId(`${name}-part`).style.flexGrow = String(permille ?? 1);
        byId(`${name}-text`).textContent = permille === undefined ? "–" : `${Math.round(permille / 10)} %`;
    }
}
