// Parts of the analysis board, with whatever happens at an awkward moment.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { Game, init, readPgn, writePgn } from "seajay";

import { randomRecord } from "./checks.mjs";
import { parts } from "./parts.mjs";
import { generator } from "./random.mjs";

before(() => init());

const load = (record, text) => record.load({ games: [text], index: 0 });

describe("the tree of moves", async () => {
    const { GameRecord, readTree, saved, writeTree } = await parts(["record", "tree"]);

    test("it keeps all of a PGN, and what nobody can step through", () => {
        const random = generator(11);
        for (let round = 0; round < 100; round++) {
            const record = randomRecord(random);
            if (round % 3 === 0 && record.game.moves().length > 0 && !/[+#]$/.test(record.game.playedMoveList()[0].san))
                (record.variations[1] ??= []).push("-- {a pass}");
            const text = writePgn(record);
            const [read] = readPgn(text);
            const { tags } = read;
            assert.equal(writeTree(readTree(read), record.game.startFen(), tags), text);
            const shown = new GameRecord(() => undefined);
            load(shown, text);
            assert.equal(shown.pgn, text);
            const [none] = shown.root.continuation;
            if (none) shown.visit(none);
            assert.equal(shown.pgn, text);
        }
    });

    test("moves, steps and moves taken back do what they do to a set of lines", () => {
        const random = generator(12);
        const of = (node) => node.path.map(({ move }) => move).join(" ");
        const linesOf = (root) => root.all.map(of).filter(Boolean).sort();
        for (let round = 0; round < 30; round++) {
            const record = new GameRecord(() => undefined);
            const lines = new Set();
            for (let step = 0; step < 60; step++) {
                const here = of(record.node);
                const nodes = record.root.all;
                const choice = random(6);
                if (choice === 0) record.goTo(random(record.plies.length + 1));
                else if (choice === 1) {
                    const node = nodes[random(nodes.length)];
                    record.visit(node);
                    assert.equal(record.node, node);
                } else if (choice === 2) {
                    const path = here.split(" ");
                    const plies = 1 + random(2);
                    record.takeBack(plies);
                    const left = path.slice(0, Math.max(0, path.length - plies));
                    const gone = path.slice(0, left.length + 1).join(" ");
                    if (here) for (const line of lines) if (`${line} `.startsWith(`${gone} `)) lines.delete(line);
                    assert.equal(of(record.node), here && left.join(" "));
                } else {
                    const moves = record.game.legalMoves();
                    // Few moves, so that they meet again.
                    const move = moves[random(Math.min(3, moves.length))];
                    record.play([move]);
                    lines.add(`${here} ${move}`.trim());
                }
                assert.deepEqual(linesOf(record.root), [...lines].sort());
                assert.deepEqual(record.game.moves(), record.plies.slice(0, record.place).map(({ move }) => move));
                assert.equal(new Game(undefined, record.game.moves()).fen(), record.game.fen());
            }
            const again = new GameRecord(() => undefined);
            again.load(JSON.parse(JSON.stringify(record.save())));
            assert.deepEqual([linesOf(again.root), of(again.node), again.pgn], [[...lines].sort(), of(record.node), record.pgn]);
            assert.deepEqual(again.plies.map(of), record.plies.map(of));
        }
    });

    test("a move in the past leaves the notes, the result and the tags", () => {
        const text = writePgn(readPgn('[White "A"]\n[Result "1-0"]\n\n{go} 1. e4 {x} e5 $1 (1... c5 {y}) 2. Nf3 1-0').next().value);
        const record = new GameRecord(() => undefined);
        load(record, text);
        record.goTo(1);
        record.play(["d7d5"]);
        assert.equal(record.pgn, text.replace("({y}", "").replace("(1... c5 {y})", "(1... c5 {y}) (1... d5)"));
        assert.deepEqual([record.result, record.tags.White], ["1-0", "A"]);
        record.takeBack();
        assert.equal(record.pgn, text);
        record.goTo(2);
        record.takeBack();
        assert.match(record.pgn, /1\. e4 \{x\} 1\.\.\. c5 \{y\} \*/, "the variation takes the place of the move");
    });

    test("where the game no longer ends as it was recorded, its result is open", () => {
        const ends = {
            "moves after the end": (record) => record.play(["g1f3"]),
            "moves taken back": (record) => record.takeBack(),
        };
        for (const [what, end] of Object.entries(ends)) {
            const loaded = new GameRecord(() => undefined);
            load(loaded, '[Result "1-0"]\n\n1. e4 e5 1-0');
            const played = new GameRecord(() => undefined);
            played.play(["e2e4", "e7e5"]);
            played.conclude({ result: "0-1", reason: "White resigns" });
            for (const record of [loaded, played]) {
                end(record);
                assert.deepEqual([record.result, record.outcome], ["*", undefined], what);
                assert.match(record.pgn, /\[Result "\*"\][^]* \*\n/, what);
            }
        }
    });

    test("a move that mates ends the game, and one in a variation does not", () => {
        const record = new GameRecord(() => undefined);
        record.play(["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert.deepEqual([record.outcome.result, record.result, record.isOver], ["0-1", "0-1", true]);
        assert.match(record.pgn, /\[Result "0-1"\]/);
        load(record, "1. e4 e5 2. Nf3 *");
        record.goTo(0);
        record.play(["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert.deepEqual([record.outcome, record.result, record.isOver, record.status], [undefined, "*", true, "Checkmate: Black wins"]);
    });

    test("nothing is lost where another game has it all", () => {
        const record = new GameRecord(() => undefined);
        const texts = ["1. e4 e5 *", "1. e4 e5 2. Nf3 *", "1. d4 (1. e4 e5) *", "1. e4 {x} e5 *", "1. e4 $1 e5 *", "1. e4 e5 (1... -- 2. d4) *", "1. d4 *"];
        const has = [[0], [0, 1], [0, 2, 6], [0, 3], [0, 4], [0, 5], [6]];
        for (const [index, text] of texts.entries()) {
            load(record, text);
            const contained = [...texts.keys()].filter((each) => record.contains({ games: [writePgn(readPgn(texts[each]).next().value)], index: 0 }));
            assert.deepEqual(contained, has[index], text);
        }
        record.load({ games: texts, index: 6 });
        assert.ok(texts.every((text) => record.contains({ games: [text], index: 0 })), "the other games of the file");
        assert.ok(!record.isEmpty && new GameRecord(() => undefined).isEmpty);
        assert.ok(saved(new Game(), { White: "A" }).games[0].includes('[White "A"]'));
    });

    test("a tag is lost unless it says nothing, or what the page says of its own games", () => {
        const record = new GameRecord(() => undefined);
        const contains = (tags) => record.contains({ games: [`${tags}\n\n1. e4 *`], index: 0 });
        for (const tag of ['Event "Open"', 'Date "2024.05.01"', 'White "A"', 'WhiteElo "2310"', 'Result "1-0"']) {
            load(record, "1. e4 *");
            assert.ok(!contains(`[${tag}]`), tag);
            load(record, `[${tag}]\n\n1. e4 *`);
            assert.ok(contains(`[${tag}]`) && contains(""), tag);
        }
        load(record, "1. e4 *");
        const today = saved(new Game()).games[0].split("\n\n")[0];
        for (const tags of [today, '[Date "????.??.??"]', '[Result "*"]', '[Round "-"]']) assert.ok(contains(tags), tags);
    });

    test("a game that is changed no longer has the fault of the file", () => {
        const games = ["1. e4 e5 *\n\n", "1. d4 d5 *\n\n"];
        const faults = { 0: "x", 1: "y" };
        for (const change of [(record) => record.play(["a7a6"]), (record) => record.takeBack()]) {
            const record = new GameRecord(() => undefined);
            record.load({ games, faults, index: 0 });
            record.goTo(0);
            record.play(["e2e4"]);
            assert.deepEqual(record.faults, faults, "it was there");
            change(record);
            assert.deepEqual([record.faults, record.save().faults], [{ 1: "y" }, { 1: "y" }]);
        }
    });
});

describe("what is wrong in a text", async () => {
    const { findFaults, misfitOfFen, misfitOfPgn, placeText, readGames, readOn } = await parts(["games", "text-field"]);
    const readFile = (text) => readOn(readGames(text));
    const fault = (text) => {
        try {
            readFile(text);
        } catch (error) {
            return error;
        }
    };

    test("a word that fits nowhere is found among those like it", () => {
        const random = generator(7);
        for (let round = 0; round < 60; round++) {
            const game = new Game();
            const words = [];
            for (let ply = 0; ply < 2 + random(20) && game.legalMoves().length > 0; ply++) {
                const moves = game.legalMoves();
                const move = moves[random(moves.length)];
                if (ply % 2 === 0) words.push(`${ply / 2 + 1}.`);
                words.push(game.toSan(move)[0]);
                if (random(3) === 0) words.push("{ Ka1 Qh8 xyz }");
                game.play(move);
            }
            const [word] = ["xyz", "Ka1", "e9", "Qh8"].filter((word) => fault(`${words.join(" ")} ${word}`));
            const before = words.join(random(2) ? " " : "\n");
            const text = `[White "Ka1 xyz é"]\n\n${before} ${word} Nf3 ${word}`;
            const begin = text.length - ` Nf3 ${word}`.length - word.length;
            assert.deepEqual(misfitOfPgn(text, fault(text)), [begin, begin + word.length], text);
            const line = text.slice(0, begin).split("\n");
            assert.equal(placeText(text, [begin, 0]), `Line ${line.length}, column ${line.at(-1).length + 1}: `);
        }
    });

    test("of one game it is an error, of one among several a fault", () => {
        assert.match(fault(" \n").message, /no game/);
        assert.match(fault("1. e4 (1. Ke2) e5 *").message, /Ke2/);
        const text = "1. e4 Ke4 *\n\n1. d4 d5 *";
        const [{ games }, faults] = [readFile(text), readOn(findFaults(text))];
        assert.deepEqual(games.map((text) => readPgn(text).next().value.game.moves()), [["e2e4"], ["d2d4", "d7d5"]]);
        assert.deepEqual(Object.keys(faults), ["0"]);
        assert.match(faults[0], /^line 1: .*Ke4/);
    });

    test("the field of a FEN is found, and in the first the rank", () => {
        const fields = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".split(" ");
        const complaint = (fen) => {
            try {
                new Game(fen);
            } catch ({ message }) {
                return message;
            }
        };
        for (const field of fields.keys()) {
            const fen = ` ${fields.with(field, "zz9").join("  ")}`;
            const begin = fen.indexOf("zz9");
            if (field > 0) assert.deepEqual(misfitOfFen(fen, complaint(fen)), [begin, begin + 3], fen);
        }
        const ranks = fields[0].split("/");
        for (const rank of ranks.keys()) {
            for (const wrong of ["7", "9", "kx6"]) {
                const board = ranks.with(rank, wrong).join("/");
                const begin = ranks.slice(0, rank).join("/").length + (rank > 0 ? 1 : 0);
                const fen = fields.with(0, board).join(" ");
                assert.deepEqual(misfitOfFen(fen, complaint(fen)), [begin, begin + wrong.length], fen);
            }
        }
    });
});

test("the graph joins what is scored, and leaves gaps", async () => {
    const { Graph, GameRecord } = await parts(["graph", "record"]);
    const element = (attributes = {}) => ({
        attributes,
        children: [],
        addEventListener() {},
        toggleAttribute() {},
        setAttribute: (name, value) => (attributes[name] = value),
        append() {},
        replaceChildren(...children) {
            this.children = children;
        },
    });
    const graph = element();
    globalThis.document = { getElementById: () => graph, createElementNS: () => element() };
    const record = new GameRecord(() => undefined);
    const random = generator(3);
    for (let round = 0; round < 50; round++) {
        load(record, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7");
        const scored = Array.from({ length: 21 }, () => random(3) > 0);
        const score = { kind: "cp", value: 0, bound: "exact" };
        for (const [place, is] of scored.entries()) {
            record.goTo(place);
            if (is) record.judge({ score, points: 0.5, depth: 1 });
        }
        new Graph(record).show();
        const curves = graph.children.filter(({ attributes }) => attributes.class === "curve");
        const points = curves.map(({ attributes }) => attributes.points.split(" ").map((point) => parseFloat(point) / 30));
        const runs = scored.map((is) => (is ? "x" : " ")).join("").split(/ +/).filter(Boolean);
        assert.deepEqual(points.map(({ length }) => length), runs.map(({ length }) => Math.max(2, length)));
        for (const xs of points)
            for (const x of xs) assert.ok(scored[Math.round(x)], `${x} of ${scored}`);
    }
    delete globalThis.document;
});

describe("the address", async () => {
    const { readAddress } = await parts(["address"]);
    const FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const { GameRecord } = await parts(["record"]);
    const opened = (hash) => {
        const record = new GameRecord(() => undefined);
        record.load(readAddress(hash).game);
        return record;
    };
    const moves = (hash) => opened(hash).plies.map(({ move }) => move);

    test("a FEN and moves, however they are escaped", () => {
        for (const space of ["_", " ", "%20", "+"]) {
            const { game, place } = opened(`#fen=${FEN}&moves=e2e4 e8e7`.replaceAll(" ", space));
            assert.deepEqual([game.startFen(), game.moves(), place], [FEN, ["e2e4", "e8e7"], 2]);
        }
        assert.equal(opened(`#fen=${encodeURIComponent(FEN)}`).game.fen(), FEN);
        assert.deepEqual(moves("#pgn=1.%20e4%20e5%202.%20Qh5%20Ke7%203.%20Qxe5#"), moves("#moves=e2e4_e7e5_d1h5_e8e7_h5e5"));
    });

    test("a place is a whole number within the game", () => {
        const places = { 1: 1, 0: 0, "-3": 0, 7: 2, "1.7": 1, x: 0, Infinity: 2, "": 0 };
        for (const [ply, place] of Object.entries(places))
            assert.equal(opened(`#moves=e2e4_e7e5&ply=${ply}`).place, place, ply);
    });

    test("nothing is asked for, or nonsense", () => {
        for (const hash of ["", "#", "#fen=", "#ply=3", "#%E0%A4%A", "#move"]) assert.equal(readAddress(hash), undefined);
        for (const hash of ["#fen=8/8", "#moves=e2e5", "#moves=%zz", "#pgn=1.+Ke5", `#fen=${FEN}&moves=e7e5`])
            assert.throws(() => readAddress(hash), Error, hash);
    });
});

/** A package whose engines do what the test says. */
const SCRIPTED = `
    export const Status = { PANIC: -50 };
    export class SeajayError extends Error {
        constructor(status, message) { super(message); this.status = status; }
    }
    export const made = [];
    export const script = { creations: [] };
    export class Engine {
        static async create(options) {
            const failure = script.creations.shift();
            if (failure) throw failure;
            const engine = new Engine();
            Object.assign(engine, { options, settings: {}, searches: [], isClosed: false });
            made.push(engine);
            return engine;
        }
        async setOption(name, value) { this.settings[name] = value; }
        async clearHistory() {}
        async close() {
            this.isClosed = true;
            for (const search of this.searches) search.fail(new SeajayError(-3, "the engine is closed"));
        }
        analyse(position, limits) {
            let [finish, fail] = [];
            const result = new Promise((resolve, reject) => ([finish, fail] = [resolve, reject]));
            result.catch(() => undefined);
            const search = {
                position, limits, result, finish, fail, isStopped: false,
                stop() { this.isStopped = true; },
                async *[Symbol.asyncIterator]() { yield { depth: 1 }; await result; yield { depth: 2 }; },
            };
            this.searches.push(search);
            if (this.isClosed) fail(new SeajayError(-3, "the engine is closed"));
            return search;
        }
    }`;

describe("engines that come back", async () => {
    const scripted = await parts(["host"], SCRIPTED);
    const { Host, SeajayError, made, script } = scripted;
    const crash = () => new SeajayError(-50, "the engine crashed: boom");

    /** A host without engines yet, and what it says. */
    function host() {
        made.length = 0;
        script.creations.length = 0;
        const said = [];
        const onFailure = (message, triesAgain) => said.push([message, triesAgain]);
        return { host: new Host({ module: "the module", hashMb: 8, onFailure }), said };
    }

    /** Waits for the newest search of an engine to begin. */
    async function begun(index, count = 1) {
        for (let turn = 0; turn < 100; turn++) {
            const search = made[index]?.searches[count - 1];
            if (search) return search;
            await new Promise(setImmediate);
        }
        throw new Error(`engine ${index} does not search`);
    }

    test("after a crash a new engine with the same settings searches again", async () => {
        const { host: one, said } = host();
        await one.configure({ UCI_Elo: 800 });
        const result = one.search({ fen: "x" }, { depth: 3 });
        (await begun(0)).fail(crash());
        const again = await begun(1);
        assert.deepEqual([again.position, again.limits], [{ fen: "x" }, { depth: 3 }]);
        assert.deepEqual(made[1].settings, { UCI_Elo: 800 });
        again.finish({ bestMove: "e2e4" });
        assert.deepEqual(await result, { bestMove: "e2e4" });
        assert.deepEqual(said, [["the engine crashed: boom", true]]);
        assert.deepEqual(made.map(({ isClosed }) => isClosed), [true, false]);
    });

    test("after three crashes it gives up, and the next search has a new engine", async () => {
        const { host: one, said } = host();
        const result = one.search({}, { depth: 3 });
        for (const index of [0, 1, 2]) (await begun(index)).fail(crash());
        assert.equal(await result, undefined);
        assert.deepEqual(said.map(([, triesAgain]) => triesAgain), [true, true, false]);
        const next = one.search({}, { depth: 4 });
        (await begun(3)).finish({ bestMove: "d2d4" });
        assert.deepEqual(await next, { bestMove: "d2d4" });
    });

    test("an engine that cannot be made is tried again", async () => {
        const { host: one, said } = host();
        script.creations.push(new SeajayError(-30, "out of memory"));
        const result = one.search({}, { depth: 3 });
        (await begun(0)).finish({ bestMove: "e2e4" });
        assert.deepEqual(await result, { bestMove: "e2e4" });
        assert.deepEqual(said, [["out of memory", true]]);
    });

    test("a refused search is reported once, and the engine stays", async () => {
        const { host: one, said } = host();
        const result = one.search({}, {});
        (await begun(0)).fail(new SeajayError(-3, "no limit is given"));
        assert.equal(await result, undefined);
        assert.deepEqual(said, [["no limit is given", false]]);
        const next = one.search({}, { depth: 4 });
        (await begun(0, 2)).finish({ bestMove: "d2d4" });
        assert.deepEqual(await next, { bestMove: "d2d4" });
        assert.equal(made.length, 1);
    });

    test("a search that fails late does not end the engine of the next one", async () => {
        const { host: one, said } = host();
        const old = one.search({ fen: "old" }, { depth: 3 });
        const late = await begun(0);
        const middle = one.search({ fen: "middle" }, { depth: 3 });
        (await begun(0, 2)).fail(crash());
        const replacement = await begun(1);
        late.fail(crash());
        assert.equal(await old, undefined);
        replacement.finish({ bestMove: "e2e4" });
        assert.deepEqual(await middle, { bestMove: "e2e4" });
        assert.equal(said.length, 1);
        const next = one.search({ fen: "next" }, { depth: 3 });
        (await begun(1, 2)).finish({ bestMove: "d2d4" });
        assert.deepEqual(await next, { bestMove: "d2d4" });
        assert.deepEqual(made.map(({ isClosed }) => isClosed), [true, false]);
    });

    test("a cancelled search is stopped, and reports nothing", async () => {
        const { host: one, said } = host();
        const lines = [];
        const result = one.search({}, { depth: 3 }, (line) => lines.push(line));
        const search = await begun(0);
        one.cancel();
        assert.ok(search.isStopped);
        search.finish({ bestMove: "e2e4" });
        assert.equal(await result, undefined);
        assert.deepEqual([lines, said], [[{ depth: 1 }], []]);
    });
});

/** A listener of an analysis that does nothing. */
const ANALYSIS = { onLines() {}, onEffort() {}, onResult() {}, onBegin() {}, onRest() {}, onFirst: async () => undefined };

test("the analysis shows what it found in the last 500 positions at once", async () => {
    const { Analysis } = await parts(["analysis"]);
    const line = { multipv: 1, depth: 9, score: { bound: "exact" }, pv: ["e2e4"] };
    let isFinding = true;
    const host = {
        cancel() {},
        async search(position, limits, onLine) {
            if (isFinding) onLine(line);
        },
    };
    const shown = [];
    const analysis = new Analysis(host, { ...ANALYSIS, onLines: (lines) => shown.push(lines) });
    for (let index = 0; index <= 500; index++) analysis.start({ fen: `position ${index}` }, 1);
    isFinding = false;
    for (const [index, isKnown] of [[0, false], [1, true], [500, true]]) {
        shown.length = 0;
        analysis.start({ fen: `position ${index}` }, 1);
        assert.deepEqual(shown, isKnown ? [[line]] : [], `position ${index}`);
    }
});

test("the analysis counts on from stage to stage and from visit to visit, and says why it rests", async () => {
    const { Analysis } = await parts(["analysis"]);
    const line = (nodes) => ({ multipv: 1, depth: 9, nodes, timeMs: nodes, nps: 5, score: { bound: "exact" }, pv: ["e2e4"] });
    let stops;
    const host = {
        cancel() {},
        async search(position, limits, onLine) {
            for (const nodes of [1, 40, 100]) onLine(line(nodes));
            const stopReason = stops.shift();
            return stopReason && { lines: [line(100)], stopReason };
        },
    };
    const amounts = {};
    let [at, rest] = ["a", ""];
    const analysis = new Analysis(host, {
        ...ANALYSIS,
        onBegin: () => (rest = ""),
        onRest: (why) => (rest = why),
        onEffort: ({ nodes }) => (amounts[at] ??= []).push(nodes),
    });
    const cases = [
        ["a", ["time", "time", "time", "time"], 400, /to save power/],
        ["b", ["time", "mate"], 200, /mate is proven/],
        ["a", ["depth"], 500, /cannot look deeper/],
        ["b", [undefined], 300, /has stopped/],
    ];
    for (const [position, reasons, total, why] of cases) {
        [at, stops] = [position, reasons];
        analysis.start({ fen: position }, 1);
        await new Promise(setImmediate);
        assert.match(rest, why);
        assert.equal(amounts[at].at(-1), total);
    }
    for (const all of Object.values(amounts)) assert.deepEqual(all, all.toSorted((a, b) => a - b));
    analysis.stop();
    assert.equal(rest, "");
});

describe("a match", async () => {
    const { Match, GameRecord } = await parts(["match", "record"]);
    const soon = () => new Promise((resolve) => setTimeout(resolve, 450));

    /** An opponent that answers when the test says so. */
    class Opponent {
        searches = [];
        async configure() {}
        async clearHistory() {}
        cancel() {}
        search(position) {
            return new Promise((resolve) => {
                const answer = (bestMove, score) => resolve(bestMove && { bestMove, score });
                this.searches.push({ moves: position.moves, answer });
            });
        }
    }

    const LISTENER = { onTick() {}, onTurn() {} };

    async function begin({ human = "white", time } = {}) {
        const record = new GameRecord(() => undefined);
        const opponent = new Opponent();
        const match = new Match(opponent, record, { options: { human, level: 800, time }, paidPlies: 0 }, LISTENER);
        await match.begin();
        return { match, record, opponent, moves: () => record.plies.map(({ move }) => move) };
    }

    /** Lets time pass without any timer running. */
    function wait(ms) {
        for (const end = performance.now() + ms; performance.now() < end; );
    }

    test("a move after the time is up is not played", async ({ mock }) => {
        mock.timers.enable({ apis: ["setInterval"] });
        const { match, record, moves } = await begin({ time: { base: 20, increment: 1000 } });
        wait(25);
        match.play("e2e4");
        assert.deepEqual(moves(), []);
        assert.deepEqual(record.outcome, { result: "0-1", reason: "White is out of time" });
        assert.equal(match.clock.running, undefined);
    });

    test("an answer after the time is up is not played either", async ({ mock }) => {
        mock.timers.enable({ apis: ["setInterval"] });
        const { match, record, opponent, moves } = await begin({ time: { base: 450, increment: 0 } });
        match.play("e2e4");
        opponent.searches[0].answer("e7e5");
        wait(460);
        await soon();
        assert.deepEqual(moves(), ["e2e4"]);
        assert.deepEqual(record.outcome, { result: "1-0", reason: "Black is out of time" });
        assert.equal(match.clock.left("black"), 0);
    });

    test("nobody moves before the engine is ready, and no clock runs", async () => {
        const opponent = new Opponent();
        let ready;
        opponent.clearHistory = () => new Promise((resolve) => (ready = resolve));
        const time = { base: 60_000, increment: 0 };
        const saved = { options: { human: "white", time }, paidPlies: 0 };
        const match = new Match(opponent, new GameRecord(() => undefined), saved, LISTENER);
        const begun = match.begin();
        await new Promise(setImmediate);
        assert.deepEqual([match.isHumansTurn, match.clock.running], [false, undefined]);
        ready();
        await begun;
        assert.deepEqual([match.isHumansTurn, match.clock.running], [true, "white"]);
        match.leave();
        assert.equal(match.clock.running, undefined);
    });

    test("an answer to a move that was taken back is not played", async () => {
        const { match, opponent, moves } = await begin();
        assert.equal(match.mayTakeBack, false);
        match.play("e2e4");
        const [late] = opponent.searches;
        match.takeBack();
        late.answer("e7e5");
        match.play("d2d4");
        await soon();
        assert.deepEqual(moves(), ["d2d4"]);
        opponent.searches[1].answer("d7d5");
        await soon();
        assert.deepEqual([moves(), match.isHumansTurn], [["d2d4", "d7d5"], true]);
        match.takeBack();
        assert.deepEqual(moves(), []);
    });

    test("a move instead of one taken back brings no second increment", async () => {
        const { match } = await begin({ time: { base: 60_000, increment: 5000 } });
        const { clock } = match;
        for (const move of ["e2e4", "d2d4", "c2c4"]) {
            match.play(move);
            match.takeBack();
        }
        assert.ok(clock.left("white") > 60_000 && clock.left("white") <= 65_000, clock.left("white"));
        match.leave();
    });

    test("the engine's first move cannot be taken back", async () => {
        const { match, opponent, moves } = await begin({ human: "black" });
        assert.equal(match.mayTakeBack, false);
        opponent.searches[0].answer("e2e4");
        await soon();
        assert.equal(match.mayTakeBack, false);
        match.takeBack();
        assert.deepEqual(moves(), ["e2e4"]);
    });

    test("a draw is agreed after ten moves if the engine is not better, and offered on each move once", async () => {
        const files = [..."abcdefgh", ..."ab"];
        for (const [value, isAgreed] of [[-1, true], [0, true], [1, false]]) {
            const { match, record, opponent } = await begin();
            for (const [index, file] of files.entries()) {
                assert.ok(match.mayOfferDraw);
                match.offerDraw();
                assert.deepEqual([match.isOver, match.hasDeclined, match.mayOfferDraw], [false, true, false]);
                const [from, to] = index < 8 ? [2, 3] : [3, 4];
                match.play(`${file}${from}${file}${to}`);
                opponent.searches.at(-1).answer(`${file}${9 - from}${file}${9 - to}`, { kind: "cp", value });
                await soon();
            }
            match.offerDraw();
            const outcome = isAgreed ? { result: "1/2-1/2", reason: "A draw by agreement" } : undefined;
            assert.deepEqual(record.outcome, outcome);
        }
    });

    test("a draw that was declined in one position can be offered in another one", async () => {
        const { match, opponent } = await begin();
        const play = async (move) => {
            match.play(move);
            opponent.searches.at(-1).answer("a7a6", { kind: "cp", value: 3 });
            await soon();
        };
        await play("e2e4");
        match.offerDraw();
        match.takeBack();
        await play("d2d4");
        assert.deepEqual([match.hasDeclined, match.mayOfferDraw], [false, true]);
        match.takeBack();
        await play("e2e4");
        assert.deepEqual([match.hasDeclined, match.mayOfferDraw], [true, false], "the same again");
    });

    test("a match goes on from what was kept of it", async () => {
        const { match, record, opponent } = await begin({ time: { base: 60_000, increment: 5000 } });
        match.play("e2e4");
        opponent.searches[0].answer("e7e5", { kind: "cp", value: 3 });
        await soon();
        const saved = JSON.parse(JSON.stringify(match.save()));
        match.leave();
        const [white, black] = [match.clock.left("white"), match.clock.left("black")];
        const next = new Match(new Opponent(), record, saved, LISTENER);
        await next.begin();
        assert.ok(Math.abs(next.clock.left("white") - white) < 500 && Math.abs(next.clock.left("black") - black) < 1);
        assert.deepEqual([next.clock.running, next.isHumansTurn, next.options.level], ["white", true, 800]);
        next.takeBack();
        next.play("d2d4");
        assert.ok(next.clock.left("white") <= white + 1, "the increment was paid before");
        next.leave();
    });

    test("an answer after the person has resigned is not played", async () => {
        const { match, record, opponent, moves } = await begin({ human: "black" });
        match.resign();
        opponent.searches[0].answer("e2e4");
        await soon();
        assert.deepEqual([moves(), record.outcome.result], [[], "1-0"]);
        assert.deepEqual([match.isHumansTurn, match.mayTakeBack, match.isThinking], [false, false, false]);
    });

    test("an engine that fails does not lose on time, and can be asked again", async () => {
        const { match, opponent, moves } = await begin({ time: { base: 60_000, increment: 0 } });
        match.play("e2e4");
        opponent.searches[0].answer(undefined);
        await soon();
        assert.deepEqual([match.clock.running, match.isHumansTurn], [undefined, false]);
        match.retry();
        assert.equal(match.clock.running, "black");
        opponent.searches[1].answer("e7e5");
        await soon();
        assert.deepEqual([moves(), match.clock.running], [["e2e4", "e7e5"], "white"]);
        match.leave();
    });

    test("a fivefold repetition ends the match by itself", async () => {
        const { match, record, opponent } = await begin();
        const there = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (let turn = 0; turn < 16; turn += 2) {
            assert.equal(match.mayClaimDraw, turn >= 8, `after ${turn} moves`);
            match.play(there[turn % 4]);
            opponent.searches.at(-1).answer(there[(turn + 1) % 4]);
            await soon();
        }
        assert.deepEqual(record.outcome.result, "1/2-1/2");
        assert.match(record.outcome.reason, /five times/);
        assert.equal(match.isHumansTurn, false);
    });
});

test("the review looks at what nobody has judged, and at no more", async () => {
    const { GameRecord, Review } = await parts(["record", "review"]);
    const asked = [];
    const host = {
        cancel() {},
        async review({ moves }, limits, onMove) {
            const judged = [];
            asked.push([moves.length, judged]);
            const score = { kind: "cp", value: 10, bound: "exact" };
            for (let index = moves.length - 1; index >= 0; index--) {
                judged.push(index);
                const turn = index % 2 ? "black" : "white";
                const points = { expectedBefore: 600, expectedAfter: 550, loss: 50, mark: 6 };
                await null;
                if (!onMove({ index, turn, before: score, after: score, ...points, bestMove: "" })) break;
            }
            return true;
        },
    };
    const record = new GameRecord(() => undefined);
    const review = new Review(host, record);
    const run = async () => {
        asked.length = 0;
        void review.run();
        for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
        return asked;
    };
    assert.deepEqual(await run(), [], "there is nothing yet");
    load(record, "e4 e5 Nf3 (Nc3 Nc6)");
    assert.deepEqual(await run(), [[3, [2, 1, 0]]]);
    assert.deepEqual([0, 1, 2, 3].map((place) => record.verdict(place).points), [0.6, 0.4, 0.6, 0.55]);
    assert.deepEqual(await run(), [], "all of it is judged");
    record.play(["b8c6"]);
    assert.deepEqual(await run(), [[4, [3]]], "a move more");
    record.visit(record.root.all.find(({ san, color }) => san === "Nc6" && color === "black" && record.plies.every((each) => each.san !== "Nc3")));
    record.visit(record.root.all.find(({ san }) => san === "Nc3"));
    assert.deepEqual(await run(), [[4, [3, 2]]], "a variation");
    record.takeBack();
    record.play(["d2d4"]);
    assert.deepEqual(await run(), [[3, [2]]], "another move");
});
