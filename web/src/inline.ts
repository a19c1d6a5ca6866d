// The package for bundlers: nothing lies beside this file.

import workerText from "inlined:worker.js";

import { browser, port } from "./host-browser.js";
import { setHost } from "./host.js";
import { inlinedWasm } from "./inlined-wasm.js";

let address: string | undefined;

setHost({
    defaultWasm: inlinedWasm,
    spawn: (worker) => {
        if (worker) return browser.spawn(worker);
        address ??= URL.createObjectURL(new Blob([workerText], { type: "text/javascript" }));
        return port(new Worker(address));
    },
});

export * from "./api.js";
