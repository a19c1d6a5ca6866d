// Finds and compiles the WebAssembly file, once.

import { reason, SeajayError, Status } from "./errors.js";
import { FileMissing, host } from "./host.js";
import type { WasmSource } from "./types.js";

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The compiled module of a source; without one, the package's own. */
export async function compile(source?: WasmSource): Promise<WebAssembly.Module> {
    try {
        return await compileSource(source ?? host().defaultWasm());
    } catch (error) {
        const isLeftBehind = source === undefined && error instanceof FileMissing;
        const advice = isLeftBehind ? `. ${host().advice}` : "";
        throw new SeajayError(Status.IO, `the WebAssembly file cannot be loaded: ${reason(error)}${advice}`);
    }
}

async function compileSource(source: WasmSource): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" || source instanceof URL) return compileUrl(String(source));
    if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer)
        return WebAssembly.compile(source as BufferSource);
    const response = await (source as Response | PromiseLike<Response>);
    if (typeof response?.arrayBuffer !== "function")
        throw new Error("wasm is an address, bytes, a response or a module");
    return compileResponse(response);
}

function compileUrl(address: string): Promise<WebAssembly.Module> {
    let module = compiled.get(address);
    if (!module) {
        module = load(address);
        compiled.set(address, module);
        // A download that failed may be tried again.
        module.catch(() => compiled.delete(address));
    }
    return module;
}

async function load(address: string): Promise<WebAssembly.Module> {
    const { readFile } = host();
    if (readFile && address.startsWith("file:"))
        return WebAssembly.compile((await readFile(new URL(address))) as BufferSource);
    return compileResponse(await fetch(address));
}

async function compileResponse(response: Response): Promise<WebAssembly.Module> {
    const type = response.headers.get("content-type");
    if (!response.ok)
        throw new FileMissing(`${response.url}: ${response.status} ${response.statusText}`);
    // What servers of single-page apps answer for any path.
    if (type?.startsWith("text/html")) throw new FileMissing(`${response.url} is a page`);
    // Servers that do not know the type of the file are common; to compile while it arrives needs it.
    if (type === "application/wasm")
        return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}
