// The games of a file: listed, looked through for faults, and chosen from.

import { listPgn, readPgn, writePgn, type PgnEntry, type PgnRecord } from "seajay";

import { byId, count, make, onClick, startDialog } from "./dom.js";
import { known, type GameRecord, type SavedGame } from "./record.js";
import { resultText } from "./verdict.js";

/** Work that is done a step at a time. */
export type Reading<T> = Generator<void, T, void>;

/** How long games are read before the page has its turn. */
export const TURN_MS = 50;

export const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Lists the games of a text. Of the only one it throws what is wrong with it. */
export function* readGames(text: string): Reading<SavedGame> {
    const entries: PgnEntry[] = [];
    for (const entry of listPgn(text)) {
        entries.push(entry);
        yield;
    }
    if (entries.length === 0) throw new Error("there is no game in the text");
    if (entries.length === 1) return { games: [rewritten(text)], index: 0 };
    const games = entries.map(({ offset }, index) => `${text.slice(offset, entries[index + 1]?.offset).trim()}\n\n`);
    listed.set(games, entries);
    return { games, index: 0 };
}

/** What is known of the games of files. */
const listed = new WeakMap<readonly string[], readonly PgnEntry[]>();

function entriesOf(file: readonly string[]): readonly PgnEntry[] {
    const entries = listed.get(file) ?? [...listPgn(file.join(""))];
    listed.set(file, entries);
    return entries;
}

/** A game as it is written here. */
function rewritten(text: string): string {
    const [record] = readPgn(text);
    if (record!.error) throw record!.error;
    const pgn = writePgn(record!);
    record!.game.free();
    return pgn;
}

/** What is wrong with the games of a text, by their index. */
export function* findFaults(text: string): Reading<Record<number, string>> {
    const faults: Record<number, string> = {};
    let index = 0;
    for (const { game, error } of readPgn(text)) {
        if (error) faults[index] = error.message;
        game.free();
        index++;
        yield;
    }
    return faults;
}

/** Reads on until the end, or until the time is up: then there is no result yet. */
export function readOn<T>(reading: Reading<T>, ms = Infinity): T | undefined {
    const end = performance.now() + ms;
    for (;;) {
        const { done, value } = reading.next();
        if (done) return value;
        if (performance.now() > end) return undefined;
    }
}

/** Where and when a game was played. */
export function eventText({ Event, Site, Date, Round }: PgnRecord["tags"]): string {
    const round = known(Round) && `round ${Round}`;
    return [known(Event), known(Site), round, known(Date?.replaceAll(".??", ""))].filter(Boolean).join(", ");
}

/** Who plays; "" if nobody knows. */
export function namesOf({ White, Black }: PgnRecord["tags"]): string {
    const names = [known(White), known(Black)];
    return names.some(Boolean) ? names.map((name) => name || "?").join(" – ") : "";
}

type Stored = Pick<SavedGame, "index" | "changed"> & { games: readonly string[] | number };

const pgnOf = ({ games, changed, index }: Stored): string =>
    changed?.[index] ?? (typeof games === "number" ? "" : games[index]!);

/** Who plays in the game that is shown. */
export const namesIn = (game: Stored): string => namesOf(entriesOf([pgnOf(game)])[0]?.tags ?? {});

/** The game that is shown: who plays, or else the first moves, and where. */
export const titleOf = (game: Stored): HTMLElement[] => title(pgnOf(game));

function title(pgn: string, entry = entriesOf([pgn])[0]): HTMLElement[] {
    const { tags = {}, result = "*" } = entry ?? {};
    const names = namesOf(tags) || firstMoves(pgn);
    const end = result === "*" ? "" : resultText(result);
    return [
        make("span", {}, `${names} ${end}`.trim()),
        make("span", { class: "quiet-text" }, eventText(tags)),
    ];
}

function firstMoves(pgn: string): string {
    const moves = pgn.slice(pgn.lastIndexOf("]\n") + 1).trim();
    return moves.length > 40 ? `${moves.slice(0, 40)}…` : moves;
}

/** The list of the games of the file. */
export class GameList {
    readonly #record: GameRecord;
    readonly #dialog: HTMLDialogElement;
    readonly #filter = byId<HTMLInputElement>("filter");
    #items: readonly HTMLElement[] = [];

    constructor(record: GameRecord, onChoose: (index: number) => void) {
        this.#record = record;
        onClick("show-file-games", () => this.#fill());
        this.#dialog = startDialog("file-games");
        this.#filter.addEventListener("input", () => this.#hide());
        byId("game-list").addEventListener("click", (event) => {
            const button = (event.target as Element).closest<HTMLElement>("button");
            if (!button) return;
            this.#dialog.close();
            onChoose(Number(button.dataset.index));
        });
    }

    /** Shows that there are several games, if so. */
    show(): void {
        const { gameCount, index } = this.#record;
        byId("show-file-games").hidden = gameCount < 2;
        byId("show-file-games").textContent = `Game ${count(index + 1)} of ${count(gameCount)}`;
    }

    /** Shows the list of another file. */
    open(): void {
        this.#filter.value = "";
        this.#fill();
        this.#dialog.showModal();
    }

    /** Marks the games that have a fault, once that is known. */
    mark(): void {
        for (const index of Object.keys(this.#record.faults)) {
            const button = this.#items[Number(index)]?.querySelector("button");
            if (button?.childElementCount === 2) button.append(make("span", { class: "error" }, "Has a fault"));
        }
    }

    #fill(): void {
        const { games, file, index } = this.#record;
        const entries = entriesOf(file);
        this.#items = games.map((text, number) => {
            const isHere = number === index;
            const attributes = { "data-index": number, "aria-current": isHere && "true", autofocus: isHere };
            const parts = title(text, text === file[number] ? entries[number] : undefined);
            return make("li", {}, make("button", { type: "button", ...attributes }, ...parts));
        });
        byId("game-list").replaceChildren(...this.#items);
        this.mark();
        this.#hide();
    }

    /** Hides the games that have not all words of the filter in their names and events. */
    #hide(): void {
        const words = this.#filter.value.toLowerCase().match(/\S+/g) ?? [];
        for (const item of this.#items)
            item.hidden = !words.every((word) => item.textContent.toLowerCase().includes(word));
    }
}
