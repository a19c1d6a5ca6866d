// What callers pass in, checked: what is misspelt or of another type is refused, by the name that was meant.

import { misuse } from "./errors.js";
import type {
    AnalyseOptions,
    Clock,
    EngineOptions,
    GameOptions,
    Judged,
    Moves,
    PgnNotes,
    PositionText,
    ReviewOptions,
} from "./types.js";

/** Throws if a value is not what its name stands for. */
type Check = (value: unknown, name: string) => void;

const MAX_INT = 2 ** 31 - 1;

/** What something is, short enough for an error. */
function shown(value: unknown): string {
    if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    if (Array.isArray(value)) return "a list";
    if (typeof value === "object" && value !== null) return "an object";
    return typeof value === "function" ? "a function" : String(value);
}

function refuse(name: string, wanted: string, value: unknown): never {
    throw misuse(`${name} is ${wanted}, not ${shown(value)}`);
}

/** A check of the type alone. */
const typed =
    (type: "boolean" | "string", wanted: string): Check =>
    (value, name) => {
        if (typeof value !== type) refuse(name, wanted, value);
    };

/** Milliseconds, with fractions or without. */
const time =
    (least: number): Check =>
    (value, name) => {
        const isTime = typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER && value >= least;
        if (!isTime) refuse(name, `a number of milliseconds${least === 0 ? ", 0 or more" : ""}`, value);
    };

const whole =
    (most = MAX_INT): Check =>
    (value, name) => {
        const isCount = Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
        if (!isCount) refuse(name, `a whole number from 0 to ${most}`, value);
    };

export const checkCount: Check = whole();

export const checkText: Check = typed("string", "text");

const bytes: Check = (value, name) => {
    if (!(value instanceof Uint8Array)) refuse(name, "the bytes of a file, as a Uint8Array", value);
};

const moves: Check = (value, name) => void join(value as Moves, name);

/** Any of these is looked at when it is used. */
const anything: Check = () => undefined;

type Checks<T> = { readonly [K in keyof T]-?: Check };

const CLOCK: Checks<Clock> = {
    white: time(-Infinity),
    black: time(-Infinity),
    whiteIncrement: time(0),
    blackIncrement: time(0),
    movesToGo: whole(),
};

const REVIEW: Checks<ReviewOptions> = {
    depth: whole(),
    nodes: whole(Number.MAX_SAFE_INTEGER),
    timeMs: time(0),
    signal: (value, name) => {
        const signal = value as { addEventListener?: unknown } | null;
        if (typeof signal?.addEventListener !== "function") refuse(name, "an AbortSignal", value);
    },
};

const SEARCH: Checks<AnalyseOptions> = {
    depth: REVIEW.depth,
    nodes: REVIEW.nodes,
    timeMs: REVIEW.timeMs,
    mate: whole(),
    infinite: typed("boolean", "true or false"),
    clock: (value, name) => {
        const clock = keys(name, CLOCK, value) as unknown as Partial<Clock>;
        for (const color of ["white", "black"] as const)
            if (clock[color] === undefined) throw misuse(`clock.${color} is missing: the milliseconds left`);
    },
    multiPv: whole(),
    searchMoves: moves,
    signal: REVIEW.signal,
};

const POSITION: Checks<PositionText> = { fen: checkText, moves };

const ENGINE: Checks<EngineOptions> = {
    hashMb: whole(),
    wasm: anything,
    worker: (value, name) => {
        if (!["string", "object", "function"].includes(typeof value) || value === null)
            refuse(name, "an address, a worker or a function that makes workers", value);
    },
    network: bytes,
};

const oneOf =
    (...known: readonly unknown[]): Check =>
    (value, name) => {
        if (!known.includes(value)) refuse(name, known.map((each) => JSON.stringify(each)).join(" or "), value);
    };

const JUDGED: Checks<Judged> = {
    index: checkCount,
    turn: oneOf("white", "black"),
    expectedBefore: whole(1000),
    expectedAfter: whole(1000),
    loss: whole(1000),
};

/** An object whose keys are plies. */
const byPly =
    (check: Check): Check =>
    (value, name) => {
        if (typeof value !== "object" || value === null) refuse(name, "an object with plies as keys", value);
        for (const [ply, given] of Object.entries(value)) {
            if (!/^\d+$/.test(ply)) refuse(`a key of ${name}`, "a ply", ply);
            checkCount(Number(ply), `a key of ${name}`);
            if (given !== undefined) check(given, `${name}[${ply}]`);
        }
    };

const listOf =
    (wanted: string, check: Check): Check =>
    (value, name) => {
        if (!Array.isArray(value)) refuse(name, `a list of ${wanted}`, value);
        value.forEach((each, index) => check(each, `${name}[${index}]`));
    };

const GAME: Checks<GameOptions> = { lenient: typed("boolean", "true or false") };

