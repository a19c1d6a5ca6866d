// A storm of calls on the npm package in Node, for some seconds, after `npm run build`:
//
//     node --expose-gc web/test/storm.mjs 600 [SEED]
//
// Eight engines, each with its worker, and a thousand games. Every second engine is steady: it must give, every
// time, what an engine gave while nothing else ran. The others play moves in the games; their searches are stopped,
// aborted, and ended by the next ones, their options change, and they are closed amid searches. Half of the copies
// take the place of games that are left to the collector. Prints a line; exits with 1 at the first difference, or if
// memory grows in a storm of a minute or more. It does grow in the first seconds, while engines and games use theirs
// for the first time.

import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

import { Engine, Game, SeajayError, Status, init } from "../dist/node.js";
import { generator } from "./random.mjs";

const [GAMES, ENGINES, NODES] = [1000, 8, 2000];
const MEMORY_SECONDS = 60; // shorter storms do not judge memory: it grows at first
const POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
];

const seconds = Number(process.argv[2]);
const random = generator(Number(process.argv[3] ?? 1));
let end = Infinity;
const count = { searches: 0, compared: 0, closed: 0, games: 0 };

const isOver = () => performance.now() >= end;
const pick = (list) => list[random(list.length)];
const newEngine = () => Engine.create({ hashMb: 1 });

/** What must be the same every time. */
async function answer(engine, fen) {
    await engine.clearHistory();
    const { bestMove, ponderMove, score, depth, nodes } = await engine.analyse({ fen }, { nodes: NODES }).result;
    return JSON.stringify({ bestMove, ponderMove, score, depth, nodes });
}

/** Fails unless the error has this status. */
function expectStatus(error, status) {
    if (!(error instanceof SeajayError && error.status === status)) throw error;
}

function useGame(games) {
    const index = random(GAMES);
    const game = games[index];
    const moves = game.legalMoves();
    const choice = random(6);
    if (choice === 0) {
        const from = pick(games);
        const copy = new Game(from.startFen(), from.moves());
        assert.deepEqual([copy.fen(), copy.key(), copy.moves()], [from.fen(), from.key(), from.moves()]);
        if (random(2)) game.free();
        games[index] = copy;
        count.games++;
    } else if (choice === 1) {
        const plies = 1 + random(3);
        if (plies <= game.moves().length) game.undo(plies);
        else assert.throws(() => game.undo(plies), ({ status }) => status === Status.INVALID_ARGUMENT);
    } else if (moves.length === 0 || game.moves().length > 200) {
        game.free();
        games[index] = new Game(pick(POSITIONS));
        count.games++;
    } else {
        game.play(pick(moves));
    }
}

async function useSteady(answers) {
    let engine = await newEngine();
    while (!isOver()) {
        const question = random(POSITIONS.length);
        assert.equal(await answer(engine, POSITIONS[question]), answers[question]);
        count.searches++;
        count.compared++;
        if (random(64) === 0) {
            await engine.close();
            engine = await newEngine();
            count.closed++;
        }
    }
    await engine.close();
}

/** One search of a wild engine: its move must be legal where it was asked. */
async function searchWildly(engine, games) {
    const from = pick(games);
    const asked = new Game(from.startFen(), from.moves());
    const abort = new AbortController();
    const limits = [{ nodes: 1 + random(NODES) }, { depth: 1 + random(6) }, { timeMs: 1 + random(5) }, { infinite: true }];
    const limit = pick(limits);
    const search = engine.analyse(asked, { ...limit, multiPv: 1 + random(3), signal: abort.signal });
    if (limit.infinite || random(2)) {
        await sleep(random(5));
        if (random(3)) search.stop();
        else if (random(2)) abort.abort();
        else engine.analyse(asked, { nodes: 1 }).result.catch(() => undefined);
    }
    const { bestMove, stopReason, depth } = await search.result;
    const isUnsearched = /superseded|stopped/.test(stopReason) && depth === 0;
    assert.equal(bestMove === "", isUnsearched || asked.legalMoves().length === 0);
    assert.ok(stopReason !== "gameOver" || bestMove === "");
    if (bestMove) asked.play(bestMove);
    // Others may have freed the game, or moved on.
    if (bestMove && games.includes(from) && from.legalMoves().includes(bestMove)) from.play(bestMove);
    asked.free();
    count.searches++;
}

async function useWild(games) {
    let engine = await newEngine();
    while (!isOver()) {
        await searchWildly(engine, games);
        for (let i = 0; i < 50; i++) useGame(games);
        if (random(8) === 0) {
            const setting = pick([["Hash", 1], ["Hash", 2], ["UCI_LimitStrength", true], ["UCI_LimitStrength", false]]);
            await engine.setOption(...setting).catch((error) => expectStatus(error, Status.BUSY));
        }
        if (random(32) === 0) {
            const last = engine.analyse({}, { infinite: true });
            const closed = engine.close();
            const { bestMove, depth } = await last.result;
            assert.equal(bestMove.length, depth > 0 ? 4 : 0);
            await closed;
            engine = await newEngine();
            count.closed++;
        }
    }
    await engine.close();
}

/** The most memory until some moment, in MiB. */
async function watch(until) {
    let most = 0;
    do {
        await sleep(Math.min(250, seconds * 10));
        globalThis.gc?.();
        most = Math.max(most, Math.round(process.memoryUsage().rss / 2 ** 20));
    } while (performance.now() < until);
    return most;
}

await init();
const games = Array.from({ length: GAMES }, (_, i) => new Game(POSITIONS[i % POSITIONS.length]));
const quiet = await newEngine();
const answers = [];
for (const fen of POSITIONS) answers.push(await answer(quiet, fen));
await quiet.close();

const start = performance.now();
end = start + seconds * 1000;
const storms = Array.from({ length: ENGINES }, (_, i) => (i % 2 ? useSteady(answers) : useWild(games)));
const watched = (async () => [await watch((start + end) / 2), await watch(end)])();
await Promise.all(storms);
const [first, second] = await watched;
const isFlat = seconds < MEMORY_SECONDS || second <= first * 1.1 + 32;
const isWell = isFlat && count.compared > 0;
console.log(
    `node: ${count.searches} searches, ${count.compared} compared, ${count.closed} engines closed, ${count.games} ` +
        `games freed; at most ${first} MiB in the first half, ${second} MiB in the second: ${isWell ? "well" : "not well"}`,
);
process.exitCode = isWell ? 0 : 1;
