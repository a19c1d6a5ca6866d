// The package for bundlers: nothing lies beside this file.

import workerText from "inlined:worker.js";

import { spawn } from "./host-browser.js";
import { setHost } from "./host.js";
import { inlinedWasm } from "./inlined-wasm.js";

let address: string | undefined;

function startInlined(): Worker {
    address ??= URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
    return new Worker(address);
}

setHost({ defaultWasm: inlinedWasm, spawn: (worker) => spawn(worker ?? startInlined) });

export * from "./api.js";
