// The types of the package, in programs of all kinds.

import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { compile } from "./apps.mjs";

/** With the types of browsers, or of Node, or with neither: what those know is used by the sample. */
const COMMON = `import { Engine, Game, Mark, PgnError, SeajayError, Status, accuracy, init, listPgn, readPgn, writePgn } from "seajay";
    import type { Line, Move, PgnEntry, PgnRecord, Result, Review, Role } from "seajay";
    await init();
    const limit: number | undefined = undefined;
    const engine: Engine = await Engine.create({ hashMb: 16, network: undefined });
    const game = new Game(undefined, ["e2e4"]).clone();
    const search = engine.analyse(game, { clock: { white: 1, black: 2, movesToGo: limit }, multiPv: 2, depth: limit });
    engine.analyse("8/8/8/8/8/8/8/8 w - - 0 1", { depth: 1 });
    for await (const line of search) {
        const { score: { kind }, pv, san }: Line = line;
        const text: "cp" | "mate" | "tb" = kind;
        console.log(text, pv.join(), san.join());
    }
    const { bestMove, ponderMove, stats, stopReason }: Result = await search.result;
    const optional: string | undefined = ponderMove;
    const isSuperseded: boolean = stopReason === "superseded";
    console.log(bestMove, optional, isSuperseded, stats.nodes, game.key() > 0n, game.pieces().e1);
    export const error: Error = new SeajayError(Status.IO, "text");
    const judged: Review[] = [];
    for await (const move of engine.review(game, { nodes: 1000, depth: limit })) judged.push(move);
    const { white, black }: { white: number; black: number } = accuracy(judged);
    const blunders = judged.filter(({ mark }) => mark === Mark.BLUNDER).map(({ line, bestMove }) => [bestMove, ...line]);
    for (const record of readPgn("1. e4 *")) {
        const { tags, comments, nags, variations, error: fault }: PgnRecord = record;
        if (fault instanceof PgnError) console.log(fault.offset + fault.line + fault.ply, fault.status === Status.INVALID_PGN);
        console.log(tags.White, comments[1], nags[1]?.[0], variations[2]?.[0], writePgn(record), writePgn({ game }));
    }
    const entries: PgnEntry[] = [...listPgn(new Uint8Array(8)), ...listPgn("1. e4 *")];
    const at: number | undefined = entries.find(({ tags, result }) => tags.White === "A" && result === "1-0")?.offset;
    const same: Game = new Game(game.toJSON().fen, game.toJSON().moves, { lenient: at === undefined });
    const [first]: Move[] = game.legalMoveList("e7");
    const role: Role | undefined = first?.captured;
    const rook: string | undefined = game.playedMoveList()[0]?.castling?.to;
    console.log(same, white - black, blunders, role, rook, first?.enPassant === true);
    // @ts-expect-error: reviews cannot be endless
    engine.review(game, { infinite: true });
    // @ts-expect-error: NAGs are lists
    writePgn({ game, nags: { 1: 1 } });
    // @ts-expect-error: no status
    new SeajayError(1, "text");
    // @ts-expect-error: a limit has a number
    engine.analyse({}, { depth: "5" });
    // @ts-expect-error: it is called multiPv
    engine.analyse({}, { depth: 5, multiPV: 3 });
    // @ts-expect-error: it is called fen
    engine.analyse({ FEN: "" }, { depth: 5 });
`;

const NOTHING = `declare const console: { log(...words: unknown[]): void };
    ${COMMON}`;
const HOST = `${COMMON}
    engine.analyse({}, { infinite: true, signal: AbortSignal.timeout(1) });
    // @ts-expect-error: not a signal
    engine.analyse({}, { infinite: true, signal: new URL("file:///") });
    await init(new URL("file:///seajay.wasm"));
    await Engine.create({ wasm: new Response(), worker: new URL("file:///worker.js") });
    await Engine.create({ wasm: new Uint8Array(8), worker: "worker.js" });
`;
const BROWSER = `${HOST}
    await Engine.create({ wasm: fetch("seajay.wasm"), worker: () => new Worker("worker.js") });
    const module: WebAssembly.Module = await WebAssembly.compile(new Uint8Array(8));
    await Engine.create({ wasm: module });`;
const DISPOSING = `${BROWSER}
    await using other = await Engine.create();
    using copy = game.clone();
    console.log(other, copy);`;
const NODE = `import { Worker as NodeWorker } from "node:worker_threads";
    ${HOST}
    // @ts-expect-error: neither an address nor bytes
    await init(AbortSignal.timeout(1));
    await using other = await Engine.create({ worker: () => new NodeWorker("worker.mjs") });
    using copy = game.clone();
    console.log(other, copy);`;

const programs = {
    "the language alone": { text: NOTHING, lib: ["ES2022"] },
    "a browser": { text: BROWSER, lib: ["ES2022", "DOM"] },
    "a browser, with using": { text: DISPOSING, lib: ["ES2023", "ESNext.Disposable", "DOM"] },
    Node: { text: NODE, lib: ["ES2022"], types: ["node"] },
};

const typeRoots = [fileURLToPath(new URL("../node_modules/@types", import.meta.url))];

function compileSample(text, { lib, types = [] }, [module, moduleResolution], type = "module") {
    const compilerOptions = {
        ...{ lib, types, typeRoots, module, moduleResolution, verbatimModuleSyntax: type === "module" },
        ...{ noUncheckedIndexedAccess: true, isolatedModules: true },
    };
    compile(`types-${module}`, { "sample.ts": text }, compilerOptions, type);
}

for (const [name, { text, ...options }] of Object.entries(programs))
    for (const resolution of [["nodenext", "nodenext"], ["esnext", "bundler"]])
        test(`the types compile with those of ${name}, ${resolution[1]}`, () => compileSample(text, options, resolution));

test("the types compile in CommonJS", () => {
    const text = `import { Engine, Game, Mark, type PgnRecord } from "seajay";
        export const engine: Promise<Engine> = Engine.create();
        export const record: Pick<PgnRecord, "game" | "nags"> = { game: new Game(), nags: { 1: [Mark.BLUNDER] } };`;
    compileSample(text, programs.Node, ["node16", "node16"], "commonjs");
});
