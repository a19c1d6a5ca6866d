// A game on the caller's thread.

import { checkCount, checkedGame, checkText, join } from "./arguments.js";
import { misuse } from "./errors.js";
import { library } from "./instance.js";
import type { Exports, Library, Scope } from "./library.js";
import {
    SEAJAY_BLACK,
    SEAJAY_GAME_CHECKMATE,
    SEAJAY_GAME_FIFTY_MOVES,
    SEAJAY_GAME_FIVEFOLD,
    SEAJAY_GAME_MATERIAL,
    SEAJAY_GAME_ONGOING,
    SEAJAY_GAME_REPETITION,
    SEAJAY_GAME_SEVENTY_FIVE,
    SEAJAY_GAME_STALEMATE,
    SEAJAY_WHITE,
    SeajayMove,
} from "./layout.js";
import { split } from "./memory.js";
import { toMove } from "./report.js";
import type { Color, Disposing, GameOptions, GameState, Move, Moves } from "./types.js";

const STATES: { readonly [state: number]: GameState } = {
    [SEAJAY_GAME_ONGOING]: "ongoing",
    [SEAJAY_GAME_CHECKMATE]: "checkmate",
    [SEAJAY_GAME_STALEMATE]: "stalemate",
    [SEAJAY_GAME_MATERIAL]: "material",
    [SEAJAY_GAME_FIVEFOLD]: "fivefold",
    [SEAJAY_GAME_SEVENTY_FIVE]: "seventyFiveMoves",
    [SEAJAY_GAME_REPETITION]: "repetition",
    [SEAJAY_GAME_FIFTY_MOVES]: "fiftyMoves",
};

const COLORS: { readonly [color in Color]: number } = { white: SEAJAY_WHITE, black: SEAJAY_BLACK };

/** More moves than there are in any position that a game reaches. */
const MOVES_AT_ONCE = 256;

/** The name of a function on a game, without its prefix. */
type Method = keyof Exports extends infer N ? (N extends `seajay_game_${infer M}` ? M : never) : never;

/** Frees the games that nobody has freed. */
const forgotten = new FinalizationRegistry<[Library, number]>(([library, pointer]) => {
    if (!library.isBroken) library.call("seajay_game_free", pointer);
});

/**
 * A position with the moves that led to it: rules and notation. Moves are in UCI notation (`e2e4`, `e7e8q`; castling as
 * `e1g1`). What fails throws a {@link SeajayError} and changes nothing.
 */
export class Game {
    readonly #library: Library;
    #pointer: number;

