// Builds the package into dist/: node build.mjs
//
// The WebAssembly file is what `tools/cross.sh wasm32-unknown-unknown` has built; without it that runs first. `make web`
// notices changes of the library too.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const TARGET = "wasm32-unknown-unknown";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
const wasm = `../target/cross/${TARGET}/release/seajay.wasm`;

function run(...command) {
    execFileSync(command[0], command.slice(1), { stdio: "inherit" });
}

const { version } = JSON.parse(await readFile("package.json", "utf8"));

const common = {
    define: { PACKAGE_VERSION: JSON.stringify(version) },
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    legalComments: "none",
    outdir: "dist",
    banner: { js: "// seajay, SPDX-License-Identifier: GPL-3.0-or-later" },
};

await rm("dist", { recursive: true, force: true });
await mkdir("dist");
if (!existsSync(wasm)) run("../tools/cross.sh", TARGET);
await copyFile(wasm, "dist/seajay.wasm");
await copyFile("../LICENSE", "LICENSE");

await build({
    ...common,
    platform: "browser",
    entryPoints: { index: "src/index.ts", worker: "src/worker-browser.ts" },
});
await build({ ...common, platform: "node", entryPoints: { node: "src/node.ts" } });
// For CommonJS. It finds its files by its own name.
await build({
    ...common,
    platform: "node",
    format: "cjs",
    entryPoints: { node: "src/node.ts" },
    outExtension: { ".js": ".cjs" },
    logOverride: { "empty-import-meta": "silent" },
});
// A module whatever the package.json beside it says, once it is copied.
await build({
    ...common,
    platform: "node",
    entryPoints: { "worker-node": "src/worker-node.ts" },
    outExtension: { ".js": ".mjs" },
});

run("node_modules/.bin/tsc");
// What users see of the types, and no more.
const visible = /^(index|api|engine|errors|game|instance|pgn|review|search|types)\.d\.ts$/;
for (const file of (await readdir("dist")).filter((name) => name.endsWith(".d.ts"))) {
    if (!visible.test(file)) await rm(`dist/${file}`);
    else {
        const types = await readFile(`dist/${file}`, "utf8");
        await writeFile(`dist/${file.replace(".d.ts", ".d.cts")}`, types.replaceAll(/(from ".*)\.js"/g, '$1.cjs"'));
    }
}
