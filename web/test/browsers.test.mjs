// The package in Chromium and Firefox: with shared memory, with JSPI, with workers replaced, and from another server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";

import { positions, SIGNATURE } from "./documents.mjs";
import { browsers } from "./browsers.mjs";
import { checks } from "./checks.mjs";
import { open, servePages } from "./server.mjs";

const names = Object.keys(checks);
/** Where the ways to load or to stop differ. */
const essential = names.filter((name) => /stop|abort|new search|closing|two engines|crash/.test(name));

const ways = [
    { name: "shared memory", isolated: true, path: "/own", names, latency: 15 },
    { name: "no headers", path: "/own", names, latency: 15 },
    { name: "workers replaced", path: "/replace", names, latency: 50 },
    { name: "another server", path: "/cdn", names: essential },
    { name: "another server, shared memory", isolated: true, path: "/cdn", names: essential },
];

const time = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
const figures = (times) => `median ${time(times, 0.5).toFixed(1)} ms, p99 ${time(times, 0.99).toFixed(1)} ms`;

for (const [name, launch] of Object.entries(browsers)) {
    describe(name, { skip: launch ? false : "it is not installed" }, () => {
        let browser, cdn, plain, isolated;
        before(async () => {
            browser = await launch();
            cdn = await servePages({ isolated: true });
            plain = await servePages({}, cdn.url);
            isolated = await servePages({ isolated: true }, cdn.url);
        });
        after(async () => {
            await browser?.close();
            for (const server of [cdn, plain, isolated]) server?.close();
        });

        for (const way of ways) {
            describe(way.name, () => {
                let tab;
                before(async () => {
                    tab = await open(browser, (way.isolated ? isolated : plain).url + way.path);
                });
                after(() => tab?.close());

                test("the browser has what this way needs", async () => {
                    const has = await tab.page.evaluate(() => [
                        typeof SharedArrayBuffer === "function",
                        "Suspending" in WebAssembly,
                    ]);
                    assert.deepEqual(has, [way.isolated ?? false, way.path !== "/replace"]);
                });

                for (const check of way.names) test(check, () => tab.call(`checks/${check}`));

                if (way.latency) {
                    test("stops take few milliseconds", async (context) => {
                        const { stops, starts } = await tab.call("stopLatencies", 100);
                        context.diagnostic(`stop: ${figures(stops)}; next line: ${figures(starts)}`);
                        // Not the slowest ones: other programs may be busy.
                        assert.ok(time(stops, 0.9) <= way.latency, figures(stops));
                        assert.ok(time(starts, 0.9) <= 150, figures(starts));
                    });
                }
                test("nothing was thrown that nobody caught", () => {
                    // Firefox also mentions a worker that is asked for in vain.
                    assert.deepEqual(tab.said.filter((text) => !text.includes(".missing")), []);
                });
            });
        }

        test("the benchmark has the same signature as natively", async (context) => {
            const tab = await open(browser, `${isolated.url}/own`);
            const { nodes, nps } = await tab.call("benchNodes", positions, 14);
            context.diagnostic(`${nodes} nodes, ${nps} a second`);
            assert.equal(nodes, SIGNATURE);
            await tab.close();
        });

        for (const path of ["/own-policy", "/cdn-policy"]) {
            test(`the README's policy is enough: ${path}`, async () => {
                const tab = await open(browser, plain.url + path);
                await tab.call("firstMove");
                await tab.close();
            });
        }

        test("without a policy for WebAssembly an error says so", async () => {
            const tab = await open(browser, `${plain.url}/no-wasm-policy`);
            await assert.rejects(tab.call("firstMove"), /cannot be loaded.*(Content Security Policy|CSP)/s);
            await tab.close();
        });

        test("a first move comes soon", async (context) => {
            const tab = await open(browser, `${plain.url}/own`);
            await tab.call("firstMove");
            await tab.page.goto("about:blank");
            await tab.page.goto(`${plain.url}/own`);
            const times = [await tab.call("firstMove")];
            for (let i = 0; i < 9; i++) times.push(await tab.call("firstMove"));
            context.diagnostic(`${times.map((time) => time.toFixed(0)).join(", ")} ms`);
            const sorted = times.toSorted((a, b) => a - b);
            assert.ok(time(sorted, 0.5) <= 150, "too late");
            await tab.close();
        });

        test("200 engines leave no memory behind", async (context) => {
            const tab = await open(browser, `${plain.url}/own`);
            await tab.call("createAndClose", 20);
            const first = resident(name);
            await tab.call("createAndClose", 200);
            const last = resident(name);
            context.diagnostic(`${first} MiB before, ${last} MiB after`);
            assert.ok(last < first + 100, `${first} MiB before, ${last} MiB after`);
            await tab.close();
        });
    });
}

/** The memory of a browser's processes in MiB, those parts counted once that they share. */
function resident(name) {
    const pids = execFileSync("pgrep", ["-f", name], { encoding: "utf8" }).trim().split("\n");
    const kib = pids.map((pid) => {
        try {
            return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))[1]);
        } catch {
            return 0; // it has ended, or belongs to someone else
        }
    });
    return Math.round(kib.reduce((sum, size) => sum + size, 0) / 1024);
}
