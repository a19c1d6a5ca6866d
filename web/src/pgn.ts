// Games in PGN, read one after the other, and written.

import { checkedPgn } from "./arguments.js";
import { misuse, SeajayError, type Status } from "./errors.js";
import { Game } from "./game.js";
import { library } from "./instance.js";
import type { Pointer } from "./layout.js";
import type { Exports, Library, Scope } from "./library.js";
import { decoder } from "./memory.js";
import type { PgnNotes } from "./types.js";

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
    tags: { [name: string]: string };
    /** What ends the moves, or else the tag `Result`: "1-0", "0-1", "1/2-1/2" or "*". */
    result: string;
    /** Where the game begins: `readPgn(text.slice(offset))` reads it first, of bytes `subarray(offset)`. */
    offset: number;
}

/** A fault in a PGN: `message` names line and word. */
export class PgnError extends SeajayError {
    /** Where it is in the text: `text.slice(offset)` begins with it. */
    readonly offset: number;
    /** Its line, from 1. */
    readonly line: number;
    /** How many moves of the game stand before it. */
    readonly ply: number;

    /** @internal */
    constructor(status: Status, message: string, place: { offset: number; line: number; ply: number }) {
        super(status, message);
        this.offset = place.offset;
        this.line = place.line;
        this.ply = place.ply;
    }
}

const RESULT = /^(1-0|0-1|1\/2-1\/2)$/;

