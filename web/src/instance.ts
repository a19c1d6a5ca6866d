// The library on the caller's thread, for games and PGN.

import { misuse } from "./errors.js";
import { Library } from "./library.js";
import { compile } from "./module.js";
import type { WasmSource } from "./types.js";

let shared: Library | undefined;

/** Loads the library for games and PGN on this thread. Once it has succeeded, further calls do nothing. */
export async function init(source?: WasmSource): Promise<void> {
    if (shared) return;
    const module = await compile(source);
    shared ??= instantiate(module);
}

function instantiate(module: WebAssembly.Module): Library {
    // Nothing searches here: nothing is reported, and nothing stopped.
    const never = () => 0;
    return new Library(module, { should_stop: never, wait_ms: never, on_info: never, on_review: never });
}

/** @internal The instance of this thread. One that has crashed is replaced, and its games are lost. */
export function library(): Library {
    if (!shared) throw misuse("await init() or Engine.create() before the first game");
    if (shared.isBroken) shared = instantiate(shared.module);
    return shared;
}
