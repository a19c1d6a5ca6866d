// What a reload leaves as it is: the games on the table, where one is in them, and the match.

import type { Color } from "seajay";

import type { SavedMatch } from "./match.js";
import type { SavedGame } from "./record.js";
import { keep, keepFile, recall, recallFile } from "./store.js";

export type Mode = "analyse" | "play";

export interface SavedTable {
    /** What the address asked for. */
    hash: string;
    game: SavedGame;
    mode: Mode;
    orientation: Color;
    match?: SavedMatch | undefined;
    /** The game that was replaced last, and can be restored. */
    replaced?: SavedGame | undefined;
}

/** A game as the tab keeps it: with the key of its file, if that has several games. */
type Kept = Omit<SavedGame, "games"> & { games: readonly string[] | number };

/** The files that are kept: they never change. */
const keys = new WeakMap<readonly string[], number>();

/** What stands for a file that could not be read, and what was kept of it: the next reload may read it. */
const unread = new WeakMap<readonly string[], Kept>();

/** Keeps all of it; `onFailure` hears, perhaps later, that something is not. */
export function keepTable(table: SavedTable, onFailure: () => void): void {
    const game = fold(table.game, onFailure);
    const replaced = table.replaced && fold(table.replaced, onFailure);
    if (keep("game", "table", { ...table, game, replaced })) return;
    onFailure();
    // As much as fits: at least the game on the board stays.
    if (keep("game", "table", { ...table, game, replaced: undefined })) return;
    const loss = "The browser has not kept what has been changed in the other games of the file";
    const changed = game.changed && { [game.index]: game.changed[game.index]! };
    keep("game", "table", { ...table, game: { ...game, changed, loss }, replaced: undefined });
}

export async function recallTable(): Promise<SavedTable | undefined> {
    const table = recall("game", "table") as
        | (Omit<SavedTable, "game" | "replaced"> & { game: Kept; replaced?: Kept })
        | undefined;
    if (!table) return undefined;
    const replaced = table.replaced && (await unfold(table.replaced));
    return { ...table, game: await unfold(table.game), replaced };
}

function fold({ games, changed = {}, ...game }: SavedGame, onFailure: () => void): Kept {
    const file = unread.get(games);
    if (file) {
        const { line, place } = game;
        return { ...file, changed: { ...file.changed, [file.index]: changed[0] ?? games[0]! }, line, place };
    }
    if (games.length === 1) return { ...game, games: [changed[0] ?? games[0]!] };
    let key = keys.get(games);
    if (key === undefined) {
        // The time, so that it can be forgotten one day, and what makes it the only one.
        key = Date.now() + Math.random();
        keys.set(games, key);
        keepFile(key, games).catch(onFailure);
    }
    return { ...game, changed, games: key };
}

async function unfold(kept: Kept): Promise<SavedGame> {
    const { games: key, ...game } = kept;
    if (typeof key !== "number") return { ...game, games: key };
    const { index, changed = {}, faults = {} } = game;
    const [text, fault] = [changed[index]!, faults[index]];
    const alone: SavedGame = { ...game, games: [text], index: 0, changed: {}, faults: fault ? { 0: fault } : {} };
    try {
        const games = await recallFile(key);
        if (!games) return { ...alone, loss: "The browser has not kept the other games of the file" };
        keys.set(games, key);
        return { ...game, games };
    } catch {
        unread.set(alone.games, kept);
        return { ...alone, loss: "The browser cannot read the other games of the file: a reload tries it again" };
    }
}
