// The package in a browser: the WebAssembly and the worker are files beside this one.

import { spawn } from "./host-browser.js";
import { FileMissing, setHost } from "./host.js";

// Bundlers look for such expressions, and copy the files.
const wasm = () => new URL("./seajay.wasm", import.meta.url);
const worker = () => new URL("./worker.js", import.meta.url);

/** A bundle in another format than that of modules does not know where it is. */
function found(file: () => URL): URL {
    if (!import.meta.url) throw new FileMissing("this bundle is not a module");
    return file();
}

setHost({
    defaultWasm: () => found(wasm),
    spawn: (given) => spawn(given ?? found(worker)),
    advice: import.meta.url?.includes("/.vite/")
        ? 'Add optimizeDeps: { exclude: ["seajay"] } to vite.config.js.'
        : "If a bundler has left it behind, copy seajay.wasm and worker.js from node_modules/seajay/dist, and give " +
          'their addresses: Engine.create({ wasm: "/seajay.wasm", worker: "/worker.js" }).',
});

export * from "./api.js";
