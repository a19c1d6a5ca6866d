// The fields for moves, FEN and PGN: what they cannot read, they say beside themselves, and nothing changes.

import { Game } from "seajay";

import { gameHash, positionHash } from "./address.js";
import { byId, onClick } from "./dom.js";
import { misfitOfFen, misfitOfMoves, placeText, type Span } from "./misfit.js";
import { NOBODY, readPgn, writePgn, type Players } from "./pgn.js";
import type { GameRecord } from "./record.js";

type Field = HTMLInputElement | HTMLTextAreaElement;

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Shows what is wrong with a field's text, or that nothing is. */
function say(field: Field, text: string): void {
    byId(`${field.id}-error`).textContent = text;
    field.setAttribute("aria-invalid", String(text !== ""));
}

/** Does something with a field's text; whether that worked. `misfit` finds what in the text the message is about. */
function attempt(
    field: Field,
    action: (text: string) => void,
    misfit: (text: string, message: string) => Span | undefined = () => undefined,
): boolean {
    const text = field.value;
    try {
        action(text);
        say(field, "");
        return true;
    } catch (error) {
        const span = misfit(text, message(error));
        say(field, `${span ? placeText(text, span) : ""}${message(error)}`);
        if (span) field.setSelectionRange(...span);
        return false;
    }
}

/** What is wrong with a PGN, or "". */
function complaint(text: string): string {
    try {
        readPgn(text).game.free();
        return "";
    } catch (error) {
        return message(error);
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
    readonly #onLoad: (game: Game, players: Players) => void;
    readonly #fen = byId<HTMLInputElement>("fen");
    readonly #pgn = byId<HTMLTextAreaElement>("pgn");

    constructor(record: GameRecord, onLoad: (game: Game, players: Players) => void) {
        this.#record = record;
        this.#onLoad = onLoad;
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

    /** Writes the position and the game. */
    show(players: Players): void {
        this.#fen.value = this.#record.game.fen();
        this.#pgn.value = writePgn(this.#record, players);
        say(this.#fen, "");
        say(this.#pgn, "");
    }

    #loadFen(): boolean {
        return attempt(this.#fen, (text) => this.#onLoad(new Game(text.trim()), NOBODY), misfitOfFen);
    }

    #loadPgn(): boolean {
        const load = (text: string) => {
            const { game, players } = readPgn(text);
            this.#onLoad(game, players);
        };
        return attempt(this.#pgn, load, (text, message) => misfitOfMoves(text, message, complaint));
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
