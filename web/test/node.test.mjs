// The package in Node.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Worker } from "node:worker_threads";

import { Engine, Game, Status, init } from "seajay";

import { benchNodes, checks, createAndClose, setFiles, stopLatencies } from "./checks.mjs";
import { positions, readme, SIGNATURE } from "./documents.mjs";

const worker = import.meta.resolve("seajay/worker");
setFiles({
    wasmBytes: async () => readFileSync(new URL(import.meta.resolve("seajay/seajay.wasm"))),
    worker,
    startWorker: () => new Worker(new URL(worker)),
});

/** Runs a script in a program of its own, and returns what it prints. */
function run(text) {
    const options = { cwd: import.meta.dirname, timeout: 60_000, encoding: "utf8" };
    return execFileSync(process.execPath, ["--input-type=module", "--eval", text], options);
}

for (const [name, check] of Object.entries(checks)) test(name, check);

test("main is the file that exports names, for bundlers that ignore exports, as Parcel does", () => {
    const { exports, main } = JSON.parse(readFileSync(new URL(import.meta.resolve("seajay/package.json"))));
    assert.equal(main, exports["."].default);
});

test("README: how much there is to download", () => {
    const [, ...said] = /It is ([\d.]+)\sMB to download .*, ([\d.]+) MB where not/s.exec(readme);
    const dist = new URL("dist/", import.meta.resolve("seajay/package.json"));
    const files = ["index.js", "worker.js", "seajay.wasm"].map((name) => readFileSync(new URL(name, dist)));
    const megabytes = (sent) => (files.reduce((sum, file) => sum + sent(file).length, 0) / 1e6).toFixed(1);
    assert.deepEqual(said, [megabytes(gzipSync), megabytes((file) => file)]);
});

test("init may be tried again after it has failed", () => {
    const text = `import { Engine, Game, Status, init } from "seajay";
        const fails = await init(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).catch(({ status }) => status);
        console.log(fails === Status.INVALID_ARGUMENT);
        await Promise.all([init(), init()]);
        console.log(new Game().legalMoves().length);`;
    assert.equal(run(text), "true\n20\n");
});

for (const name of ["key", "undo"]) {
    test(`games go on after a crash in ${name}`, () => {
        const text = `import { readFileSync } from "node:fs";
            import { Engine, Game, Status, init } from "seajay";
            import { withTrap } from "./trap.mjs";
            const bytes = readFileSync(new URL(import.meta.resolve("seajay/seajay.wasm")));
            await init(withTrap(bytes, "seajay_game_${name}"));
            const lost = new Game().play("e2e4");
            for (const method of ["${name}", "fen"]) {
                try {
                    lost[method]();
                } catch ({ status }) {
                    console.log(status === Status.PANIC);
                }
            }
            lost.free();
            console.log(new Game().play("e2e4").moves().join());`;
        assert.equal(run(text), "true\ntrue\ne2e4\n");
    });
}

test("each status is that of the C library", () => {
    const header = readFileSync(new URL("../../include/seajay.h", import.meta.url), "utf8");
    const statuses = [...header.matchAll(/^ *SEAJAY_ERR_(\w+) = (-\d+),$/gm)];
    // There are neither pointers nor bytes to get wrong, and no function that waits.
    const possible = statuses.filter(([, name]) => !["NULL", "INVALID_UTF8", "TIMEOUT"].includes(name));
    assert.deepEqual({ ...Status }, Object.fromEntries(possible.map(([, name, value]) => [name, Number(value)])));
});

/** The rows of the table of options in a text: their first columns. */
function options(text, columns) {
    const [, table] = /^\| name \|.*\n\|-.*\n((?:\|.*\n)+)/m.exec(text);
    const cells = (row) => row.split("|").slice(1, columns - 1).map((cell) => cell.trim());
    return new Map(table.trim().split("\n").map(cells).map(([name, ...others]) => [name, others]));
}

test("the options of the README are those of the guide, and take their defaults", async () => {
    const guide = options(readFileSync(new URL("../../docs/guide.md", import.meta.url), "utf8"), 6);
    const ours = options(readme, 5);
    assert.ok(ours.size > 5);
    const engine = await Engine.create();
    for (const [name, [value, values]] of ours) {
        const [, theirValue, theirValues] = guide.get(name);
        assert.deepEqual([name, value, values], [name, theirValue, theirValues]);
        await engine.setOption(name, value);
    }
    await engine.close();
});

