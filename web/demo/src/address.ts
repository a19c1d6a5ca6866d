// The game in the page's address, behind the "#", so that it can be shared and survives a reload.

import { Game } from "seajay";

import { readGames, readOn } from "./games.js";
import { saved, type GameRecord, type SavedGame } from "./record.js";
import { corrections } from "./text-field.js";
import type { Node } from "./tree.js";

/** The game that an address asks for, with the place in it, and what had to be changed in its FEN; undefined if it asks
 * for none. */
export function readAddress(hash: string): { game: SavedGame; corrections: string } | undefined {
    const fields = new URLSearchParams(hash.replace(/^#/, ""));
    // Spaces are written as underscores, which neither a FEN nor moves contain.
    const [fen, moves] = ["fen", "moves"].map((name) => fields.get(name)?.replaceAll("_", " "));
    const pgn = fields.get("pgn");
    if (!fen && !moves && !pgn) return undefined;
    const ply = fields.get("ply");
    const place = ply === null ? Infinity : Math.max(0, Math.trunc(Number(ply)) || 0);
    if (pgn) return { game: { ...readOn(readGames(pgn))!, place }, corrections: "" };
    const game = new Game(fen || undefined, moves || undefined, { lenient: true });
    const changed = fen ? corrections(fen, game.startFen()) : "";
    return { game: saved(game, {}, place), corrections: changed };
}

/** Browsers refuse an address that changes some hundred times in ten seconds: a key held down would do it. */
const CALM_MS = 250;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Puts the game into the address as soon as it has been left alone for a moment. */
export function writeAddress(record: GameRecord, onWritten: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
        const { pathname, search } = location;
        history.replaceState(null, "", `${pathname}${search}${shownHash(record)}`);
        onWritten();
    }, CALM_MS);
}

const underscored = (text: string) => text.replaceAll(" ", "_");

/** What asks for the line that is shown and the place in it; "" for the start of chess. */
const shownHash = (record: GameRecord): string => lineHash(record, record.plies, record.place);

/** What asks for the game itself, and for the place in it: in a variation, for where that begins. */
export const gameHash = (record: GameRecord): string =>
    lineHash(record, record.root.continuation, record.mainPlace);

function lineHash({ customStart }: GameRecord, line: readonly Node[], place: number): string {
    const parts: string[] = [];
    if (customStart) parts.push(`fen=${underscored(customStart)}`);
    if (line.length > 0) parts.push(`moves=${line.map(({ move }) => move).join("_")}`);
    if (place < line.length) parts.push(`ply=${place}`);
    return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/** What asks for the position alone. */
export const positionHash = (record: GameRecord): string => `#fen=${underscored(record.game.fen())}`;
