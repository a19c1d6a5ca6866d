// The worker's file in Node.

import { parentPort } from "node:worker_threads";

import { serve } from "./worker.js";

const handle = serve((reply) => parentPort?.postMessage(reply));
parentPort?.on("message", handle);
