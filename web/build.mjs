// Builds the package into dist/: node build.mjs
//
// The WebAssembly file is what `tools/cross.sh wasm32-unknown-unknown` has built; without it that runs first, but
// it does not notice changes of the library: `make web` does.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build } from "esbuild";

const TARGET = "wasm32-unknown-unknown";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
const wasm = `../target/cross/${TARGET}/release/seajay.wasm`;

function run(...command) {
    execFileSync(command[0], command.slice(1), { stdio: "inherit" });
}

const common = {
    bundle: true,
    minify: true,
    target: "es2022",
    legalComments: "none",
    outdir: "dist",
    banner: { js: "// seajay, SPDX-License-Identifier: GPL-3.0-or-later" },
};
const forBrowser = { ...common, format: "esm", platform: "browser" };
const forNode = { ...common, format: "esm", platform: "node" };

/** The text of a worker that is inlined: one for any kind of script. */
async function workerText(options) {
    const built = await build({ ...common, ...options, write: false, outdir: undefined });
    return built.outputFiles[0].text;
}

/** Gives the modules that src/inlined.d.ts declares. The large one is a file of its own, for both entries. */
function inlined(texts) {
    return {
        name: "inlined",
        setup({ onResolve, onLoad }) {
            onResolve({ filter: /^inlined:seajay.wasm$/ }, () => ({
                path: "./inlined-wasm.js",
                external: true,
            }));
            onResolve({ filter: /^inlined:/ }, ({ path }) => ({ path, namespace: "inlined" }));
            onLoad({ filter: /.*/, namespace: "inlined" }, ({ path }) => ({
                contents: texts[path.slice("inlined:".length)],
                loader: "text",
            }));
        },
    };
}

await rm("dist", { recursive: true, force: true });
await mkdir("dist");
if (!existsSync(wasm)) run("../tools/cross.sh", TARGET);
await copyFile(wasm, "dist/seajay.wasm");
await copyFile("../LICENSE", "LICENSE");

await build({
    ...forBrowser,
    entryPoints: { index: "src/index.ts", worker: "src/worker-browser.ts" },
});
await build({
    ...forNode,
    entryPoints: { node: "src/node.ts", "worker-node": "src/worker-node.ts" },
});

const compressed = deflateRawSync(await readFile("dist/seajay.wasm"), { level: 9 });
await writeFile("dist/inlined-wasm.js", `export default "${compressed.toString("base64")}";\n`);
const plugins = [
    inlined({
        "worker.js": await workerText({
            entryPoints: ["src/worker-browser.ts"],
            format: "iife",
            platform: "browser",
        }),
        "worker-node.cjs": await workerText({
            entryPoints: ["src/worker-node.ts"],
            format: "cjs",
            platform: "node",
        }),
    }),
];
await build({ ...forBrowser, plugins, entryPoints: { inline: "src/inline.ts" } });
await build({ ...forNode, plugins, entryPoints: { "inline-node": "src/inline-node.ts" } });

run("node_modules/.bin/tsc");
// What users see of the types, and no more.
const visible = /^(index|inline|api|engine|errors|game|search|types)\.d\.ts$/;
for (const file of await readdir("dist"))
    if (file.endsWith(".d.ts") && !visible.test(file)) await rm(`dist/${file}`);
