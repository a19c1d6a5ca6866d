// A field with a text of the game, which belongs to its reader as soon as it is edited, and where in the text it is
// that an error is about.

import type { PgnError } from "seajay";

import { byId, onClick, sentence } from "./dom.js";

export type Span = [begin: number, end: number];

/** The word at the place of a fault. */
export function misfitOfPgn(text: string, { offset }: PgnError): Span {
    const [word = ""] = /^[^\s(){}]+|^./.exec(text.slice(offset)) ?? [];
    return [offset, offset + word.length];
}

/** The field of a FEN that the message names, and in the first field the rank. */
export function misfitOfFen(fen: string, message: string): Span | undefined {
    const [, number] = /^FEN field (\d)/.exec(message) ?? [];
    const field = [...fen.matchAll(/\S+/g)][Number(number) - 1];
    if (!field) return undefined;
    const [, rank] = (number === "1" && /rank (\d)/.exec(message)) || [];
    const part = rank ? [...field[0].matchAll(/[^/]+/g)][8 - Number(rank)] : undefined;
    const begin = field.index + (part?.index ?? 0);
    return [begin, begin + (part ?? field)[0].length];
}

const FEN_FIELDS = ["the pieces", "the side to move", "castling", "en passant", "the halfmove clock", "the move number"];

/** What has been filled in or corrected in a FEN, which may be in an address. */
export function corrections(text: string, fen: string): string {
    // Nothing of a FEN is beyond ASCII, and what is may not be UTF-8.
    const given = decodeURIComponent(text.replace(/%(?![0-7][\da-f])/gi, "").replace(/[+_]/g, " "));
    const words = given.split(/[\s"?&]+/);
    const isGiven = (field: string, index: number) => (index === 0 ? given.includes(field) : words.includes(field));
    const changed = fen.split(" ").map((field, index) => (isGiven(field, index) ? "" : `${FEN_FIELDS[index]} ${field}`));
    return changed.filter(Boolean).join(", ");
}

/** "Line 2, column 7: ", counted from 1; in a text of one line only the column. */
export function placeText(text: string, [begin]: Span): string {
    const lines = text.slice(0, begin).split("\n");
    const column = `column ${lines.at(-1)!.length + 1}`;
    return text.includes("\n") ? `Line ${lines.length}, ${column}: ` : `${column[0]!.toUpperCase()}${column.slice(1)}: `;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What is wrong. The field says the line itself. */
export const message = (error: unknown): string =>
    error instanceof Error ? error.message.replace(/^line \d+: /, "") : String(error);

/** Shows what is wrong, or that nothing is; the field may have another text than the one that is. */
export function say(field: Field, text: string, isInvalid = text !== ""): void {
    byId(`${field.id}-error`).textContent = sentence(text);
    field.setAttribute("aria-invalid", String(isInvalid));
}

/** Whose text a field has: the game's, a faulty one from elsewhere, or what someone has typed. */
type State = "current" | "faulty" | "typed";

export class TextField {
    readonly #field: Field;
    /** The text of the game. */
    readonly #current: () => string;
    /** Finds what in a text an error is about. */
    readonly #misfit: (text: string, error: unknown) => Span | undefined;
    #state: State = "current";

    constructor(id: string, current: () => string, misfit: (text: string, error: unknown) => Span | undefined) {
        const field = byId<Field>(id);
        this.#field = field;
        this.#current = current;
        this.#misfit = misfit;
        field.addEventListener("input", () => {
            this.#become("typed");
            say(field, "");
        });
        onClick(`discard-${id}`, () => {
            this.#release();
            field.focus();
        });
    }

    get text(): string {
        return this.#field.value;
    }

    /** Whether it has another text than the game's. */
    get isEdited(): boolean {
        return this.#state !== "current";
    }

    /** Shows the text of the game, unless the field is being edited. */
    show(): void {
        if (this.isEdited) return;
        const text = this.#current();
        // Long texts take time.
        if (this.#field.value !== text) this.#field.value = text;
        say(this.#field, "");
    }

    /** A text has been loaded. What has been typed meanwhile stays. */
    loaded(text: string): void {
        if (this.#state !== "typed" || this.#field.value === text) this.#release();
    }

    /** Says what is wrong with a text, which has a name if it is not the field's, and shows where, unless another one
     * has been typed. Whether the field has got another text by that. */
    fail(text: string, error: unknown, name: string): boolean {
        const field = this.#field;
        const isOwn = field.value === text;
        const span = isOwn || this.#state !== "typed" ? this.#misfit(text, error) : undefined;
        if (span && !isOwn) {
            field.value = text;
            this.#become("faulty");
        }
        if (span) {
            say(field, `${placeText(text, span)}${message(error)}`);
            field.setSelectionRange(...span);
        } else if (isOwn) say(field, (error as Error).message);
        else say(field, `${name}: ${(error as Error).message}`, false);
        return span !== undefined && !isOwn;
    }

    /** Brings the field into view, with what is wrong. */
    reveal(): void {
        this.#field.focus();
        byId(`${this.#field.id}-error`).scrollIntoView({ block: "center" });
    }

    #release(): void {
        this.#become("current");
        this.show();
    }

    #become(state: State): void {
        this.#state = state;
        const { id } = this.#field;
        byId(`discard-${id}`).hidden = !this.isEdited;
        // The link would have the game instead.
        byId<HTMLButtonElement>(`link-${id}`).disabled = this.isEdited;
    }
}