/** What begins a comment, a variation or a NAG, behind the tags. */
const NOTES = /\n\n[^]*[{(;$]/;

/** There are no other numbers. */
const MAX_NAGS = 256;

const Place = { size: 24, fields: { offset: [0, "i64"], line: [8, "i64"], ply: [16, "u32"] } } as const;

/** Reads the games of a PGN one after the other: of a text, or of the bytes of a file, which need not be UTF-8. A fault
 * in a game never keeps from those after it. Await `init()` or `Engine.create()` once before. */
export function readPgn(text: string | Uint8Array): Generator<PgnRecord, void, undefined> {
    return read(checkedSource(text), (reader, offsets) => {
        const game = new Game();
        if (reader.next(game)) return reader.record(game, offsets);
        game.free();
        return undefined;
    });
}

/** Lists the games of a PGN, of a text or of the bytes of a file: tags and result, several times as fast as reading
 * them. The moves are passed over. */
export function listPgn(text: string | Uint8Array): Generator<PgnEntry, void, undefined> {
    return read(checkedSource(text), (reader, offsets) => (reader.skip() ? reader.entry(offsets) : undefined));
}

function checkedSource(text: string | Uint8Array): string | Uint8Array {
    if (typeof text !== "string" && !(text instanceof Uint8Array))
        throw misuse("a PGN is text, or the bytes of a file as a Uint8Array");
    return text;
}

/** What a function reads of each game. */
function* read<T>(
    text: string | Uint8Array,
    next: (reader: Pgn, offsets: Offsets | undefined) => T | undefined,
): Generator<T, void, undefined> {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const offsets = typeof text === "string" ? new Offsets(bytes) : undefined;
    const reader = new Pgn(library());
    try {
        reader.setText(bytes);
        for (let found = next(reader, offsets); found !== undefined; found = next(reader, offsets)) yield found;
    } finally {
        reader.free();
    }
}

/** Writes a game as PGN, with an empty line at its end: one after the other, games make a file. The seven tags that
 * every game has come first, then the others, with FEN and SetUp as the game needs them. Without the tag `Result` a game
 * that is over has its result. What lies behind the game's last ply is left out. Throws if the game cannot play a
 * variation. */
export function writePgn(record: Pick<PgnRecord, "game"> & Partial<PgnRecord>): string {
    const { game, tags, comments, nags, variations } = checkedPgn(record);
    if (!(game instanceof Game)) throw misuse("the game of a record is a Game");
    const writer = new Pgn(Game.handle(game).library);
    try {
        for (const [name, value] of given(tags)) writer.setTag(name, value);
        for (const [ply, comment] of given(comments)) writer.setComment(Number(ply), comment);
        for (const [ply, list] of given(nags)) writer.setNags(Number(ply), list);
        for (const [ply, list] of given(variations))
            for (const text of list) writer.addVariation(game, Number(ply), text);
        return writer.write(game);
    } finally {
        writer.free();
    }
}

/** The entries of an object, if there is one; undefined is nothing. */
const given = <T>(object: { [key: string]: T } = {}): [string, T][] =>
    Object.entries(object).filter(([, value]) => value !== undefined);

/** Where in a text a byte of its UTF-8 is. Faults come in order: no part is counted twice. */
class Offsets {
    readonly #bytes: Uint8Array;
    #byte = 0;
    #offset = 0;

    constructor(bytes: Uint8Array) {
        this.#bytes = bytes;
    }

    at(byte: number): number {
        this.#offset += decoder.decode(this.#bytes.subarray(this.#byte, byte)).length;
        this.#byte = byte;
        return this.#offset;
    }
}

/** The name of a function on a PGN, without its prefix. */
type Method = keyof Exports extends infer N ? (N extends `seajay_pgn_${infer M}` ? M : never) : never;

/** The library's reader and writer of one record. */
class Pgn {
    readonly #library: Library;
    readonly #pointer: number;
    /** For the texts that are read, and for the names of tags, which are the same in most games. */
    readonly #scope: Scope;
    readonly #names = new Map<string, Pointer>();

    constructor(library: Library) {
        this.#library = library;
        this.#pointer = library.create("seajay_pgn_new");
        this.#scope = library.scope();
    }

    free(): void {
        if (!this.#library.isBroken) this.#call("free");
        this.#scope.free();
    }

    setText(bytes: Uint8Array): void {
        this.#library.using((scope) => this.#call("set_text", scope.bytes(bytes), bytes.length));
    }

    /** Reads the next game, if there is one. */
    next(game: Game): boolean {
        return this.#call("next", Game.handle(game).pointer) === 1;
    }

    /** Passes over the next game, if there is one. */
    skip(): boolean {
        return this.#call("skip") === 1;
    }

    /** What is known of the game that was passed over last. */
    entry(offsets: Offsets | undefined): PgnEntry {
        const byte = this.#call("offset");
        const [tags, result] = [this.#givenTags(), this.#text("result")];
        return { tags: Object.fromEntries(tags), result, offset: offsets?.at(byte) ?? byte };
    }

    /** The record of the game that was read last. */
    record(game: Game, offsets: Offsets | undefined): PgnRecord {
        return this.#library.using((scope) => {
            const result = this.#text("result");
            const record: PgnRecord = {
                game,
                tags: this.#tags(result),
                result,
                comments: {},
                nags: {},
                variations: {},
                error: this.#error(scope, offsets),
            };
            // Most games have none, and to ask at each ply takes longer than to write them.
            if (!NOTES.test(this.write(game))) return record;
            const room = scope.alloc(MAX_NAGS);
            const plies = this.#library.call("seajay_game_ply_count", Game.handle(game).pointer);
            for (let ply = 0; ply <= plies; ply++) {
                const comment = this.#text("comment", ply);
                if (comment) record.comments[ply] = comment;
                const count = this.#call("nags", ply, room, MAX_NAGS);
                if (count > 0) record.nags[ply] = [...this.#library.memory.read(room, count)];
                const variations = this.#list("variation", ply);
                if (variations.length > 0) record.variations[ply] = variations;
            }
            return record;
        });
    }

    #tags(result: string): PgnRecord["tags"] {
        const tags = this.#givenTags();
        if (result !== "*" && !RESULT.test(tags.get("Result") ?? "")) tags.set("Result", result);
        return Object.fromEntries(tags);
    }

    #givenTags(): Map<string, string> {
        const tags = new Map<string, string>();
        for (const name of this.#list("tag_name")) {
            const pointer = this.#names.get(name) ?? this.#scope.text(name);
            this.#names.set(name, pointer);
            tags.set(name, this.#text("tag", pointer));
        }
        return tags;
    }

    #error(scope: Scope, offsets: Offsets | undefined): PgnError | undefined {
        const place = scope.alloc(Place.size);
        const [offset, line, ply] = (["offset", "line", "ply"] as const).map((name) => place + Place.fields[name][0]);
        const status = this.#ask("error", offset!, line!, ply!);
        if (status === 0) return undefined;
        const found = this.#library.memory.readStruct(Place, place);
        const message = this.#text("error_text");
        return new PgnError(status as Status, message, { ...found, offset: offsets?.at(found.offset) ?? found.offset });
    }

    /** Texts with an index, up to the first that is not there. */
    #list(method: "variation" | "tag_name", ...args: number[]): string[] {
        const texts: string[] = [];
        while (this.#ask(method, ...args, texts.length, 0, 0) >= 0)
            texts.push(this.#text(method, ...args, texts.length));
        return texts;
    }

    #text(method: Method, ...args: number[]): string {
        return this.#library.text(this.#scope, (...buffer) => this.#call(method, ...args, ...buffer));
    }

    /** Calls a function, and throws if it fails. */
    #call(method: Method, ...args: number[]): number {
        return this.#library.check(this.#ask(method, ...args));
    }

    /** Calls a function whose answer may be negative. */
    #ask(method: Method, ...args: number[]): number {
        const call = this.#library.exports[`seajay_pgn_${method}`] as (...args: number[]) => unknown;
        return Number(this.#library.run(() => call(this.#pointer, ...args)) ?? 0);
    }

    setTag(name: string, value: string): void {
        this.#library.using((scope) => this.#call("set_tag", scope.text(name), scope.text(value)));
    }

    setComment(ply: number, text: string): void {
        this.#library.using((scope) => this.#call("set_comment", ply, scope.text(text)));
    }

    setNags(ply: number, nags: readonly number[]): void {
        this.#library.using((scope) => this.#call("set_nags", ply, scope.bytes(Uint8Array.from(nags)), nags.length));
    }

    addVariation(game: Game, ply: number, movetext: string): void {
        const { pointer } = Game.handle(game);
        this.#library.using((scope) => this.#call("add_variation", pointer, ply, scope.text(movetext)));
    }

    write(game: Game): string {
        const { pointer } = Game.handle(game);
        return this.#text("write", pointer);
    }
}
