// Text and structs in the memory of WebAssembly.

import { misuse } from "./errors.js";

/** A struct as layout.ts describes it. */
export interface Layout {
    readonly size: number;
    readonly fields: { readonly [name: string]: Field };
}

type Scalar = "u8" | "i32" | "u32" | "i64" | "u64" | "f64" | "pointer";
type Field =
    | readonly [offset: number, type: Scalar | "text" | "chars" | Layout]
    | readonly [offset: number, type: Scalar | "text" | "chars" | Layout, count: number];

type Value<F> = F extends readonly [number, Scalar, number]
    ? number[]
    : F extends readonly [number, Scalar]
      ? number
      : F extends readonly [number, "text" | "chars", ...number[]]
        ? string
        : F extends readonly [number, infer L extends Layout]
          ? Struct<L>
          : never;

/** The values of a struct. 64-bit integers are numbers: none of them gets that large. */
export type Struct<L extends Layout> = { [K in keyof L["fields"]]: Value<L["fields"][K]> };

const encoder = new TextEncoder();
export const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export class Memory {
    readonly #memory: WebAssembly.Memory;

    constructor(memory: WebAssembly.Memory) {
        this.#memory = memory;
    }

    /** The bytes, which move when the memory grows. */
    get #bytes(): Uint8Array {
        return new Uint8Array(this.#memory.buffer);
    }

    get #view(): DataView {
        return new DataView(this.#memory.buffer);
    }

    write(pointer: number, bytes: Uint8Array): void {
        this.#bytes.set(bytes, pointer);
    }

    /** A copy of bytes, which move when the memory grows. */
    read(pointer: number, size: number): Uint8Array {
        return this.#bytes.slice(pointer, pointer + size);
    }

    /** Text up to its NUL, or up to the end of its buffer. */
    readText(pointer: number, size = Infinity): string {
        if (pointer === 0) return "";
        const bytes = this.#bytes;
        const nul = bytes.indexOf(0, pointer);
        // A copy: TextDecoder refuses shared memory, and some browsers large ones.
        return decoder.decode(bytes.slice(pointer, Math.min(nul, pointer + size)));
    }

    readStruct<L extends Layout>(layout: L, pointer: number): Struct<L> {
        const entries = Object.entries(layout.fields).map(([name, [offset, type, count]]) => [
            name,
            this.#readField(pointer + offset, type, count),
        ]);
        return Object.fromEntries(entries) as Struct<L>;
    }

    #readField(pointer: number, type: Field[1], count?: number): unknown {
        if (type === "chars") return this.readText(pointer, count);
        if (type === "text") return this.readText(this.#readNumber(pointer, "pointer"));
        if (typeof type === "object") return this.readStruct(type, pointer);
        const size = type.endsWith("64") ? 8 : 4;
        const numbers = Array.from({ length: count ?? 1 }, (_, index) =>
            this.#readNumber(pointer + index * size, type),
        );
        return count === undefined ? numbers[0] : numbers;
    }

    #readNumber(pointer: number, type: Scalar): number {
        const view = this.#view;
        switch (type) {
            case "u8":
                return view.getUint8(pointer);
            case "f64":
                return view.getFloat64(pointer, true);
            case "i32":
                return view.getInt32(pointer, true);
            case "i64":
                return Number(view.getBigInt64(pointer, true));
            case "u64":
                return Number(view.getBigUint64(pointer, true));
            default:
                return view.getUint32(pointer, true);
        }
    }

    /** Writes a struct: its size, the given numbers, and 0 in all other fields. Pointers are numbers here. */
    writeStruct<L extends Layout>(
        layout: L,
        pointer: number,
        values: { readonly [K in keyof L["fields"]]?: number },
    ): void {
        this.#bytes.fill(0, pointer, pointer + layout.size);
        const all: { readonly [name: string]: number | undefined } = {
            structSize: layout.size,
            ...values,
        };
        for (const [name, [offset, type]] of Object.entries(layout.fields)) {
            const value = all[name];
            if (value !== undefined) this.#writeNumber(pointer + offset, type, name, value);
        }
    }

    #writeNumber(pointer: number, type: Field[1], name: string, given: number): void {
        const value = Math.round(given);
        const isWide = type === "i64" || type === "u64";
        const isInRange = isWide ? Number.isSafeInteger(value) : value === (value | 0);
        if (!isInRange || (type === "u64" && value < 0)) throw misuse(`${name} cannot be ${given}`);
        if (isWide) this.#view.setBigInt64(pointer, BigInt(value), true);
        else this.#view.setInt32(pointer, value, true);
    }
}

/** The moves of a text of the library's. */
export function split(text: string): string[] {
    return text === "" ? [] : text.split(" ");
}

/** Text as C reads it. */
export function encode(text: string): Uint8Array {
    if (text.includes("\0")) throw misuse("the text contains a NUL character");
    return encoder.encode(`${text}\0`);
}
