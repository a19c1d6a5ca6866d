// A static server for the tests, as plain as that of a user or of a CDN, and the pages that run the checks in a browser.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

import { policies } from "./documents.mjs";

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

const here = fileURLToPath(new URL(".", import.meta.url));

const page = (entry, script = "", policy = "") => `<!doctype html><meta charset="utf-8"><title>seajay</title>
<meta http-equiv="Content-Security-Policy" content="${policy}">
<script>${script}</script>
<script type="importmap">{ "imports": { "seajay": "${entry}" } }</script>`;

const OWN = "/node_modules/seajay/dist/index.js";

/** A policy that allows what the README says, and what the page of the tests has besides. */
function strict(policy, cdn = "") {
    const allowed = policy.replaceAll("https://cdn.example", cdn).replace("script-src", "script-src 'unsafe-inline'");
    return `default-src 'none'; ${allowed}`;
}

/** Serves the tests, with the package beside them; `cdn` is the address of another server that has it. */
export function servePages(options, cdn = "") {
    const [own, another] = policies;
    return serve(here, {
        ...options,
        pages: {
            "/own": page(OWN),
            "/cdn": page(cdn + OWN),
            "/own-policy": page(OWN, "", strict(own)),
            "/cdn-policy": page(cdn + OWN, "", strict(another, cdn)),
            "/no-wasm-policy": page(OWN, "", strict(own.replace("'wasm-unsafe-eval'", ""))),
            // A browser without JSPI.
            "/replace": page(OWN, "delete WebAssembly.Suspending"),
        },
    });
}

/** Opens a page, and gives a function that calls what checks.mjs exports there. */
export async function open(browser, url) {
    const page = await browser.newPage();
    const said = [];
    page.on("pageerror", (error) => said.push(String(error)));
    await page.goto(url);
    const call = (name, ...args) =>
        page.evaluate(
            async ([name, args]) => {
                const module = await import("/checks.mjs");
                const worker = "/node_modules/seajay/dist/worker.js";
                module.setFiles({
                    wasmBytes: async () => {
                        const response = await fetch("/node_modules/seajay/dist/seajay.wasm");
                        return new Uint8Array(await response.arrayBuffer());
                    },
                    worker,
                    startWorker: () => new Worker(worker, { type: "module" }),
                });
                const path = name.split("/");
                return path.reduce((object, key) => object[key], module)(...args);
            },
            [name, args],
        );
    return { page, call, said, close: () => page.close() };
}
