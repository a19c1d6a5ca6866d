// The moves of a game with its variations, made of the record of a PGN, and made into one again.

import { Game, readPgn, writePgn, type Color, type GameState, type Move, type PgnRecord, type Review } from "seajay";

import { finalVerdict, other, type Verdict } from "./verdict.js";

/** The side to move, and the number of its move, as a FEN has them. */
export const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");
export const numberOf = (fen: string): number => Number(fen.split(" ")[5] ?? 1);

/** A position and the move that led there; the root has none. */
export class Node {
    readonly parent: Node | undefined;
    /** In UCI notation. */
    readonly move: string;
    readonly san: string;
    /** Who played it, and the number of the move. */
    readonly color: Color;
    readonly number: number;
    readonly state: GameState;
    /** What stands before the first move of a variation. */
    intro = "";
    comment = "";
    nags: readonly number[] = [];
    next: Node | undefined;
    /** What could be played instead; as text what nobody can step through, as it has a null move. */
    variations: (Node | string)[] = [];
    /** The move, judged. */
    review: Review | undefined;
    /** What the analysis and the review say of the position. */
    analysed: Verdict | undefined;
    reviewed: Verdict | undefined;

    /** The game has the position before the move, which is then played in it; without a move it is the root. */
    constructor(game: Game, parent?: Node, move?: Pick<Move, "uci" | "san">) {
        const fen = game.fen();
        this.parent = parent;
        this.move = move?.uci ?? "";
        this.san = move?.san ?? "";
        this.color = move ? turnOf(fen) : other(turnOf(fen));
        this.number = numberOf(fen);
        if (move) game.play(move.uci);
        this.state = game.state();
    }

    /** The side to move. */
    get turn(): Color {
        return other(this.color);
    }

    /** Whether there is nothing but the move. */
    get isBare(): boolean {
        return !this.intro && !this.comment && this.nags.length === 0 && this.variations.length === 0;
    }

    get final(): Verdict | undefined {
        return finalVerdict(this.state, this.turn);
    }

    get verdict(): Verdict | undefined {
        return this.final ?? this.analysed ?? this.reviewed;
    }

    /** The moves that are played from here: the first is the main one. */
    get moves(): Node[] {
        return this.next ? this.next.alternatives : [];
    }

    /** This move, and all that could be played instead. */
    get alternatives(): Node[] {
        return [this, ...this.variations.flatMap((each) => (each instanceof Node ? each.alternatives : []))];
    }

    /** The moves that lead here. */
    get path(): Node[] {
        const moves: Node[] = [];
        for (let node: Node = this; node.parent; node = node.parent) moves.unshift(node);
        return moves;
    }

    /** The main moves from here. */
    get continuation(): Node[] {
        const moves: Node[] = [];
        for (let node = this.next; node; node = node.next) moves.push(node);
        return moves;
    }

    /** This position and all that follow. */
    get all(): Node[] {
        const nodes: Node[] = [this];
        // The list grows meanwhile.
        for (const node of nodes) nodes.push(...node.moves);
        return nodes;
    }

    /** Takes the move out of the tree, with all that follows. What could be played instead takes its place. */
    remove(): void {
        const siblings = this.parent!.moves;
        const holder = siblings.find(({ variations }) => variations.includes(this));
        const heirs = this.variations;
        if (holder) holder.variations = holder.variations.flatMap((each) => (each === this ? heirs : [each]));
        else {
            const parent = this.parent!;
            const heir = heirs.find((each) => each instanceof Node);
            parent.next = heir;
            if (!heir) return;
            heir.variations.push(...heirs.filter((each) => each !== heir));
            parent.comment = `${parent.comment} ${heir.intro}`.trim();
            heir.intro = "";
        }
    }
}

/** The tree of a record. Its game is freed. */
export function readTree(record: PgnRecord): Node {
    const start = new Game(record.game.startFen());
    const root = new Node(start);
    start.free();
    root.comment = record.comments[0] ?? "";
    root.nags = record.nags[0] ?? [];
    root.next = grow(record, root);
    return root;
}

/** Makes nodes of the moves of a record, and gives the first. */
function grow({ game, comments, nags, variations }: PgnRecord, root: Node): Node | undefined {
    const here = new Game(game.startFen());
    let first: Node | undefined;
    let last: Node | undefined;
    for (const [index, move] of game.playedMoveList().entries()) {
        const parent = last ?? root;
        const fen = here.fen();
        const node = new Node(here, parent, move);
        node.comment = comments[index + 1] ?? "";
        node.nags = nags[index + 1] ?? [];
        node.variations = (variations[index + 1] ?? []).map((text) => readVariation(text, parent, fen));
        if (last) last.next = node;
        first ??= node;
        last = node;
    }
    here.free();
    game.free();
    return first;
}

function readVariation(text: string, parent: Node, fen: string): Node | string {
    const [record] = readPgn(`[FEN "${fen}"]\n\n${text}`);
    if (!record || record.error || record.nags[0]) return text;
    const first = grow(record, parent);
    if (first) first.intro = record.comments[0] ?? "";
    return first ?? text;
}

/** Whether a tree has all that another one has. */
export function contains(tree: Node, other: Node): boolean {
    const hasNotes =
        (other.comment === "" || other.comment === tree.comment) &&
        other.nags.every((nag) => tree.nags.includes(nag)) &&
        other.variations.every((each) => each instanceof Node || tree.variations.includes(each));
    return hasNotes && other.moves.every((move) => {
        const same = tree.moves.find((each) => each.move === move.move);
        return same !== undefined && contains(same, move);
    });
}

/** The PGN of a tree that begins with a position. */
export function writeTree(root: Node, fen: string, tags: PgnRecord["tags"]): string {
    return write(root.next, fen, { comments: { 0: root.comment }, nags: { 0: [...root.nags] }, tags });
}

function write(first: Node | undefined, fen: string, begin: Pick<PgnRecord, "comments" | "nags" | "tags">): string {
    const game = new Game(fen);
    const record = { ...begin, game, variations: {} as PgnRecord["variations"] };
    let ply = 0;
    for (let node = first; node; node = node.next) {
        const before = game.fen();
        ply++;
        record.comments[ply] = node.comment;
        record.nags[ply] = [...node.nags];
        record.variations[ply] = node.variations.map((each) =>
            typeof each === "string" ? each : writeVariation(each, before),
        );
        game.play(node.move);
    }
    const text = writePgn(record);
    game.free();
    return text;
}

function writeVariation(first: Node, fen: string): string {
    const text = write(first, fen, { comments: { 0: first.intro }, nags: {}, tags: { Result: "*" } });
    // The movetext begins behind the tags; its result counts for nothing.
    return text.slice(text.indexOf("\n\n"));
}
