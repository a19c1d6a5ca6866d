// A static server for the tests, as plain as that of a user or of a CDN.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".svg": "image/svg+xml",
};

const ISOLATION = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Serves a folder, and pages given as text. `isolated`: with the headers that shared memory needs. */
export async function serve(folder, { isolated = false, pages = {} } = {}) {
    const server = createServer(async (request, response) => {
        const path = normalize(new URL(request.url, "http://localhost").pathname);
        const headers = {
            "Content-Type": TYPES[extname(path)] ?? "text/html",
            "Access-Control-Allow-Origin": "*",
            "Cache-Control": "max-age=600",
            ...(isolated && ISOLATION),
        };
        try {
            const body = pages[path] ?? (await readFile(join(folder, path)));
            response.writeHead(200, headers).end(body);
        } catch {
            response.writeHead(404).end();
        }
    });
    await new Promise((resolve) => server.listen(0, "localhost", resolve));
    const url = `http://localhost:${server.address().port}`;
    return { url, close: () => server.close() && server.closeAllConnections() };
}
