// The package in Node: the WebAssembly and the worker are files beside this one.

import { setHost } from "./host.js";
import { nodejs } from "./host-node.js";

setHost(nodejs);

export * from "./api.js";
