// The functions of the WebAssembly file without the package around them: what fuzzers have found natively holds there too.
// `tools/cross.sh wasm32-unknown-unknown fuzz` builds the targets of fuzz/ as WebAssembly.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const corpora = new URL("../../fuzz/corpus/", import.meta.url);
const targets = new URL("../../target/cross/wasm32-unknown-unknown/debug/fuzz.wasm", import.meta.url);
const library = new URL("../dist/seajay.wasm", import.meta.url);
/** Targets that cannot run, and what they need. */
const LEFT_OUT = { pools: "threads", tablebase: "files", uci: "threads" };

/** The functions of a file, in a fresh instance. */
function load(file) {
    let time = 0;
    const nothing = () => 0;
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {
        seajay: { now_ms: () => time++ / 100, wait_ms: nothing, should_stop: nothing, on_info: nothing, on_review: nothing },
        fuzz: {
            panicked: (at, size) => {
                throw new Error(Buffer.from(exports.memory.buffer, at, size).toString());
            },
        },
    });
    return exports;
}

for (const name of readdirSync(corpora)) {
    test(`inputs kept from fuzzing: ${name}`, { skip: LEFT_OUT[name] && `it needs ${LEFT_OUT[name]}` }, () => {
        const { memory, seajay_alloc, seajay_dealloc, fuzz_replay } = load(targets);
        const folder = new URL(`${name}/`, corpora);
        for (const file of readdirSync(folder)) {
            const blocks = [Buffer.from(name), readFileSync(new URL(file, folder))].map((bytes) => {
                const at = seajay_alloc(bytes.length);
                new Uint8Array(memory.buffer).set(bytes, at);
                return [at, bytes.length];
            });
            try {
                fuzz_replay(...blocks.flat());
            } catch (error) {
                error.message = `${name}/${file}: ${error.message}`;
                throw error;
            }
            for (const block of blocks) seajay_dealloc(...block);
        }
    });
}

test("memory and threads that cannot be had are NULL", () => {
    const { seajay_alloc, seajay_pool_new } = load(library);
    assert.deepEqual([seajay_alloc(0), seajay_alloc(-1), seajay_alloc(2 ** 31), seajay_pool_new(2)], [0, 0, 0, 0]);
});
