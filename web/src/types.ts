// What users of the package see, besides the classes. Times are in milliseconds, moves in UCI notation.

import {
    SEAJAY_MARK_BLUNDER,
    SEAJAY_MARK_INACCURACY,
    SEAJAY_MARK_MISTAKE,
    SEAJAY_MARK_NONE,
} from "./layout.js";

/** The type of a global class where the types of a program know it, as those of browsers and of Node do. */
type Global<Name extends string> = typeof globalThis extends { [N in Name]: { prototype: infer T } } ? T : never;

/** A symbol of the language where the types of a program know it. */
type Known<Name extends string> = SymbolConstructor extends { readonly [N in Name]: infer S extends symbol }
    ? S
    : never;

/** What `using` needs, where there is `using`. */
export type Disposing = { [S in Known<"dispose">]: () => void };

/** What `await using` needs, where there is `await using`. */
export type AsyncDisposing = { [S in Known<"asyncDispose">]: () => Promise<void> };

/** A module of WebAssembly, as `WebAssembly.compile` makes it. */
type Module = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : never;

/** Where the WebAssembly file comes from. */
export type WasmSource =
    | Global<"URL">
    | string
    | Global<"Response">
    | PromiseLike<Global<"Response">>
    | ArrayBuffer
    | ArrayBufferView
    | Module;

/** A worker of a browser or of Node, which runs the package's worker file. */
export interface WorkerLike {
    postMessage(message: any, transfer?: any): void;
    terminate(): unknown;
}

export interface EngineOptions {
    /** The size of the hash table in MiB: 16 unless given. */
    hashMb?: number | undefined;
    /** The WebAssembly file: its address, its bytes, a response or a module. By default `seajay.wasm` beside the
     * package's script. */
    wasm?: WasmSource | undefined;
    /** The worker file: its address, a worker that runs it, or a function that makes such workers. By default
     * `worker.js` beside the package's script. Where stopping a search replaces the worker, only a function or an
     * address can make another. */
    worker?: Global<"URL"> | string | WorkerLike | (() => WorkerLike) | undefined;
    /** A network to use instead of the embedded one: the bytes of its file. */
    network?: Uint8Array | undefined;
}

/** Moves: a list, or one or several in a text, with spaces between them. */
export type Moves = string | readonly string[];

/** A position: a FEN (the start of a game unless given) and the moves played from it, which tell the engine of
 * repetitions. */
export interface PositionText {
    fen?: string | undefined;
    moves?: Moves | undefined;
}

/** When a search ends: at the first of the limits. At least one must be given; 0 is the same as none. */
export interface Limits {
    /** Depth in plies, which are moves by one side. */
    depth?: number | undefined;
    /** Positions to search. */
    nodes?: number | undefined;
    /** Milliseconds for this move. */
    timeMs?: number | undefined;
    /** Finds the shortest mate in at most this many moves, or proves that there is none. */
    mate?: number | undefined;
    /** Goes on until it is stopped. */
    infinite?: boolean | undefined;
    /** The clocks of a game: the engine chooses how long to think. */
    clock?: Clock | undefined;
}

export interface AnalyseOptions extends Limits {
    /** How many of the best moves to analyse: as many as the option MultiPV says unless given. */
    multiPv?: number | undefined;
    /** The moves to choose from. */
    searchMoves?: Moves | undefined;
    /** Aborting it stops the search, which then has a result as usual. */
    signal?: Global<"AbortSignal"> | undefined;
}

/** The clocks of a game, in milliseconds. */
export interface Clock {
    /** Milliseconds left for White. With 0 or less the engine moves at once. */
    white: number;
    /** Milliseconds left for Black. */
    black: number;
    /** Milliseconds that White gets for each move. */
    whiteIncrement?: number | undefined;
    /** Milliseconds that Black gets for each move. */
    blackIncrement?: number | undefined;
    /** Moves until the next time control; without it the time is for the rest of the game. */
    movesToGo?: number | undefined;
}

/** A score from the point of view of the side to move: positive is good for it. */
export interface Score {
    /** The unit of `value`: hundredths of a pawn, moves to mate, or plies to a position that tablebases call won (which
     * the package does not have). */
    kind: "cp" | "mate" | "tb";
    /** Of a mate: 2 if the side to move mates in two moves, -2 if it is mated in two, 0 if it is mated already. */
    value: number;
    /** The true score is the value, or at least ("lower") or at most ("upper") that. */
    bound: "exact" | "lower" | "upper";
}

/** A line of play that the search has found. */
export interface Line {
    /** The rank of the line: 1 is the best. */
    multipv: number;
    /** The depth of the line, in plies. */
    depth: number;
    /** The longest line searched, in plies. */
    seldepth: number;
    score: Score;
    /** The chances of win, draw and loss for the side to move, in permille. */
    wdl: [win: number, draw: number, loss: number];
    /** Positions searched so far. */
    nodes: number;
    /** Positions per second. */
    nps: number;
    /** Milliseconds since the search began. */
    timeMs: number;
    /** The moves of the line, in UCI notation. */
    pv: string[];
    /** The same moves as people write them, in SAN. */
    san: string[];
}

/**
 * Why a search ended. "depth", "nodes", "time": the limit is reached. "mate": a mate is proven; if there is none within
 * the limit `mate`, it is "depth". "stopped": it was stopped or aborted, or the engine was closed. "superseded": another
 * search began on the engine. "gameOver": there is no legal move.
 */
export type StopReason = "depth" | "nodes" | "time" | "mate" | "stopped" | "superseded" | "gameOver";

