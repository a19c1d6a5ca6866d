// The worker's file in a browser.

import type { Request } from "./protocol.js";
import { serve } from "./worker.js";

const handle = serve((reply) => postMessage(reply));
addEventListener("message", (event: MessageEvent<Request>) => handle(event.data));
