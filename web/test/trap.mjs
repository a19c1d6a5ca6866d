// Makes a WebAssembly file whose function traps, to see what a crash does.

/** Reads the sections of a file: the numbers are LEB128. */
class Reader {
    constructor(bytes, at = 0) {
        this.bytes = bytes;
        this.at = at;
    }

    number() {
        let [value, shift, byte] = [0, 0];
        do {
            byte = this.bytes[this.at++];
            value += (byte & 127) * 2 ** shift;
            shift += 7;
        } while (byte & 128);
        return value;
    }

    name() {
        const length = this.number();
        this.at += length;
        return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
    }
}

function sections(bytes) {
    const found = new Map();
    const reader = new Reader(bytes, 8);
    while (reader.at < bytes.length) {
        const id = bytes[reader.at++];
        const size = reader.number();
        found.set(id, reader.at);
        reader.at += size;
    }
    return found;
}

const [IMPORTS, EXPORTS, CODE] = [2, 7, 10];
const FUNCTION = 0;
const [UNREACHABLE, NOP, GLOBAL_GET, LOCAL_GET] = [0x00, 0x01, 0x23, 0x20];

/** A copy in which an exported function begins with a trap. */
export function withTrap(original, name) {
    const bytes = new Uint8Array(original.slice(0));
    const places = sections(bytes);
    // Every import of the library is a function: its kind and its type follow the names.
    const imported = new Reader(bytes, places.get(IMPORTS)).number();
    const exports = new Reader(bytes, places.get(EXPORTS));
    let index = -1;
    for (let left = exports.number(); left > 0 && index < 0; left--) {
        const found = exports.name();
        const kind = exports.bytes[exports.at++];
        const number = exports.number();
        if (found === name && kind === FUNCTION) index = number - imported;
    }
    const code = new Reader(bytes, places.get(CODE));
    code.number();
    for (; index > 0; index--) code.at = code.number() + code.at;
    code.number();
    for (let groups = code.number(); groups > 0; groups--) {
        code.number();
        code.at++; // the type of these locals
    }
    const begin = code.at++;
    if (![GLOBAL_GET, LOCAL_GET].includes(bytes[begin])) throw new Error(`${name} begins otherwise`);
    code.number();
    bytes.fill(NOP, begin, code.at);
    bytes[begin] = UNREACHABLE;
    return bytes;
}
