// Reads and writes PGN, around the moves that the package reads and writes.

import { Game } from "seajay";

import type { GameRecord } from "./record.js";

const WIDTH = 80;

/** The game of a PGN, or of moves alone. Throws what the package says is wrong. */
export function readPgn(text: string): Game {
    const fen = /^\s*\[FEN\s+"([^"]*)"\s*\]/m.exec(text)?.[1];
    return new Game(fen).playSan(text);
}

export interface Players {
    white: string;
    black: string;
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
    return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${wrap([...words, result])}\n`;
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