test("the benchmark has the same signature as natively", async (context) => {
    const { nodes, nps } = await benchNodes(positions, 14);
    context.diagnostic(`${nodes} nodes, ${nps} a second`);
    assert.equal(nodes, SIGNATURE);
});

/** Makes and drops many games. */
async function dropGames(rounds) {
    await init();
    for (let round = 0; round < rounds; round++) {
        for (let i = 0; i < 1000; i++) new Game().play("e2e4");
        globalThis.gc();
        await setTimeout(0); // lets the games be freed
    }
}

const wasters = { "200 engines": [createAndClose, 20, 200], "games that nobody frees": [dropGames, 0, 100] };
for (const [what, [waste, few, many]] of Object.entries(wasters)) {
    test(`${what} leave no memory behind`, async (context) => {
        const memory = [];
        for (const count of [few, many]) {
            await waste(count);
            globalThis.gc();
            memory.push(Math.round(process.memoryUsage().rss / 2 ** 20));
        }
        const [before, after] = memory;
        context.diagnostic(`${before} MiB before, ${after} MiB after`);
        assert.ok(after < before + 60, `${before} MiB before, ${after} MiB after`);
    });
}

test("a storm of calls changes no result", (context) => {
    const storm = ["--expose-gc", "storm.mjs", "5"];
    context.diagnostic(execFileSync(process.execPath, storm, { cwd: import.meta.dirname, encoding: "utf8" }));
});

test("stops take few milliseconds", async (context) => {
    const { stops } = await stopLatencies(100);
    context.diagnostic(`median ${stops[50].toFixed(1)} ms, p99 ${stops[98].toFixed(1)} ms`);
    assert.ok(stops[98] < 50, `${stops[98]} ms`);
});

test("an engine that does nothing lets the program end", () => {
    const text = `import { Engine } from "seajay";
        const engine = await Engine.create();
        console.log((await engine.analyse({}, { depth: 3 }).result).depth);
        await engine.analyse({}, { depth: () => 3 }).result.catch(() => undefined);`;
    assert.equal(run(text), "3\n");
});

/** Runs a script where stops replace the worker, and returns what it prints. */
function runWithoutSharedMemory(text) {
    // Node's own worker needs it once.
    return run(`import { Worker } from "node:worker_threads";
        delete globalThis.SharedArrayBuffer;
        ${text}`);
}

test("without shared memory the worker is replaced", () => {
    runWithoutSharedMemory(`const { checks } = await import("./checks.mjs");
        for (const name of Object.keys(checks).filter((name) => /stop|abort|new search|closing/.test(name)))
            await checks[name]();`);
});

test("a worker of another version is refused", () => {
    const folder = mkdtempSync(join(tmpdir(), "seajay-"));
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    const file = readFileSync(fileURLToPath(worker), "utf8");
    assert.ok(file.includes(`"${version}"`));
    const old = join(folder, "worker.mjs");
    writeFileSync(old, file.replaceAll(`"${version}"`, '"0.0.1"'));
    const printed = run(`import { Engine } from "seajay";
        const worker = ${JSON.stringify(pathToFileURL(old).href)};
        await Engine.create({ worker }).catch(({ message }) => console.log(message));`);
    assert.match(printed, /of seajay 0\.0\.1, the package is \d/);
    rmSync(folder, { recursive: true });
});

test("a worker that cannot be replaced says what is missing", () => {
    const printed = runWithoutSharedMemory(`const { Engine } = await import("seajay");
        const worker = new Worker(new URL(import.meta.resolve("seajay/worker")), { execArgv: [] });
        const engine = await Engine.create({ worker });
        const search = engine.analyse({}, { infinite: true });
        for await (const _ of search) break;
        console.log((await search.result).bestMove);
        await engine.analyse({}, { depth: 3 }).result.catch(({ message }) => console.log(message));
        await engine.close();`);
    assert.match(printed, /^[a-h][1-8][a-h][1-8]\n.*pass a function that makes workers\n$/);
});
