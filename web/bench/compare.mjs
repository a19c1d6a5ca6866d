// Compares the package with another engine that runs in a worker and speaks UCI, in the same Chromium:
//
//     npm run build && node bench/compare.mjs FOLDER/engine.js [--games 20] [--ms 200] [--openings FILE]
//
// Openings come from a file of FENs (EPD) or from the short list below, and each is played twice, with colors changed.
// It prints what there is to download, the time from the opening of a page to a first best move, nodes per second, and
// the result of games. The other engine's WebAssembly file must lie beside its script, under the same name. Keep the
// machine idle meanwhile.

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { positions } from "../test/bench.mjs";
import { browsers } from "../test/browsers.mjs";
import { serve } from "../test/server.mjs";

const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
        games: { type: "string", default: "20" },
        ms: { type: "string", default: "200" },
        openings: { type: "string" },
    },
});
const [script] = positionals;
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const STARTS = 10;
const NODES_MS = 1000;

const OPENINGS = [
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6",
    "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4",
    "e2e4 e7e6 d2d4 d7d5 b1c3 f8b4",
    "e2e4 c7c6 d2d4 d7d5 e4e5 c8f5",
    "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6",
    "d2d4 g8f6 c2c4 g7g6 b1c3 f8g7",
    "d2d4 g8f6 c2c4 e7e6 g1f3 b7b6",
    "c2c4 e7e5 b1c3 g8f6 g2g3 d7d5",
    "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5",
    "e2e4 d7d6 d2d4 g8f6 b1c3 g7g6",
    "d2d4 d7d5 c2c4 c7c6 g1f3 g8f6",
    "e2e4 c7c5 b1c3 b8c6 g2g3 g7g6",
    "d2d4 f7f5 g2g3 g8f6 f1g2 g7g6",
    "g1f3 d7d5 g2g3 c7c5 f1g2 b8c6",
    "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5",
];
const openings = values.openings
    ? readFileSync(values.openings, "utf8").trim().split("\n").map((fen) => ({ fen, moves: "" }))
    : OPENINGS.map((moves) => ({ moves }));

const ours = { name: "seajay", files: ["index.js", "worker.js", "seajay.wasm"].map((file) => join(dist, file)) };
const other = { name: basename(script, ".js"), files: [script, script.replace(/js$/, "wasm")] };

function printSizes({ name, files }) {
    const contents = files.map((file) => readFileSync(file));
    const total = (compress) => contents.reduce((sum, content) => sum + compress(content).length, 0);
    const kb = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
    const sizes = [(content) => content, gzipSync, brotliCompressSync].map((compress) => kb(total(compress)));
    console.log(`${name}: ${sizes[0]}, gzip ${sizes[1]}, brotli ${sizes[2]}`);
}

/** What the page imports: both engines with the same two methods. */
const PAGE_MODULE = `
import { Engine, Game, init } from "./index.js";

export class Ours {
    static async create() {
        const engine = new Ours();
        engine.engine = await Engine.create();
        return engine;
    }
    search(fen, moves, limits) {
        return this.engine.analyse({ fen, moves }, limits).result;
    }
    clear() {
        return this.engine.clearHistory();
    }
}

export class Other {
    static async create() {
        const engine = new Other();
        engine.worker = new Worker("./OTHER");
        await engine.ask("uci", "uciok");
        return engine;
    }
    ask(command, end) {
        return new Promise((resolve) => {
            const lines = [];
            this.worker.onmessage = ({ data }) => {
                lines.push(...String(data).split("\\n"));
                if (lines.some((line) => line.startsWith(end))) resolve(lines);
            };
            this.worker.postMessage(command);
        });
    }
    async search(fen, moves = [], { timeMs, depth }) {
        const from = fen ? "fen " + fen : "startpos";
        this.worker.postMessage("position " + from + (moves.length ? " moves " + moves.join(" ") : ""));
        const lines = await this.ask(depth ? "go depth " + depth : "go movetime " + timeMs, "bestmove");
        const bestMove = lines.find((line) => line.startsWith("bestmove")).split(" ")[1];
        const nodes = lines.map((line) => /^info .* nodes (\\d+)/.exec(line)).findLast(Boolean)?.[1];
        return { bestMove, nodes: Number(nodes) };
    }
    async clear() {
        this.worker.postMessage("ucinewgame");
        await this.ask("isready", "readyok");
    }
}

export async function firstMove(kind) {
    const engine = await kind.create();
    await engine.search(undefined, [], { depth: 8 });
    return performance.now();
}

export async function speed(kind, fens, timeMs) {
    const engine = await kind.create();
    let [nodes, ms] = [0, 0];
    for (const fen of fens) {
        await engine.clear();
        const begin = performance.now();
        nodes += (await engine.search(fen, [], { timeMs })).nodes;
        ms += performance.now() - begin;
    }
    return Math.round((nodes / ms) * 1000);
}

/** Points of the first engine, and the mean time of a move for each. */
export async function play(kinds, opening, timeMs, ourColor) {
    await init();
    const engines = await Promise.all(kinds.map((kind) => kind.create()));
    const game = new Game(opening.fen, opening.moves);
    const turn = () => (game.fen().includes(" w ") ? "white" : "black");
    const times = [[], []];
    const most = 400;
    while (game.state() === "ongoing" && game.moves().length < most) {
        const mover = turn() === ourColor ? 0 : 1;
        const begin = performance.now();
        game.play((await engines[mover].search(opening.fen, game.moves(), { timeMs })).bestMove);
        times[mover].push(performance.now() - begin);
    }
    const isWon = game.state() === "checkmate";
    // A draw where there is no mate: claimed, or after very many moves.
    const means = times.map((list) => Math.round(list.reduce((sum, ms) => sum + ms, 0) / list.length));
    return { points: !isWon ? 0.5 : turn() === ourColor ? 0 : 1, plies: game.moves().length, means };
}
`;

