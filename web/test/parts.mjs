// Modules of the analysis board without its page, for tests in Node.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const source = fileURLToPath(new URL("../demo/src", import.meta.url));
const out = fileURLToPath(new URL("out/parts", import.meta.url));

/** What some modules of demo/src export; `seajay` is the text of a module that stands for the package, and is
 * exported too. */
export async function parts(names, seajay) {
    const file = `${out}/${names.join("-")}.mjs`;
    const standIn = {
        name: "stand-in",
        setup({ onResolve, onLoad }) {
            onResolve({ filter: /^seajay$/ }, () => ({ path: "seajay", namespace: "stand-in" }));
            onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({ contents: seajay }));
        },
    };
    const modules = [...names.map((name) => `./${name}.ts`), ...(seajay === undefined ? [] : ["seajay"])];
    await build({
        stdin: { contents: modules.map((path) => `export * from "${path}";`).join("\n"), resolveDir: source },
        bundle: true,
        format: "esm",
        platform: "neutral",
        outfile: file,
        ...(seajay === undefined ? { external: ["seajay"] } : { plugins: [standIn] }),
    });
    return import(file);
}
