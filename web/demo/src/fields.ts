// The fields for moves, FEN and PGN: what they cannot read, they say beside themselves, and nothing changes.

import { Game } from "seajay";

import { byId, onClick } from "./dom.js";
import { NOBODY, readPgn, writePgn, type Players } from "./pgn.js";
import type { GameRecord } from "./record.js";

type Field = HTMLInputElement | HTMLTextAreaElement;

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Shows what is wrong with a field's text, or that nothing is. */
function say(field: Field, text: string): void {
    byId(`${field.id}-error`).textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
}

/** Does something with a field's text; whether that worked. */
function attempt(field: Field, action: (text: string) => void): boolean {
    try {
        action(field.value);
        say(field, "");
        return true;
    } catch (error) {
        say(field, message(error));
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

/** Copies a field's text, and says so on the button for a moment. */
async function copy(field: Field, button: HTMLElement): Promise<void> {
    try {
        await navigator.clipboard.writeText(field.value);
        button.textContent = "Copied";
    } catch {
        // Not allowed here: the text is selected, for the keyboard.
        field.select();
        button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
}

export class Fields {
    readonly #record: GameRecord;
    readonly #onLoad: (game: Game, players: Players) => void;
    readonly #fen = byId<HTMLInputElement>("fen");
    readonly #pgn = byId<HTMLTextAreaElement>("pgn");

    constructor(record: GameRecord, onLoad: (game: Game, players: Players) => void) {
        this.#record = record;
        this.#onLoad = onLoad;
        onClick("copy-fen", () => void copy(this.#fen, byId("copy-fen")));
        onClick("copy-pgn", () => void copy(this.#pgn, byId("copy-pgn")));
        onClick("load-pgn", () => this.#loadPgn());
        byId("fen-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#loadFen();
        });
        for (const field of [this.#fen, this.#pgn]) field.addEventListener("input", () => say(field, ""));
        document.addEventListener("paste", (event) => this.#pasted(event));
    }

    /** Writes the position and the game. */
    show(players: Players): void {
        this.#fen.value = this.#record.game.fen();
        this.#pgn.value = writePgn(this.#record, players);
        say(this.#fen, "");
        say(this.#pgn, "");
    }

    #loadFen(): boolean {
        return attempt(this.#fen, (text) => this.#onLoad(new Game(text.trim()), NOBODY));
    }

    #loadPgn(): boolean {
        return attempt(this.#pgn, (text) => {
            const { game, players } = readPgn(text);
            this.#onLoad(game, players);
        });
    }

    /** A FEN or a PGN may be pasted anywhere. A field that cannot read it comes into view. */
    #pasted(event: ClipboardEvent): void {
        if (event.target instanceof Element && event.target.closest("input, textarea")) return;
        const text = event.clipboardData?.getData("text").trim();
        if (!text) return;
        const isFen = /^\S+\/\S+\/\S+\/\S+\//.test(text);
        const field = isFen ? this.#fen : this.#pgn;
        field.value = text;
        const isLoaded = isFen ? this.#loadFen() : this.#loadPgn();
        if (!isLoaded) field.focus();
    }
}
