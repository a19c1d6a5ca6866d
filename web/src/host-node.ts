// Workers of Node.

import { Worker } from "node:worker_threads";

import { isWorker, type Port } from "./host.js";
import type { EngineOptions } from "./types.js";

function start(worker: NonNullable<EngineOptions["worker"]>): Worker {
    if (typeof worker === "function") return worker() as Worker;
    if (isWorker(worker)) return worker as Worker;
    // The program's own arguments, such as --input-type, may not suit a worker.
    return new Worker(new URL(worker), { execArgv: [] });
}

export function spawn(given: NonNullable<EngineOptions["worker"]>): Port {
    const worker = start(given);
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
