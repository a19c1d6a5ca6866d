// What the engine says about a position, from White's side, and how it is written.

import type { Color, GameState, Line, Review, Score } from "seajay";

export interface Verdict {
    score: Score;
    /** The points that White can expect, from 0 to 1. */
    points: number;
    /** Chances that White wins, draws and loses, in permille, where they are known. */
    wdl?: [win: number, draw: number, loss: number];
    /** 0 for what a review says. */
    depth: number;
    /** The best move, in UCI notation. */
    best?: string | undefined;
    /** Set where the game is over. */
    result?: "1-0" | "0-1" | "1/2-1/2";
}

export const other = (color: Color): Color => (color === "white" ? "black" : "white");

/** "White" or "Black". */
export const named = (color: Color): string => (color === "white" ? "White" : "Black");

function whiteScore(score: Score, turn: Color): Score {
    if (turn === "white") return score;
    const bounds = { exact: "exact", lower: "upper", upper: "lower" } as const;
    // Not -0, which is written with a sign.
    return { kind: score.kind, value: 0 - score.value, bound: bounds[score.bound] };
}

/** The verdict of a line, which speaks for the side to move. */
export function forWhite({ score, wdl: [win, draw, loss], depth, pv }: Line, turn: Color): Verdict {
    const wdl: Verdict["wdl"] = turn === "white" ? [win, draw, loss] : [loss, draw, win];
    return { score: whiteScore(score, turn), points: (wdl[0] + draw / 2) / 1000, wdl, depth, best: pv[0] };
}

const whitePoints = (permille: number, turn: Color): number => (turn === "white" ? permille : 1000 - permille) / 1000;

/** What a review of a move says of the position before it. */
export function beforeMove({ before, expectedBefore, turn, bestMove }: Review): Verdict {
    return { score: whiteScore(before, turn), points: whitePoints(expectedBefore, turn), depth: 0, best: bestMove };
}

/** What it says of the position after it. There a mate by the side that moved is a move nearer. */
export function afterMove({ after, expectedAfter, turn }: Review): Verdict {
    const value = after.kind === "mate" && after.value > 0 ? after.value - 1 : after.value;
    return { score: whiteScore({ ...after, value }, turn), points: whitePoints(expectedAfter, turn), depth: 0 };
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
                ? { score: { ...score, kind: "mate" }, points: 1, wdl: [1000, 0, 0], depth: 0, result: "1-0" }
                : { score: { ...score, kind: "mate" }, points: 0, wdl: [0, 0, 1000], depth: 0, result: "0-1" };
        default:
            return { score, points: 0.5, wdl: [0, 1000, 0], depth: 0, result: "1/2-1/2" };
    }
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
    const share = verdict.points;
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
