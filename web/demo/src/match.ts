// A game between a person and the engine: turns, clocks, and how it ends.

import type { AnalyseOptions, Color, Score } from "seajay";

import { ChessClock, type TimeControl } from "./clock.js";
import type { Host } from "./host.js";
import type { GameRecord, Outcome } from "./record.js";
import { named, other } from "./verdict.js";

export interface MatchOptions {
    human: Color;
    /** UCI_Elo; undefined for full strength. */
    level: number | undefined;
    /** Without one, both may take as long as they like. */
    time: TimeControl | undefined;
}

/** A match under way that can be gone on with. */
export interface SavedMatch {
    options: MatchOptions;
    /** Milliseconds left on the clocks. */
    left?: Record<Color, number> | undefined;
    paidPlies: number;
    score?: Score | undefined;
    offeredAfter?: string | undefined;
}

export interface MatchListener {
    /** The clocks have moved. */
    onTick(): void;
    /** It is another's turn, or the game is over. */
    onTurn(): void;
}

/** A move that comes at once is hard to follow. */
const SHORTEST_THOUGHT_MS = 400;
/** How long the engine thinks without a clock, at full strength. */
const UNTIMED_MS = 1000;
/** Before that many moves by both sides the engine plays on. */
const FEWEST_MOVES_TO_DRAW = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const won = (winner: Color): Outcome["result"] => (winner === "white" ? "1-0" : "0-1");

export class Match {
    readonly options: MatchOptions;
    readonly clock: ChessClock | undefined;
    isThinking = false;
    /** Until the engine is ready nobody moves, and after the match neither. */
    #phase: "preparing" | "playing" | "left" = "preparing";
    readonly #host: Host;
    readonly #record: GameRecord;
    readonly #listener: MatchListener;
    #turn = 0;
    /** Each of this many plies has brought its increment; a move instead of one taken back brings no other. */
    #paidPlies: number;
    /** What the engine thought of its last move. */
    #score: Score | undefined;
    /** The moves after which the person has offered a draw. */
    #offeredAfter: string | undefined;

    constructor(host: Host, record: GameRecord, saved: SavedMatch, listener: MatchListener) {
        this.#host = host;
        this.#record = record;
        this.options = saved.options;
        this.#paidPlies = saved.paidPlies;
        this.#score = saved.score;
        this.#offeredAfter = saved.offeredAfter;
        this.#listener = listener;
        const { time } = saved.options;
        if (time) this.clock = new ChessClock(time, listener.onTick, (color) => this.#flagFell(color), saved.left);
    }

    save(): SavedMatch {
        const { clock, options } = this;
        const left = clock && { white: clock.left("white"), black: clock.left("black") };
        return { options, left, paidPlies: this.#paidPlies, score: this.#score, offeredAfter: this.#offeredAfter };
    }

    get isOver(): boolean {
        return this.#record.outcome !== undefined;
    }

    /** Whether the person may move on the board as it is shown. */
    get isHumansTurn(): boolean {
        return this.#isUnderWay && !this.isThinking && this.isAtEnd && this.#sideToMove() === this.options.human;
    }

    get isPreparing(): boolean {
        return this.#phase === "preparing";
    }

    /** Whether the board shows the last position, and not an earlier one. */
    get isAtEnd(): boolean {
        return this.#record.isAtEnd;
    }

    get #isUnderWay(): boolean {
        return this.#phase === "playing" && !this.isOver;
    }

    /** To be called with the position on the board from which the game is played. */
    async begin(): Promise<void> {
        const { level } = this.options;
        const isLimited = level !== undefined;
        await this.#host.configure({ UCI_LimitStrength: isLimited, ...(isLimited && { UCI_Elo: level }) });
        await this.#host.clearHistory();
        if (!this.isPreparing) return;
        this.#phase = "playing";
        this.#goOn();
    }

    /** The person plays a move in UCI notation. One that comes too late is not played. */
    play(move: string): void {
        if (this.clock?.flag()) return;
        this.#record.play([move]);
        this.#moved();
    }

    get mayTakeBack(): boolean {
        return this.#isUnderWay && this.#record.plies.length >= this.#pliesToTakeBack;
    }

    /** Takes back the person's last move, and the engine's answer to it. */
    takeBack(): void {
        if (!this.mayTakeBack) return;
        const count = this.#pliesToTakeBack;
        this.#cancel();
        this.#record.goTo(this.#record.plies.length);
        this.#record.takeBack(count);
        this.#goOn();
    }

    get #pliesToTakeBack(): number {
        const isAnswered = this.#record.plies.at(-1)?.color !== this.options.human;
        return isAnswered ? 2 : 1;
    }

