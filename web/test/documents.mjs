// What the documents say that the tests hold the package to.

import { readFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** The positions of the benchmark that signs the search. */
export const positions = read("tests/data/bench.epd").trim().split("\n");

const [, signature] = read("bench/README.md").match(/the same nodes on every machine.*?\| ([\d,]+)/);
/** The number of their nodes on every platform. */
export const SIGNATURE = Number(signature.replaceAll(",", ""));

export const readme = read("web/README.md");

/** The examples of the README, by the names of their files. */
export const examples = Object.fromEntries(
    [...readme.matchAll(/^```\w+ (\S+)\n(.*?)^```/gms)].map(([, name, code]) => [name, code]),
);

/** The commands that make the bundle of esbuild. */
export const esbuildCommands = /^```sh\n(esbuild .*?)^```/ms.exec(readme)[1].trim().split("\n");

/** The policies of its table: those for files of the page's server, and of another server. */
export const policies = [...readme.matchAll(/^\|.*\| `(script-src [^`]+)` \|$/gm)].map(([, policy]) => policy);
