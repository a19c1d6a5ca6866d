// What programs rely on that were written for an earlier version: ffi-tests/abi/1.0/index.d.ts has the types of 1.0.
//
//     node test/stable.test.mjs record       prints those of today, to be kept with a new version

import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { compile, installed } from "./apps.mjs";

const dist = `${installed}dist/`;
const records = new URL("../../ffi-tests/abi/", import.meta.url);

/** All that the package declares, in one module. What is private only hinders comparing. */
function declarations() {
    const files = readdirSync(dist).filter((name) => name.endsWith(".d.ts"));
    const text = files.map((name) => readFileSync(dist + name, "utf8")).join("\n");
    return text.replaceAll(/^(import .*|export (type )?[*{].*)\n/gm, "").replaceAll(/^ +(#private|private .*);\n/gm, "");
}

const exported = /^(export (?:declare )?(class|const|function|interface|type) )(\w+)/gm;
/** Interfaces that programs fill in. */
const inputs = /Options$|^(Clock|Limits|PositionText|WorkerLike)$/;

/** The record with names of its own for what it declares; in the declarations, names mean what they mean today. So
 * each is compared by itself, and a class that has got more methods is still what functions take. */
function renamed(record) {
    const names = new Set(Array.from(record.matchAll(exported), ([, , , name]) => name));
    return `import { ${[...names].join(", ")} } from "seajay";\n${record.replaceAll(exported, "$1Old$3")}`;
}

/** A program in which what there is today takes the place of what there was. */
function program(record) {
    const lines = new Set();
    for (const [, , kind, name] of record.matchAll(exported)) {
        const [old, today] = [`old.Old${name}`, `today.${name}`];
        if (kind === "type" || inputs.test(name)) {
            // Programs make these, or switch over unions with a default: there may be more than there was.
            lines.add(`export const type${name} = (is: ${old}): ${today} => is;`);
            if (kind === "interface") lines.add(`export const keys${name} = (is: keyof ${old}): keyof ${today} => is;`);
        } else if (kind === "class" || kind === "interface")
            lines.add(`export const type${name} = (is: ${today}): Strict<${old}> => is;`);
        if (kind !== "type" && kind !== "interface")
            lines.add(`export const value${name}: Strict<typeof ${old}> = ${today};`);
    }
    for (const [, name] of record.matchAll(/^export declare class (\w+)(?:(?!^\})[^])*? constructor\(/gm)) {
        const parameters = `ConstructorParameters<typeof old.Old${name}>`;
        lines.add(`export const new${name}: new (...a: ${parameters}) => today.${name} = today.${name};`);
    }
    // TypeScript lets arguments of methods vary both ways, and those of functions only the right one.
    return `import * as today from "seajay";
        import type * as old from "./old.js";
        type Values<T> = { [K in keyof T]: T[K] extends (...a: infer A) => infer R ? (...a: A) => R : T[K] };
        type Strict<T> = T extends (...a: never) => unknown ? T : T extends object ? Values<Omit<T, "prototype">> : T;
        ${[...lines].join("\n")}`;
}

if (process.argv[2] === "record") process.stdout.write(declarations());
else
    for (const version of readdirSync(records))
        test(`the package has all that ${version} had, and declares it as it did`, () => {
            const record = readFileSync(new URL(`${version}/index.d.ts`, records), "utf8");
            const compilerOptions = { lib: ["ES2022", "DOM"], types: [], module: "nodenext" };
            compile(`stable-${version}`, { "program.ts": program(record), "old.d.ts": renamed(record) }, compilerOptions);
        });
