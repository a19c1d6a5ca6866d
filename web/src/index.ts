// The package in a browser: the WebAssembly and the worker are files beside this one.

import { spawn } from "./host-browser.js";
import { setHost } from "./host.js";

// Bundlers look for these expressions, and copy the files.
setHost({
    defaultWasm: () => new URL("./seajay.wasm", import.meta.url),
    spawn: (worker) => spawn(worker ?? new URL("./worker.js", import.meta.url)),
});

export * from "./api.js";