    /** A FEN, or the start of a game, and the moves played from there. Await {@link init} or {@link Engine.create} once
     * before the first game. */
    constructor(fen?: string, moves?: Moves, options?: GameOptions) {
        if (fen !== undefined) checkText(fen, "a FEN");
        const isLenient = checkedGame(options).lenient ?? false;
        this.#library = library();
        this.#pointer = this.#library.create("seajay_game_new");
        if (fen !== undefined || moves?.length) {
            try {
                this.#using((scope) => {
                    const played = scope.text(join(moves ?? []));
                    if (!isLenient || fen === undefined) return this.#call("set", scope.text(fen), played);
                    this.#call("set_lenient", scope.text(fen));
                    return this.#call("play", played);
                });
            } catch (error) {
                this.free();
                throw error;
            }
        }
        forgotten.register(this, [this.#library, this.#pointer], this);
    }

    /** @internal The game as the library has it. */
    static handle(game: Game): { library: Library; pointer: number } {
        return { library: game.#library, pointer: game.#alive() };
    }

    /** A copy, which goes on by itself. */
    clone(): Game {
        const original = this.#alive();
        // After a crash it throws: the copy would be in another instance.
        this.#library.run(() => undefined);
        const copy = new Game();
        copy.#call("copy", original);
        return copy;
    }

    /** Plays moves, one after the other: all of them, or none. */
    play(moves: Moves): this {
        this.#using((scope) => this.#call("play", scope.text(join(moves))));
        return this;
    }

    /** Plays moves as people and the PGN of one game write them: all of them, or none. Move numbers, comments,
     * variations and results are skipped. */
    playSan(movetext: Moves): this {
        this.#using((scope) => this.#call("play_san", scope.text(join(movetext))));
        return this;
    }

    /** Takes back the last `plies` moves, counting those of both sides. If fewer were played, it throws and takes back none. */
    undo(plies = 1): this {
        checkCount(plies, "the number of plies");
        this.#call("undo", plies);
        return this;
    }

    /** The moves played. */
    moves(): string[] {
        return split(this.#text("moves"));
    }

    /** The position that the moves were played from. */
    startFen(): string {
        return this.#text("start_fen");
    }

    /** The moves played, described. */
    playedMoveList(): Move[] {
        return this.#using((scope) =>
            this.#list(scope, (...room) => this.#call("played_move_list", ...room)),
        );
    }

    /** The legal moves, or those from a square such as "e2". */
    legalMoves(from?: string): string[] {
        if (from !== undefined) checkText(from, "a square");
        return this.#using((scope) => {
            const square = scope.text(from);
            return split(
                this.#library.text(scope, (...buffer) =>
                    this.#call("legal_moves", square, ...buffer),
                ),
            );
        });
    }

    /** The legal moves, or those from a square such as "e2", described. */
    legalMoveList(from?: string): Move[] {
        if (from !== undefined) checkText(from, "a square");
        return this.#using((scope) => {
            const square = scope.text(from);
            return this.#list(scope, (...room) => this.#call("legal_move_list", square, ...room));
        });
    }

    /** A line of moves, each played after the one before, as people write it: `["e2e4", "g8f6"]` becomes
     * `["e4", "Nf6"]`. The game stays as it is. */
    toSan(moves: Moves): string[] {
        return this.#convert("to_san", moves);
    }

    /** A line of moves as people write it, in UCI notation: `"1. e4 Nf6"` becomes `["e2e4", "g8f6"]`. The game stays
     * as it is. */
    fromSan(movetext: Moves): string[] {
        return this.#convert("from_san", movetext);
    }

    /** The position. */
    fen(): string {
        return this.#text("fen");
    }

    /** Whether the game goes on, is over, or may be claimed as a draw. */
    state(): GameState {
        const state = STATES[this.#call("state")];
        if (!state) throw misuse("the library knows a state that the package does not");
        return state;
    }

    /** Whether the side to move is in check. */
    inCheck(): boolean {
        return this.#call("in_check") !== 0;
    }

    /** Whether a color could ever mate with its material: if not, it only draws when the other's time is up. */
    canWin(color: Color): boolean {
        if (!Object.hasOwn(COLORS, color)) throw misuse(`a color is "white" or "black", not "${color}"`);
        return this.#call("can_win", COLORS[color]) !== 0;
    }

    /** The pieces by their squares, as in a FEN: `{ e1: "K", e8: "k" }`. */
    pieces(): Record<string, string> {
        const pieces: Record<string, string> = {};
        const ranks = this.fen().split(" ", 1)[0]!.split("/");
        ranks.forEach((rank, index) => {
            let file = 0;
            for (const letter of rank) {
                if (letter >= "1" && letter <= "8") file += Number(letter);
                else pieces["abcdefgh"[file++]! + (8 - index)] = letter;
            }
        });
        return pieces;
    }

    /** What `JSON.stringify` makes of it: a position that `analyse` takes, and `new Game(fen, moves)`. */
    toJSON(): { fen: string; moves: string[] } {
        return { fen: this.startFen(), moves: this.moves() };
    }

    /** The Polyglot key of the position, for opening books and caches. */
    key(): bigint {
        const game = this.#alive();
        const key = this.#library.run(() => this.#library.exports.seajay_game_key(game));
        return BigInt.asUintN(64, key);
    }

    /** Gives the game's memory back, before the garbage collector would: worth it only for thousands of games. It is
     * the last call; `using game = new Game()` makes it too. */
    free(): void {
        if (this.#pointer === 0) return;
        forgotten.unregister(this);
        if (!this.#library.isBroken) this.#library.call("seajay_game_free", this.#pointer);
        this.#pointer = 0;
    }

    #alive(): number {
        if (this.#pointer === 0) throw misuse("the game has been freed");
        return this.#pointer;
    }

    #call(method: Method, ...args: number[]): number {
        const call = this.#library.call as (name: string, ...args: number[]) => number;
        return call.call(this.#library, `seajay_game_${method}`, this.#alive(), ...args);
    }

    #using<T>(body: (scope: Scope) => T): T {
        return this.#library.using(body);
    }

    /** The moves that a function fills in, which says how many there are. */
    #list(scope: Scope, fill: (moves: number, capacity: number) => number): Move[] {
        let capacity = MOVES_AT_ONCE;
        let moves = scope.alloc(capacity * SeajayMove.size);
        const count = fill(moves, capacity);
        if (count > capacity) {
            capacity = count;
            moves = scope.alloc(capacity * SeajayMove.size);
            fill(moves, capacity);
        }
        const { memory } = this.#library;
        return Array.from({ length: count }, (_, index) =>
            toMove(memory.readStruct(SeajayMove, moves + index * SeajayMove.size)),
        );
    }

    #text(method: "moves" | "start_fen" | "fen"): string {
        return this.#using((scope) =>
            this.#library.text(scope, (...buffer) => this.#call(method, ...buffer)),
        );
    }

    #convert(method: "to_san" | "from_san", moves: Moves): string[] {
        return this.#using((scope) => {
            const text = scope.text(join(moves));
            return split(
                this.#library.text(scope, (...buffer) => this.#call(method, text, ...buffer)),
            );
        });
    }
}

/** For `using`. Compilers fall back on the same symbol where the language does not have it yet. */
export interface Game extends Disposing {}
Object.defineProperty(Game.prototype, Symbol.dispose ?? Symbol.for("Symbol.dispose"), { value: Game.prototype.free });
