// The package in bundles for Node, in Next, and in components of React and Vue. What the package's own development does
// not need is installed for these tests alone, where the registry answers.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, test } from "node:test";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

import { Engine, Game, init } from "seajay";
import { transformSync } from "esbuild";

import { app, env, installed } from "./apps.mjs";
import { browsers } from "./browsers.mjs";
import { examples, readme } from "./documents.mjs";
import { serve } from "./server.mjs";

const PACKAGES = [
    ...["next@16.4.6", "react@19.3.1", "react-dom@19.3.1", "@types/react@19.3.0"],
    ...["jest@30.5.2", "vue@3.5.45", "@vitejs/plugin-vue@6.0.11", "webpack@5.113.0", "vite-7@npm:vite@7.3.8"],
];
const TSX = { loader: "tsx", jsx: "preserve" };
const REPLY = /^[a-h][1-8][a-h][1-8]$/;
/** A program that prints a best move, or what went wrong. It is no module, and so fits any format. */
const PROGRAM = `import { Engine } from "seajay";
async function run() {
    const engine = await Engine.create();
    const { bestMove } = await engine.analyse({ moves: "e2e4" }, { depth: 4 }).result;
    await engine.close();
    return bestMove;
}
run().then(console.log, ({ message }) => console.log(message));`;

/** A folder far from any node_modules, with files of the package. */
function alone(name, ...files) {
    const folder = `/tmp/seajay-test-${process.pid}/${name}`;
    mkdirSync(folder, { recursive: true });
    for (const file of files) copyFileSync(`${installed}dist/${file}`, `${folder}/${file}`);
    return folder;
}

after(() => rmSync(`/tmp/seajay-test-${process.pid}`, { recursive: true, force: true }));

const run = (file) => execFileSync("node", [file], { cwd: "/", encoding: "utf8", timeout: 60_000 }).trim();

describe("bundles of esbuild for Node", () => {
    const FILES = ["worker-node.mjs", "seajay.wasm"];
    const bundle = (format, outfile) => {
        const folder = app(`node-${format}`, { "main.mjs": PROGRAM });
        const words = ["main.mjs", "--bundle", "--platform=node", "--log-level=error", `--format=${format}`];
        execFileSync("esbuild", [...words, `--outfile=${outfile ?? `${folder}/www/main.js`}`], { cwd: folder, env });
        return outfile ?? `${folder}/www/main.js`;
    };

    for (const [format, type, extension] of [["cjs", "commonjs", ".cjs"], ["esm", "module", ".mjs"]]) {
        test(`${format}: the files are found in node_modules`, () => {
            const file = bundle(format);
            writeFileSync(`${dirname(file)}/package.json`, JSON.stringify({ type }));
            assert.match(run(file), REPLY);
        });

        // The worker's file is a module, whatever stands beside it.
        for (const around of ["commonjs", "module"]) {
            test(`${format}: the files are beside it, in a package of type ${around}`, () => {
                const folder = alone(`${format}-${around}`, ...FILES);
                writeFileSync(`${folder}/package.json`, JSON.stringify({ type: around }));
                assert.match(run(bundle(format, `${folder}/main${extension}`)), REPLY);
            });
        }

        test(`${format}: without the files it says what to do`, () => {
            for (const [missing, files] of [["seajay.wasm", []], ["worker-node.mjs", ["seajay.wasm"]]]) {
                const printed = run(bundle(format, `${alone(`${format}-no-${missing}`, ...files)}/main${extension}`));
                assert.match(printed, /--external:seajay.*serverExternalPackages.*copy/);
                assert.ok(printed.includes(`there is no ${missing}. `), printed);
            }
        });
    }
});

test("CommonJS can require it", () => {
    const folder = app("require", {
        "main.cjs": `const { Game, init } = require("seajay");
            init().then(() => console.log(new Game().legalMoves().length));`,
    });
    assert.equal(run(`${folder}/main.cjs`), "20");
});

test("README: from stockfish.js", async () => {
    const [, table] = /^\| stockfish\.js .*\n\|-.*\n((?:\|.*\n)+)/m.exec(readme);
    const rows = table.trim().split("\n").map((row) => row.split("|").slice(1, 3));
    const limits = rows.filter(([command]) => command.includes("`go ") && !command.includes("infinite"));
    assert.ok(limits.length >= 6);
    const engine = await Engine.create();
    for (const [, call] of limits) {
        const options = Function(`return ${/`(\{.*\})`/.exec(call)[1]}`)();
        const { bestMove } = await engine.analyse(new Game(), options).result;
        assert.ok(new Game().legalMoves().includes(bestMove), call);
    }
    for (const [, name, value] of table.matchAll(/engine\.setOption\("(\w+)", (\w+)\)/g))
        await engine.setOption(name, JSON.parse(value));
    await engine.close();
});

