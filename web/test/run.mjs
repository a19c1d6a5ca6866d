// Installs what `npm pack` makes, and runs the tests: node test/run.mjs [FILE ...]

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { install } from "./apps.mjs";

process.chdir(fileURLToPath(new URL(".", import.meta.url)));
install();
const named = process.argv.slice(2);
const files = named.length > 0 ? named : readdirSync(".").filter((file) => file.endsWith(".test.mjs"));
// One after the other: they measure time.
const arguments_ = ["--test", "--test-reporter=spec", "--test-concurrency=1", "--expose-gc", ...files];
process.exit(spawnSync(process.execPath, arguments_, { stdio: "inherit" }).status ?? 1);
