// The pages that run the checks in a browser.

import { fileURLToPath } from "node:url";

import { policies } from "./readme.mjs";
import { serve } from "./server.mjs";

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
