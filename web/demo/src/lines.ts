// The best lines of play: a score and the moves in SAN. A click on a move plays up to it.

import type { Color, Line } from "seajay";

import { byId, make } from "./dom.js";
import { forWhite, scoreText } from "./verdict.js";

/** More moves of a line than these are of little use. */
const LONGEST = 24;

export class Lines {
    readonly #list = byId("lines");
    readonly #onPlay: (moves: string[]) => void;
    #lines: readonly Line[] = [];

    constructor(onPlay: (moves: string[]) => void) {
        this.#onPlay = onPlay;
        this.#list.addEventListener("click", (event) => this.#clicked(event.target as Element));
    }

    /** Shows lines, which begin with a move of this number. Rows and buttons stay, so that the focus does. */
    show(lines: readonly Line[], turn: Color, number: number): void {
        this.#lines = lines;
        while (this.#list.children.length > lines.length) this.#list.lastElementChild!.remove();
        while (this.#list.children.length < lines.length) this.#list.append(emptyRow());
        lines.forEach((line, index) => {
            const row = this.#list.children[index] as HTMLElement;
            showScore(row.querySelector<HTMLElement>(".line-score")!, line, turn);
            showMoves(row.querySelector<HTMLElement>(".line-moves")!, line.san.slice(0, LONGEST), turn, number);
        });
    }

    #clicked(target: Element): void {
        const row = target.closest("li");
        const rank = [...this.#list.children].indexOf(row!);
        const opener = target.closest<HTMLElement>(".line-score");
        if (opener) opener.setAttribute("aria-expanded", String(row!.classList.toggle("open")));
        const move = target.closest<HTMLElement>(".line-moves button");
        if (move) this.#onPlay(this.#lines[rank]!.pv.slice(0, Number(move.dataset.index) + 1));
    }
}

function emptyRow(): HTMLElement {
    return make(
        "li",
        {},
        make("button", { class: "line-score", type: "button", "aria-expanded": "false" }),
        make("span", { class: "line-moves" }),
    );
}

function showScore(element: HTMLElement, line: Line, turn: Color): void {
    const verdict = forWhite(line, turn);
    const text = scoreText(verdict);
    element.textContent = text;
    element.classList.toggle("black-ahead", verdict.score.value < 0);
    element.title = `Depth ${line.depth}. Click to show the whole line.`;
    element.setAttribute("aria-label", `Line ${line.multipv}: ${text}, depth ${line.depth}. Show the whole line`);
}

/** Writes numbers before White's moves and before the first. */
function showMoves(element: HTMLElement, sans: readonly string[], turn: Color, number: number): void {
    const buttons = element.children;
    while (buttons.length > sans.length) buttons[buttons.length - 1]!.remove();
    // The first alone is a stop for the Tab key: three lines would have seventy.
    while (buttons.length < sans.length) {
        const index = buttons.length;
        element.append(make("button", { type: "button", "data-index": index, tabindex: index === 0 ? 0 : -1 }));
    }
    const offset = turn === "white" ? 0 : 1;
    sans.forEach((san, index) => {
        const ply = index + offset;
        const label = ply % 2 === 0 ? `${number + ply / 2}.` : index === 0 ? `${number}…` : "";
        const button = buttons[index] as HTMLElement;
        if (button.textContent !== label + san) {
            const parts = label ? [make("span", { class: "number" }, label), san] : [san];
            button.replaceChildren(...parts);
        }
    });
}
