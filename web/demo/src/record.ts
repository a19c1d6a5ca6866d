// The game on the board: its moves, the place in it that is shown, and a verdict for each position.

import { Game, type Color, type GameState } from "seajay";

import { finalVerdict, other, stateText, type Verdict } from "./verdict.js";

export interface Ply {
    /** In UCI notation. */
    move: string;
    san: string;
    color: Color;
    /** The number of the move. */
    number: number;
}

/** How a game ended. */
export interface Outcome {
    result: NonNullable<Verdict["result"]>;
    reason: string;
}

/** A game that can be put back. */
export interface SavedGame {
    fen: string;
    moves: readonly string[];
    place: number;
    agreed: Outcome | undefined;
}

/** What has changed: the moves, the place in them, or a verdict. */
export type Change = "moves" | "place" | "verdict";

const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");

/** The number of the next move, as a FEN has it. */
export const numberOf = (fen: string): number => Number(fen.split(" ")[5] ?? 1);

export class GameRecord {
    /** The position shown, with the moves that led there. */
    #here: Game;
    #plies: Ply[] = [];
    #verdicts: (Verdict | undefined)[] = [];
    #agreed: Outcome | undefined;
    readonly #onChange: (change: Change) => void;

    constructor(onChange: (change: Change) => void) {
        this.#here = new Game();
        this.#onChange = onChange;
    }

    get plies(): readonly Ply[] {
        return this.#plies;
    }

    /** How many of the moves have been played in the position shown. */
    get place(): number {
        return this.#here.moves().length;
    }

    get game(): Game {
        return this.#here;
    }

    get turn(): Color {
        return this.turnAt(this.place);
    }

    turnAt(place: number): Color {
        const before = this.#plies[place - 1];
        return before ? other(before.color) : turnOf(this.#here.startFen());
    }

    /** Whether the rules end the game in the position shown. */
    get isOver(): boolean {
        return this.verdict()?.result !== undefined;
    }

    get isAtEnd(): boolean {
        return this.place === this.#plies.length;
    }

    /** Where the game began; undefined for the start of chess. */
    get customStart(): string | undefined {
        const fen = this.#here.startFen();
        const usual = new Game();
        const isCustom = fen !== usual.startFen();
        usual.free();
        return isCustom ? fen : undefined;
    }

    /** How the game ended, by the rules or as `conclude` said. */
    get outcome(): Outcome | undefined {
        if (this.#agreed) return this.#agreed;
        const result = this.#verdicts[this.#plies.length]?.result;
        if (!result) return undefined;
        const end = this.copy(this.#plies.length);
        const reason = stateText(end.state(), this.turnAt(this.#plies.length));
        end.free();
        return { result, reason };
    }

    /** Why the game is over in the position shown, or might be; "" while it just goes on. */
    get status(): string {
        return (this.isAtEnd && this.outcome?.reason) || stateText(this.#here.state(), this.turn);
    }

    /** Ends a game that could go on by the rules. */
    conclude(outcome: Outcome): void {
        this.#agreed = outcome;
        this.#onChange("moves");
    }

    /** The position shown, for an engine. */
    position(place = this.place): { fen: string; moves: string[] } {
        return { fen: this.#here.startFen(), moves: this.#plies.slice(0, place).map((ply) => ply.move) };
    }

    verdict(place = this.place): Verdict | undefined {
        return this.#verdicts[place];
    }

    /** Keeps a verdict, unless there is a deeper one already. */
    judge(place: number, verdict: Verdict): void {
        const old = this.#verdicts[place];
        if (place > this.#plies.length || old?.result || (old && old.depth > verdict.depth)) return;
        this.#verdicts[place] = verdict;
        this.#onChange("verdict");
    }

    save(): SavedGame {
        return { ...this.position(this.#plies.length), place: this.place, agreed: this.#agreed };
    }

    restore({ fen, moves, place, agreed }: SavedGame): void {
        this.load(new Game(fen, moves), place, agreed);
    }

    /** Whether a saved game has nothing that this one has not, but for the place. */
    contains({ fen, moves, agreed }: SavedGame): boolean {
        const now = this.save();
        const isSame = fen === now.fen && moves.every((move, index) => move === now.moves[index]);
        return isSame && (!agreed || agreed === now.agreed);
    }

    /** Forgets what an analysis up to a depth has said. The review says depth 0, and stays. */
    forgetVerdicts(depth: number): void {
        const isForgotten = (verdict: Verdict) => !verdict.result && verdict.depth > 0 && verdict.depth <= depth;
        this.#verdicts = this.#verdicts.map((verdict) => (verdict && isForgotten(verdict) ? undefined : verdict));
    }

    /** Replaces the game, and how it was ended. */
    load(game: Game, place = game.moves().length, agreed?: Outcome): void {
        const moves = game.moves();
        const start = new Game(game.startFen());
        this.#here.free();
        game.free();
        this.#here = start;
        this.#plies = [];
        this.#verdicts = [];
        this.#agreed = agreed;
        this.#keepFinalVerdict();
        for (const move of moves) this.#append(move);
        this.#travel(Math.min(place, moves.length));
        this.#onChange("moves");
    }

    /** Plays moves in the position shown: a list in UCI notation. Other moves that followed are replaced. */
    play(moves: readonly string[]): void {
        const probe = this.copy();
        try {
            probe.play(moves);
        } finally {
            probe.free();
        }
        for (const move of moves) {
            if (this.#plies[this.place]?.move === move) this.#here.play(move);
            else {
                this.#plies.length = this.place;
                this.#verdicts.length = this.place + 1;
                this.#agreed = undefined;
                this.#append(move);
            }
        }
        this.#onChange("moves");
    }

    /** Takes back the move that led to the position shown, and all that followed. */
    takeBack(plies = 1): void {
        const left = Math.max(0, this.place - plies);
        if (left === this.#plies.length) return;
        this.#travel(left);
        this.#plies.length = left;
        this.#verdicts.length = left + 1;
        this.#agreed = undefined;
        this.#onChange("moves");
    }

    goTo(place: number): void {
        const wanted = Math.max(0, Math.min(place, this.#plies.length));
        if (wanted === this.place) return;
        this.#travel(wanted);
        this.#onChange("place");
    }

    /** A game of one's own up to a place: free it. */
    copy(place = this.place): Game {
        const { fen, moves } = this.position(place);
        return new Game(fen, moves);
    }

    state(): GameState {
        return this.#here.state();
    }

    #append(move: string): void {
        const fen = this.#here.fen();
        const san = this.#here.toSan(move)[0]!;
        this.#plies.push({ move, san, color: turnOf(fen), number: numberOf(fen) });
        this.#here.play(move);
        this.#keepFinalVerdict();
    }

    #keepFinalVerdict(): void {
        const verdict = finalVerdict(this.#here.state(), this.turn);
        if (verdict) this.#verdicts[this.place] = verdict;
    }

    #travel(place: number): void {
        const now = this.place;
        if (place < now) this.#here.undo(now - place);
        else this.#here.play(this.#plies.slice(now, place).map((ply) => ply.move));
    }
}
