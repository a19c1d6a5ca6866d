// The examples of the README: run in Node, opened as a page, and bundled by Vite and esbuild.

import assert from "node:assert/strict";
import { execFileSync, execSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { browsers } from "./browsers.mjs";
import { esbuildCommands, examples } from "./readme.mjs";
import { serve } from "./server.mjs";

const bin = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));
const out = fileURLToPath(new URL("out", import.meta.url));
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
const page = (script) => `<!doctype html><title>seajay</title><button>stop</button><pre></pre>
<script type="module" src="${script}"></script>`;

/** A folder of an app, with the package installed. */
function app(name, files) {
    const folder = `${out}/${name}`;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(`${folder}/${file}`, text);
    symlinkSync(fileURLToPath(new URL("node_modules", import.meta.url)), `${folder}/node_modules`);
    return folder;
}

test("README: in Node", () => {
    const folder = app("node", { "analyse.mjs": examples["analyse.mjs"] });
    const printed = execFileSync("node", ["analyse.mjs"], { cwd: folder, encoding: "utf8", timeout: 60_000 });
    assert.match(printed, /^12 1 cp -?\d+ [A-Z]\w+/m);
    assert.match(printed, /^best: [a-h][1-8][a-h][1-8]$/m);
});

test("README: types", () => {
    const folder = app("types", {
        "sample.ts": `import { Engine, Game, SeajayError, Status, init, type Line, type Result } from "seajay";
            import * as inline from "seajay/inline";
            await init(new URL("file:///seajay.wasm"));
            await using engine: Engine = await Engine.create({ hashMb: 16 });
            using game = new Game(undefined, ["e2e4"]);
            const search = engine.analyse(game, {
                clock: { white: 1, black: 2 }, multiPv: 2, signal: AbortSignal.timeout(1),
            });
            for await (const line of search) {
                const { score: { kind }, pv }: Line = line;
                const text: "cp" | "mate" | "tb" = kind;
                console.log(text, pv.join());
            }
            const { bestMove, ponderMove, stats }: Result = await search.result;
            const optional: string | undefined = ponderMove;
            console.log(bestMove, optional, stats.nodes, game.key() > 0n, game.pieces().e1, inline.Game.name);
            const error: Error = new SeajayError(Status.IO, "text");
            // @ts-expect-error: no status
            new SeajayError(1, "text");
            // @ts-expect-error: a limit has a number
            engine.analyse({}, { depth: "5" });
            export { error };`,
        "tsconfig.json": JSON.stringify({
            compilerOptions: {
                strict: true,
                noEmit: true,
                target: "es2022",
                module: "nodenext",
                lib: ["es2023", "esnext.disposable", "dom"],
                types: [],
            },
            files: ["sample.ts"],
        }),
        "package.json": '{ "type": "module" }',
    });
    execFileSync("tsc", { cwd: folder, env, stdio: "inherit" });
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

    test("README: with Vite, built", async () => {
        const folder = app("vite", {
            "index.html": page("/main.js"),
            "main.js": examples["main.js"],
            "vite.config.js": examples["vite.config.js"],
        });
        execFileSync("vite", ["build", "--logLevel", "warn"], { cwd: folder, env, stdio: "inherit" });
        await openFolder(`${folder}/dist`, "index.html");
    });

    test("README: with Vite, in development", async () => {
        const folder = app("vite-dev", {
            "index.html": page("/main.js"),
            "main.js": examples["main.js"],
            "vite.config.js": examples["vite.config.js"],
        });
        const vite = await import("vite");
        const fs = { strict: false };
        const server = await vite.createServer({ root: folder, logLevel: "warn", server: { port: 0, fs } });
        await server.listen();
        try {
            await open(`http://localhost:${server.httpServer.address().port}/`);
        } finally {
            await server.close();
        }
    });

    test("README: with esbuild", async () => {
        const folder = app("esbuild", { "main.js": examples["main.js"] });
        for (const command of esbuildCommands) execSync(command, { cwd: folder, env, stdio: "pipe" });
        writeFileSync(`${folder}/www/index.html`, page("main.js"));
        await openFolder(`${folder}/www`, "index.html");
    });

    test("inlined, with Vite and with esbuild", async () => {
        const main = examples["main.js"].replace('"seajay"', '"seajay/inline"');
        const folder = app("inline", { "index.html": page("/main.js"), "main.js": main });
        execFileSync("vite", ["build", "--target", "es2022", "--logLevel", "error"], { cwd: folder, env });
        const [script, ...others] = readdirSync(`${folder}/dist/assets`);
        assert.match(script, /\.js$/);
        assert.deepEqual(others, []);
        await openFolder(`${folder}/dist`, "index.html");
        execFileSync("esbuild", ["main.js", "--bundle", "--format=esm", "--outdir=www"], {
            cwd: folder,
            env,
            stdio: "pipe",
        });
        copyFileSync(`${folder}/index.html`, `${folder}/www/index.html`);
        assert.deepEqual(readdirSync(`${folder}/www`).sort(), ["index.html", "main.js"]);
        await openFolder(`${folder}/www`, "index.html");
    });
});
