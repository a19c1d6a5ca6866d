// The moves of the game, with marks for the mistakes; a click goes to a move.

import { byId, make } from "./dom.js";
import type { GameRecord, Ply } from "./record.js";
import { expected } from "./verdict.js";

interface Mark {
    /** What the move costs at least, in points of the game. */
    loss: number;
    sign: string;
    name: string;
}

const MARKS: readonly Mark[] = [
    { loss: 0.3, sign: "??", name: "blunder" },
    { loss: 0.2, sign: "?", name: "mistake" },
    { loss: 0.1, sign: "?!", name: "inaccuracy" },
];

/** How bad a move was, by the verdicts before and after it. */
function markOf(record: GameRecord, index: number): Mark | undefined {
    const [before, after] = [record.verdict(index), record.verdict(index + 1)];
    // The two may come from different depths; the engine's own choice is no mistake in any case.
    if (!before || !after || record.plies[index]!.move === before.best) return undefined;
    const change = expected(after) - expected(before);
    const loss = record.plies[index]!.color === "white" ? -change : change;
    return MARKS.find((mark) => loss >= mark.loss);
}

export class MoveList {
    readonly #list = byId("moves");
    readonly #record: GameRecord;

    constructor(record: GameRecord) {
        this.#record = record;
        this.#list.addEventListener("click", (event) => {
            const button = (event.target as Element).closest<HTMLElement>("button");
            if (button) record.goTo(Number(button.dataset.place));
        });
    }

    /** Writes all moves anew. */
    show(result: string, withMarks: boolean): void {
        const { plies } = this.#record;
        const rows: HTMLElement[] = [];
        for (let index = 0; index < plies.length; ) {
            const ply = plies[index]!;
            const row = make("li", {}, make("span", { class: "number" }, `${ply.number}.`));
            if (ply.color === "black") row.append(make("span", { class: "gap" }, "…"));
            else row.append(button(ply, ++index));
            const reply = plies[index];
            if (reply?.color === "black") row.append(button(reply, ++index));
            rows.push(row);
        }
        if (result) rows.push(make("li", { class: "result" }, result));
        this.#list.replaceChildren(...rows);
        byId("no-moves").hidden = plies.length > 0;
        this.mark(withMarks);
        this.showPlace();
    }

    /** Shows which moves were mistakes. */
    mark(withMarks: boolean): void {
        for (const button of this.#buttons()) {
            const mark = withMarks ? markOf(this.#record, Number(button.dataset.place) - 1) : undefined;
            const sign = button.querySelector<HTMLElement>(".mark")!;
            if (sign.textContent === (mark?.sign ?? "")) continue;
            sign.textContent = mark?.sign ?? "";
            sign.title = mark?.name ?? "";
        }
    }

    /** Shows which move led to the position on the board. */
    showPlace(): void {
        const { place } = this.#record;
        const hasFocus = this.#list.contains(document.activeElement);
        for (const button of this.#buttons()) {
            const isHere = Number(button.dataset.place) === place;
            // One stop for the Tab key: from there the arrow keys go on.
            button.tabIndex = Number(button.dataset.place) === Math.max(1, place) ? 0 : -1;
            if (isHere && hasFocus) button.focus({ preventScroll: true });
            if (isHere) button.setAttribute("aria-current", "true");
            else button.removeAttribute("aria-current");
            if (isHere) scrollTo(this.#list, button);
        }
        if (place === 0) this.#list.scrollTop = 0;
    }

    #buttons(): NodeListOf<HTMLElement> {
        return this.#list.querySelectorAll<HTMLElement>("button");
    }
}

function button({ san }: Ply, place: number): HTMLElement {
    return make(
        "button",
        { type: "button", "data-place": place },
        san,
        make("span", { class: "mark" }),
    );
}

/** Scrolls the list alone: the page stays where it is. */
function scrollTo(list: HTMLElement, item: HTMLElement): void {
    const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
    if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}
