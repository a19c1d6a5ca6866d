// What must be true wherever the package runs. Node calls these checks one by one, and so do pages in browsers.

import { Engine, Game, SeajayError, Status, init } from "seajay";
import { withTrap } from "./trap.mjs";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/** Everything is blocked: few positions, and lines to the last ply. */
const FORTRESS = "k2b4/p1p1p1p1/P1P1P1Pp/8/8/p1p1p1p1/P1P1P1PP/1B1B1K2 w - - 0 1";
/** Very many captures: quiescence goes deep at once. */
const QUEENS = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";
const LAST_PLY = 127;
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function equal(actual, expected, what = "") {
    const [a, e] = [actual, expected].map((value) => JSON.stringify(value));
    if (a !== e) throw new Error(`${what} is ${a} instead of ${e}`);
}

function ok(condition, what) {
    if (!condition) throw new Error(what);
}

async function fails(status, action, words = "") {
    try {
        await action();
    } catch (error) {
        ok(error instanceof SeajayError && error instanceof Error, `not a SeajayError: ${error}`);
        equal(error.status, status, `the status of "${error.message}"`);
        ok(error.message.includes(words), `"${error.message}" does not say "${words}"`);
        return;
    }
    throw new Error(`no error ${status}`);
}

function freedGame() {
    const game = new Game();
    game.free();
    return game;
}

async function withEngine(body, options) {
    const engine = await Engine.create(options);
    try {
        return await body(engine);
    } finally {
        await engine.close();
    }
}

function perft(game, depth) {
    const moves = game.legalMoves();
    if (depth === 1) return moves.length;
    return moves.reduce((sum, move) => {
        game.play(move);
        const nodes = perft(game, depth - 1);
        game.undo();
        return sum + nodes;
    }, 0);
}

/** The nodes of the benchmark, which sign the search. */
export async function benchNodes(positions, depth) {
    return withEngine(async (engine) => {
        await engine.clearHistory();
        let [nodes, ms] = [0, 0];
        for (const fen of positions) {
            const result = await engine.analyse({ fen }, { depth }).result;
            nodes += result.nodes;
            ms += result.timeMs;
        }
        return { nodes, nps: Math.round((nodes / ms) * 1000) };
    });
}

/** Milliseconds from many stops to their results, and from the next analyse to its first line, sorted. */
export async function stopLatencies(count) {
    return withEngine(async (engine) => {
        const [stops, starts] = [[], []];
        for (let i = 0; i < count; i++) {
            let now = performance.now();
            const search = engine.analyse({ fen: KIWIPETE }, { infinite: true });
            for await (const _ of search) {
                starts.push(performance.now() - now);
                await sleep(30 + (i % 10));
                now = performance.now();
                break;
            }
            await search.result;
            stops.push(performance.now() - now);
        }
        const sorted = (times) => times.sort((a, b) => a - b);
        return { stops: sorted(stops), starts: sorted(starts) };
    });
}

/** The deepest ply of a search, which ends when the last is reached. */
async function deepestPly(fen, nodes) {
    return withEngine(async (engine) => {
        // With a small table fewer results end a line early.
        await engine.setOption("Hash", 1);
        const search = engine.analyse({ fen }, { depth: LAST_PLY, nodes });
        let deepest = 0;
        for await (const { seldepth } of search) {
            deepest = seldepth;
            if (seldepth >= LAST_PLY) break;
        }
        const { lines } = await search.result;
        return Math.max(deepest, lines[0].seldepth);
    });
}

