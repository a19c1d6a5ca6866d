// The package as users install it, and small programs that use it, each in a folder of its own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("..", import.meta.url));

function npm(cwd, ...words) {
    return execFileSync("npm", [...words, "--silent"], { cwd, encoding: "utf8" }).trim();
}

/** Where the tests find the files of the installed package. */
export const installed = fileURLToPath(new URL("node_modules/seajay/", import.meta.url));

/** Packs the package, and installs it for the tests. */
export function install() {
    const archive = npm(web, "pack").split("\n").at(-1);
    rmSync(installed, { recursive: true, force: true });
    npm(`${web}/test`, "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", `../${archive}`);
}

/** The folder of these programs. */
export const out = fileURLToPath(new URL("out", import.meta.url));
const bin = fileURLToPath(new URL("../node_modules/.bin", import.meta.url));

/** Where the tools of the package's own development are found. */
export const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

/** A folder with files, and the packages of `modules`: the package of the tests, unless another folder is given. */
export function app(name, files, modules = fileURLToPath(new URL("node_modules", import.meta.url))) {
    const folder = `${out}/${name}`;
    rmSync(folder, { recursive: true, force: true });
    for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
        writeFileSync(`${folder}/${file}`, text);
    }
    symlinkSync(modules, `${folder}/node_modules`);
    return folder;
}

/** Compiles programs in TypeScript strictly, in a folder like those of `app`; what the compiler says is an error. */
export function compile(name, files, compilerOptions, type = "module") {
    const strict = { target: "es2022", noEmit: true, strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true };
    const folder = app(name, {
        ...files,
        "tsconfig.json": JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, files: Object.keys(files) }),
        "package.json": JSON.stringify({ type }),
    });
    try {
        execFileSync("tsc", { cwd: folder, env, encoding: "utf8", stdio: "pipe" });
    } catch ({ stdout }) {
        assert.fail(stdout);
    }
}
