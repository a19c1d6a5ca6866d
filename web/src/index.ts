// The package in a browser: the WebAssembly and the worker are files beside this one.

import { browser } from "./host-browser.js";
import { setHost } from "./host.js";

setHost(browser);

export * from "./api.js";
