// The game on the board: its tree of moves, the line and the place in it that are shown, and its tags; and the other
// games of its file.

import { Game, readPgn, writePgn, type Color, type GameState, type PgnRecord, type Review } from "seajay";

import { contains, Node, readTree, writeTree } from "./tree.js";
import { afterMove, beforeMove, resultText, stateText, type Verdict } from "./verdict.js";

/** The value of a tag, where something is known; "" where not. */
export const known = (value: string | undefined): string => (value && !/^[?.\s-]*$/.test(value) ? value : "");

/** How a game ended. */
export interface Outcome {
    result: NonNullable<Verdict["result"]>;
    reason: string;
}

/** Games that can be put on the board: PGNs, and which of them. */
export interface SavedGame {
    /** The games as they were loaded: the list never changes. */
    games: readonly string[];
    index: number;
    /** What they are now, by their index, if they have changed. */
    changed?: Readonly<Record<number, string>>;
    /** What was wrong with them in the file, by their index. */
    faults?: Readonly<Record<number, string>> | undefined;
    /** The moves shown; the main ones unless given. */
    line?: readonly string[];
    /** How many of them have been played; all unless given. */
    place?: number;
    agreed?: Outcome | undefined;
    /** The name of the file that was opened. */
    name?: string | undefined;
    /** What a reload has lost of the file. */
    loss?: string;
}

/** What has changed: the moves, the place in them, or a verdict. */
export type Change = "moves" | "place" | "verdict";

/** The tags of a game that is made here. */
function ownTags(): PgnRecord["tags"] {
    const today = new Date().toLocaleDateString("sv").replaceAll("-", ".");
    return { Event: "Analysis board", Site: "seajay", Date: today, Round: "-" };
}

/** A game without notes, made here. */
export function saved(game: Game, tags: PgnRecord["tags"] = {}, place?: number): SavedGame {
    const text = writePgn({ game, tags: { ...ownTags(), ...tags } });
    game.free();
    return { games: [text], index: 0, ...(place !== undefined && { place }) };
}

export class GameRecord {
    /** The position shown, with the moves that led there. */
    #here = new Game();
    #place = 0;
    #root = new Node(this.#here);
    /** The moves that led to the position shown, and those that follow. */
    #line: readonly Node[] = [];
    #tags: PgnRecord["tags"] = {};
    /** The games of the file as they were loaded. */
    #games: readonly string[] = [];
    #changed: Readonly<Record<number, string>> = {};
    #faults: Readonly<Record<number, string>> = {};
    #name: string | undefined;
    #index = 0;
    #agreed: Outcome | undefined;
    /** What the game on the board is as PGN, unless it has changed. */
    #pgn: string | undefined;
    readonly #onChange: (change: Change) => void;

    constructor(onChange: (change: Change) => void) {
        this.#set(saved(new Game()));
        this.#onChange = onChange;
    }

    /** The moves of the line that is shown. */
    get plies(): readonly Node[] {
        return this.#line;
    }

    get root(): Node {
        return this.#root;
    }

    /** How many of the moves have been played in the position shown. */
    get place(): number {
        return this.#place;
    }

    /** How many moves of the game itself lead towards the position shown: fewer than `place` in a variation. */
    get mainPlace(): number {
        const main = this.#root.continuation;
        const path = this.#line.slice(0, this.#place);
        const left = path.findIndex((node, index) => node !== main[index]);
        return left < 0 ? this.#place : left;
    }

    /** The position shown. */
    get node(): Node {
        return this.#nodeAt(this.#place)!;
    }

    get game(): Game {
        return this.#here;
    }

    get tags(): PgnRecord["tags"] {
        return this.#tags;
    }

    get turn(): Color {
        return this.node.turn;
    }

    turnAt(place: number): Color {
        return this.#nodeAt(place)!.turn;
    }

    /** Whether the rules end the game in the position shown. */
    get isOver(): boolean {
        return this.node.final !== undefined;
    }

    get isAtEnd(): boolean {
        return this.#place === this.#line.length;
    }

    /** Whether there is nothing that could be lost. */
    get isEmpty(): boolean {
        return !this.#root.next && !this.customStart && this.#games.length === 1;
    }

    /** Where the game began; undefined for the start of chess. */
    get customStart(): string | undefined {
        const fen = this.#here.startFen();
        const usual = new Game();
        const isCustom = fen !== usual.startFen();
        usual.free();
        return isCustom ? fen : undefined;
    }

