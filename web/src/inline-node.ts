// The package for bundlers, in Node: nothing lies beside this file.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import workerText from "inlined:worker-node.cjs";

import { spawn } from "./host-node.js";
import { setHost } from "./host.js";
import { inlinedWasm } from "./inlined-wasm.js";

const startInlined = () => new Worker(workerText, { eval: true, execArgv: [] });

setHost({ defaultWasm: inlinedWasm, readFile, spawn: (worker) => spawn(worker ?? startInlined) });

export * from "./api.js";
