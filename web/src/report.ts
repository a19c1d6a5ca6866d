// What the library reports, as users of the package see it.

import {
    SEAJAY_BOUND_EXACT,
    SEAJAY_BOUND_LOWER,
    SEAJAY_BOUND_UPPER,
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
    type SeajayResult,
    type SeajayScore,
} from "./layout.js";
import { split, type Struct } from "./memory.js";
import type { Line, Result, Score, Stats, StopReason } from "./types.js";

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

/** The result of a search that its worker gives none of: its newest lines, or else this move. */
export function resultOfLines(lines: Line[], move: string, stopReason: StopReason): Result {
    const [best] = lines;
    const [bestMove = move, ponderMove] = best?.pv ?? [];
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