    resign(): void {
        if (this.isOver) return;
        const { human } = this.options;
        this.#end({ result: won(other(human)), reason: `${named(human)} resigns` });
    }

    /** Whether the rules let the person claim a draw in the position shown. */
    get mayClaimDraw(): boolean {
        const state = this.#record.state();
        return this.isHumansTurn && (state === "repetition" || state === "fiftyMoves");
    }

    claimDraw(): void {
        const reason = this.#record.state() === "repetition" ? "threefold repetition" : "the fifty-move rule";
        this.#end({ result: "1/2-1/2", reason: `A draw by ${reason}` });
    }

    /** Whether the person may offer a draw: on each move once. */
    get mayOfferDraw(): boolean {
        return this.isHumansTurn && !this.hasDeclined;
    }

    /** Whether the engine has declined a draw in this position. */
    get hasDeclined(): boolean {
        return this.#offeredAfter === this.#moves;
    }

    get #moves(): string {
        return this.#record.plies.map(({ move }) => move).join(" ");
    }

    /** The engine takes a draw unless the game is young or it thinks that it is better. */
    offerDraw(): void {
        if (!this.mayOfferDraw) return;
        if (this.#record.plies.length >= 2 * FEWEST_MOVES_TO_DRAW && this.#score && this.#score.value <= 0)
            return this.#end({ result: "1/2-1/2", reason: "A draw by agreement" });
        this.#offeredAfter = this.#moves;
        this.#listener.onTurn();
    }

    /** Ends the game without a result. */
    leave(): void {
        this.#phase = "left";
        this.#cancel();
        this.clock?.stop();
    }

    /** Asks the engine again for a move that a crash prevented. */
    retry(): void {
        if (this.#isUnderWay) this.#goOn();
    }

    /** It is the turn of the side to move, whose time runs from now on. */
    #goOn(): void {
        this.clock?.start(this.#sideToMove());
        this.#next();
    }

    #sideToMove(): Color {
        return this.#record.turnAt(this.#record.plies.length);
    }

    #cancel(): void {
        this.#turn++;
        this.isThinking = false;
        this.#host.cancel();
    }

    #end(outcome: Outcome): void {
        this.leave();
        this.#record.conclude(outcome);
    }

    #flagFell(color: Color): void {
        const winner = other(color);
        const end = this.#record.copy(this.#record.plies.length);
        const canWin = end.canWin(winner);
        end.free();
        this.#end(
            canWin
                ? { result: won(winner), reason: `${named(color)} is out of time` }
                : { result: "1/2-1/2", reason: `${named(color)} is out of time, but ${named(winner)} cannot mate` },
        );
    }

    #moved(): void {
        if (this.isOver) return this.leave();
        const plies = this.#record.plies.length;
        this.clock?.press(plies > this.#paidPlies ? this.clock.increment : 0);
        this.#paidPlies = Math.max(this.#paidPlies, plies);
        this.#next();
    }

    #next(): void {
        if (!this.isOver && this.#sideToMove() !== this.options.human) void this.#think();
        this.#listener.onTurn();
    }

    #limits(): AnalyseOptions {
        const { clock } = this;
        if (!clock) return { timeMs: UNTIMED_MS };
        // An engine whose time is up is told so by its clock.
        const left = (color: Color) => Math.max(1, Math.floor(clock.left(color)));
        const { increment } = clock;
        return {
            clock: {
                white: left("white"),
                black: left("black"),
                whiteIncrement: increment,
                blackIncrement: increment,
            },
        };
    }

    async #think(): Promise<void> {
        const turn = ++this.#turn;
        this.isThinking = true;
        const end = this.#record.plies.length;
        const [result] = await Promise.all([
            this.#host.search(this.#record.position(end), this.#limits()),
            pause(SHORTEST_THOUGHT_MS),
        ]);
        if (turn !== this.#turn) return;
        this.isThinking = false;
        if (this.clock?.flag()) return;
        if (!result) {
            // That is no reason to lose on time.
            this.clock?.stop();
            return this.#listener.onTurn();
        }
        this.#score = result.score;
        this.#record.goTo(end);
        this.#record.play([result.bestMove]);
        this.#moved();
    }
}
