// What must be true wherever the package runs. Node calls these checks one by one, and so do pages in browsers.

import { Engine, Game, Mark, PgnError, SeajayError, Status, accuracy, init, listPgn, readPgn, writePgn } from "seajay";
import { generator } from "./random.mjs";
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

/** The entries of an object without their order. */
const sorted = (object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));

async function withEngine(body, options) {
    const engine = await Engine.create(options);
    try {
        return await body(engine);
    } finally {
        await engine.close();
    }
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
        return { stops: stops.sort((a, b) => a - b), starts: starts.sort((a, b) => a - b) };
    });
}

const BLACK_BEGINS = "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 3";
const CHESS960 = "nrbnkbrq/pppppppp/8/8/8/8/PPPPPPPP/NRBNKBRQ w GBgb - 0 1";
const STARTS = [START, KIWIPETE, BLACK_BEGINS, CHESS960, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"];

/** A game of random moves. */
export function randomGame(random, plies) {
    const game = new Game(STARTS[random(STARTS.length)]);
    for (let moves = game.legalMoves(); plies > 0 && moves.length > 0; plies--, moves = game.legalMoves())
        game.play(moves[random(moves.length)]);
    return game;
}

const WORDS = ["a", "é", "ход", "手", "♞", "[%clk 0:01:02]", "(1. e4)", "{", "}", "; no", "%", "*", "1-0", '"', "\\", "0x", "  b"];

/** Text as people might write it. */
function randomText(random) {
    const text = Array.from({ length: 1 + random(30) }, () => WORDS[random(WORDS.length)]).join(" ");
    return random(2) ? text.trim() : `${text.trim()} ${"x".repeat(random(90))}`.trim();
}

/** Movetext from a position, with comments, marks and variations in it. */
function randomMovetext(random, game, level) {
    const comment = () => (random(4) === 0 ? [`{${randomText(random).replaceAll("}", "").trim() || "x"}}`] : []);
    const words = comment();
    for (let plies = 1 + random(4); plies > 0 && game.legalMoves().length > 0; plies--) {
        const moves = game.legalMoves();
        const [san] = game.toSan(moves[random(moves.length)]);
        const before = game.clone();
        words.push(san);
        game.playSan(san);
        if (random(3) === 0) words.push(`$${random(256)}`);
        words.push(...comment());
        if (level > 0 && random(4) === 0) words.push(`(${randomMovetext(random, before, level - 1)})`);
    }
    return words.join(" ");
}

/** A game with all that a PGN can say of it. */
export function randomRecord(random) {
    const game = randomGame(random, random(60));
    const plies = game.moves().length;
    const [tags, comments, nags, variations] = [{}, {}, {}, {}];
    for (const name of ["Event", "White", "Black", "WhiteElo", "Annotator_2", "__proto__"])
        if (random(2)) Object.defineProperty(tags, name, { value: randomText(random), enumerable: true });
    tags.Result = ["1-0", "0-1", "1/2-1/2"][random(3)];
    for (let ply = 0; ply <= plies; ply++) {
        if (random(4) === 0) comments[ply] = randomText(random);
        if (random(4) === 0) nags[ply] = [...new Set([random(256), random(256)])];
        if (ply > 0 && random(8) === 0)
            variations[ply] = Array.from({ length: 1 + random(2) }, () =>
                randomMovetext(random, new Game(game.startFen(), game.moves().slice(0, ply - 1)), 2),
            );
    }
    return { game, tags, comments, nags, variations };
}

/** What a record says, without its order. */
function said({ game, tags, comments, nags, variations }) {
    return [game.startFen(), game.moves(), sorted(tags), comments, nags, variations];
}

/** All moves that a review judges. */
async function reviewed(engine, game, options) {
    const moves = [];
    for await (const move of engine.review(game, options)) moves.push(move);
    return moves;
}

/** Whether a search has a best move, which must have been searched. */
function isSearched({ bestMove, depth, lines }) {
    equal([bestMove, depth], [lines[0]?.pv[0] ?? "", lines[0]?.depth ?? 0]);
    return bestMove !== "";
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

/** The options of each function that has any, with their types, and a call with some of them. */
function optionsOf(engine) {
    const clock = { white: 1000, black: 1000 };
    const search = (limits) => engine.analyse({}, { depth: 1, ...limits }).result;
    return [
        [{ depth: "number", nodes: "number", timeMs: "time", mate: "number", infinite: "boolean", clock: "nothing",
           multiPv: "number", searchMoves: "moves", signal: "nothing" }, search],
        [{ white: "other", black: "other", whiteIncrement: "time", blackIncrement: "time", movesToGo: "number" },
         (given) => search({ clock: { ...clock, ...given } })],
        [{ fen: "text", moves: "moves" }, (position) => engine.analyse(position, { depth: 1 }).result],
        [{ hashMb: "number", wasm: "other", worker: "other", network: "nothing" }, (options) => Engine.create(options)],
        [{ depth: "number", nodes: "number", timeMs: "time", signal: "nothing" },
         (limits) => reviewed(engine, new Game(), { depth: 1, ...limits })],
    ];
}

export const checks = {
    async "a game knows rules and notation"() {
        await init();
        const game = new Game(undefined, ["e2e4"]);
        equal(game.play("e7e5").playSan("Nf3 Nc6").moves(), ["e2e4", "e7e5", "g1f3", "b8c6"]);
        equal(game.fen(), "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
        equal(game.startFen(), START);
        equal(game.legalMoves("f1").sort(), ["f1a6", "f1b5", "f1c4", "f1d3", "f1e2"]);
        equal(game.toSan(["f1b5", "a7a6"]), ["Bb5", "a6"]);
        equal(game.fromSan("3. Bb5 a6!"), ["f1b5", "a7a6"]);
        const { fen, moves } = JSON.parse(JSON.stringify(game));
        equal(new Game(fen, moves).fen(), game.fen());
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

    async "moves are described"() {
        await init();
        const examples = [
            [KIWIPETE, { from: "e5", to: "f7", role: "knight", captured: "pawn", uci: "e5f7", san: "Nxf7" }],
            [KIWIPETE, { from: "e1", to: "c1", role: "king", castling: { from: "a1", to: "d1" }, uci: "e1c1", san: "O-O-O" }],
            ["8/8/1k6/8/2pP4/8/5K2/8 b - d3 0 1",
                { from: "c4", to: "d3", role: "pawn", captured: "pawn", enPassant: true, uci: "c4d3", san: "cxd3" }],
            ["1n5k/P7/8/8/8/8/8/K7 w - - 0 1",
                { from: "a7", to: "b8", role: "pawn", captured: "knight", promotion: "queen", check: true, uci: "a7b8q", san: "axb8=Q+" }],
            ["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
                { from: "a1", to: "a8", role: "rook", check: true, mate: true, uci: "a1a8", san: "Ra8#" }],
            ["8/k7/8/8/8/8/8/1R2K1R1 w GB - 0 1",
                { from: "e1", to: "g1", role: "king", castling: { from: "g1", to: "f1" }, uci: "e1g1", san: "O-O" }],
        ];
        for (const [fen, expected] of examples) {
            const game = new Game(fen);
            const list = game.legalMoveList(expected.from);
            equal(list.map(({ uci }) => uci), game.legalMoves(expected.from));
            equal(sorted(list.find(({ uci }) => uci === expected.uci)), sorted(expected));
            equal(sorted(...game.play(expected.uci).playedMoveList()), sorted(expected));
        }
        const long = new Game();
        equal(long.playedMoveList(), []);
        for (let i = 0; i < 200; i++) long.play(["g1f3", "g8f6", "f3g1", "f6g8"]);
        equal(long.playedMoveList().map(({ uci }) => uci), long.moves());
    },

    async "what is written as PGN and read again is the same"() {
        await init();
        const random = generator(2);
        const records = Array.from({ length: 150 }, () => randomRecord(random));
        const texts = records.map((record) => writePgn(record));
        const read = [...readPgn(texts.join(""))];
        equal(read.length, records.length);
        for (const [index, record] of read.entries()) {
            equal(record.error, undefined, `the error "${record.error?.message}" of ${texts[index]}`);
            const { tags, variations, ...rest } = records[index];
            // Movetext has one spelling, and the roster of tags is never left out.
            for (const name of ["Event", "Site", "Round", "White", "Black"]) tags[name] ??= "?";
            tags.Date ??= "????.??.??";
            const names = Object.keys(record.tags).filter((name) => !["FEN", "SetUp", "Variant"].includes(name));
            const kept = Object.fromEntries(names.map((name) => [name, record.tags[name]]));
            equal(said({ ...record, tags: kept, variations: {} }), said({ ...rest, tags, variations: {} }), texts[index]);
            equal(Object.keys(record.variations), Object.keys(variations));
            for (const [ply, list] of Object.entries(record.variations)) {
                equal(list.length, variations[ply].length);
                for (const [at, text] of list.entries()) {
                    const game = () => record.game.clone().undo(record.game.moves().length - ply + 1);
                    equal(game().playSan(text).moves(), game().playSan(variations[ply][at]).moves());
                }
            }
            equal(writePgn(record), texts[index]);
        }
    },

    async "a PGN is read as people have it: marks, CRLF, several games, any bytes"() {
        await init();
        const text = '\uFEFF[Event "a \\"b\\" \\\\"]\r\n[White "é"]\r\n\r\n{go} 1. e4! {one} ; two\r\ne5 (1... c5 $14 (1... e6)) 2. Nf3 1-0\r\n' +
            "\r\n1. d4 *  1. c4 c5 1/2-1/2";
        const [first, second, third, ...others] = readPgn(text);
        equal(said(first), [START, ["e2e4", "e7e5", "g1f3"], [["Event", 'a "b" \\'], ["Result", "1-0"], ["White", "é"]],
            { 0: "go", 1: "one two" }, { 1: [1] }, { 2: ["1... c5 $14 (1... e6)"] }]);
        equal([second.game.moves(), second.tags, third.game.moves(), third.tags], [["d2d4"], {}, ["c2c4", "c7c5"], { Result: "1/2-1/2" }]);
        equal([others, [...readPgn("")], [...readPgn(" \n")]], [[], [], []]);
        for (const [tag, marker, result] of [["1-0", "0-1", "1-0"], ["*", "0-1", "0-1"], ["", "*", ""], ["?", "½–½", "1/2-1/2"]])
            equal(readPgn(`[Result "${tag}"]\n\n1. e4 ${marker}`).next().value.tags.Result, result);
        const bytes = Uint8Array.from('[White "Caf\xe9"]\n\n1. e4 {\xfc} *', (letter) => letter.charCodeAt(0));
        const [latin] = readPgn(bytes);
        equal([latin.tags.White, latin.comments], ["Café", { 1: "ü" }]);
    },

    async "a fault in a PGN has a place in the text, and the next game is read"() {
        await init();
        const random = generator(3);
        const wrong = [["Ke5", Status.ILLEGAL_MOVE], ["xyz", Status.ILLEGAL_MOVE], ["--", Status.ILLEGAL_MOVE]];
        const [games, texts] = [[], []];
        let offset = 0;
        for (let round = 0; round < 80; round++) {
            const game = new Game();
            const words = [`[White "手 ${randomText(random).replace(/["\\]/g, "")}"]\n\n`];
            for (let ply = random(20); ply > 0; ply--) {
                // The kings stay where they are.
                const moves = game.legalMoveList().filter(({ role }) => role !== "king");
                if (moves.length === 0) break;
                const { uci: move } = moves[random(moves.length)];
                words.push(`${game.toSan(move)[0]}${random(3) ? "" : "\r\n"} {♞ é}`);
                game.play(move);
            }
            const before = words.join(" ");
            const [word, status] = wrong[random(3)];
            const text = `${before} ${word} e4 Nf3 (d4) {x} *\n\n`;
            games.push({ moves: game.moves(), word, status, offset: offset + before.length + 1 });
            texts.push(text);
            offset += text.length;
        }
        const all = texts.join("");
        const read = [...readPgn(all)];
        equal(read.length, games.length);
        for (const [index, { game, error }] of read.entries()) {
            const { moves, word, status, offset } = games[index];
            ok(error instanceof PgnError && error instanceof SeajayError, "an error of its own");
            equal([game.moves(), error.status, error.offset, error.ply], [moves, status, offset, moves.length]);
            equal(error.line, all.slice(0, offset).split("\n").length);
            ok(all.slice(error.offset).startsWith(word) && error.message.includes(word), error.message);
        }
        const [inside] = readPgn("1. e4 e5 (1... c5 2. Qh7 Nc6) 2. Nf3 *");
        equal([inside.game.moves().length, inside.variations, inside.error.status], [3, { 2: ["1... c5"] }, Status.ILLEGAL_MOVE]);
    },

    async "a list has the tags, the result and the place of each game"() {
        await init();
        const text = '[White "é手"]\n[Result "1-0"]\n\n1. e4 {♞} (1. d4) e5 0-1\n\n[White "b"]\n\n1. d4 Ke7 *\n1. e4 e5\n1. c4';
        const list = [...listPgn(text)];
        equal(list.map(({ tags, result }) => [tags, result]), [[{ White: "é手", Result: "1-0" }, "0-1"], [{ White: "b" }, "*"], [{}, "*"], [{}, "*"]]);
        const read = [...readPgn(text)];
        equal(read.map(({ result, tags }) => [result, tags.Result]), [["0-1", "1-0"], ["*", undefined], ["*", undefined], ["*", undefined]]);
        for (const [index, { offset }] of list.entries())
            equal(readPgn(text.slice(offset)).next().value.game.moves(), read[index].game.moves());
        const bytes = new TextEncoder().encode(text);
        for (const [index, { offset }] of [...listPgn(bytes)].entries())
            equal(readPgn(bytes.subarray(offset)).next().value.game.moves(), read[index].game.moves());
        equal(writePgn(read[0]).includes("1-0\n"), true, "the tag is written");
        equal([...listPgn("")], []);
        for (const value of [undefined, null, 5]) await fails(Status.INVALID_ARGUMENT, () => listPgn(value), "PGN");
    },

    async "a game begins with a FEN as people have it"() {
        await init();
        const address = "https://lichess.org/analysis/4k3/8/8/8/8/8/8/4K2R_w_KQkq";
        const game = new Game(address, ["e1g1"], { lenient: true });
        equal([game.startFen(), game.moves()], ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", ["e1g1"]]);
        equal(new Game(undefined, undefined, { lenient: true }).fen(), new Game().fen());
        await fails(Status.INVALID_FEN, () => new Game(address), "FEN");
        await fails(Status.INVALID_FEN, () => new Game("8/8", [], { lenient: true }), "ranks");
        await fails(Status.ILLEGAL_MOVE, () => new Game(address, ["e1e3"], { lenient: true }), "e1e3");
        await fails(Status.INVALID_ARGUMENT, () => new Game(address, [], { lenient: 1 }), "lenient");
        await fails(Status.INVALID_ARGUMENT, () => new Game(address, [], { linient: true }), "lenient");
    },

    async "a record that cannot be written says why"() {
        await init();
        const game = new Game().playSan("e4 e5");
        await fails(Status.ILLEGAL_MOVE, () => writePgn({ game, variations: { 2: ["c5 Qh7"] } }), "Qh7");
        await fails(Status.INVALID_ARGUMENT, () => writePgn({ game, variations: { 3: ["Nf3"] } }), "ply 3");
        await fails(Status.INVALID_ARGUMENT, () => writePgn({ game, tags: { "no name": "x" } }), "no name");
        await fails(Status.INVALID_ARGUMENT, () => writePgn({ game, comment: {} }), '"comments" is meant');
        const mistakes = [
            ["comments", { 1: 5 }], ["comments", { x: "5" }], ["comments", "text"], ["nags", { 1: 5 }], ["nags", { 1: [256] }],
            ["nags", { 1: ["!"] }], ["variations", { 1: "d4" }], ["tags", { White: 5 }], ["tags", null], ["game", { game: {} }],
        ];
        for (const [name, value] of mistakes) {
            const record = name === "game" ? value : { game, [name]: value };
            await fails(Status.INVALID_ARGUMENT, () => writePgn(record), name);
        }
        for (const value of [undefined, null, "1. e4", game]) await fails(Status.INVALID_ARGUMENT, () => writePgn(value));
        for (const value of [undefined, null, 5, {}]) await fails(Status.INVALID_ARGUMENT, () => readPgn(value), "PGN");
        await fails(Status.INVALID_ARGUMENT, () => writePgn({ game: freedGame() }), "freed");
    },

    async "a review judges every move, the last move first"() {
        await withEngine(async (engine) => {
            const game = new Game(BLACK_BEGINS).playSan("Ng8 Bc4 a6 Qh5 Nf6 Qxf7");
            const judged = await reviewed(engine, game, { nodes: 3000 });
            equal(judged.map(({ index }) => index), [5, 4, 3, 2, 1, 0]);
            for (const { index, turn, mark, loss, expectedBefore, expectedAfter, bestMove, line } of judged) {
                const isBest = bestMove === game.moves()[index];
                equal([turn, line[0]], [index % 2 ? "white" : "black", bestMove]);
                equal(loss, isBest ? 0 : Math.max(0, expectedBefore - expectedAfter));
                const { BLUNDER, MISTAKE, INACCURACY, NONE } = Mark;
                equal(mark, loss >= 150 ? BLUNDER : loss >= 100 ? MISTAKE : loss >= 50 ? INACCURACY : NONE);
            }
            const [mate, blunder] = judged;
            const inOne = (value) => ({ kind: "mate", value, bound: "exact" });
            equal([mate.before, mate.after, mate.bestMove, mate.expectedAfter], [inOne(1), inOne(1), "h5f7", 1000]);
            equal([blunder.after, blunder.expectedAfter, blunder.mark], [inOne(-1), 0, Mark.BLUNDER]);
            equal(await reviewed(engine, new Game(), { nodes: 3000 }), []);
        });
    },

    async "accuracy takes moves in any order, with gaps, whoever begins"() {
        await init();
        const move = (index, turn, loss = 0) => ({ index, turn, expectedBefore: 500, expectedAfter: 500 - loss, loss });
        // Black's first move is missing: White's second is not taken for it.
        const moves = [move(4, "white"), move(6, "white", 300), move(7, "black")];
        const { white, black } = accuracy(moves);
        ok(white < 99 && Math.abs(black - 100) < 1e-9, `${white} and ${black}`);
        equal([accuracy([...moves].reverse()), accuracy(new Set(moves))], [{ white, black }, { white, black }]);
        const others = moves.map(({ turn, ...rest }) => ({ ...rest, turn: turn === "white" ? "black" : "white" }));
        const swapped = accuracy(others);
        ok(Math.abs(swapped.black - white) < 1e-9 && Math.abs(swapped.white - black) < 1e-9, JSON.stringify(swapped));
        equal(accuracy([]), { white: 100, black: 100 });
        const [first] = moves;
        for (const wrong of [5, null, [5], [null], [{}], [{ ...first, turn: "w" }], [{ ...first, loss: 1001 }], [{ ...first, index: -1 }]])
            await fails(Status.INVALID_ARGUMENT, () => accuracy(wrong));
    },

    async "leaving a review, aborting it or a new search ends it, and what was judged stays"() {
        await withEngine(async (engine) => {
            const game = new Game().playSan("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7");
            const now = performance.now();
            const left = [];
            for await (const move of engine.review(game, { timeMs: 100 })) if (left.push(move.index) === 2) break;
            equal(left, [9, 8]);
            equal((await engine.analyse({}, { depth: 4 }).result).stopReason, "depth", "the next");
            ok(performance.now() - now < 2000, "it takes too long");

            const controller = new AbortController();
            const aborted = [];
            for await (const move of engine.review(game, { timeMs: 100, signal: controller.signal })) {
                aborted.push(move.index);
                if (aborted.length === 3) controller.abort();
            }
            ok(aborted.length <= 4, `${aborted}`);
            equal(await reviewed(engine, game, { depth: 1, signal: controller.signal }), [], "it was aborted before");

            const superseded = reviewed(engine, game, { timeMs: 100 });
            await sleep(350);
            const search = engine.analyse({}, { infinite: true });
            ok((await superseded).length < 10, "the search ends the review");
            equal((await reviewed(engine, game, { depth: 2 })).length, 10, "and a review the search");
            equal((await search.result).stopReason, "superseded");
            await fails(Status.BUSY, async () => {
                for await (const _ of engine.review(game, { timeMs: 50 })) await engine.clearHistory();
            });
            await engine.clearHistory();

            const closed = reviewed(engine, game, { timeMs: 100 });
            await sleep(250);
            await engine.close();
            ok((await closed).length < 10, "closing ends it");
            await fails(Status.INVALID_ARGUMENT, () => reviewed(engine, game, { depth: 1 }), "closed");
        });
    },

    async "a review that cannot be made says why in its loop"() {
        await withEngine(async (engine) => {
            const review = (limits, game = new Game()) => reviewed(engine, game, limits);
            for (const limits of [undefined, {}, { depth: 0 }])
                await fails(Status.INVALID_ARGUMENT, () => review(limits), "needs a limit: depth, nodes or timeMs");
            for (const name of ["infinite", "mate", "clock", "multiPv"])
                await fails(Status.INVALID_ARGUMENT, () => review({ depth: 1, [name]: 1 }), `no "${name}": `);
            await fails(Status.INVALID_ARGUMENT, () => review({ node: 5 }), '"nodes" is meant');
            await fails(Status.INVALID_FEN, () => review({ depth: 1 }, "nonsense"));
            await fails(Status.ILLEGAL_MOVE, () => review({ depth: 1 }, { moves: "e2e5" }));
            await fails(Status.INVALID_ARGUMENT, () => review({ depth: 1 }, freedGame()), "freed");
            // Nobody loops over this one.
            engine.review("nonsense", { depth: 1 });
            equal((await review({ depth: 1 }, { moves: "e2e4" })).length, 1);
        });
    },

    async "long games and texts fit, and a memory that grows keeps what is in it"() {
        await init();
        const game = new Game();
        const long = "é".repeat(4 << 20);
        const [read] = readPgn(writePgn({ game, comments: { 0: `a\uD800b ${long}` } }));
        equal(read.comments[0] === `a\uFFFDb ${long}`, true, "a long comment, half a surrogate in it,");
        const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (let i = 0; i < 500; i++) game.play(shuffle);
        equal(game.moves().length, 2000);
        equal(game.state(), "fivefold");
        await withEngine(async (engine) => {
            equal((await engine.analyse(game, { depth: 3 }).result).depth, 3);
        });
    },

    async "a mate ends a search, and so does the end of the game"() {
        await withEngine(async (engine) => {
            const { score, stopReason } = await engine.analyse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", { mate: 2 }).result;
            equal([score, stopReason], [{ kind: "mate", value: 2, bound: "exact" }, "mate"]);
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
            // Half of the bits are 1.
            const one = await engine.analyse({}, { depth: 3, nodes: 2 ** 32 + 1 }).result;
            equal([one.lines.length, one.stopReason], [1, "depth"], "without multiPv, and with many nodes");
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
            for await (const { score } of mated) {
                if (score.kind !== "mate") continue;
                await sleep(300);
                break;
            }
            equal((await mated.result).score.kind, "mate");
            equal((await engine.analyse({}, { depth: 5 }).result).stopReason, "depth", "the next");
        });
    },

    async "a stop soon after the start gives a move that was searched, none, or an error"() {
        await withEngine(async (engine) => {
            for (const wait of [0, 1, 2, 5, 10, 20, 40]) {
                const search = engine.analyse({}, { infinite: true });
                await sleep(wait);
                search.stop();
                isSearched(await search.result);
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
            for await (const line of search) if (line.depth >= 4) controller.abort();
            ok(isSearched(await search.result), "one that ran keeps its best move");
            const { signal } = controller;
            const result = await engine.analyse({}, { infinite: true, signal }).result;
            equal([isSearched(result), result.stopReason], [false, "stopped"]);
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
            results.forEach(isSearched);
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
        await withEngine(async (engine) => {
            const endless = engine.analyse({}, { infinite: true });
            for (const [types, use] of optionsOf(engine)) {
                const known = Object.keys(types);
                for (const name of known) {
                    const without = [...name].map((_, at) => name.slice(0, at) + name.slice(at + 1));
                    const twice = [...name].map((letter, at) => name.slice(0, at) + letter + name.slice(at));
                    for (const wrong of [name.toUpperCase(), `${name}_`, ...without, ...twice])
                        await fails(Status.INVALID_ARGUMENT, () => use({ [wrong]: 1 }), `no "${wrong}": "${name}" is meant`);
                }
                await fails(Status.INVALID_ARGUMENT, () => use({ quark: 1 }), `no "quark": there are ${known.join(", ")}`);
            }
            const [[, search]] = optionsOf(engine);
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
            other: () => true,
        };
        await withEngine(async (engine) => {
            const search = (limits) => engine.analyse({}, limits).result;
            for (const [types, use] of optionsOf(engine)) {
                for (const [name, type] of Object.entries(types)) {
                    for (const value of ELSEWHERE)
                        if (!isOf[type](value)) await fails(Status.INVALID_ARGUMENT, () => use({ [name]: value }), name);
                }
                const optional = Object.keys(types).filter((name) => name !== "depth" && types[name] !== "other");
                await (await use(Object.fromEntries(optional.map((name) => [name, undefined])))).close?.();
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
            for (const method of ["legalMoves", "legalMoveList"])
                await fails(Status.INVALID_ARGUMENT, () => game[method](value), "square");
        }
        for (const value of [null, "1", -1, 0.5, NaN]) await fails(Status.INVALID_ARGUMENT, () => game.undo(value), "plies");
        equal(game.fen(), START);
        await fails(Status.IO, () => Engine.create({ wasm: 5 }), "wasm");
        await fails(Status.INVALID_ARGUMENT, () => new Engine(), "await Engine.create()");
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
            await fails(Status.OUT_OF_MEMORY, () => engine.setOption("Threads", 2), "WebAssembly has one thread");
            await fails(Status.IO, () => engine.setOption("SyzygyPath", "tables"));
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

    async "each game of a level is another one unless a seed is set"() {
        await withEngine(async (engine) => {
            await engine.setOption("UCI_LimitStrength", true);
            await engine.setOption("UCI_Elo", 400);
            const differentGames = async (seed) => {
                await engine.setOption("Seed", seed);
                const games = new Set();
                for (let count = 0; count < 10; count++) {
                    await engine.clearHistory();
                    const game = new Game();
                    for (let ply = 0; ply < 6; ply++)
                        game.play((await engine.analyse(game, { depth: LAST_PLY }).result).bestMove);
                    games.add(game.moves().join(" "));
                }
                return games.size;
            };
            ok((await differentGames(0)) > 5, "drawn");
            equal(await differentGames(7), 1);
            ok((await differentGames(0)) > 5, "drawn again");
        });
    },

    async "closing ends a search with its best move"() {
        const engine = await Engine.create({ hashMb: 4 });
        const search = engine.analyse({}, { infinite: true });
        for await (const line of search) if (line.depth >= 4) await engine.close();
        ok(isSearched(await search.result), "a move");
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
        for (const name of ["search", "review"]) {
            const searching = await Engine.create({ wasm: withTrap(bytes, `seajay_${name}`) });
            const search = () => searching.analyse({}, { depth: 3 }).result;
            await fails(Status.PANIC, name === "search" ? search : () => reviewed(searching, new Game(), { depth: 3 }), "crashed");
            await fails(Status.PANIC, search, "crashed");
            await searching.close();
        }
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
