// The package for bundlers, in Node: nothing lies beside this file.

import { Worker } from "node:worker_threads";

import workerText from "inlined:worker-node.cjs";

import { setHost } from "./host.js";
import { inlinedWasm } from "./inlined-wasm.js";
import { nodejs, port } from "./host-node.js";

setHost({
    ...nodejs,
    defaultWasm: inlinedWasm,
    spawn: (worker) => (worker ? nodejs.spawn(worker) : port(new Worker(workerText, { eval: true, execArgv: [] }))),
});

export * from "./api.js";