describe("with packages of the registry", () => {
    const root = fileURLToPath(new URL("out/apps", import.meta.url));
    let browser;
    before(async () => {
        mkdirSync(root, { recursive: true });
        writeFileSync(`${root}/package.json`, '{ "private": true }');
        const words = ["install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--silent"];
        if (!existsSync(`${root}/node_modules/vite-7`)) execFileSync("npm", [...words, ...PACKAGES], { cwd: root });
        rmSync(`${root}/node_modules/seajay`, { recursive: true, force: true });
        // Not a link: Next leaves out what lies outside its folder.
        cpSync(installed, `${root}/node_modules/seajay`, { recursive: true });
        browser = await browsers.chromium?.();
        await init();
    });
    after(() => browser?.close());

    /** What a page shows in its first element of a kind once it is something. */
    async function shown(url, selector) {
        const tab = await browser.newPage();
        await tab.goto(url);
        await tab.waitForFunction((selector) => document.querySelector(selector)?.textContent.length > 1, selector);
        const text = await tab.textContent(selector);
        await tab.close();
        return text;
    }

    test("webpack for Node", async () => {
        writeFileSync(`${root}/main.mjs`, PROGRAM);
        const webpack = createRequire(`${root}/`)("webpack");
        const output = { path: alone("webpack"), filename: "main.cjs" };
        const options = { mode: "production", context: root, entry: "./main.mjs", target: "node", output };
        const said = await new Promise((resolve, reject) =>
            webpack(options, (error, stats) => {
                if (error) reject(error);
                else resolve(stats.toJson({ all: false, errors: true, warnings: true }));
            }),
        );
        assert.deepEqual([said.errors, said.warnings], [[], []]);
        assert.match(run(`${output.path}/main.cjs`), REPLY);
    });

    test("Jest, which knows no modules", () => {
        writeFileSync(`${root}/engine.test.js`, `const { Engine, Game } = require("seajay");
            test("a move", async () => {
                const engine = await Engine.create();
                const { bestMove } = await engine.analyse(new Game(), { depth: 3 }).result;
                expect(new Game().legalMoves()).toContain(bestMove);
                await engine.close();
            });`);
        const words = [`${root}/node_modules/jest/bin/jest.js`, "--rootDir", root, "--testPathPatterns", "engine.test"];
        execFileSync("node", words, { cwd: root, stdio: "pipe" });
    });

    test("Next: a route on the server and a component in the browser", { skip: !browsers.chromium }, async () => {
        const files = {
            "app/layout.jsx": "export default ({ children }) => <html><body>{children}</body></html>;",
            "app/page.jsx": `import { Analysis } from "./Analysis.jsx";
                export default () => <Analysis fen="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" />;`,
            // Next would install TypeScript for the types.
            "app/Analysis.jsx": `"use client"; ${transformSync(examples["Analysis.tsx"], TSX).code}`,
            "app/move/route.js": `${PROGRAM.slice(0, PROGRAM.indexOf("run().then"))}
                export const dynamic = "force-dynamic";
                export const GET = async () => new Response(await run().catch(({ message }) => message));`,
        };
        for (const [file, text] of Object.entries(files)) {
            mkdirSync(dirname(`${root}/${file}`), { recursive: true });
            writeFileSync(`${root}/${file}`, text);
        }
        const next = [`${root}/node_modules/next/dist/bin/next`];
        const options = { cwd: root, env: { ...env, NEXT_TELEMETRY_DISABLED: "1" }, stdio: "pipe" };
        execFileSync("node", [...next, "build"], options);
        const server = spawn("node", [...next, "start", "-p", "0"], options);
        try {
            const url = await new Promise((resolve) =>
                server.stdout.on("data", (text) => {
                    const [found] = /http:\/\/localhost:\d+/.exec(String(text)) ?? [];
                    if (found) resolve(found);
                }),
            );
            const answer = await fetch(`${url}/move`);
            assert.match(await answer.text(), REPLY);
            assert.match(await shown(url, ".analysis"), /^\d+: [A-Z]?[a-h]/);
        } finally {
            server.kill();
        }
    });

    test("README: the component in React has the right types", () => {
        writeFileSync(`${root}/Analysis.tsx`, examples["Analysis.tsx"]);
        const options = "--noEmit --strict --jsx react-jsx --target es2023 --module esnext --moduleResolution bundler";
        const words = ["--ignoreConfig", ...options.split(" "), "Analysis.tsx"];
        execFileSync("tsc", words, { cwd: root, env, stdio: "inherit" });
    });

    test("Vite 7 in development says what to configure, and works with it", { skip: !browsers.chromium }, async () => {
        const { createServer } = await import(`${root}/node_modules/vite-7/dist/node/index.js`);
        const page = '<!doctype html><pre></pre><script type="module" src="/main.js"></script>';
        const show = '((text) => (document.querySelector("pre").textContent = text))';
        const files = { "index.html": page, "main.js": PROGRAM.replaceAll("console.log", show) };
        const cases = [
            ["export default {};", /is a page\. Add optimizeDeps: \{ exclude: \["seajay"\] \} to vite\.config\.js\.$/],
            [examples["vite.config.js"], REPLY],
        ];
        for (const [config, text] of cases) {
            const folder = app("vite-7", { ...files, "vite.config.js": config });
            const fs = { strict: false };
            const server = await createServer({ root: folder, logLevel: "error", server: { port: 0, fs } });
            await server.listen();
            try {
                assert.match(await shown(`http://localhost:${server.httpServer.address().port}/`, "pre"), text);
            } finally {
                await server.close();
            }
        }
    });

    /** A page whose component comes and goes with the button; `window.searches` has its searches. */
    const components = {
        React: {
            "main.jsx": `import { createElement as e, StrictMode, useState } from "react";
                import { createRoot } from "react-dom/client";
                import { Analysis } from "./Analysis.tsx";
                import "./watch.js";
                function App() {
                    const [at, setAt] = useState(0);
                    const fen = window.fens[at];
                    return e("div", null, e("button", { onClick: () => setAt(at + 1) }), fen && e(Analysis, { fen }));
                }
                createRoot(document.querySelector("#app")).render(e(StrictMode, null, e(App)));`,
            "Analysis.tsx": examples["Analysis.tsx"],
        },
        Vue: {
            "main.jsx": `import { createApp, h, ref } from "vue";
                import Analysis from "./Analysis.vue";
                import "./watch.js";
                const at = ref(0);
                const App = () => {
                    const fen = window.fens[at.value];
                    return [h("button", { onClick: () => at.value++ }), fen && h(Analysis, { fen })];
                };
                createApp(App).mount("#app");`,
            "Analysis.vue": examples["Analysis.vue"],
        },
    };
    const WATCH = `import { Engine } from "seajay";
        window.fens = [
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        ];
        window.searches = [];
        const { analyse } = Engine.prototype;
        Engine.prototype.analyse = function (...words) {
            const search = analyse.apply(this, words);
            window.searches.push(search);
            return search;
        };`;

    for (const [name, files] of Object.entries(components)) {
        test(`README: in ${name}`, { skip: !browsers.chromium }, async () => {
            const folder = `${root}/${name}`;
            rmSync(folder, { recursive: true, force: true });
            mkdirSync(folder);
            const page = '<!doctype html><div id="app"></div><script type="module" src="/main.jsx"></script>';
            const all = { ...files, "watch.js": WATCH, "index.html": page };
            for (const [file, text] of Object.entries(all)) writeFileSync(`${folder}/${file}`, text);
            const { build } = await import("vite");
            const { default: vue } = await import(`${root}/node_modules/@vitejs/plugin-vue/dist/index.mjs`);
            const plugins = name === "Vue" ? [vue()] : [];
            await build({ root: folder, logLevel: "warn", plugins, oxc: { jsx: { runtime: "automatic" } } });
            const server = await serve(`${folder}/dist`);
            const tab = await browser.newPage();
            const said = [];
            tab.on("pageerror", (error) => said.push(String(error)));
            try {
                await tab.goto(`${server.url}/index.html`);
                for (const fen of await tab.evaluate(() => window.fens)) {
                    const firsts = new Game(fen).legalMoves().map((move) => new Game(fen).toSan(move)[0]);
                    // Not a move of the position before, which is also gone where there is none.
                    await tab.waitForFunction((firsts) => {
                        const { textContent } = document.querySelector(".analysis");
                        const [, first] = /^\d+: (\S+)/.exec(textContent) ?? [];
                        return firsts.length > 0 ? firsts.includes(first) : textContent === "The game is over.";
                    }, firsts);
                    await tab.click("button");
                }
                await tab.waitForFunction(() => !document.querySelector(".analysis"));
                const reasons = await tab.evaluate(async () =>
                    (await Promise.all(window.searches.map(({ result }) => result))).map(({ stopReason }) => stopReason),
                );
                assert.ok(reasons.length >= 3 && reasons.every((reason) => /^(stopped|gameOver)$/.test(reason)), `${reasons}`);
                assert.deepEqual(said, []);
            } finally {
                await tab.close();
                server.close();
            }
        });
    }
});
