// The benchmark that signs the search: its positions, and the number of nodes on every platform.

import { readFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

export const positions = read("tests/data/bench.epd").trim().split("\n");

const [, signature] = read("bench/README.md").match(/the same nodes on every machine.*?\| ([\d,]+)/);
export const SIGNATURE = Number(signature.replaceAll(",", ""));
