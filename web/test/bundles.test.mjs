// The examples of the README: run in Node, opened as a page, and bundled by Vite and esbuild.

import assert from "node:assert/strict";
import { execFileSync, execSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { init, writePgn } from "seajay";

import { app, env, installed, out } from "./apps.mjs";
import { browsers } from "./browsers.mjs";
import { randomGame } from "./checks.mjs";
import { esbuildCommands, examples, readme } from "./documents.mjs";
import { generator } from "./random.mjs";
import { serve } from "./server.mjs";

/** The page of the README, with a script beside it. */
const page = examples["index.html"].replace("/main.js", "main.js");

/** Black's moves after 1. e4. */
const REPLIES = "a6 a5 b6 b5 c6 c5 d6 d5 e6 e5 f6 f5 g6 g5 h6 h5 Na6 Nc6 Nf6 Nh6".split(" ");

/** Copies files of the package into a folder. */
function copyFiles(folder, ...files) {
    mkdirSync(folder, { recursive: true });
    for (const file of files) copyFileSync(`${installed}dist/${file}`, `${folder}/${file}`);
}

function vite(folder, ...words) {
    const command = ["build", "--logLevel", "warn", ...words];
    execFileSync("vite", command, { cwd: folder, env, stdio: "inherit" });
}

function esbuild(folder, ...words) {
    execFileSync("esbuild", ["--bundle", "--format=esm", ...words], { cwd: folder, env, stdio: "pipe" });
}

/** What an example for Node prints; `files` are beside it, and are its arguments. */
function runExample(file, files = {}) {
    const folder = app(`node-${file}`, { [file]: examples[file], ...files });
    return execFileSync("node", [file, ...Object.keys(files)], { cwd: folder, encoding: "utf8", timeout: 60_000 });
}

function assertAnalysis(printed) {
    assert.match(printed, /^12 1 cp -?\d+ [A-Z]?[a-h]/m);
    assert.match(printed, /^best: [a-h][1-8][a-h][1-8]$/m);
}

test("README: in Node", () => assertAnalysis(runExample("analyse.mjs")));

test("README: at a level", () => {
    const printed = runExample("play.mjs");
    const { groups } = /^the reply: (?<san>\S+)\n$/.exec(printed);
    assert.ok(REPLIES.includes(groups.san), groups.san);
});

test("README: the tree of a game", () => {
    assert.equal(runExample("tree.mjs"), "e4\ne5\n    c5\n    Nf3\n        c3\nNf3\n");
});

test("README: the bad moves of a file, as the example in Rust prints them", async () => {
    await init();
    const mate = '[White "Ä"]\n[Black "B"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n';
    const others = Array.from({ length: 10 }, (_, seed) => writePgn({ game: randomGame(generator(seed), 30) }));
    const text = `${mate}[White "C"]\n\n1. e4 Ke4 *\n\n${others.join("\n")}`;
    const printed = runExample("review.mjs", { "games.pgn": text });
    // Whatever the network plays: this move allows a mate, and the mate is best.
    assert.match(printed, /^Ä - B 1-0\n(.*\n)*? {4}3\.\. Nf6\?\? +loses +\d+\.\d %   better: \S+/);
    assert.doesNotMatch(printed, /Qxf7#\?/);
    assert.match(printed, /^C -  \*\n  line \d+: .*Ke4/m);
    assert.equal(printed.match(/^ {2}accuracy: White \d+\.\d %, Black \d+\.\d %\n$/gm).length, 12);
    const command = ["run", "--quiet", "--release", "--example", "review", "--", `${out}/node-review.mjs/games.pgn`];
    assert.equal(printed, execFileSync("cargo", command, { cwd: new URL("../..", import.meta.url), encoding: "utf8" }));
});

test("README: nothing that the package lacks is linked", () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)|<img/g)].map(([link]) => link);
    assert.deepEqual(links, []);
});

