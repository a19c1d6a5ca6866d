// The WebAssembly file, inlined by build.mjs: compressed, as base64.

import data from "inlined:seajay.wasm";

export async function inlinedWasm(): Promise<ArrayBuffer> {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
}
