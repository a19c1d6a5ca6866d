// The fields for moves, FEN and PGN: what they cannot read, they say beside themselves, and nothing changes.

import { Game, PgnError } from "seajay";

import { gameHash, positionHash } from "./address.js";
import { byId, count, make, onClick } from "./dom.js";
import { namesOf, readGames, readOn, turn, TURN_MS, type Reading } from "./games.js";
import { saved, type Change, type GameRecord, type SavedGame } from "./record.js";
import { corrections, message, misfitOfFen, misfitOfPgn, say, TextField } from "./text-field.js";

/** How many characters of games a browser shows in a moment. */
const MAX_SHOWN = 200_000;

/** A field to type moves in, as people write them. */
export function startMoveField(record: GameRecord, onMoves: (moves: string[]) => void): void {
    const field = byId<HTMLInputElement>("move");
    byId("entry").addEventListener("submit", (event) => {
        event.preventDefault();
        if (!field.value.trim()) return;
        try {
            onMoves(readMoves(record.game, field.value));
            say(field, "");
            field.value = "";
        } catch (error) {
            say(field, moveMessage(error));
        }
    });
    field.addEventListener("input", () => say(field, ""));
    field.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        field.value = "";
        say(field, "");
        field.blur();
    });
}

/** Moves as people type them: pieces in small letters, too, where no pawn can be meant. */
function readMoves(game: Game, text: string): string[] {
    const small = /^\s*([nrqk]|b(?=[a-h]?x?[a-h][1-8]))/;
    try {
        return game.fromSan(text);
    } catch (error) {
        if (!small.test(text)) throw error;
        return game.fromSan(text.replace(small, (letter) => letter.toUpperCase()));
    }
}

/** What is wrong with a move, without its number and the FEN, which the board shows. */
const moveMessage = (error: unknown): string =>
    message(error).replace(/^move \d+ /, "").replace(/, with (White|Black) to move in .*/, "");

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

