// What users of the package see, besides the classes. Times are in milliseconds, moves in UCI notation.

/** Where the WebAssembly file comes from. */
export type WasmSource =
    | URL
    | string
    | Response
    | PromiseLike<Response>
    | BufferSource
    | WebAssembly.Module;

/** A worker of a browser or of Node. */
export interface WorkerLike {
    postMessage(message: any, transfer?: any): void;
    terminate(): unknown;
}

export interface EngineOptions {
    /** The size of the hash table in MiB: 16 unless given. */
    hashMb?: number;
    /** The WebAssembly file, unless it lies beside the package's own. */
    wasm?: WasmSource;
    /** The worker file, unless it lies beside the package's own. A function can make a second worker, where
     * the first has to be replaced. */
    worker?: URL | string | WorkerLike | (() => WorkerLike);
    /** A network to use instead of the embedded one: the bytes of its file. */
    network?: Uint8Array;
}

/** Moves: one or several in a text, with spaces between them, or a list. */
export type Moves = string | readonly string[];

/** A position: a FEN (the start of a game unless given) and the moves played from it. */
export interface PositionText {
    fen?: string;
    moves?: Moves;
}

/** When a search ends: at the first of the limits. At least one must be given. */
export interface Limits {
    /** Depth in plies. */
    depth?: number;
    nodes?: number;
    timeMs?: number;
    /** Finds a mate in at most this many moves, or proves that there is none. */
    mate?: number;
    /** Goes on until it is stopped. */
    infinite?: boolean;
    clock?: Clock;
}

export interface AnalyseOptions extends Limits {
    /** How many of the best moves to analyse: as many as the option MultiPV says unless given. */
    multiPv?: number;
    /** The moves to choose from. */
    searchMoves?: Moves;
    /** Aborting it stops the search, which then has a result as usual. */
    signal?: AbortSignal;
}

/** The time left on the clocks. */
export interface Clock {
    white: number;
    black: number;
    whiteIncrement?: number;
    blackIncrement?: number;
    /** Moves until the next time control. */
    movesToGo?: number;
}

/** A score for the side to move: hundredths of a pawn, moves to mate, or plies to a won tablebase position. */
export interface Score {
    kind: "cp" | "mate" | "tb";
    value: number;
    /** The true score is the value, or at least or at most that. */
    bound: "exact" | "lower" | "upper";
}

/** A line of play that the search has found. */
export interface Line {
    /** The rank of the line, from 1. */
    multipv: number;
    depth: number;
    /** The longest line searched, in plies. */
    seldepth: number;
    score: Score;
    /** The chances of win, draw and loss for the side to move, in permille. */
    wdl: [win: number, draw: number, loss: number];
    nodes: number;
    /** Nodes per second. */
    nps: number;
    timeMs: number;
    pv: string[];
}

export type StopReason =
    | "depth"
    | "nodes"
    | "time"
    | "mate"
    | "stopped"
    | "gameOver";

/** Counters of a search: see SeajayStats in seajay.h. */
export interface Stats {
    nodes: number;
    qnodes: number;
    betaCutoffs: number;
    firstMoveCutoffs: number;
    reductions: number;
    reSearches: number;
    ttProbes: number;
    ttHits: number;
    ttCutoffs: number;
    ttMoveCutoffs: number;
    promotionCutoffs: number;
    goodCaptureCutoffs: number;
    killerCutoffs: number;
    quietCutoffs: number;
    badCaptureCutoffs: number;
    nullMoveTries: number;
    nullMoveCutoffs: number;
}

export interface Result {
    /** "" only in mate and stalemate. */
    bestMove: string;
    /** The expected reply. */
    ponderMove?: string;
    score: Score;
    depth: number;
    nodes: number;
    timeMs: number;
    stopReason: StopReason;
    /** The lines of the search, the best one first. */
    lines: Line[];
    /** All 0 if the search was stopped by replacing its worker. */
    stats: Stats;
}

/** From "checkmate" to "seventyFiveMoves" the game is over; "repetition" and "fiftyMoves" may be claimed. */
export type GameState =
    | "ongoing"
    | "checkmate"
    | "stalemate"
    | "material"
    | "fivefold"
    | "seventyFiveMoves"
    | "repetition"
    | "fiftyMoves";

export type Color = "white" | "black";
