// The games of a file: read, and chosen from.

import { readPgn, writePgn, type PgnError, type PgnRecord } from "seajay";

import { byId, count, make, onClick, startDialog } from "./dom.js";
import { known, type GameRecord, type SavedGame } from "./record.js";
import { resultText } from "./verdict.js";

export type Reading = Generator<void, SavedGame, void>;

/** Reads the games of a text, one with each step. Throws what is wrong with the only one. */
export function* readGames(text: string): Reading {
    const games: string[] = [];
    const faults: Record<number, string> = {};
    let last: PgnError | undefined;
    for (const record of readPgn(text)) {
        last = record.error;
        if (last) faults[games.length] = last.message;
        games.push(writePgn(record));
        record.game.free();
        yield;
    }
    if (games.length === 0) throw new Error("there is no game in the text");
    if (games.length === 1 && last) throw last;
    return { games, index: 0, faults };
}

/** Reads on until the games end, or the time is up: then there is no result yet. */
export function readOn(reading: Reading, ms = Infinity): SavedGame | undefined {
    const end = performance.now() + ms;
    for (;;) {
        const { done, value } = reading.next();
        if (done) return value;
        if (performance.now() > end) return undefined;
    }
}

/** The tags of a game as `writePgn` writes them. */
function tagsOf(pgn: string): PgnRecord["tags"] {
    const tags = pgn.slice(0, pgn.indexOf("\n\n")).matchAll(/^\[(\S+) "(.*)"\]$/gm);
    return Object.fromEntries(Array.from(tags, ([, name, value]) => [name, value!.replace(/\\(.)/g, "$1")]));
}

/** Where and when a game was played. */
export function eventText({ Event, Site, Date, Round }: PgnRecord["tags"]): string {
    const round = known(Round) && `round ${Round}`;
    return [known(Event), known(Site), round, known(Date?.replaceAll(".??", ""))].filter(Boolean).join(", ");
}

function title(text: string, hasFault: boolean): HTMLElement[] {
    const tags = tagsOf(text);
    const [white, black] = [tags.White, tags.Black].map((name) => known(name) || "?");
    const result = known(tags.Result?.replace("*", ""));
    const names = `${white} – ${black}${result ? ` ${resultText(result)}` : ""}`;
    return [
        make("span", {}, names),
        make("span", { class: "quiet-text" }, eventText(tags)),
        ...(hasFault ? [make("span", { class: "error" }, "Has a fault")] : []),
    ];
}

/** The list of the games of the file. */
export class GameList {
    readonly #record: GameRecord;
    readonly #dialog: HTMLDialogElement;

    constructor(record: GameRecord, onChoose: (index: number) => void) {
        this.#record = record;
        onClick("show-games", () => this.#fill());
        this.#dialog = startDialog("games");
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
        byId("show-games").hidden = gameCount < 2;
        byId("show-games").textContent = `Game ${count(index + 1)} of ${count(gameCount)}`;
    }

    open(): void {
        this.#fill();
        this.#dialog.showModal();
    }

    #fill(): void {
        const { games, faults, index } = this.#record;
        byId("game-list").replaceChildren(
            ...games.map((text, number) => {
                const isHere = number === index;
                const attributes = { "data-index": number, "aria-current": isHere && "true", autofocus: isHere };
                const parts = title(text, number in faults);
                return make("li", {}, make("button", { type: "button", ...attributes }, ...parts));
            }),
        );
    }
}