/** Runs a function of the module in a page that has just been opened, with nothing in its cache. */
async function inPage(browser, url, body, argument) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${url}/page`);
    try {
        return await page.evaluate(body, argument);
    } finally {
        await context.close();
    }
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

const KINDS = ["Ours", "Other"];
const names = { Ours: ours.name, Other: other.name };

/** One engine after the other, again and again, so that a busy moment meets both. */
async function compareStarts(browser, url) {
    const times = { Ours: [], Other: [] };
    for (let i = 0; i < STARTS * 2; i++) {
        const kind = KINDS[i % 2];
        times[kind].push(
            await inPage(browser, url, (kind) => import("/compare.js").then((m) => m.firstMove(m[kind])), kind),
        );
    }
    for (const kind of KINDS)
        console.log(`${names[kind]}: a first move, of depth 8, after ${median(times[kind]).toFixed(0)} ms`);
}

async function compareSpeed(browser, url) {
    for (const kind of KINDS) {
        const nps = await inPage(
            browser,
            url,
            ([kind, fens, ms]) => import("/compare.js").then((m) => m.speed(m[kind], fens, ms)),
            [kind, positions, NODES_MS],
        );
        console.log(`${names[kind]}: ${nps} nodes/s over ${positions.length} positions`);
    }
}

async function playGames(browser, url, games, timeMs) {
    const counts = { win: 0, draw: 0, loss: 0 };
    for (let i = 0; i < games; i++) {
        const opening = openings[Math.floor(i / 2) % openings.length];
        const { points, plies, means } = await inPage(
            browser,
            url,
            ([opening, ms, color]) => import("/compare.js").then((m) => m.play([m.Ours, m.Other], opening, ms, color)),
            [opening, timeMs, i % 2 === 0 ? "white" : "black"],
        );
        counts[points === 1 ? "win" : points === 0 ? "loss" : "draw"]++;
        const { win, draw, loss } = counts;
        console.log(`game ${i + 1}: ${points} in ${plies} plies, ${means.join(" and ")} ms a move`);
        console.log(`${ours.name}: +${win} =${draw} -${loss}`);
    }
}

for (const engine of [ours, other]) printSizes(engine);
const folder = mkdtempSync(join(tmpdir(), "compare-"));
for (const file of [...ours.files, ...other.files]) copyFileSync(file, join(folder, basename(file)));
const pages = { "/page": "<!doctype html>", "/compare.js": PAGE_MODULE.replace("OTHER", basename(script)) };
const server = await serve(folder, { pages });
const browser = await browsers.chromium();
console.log(`in Chromium ${browser.version()}`);
try {
    await compareStarts(browser, server.url);
    await compareSpeed(browser, server.url);
    await playGames(browser, server.url, Number(values.games), Number(values.ms));
} finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
}
