// The fields for moves, FEN and PGN: what they cannot read, they say beside themselves, and nothing changes.

import { Game, PgnError } from "seajay";

import { gameHash, positionHash } from "./address.js";
import { byId, onClick } from "./dom.js";
import { misfitOfFen, misfitOfPgn, placeText, type Span } from "./misfit.js";
import type { GameRecord } from "./record.js";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The field says the line itself. */
const message = (error: unknown): string =>
    error instanceof Error ? error.message.replace(/^line \d+: /, "") : String(error);

/** Shows what is wrong with a field's text, or that nothing is. */
function say(field: Field, text: string): void {
    byId(`${field.id}-error`).textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
}

/** Does something with a field's text; whether that worked. `misfit` finds what in the text the error is about. */
function attempt(
    field: Field,
    action: (text: string) => void,
    misfit: (text: string, error: unknown) => Span | undefined = () => undefined,
): boolean {
    const text = field.value;
    try {
        action(text);
        say(field, "");
        return true;
    } catch (error) {
        const span = misfit(text, error);
        say(field, `${span ? placeText(text, span) : ""}${message(error)}`);
        if (span) field.setSelectionRange(...span);
        return false;
    }
}

/** A field to type moves in, as people write them. */
export function startMoveField(record: GameRecord, onMoves: (moves: string[]) => void): void {
    const field = byId<HTMLInputElement>("move");
    byId("entry").addEventListener("submit", (event) => {
        event.preventDefault();
        if (!field.value.trim()) return;
        if (attempt(field, (text) => onMoves(record.game.fromSan(text)))) field.value = "";
    });
    field.addEventListener("input", () => say(field, ""));
}

/** The position is another one: what was wrong with a move may be right now. */
export function forgetMoveError(): void {
    say(byId<HTMLInputElement>("move"), "");
}

/** Copies a text, and says so on the button for a moment. */
async function copy(text: string, button: HTMLElement): Promise<void> {
    const name = button.textContent;
    try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
    } catch {
        button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = name), 1500);
}

export class Fields {
    readonly #record: GameRecord;
    readonly #onFen: (game: Game) => void;
    readonly #onPgn: (text: string) => void;
    readonly #fen = byId<HTMLInputElement>("fen");
    readonly #pgn = byId<HTMLTextAreaElement>("pgn");

    constructor(record: GameRecord, onFen: (game: Game) => void, onPgn: (text: string) => void) {
        this.#record = record;
        this.#onFen = onFen;
        this.#onPgn = onPgn;
        const here = () => location.href.split("#")[0];
        const copies: Record<string, () => string> = {
            "copy-fen": () => this.#fen.value,
            "copy-pgn": () => this.#pgn.value,
            "link-fen": () => `${here()}${positionHash(record)}`,
            "link-pgn": () => `${here()}${gameHash(record)}`,
        };
        for (const [id, text] of Object.entries(copies)) onClick(id, () => void copy(text(), byId(id)));
        onClick("load-pgn", () => this.#loadPgn());
        byId("fen-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#loadFen();
        });
        for (const field of [this.#fen, this.#pgn]) field.addEventListener("input", () => say(field, ""));
        document.addEventListener("paste", (event) => this.#pasted(event));
    }

    /** Writes the position and the games. */
    show(): void {
        this.#fen.value = this.#record.game.fen();
        const text = this.#record.games.join("");
        // Many games take time.
        if (this.#pgn.value !== text) this.#pgn.value = text;
        say(this.#fen, "");
        say(this.#pgn, "");
    }

    #loadFen(): boolean {
        const misfit = (text: string, error: unknown) => misfitOfFen(text, message(error));
        return attempt(this.#fen, (text) => this.#onFen(new Game(text.trim())), misfit);
    }

    #loadPgn(): boolean {
        const misfit = (text: string, error: unknown) =>
            error instanceof PgnError ? misfitOfPgn(text, error) : undefined;
        return attempt(this.#pgn, this.#onPgn, misfit);
    }

    /** A FEN or a PGN may be pasted anywhere. A field that cannot read it comes into view. */
    #pasted(event: ClipboardEvent): void {
        if (event.target instanceof Element && event.target.closest("input, textarea")) return;
        const text = event.clipboardData?.getData("text").trim();
        if (!text) return;
        // The field gets it here, and not once more by the browser.
        event.preventDefault();
        const isFen = /^\S+\/\S+\/\S+\/\S+\//.test(text);
        const field = isFen ? this.#fen : this.#pgn;
        field.value = text;
        const isLoaded = isFen ? this.#loadFen() : this.#loadPgn();
        if (isLoaded) return;
        field.focus();
        byId(`${field.id}-error`).scrollIntoView({ block: "center" });
    }
}