const PGN: Checks<PgnNotes & { game: unknown; result: unknown; error: unknown }> = {
    // The class looks at it.
    game: anything,
    // What was read; the tag is written.
    result: anything,
    tags: (value, name) => {
        if (typeof value !== "object" || value === null) refuse(name, "an object with the names of tags as keys", value);
        for (const [tag, text] of Object.entries(value)) if (text !== undefined) checkText(text, `${name}.${tag}`);
    },
    comments: byPly(checkText),
    nags: byPly(listOf("numbers", whole(255))),
    variations: byPly(listOf("texts", checkText)),
    error: anything,
};

/** What UCI and other libraries call it. */
const OTHER_NAMES: { readonly [name: string]: string } = {
    movetime: "timeMs",
    time: "timeMs",
    wtime: "clock",
    btime: "clock",
    winc: "clock",
    binc: "clock",
    movestogo: "clock",
    lines: "multiPv",
    hash: "hashMb",
    position: "fen",
};

/** How many letters differ, at least: letters put in, left out and changed. */
function distance(a: string, b: string): number {
    let row = Array.from({ length: b.length + 1 }, (_, index) => index);
    for (let i = 1; i <= a.length; i++) {
        const above = row;
        row = [i];
        for (let j = 1; j <= b.length; j++) {
            const changed = above[j - 1]! + Number(a[i - 1] !== b[j - 1]);
            row.push(Math.min(changed, above[j]! + 1, row[j - 1]! + 1));
        }
    }
    return row[b.length]!;
}

/** The name that was probably meant. */
function meant(name: string, known: readonly string[]): string | undefined {
    const small = name.toLowerCase();
    const other = OTHER_NAMES[small];
    if (other && known.includes(other)) return other;
    const close = known.map((each) => [distance(small, each.toLowerCase()), each] as const);
    const [least] = close.sort(([a], [b]) => a - b);
    return least && least[0] <= Math.max(1, Math.floor(small.length / 3)) ? least[1] : undefined;
}

/** Checks an object that has these keys alone. */
function keys(what: string, checks: { readonly [name: string]: Check }, value: unknown): object {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(what, "an object", value);
    const known = Object.keys(checks);
    for (const [name, given] of Object.entries(value)) {
        if (!Object.hasOwn(checks, name)) {
            const hint = meant(name, known);
            throw misuse(
                `${what} has no "${name}": ${hint ? `"${hint}" is meant` : `there are ${known.join(", ")}`}`,
            );
        }
        if (given !== undefined) checks[name]!(given, what === "clock" ? `clock.${name}` : name);
    }
    return value;
}

/** The options of a new game. */
export function checkedGame(given: GameOptions | undefined): GameOptions {
    return keys("a game", GAME, given ?? {});
}

/** The limits and options of a search, of which at least one must end it. */
export function checkedSearch(given: AnalyseOptions | undefined): AnalyseOptions {
    const options = keys("a search", SEARCH, given ?? {}) as AnalyseOptions;
    const { depth, nodes, timeMs, mate, infinite, clock } = options;
    if (!depth && !nodes && !timeMs && !mate && !infinite && !clock)
        throw misuse("a search needs a limit: depth, nodes, timeMs, mate, infinite or clock");
    return options;
}

/** The limits of a review, of which at least one must end the search of a position. */
export function checkedReview(given: ReviewOptions | undefined): ReviewOptions {
    const options = keys("a review", REVIEW, given ?? {}) as ReviewOptions;
    const { depth, nodes, timeMs } = options;
    if (!depth && !nodes && !timeMs) throw misuse("a review needs a limit: depth, nodes or timeMs");
    return options;
}

/** A position that is not a game. */
export function checkedPosition(given: unknown): PositionText {
    if (typeof given === "string") return { fen: given };
    if (typeof given !== "object" || given === null || !isPlain(given))
        refuse("a position", "a Game, a FEN as text, or an object with fen and moves", given);
    return keys("a position", POSITION, given);
}

/** Whether an object is of no class. Another library's game would look like a position without keys. */
function isPlain(given: object): boolean {
    const prototype: unknown = Object.getPrototypeOf(given);
    return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The moves of a review, as a list. */
export function checkedReviews(given: Iterable<Judged>): Judged[] {
    if (typeof given?.[Symbol.iterator] !== "function") refuse("the moves of a review", "a list", given);
    const moves = [...given];
    for (const move of moves) {
        if (typeof move !== "object" || move === null) refuse("a move of a review", "an object", move);
        for (const [name, check] of Object.entries(JUDGED)) check(move[name as keyof Judged], name);
    }
    return moves;
}

export function checkedPgn<T extends Partial<PgnNotes>>(given: T): T {
    return keys("a record", PGN, given) as T;
}

export function checkedEngine(given: EngineOptions): EngineOptions {
    return keys("an engine", ENGINE, given);
}

/** Moves as the library reads them. */
export function join(given: Moves, name = "moves"): string {
    if (typeof given === "string") return given;
    if (!Array.isArray(given) || !given.every((move) => typeof move === "string"))
        refuse(name, "text, or a list of texts", given);
    return given.join(" ");
}
