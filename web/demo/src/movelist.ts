// The moves of the game with its comments and variations, and marks for the mistakes; a click goes to a move.

import { Mark } from "seajay";

import { byId, make } from "./dom.js";
import type { GameRecord } from "./record.js";
import type { Node } from "./tree.js";
import { resultText } from "./verdict.js";

/** The marks of a review, which are NAGs too. */
export const MARKS: Record<number, string> = {
    [Mark.BLUNDER]: "blunder",
    [Mark.MISTAKE]: "mistake",
    [Mark.INACCURACY]: "inaccuracy",
};

/** How NAGs are written. */
const SIGNS: Record<number, string> = {
    ...{ 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 8: "□", 10: "=", 11: "=", 12: "=", 13: "∞" },
    ...{ 14: "+=", 15: "=+", 16: "±", 17: "∓", 18: "+−", 19: "−+", 20: "+−", 21: "−+", 146: "N" },
};
const LAST_JUDGEMENT = 6;

/** What the game says of a move itself. */
const signsOf = ({ nags }: Node): string => nags.map((nag) => ` ${SIGNS[nag] ?? `$${nag}`}`).join("").trim();

/** A comment without what is meant for programs, such as clocks and arrows. */
const readable = (comment: string): string => comment.replace(/\[%\w+ [^\]]*\]/g, "").replace(/\s+/g, " ").trim();

export class MoveList {
    readonly #list = byId("moves");
    readonly #record: GameRecord;
    #buttons = new Map<Node, HTMLElement>();
    #nodes = new WeakMap<Element, Node>();

    constructor(record: GameRecord) {
        this.#record = record;
        this.#list.addEventListener("click", (event) => {
            const button = (event.target as Element).closest("button");
            const node = button && this.#nodes.get(button);
            if (node) record.visit(node);
        });
    }

    /** Writes all moves anew. */
    show(withMarks: boolean): void {
        const { root, result, disputed, faults, index } = this.#record;
        this.#buttons = new Map();
        const rows: HTMLElement[] = [];
        const addNotes = (notes: HTMLElement[]) => {
            if (notes.length > 0) rows.push(make("li", { class: "notes" }, ...notes));
        };
        addNotes(comments("p", root.comment));
        let row: HTMLElement | undefined;
        for (const node of root.continuation) {
            if (!row) {
                row = make("li", {}, make("span", { class: "number" }, `${node.number}.`));
                if (node.color === "black") row.append(make("span", { class: "gap" }, "…"));
                rows.push(row);
            }
            row.append(this.#button(node));
            const notes = this.#notes(node);
            addNotes(notes);
            if (node.color === "black" || notes.length > 0) row = undefined;
        }
        const fault = faults[index];
        if (fault) {
            const text = `The file had a fault in this game, and part of it is left out: ${fault}.`;
            addNotes([make("p", { class: "error" }, text)]);
        }
        const tag = disputed ? ` on the board, ${resultText(disputed)} in the tag Result` : "";
        if (result !== "*") rows.push(make("li", { class: "result" }, `${resultText(result)}${tag}`));
        this.#list.replaceChildren(...rows);
        byId("no-moves").hidden = rows.length > 0;
        this.mark(withMarks);
        this.showPlace();
    }

    /** Shows which moves were mistakes, unless the game says itself how good they were. */
    mark(withMarks: boolean): void {
        for (const [node, button] of this.#buttons) {
            const isJudged = node.nags.some((nag) => nag <= LAST_JUDGEMENT);
            const mark = withMarks && !isJudged ? (node.review?.mark ?? Mark.NONE) : Mark.NONE;
            const text = [signsOf(node), SIGNS[mark]].filter(Boolean).join(" ");
            const sign = button.querySelector<HTMLElement>(".mark")!;
            if (sign.textContent === text) continue;
            sign.textContent = text;
            sign.title = MARKS[mark] ?? "";
            sign.classList.toggle("bad", /(^|[^!])\?/.test(text));
        }
    }

    /** Shows which move led to the position on the board. */
    showPlace(): void {
        const { node } = this.#record;
        const hasFocus = this.#list.contains(document.activeElement);
        const here = this.#buttons.get(node);
        const [first] = this.#buttons.values();
        for (const button of this.#buttons.values()) {
            // One stop for the Tab key: from there the arrow keys go on.
            button.tabIndex = button === (here ?? first) ? 0 : -1;
            if (button !== here) button.removeAttribute("aria-current");
        }
        if (!here) this.#list.scrollTop = 0;
        else {
            if (hasFocus) here.focus({ preventScroll: true });
            here.setAttribute("aria-current", "true");
            scrollTo(this.#list, here);
        }
    }

    /** What stands after a move in the game itself. */
    #notes(node: Node): HTMLElement[] {
        const variations = node.variations.map((each) => make("p", { class: "variation" }, ...this.#variation(each)));
        return [...comments("p", node.comment), ...variations];
    }

    #variation(moves: Node | string): (HTMLElement | string)[] {
        return ["(", ...(typeof moves === "string" ? [moves] : this.#inline(moves)), ")"];
    }

    /** A variation in a line of text. */
    #inline(first: Node): (HTMLElement | string)[] {
        const nested = (node: Node) => node.variations.map((each) => make("span", {}, ...this.#variation(each)));
        const parts = comments("span", first.intro);
        let needsNumber = true;
        for (const node of [first, ...first.continuation]) {
            const number = `${node.number}${node.color === "white" ? "." : "…"}`;
            if (needsNumber || node.color === "white") parts.push(make("span", { class: "number" }, number));
            parts.push(this.#button(node));
            // Instead of the first move: behind the variation that it begins.
            const notes = [...comments("span", node.comment), ...(node === first ? [] : nested(node))];
            parts.push(...notes);
            needsNumber = notes.length > 0;
        }
        return [...parts, ...nested(first)].flatMap((part, index) => (index === 0 ? [part] : [" ", part]));
    }

    #button(node: Node): HTMLElement {
        const button = make(
            "button",
            { type: "button", "data-place": node.path.length },
            node.san,
            make("span", { class: "mark" }),
        );
        this.#buttons.set(node, button);
        this.#nodes.set(button, node);
        return button;
    }
}

/** An element with a comment, if there is anything to read in it. */
function comments(tag: "p" | "span", comment: string): HTMLElement[] {
    const text = readable(comment);
    return text ? [make(tag, { class: "comment" }, text)] : [];
}

/** Scrolls the list alone: the page stays where it is. */
function scrollTo(list: HTMLElement, item: HTMLElement): void {
    const [frame, box] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top < frame.top) list.scrollTop -= frame.top - box.top;
    if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom;
}