    /** The last position of the game itself. */
    get #end(): Node {
        return this.#root.continuation.at(-1) ?? this.#root;
    }

    /** How the game ended, by the rules or as `conclude` said. */
    get outcome(): Outcome | undefined {
        if (this.#agreed) return this.#agreed;
        const end = this.#end;
        const result = end.final?.result;
        return result && { result, reason: stateText(end.state, end.turn) };
    }

    /** The result of the game, "*" without one. */
    get result(): string {
        return this.outcome?.result ?? this.#tags.Result ?? "*";
    }

    /** What the tag says of the result where the rules say something else. */
    get disputed(): string | undefined {
        const { Result = "*" } = this.#tags;
        const isDisputed = !this.#agreed && this.outcome && Result !== "*" && Result !== this.outcome.result;
        return isDisputed ? Result : undefined;
    }

    /** Why the game is over in the position shown, or might be; "" while it just goes on. */
    get status(): string {
        if (this.node !== this.#end || !this.outcome) return stateText(this.#here.state(), this.turn);
        const { disputed, outcome } = this;
        return disputed ? `${outcome.reason}, but the tag Result says ${resultText(disputed)}` : outcome.reason;
    }

    /** The game as PGN. */
    get pgn(): string {
        return (this.#pgn ??= writeTree(this.#root, this.#here.startFen(), this.#finalTags));
    }

    get #finalTags(): PgnRecord["tags"] {
        return { ...this.#tags, ...(this.#agreed && { Result: this.#agreed.result }) };
    }

    /** The games of the file as they were loaded: other ones have another list. */
    get file(): readonly string[] {
        return this.#games;
    }

    /** The name of the file, if it was opened. */
    get name(): string | undefined {
        return this.#name;
    }

    /** The games of the file as PGN. */
    get games(): readonly string[] {
        return merged(this.save());
    }

    /** What was wrong with each game in the file, if anything was, and the game has not been changed since. */
    get faults(): Readonly<Record<number, string>> {
        return this.#faults;
    }

    /** Keeps what is wrong with the games of the file, but for those that have been changed. */
    setFaults(faults: Readonly<Record<number, string>>): void {
        const own = Object.entries(faults).filter(([index]) => !(index in this.#changed));
        this.#faults = Object.fromEntries(own);
    }

    get gameCount(): number {
        return this.#games.length;
    }

    get index(): number {
        return this.#index;
    }

    /** Ends a game that could go on by the rules. */
    conclude(outcome: Outcome): void {
        this.#agreed = outcome;
        this.#edited();
    }

    /** The position shown, for an engine. */
    position(place = this.#place): { fen: string; moves: string[] } {
        return { fen: this.#here.startFen(), moves: this.#line.slice(0, place).map(({ move }) => move) };
    }

    verdict(place = this.#place): Verdict | undefined {
        return this.#nodeAt(place)?.verdict;
    }

    /** Keeps what the analysis says of the position shown, unless it has said more. */
    judge(verdict: Verdict): void {
        const { node } = this;
        if (node.final || (node.analysed && node.analysed.depth > verdict.depth)) return;
        node.analysed = verdict;
        this.#onChange("verdict");
    }

    /** Keeps what a review says of a move. */
    review(node: Node, review: Review): void {
        node.review = review;
        node.reviewed ??= afterMove(review);
        node.parent!.reviewed = beforeMove(review);
        this.#onChange("verdict");
    }

    save(): SavedGame {
        const line = this.#line.map(({ move }) => move);
        const changed = { ...this.#changed, [this.#index]: this.pgn };
        return {
            games: this.#games,
            changed,
            faults: this.#faults,
            index: this.#index,
            line,
            place: this.#place,
            agreed: this.#agreed,
            name: this.#name,
        };
    }

    /** Whether nothing of some games would be lost here, but for the place. */
    contains(game: SavedGame): boolean {
        if (game.agreed && game.agreed !== this.#agreed) return false;
        const now = new Set(this.games);
        return merged(game).every((text) => now.has(text) || this.#containsGame(text));
    }

    #containsGame(text: string): boolean {
        const [record] = readPgn(text);
        if (!record || record.game.startFen() !== this.#here.startFen()) return false;
        const [own, tags] = [ownTags(), this.#finalTags];
        const hasTags = Object.entries(record.tags).every(
            ([name, value]) => value === "*" || !known(value) || [own[name], tags[name]].includes(value),
        );
        return hasTags && contains(this.#root, readTree(record));
    }

    /** Forgets what an analysis up to a depth has said. */
    forgetVerdicts(depth: number): void {
        for (const node of this.#root.all)
            if (node.analysed && node.analysed.depth <= depth) node.analysed = undefined;
    }

    /** Puts another game on the board. */
    load(game: SavedGame): void {
        this.#set(game);
        this.#onChange("moves");
    }

    #set({ games, changed = {}, faults = {}, index, line, place, agreed, name }: SavedGame): void {
        const text = changed[index] ?? games[index]!;
        const [record] = readPgn(text);
        const start = new Game(record!.game.startFen());
        const root = readTree(record!);
        this.#here.free();
        this.#here = start;
        this.#place = 0;
        this.#root = root;
        this.#line = follow(root, line ?? []);
        this.#tags = record!.tags;
        // As the file has it, until it is changed.
        [this.#games, this.#index, this.#agreed, this.#pgn] = [games, index, agreed, text];
        const { error } = record!;
        [this.#faults, this.#name] = [error ? { ...faults, [index]: error.message } : faults, name];
        this.#changed = Object.fromEntries(
            Object.entries(changed).filter(([number, text]) => text !== games[Number(number)]),
        );
        this.#travel(Math.min(place ?? Infinity, this.#line.length));
    }

    /** Plays moves in the position shown: a list in UCI notation. Other moves that are there already stay. */
    play(moves: readonly string[]): void {
        const probe = this.copy();
        try {
            probe.play(moves);
        } finally {
            probe.free();
        }
        for (const move of moves) {
            const known = this.node.moves.find((each) => each.move === move);
            if (known) this.#here.play(move);
            const node = known ?? this.#add(move);
            if (this.#line[this.#place] !== node)
                this.#line = [...this.#line.slice(0, this.#place), node, ...node.continuation];
            this.#place++;
        }
        this.#edited();
    }

    /** Plays a move that is not there yet. */
    #add(move: string): Node {
        const parent = this.node;
        const [san] = this.#here.toSan(move);
        const isMain = parent === this.#end;
        const node = new Node(this.#here, parent, { uci: move, san: san! });
        if (parent.next) parent.next.variations.push(node);
        else parent.next = node;
        if (isMain) this.#reopen();
        this.#forgetFault();
        return node;
    }

    /** The game is no longer what was in the file. */
    #forgetFault(): void {
        const { [this.#index]: fault, ...others } = this.#faults;
        this.#faults = others;
    }

    /** The game no longer ends where its result was recorded: that is open again. */
    #reopen(): void {
        this.#agreed = undefined;
        const { Result, ...others } = this.#tags;
        this.#tags = others;
    }

    /** Takes back the moves that led to the position shown, and all that followed. */
    takeBack(plies = 1): void {
        const left = Math.max(0, this.#place - plies);
        const first = this.#line[left];
        if (!first || left === this.#place) return;
        if (this.#root.continuation.includes(first)) this.#reopen();
        this.#travel(left);
        first.remove();
        this.#forgetFault();
        this.#line = [...this.#line.slice(0, left), ...this.node.continuation];
        this.#edited();
    }

    goTo(place: number): void {
        const wanted = Math.max(0, Math.min(place, this.#line.length));
        if (wanted === this.#place) return;
        this.#travel(wanted);
        this.#onChange("place");
    }

    /** Goes to a position anywhere in the tree. */
    visit(node: Node): void {
        const { path } = node;
        const common = path.findIndex((each, index) => this.#line[index] !== each);
        if (common >= 0) {
            this.#travel(Math.min(this.#place, common));
            this.#line = [...path, ...node.continuation];
        }
        this.goTo(path.length);
    }

    /** A game of one's own up to a place: free it. */
    copy(place = this.#place): Game {
        const { fen, moves } = this.position(place);
        return new Game(fen, moves);
    }

    state(): GameState {
        return this.#here.state();
    }

    #nodeAt(place: number): Node | undefined {
        return place === 0 ? this.#root : this.#line[place - 1];
    }

    #travel(place: number): void {
        const now = this.#place;
        if (place < now) this.#here.undo(now - place);
        else this.#here.play(this.#line.slice(now, place).map(({ move }) => move));
        this.#place = place;
    }

    #edited(): void {
        this.#pgn = undefined;
        this.#onChange("moves");
    }
}

/** The games as they are now. */
function merged({ games, changed = {} }: SavedGame): readonly string[] {
    return games.map((text, index) => changed[index] ?? text);
}

/** The nodes of moves from the root on, as far as there are such, and what follows. */
function follow(root: Node, moves: readonly string[]): Node[] {
    const line: Node[] = [];
    let node = root;
    for (const move of moves) {
        const next = node.moves.find((each) => each.move === move);
        if (!next) break;
        line.push((node = next));
    }
    return [...line, ...node.continuation];
}