export const checks = {
    async "a game counts its legal moves like everyone"() {
        await init();
        equal(perft(new Game(), 3), 8902);
        equal(perft(new Game(KIWIPETE), 2), 2039);
        equal(perft(new Game("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 3), 2812);
    },

    async "a game knows rules and notation"() {
        await init();
        const game = new Game(undefined, ["e2e4"]);
        equal(game.play("e7e5").playSan("Nf3 Nc6").moves(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
        equal(game.fen(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        equal(game.startFen(), START);
        equal(game.legalMoves("f1").sort(), ["f1a6", "f1b5", "f1c4", "f1d3", "f1e2"]);
        equal(game.toSan(["f1b5", "a7a6"]), ["Bb5", "a6"]);
        equal(game.fromSan("3. Bb5 a6!"), ["f1b5", "a7a6"]);
        equal(game.undo().moves().length, 3);
        game.undo(3);
        equal(game.fen(), START);
        equal(String(game.key()), String(0x463b96181691fc9cn), "Polyglot's key of the start");
        const { e1, d8, e4 } = game.pieces();
        equal([e1, d8, e4, Object.keys(game.pieces()).length], ["K", "q", undefined, 32]);
        equal([game.state(), game.inCheck(), game.canWin("black")], ["ongoing", false, true]);
        game.playSan("f3 e5 g4 Qh4");
        equal([game.state(), game.inCheck(), game.legalMoves()], ["checkmate", true, []]);
        equal(new Game("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1").state(), "stalemate");
        equal(new Game("8/8/8/8/8/5k2/8/5K2 w - - 0 1").state(), "material");
        equal(new Game("8/8/8/8/8/5k2/5p2/4K3 w - - 0 1").canWin("white"), false);
        game.free();
        game.free();
        await fails(Status.INVALID_ARGUMENT, () => game.fen(), "freed");
    },

    async "a game's errors say what is wrong and change nothing"() {
        await init();
        await fails(Status.INVALID_FEN, () => new Game("nonsense"));
        await fails(Status.ILLEGAL_POSITION, () => new Game("8/8/8/8/8/8/8/8 w - - 0 1"));
        const game = new Game();
        await fails(Status.ILLEGAL_MOVE, () => game.play("e2e5"), "pawn");
        await fails(Status.ILLEGAL_MOVE, () => game.play(["e2e4", "e2e4"]));
        await fails(Status.ILLEGAL_MOVE, () => game.playSan("Ke2"));
        await fails(Status.INVALID_PGN, () => game.playSan("e4 {"));
        await fails(Status.INVALID_ARGUMENT, () => game.undo());
        await fails(Status.INVALID_ARGUMENT, () => game.legalMoves("e9"));
        await fails(Status.INVALID_ARGUMENT, () => game.canWin("w"), '"white" or "black", not "w"');
        await fails(Status.INVALID_ARGUMENT, () => game.play("e2\0e4"), "NUL");
        equal(game.fen(), START);
    },

    async "long games and texts fit"() {
        await init();
        const game = new Game();
        const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (let i = 0; i < 500; i++) game.play(shuffle);
        equal(game.moves().length, 2000);
        equal(game.state(), "fivefold");
        await withEngine(async (engine) => {
            equal((await engine.analyse(game, { depth: 3 }).result).depth, 3);
        });
    },

    async "mates are found and proven"() {
        await withEngine(async (engine) => {
            const two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
            const result = await engine.analyse({ fen: two }, { mate: 2 }).result;
            equal(result.score, { kind: "mate", value: 2, bound: "exact" });
            equal([result.stopReason, result.lines[0].pv.length], ["mate", 3]);
            const none = await engine.analyse({ fen: two }, { mate: 1 }).result;
            equal(none.stopReason, "depth");
            const over = await engine.analyse({ moves: ["f2f3", "e7e5", "g2g4", "d8h4"] }, { depth: 3 }).result;
            equal([over.bestMove, over.stopReason, over.score.kind], ["", "gameOver", "mate"]);
        });
    },

    async "lines come, and the result agrees with them"() {
        await withEngine(async (engine) => {
            const search = engine.analyse({}, { depth: 9, multiPv: 3 });
            const seen = new Map();
            for await (const line of search) {
                ok(line.pv.length > 0 && line.wdl.length === 3 && line.nps > 0, "a whole line");
                seen.set(line.multipv, line);
            }
            const { lines, bestMove, depth, stopReason, stats, nodes } = await search.result;
            equal([...seen.keys()].sort(), [1, 2, 3]);
            equal(lines.map(({ multipv }) => multipv), [1, 2, 3]);
            equal(lines.map(({ pv }) => pv), [1, 2, 3].map((rank) => seen.get(rank).pv));
            equal([lines[0].pv[0], depth, stopReason, stats.nodes], [bestMove, 9, "depth", nodes]);
            const one = await engine.analyse({}, { depth: 3 }).result;
            equal(one.lines.length, 1, "the number of lines without multiPv");
            const chosen = await engine.analyse({}, { depth: 4, searchMoves: ["a2a3", "h2h3"] }).result;
            ok(["a2a3", "h2h3"].includes(chosen.bestMove), chosen.bestMove);
            const fool = { moves: "f2f3 e7e5 g2g4" };
            equal((await engine.analyse(fool, { depth: 2, searchMoves: "d8h4 d8e7" }).result).bestMove, "d8h4");
            const late = [];
            for await (const line of search) late.push(line.multipv);
            equal(late.sort(), [1, 2, 3], "the newest lines after the end");
        });
    },

    async "limits of time and clocks end searches"() {
        await withEngine(async (engine) => {
            const timed = await engine.analyse({}, { timeMs: 100 }).result;
            ok(timed.stopReason === "time" && timed.timeMs < 200, JSON.stringify(timed.timeMs));
            const clock = { white: 1000, black: 1000, whiteIncrement: 10, movesToGo: 20 };
            const move = await engine.analyse({}, { clock }).result;
            ok(move.stopReason === "time" && move.timeMs < 500, JSON.stringify(move.timeMs));
            const fallen = await engine.analyse({}, { clock: { white: 0, black: 1000 } }).result;
            ok(fallen.bestMove !== "" && fallen.timeMs < 100, "a move at once");
        });
    },

    async "stop gives the best move so far"() {
        await withEngine(async (engine) => {
            const search = engine.analyse({ fen: KIWIPETE }, { infinite: true });
            await sleep(300);
            const now = performance.now();
            search.stop();
            search.stop();
            const result = await search.result;
            ok(performance.now() - now < 200, "it takes too long");
            equal(result.stopReason, "stopped");
            ok(result.depth > 4 && result.lines.length === 1, JSON.stringify(result));
            // An exhausted endless search waits, and hears a stop too.
            const mated = engine.analyse({ fen: "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1" }, { infinite: true });
            await sleep(300);
            mated.stop();
            equal((await mated.result).score.kind, "mate");
            equal((await engine.analyse({}, { depth: 5 }).result).stopReason, "depth", "the next");
        });
    },

    async "a stop soon after the start gives a legal move, or an error"() {
        await withEngine(async (engine) => {
            const legal = new Game().legalMoves();
            for (const wait of [0, 1, 2, 5, 10, 20, 40]) {
                const search = engine.analyse({}, { infinite: true });
                await sleep(wait);
                search.stop();
                const { bestMove } = await search.result;
                ok(legal.includes(bestMove), `"${bestMove}" after ${wait} ms`);
            }
            const impossible = engine.analyse({ fen: "nonsense" }, { infinite: true });
            await sleep(0);
            impossible.stop();
            await fails(Status.INVALID_FEN, () => impossible.result);
        });
    },

    async "leaving the loop stops the search"() {
        await withEngine(async (engine) => {
            const search = engine.analyse({}, { infinite: true });
            for await (const line of search) if (line.depth >= 4) break;
            equal((await search.result).stopReason, "stopped");
        });
    },

    async "an aborted signal stops the search, even before it begins"() {
        await withEngine(async (engine) => {
            const controller = new AbortController();
            const search = engine.analyse({}, { infinite: true, signal: controller.signal });
            setTimeout(() => controller.abort(), 50);
            ok((await search.result).bestMove, "a move");
            const { signal } = controller;
            const result = await engine.analyse({}, { infinite: true, signal }).result;
            ok(new Game().legalMoves().includes(result.bestMove), result.bestMove);
        });
    },

    async "a new search ends the one before"() {
        await withEngine(async (engine) => {
            const searches = [0, 1, 2, 3].map(() => engine.analyse({}, { infinite: true }));
            await sleep(100);
            const last = engine.analyse({}, { depth: 6 });
            const results = await Promise.all([...searches, last].map(({ result }) => result));
            const reasons = results.map(({ stopReason }) => stopReason);
            equal(reasons, [...searches.map(() => "superseded"), "depth"]);
            // Only what has been searched is a best move.
            for (const { bestMove, depth, lines } of results)
                equal([bestMove, depth], [lines[0]?.pv[0] ?? "", lines[0]?.depth ?? 0]);
            equal(results.slice(0, 3).map(({ bestMove }) => bestMove), ["", "", ""], "those that never began");
            ok(results[3].depth > 0 && results[4].depth === 6, "the others have searched");
            const stopped = engine.analyse({}, { infinite: true });
            stopped.stop();
            await engine.analyse({}, { depth: 1 }).result;
            equal((await stopped.result).stopReason, "stopped", "the first reason counts");
        });
    },

    async "a position may be a game, an object or a FEN as text"() {
        await withEngine(async (engine) => {
            const nodes = [];
            for (const position of [KIWIPETE, { fen: KIWIPETE }, new Game(KIWIPETE)]) {
                await engine.clearHistory();
                nodes.push((await engine.analyse(position, { depth: 6 }).result).nodes);
            }
            equal(nodes, [nodes[0], nodes[0], nodes[0]]);
        });
    },

    async "lines have the SAN of the position that was searched, wherever the game is meanwhile"() {
        await withEngine(async (engine) => {
            const game = new Game(KIWIPETE);
            const before = game.clone();
            const search = engine.analyse(game, { depth: 8, multiPv: 2 });
            game.play("e1g1");
            let count = 0;
            for await (const { pv, san } of search) {
                equal(san, before.toSan(pv));
                count++;
            }
            ok(count >= 2, `${count} lines`);
            for (const { pv, san } of (await search.result).lines) equal(san, before.toSan(pv));
        });
    },

    async "a copy of a game goes on by itself"() {
        await init();
        const frc = "nrbnkbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBNKBRQ w GBgb - 0 1";
        for (const fen of [START, KIWIPETE, frc]) {
            const game = new Game(fen);
            for (let ply = 0; ply < 6; ply++) {
                const copy = game.clone();
                equal([copy.startFen(), copy.moves(), copy.fen()], [game.startFen(), game.moves(), game.fen()]);
                equal(copy.legalMoves(), game.legalMoves());
                const [first, last] = [copy.legalMoves()[0], game.legalMoves().at(-1)];
                copy.play(first);
                game.play(last);
                equal([copy.moves().at(-1), game.moves().at(-1)], [first, last]);
                copy.free();
            }
            game.free();
            await fails(Status.INVALID_ARGUMENT, () => game.clone(), "freed");
        }
    },

    async "what is misspelt is refused by the name that was meant, and ends no search"() {
        const clock = { white: 1000, black: 1000 };
        await withEngine(async (engine) => {
            const endless = engine.analyse({}, { infinite: true });
            const search = (limits) => engine.analyse({}, { depth: 1, ...limits }).result;
            const objects = [
                ["depth nodes timeMs mate infinite clock multiPv searchMoves signal", search],
                ["white black whiteIncrement blackIncrement movesToGo", (given) => search({ clock: { ...clock, ...given } })],
                ["fen moves", (position) => engine.analyse(position, { depth: 1 }).result],
                ["hashMb wasm worker network", (options) => Engine.create(options)],
            ];
            for (const [names, use] of objects) {
                const known = names.split(" ");
                for (const name of known) {
                    const without = [...name].map((_, at) => name.slice(0, at) + name.slice(at + 1));
                    const twice = [...name].map((letter, at) => name.slice(0, at) + letter + name.slice(at));
                    for (const wrong of [name.toUpperCase(), `${name}_`, ...without, ...twice])
                        await fails(Status.INVALID_ARGUMENT, () => use({ [wrong]: 1 }), `no "${wrong}": "${name}" is meant`);
                }
                await fails(Status.INVALID_ARGUMENT, () => use({ quark: 1 }), `no "quark": there are ${known.join(", ")}`);
            }
            for (const [name, meant] of [["movetime", "timeMs"], ["wtime", "clock"], ["multipv", "multiPv"]])
                await fails(Status.INVALID_ARGUMENT, () => search({ [name]: 1 }), `"${meant}" is meant`);
            endless.stop();
            equal((await endless.result).stopReason, "stopped");
        });
    },

    async "what is of another type is refused by its name, and undefined is nothing"() {
        const ELSEWHERE = [null, "1", 1.5, -1, NaN, Infinity, true, {}, [], () => 1];
        const isOf = {
            number: (value) => Number.isInteger(value) && value >= 0,
            time: (value) => Number.isFinite(value) && value >= 0,
            boolean: (value) => typeof value === "boolean",
            text: (value) => typeof value === "string",
            moves: (value) => typeof value === "string" || Array.isArray(value),
            nothing: () => false,
        };
        await withEngine(async (engine) => {
            const clock = { white: 1000, black: 1000 };
            const search = (limits) => engine.analyse({}, limits).result;
            const objects = [
                [{ depth: "number", nodes: "number", mate: "number", timeMs: "time", infinite: "boolean", multiPv: "number",
                   searchMoves: "moves", signal: "nothing", clock: "nothing" }, (given) => search({ depth: 1, ...given })],
                [{ whiteIncrement: "time", blackIncrement: "time", movesToGo: "number" },
                 (given) => search({ clock: { ...clock, ...given } })],
                [{ fen: "text", moves: "moves" }, (given) => engine.analyse(given, { depth: 1 }).result],
                [{ hashMb: "number", network: "nothing" }, (given) => Engine.create(given)],
            ];
            for (const [types, use] of objects) {
                for (const [name, type] of Object.entries(types)) {
                    for (const value of ELSEWHERE)
                        if (!isOf[type](value)) await fails(Status.INVALID_ARGUMENT, () => use({ [name]: value }), name);
                }
                const { depth, ...others } = types;
                const nothing = Object.fromEntries(Object.keys(others).map((name) => [name, undefined]));
                await (await use(nothing)).close?.();
            }
            for (const limits of [undefined, {}, { multiPv: 2 }, { depth: 0, infinite: false }])
                await fails(Status.INVALID_ARGUMENT, () => search(limits), "needs a limit: depth, nodes, timeMs");
            for (const wrong of [5, "depth", [1]]) await fails(Status.INVALID_ARGUMENT, () => search(wrong), "object");
            await fails(Status.INVALID_ARGUMENT, () => search({ clock: { white: 1 } }), "clock.black");
            for (const position of [5, null, undefined, ["e2e4"], new Map(), () => START])
                await fails(Status.INVALID_ARGUMENT, () => engine.analyse(position, { depth: 1 }).result, "a FEN as text");
            for (const value of [null, undefined, {}, []])
                await fails(Status.INVALID_ARGUMENT, () => engine.setOption("Hash", value), "Hash");
            await fails(Status.INVALID_ARGUMENT, () => engine.setOption(5, 5), "the name of an option");
        });
        const game = new Game();
        for (const value of [5, null, {}, [5], () => "e2e4"]) {
            await fails(Status.INVALID_ARGUMENT, () => new Game(value), "FEN");
            for (const method of ["play", "playSan", "toSan", "fromSan"])
                await fails(Status.INVALID_ARGUMENT, () => game[method](value), "moves");
            await fails(Status.INVALID_ARGUMENT, () => game.legalMoves(value), "square");
        }
        for (const value of [null, "1", -1, 0.5, NaN]) await fails(Status.INVALID_ARGUMENT, () => game.undo(value), "plies");
        equal(game.fen(), START);
        await fails(Status.IO, () => Engine.create({ wasm: 5 }), "wasm");
    },

    async "two engines search at once"() {
        await withEngine((one) =>
            withEngine(async (other) => {
                const endless = one.analyse({}, { infinite: true });
                const done = await other.analyse({ fen: KIWIPETE }, { depth: 8 }).result;
                equal(done.stopReason, "depth");
                endless.stop();
                equal((await endless.result).stopReason, "stopped");
            }),
        );
    },

    async "errors reject, and the engine goes on"() {
        await withEngine(async (engine) => {
            const analyse = (position, limits) => engine.analyse(position, limits).result;
            await fails(Status.INVALID_FEN, () => analyse({ fen: "nonsense" }, { depth: 3 }));
            await fails(Status.ILLEGAL_MOVE, () => analyse({ moves: ["e2e5"] }, { depth: 3 }));
            await fails(Status.ILLEGAL_MOVE, () => analyse({}, { depth: 3, searchMoves: ["a1a8"] }));
            await fails(Status.INVALID_VALUE, () => analyse({}, { depth: 3, multiPv: 1000 }));
            await fails(Status.INVALID_ARGUMENT, () => analyse(freedGame(), { depth: 3 }), "freed");
            await fails(Status.UNKNOWN_OPTION, () => engine.setOption("Nonsense", 1), "Nonsense");
            await fails(Status.INVALID_VALUE, () => engine.setOption("Hash", "large"));
            await fails(Status.OUT_OF_MEMORY, () => engine.setOption("Hash", 1 << 20));
            await fails(Status.INVALID_FEN, async () => {
                for await (const _ of engine.analyse({ fen: "nonsense" }, { depth: 3 }));
            });
            // Nobody waits for this one.
            engine.analyse({ fen: "nonsense" }, { depth: 3 });
            await sleep(50);
            const endless = engine.analyse({}, { infinite: true });
            await fails(Status.BUSY, () => engine.setOption("MultiPV", 2));
            await fails(Status.BUSY, () => engine.clearHistory());
            endless.stop();
            await engine.setOption("multipv", 2);
            equal((await analyse({}, { depth: 4 })).lines.length, 2);
            await engine.close();
            await fails(Status.INVALID_ARGUMENT, () => analyse({}, { depth: 4 }), "closed");
            await fails(Status.INVALID_ARGUMENT, () => engine.setOption("Hash", 1), "closed");
        });
        await fails(Status.IO, () => Engine.create({ wasm: new Uint8Array(8) }), "cannot be loaded");
        await fails(Status.INVALID_ARGUMENT, () => Engine.create({ wasm: EMPTY_MODULE }), "version");
        await fails(Status.INVALID_VALUE, () => Engine.create({ hashMb: 0 }));
        await fails(Status.INVALID_ARGUMENT, () => Engine.create({ network: new Uint8Array(100) }));
    },

    async "closing ends a search with its best move"() {
        const engine = await Engine.create({ hashMb: 4 });
        const search = engine.analyse({}, { infinite: true });
        await sleep(50);
        await engine.close();
        ok((await search.result).bestMove, "a move");
        await engine[Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]();
        const game = new Game();
        game[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
        await fails(Status.INVALID_ARGUMENT, () => game.fen(), "freed");
    },

    async "a crash rejects, and the next engine works"() {
        const bytes = await files.wasmBytes();
        const engine = await Engine.create({ wasm: withTrap(bytes, "seajay_clear_history") });
        await fails(Status.PANIC, () => engine.clearHistory(), "crashed");
        await fails(Status.PANIC, () => engine.analyse({}, { depth: 3 }).result, "crashed");
        await engine.close();
        const searching = await Engine.create({ wasm: withTrap(bytes, "seajay_search") });
        await fails(Status.PANIC, () => searching.analyse({}, { depth: 3 }).result, "crashed");
        await searching.close();
        await withEngine(async (engine) => {
            equal((await engine.analyse({}, { depth: 3 }).result).depth, 3);
        });
    },

    async "a worker may be an address, a worker, or a function that makes one"() {
        const { worker, startWorker } = files;
        for (const given of [worker, new URL(worker, globalThis.location?.href), startWorker(), startWorker]) {
            await withEngine(
                async (engine) => equal((await engine.analyse({}, { depth: 3 }).result).depth, 3),
                { worker: given },
            );
        }
        const fruitless = () => {
            throw new Error("no worker today");
        };
        for (const [given, words] of [[`${worker}.missing`, ""], ["http://", "URL"], [fruitless, "today"], [{}, ""]])
            await fails(Status.IO, () => Engine.create({ worker: given }), words);
    },

    async "endless captures fit the stack"() {
        await withEngine(async (engine) => {
            const { nodes, stats } = await engine.analyse(QUEENS, { nodes: 300_000 }).result;
            equal([nodes, stats.qnodes > nodes / 2], [300_000, true]);
        });
    },

    async "the last ply fits the stack"() {
        equal(await deepestPly(FORTRESS, 15_000_000), LAST_PLY);
    },
};

let files;

/** Gives the bytes of the WebAssembly file, the address of the worker, and a function that starts it. */
export function setFiles(given) {
    files = given;
}

/** Creates and closes engines that have searched. */
export async function createAndClose(count) {
    for (let i = 0; i < count; i++) {
        await withEngine((engine) => engine.analyse({}, { nodes: 2000 }).result);
    }
}

/** Milliseconds from the creation of an engine to its first best move. */
export async function firstMove() {
    const now = performance.now();
    return withEngine(async (engine) => {
        await engine.analyse({}, { depth: 1 }).result;
        return performance.now() - now;
    });
}