/** The name for a file with the game, or with several. */
function fileName({ tags, gameCount }: GameRecord): string {
    const names = gameCount === 1 ? namesOf(tags).replace(/[^\p{L}\p{N}.,' –-]/gu, "_") : "";
    return `${names || "games"}.pgn`;
}

/** What of a game is not in its link. */
function droppedByLink({ root, tags }: GameRecord): string {
    const nodes = root.all;
    const parts = {
        comments: nodes.some(({ comment, intro, nags }) => comment || intro || nags.length > 0),
        variations: nodes.some(({ variations }) => variations.length > 0),
        names: namesOf(tags) !== "",
    };
    return new Intl.ListFormat("en").format(Object.entries(parts).flatMap(([part, isThere]) => (isThere ? part : [])));
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
    /** A position, and what had to be changed in its FEN. */
    onFen(game: SavedGame, corrections: string): void;
    /** Another file, or the same one after its text has been edited. */
    onPgn(file: SavedGame, isAnother: boolean): void;
    /** Many games are being read, or that has failed. */
    onBusy(isBusy: boolean): void;
    /** Whether nothing from elsewhere may be loaded now, which it tells the reader. */
    refuses(): boolean;
}

/** One game of a file that is too large to show. */
interface Part {
    file: readonly string[];
    index: number;
}

/** Texts that are not the field's, as a message names them. */
type Source = "The file" | "The pasted text";

/** A text as a field has it. */
const normal = (text: string): string => text.replace(/\r\n?/g, "\n");

export class Fields {
    readonly #record: GameRecord;
    readonly #listener: FieldsListener;
    readonly #fen: TextField;
    readonly #pgn: TextField;
    /** The PGN of the games, or of the one on the board if they are too many to show. */
    #current = "";
    #currentPart: Part | undefined;
    /** What the field has: all games, unless it is a part. */
    #part: Part | undefined;
    #reading: Reading<SavedGame> | undefined;
    #isBusy = false;

    constructor(record: GameRecord, listener: FieldsListener) {
        this.#record = record;
        this.#listener = listener;
        this.#fen = new TextField("fen", () => record.game.fen(), (text, error) => misfitOfFen(text, message(error)));
        this.#pgn = new TextField("pgn", () => this.#showCurrent(), (text, error) =>
            error instanceof PgnError ? misfitOfPgn(text, error) : undefined,
        );
        this.#startCopies();
        byId("fen-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#loadFen(this.#fen.text);
        });
        onClick("load-pgn", () => void this.#loadPgn(this.#pgn.text));
        onClick("save-pgn", () => save(this.#allGames, record.name ?? fileName(record)));
        this.#startPicker();
        document.addEventListener("paste", (event) => this.#pasted(event));
    }

    #startCopies(): void {
        const record = this.#record;
        const here = () => location.href.split("#")[0];
        const whole = () => {
            const place = record.mainPlace === record.place ? "at this position" : "where this variation begins";
            const dropped = droppedByLink(record);
            return `The link opens the moves of the game itself, ${place}${dropped && `, without ${dropped}`}.`;
        };
        const copies: Record<string, [text: () => string, purpose: () => string]> = {
            "copy-fen": [() => this.#fen.text, () => ""],
            "copy-pgn": [() => this.#allGames, () => ""],
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
            if (!file || this.#listener.refuses()) return;
            try {
                await this.#loadPgn(normal(await textOf(file)), "The file", file.name);
            } catch (error) {
                this.#failed(this.#pgn, "", error, "The file");
            }
        });
    }

    /** All games, with a text under edit as it is. */
    get #allGames(): string {
        const { games } = this.#record;
        if (!this.#pgn.isEdited) return games.join("");
        const { text } = this.#pgn;
        return this.#part ? games.with(this.#part.index, `${text.trim()}\n\n`).join("") : text;
    }

    /** Writes the position, and the games if they have changed. */
    show(change: Change): void {
        if (change === "moves") this.#writeGames();
        byId("copied").textContent = "";
        this.#fen.show();
        this.#pgn.show();
    }

    #writeGames(): void {
        const { games, pgn, file, index } = this.#record;
        const size = games.reduce((sum, text) => sum + text.length, 0);
        const isTooLarge = games.length > 1 && size > MAX_SHOWN;
        this.#current = isTooLarge ? pgn : games.join("");
        this.#currentPart = isTooLarge ? { file, index } : undefined;
        // A text under edit outlives its file.
        if (this.#part?.file !== file) this.#label(undefined);
    }

    #showCurrent(): string {
        this.#label(this.#currentPart);
        return this.#current;
    }

    /** Says what the field has. */
    #label(part: Part | undefined): void {
        this.#part = part;
        byId("pgn-label").textContent = part
            ? `Game ${count(part.index + 1)} (PGN); Save and Copy have all ${count(part.file.length)}`
            : "Games (PGN)";
    }

    #loadFen(text: string, source?: Source): void {
        try {
            const game = new Game(text.trim(), [], { lenient: true });
            const changed = corrections(text, game.fen());
            this.#listener.onFen(saved(game), changed);
            this.#fen.loaded(text);
        } catch (error) {
            this.#failed(this.#fen, text, error, source);
        }
    }

    /** Loads the games of a text: many of them little by little, unless others are to be loaded meanwhile. */
    async #loadPgn(text: string, source?: Source, name?: string): Promise<void> {
        this.#reading?.return(undefined as never);
        const reading = readGames(text);
        const part = this.#part;
        this.#reading = reading;
        try {
            let read = readOn(reading, TURN_MS);
            while (!read) {
                if (!this.#isBusy) this.#listener.onBusy(true);
                this.#isBusy = true;
                await turn();
                if (reading !== this.#reading) return;
                read = readOn(reading, TURN_MS);
            }
            if (source) this.#listener.onPgn({ ...read, name }, true);
            else this.#listener.onPgn(this.#edited(read, part), read.games.length !== this.#record.gameCount);
            this.#pgn.loaded(text);
        } catch (error) {
            if (this.#isBusy) this.#listener.onBusy(false);
            this.#failed(this.#pgn, text, error, source);
        }
        this.#isBusy = false;
    }

    /** The file with the games that its text has become. */
    #edited(read: SavedGame, part: Part | undefined): SavedGame {
        const { games, changed, faults = {}, index, name } = this.#record.save();
        if (part?.file !== games) return { ...read, name, index: read.games.length === games.length ? index : 0 };
        const [game, ...more] = read.games;
        if (more.length > 0) throw new Error("the field has one game of a file: paste several beside it, or open them");
        const { [part.index]: fault, ...others } = faults;
        return { games, changed: { ...changed, [part.index]: game! }, faults: others, index: part.index, name };
    }

    /** Says what is wrong with a text; one from elsewhere has the reader's attention, but not during a match. */
    #failed(field: TextField, text: string, error: unknown, source?: Source): void {
        if (source && this.#listener.refuses()) return;
        const isAnother = field.fail(text, error, source ?? "The text before");
        if (isAnother && field === this.#pgn) this.#label(undefined);
        if (source) field.reveal();
    }

    /** A FEN or a PGN may be pasted anywhere. */
    #pasted(event: ClipboardEvent): void {
        if (event.target instanceof Element && event.target.closest("input, textarea")) return;
        const text = normal(event.clipboardData?.getData("text") ?? "").trim();
        if (!text) return;
        // The field gets it here, and not once more by the browser.
        event.preventDefault();
        if (this.#listener.refuses()) return;
        const isFen = /^[^[\n]*([\dpnbrqk~]+(\/|%2F)){4}/i.test(text);
        if (isFen) this.#loadFen(text, "The pasted text");
        else void this.#loadPgn(text, "The pasted text");
    }
}
