// What outlives a page: the game on the table as it was left, for a reload of the tab, and the last ones for any tab.

import type { Color } from "seajay";

import type { SavedMatch } from "./match.js";
import type { SavedGame } from "./record.js";
import {
    dropItem,
    dropOldItems,
    FORMAT,
    keep,
    keepItem,
    newKey,
    recall,
    recallItem,
    recallItems,
} from "./store.js";

export type Mode = "analyse" | "play";

/** Games on the table, where one is in them, and the match. */
export interface Work {
    /** Another one in each page, so that no page overwrites what another one has. */
    id: number;
    /** When it was left. */
    time: number;
    game: SavedGame;
    mode: Mode;
    orientation?: Color;
    match?: SavedMatch | undefined;
    /** The match is not over. */
    isPlaying?: boolean;
    /** Another page has left it, and may go on with it. */
    isFromElsewhere?: boolean;
}

export interface SavedTable {
    /** What the address asked for. */
    hash: string;
    work: Work;
    /** What was replaced last, and can be restored. */
    replaced?: Work | undefined;
}

/** A game as it is stored: with the key of its file, if that has several games. */
type StoredGame = Omit<SavedGame, "games"> & { games: readonly string[] | number };

export interface StoredWork extends Omit<Work, "game"> {
    game: StoredGame;
    /** It is not to be offered again. */
    isDismissed?: boolean;
}

type StoredTable = Omit<SavedTable, "work" | "replaced"> & { work: StoredWork; replaced?: StoredWork };

const TABLE = `table-${FORMAT}`;

/** The files that are kept: they never change. */
const keys = new WeakMap<readonly string[], number>();

/** What stands for a file that could not be read, and what was kept of it: the next reload may read it. */
const unread = new WeakMap<readonly string[], StoredGame>();

/** Keeps all of it for a reload; `onFailure` hears, perhaps later, that something is not. */
export function keepTable(table: SavedTable, onFailure: () => void): void {
    const work = fold(table.work, onFailure);
    const replaced = table.replaced && fold(table.replaced, onFailure);
    if (keep("game", TABLE, { ...table, work, replaced })) return;
    onFailure();
    // As much as fits: at least the game on the board stays.
    if (keep("game", TABLE, { ...table, work, replaced: undefined })) return;
    const { game } = work;
    const loss = "The browser has not kept what has been changed in the other games of the file";
    const changed = game.changed && { [game.index]: game.changed[game.index]! };
    keep("game", TABLE, { ...table, work: { ...work, game: { ...game, changed, loss } }, replaced: undefined });
}

export async function recallTable(): Promise<SavedTable | undefined> {
    const table = recall("game", TABLE) as StoredTable | undefined;
    if (!table) return undefined;
    const replaced = table.replaced && (await unfold(table.replaced));
    return { ...table, work: await unfold(table.work), replaced };
}

/** The one on the board, and ten others; the last match is kept besides. */
const MAX_WORKS = 11;

/** Keeps a work for the next page. Where that is not possible, a reload still finds it. */
export function keepWork(work: Work, isDismissed = false): void {
    keepItem("works", work.id, { ...fold(work, () => undefined), isDismissed }).catch(() => undefined);
}

/** A work as it was left last, perhaps by another page. */
export async function latest(work: StoredWork): Promise<Work> {
    const stored = (await recallItem("works", work.id).catch(() => undefined)) as StoredWork | undefined;
    return unfold(stored && stored.time > work.time ? stored : work);
}

export function dropWork(id: number): void {
    dropItem("works", id).catch(() => undefined);
}

/** The works that are kept, the newest first; older ones are dropped. */
export async function recallWorks(): Promise<StoredWork[]> {
    for (const shelf of ["files", "works"] as const) dropOldItems(shelf).catch(() => undefined);
    const all = ((await recallItems("works").catch(() => [])) as StoredWork[]).sort((a, b) => b.time - a.time || b.id - a.id);
    const lastMatch = all.find(({ match }) => match);
    const isKept = (work: StoredWork, index: number) => index < MAX_WORKS || work === lastMatch;
    for (const { id } of all.filter((work, index) => !isKept(work, index))) dropWork(id);
    return all.filter(isKept);
}

function fold(work: Work, onFailure: () => void): StoredWork {
    return { ...work, game: foldGame(work.game, onFailure), isDismissed: false };
}

function foldGame({ games, changed = {}, ...game }: SavedGame, onFailure: () => void): StoredGame {
    const file = unread.get(games);
    if (file) {
        const { line, place } = game;
        return { ...file, changed: { ...file.changed, [file.index]: changed[0] ?? games[0]! }, line, place };
    }
    if (games.length === 1) return { ...game, games: [changed[0] ?? games[0]!] };
    let key = keys.get(games);
    if (key === undefined) {
        key = newKey();
        keys.set(games, key);
        keepFile(key, games).catch(onFailure);
    }
    return { ...game, changed, games: key };
}

const keepFile = (key: number, games: readonly string[]): Promise<void> =>
    keepItem("files", key, { games, time: Date.now() });

async function unfold({ isDismissed, ...work }: StoredWork): Promise<Work> {
    return { ...work, game: await unfoldGame(work.game) };
}

async function unfoldGame(kept: StoredGame): Promise<SavedGame> {
    const { games: key, ...game } = kept;
    if (typeof key !== "number") return { ...game, games: key };
    const { index, changed = {}, faults = {} } = game;
    const [text, fault] = [changed[index]!, faults[index]];
    const alone: SavedGame = { ...game, games: [text], index: 0, changed: {}, faults: fault ? { 0: fault } : {} };
    try {
        const file = (await recallItem("files", key)) as { games: readonly string[] } | undefined;
        if (!file) return { ...alone, loss: "The browser has not kept the other games of the file" };
        keys.set(file.games, key);
        // It is kept from now on for as long as a new one.
        keepFile(key, file.games).catch(() => undefined);
        return { ...game, games: file.games };
    } catch {
        unread.set(alone.games, kept);
        return { ...alone, loss: "The browser cannot read the other games of the file: a reload tries it again" };
    }
}