/** Counters of a search. A node is a position that was reached by playing a move. */
export interface Stats {
    nodes: number;
    /** Nodes of the quiescence search, which looks at captures. */
    qnodes: number;
    /** Nodes of the main search at which a move was too good for the opponent to allow it. */
    betaCutoffs: number;
    /** Those at which it was the first move: their share measures the order of moves. */
    firstMoveCutoffs: number;
    /** Moves searched to a reduced depth. */
    reductions: number;
    /** Those searched again to the full depth. */
    reSearches: number;
    /** Positions looked up in the hash table. */
    ttProbes: number;
    /** Those found there. */
    ttHits: number;
    /** Those that needed no search then. */
    ttCutoffs: number;
    /** Beta cutoffs by the move from the hash table. */
    ttMoveCutoffs: number;
    /** Beta cutoffs by promotions to a queen. */
    promotionCutoffs: number;
    /** Beta cutoffs by captures that lose nothing. */
    goodCaptureCutoffs: number;
    /** Beta cutoffs by killers: quiet moves that were good in a sibling position. */
    killerCutoffs: number;
    /** Beta cutoffs by other quiet moves. */
    quietCutoffs: number;
    /** Beta cutoffs by captures that lose material, and by promotions to other pieces. */
    badCaptureCutoffs: number;
    nullMoveTries: number;
    nullMoveCutoffs: number;
}

export interface Result {
    /** In UCI notation; "" in mate and stalemate, and if the search was stopped before its first depth. */
    bestMove: string;
    /** The expected reply. */
    ponderMove?: string;
    score: Score;
    /** The depth of the score in plies; 0 if it was stopped before the first. */
    depth: number;
    /** Positions searched. */
    nodes: number;
    /** Milliseconds that the search took. */
    timeMs: number;
    stopReason: StopReason;
    /** The lines of the search, the best one first. */
    lines: Line[];
    /** All 0 if the search was stopped by replacing its worker. */
    stats: Stats;
}

/**
 * Whether a game goes on. It is over in "checkmate" and "stalemate", when nobody has the "material" to mate, when a
 * position has occurred five times ("fivefold"), and after "seventyFiveMoves" by each side without a capture or a pawn
 * move. After a threefold "repetition" or "fiftyMoves" a player may claim a draw.
 */
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

export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/** A move described. Squares are named as in "e2". */
export interface Move {
    from: string;
    /** In castling the square that the king goes to. */
    to: string;
    /** The piece that moves. */
    role: Role;
    /** The piece that is taken. */
    captured?: Role;
    /** What a pawn becomes. */
    promotion?: Role;
    /** In castling, how the rook moves. */
    castling?: { from: string; to: string };
    /** The pawn that is taken stands beside the square that the pawn goes to. */
    enPassant?: true;
    /** It gives check; mate is check too. */
    check?: true;
    mate?: true;
    uci: string;
    san: string;
}

/** When the search of a position in a review ends: at the first of the limits. At least one must be given. */
export interface ReviewOptions {
    /** Depth in plies, for each position. */
    depth?: number | undefined;
    /** Positions to search, for each position of the game. */
    nodes?: number | undefined;
    /** Milliseconds for each position. */
    timeMs?: number | undefined;
    /** Aborting it ends the review. */
    signal?: Global<"AbortSignal"> | undefined;
}

/** How bad a move is: the `mark` of a {@link Review}. The numbers are the NAGs of PGN. */
export const Mark = {
    NONE: SEAJAY_MARK_NONE,
    /** ?!, at least 50 permille of the expected points are lost. */
    INACCURACY: SEAJAY_MARK_INACCURACY,
    /** ?, at least 100 permille. */
    MISTAKE: SEAJAY_MARK_MISTAKE,
    /** ??, at least 150 permille. */
    BLUNDER: SEAJAY_MARK_BLUNDER,
} as const;

export type Mark = (typeof Mark)[keyof typeof Mark];

/** A move of a game, judged. Scores and points are those of the side that played it. */
export interface Review {
    /** The index of the move in the game: 0 is the first. In a PGN its comment and its NAGs are those of ply
     * `index + 1`. */
    index: number;
    /** The side that played it. */
    turn: Color;
    /** How bad it is, as a NAG; 0 if it is not. */
    mark: Mark;
    /** Expected points before the move, in permille: a win is 1000, a draw 500. */
    expectedBefore: number;
    /** Expected points after it. */
    expectedAfter: number;
    /** The score of the best move. */
    before: Score;
    /** The score of the move played. A move that mates is a mate in 1. */
    after: Score;
    /** Expected points lost; 0 for the best move. */
    loss: number;
    /** In UCI notation. */
    bestMove: string;
    /** The line that begins with the best move, in UCI notation. */
    line: string[];
    /** The depth of the search that found it, in plies. */
    depth: number;
}

/** What the accuracy of a side depends on. */
export type Judged = Pick<Review, "index" | "turn" | "expectedBefore" | "expectedAfter" | "loss">;

/** How a game is made. */
export interface GameOptions {
    /** Whether the FEN may be as people have it: without some fields, with castling rights and an en passant square that
     * the board rules out, in quotes, behind `position fen`, with EPD operations, underscores for spaces, or in the
     * address of a lichess or chess.com page. What cannot be played is refused as ever. */
    lenient?: boolean;
}

/** What a PGN says of a game besides its moves. A ply counts the moves played: 0 is before the first. */
export interface PgnNotes {
    /** The tags by their names. If `Result` is missing or unknown, it is what stands at the end of the moves. */
    tags: { [name: string]: string };
    /** The comments by their plies; several of a ply are joined by a space. */
    comments: { [ply: number]: string };
    /** Marks, as the numbers of PGN, by their plies: "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6. */
    nags: { [ply: number]: number[] };
    /** The variations that replace the move to a ply: movetext with all that is in them, which a clone of the game
     * undone to `ply - 1` plays with `playSan`, unless it has a null move ("--"). */
    variations: { [ply: number]: string[] };
}
