// The package in Node: the WebAssembly and the worker are files beside this one.

import { readFile } from "node:fs/promises";

import { spawn } from "./host-node.js";
import { setHost } from "./host.js";

setHost({
    defaultWasm: () => new URL("./seajay.wasm", import.meta.url),
    readFile,
    spawn: (worker) => spawn(worker ?? new URL("./worker-node.js", import.meta.url)),
});

export * from "./api.js";
