// Tells readers who do not see the board what happens on it.

import type { Game } from "seajay";

import { byId } from "./dom.js";
import type { GameRecord } from "./record.js";
import { named } from "./verdict.js";

const NAMES: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

/** Says the move that led to the position, and whose turn it is or how the game ended. */
export function announce(record: GameRecord): void {
    const ply = record.plies[record.place - 1];
    const parts = [
        ply ? `${named(ply.color)} played ${ply.san}` : "Start of the game",
        record.status || `${named(record.turn)} to move${record.game.inCheck() ? ", in check" : ""}`,
    ];
    byId("announcement").textContent = `${parts.join(". ")}.`;
}

/** Says anything else. */
export function tell(text: string): void {
    byId("announcement").textContent = text;
}

/** Where the pieces are, in words. */
export function describe(game: Game): string {
    const pieces = Object.entries(game.pieces());
    const side = (isWhite: boolean) =>
        pieces
            .filter(([, letter]) => (letter === letter.toUpperCase()) === isWhite)
            .sort(([, a], [, b]) => order(a) - order(b))
            .map(([square, letter]) => `${NAMES[letter.toUpperCase()]} ${square}`)
            .join(", ");
    return `White: ${side(true)}. Black: ${side(false)}.`;
}

const order = (letter: string): number => Object.keys(NAMES).indexOf(letter.toUpperCase());