describe("in a browser", { skip: browsers.chromium ? false : "Chromium is not installed" }, () => {
    let browser;
    before(async () => (browser = await browsers.chromium()));
    after(() => browser?.close());

    /** Opens a page, waits for text in it, and then for the result of the search, if it has a button to stop. */
    async function open(url, button = true) {
        const tab = await browser.newPage();
        const said = [];
        tab.on("pageerror", (error) => said.push(String(error)));
        await tab.goto(url);
        await tab.waitForFunction(() => /[a-h][1-8]/.test(document.querySelector("pre").textContent), null, {
            timeout: 20_000,
        });
        if (button) {
            await tab.click("button");
            await tab.waitForFunction(() => document.title.startsWith("best: "));
        }
        assert.deepEqual(said, []);
        await tab.close();
    }

    async function openFolder(folder, path, button) {
        const server = await serve(folder);
        try {
            await open(`${server.url}/${path}`, button);
        } finally {
            server.close();
        }
    }

    test("README: in a page", () =>
        openFolder(app("page", { "page.html": examples["page.html"] }), "page.html", false));

    // The configuration is for versions older than the one here.
    const configurations = { nothing: "export default {};", "the README's lines": examples["vite.config.js"] };
    for (const [name, config] of Object.entries(configurations)) {
        const files = { "index.html": examples["index.html"], "main.js": examples["main.js"], "vite.config.js": config };

        test(`README: with Vite, built, with ${name} configured`, async () => {
            const folder = app("vite", files);
            vite(folder);
            await openFolder(`${folder}/dist`, "index.html");
        });

        test(`README: with Vite, in development, with ${name} configured`, async () => {
            const folder = app("vite-dev", files);
            const { createServer } = await import("vite");
            const fs = { strict: false };
            const server = await createServer({ root: folder, logLevel: "warn", server: { port: 0, fs } });
            await server.listen();
            try {
                await open(`http://localhost:${server.httpServer.address().port}/`);
            } finally {
                await server.close();
            }
        });
    }

    test("README: with esbuild", async () => {
        const folder = app("esbuild", { "main.js": examples["main.js"] });
        for (const command of esbuildCommands) execSync(command, { cwd: folder, env, stdio: "pipe" });
        writeFileSync(`${folder}/www/index.html`, page);
        await openFolder(`${folder}/www`, "index.html");
    });

    test("without its files a bundle says what to do", async () => {
        const text = `import { Engine } from "seajay";
            Engine.create().catch(({ message }) => (document.querySelector("pre").textContent = message));`;
        const folder = app("left-behind", { "main.js": text });
        const cases = [
            ["nothing", "--format=esm", [], /seajay\.wasm: 404.*copy seajay\.wasm and worker\.js/],
            ["no-worker", "--format=esm", ["seajay.wasm"], /worker cannot be loaded.*copy seajay\.wasm and worker\.js/],
            ["script", "--format=iife", ["seajay.wasm", "worker.js"], /not a module.*Engine\.create\(\{ wasm/],
        ];
        for (const [name, format, files, expected] of cases) {
            const www = `${folder}/${name}`;
            esbuild(folder, "main.js", `--outdir=${name}`, format, "--log-level=error");
            copyFiles(www, ...files);
            writeFileSync(`${www}/index.html`, page);
            const server = await serve(www);
            const tab = await browser.newPage();
            await tab.goto(`${server.url}/index.html`);
            await tab.waitForFunction(() => document.querySelector("pre").textContent);
            assert.match(await tab.textContent("pre"), expected, name);
            await tab.close();
            server.close();
        }
    });

    test("README: with any bundler", async () => {
        const folder = app("addresses", {
            "index.html": examples["index.html"].replace("main.js", "addresses.js"),
            "addresses.js": examples["addresses.js"],
        });
        vite(folder, "--target", "es2022");
        esbuild(folder, "addresses.js", "--outfile=www/main.js");
        writeFileSync(`${folder}/www/index.html`, page);
        for (const www of [`${folder}/dist`, `${folder}/www`]) {
            copyFiles(`${www}/engine`, "worker.js", "seajay.wasm");
            await openFolder(www, "index.html", false);
        }
    });

    test("README: everything in one script", async () => {
        const engine = "Engine.create({ wasm, worker: () => new Worker(address) })";
        const folder = app("single", {
            "main.js": `import wasm from "seajay/seajay.wasm";
                import text from "seajay/worker" with { type: "text" };
                const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
                ${examples["main.js"].replace("Engine.create()", engine)}`,
        });
        esbuild(folder, "main.js", "--loader:.wasm=binary", "--outfile=bundle.js");
        const script = readFileSync(`${folder}/bundle.js`, "utf8");
        // A function: the script has dollar signs.
        writeFileSync(`${folder}/index.html`, page.replace(' src="main.js">', () => `>${script}`));
        await open(pathToFileURL(`${folder}/index.html`).href);
    });
});
