// The package in Node: the WebAssembly and the worker are files beside this one, or in the package that a bundle was
// made from.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import module from "node:module";
import { pathToFileURL } from "node:url";

import { spawn } from "./host-node.js";
import { FileMissing, setHost } from "./host.js";

/** A file of the package: the expression that bundlers look for to copy it, its name where someone else has copied it,
 * and its name in the package. */
interface Own {
    beside: () => URL;
    name: string;
    exported: string;
}

const wasm: Own = {
    beside: () => new URL("./seajay.wasm", import.meta.url),
    name: "seajay.wasm",
    exported: "seajay/seajay.wasm",
};
const worker: Own = {
    beside: () => new URL("./worker-node.mjs", import.meta.url),
    name: "worker-node.mjs",
    exported: "seajay/worker",
};

declare const __filename: string | undefined;

/** This script, which may be a bundle of any format. */
const script = () => (typeof __filename === "string" ? pathToFileURL(__filename).href : import.meta.url);

function found({ beside, name, exported }: Own): URL {
    const installed = (from: string) => pathToFileURL(module.createRequire(from).resolve(exported));
    const places = [
        beside,
        () => new URL(name, script()),
        () => installed(script()),
        () => installed(`${process.cwd()}/`),
    ];
    for (const place of places) {
        try {
            const url = place();
            if (existsSync(url)) return url;
        } catch {
            // Not there.
        }
    }
    throw new FileMissing(`there is no ${name}`);
}

setHost({
    defaultWasm: () => found(wasm),
    readFile,
    spawn: (given) => spawn(given ?? found(worker)),
    advice:
        "If a bundler has left it behind, keep the package out of the bundle (esbuild: --external:seajay; Next: " +
        'serverExternalPackages: ["seajay"]), or copy seajay.wasm and worker-node.mjs beside it.',
});

export * from "./api.js";
