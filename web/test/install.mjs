// Packs the package, and installs it for the tests as a user would.

import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));

function npm(cwd, ...words) {
    return execFileSync("npm", [...words, "--silent"], { cwd, encoding: "utf8" }).trim();
}

/** Where the tests find the files of the installed package. */
export const installed = fileURLToPath(new URL("node_modules/seajay/", import.meta.url));

export function install() {
    const archive = npm(web, "pack").split("\n").at(-1);
    rmSync(installed, { recursive: true, force: true });
    npm(`${web}/test`, "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", `../${archive}`);
}
