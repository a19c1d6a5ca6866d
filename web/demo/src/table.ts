// What a reload leaves as it is: the games on the table, where one is in them, and the match.

import type { Color } from "seajay";

import type { SavedMatch } from "./match.js";
import type { SavedGame } from "./record.js";
import { keep, keepFile, recall, recallFile } from "./store.js";

export interface SavedTable {
    /** What the address asked for. */
    hash: string;
    game: SavedGame;
    mode: "analyse" | "play";
    orientation: Color;
    match?: SavedMatch | undefined;
    /** The game that was replaced last, and can be restored. */
    replaced?: SavedGame | undefined;
}

/** A game as the tab keeps it: with the key of its file, if that has several games. */
type Kept = Omit<SavedGame, "games"> & { games: readonly string[] | number };

/** The files that are kept: they never change. */
const keys = new WeakMap<readonly string[], number>();

/** Keeps all of it; `onFailure` hears, perhaps later, that something is not. */
export function keepTable(table: SavedTable, onFailure: () => void): void {
    const game = fold(table.game, onFailure);
    const replaced = table.replaced && fold(table.replaced, onFailure);
    if (keep("game", "table", { ...table, game, replaced })) return;
    onFailure();
    // At least the game on the board stays, if it fits.
    keep("game", "table", { ...table, game, replaced: undefined });
}

export async function recallTable(): Promise<SavedTable | undefined> {
    const table = recall("game", "table") as (SavedTable & { game: Kept; replaced?: Kept }) | undefined;
    if (!table) return undefined;
    const replaced = table.replaced && (await unfold(table.replaced));
    return { ...table, game: await unfold(table.game), replaced };
}

function fold({ games, changed = {}, ...game }: SavedGame, onFailure: () => void): Kept {
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

async function unfold({ games: kept, ...game }: Kept): Promise<SavedGame> {
    if (typeof kept !== "number") return { ...game, games: kept };
    const games = await recallFile(kept);
    if (games) {
        keys.set(games, kept);
        return { ...game, games };
    }
    const { index, changed = {}, faults = {} } = game;
    return { ...game, games: [changed[index]!], index: 0, changed: {}, faults: { 0: faults[index]! }, isAlone: true };
}
