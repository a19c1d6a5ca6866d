// How far the review of the moves is, and what comes of it: how well both sides have played, and their mistakes one by one.

import { accuracy, Mark, type Color, type Review } from "seajay";

import { tell } from "./announce.js";
import { byId, make, onClick } from "./dom.js";
import type { GameRecord } from "./record.js";

/** Of fewer moves a summary says little. */
const FEWEST_PLIES = 4;
/** While someone plays moves on the board, the summary stays. */
const MAX_MISSING = 2;

const KINDS = [
    [Mark.INACCURACY, "Inaccuracies"],
    [Mark.MISTAKE, "Mistakes"],
    [Mark.BLUNDER, "Blunders"],
] as const;

export class Summary {
    readonly #record: GameRecord;
    #wasUnderWay = false;
    #written = "";

    constructor(record: GameRecord) {
        this.#record = record;
        onClick("next-mistake", () => this.#goToNext());
    }

    /** Shows the line that is shown, while its review is on. */
    show(isOn: boolean): void {
        const { plies } = this.#record;
        const reviews = plies.flatMap(({ review }) => review ?? []);
        const missing = plies.length - reviews.length;
        const isUnderWay = isOn && missing > MAX_MISSING;
        const isShown = plies.length >= FEWEST_PLIES && reviews.length > 0 && !isUnderWay && missing <= MAX_MISSING;
        byId("review-progress").hidden = !isUnderWay;
        byId("summary").hidden = !isShown;
        if (isUnderWay) {
            byId("review-words").textContent = `Judging the moves: ${reviews.length} of ${plies.length}`;
            byId<HTMLProgressElement>("review-share").value = reviews.length / plies.length;
        }
        if (isShown) this.#write(reviews);
        if (isShown && this.#wasUnderWay) tell(`The moves are judged. White and Black: ${this.#written}.`);
        this.#wasUnderWay = isUnderWay;
    }

    #write(reviews: readonly Review[]): void {
        const { white, black } = accuracy(reviews);
        const count = (side: Color, kind: Mark) =>
            reviews.filter(({ turn, mark }) => turn === side && mark === kind).length;
        const rows = [
            ["Accuracy", `${white.toFixed(0)} %`, `${black.toFixed(0)} %`],
            ...KINDS.map(([kind, name]) => [name, count("white", kind), count("black", kind)]),
        ];
        const written = rows.map(([name, ...cells]) => `${name} ${cells.join(" and ")}`).join(", ");
        if (written === this.#written) return;
        this.#written = written;
        const row = ([name, ...cells]: (string | number)[]) =>
            make("tr", {}, make("th", { scope: "row" }, String(name)), ...cells.map((cell) => make("td", {}, String(cell))));
        byId("summary-rows").replaceChildren(...rows.map(row));
        byId("next-mistake").hidden = reviews.every(({ mark }) => mark === Mark.NONE);
    }

    /** Goes to the next bad move, or from the last one to the first. */
    #goToNext(): void {
        const { plies, place } = this.#record;
        const bad = plies.flatMap(({ review }, index) => (review?.mark ? [index + 1] : []));
        this.#record.goTo(bad.find((each) => each > place) ?? bad[0]!);
    }
}
