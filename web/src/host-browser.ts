// Workers of a browser.

import { isWorker, type Port } from "./host.js";
import type { EngineOptions } from "./types.js";

function start(worker: NonNullable<EngineOptions["worker"]>): Worker {
    if (typeof worker === "function") return worker() as Worker;
    if (isWorker(worker)) return worker as Worker;
    const url = new URL(worker, globalThis.document?.baseURI ?? location.href);
    if (url.origin === location.origin) return new Worker(url, { type: "module" });
    // A page may not run the worker of another server, such as that of a CDN, but one that imports it.
    const text = `import ${JSON.stringify(url.href)};`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const started = new Worker(address, { type: "module" });
    // The worker says something once it has been loaded; then nobody needs the address.
    started.addEventListener("message", () => URL.revokeObjectURL(address), { once: true });
    return started;
}

export function spawn(given: NonNullable<EngineOptions["worker"]>): Port {
    const worker = start(given);
    return {
        post: (message) => worker.postMessage(message),
        listen: (onMessage, onFailure) => {
            worker.addEventListener("message", (event) => onMessage(event.data));
            worker.addEventListener("error", (event) =>
                onFailure(new Error(event.message || "the browser does not say why")),
            );
        },
        setIdle: () => undefined,
        terminate: async () => worker.terminate(),
    };
}
