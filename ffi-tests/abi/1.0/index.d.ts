
/**
 * A chess engine: make it with {@link Engine.create}. Each one has a worker, so as many as there are processors can
 * search at the same time. {@link Engine.close} it when it is no longer needed: nothing else ends its worker.
 */
export declare class Engine {
    /** Loads the library, where that has not been done yet, and starts a worker. */
    static create(options?: EngineOptions): Promise<Engine>;
    /** Sets an option, such as `"MultiPV", 3`: the README lists them. During a search it rejects, unless that has been
     * stopped. */
    setOption(name: string, value: string | number | boolean): Promise<void>;
    /** Forgets all that earlier searches have learned, as is right between games. During a search it rejects, unless
     * that has been stopped. */
    clearHistory(): Promise<void>;
    /** Begins a search, and ends the one that is under way: the `stopReason` of that is "superseded". The position is
     * a game, a FEN as text, or an object with both a FEN and moves. Wrong arguments reject the search's `result`, and
     * end no other search. */
    analyse(position: Game | PositionText | string, options: AnalyseOptions): Search;
    /** Reviews a game: judges every move by the expected points that it loses. It searches the position before each
     * move and the last one, once each and with the same limits, from the last to the first: so the last move comes
     * first. Leaving the loop ends the review. So do the signal, and another search or review that begins: then the
     * loop ends before the move with the index 0.
     *
     * What earlier searches have learned is used, the option UCI_LimitStrength is not. Wrong arguments throw in the
     * loop. */
    review(game: Game | PositionText | string, options: ReviewOptions): AsyncIterable<Review>;
    /** Ends the search, if one is under way, with its best move so far, and then the worker. It is the last call. */
    close(): Promise<void>;
}
/** For `await using`. Compilers fall back on the same symbol where the language does not have it yet. */
export interface Engine extends AsyncDisposing {
}

/** What kind of error it was: the `status` of a {@link SeajayError}. The numbers are those of the C library. */
export declare const Status: {
    /** An argument is out of range or not as documented, or the engine is closed, or the game was freed. */
    readonly INVALID_ARGUMENT: -3;
    /** The text is not a valid FEN. */
    readonly INVALID_FEN: -10;
    /** The position cannot be played. */
    readonly ILLEGAL_POSITION: -11;
    /** A move is not legal in its position, is not a move, or is ambiguous. */
    readonly ILLEGAL_MOVE: -12;
    /** The text is not PGN: a comment or variation that is not closed, a tag that does not fit. */
    readonly INVALID_PGN: -13;
    /** There is no option of that name. */
    readonly UNKNOWN_OPTION: -20;
    /** The option does not take this value. */
    readonly INVALID_VALUE: -21;
    /** Memory is exhausted. */
    readonly OUT_OF_MEMORY: -30;
    /** The WebAssembly file or the worker cannot be loaded. */
    readonly IO: -31;
    /** The engine is searching: stop the search first, or await its result. */
    readonly BUSY: -40;
    /** A bug in the library or the package, or the worker has ended. The engine is of no more use. */
    readonly PANIC: -50;
};
export type Status = (typeof Status)[keyof typeof Status];
/** What the package throws and rejects with: `message` says what was wrong, in English. */
export declare class SeajayError extends Error {
    readonly name = "SeajayError";
    readonly status: Status;
    constructor(status: Status, message: string);
}

/**
 * A position with the moves that led to it: rules and notation. Moves are in UCI notation (`e2e4`, `e7e8q`; castling as
 * `e1g1`). What fails throws a {@link SeajayError} and changes nothing.
 */
export declare class Game {
    /** A FEN, or the start of a game, and the moves played from there. Await {@link init} or {@link Engine.create} once
     * before the first game. */
    constructor(fen?: string, moves?: Moves, options?: GameOptions);
    /** A copy, which goes on by itself. */
    clone(): Game;
    /** Plays moves, one after the other: all of them, or none. */
    play(moves: Moves): this;
    /** Plays moves as people and the PGN of one game write them: all of them, or none. Move numbers, comments,
     * variations and results are skipped. */
    playSan(movetext: Moves): this;
    /** Takes back the last `plies` moves, counting those of both sides. If fewer were played, it throws and takes back none. */
    undo(plies?: number): this;
    /** The moves played. */
    moves(): string[];
    /** The position that the moves were played from. */
    startFen(): string;
    /** The moves played, described. */
    playedMoveList(): Move[];
    /** The legal moves, or those from a square such as "e2". */
    legalMoves(from?: string): string[];
    /** The legal moves, or those from a square such as "e2", described. */
    legalMoveList(from?: string): Move[];
    /** A line of moves, each played after the one before, as people write it: `["e2e4", "g8f6"]` becomes
     * `["e4", "Nf6"]`. The game stays as it is. */
    toSan(moves: Moves): string[];
    /** A line of moves as people write it, in UCI notation: `"1. e4 Nf6"` becomes `["e2e4", "g8f6"]`. The game stays
     * as it is. */
    fromSan(movetext: Moves): string[];
    /** The position. */
    fen(): string;
    /** Whether the game goes on, is over, or may be claimed as a draw. */
    state(): GameState;
    /** Whether the side to move is in check. */
    inCheck(): boolean;
    /** Whether a color could ever mate with its material: if not, it only draws when the other's time is up. */
    canWin(color: Color): boolean;
    /** The pieces by their squares, as in a FEN: `{ e1: "K", e8: "k" }`. */
    pieces(): Record<string, string>;
    /** What `JSON.stringify` makes of it: a position that `analyse` takes, and `new Game(fen, moves)`. */
    toJSON(): {
        fen: string;
        moves: string[];
    };
    /** The Polyglot key of the position, for opening books and caches. */
    key(): bigint;
    /** Gives the game's memory back, before the garbage collector would: worth it only for thousands of games. It is
     * the last call; `using game = new Game()` makes it too. */
    free(): void;
}
/** For `using`. Compilers fall back on the same symbol where the language does not have it yet. */
export interface Game extends Disposing {
}


