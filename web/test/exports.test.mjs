// The functions of the WebAssembly file, without the package around them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Library, struct, structs } from "./checked.mjs";
import { fuzz } from "./fuzz.mjs";

const wasm = readFileSync(new URL("../dist/seajay.wasm", import.meta.url));

test("what a search gave can be waited for, however long", () => {
    const library = new Library(new WebAssembly.Module(wasm));
    const engine = library.create("new", "engine");
    const result = struct(structs.SeajayResult);
    assert.equal(library.call("wait", engine, 0n, result).value, structs.SEAJAY_ERR_INVALID_ARGUMENT);
    const searched = library.call("search", engine, struct(structs.SeajayLimits, { depth: 3 }), result);
    for (const time of [0n, 1n, -1n, 2n ** 62n])
        assert.deepEqual(library.call("wait", engine, time, result).written, searched.written.slice(1));
    library.raw("free", engine.pointer);
});

test("every option takes its default", () => {
    const library = new Library(new WebAssembly.Module(wasm));
    const engine = library.create("new", "engine");
    const text = (value) => new TextEncoder().encode(value);
    for (let index = 0; index < library.raw("option_count"); index++) {
        const [option] = library.call("option_info", index, struct(structs.SeajayOptionInfo)).written;
        assert.equal(library.call("set_option", engine, text(option.name), text(option.defaultValue)).value, 0, option.name);
    }
    const file = library.call("set_option", engine, text("SyzygyPath"), text("tables"));
    assert.equal(file.value, structs.SEAJAY_ERR_IO);
    library.raw("free", engine.pointer);
});

// It throws where a promise is broken.
test("random calls, and inputs kept from fuzzing", (context) => {
    const { sequences, calls, memory } = fuzz(wasm, 5);
    context.diagnostic(`${sequences} sequences, ${calls} calls, ${memory >> 20} MiB`);
});
