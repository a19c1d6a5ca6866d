// What the engine says about a position, from White's side, and how it is written.

import type { Color, GameState, Line, Score } from "seajay";

export interface Verdict {
    score: Score;
    /** Chances that White wins, draws and loses, in permille. */
    wdl: [win: number, draw: number, loss: number];
    depth: number;
    /** The best move, in UCI notation. */
    best?: string | undefined;
    /** Set where the game is over. */
    result?: "1-0" | "0-1" | "1/2-1/2";
}

export const other = (color: Color): Color => (color === "white" ? "black" : "white");

/** "White" or "Black". */
export const named = (color: Color): string => (color === "white" ? "White" : "Black");

/** The verdict of a line, which speaks for the side to move. */
export function forWhite({ score, wdl, depth, pv }: Line, turn: Color): Verdict {
    const best = pv[0];
    if (turn === "white") return { score, wdl, depth, best };
    const bounds = { exact: "exact", lower: "upper", upper: "lower" } as const;
    const [win, draw, loss] = wdl;
    return {
        // Not -0, which is written with a sign.
        score: { kind: score.kind, value: 0 - score.value, bound: bounds[score.bound] },
        wdl: [loss, draw, win],
        depth,
        best,
    };
}

/** The verdict on a game that is over; undefined while it goes on. */
export function finalVerdict(state: GameState, turn: Color): Verdict | undefined {
    const score = { kind: "cp", value: 0, bound: "exact" } as const;
    switch (state) {
        case "ongoing":
        case "repetition":
        case "fiftyMoves":
            return undefined;
        case "checkmate":
            return turn === "black"
                ? { score: { ...score, kind: "mate" }, wdl: [1000, 0, 0], depth: 0, result: "1-0" }
                : { score: { ...score, kind: "mate" }, wdl: [0, 0, 1000], depth: 0, result: "0-1" };
        default:
            return { score, wdl: [0, 1000, 0], depth: 0, result: "1/2-1/2" };
    }
}

/** The points that White can expect, from 0 to 1. */
export function expected({ wdl: [win, draw] }: Verdict): number {
    return (win + draw / 2) / 1000;
}

/** 1–0, 0–1 or ½–½. */
export const resultText = (result: string): string => result.replaceAll("1/2", "½").replace("-", "–");

/** A score from White's side: +0.42, −1.30, #3 (White mates), #−3. */
export function scoreText({ score, result }: Pick<Verdict, "score" | "result">): string {
    if (result) return resultText(result);
    const size = Math.abs(score.value);
    const sign = score.value < 0 ? "−" : "";
    if (score.kind === "mate") return `#${sign}${size}`;
    if (score.kind === "tb") return `${sign || "+"}TB`;
    return `${sign || (score.value > 0 ? "+" : "")}${(size / 100).toFixed(2)}`;
}

/** The score in words. */
export function inWords(verdict: Verdict): string {
    const { score, result } = verdict;
    if (result) return result === "1/2-1/2" ? "Drawn" : `${result === "1-0" ? "White" : "Black"} has won`;
    if (score.kind === "mate") {
        const moves = Math.abs(score.value);
        return `${score.value > 0 ? "White" : "Black"} mates in ${moves}`;
    }
    const share = expected(verdict);
    const edge = Math.abs(share - 0.5);
    const side = share > 0.5 ? "White" : "Black";
    if (edge < 0.03) return "The position is even";
    if (edge < 0.12) return `${side} is slightly better`;
    if (edge < 0.3) return `${side} is better`;
    return edge < 0.46 ? `${side} is much better` : `${side} is winning`;
}

/** Why a game ended, or why it might. */
export function stateText(state: GameState, turn: Color): string {
    const texts: Record<GameState, string> = {
        ongoing: "",
        checkmate: `Checkmate: ${named(other(turn))} wins`,
        stalemate: "Stalemate: a draw",
        material: "A draw: neither side can mate",
        fivefold: "A draw: the position occurred five times",
        seventyFiveMoves: "A draw: 75 moves without a capture or a pawn move",
        repetition: "The position occurred three times: a draw may be claimed",
        fiftyMoves: "50 moves without a capture or a pawn move: a draw may be claimed",
    };
    return texts[state];
}
