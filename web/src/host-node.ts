// Workers and files of Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

import { isWorker, type Host, type Port } from "./host.js";
import type { EngineOptions } from "./types.js";

export const nodejs: Host = {
    defaultWasm: () => new URL("./seajay.wasm", import.meta.url),
    readFile,
    spawn: (worker) => port(start(worker ?? new URL("./worker-node.js", import.meta.url))),
};

function start(worker: NonNullable<EngineOptions["worker"]>): Worker {
    if (typeof worker === "function") return worker() as Worker;
    if (isWorker(worker)) return worker as Worker;
    // The program's own arguments, such as --input-type, may not suit a worker.
    return new Worker(new URL(worker), { execArgv: [] });
}

export function port(worker: Worker): Port {
    return {
        post: (message) => worker.postMessage(message),
        listen: (onMessage, onFailure) => {
            worker.on("message", onMessage);
            worker.on("error", onFailure);
            worker.on("exit", () => onFailure(new Error("the worker has ended")));
        },
        setIdle: (isIdle) => (isIdle ? worker.unref() : worker.ref()),
        terminate: async () => void (await worker.terminate()),
    };
}
