// Small programs that use the installed package, each in a folder of its own.

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

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
