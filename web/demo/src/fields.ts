// The fields for moves, FEN and PGN: what they cannot read, they say beside themselves, and nothing changes.

import { Game, PgnError } from "seajay";

import { gameHash, positionHash } from "./address.js";
import { byId, make, onClick } from "./dom.js";
import { readGames, readOn, type Reading } from "./games.js";
import { misfitOfFen, misfitOfPgn } from "./misfit.js";
import type { Change, GameRecord, SavedGame } from "./record.js";
import { message, say, TextField } from "./text-field.js";

/** How many letters of games a browser shows in a moment. */
const MAX_SHOWN = 200_000;

/** How long games are read before the page has its turn. */
const TURN_MS = 50;

/** A field to type moves in, as people write them. */
export function startMoveField(record: GameRecord, onMoves: (moves: string[]) => void): void {
    const field = byId<HTMLInputElement>("move");
    byId("entry").addEventListener("submit", (event) => {
        event.preventDefault();
        if (!field.value.trim()) return;
        try {
            onMoves(record.game.fromSan(field.value));
            say(field, "");
            field.value = "";
        } catch (error) {
            say(field, message(error));
        }
    });
    field.addEventListener("input", () => say(field, ""));
}

/** The position is another one: what was wrong with a move may be right now. */
export function forgetMoveError(): void {
    say(byId<HTMLInputElement>("move"), "");
}

/** Copies a text, and says so on the button for a moment, and below what it is for. */
async function copy(text: string, button: HTMLElement, purpose: string): Promise<void> {
    const name = button.textContent;
    try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
        byId("copied").textContent = purpose;
    } catch {
        button.textContent = "Not allowed";
    }
    setTimeout(() => (button.textContent = name), 1500);
}

/** Gives a text to the reader as a file. */
function save(text: string, name: string): void {
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-chess-pgn" }));
    make("a", { href: address, download: name }).click();
    // The browser may take its time.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The text of a file, which need not be UTF-8. */
async function textOf(file: File): Promise<string> {
    const bytes = await file.arrayBuffer();
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        return new TextDecoder("windows-1252").decode(bytes);
    }
}

export interface FieldsListener {
    onFen(game: Game): void;
    onPgn(file: SavedGame): void;
    /** Many games are being read, or nothing has come of that. */
    onBusy(isBusy: boolean): void;
}

export class Fields {
    readonly #record: GameRecord;
    readonly #listener: FieldsListener;
    readonly #fen: TextField;
    readonly #pgn: TextField;
    /** The PGN of the games, or of the one on the board if they are too many to show. */
    #shown = "";
    #reading: Reading | undefined;
    #isBusy = false;

    constructor(record: GameRecord, listener: FieldsListener) {
        this.#record = record;
        this.#listener = listener;
        this.#fen = new TextField("fen", () => record.game.fen(), (text, error) => misfitOfFen(text, message(error)));
        this.#pgn = new TextField("pgn", () => this.#shown, (text, error) =>
            error instanceof PgnError ? misfitOfPgn(text, error) : undefined,
        );
        this.#startCopies();
        byId("fen-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#loadFen(this.#fen.text);
        });
        onClick("load-pgn", () => void this.#loadPgn(this.#pgn.text));
        onClick("save-pgn", () => save(record.games.join(""), "games.pgn"));
        this.#startPicker();
        document.addEventListener("paste", (event) => this.#pasted(event));
    }

    #startCopies(): void {
        const record = this.#record;
        const here = () => location.href.split("#")[0];
        const whole = () => {
            const place = record.mainPlace === record.place ? "at this position" : "where this variation begins";
            return `The link opens the moves of the game itself, ${place}.`;
        };
        const copies: Record<string, [text: () => string, purpose: () => string]> = {
            "copy-fen": [() => record.game.fen(), () => ""],
            "copy-pgn": [() => record.games.join(""), () => ""],
            "link-fen": [
                () => `${here()}${positionHash(record)}`,
                () => "The link opens this position, without the game.",
            ],
            "link-pgn": [() => `${here()}${gameHash(record)}`, whole],
        };
        for (const [id, [text, purpose]] of Object.entries(copies))
            onClick(id, () => void copy(text(), byId(id), purpose()));
    }

    #startPicker(): void {
        const picker = byId<HTMLInputElement>("file");
        onClick("open-file", () => picker.click());
        picker.addEventListener("change", async () => {
            const [file] = picker.files ?? [];
            // The same file may be opened again.
            picker.value = "";
            try {
                if (file) await this.#loadPgn(await textOf(file), true);
            } catch (error) {
                this.#pgn.fail("", error, true);
            }
        });
    }

    /** Writes the position, and the games if they have changed. */
    show(change: Change): void {
        if (change === "moves") this.#writeGames();
        byId("copied").textContent = "";
        this.#fen.show();
        this.#pgn.show();
    }

    #writeGames(): void {
        const { games, pgn } = this.#record;
        const size = games.reduce((sum, text) => sum + text.length, 0);
        const isTooLarge = games.length > 1 && size > MAX_SHOWN;
        this.#shown = isTooLarge ? pgn : games.join("");
        byId("pgn-label").textContent = isTooLarge
            ? `This game (PGN); Save and Copy have all ${games.length}`
            : "Games (PGN)";
    }

    #loadFen(text: string, isFromElsewhere = false): void {
        try {
            this.#listener.onFen(new Game(text.trim()));
            this.#fen.loaded(text);
        } catch (error) {
            this.#fen.fail(text, error, isFromElsewhere);
        }
    }

    /** Loads the games of a text: many of them little by little, unless others are to be loaded meanwhile. */
    async #loadPgn(text: string, isFromElsewhere = false): Promise<void> {
        this.#reading?.return(undefined as never);
        const reading = readGames(text);
        this.#reading = reading;
        try {
            let read = readOn(reading, TURN_MS);
            while (!read) {
                if (!this.#isBusy) this.#listener.onBusy(true);
                this.#isBusy = true;
                await new Promise((resolve) => setTimeout(resolve));
                if (reading !== this.#reading) return;
                read = readOn(reading, TURN_MS);
            }
            this.#listener.onPgn(read);
            this.#pgn.loaded(text);
        } catch (error) {
            if (this.#isBusy) this.#listener.onBusy(false);
            this.#pgn.fail(text, error, isFromElsewhere);
        }
        this.#isBusy = false;
    }

    /** A FEN or a PGN may be pasted anywhere. */
    #pasted(event: ClipboardEvent): void {
        if (event.target instanceof Element && event.target.closest("input, textarea")) return;
        const text = event.clipboardData?.getData("text").trim();
        if (!text) return;
        // The field gets it here, and not once more by the browser.
        event.preventDefault();
        const isFen = /^\S+\/\S+\/\S+\/\S+\//.test(text);
        if (isFen) this.#loadFen(text, true);
        else void this.#loadPgn(text, true);
    }
}
