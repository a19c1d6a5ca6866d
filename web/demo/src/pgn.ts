// Reads and writes PGN, around the moves that the package reads and writes.

import { Game } from "seajay";

import type { GameRecord } from "./record.js";

const WIDTH = 80;

/** A tag pair; comments may stand before it. */
const TAG = /(?:\s|\{[^}]*\}|;.*$|^%.*$)*\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]/my;

/** The tag pairs before the moves. */
function readTags(text: string): Map<string, string> {
    const tags = new Map<string, string>();
    TAG.lastIndex = 0;
    for (let found = TAG.exec(text); found; found = TAG.exec(text)) {
        const [, name, value] = found;
        if (!tags.has(name!)) tags.set(name!, value!.replace(/\\(.)/g, "$1"));
    }
    return tags;
}

export interface Players {
    white: string;
    black: string;
}

export const NOBODY: Players = { white: "?", black: "?" };

/** The game of a PGN, or of moves alone, and who played it. Throws what the package says is wrong. */
export function readPgn(text: string): { game: Game; players: Players } {
    const tags = readTags(text);
    const game = new Game(tags.get("FEN")).playSan(text);
    return { game, players: { white: tags.get("White") ?? "?", black: tags.get("Black") ?? "?" } };
}

export function writePgn(record: GameRecord, { white, black }: Players): string {
    const result = record.outcome?.result ?? "*";
    const fen = record.customStart;
    const today = new Date().toLocaleDateString("sv").replaceAll("-", ".");
    const tags = [
        ["Event", "Analysis board"],
        ["Site", "seajay"],
        ["Date", today],
        ["Round", "-"],
        ["White", white],
        ["Black", black],
        ["Result", result],
        ...(fen ? [["SetUp", "1"], ["FEN", fen]] : []),
    ];
    const words = record.plies.flatMap(({ san, color, number }, index) => {
        if (color === "white") return [`${number}.`, san];
        return index === 0 ? [`${number}...`, san] : [san];
    });
    const escaped = (value: string) => value.replace(/["\\]/g, "\\$&");
    const header = tags.map(([name, value]) => `[${name} "${escaped(value!)}"]`).join("\n");
    return `${header}\n\n${wrap([...words, result])}\n`;
}

function wrap(words: readonly string[]): string {
    const lines = [""];
    for (const word of words) {
        const line = lines.at(-1)!;
        if (line && line.length + 1 + word.length > WIDTH) lines.push(word);
        else lines[lines.length - 1] = line ? `${line} ${word}` : word;
    }
    return lines.join("\n");
}
