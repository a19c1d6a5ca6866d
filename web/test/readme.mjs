// The examples of the README, by the names of their files.

import { readFileSync } from "node:fs";

export const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

export const examples = Object.fromEntries(
    [...readme.matchAll(/^```\w+ (\S+)\n(.*?)^```/gms)].map(([, name, code]) => [name, code]),
);

/** The commands that make the bundle of esbuild. */
export const esbuildCommands = /^```sh\n(esbuild .*?)^```/ms.exec(readme)[1].trim().split("\n");

/** The policies of its table: those for files of the page's server, and of another server. */
export const policies = [...readme.matchAll(/^\|.*\| `(script-src [^`]+)` \|$/gm)].map(([, policy]) => policy);
