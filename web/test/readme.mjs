// The examples of the README, by the names of their files.

import { readFileSync } from "node:fs";

const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");

export const examples = Object.fromEntries(
    [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```/gms)].map(([, name, code]) => [name, code]),
);

/** The commands that make the bundle of esbuild. */
export const esbuildCommands = /^```sh\n(esbuild .*?)^```/ms.exec(text)[1].trim().split("\n");
