// Where in a text it is that an error is about, so that the field can show it.

import type { PgnError } from "seajay";

export type Span = [begin: number, end: number];

/** The word at the place of a fault. */
export function misfitOfPgn(text: string, { offset }: PgnError): Span {
    const [word = ""] = /^[^\s(){}]+|^./.exec(text.slice(offset)) ?? [];
    return [offset, offset + word.length];
}

/** The field of a FEN that the message names, and in the first field the rank. */
export function misfitOfFen(fen: string, message: string): Span | undefined {
    const [, number] = /^FEN field (\d)/.exec(message) ?? [];
    const field = [...fen.matchAll(/\S+/g)][Number(number) - 1];
    if (!field) return undefined;
    const [, rank] = (number === "1" && /rank (\d)/.exec(message)) || [];
    const part = rank ? [...field[0].matchAll(/[^/]+/g)][8 - Number(rank)] : undefined;
    const begin = field.index + (part?.index ?? 0);
    return [begin, begin + (part ?? field)[0].length];
}

/** "Line 2, column 7: ", counted from 1; in a text of one line only the column. */
export function placeText(text: string, [begin]: Span): string {
    const lines = text.slice(0, begin).split("\n");
    const column = `column ${lines.at(-1)!.length + 1}`;
    return text.includes("\n") ? `Line ${lines.length}, ${column}: ` : `${column[0]!.toUpperCase()}${column.slice(1)}: `;
}
