// What the library reports, as users of the package see it.

import {
    SEAJAY_BOUND_EXACT,
    SEAJAY_BOUND_LOWER,
    SEAJAY_BOUND_UPPER,
    SEAJAY_MOVE_CASTLING,
    SEAJAY_MOVE_CHECK,
    SEAJAY_MOVE_EN_PASSANT,
    SEAJAY_MOVE_MATE,
    SEAJAY_PAWN,
    SEAJAY_SCORE_CP,
    SEAJAY_SCORE_MATE,
    SEAJAY_SCORE_TB,
    SEAJAY_STOP_DEPTH,
    SEAJAY_STOP_GAME_OVER,
    SEAJAY_STOP_MATE,
    SEAJAY_STOP_NODES,
    SEAJAY_STOP_STOPPED,
    SEAJAY_STOP_TIME,
    SeajayStats,
    type SeajayInfo,
    type SeajayMove,
    type SeajayResult,
    type SeajayReview,
    type SeajayScore,
} from "./layout.js";
import { split, type Struct } from "./memory.js";
import type { Color, Line, Move, Result, Review, Role, Score, Stats, StopReason } from "./types.js";

const KINDS: Record<number, Score["kind"]> = {
    [SEAJAY_SCORE_CP]: "cp",
    [SEAJAY_SCORE_MATE]: "mate",
    [SEAJAY_SCORE_TB]: "tb",
};

const BOUNDS: Record<number, Score["bound"]> = {
    [SEAJAY_BOUND_EXACT]: "exact",
    [SEAJAY_BOUND_LOWER]: "lower",
    [SEAJAY_BOUND_UPPER]: "upper",
};

const STOP_REASONS: Record<number, StopReason> = {
    [SEAJAY_STOP_DEPTH]: "depth",
    [SEAJAY_STOP_NODES]: "nodes",
    [SEAJAY_STOP_TIME]: "time",
    [SEAJAY_STOP_MATE]: "mate",
    [SEAJAY_STOP_STOPPED]: "stopped",
    [SEAJAY_STOP_GAME_OVER]: "gameOver",
};

function toScore({ kind, value, bound }: Struct<typeof SeajayScore>): Score {
    return { kind: KINDS[kind]!, value, bound: BOUNDS[bound]! };
}

/** From `SEAJAY_PAWN` on. */
const ROLES: readonly Role[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const role = (number: number): Role => ROLES[number - SEAJAY_PAWN]!;

/** A square by its number, from a1, b1 to h8. */
const square = (number: number): string => `${"abcdefgh"[number % 8]}${Math.floor(number / 8) + 1}`;

export function toMove(move: Struct<typeof SeajayMove>): Move {
    const { flags } = move;
    const castling = { from: square(move.rookFrom), to: square(move.rookTo) };
    return {
        from: square(move.from),
        to: square(move.to),
        role: role(move.role),
        ...(move.captured !== 0 && { captured: role(move.captured) }),
        ...(move.promotion !== 0 && { promotion: role(move.promotion) }),
        ...(flags & SEAJAY_MOVE_CASTLING && { castling }),
        ...(flags & SEAJAY_MOVE_EN_PASSANT && { enPassant: true as const }),
        ...(flags & SEAJAY_MOVE_CHECK && { check: true as const }),
        ...(flags & SEAJAY_MOVE_MATE && { mate: true as const }),
        uci: move.uci,
        san: move.san,
    };
}

/** `line` is the best line, as the library writes it. */
export function toReview(
    index: number,
    turn: Color,
    { mark, expectedBefore, expectedAfter, before, after, loss, bestMove, depth }: Struct<typeof SeajayReview>,
    line: string,
): Review {
    return {
        index,
        turn,
        mark: mark as Review["mark"],
        expectedBefore,
        expectedAfter,
        before: toScore(before),
        after: toScore(after),
        loss,
        bestMove,
        line: split(line),
        depth,
    };
}

/** `san` is the line in SAN. */
export function toLine(info: Struct<typeof SeajayInfo>, san: string): Line {
    const { multipv, depth, seldepth, score, wdl, nodes, nps, timeMs, pv } = info;
    return {
        multipv,
        depth,
        seldepth,
        score: toScore(score),
        wdl: wdl as Line["wdl"],
        nodes,
        nps,
        timeMs,
        pv: split(pv),
        san: split(san),
    };
}

export function toStats({ structSize, ...stats }: Struct<typeof SeajayStats>): Stats {
    return stats;
}

export function toResult(
    { bestMove, ponderMove, score, depth, nodes, timeMs, stopReason }: Struct<typeof SeajayResult>,
    lines: Line[],
    stats: Stats,
): Result {
    return {
        bestMove,
        ...(ponderMove && { ponderMove }),
        score: toScore(score),
        depth,
        nodes,
        timeMs,
        stopReason: STOP_REASONS[stopReason]!,
        lines,
        stats,
    };
}

/** The result of a search that its worker gives none of: its newest lines. */
export function resultOfLines(lines: Line[], stopReason: StopReason): Result {
    const [best] = lines;
    const [bestMove = "", ponderMove] = best?.pv ?? [];
    const names = Object.keys(SeajayStats.fields).filter((name) => name !== "structSize");
    return {
        bestMove,
        ...(ponderMove && { ponderMove }),
        score: best?.score ?? { kind: "cp", value: 0, bound: "exact" },
        depth: best?.depth ?? 0,
        nodes: best?.nodes ?? 0,
        timeMs: best?.timeMs ?? 0,
        stopReason,
        lines,
        stats: Object.fromEntries(names.map((name) => [name, 0])) as unknown as Stats,
    };
}