/** Loads the library for games and PGN on this thread. Once it has succeeded, further calls do nothing. */
export declare function init(source?: WasmSource): Promise<void>;

/** A game and what its PGN says besides the moves. */
export interface PgnRecord extends PgnNotes {
    game: Game;
    /** What ends the moves, or else the tag `Result`: "1-0", "0-1", "1/2-1/2" or "*". Written is the tag. */
    result: string;
    /** What is wrong with the text. The game goes up to there; a fault in a variation ends that alone. */
    error: PgnError | undefined;
}
/** A game of a list, whose moves have been passed over. */
export interface PgnEntry {
    tags: {
        [name: string]: string;
    };
    /** What ends the moves, or else the tag `Result`: "1-0", "0-1", "1/2-1/2" or "*". */
    result: string;
    /** Where the game begins: `readPgn(text.slice(offset))` reads it first, of bytes `subarray(offset)`. */
    offset: number;
}
/** A fault in a PGN: `message` names line and word. */
export declare class PgnError extends SeajayError {
    /** Where it is in the text: `text.slice(offset)` begins with it. */
    readonly offset: number;
    /** Its line, from 1. */
    readonly line: number;
    /** How many moves of the game stand before it. */
    readonly ply: number;
}
/** Reads the games of a PGN one after the other: of a text, or of the bytes of a file, which need not be UTF-8. A fault
 * in a game never keeps from those after it. Await `init()` or `Engine.create()` once before. */
export declare function readPgn(text: string | Uint8Array): Generator<PgnRecord, void, undefined>;
/** Lists the games of a PGN, of a text or of the bytes of a file: tags and result, several times as fast as reading
 * them. The moves are passed over. */
export declare function listPgn(text: string | Uint8Array): Generator<PgnEntry, void, undefined>;
/** Writes a game as PGN, with an empty line at its end: one after the other, games make a file. The seven tags that
 * every game has come first, then the others, with FEN and SetUp as the game needs them. Without the tag `Result` a game
 * that is over has its result. What lies behind the game's last ply is left out. Throws if the game cannot play a
 * variation. */
export declare function writePgn(record: Pick<PgnRecord, "game"> & Partial<PgnRecord>): string;

/** The accuracy of both sides in percent, of the moves of a review in any order; 100 for a side without any. The
 * formulas are those that lichess publishes: https://lichess.org/page/accuracy. */
export declare function accuracy(moves: Iterable<Judged>): {
    white: number;
    black: number;
};

/**
 * A search that goes on in the engine's worker, as {@link Engine.analyse} begins it. Loop over it for its lines, of
 * which only the newest of each rank is kept for a slow reader; leaving the loop stops the search. `result` comes in
 * any case.
 */
export declare class Search implements AsyncIterable<Line> {
    /** What the search has found when it has ended. Rejects with a {@link SeajayError} only if the search could not be
     * made. It may be left alone. */
    readonly result: Promise<Result>;
    /** Ends the search. Its result has the best move so far. */
    stop(): void;
    [Symbol.asyncIterator](): AsyncGenerator<Line, void, undefined>;
}

/** The type of a global class where the types of a program know it, as those of browsers and of Node do. */
type Global<Name extends string> = typeof globalThis extends {
    [N in Name]: {
        prototype: infer T;
    };
} ? T : never;
/** A symbol of the language where the types of a program know it. */
type Known<Name extends string> = SymbolConstructor extends {
    readonly [N in Name]: infer S extends symbol;
} ? S : never;
/** What `using` needs, where there is `using`. */
export type Disposing = {
    [S in Known<"dispose">]: () => void;
};
/** What `await using` needs, where there is `await using`. */
export type AsyncDisposing = {
    [S in Known<"asyncDispose">]: () => Promise<void>;
};
/** A module of WebAssembly, as `WebAssembly.compile` makes it. */
type Module = typeof globalThis extends {
    WebAssembly: {
        Module: {
            prototype: infer T;
        };
    };
} ? T : never;
/** Where the WebAssembly file comes from. */
export type WasmSource = Global<"URL"> | string | Global<"Response"> | PromiseLike<Global<"Response">> | ArrayBuffer | ArrayBufferView | Module;
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
export type GameState = "ongoing" | "checkmate" | "stalemate" | "material" | "fivefold" | "seventyFiveMoves" | "repetition" | "fiftyMoves";
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
    castling?: {
        from: string;
        to: string;
    };
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
export declare const Mark: {
    readonly NONE: 0;
    /** ?!, at least 50 permille of the expected points are lost. */
    readonly INACCURACY: 6;
    /** ?, at least 100 permille. */
    readonly MISTAKE: 2;
    /** ??, at least 150 permille. */
    readonly BLUNDER: 4;
};
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
    tags: {
        [name: string]: string;
    };
    /** The comments by their plies; several of a ply are joined by a space. */
    comments: {
        [ply: number]: string;
    };
    /** Marks, as the numbers of PGN, by their plies: "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6. */
    nags: {
        [ply: number]: number[];
    };
    /** The variations that replace the move to a ply: movetext with all that is in them, which a clone of the game
     * undone to `ply - 1` plays with `playSan`, unless it has a null move ("--"). */
    variations: {
        [ply: number]: string[];
    };
}
