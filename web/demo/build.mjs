// Builds the analysis board into demo/dist/, which any static server can serve: node demo/build.mjs
//
// It needs the package in dist/; without it, build.mjs runs first.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const out = "demo/dist";

function run(...command) {
    execFileSync(command[0], command.slice(1), { stdio: "inherit" });
}

if (!existsSync("dist/index.js")) run("node", "build.mjs");
run("node_modules/.bin/tsc", "-p", "demo");
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await build({
    entryPoints: { demo: "demo/src/main.ts", style: "demo/style.css" },
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".svg": "dataurl" },
    legalComments: "none",
    banner: { js: "// seajay and chessground, SPDX-License-Identifier: GPL-3.0-or-later" },
    // A server may compress the file, and then does not say how long it is.
    define: { WASM_BYTES: String(statSync("dist/seajay.wasm").size) },
});

const files = {
    "demo/index.html": "index.html",
    "demo/icon.svg": "icon.svg",
    "dist/worker.js": "worker.js",
    "dist/seajay.wasm": "seajay.wasm",
    "../LICENSE": "LICENSE.txt",
    "node_modules/chessground/LICENSE": "LICENSE-chessground.txt",
};
for (const [from, to] of Object.entries(files)) await copyFile(from, `${out}/${to}`);

const kept = (await readdir(out)).sort();
const digest = createHash("sha256");
for (const file of kept) digest.update(file).update(readFileSync(`${out}/${file}`));
await build({
    entryPoints: ["demo/offline.js"],
    outdir: out,
    minify: true,
    define: { VERSION: JSON.stringify(digest.digest("hex").slice(0, 16)), FILES: JSON.stringify(kept) },
});
