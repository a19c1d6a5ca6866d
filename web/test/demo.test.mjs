// The analysis board of web/demo: the board, the analysis and the matches, compared with the package; the page's size,
// its names and its contrast. It runs in Chromium; page.test.mjs has games and texts, in all browsers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";

import { Engine, Game, accuracy, readPgn } from "seajay";
import { build } from "esbuild";

import { BoardPage, sans, serveBoard, tryBoard, web } from "./board-page.mjs";
import { browsers } from "./browsers.mjs";
import { compared, isMissing } from "./pgn.mjs";
import { serve } from "./server.mjs";

const OPERA =
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 " +
    "Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";
const FULL_OF_MOVES = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PROMOTION = "3r2k1/4P3/8/8/8/8/4p3/3R2K1 w - - 0 1";
/** With everything that can be in a file. */
const FILE = `\uFEFF[Event "Open"]
[Site "Köln"]
[Date "2024.05.01"]
[Round "2"]
[White "Ä. Müller"]
[Black "Жуков"]
[Result "1-0"]
[WhiteElo "2310"]
[Annotator "\\"N.\\" \\\\ N."]

{Начало / the start} 1. e4! {[%clk 0:05:00]} 1... e5 $16 {[%clk 0:04:58] гамбит?} (1... c5 $14 {sharp} 2. Nf3
(2. c3 d5 $5 (2... Nf6 {[%csl Ge4][%cal Ge4e5]})) 2... d6) ({ni} 1... e6 2. d4) (1... -- {a pass} 2. d4) 2. Nf3
Nc6 3. Bb5 1-0

[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "${FULL_OF_MOVES}"]

1. O-O $146 (1. O-O-O O-O-O {zu spät}) *

[White "C"]
[Black "D"]
[Result "1/2-1/2"]

1. Nf3 Nf6 2. Ng1 Ng8 1/2-1/2
`.replaceAll("\n", "\r\n");
const MATE_IN_ONE = "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60";

let server;
before(async () => (server = await serveBoard()));
after(() => server?.close());

/** What the package says about a mistake. */
function complaint(action) {
    try {
        action();
    } catch (error) {
        return error.message;
    }
    throw new Error("no mistake");
}

/** What it says about a fault of a PGN, but for the line. */
const faultOf = (pgn) => readPgn(pgn).next().value.error.message.replace(/^line \d+: /, "");

/** Lines must be legal moves in the package's own notation, from a position. */
function checkLines(fen, lines, count) {
    const game = new Game(fen);
    assert.equal(lines.length, count);
    for (const line of lines) {
        const words = line.replace(/\d+(\.|…)/g, " ").split(/\s+/).filter(Boolean);
        assert.ok(words.length > 0);
        assert.deepEqual(game.toSan(game.fromSan(line.replace("…", "..."))), words);
    }
    assert.equal(new Set(lines.map((line) => game.fromSan(line.replace("…", "..."))[0])).size, count);
}

test("the page's own code is small", async (context) => {
    const { outputFiles } = await build({
        absWorkingDir: web,
        entryPoints: ["demo/src/main.ts", "demo/style.css"],
        ...{ bundle: true, minify: true, format: "esm", target: "es2022", outdir: "out", write: false },
        external: ["seajay", "chessground", "chessground/*"],
        define: { WASM_BYTES: "0" },
    });
    const files = [...outputFiles.map(({ contents }) => contents), readFileSync(`${web}/demo/index.html`)];
    const size = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    context.diagnostic(`${size} bytes, compressed`);
    assert.ok(size <= 35_000, `${size} bytes`);
});

describe("the board in Chromium", { skip: browsers.chromium ? false : "it is not installed" }, () => {
    let browser;
    before(async () => (browser = await browsers.chromium()));
    after(() => browser?.close());

    const check = (name, body, { hash = "", ...options } = {}) =>
        test(name, (context) => tryBoard(browser, `${server.url}/index.html${hash}`, (table) => body(table, context), options));

    check("a selected piece shows its legal squares, and goes nowhere else", async (table) => {
        await table.loadFen(FULL_OF_MOVES);
        for (const square of ["e5", "f3", "e1", "a1"]) {
            await table.click(square);
            const shown = await table.page.$$eval("square.move-dest", (squares) => squares.length);
            assert.equal(shown, new Game(FULL_OF_MOVES).legalMoves(square).length, square);
            await table.click(square);
        }
        await table.drag("e5e6");
        await table.drag("a8b8");
        await table.shows(FULL_OF_MOVES);
        await table.drag("e1g1");
        await table.shows(new Game(FULL_OF_MOVES, ["e1g1"]).fen());
    });

    check("a pawn becomes what one chooses, or stays", async (table) => {
        await table.loadFen(PROMOTION);
        await table.drag("e7e8");
        await table.page.keyboard.press("Escape");
        await table.until("the dialog is closed", () => !document.querySelector("#promotion").open);
        await table.shows(PROMOTION);
        await table.clickMove("e7d8");
        const pictures = await table.page.$$eval("#promotion piece", (pieces) =>
            pieces.map((piece) => [piece.className, getComputedStyle(piece).backgroundImage.length > 100]),
        );
        const roles = ["queen", "knight", "rook", "bishop"];
        assert.deepEqual(pictures, roles.map((role) => [`${role} white`, true]));
        await table.page.click("#promotion [aria-label=knight]");
        const game = new Game(PROMOTION).play("e7d8n");
        await table.shows(game.fen());
        await table.press("f");
        await table.drag("e2e1");
        // The queen lies on the square itself: the first button has the focus.
        await table.page.keyboard.press("Enter");
        await table.shows(game.play("e2e1q").fen());
    });

    check("three lines, a score, chances and a bar that agree", async (table) => {
        await table.loadFen(FULL_OF_MOVES);
        await table.has(3, "#lines .line-moves");
        await table.until("the search has rested", () => !document.querySelector("#stats").hidden);
        // One moment of the page: it changes all the time.
        const { lines, scores, chances, bar, score } = await table.page.evaluate(() => ({
            lines: [...document.querySelectorAll("#lines .line-moves")].map((line) =>
                [...line.querySelectorAll("button")].map(({ textContent }) => textContent).join(" "),
            ),
            scores: [...document.querySelectorAll(".line-score")].map(({ textContent }) => textContent),
            chances: ["win", "draw", "loss"].map((name) => document.querySelector(`#${name}-part`).style.flexGrow),
            bar: Number(document.querySelector("#bar").ariaValueNow),
            score: document.querySelector("#score").textContent,
        }));
        checkLines(FULL_OF_MOVES, lines, 3);
        for (const text of scores) assert.match(text, /^([+−]?\d+\.\d\d|#−?\d+)$/);
        assert.equal(score, scores[0]);
        for (const name of ["win", "draw", "loss"]) assert.match(await table.text(`#${name}-text`), /^\d+ %$/);
        const [win, draw, loss] = chances.map(Number);
        assert.equal(win + draw + loss, 1000);
        assert.ok(Math.abs(bar - (win + draw / 2) / 10) <= 0.5, `${bar}%`);
        const arrows = await table.page.$$eval(".cg-shapes line", (found) => found.length);
        assert.equal(arrows, 3);
    });

    check("the score of a mate is White's, and the bar moves", async (table) => {
        const middle = Number(await table.page.getAttribute("#bar", "aria-valuenow"));
        await table.loadFen(MATE_IN_ONE);
        await table.until("the mate", () => document.querySelector("#score").textContent === "#1");
        assert.ok(Number(await table.page.getAttribute("#bar", "aria-valuenow")) >= 99 && middle < 70);
        assert.equal(await table.text("#words"), "White mates in 1");
        await table.loadFen("8/8/8/8/6q1/5k2/8/7K b - - 0 1");
        await table.until("the other mate", () => document.querySelector("#score").textContent === "#−1");
        assert.equal(await table.page.getAttribute("#bar", "aria-valuenow"), "0");
    });

    check("a click on a line's move plays up to it", async (table) => {
        await table.until("a line", () => document.querySelectorAll("#lines li:nth-child(2) button").length > 5);
        await table.page.click("#toggle-analysis");
        await table.page.click("#toggle-analysis");
        const played = await table.until("a line again", () => {
            const moves = document.querySelectorAll("#lines li:nth-child(2) .line-moves button");
            if (moves.length < 4) return null;
            // At once, before the line changes.
            const words = [...moves].slice(0, 3).map((button) => button.lastChild.data);
            moves[2].click();
            return words;
        });
        assert.deepEqual(await table.moves(), played);
        assert.deepEqual(sans(played.join(" ")), played);
        await table.shows(new Game().playSan(played).fen());
    });

    check("FEN and PGN come in and go out", async (table) => {
        await table.loadPgn(`[Event "x"]\n[White "M"]\n\n1. e4 {a comment} e5 $1 (1... c5 2. Nf3) 2. Nf3! Nc6 *`);
        const game = new Game().playSan("e4 e5 Nf3 Nc6");
        await table.shows(game.fen());
        assert.deepEqual(await table.moves(), sans("e4 e5 Nf3 Nc6"));

        const pgn = await table.value("#pgn");
        assert.match(pgn, /\[White "M"\]\n\[Black "\?"\]/);
        assert.deepEqual(new Game().playSan(pgn).moves(), game.moves());
        const start = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7";
        await table.loadPgn(`[SetUp "1"]\n[FEN "${start}"]\n\n7... Kd7 8. e4 *`);
        const written = await table.value("#pgn");
        assert.ok(written.includes(`[FEN "${start}"]`) && written.includes("7... Kd7 8. e4 *"), written);
        assert.deepEqual(new Game(start).playSan(written).moves(), ["e8d7", "e2e4"]);
    });

    check(
        "texts are pasted anywhere, and copied",
        async (table) => {
            await table.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
            const paste = async (text) => {
                await table.page.evaluate((text) => navigator.clipboard.writeText(text), text);
                await table.press("Control+v");
            };
            await paste(FULL_OF_MOVES);
            await table.shows(FULL_OF_MOVES);
            await paste("1. d4 d5 2. c4");
            assert.deepEqual(await table.moves(), sans("d4 d5 c4"));
            const wrong = {
                pgn: [["1. d4 d4", "d4", "Column 7"], ["1. e4 e5\n2. Qh5 (2. Nf3) Ke4", "Ke4", "Line 2, column 17"]],
                fen: [["rnbqkbnr/pppppppp/8/8/8/7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "7", "Column 25"]],
            };
            for (const [id, cases] of Object.entries(wrong)) {
                for (const [text, part, place] of cases) {
                    const begin = text.lastIndexOf(part);
                    await paste(text);
                    const shown = await table.page.$eval(`#${id}`, (field) => [
                        field.value,
                        field.selectionStart,
                        field.selectionEnd,
                    ]);
                    assert.deepEqual(shown, [text, begin, begin + part.length]);
                    const said = id === "fen" ? complaint(() => new Game(text, [], { lenient: true })) : faultOf(text);
                    assert.equal(await table.text(`#${id}-error`), `${place}: ${said}.`);
                    assert.ok(await table.isInView(`#${id}`) && (await table.isInView(`#${id}-error`)));
                    assert.equal(await table.page.evaluate(() => document.activeElement.id), id);
                    assert.deepEqual(await table.moves(), sans("d4 d5 c4"));
                }
            }
            for (const id of Object.keys(wrong)) await table.page.click(`#discard-${id}`);
            await table.page.click("#copy-fen");
            await table.until("it is copied", () => document.querySelector("#copy-fen").textContent === "Copied");
            const copied = await table.page.evaluate(() => navigator.clipboard.readText());
            assert.equal(copied, new Game().playSan("d4 d5 c4").fen());
            await table.until("its own name", () => document.querySelector("#copy-fen").textContent === "Copy");
        },
    );

    check("moves are typed, taken back and stepped through by keys", async (table) => {
        const game = new Game();
        await table.press("m");
        assert.equal(await table.page.evaluate(() => document.activeElement.id), "move");
        for (const [text, uci] of [["Nf3", "g1f3"], ["d7d5", "d7d5"], ["2. g3", "g2g3"]]) {
            await table.type(text);
            await table.shows(game.play(uci).fen());
        }
        await table.type("Ke4");
        assert.equal(await table.text("#move-error"), '"Ke4": no king can go to e4.');
        await table.shows(game.fen());
        await table.type("Nf6");
        assert.equal(await table.text("#move-error"), "");
        await table.press("u");
        await table.shows(game.fen());
        assert.deepEqual(await table.moves(), sans("Nf3 d5 g3"));

        const places = { ArrowLeft: 2, ArrowUp: 0, ArrowRight: 1, End: 3, Home: 0, ArrowDown: 3 };
        for (const [key, place] of Object.entries(places)) {
            await table.press(key);
            await table.shows(new Game(undefined, game.moves().slice(0, place)).fen());
            const current = await table.page.$$eval("#moves [aria-current]", (found) =>
                found.map(({ dataset }) => dataset.place),
            );
            assert.deepEqual(current, place === 0 ? [] : [String(place)]);
        }
        await table.press("?");
        assert.ok(await table.isVisible("#help"));
        await table.page.uncheck("#single-keys");
        await table.page.keyboard.press("Escape");
        await table.press("n");
        assert.equal((await table.moves()).length, 3, "letters are switched off");
        await table.page.click("#show-help");
        await table.page.check("#single-keys");
        await table.page.click("#close-help");
        await table.press("n");
        assert.deepEqual(await table.moves(), []);
    });

    check("keys for the level go to the slider, not to the game", async (table) => {
        await table.loadPgn("1. e4 e5 2. Nf3");
        await table.press("ArrowLeft");
        await table.page.click("#play-mode");
        await table.page.focus("#level");
        for (const [key, level] of [["Home", "400"], ["ArrowRight", "500"], ["End", "2900"], ["Backspace", "2900"]]) {
            await table.page.keyboard.press(key);
            assert.equal(await table.value("#level"), level, key);
            await table.shows(new Game().playSan("e4 e5").fen());
        }
        assert.equal(await table.text("#level-value"), "Full strength");
        assert.equal((await table.moves()).length, 3);
    });

    check("flipping turns the board and the bar", async (table) => {
        await table.press("f");
        assert.equal(await table.page.$$eval(".orientation-black", (found) => found.length), 1);
        assert.ok(await table.page.$eval("#bar", (bar) => bar.classList.contains("flipped")));
        await table.drag("e2e4");
        await table.shows(new Game().play("e2e4").fen());
        await table.page.click("#flip");
        await table.drag("e7e5");
        await table.shows(new Game().play("e2e4 e7e5").fen());
    });

    check("a move in the past begins a variation, and is stepped through like the game", async (table) => {
        await table.loadPgn("1. e4 e5 2. Nf3 Nc6 3. Bb5");
        await table.page.click("#moves button:nth-of-type(1)");
        await table.drag("c7c5");
        await table.shows(new Game().playSan("e4 c5").fen());
        await table.type("Nf3");
        assert.deepEqual(await table.moves(), sans("e4 e5 Nf3 Nc6 Bb5"));
        assert.deepEqual(await table.texts("#moves .variation button"), ["c5", "Nf3"]);
        assert.match(await table.value("#pgn"), /1\. e4 e5 \(1\.\.\. c5 2\. Nf3\) 2\. Nf3 Nc6 3\. Bb5 \*/);
        assert.equal(await table.text("#notice"), "");
        await table.press("ArrowUp");
        await table.shows(new Game().fen());
        await table.press("ArrowDown");
        await table.shows(new Game().playSan("e4 c5 Nf3").fen());
        await table.page.click("#moves > li > button[data-place='4']");
        await table.shows(new Game().playSan("e4 e5 Nf3 Nc6").fen());
        await table.page.click("#moves .variation button[data-place='2']");
        await table.shows(new Game().playSan("e4 c5").fen());
        await table.type("d4");
        assert.match(await table.value("#pgn"), /\(1\.\.\. c5 2\. Nf3 \(2\. d4\)\)/);
        await table.reload();
        await table.shows(new Game().playSan("e4 c5 d4").fen());
        assert.match(await table.value("#pgn"), /\(1\.\.\. c5 2\. Nf3 \(2\. d4\)\)/);
        await table.press("u");
        await table.press("u");
        assert.match(await table.value("#pgn"), /1\. e4 e5 2\. Nf3 Nc6/, "what is taken back is gone");
        await table.page.click("#notice button");
        assert.match(await table.value("#pgn"), /\(1\.\.\. c5 2\. Nf3 \(2\. d4\)\)/, "and can be restored");
    });

    check("a game is not lost to another, nor to taking back in its middle", async (table) => {
        await table.loadPgn("1. e4 e5 2. Nf3 Nc6 3. Bb5");
        await table.press("ArrowUp");
        const restores = async (how) => {
            await table.page.click("#notice button");
            assert.deepEqual(await table.moves(), sans("e4 e5 Nf3 Nc6 Bb5"), how);
            await table.shows(new Game().fen());
        };
        await table.press("n");
        assert.deepEqual(await table.moves(), []);
        await restores("a new game");
        await table.loadFen(FULL_OF_MOVES);
        await table.type("O-O");
        await table.type("O-O");
        await restores("moves in another game");
        await table.page.click("#notice button");
        assert.equal((await table.moves()).length, 2, "and back");
        await table.page.click("#notice button");
        await table.press("ArrowRight");
        await table.press("u");
        assert.deepEqual(await table.moves(), []);
        await table.page.click("#notice button");
        await table.press("ArrowUp");
        await table.press("n");
        await table.page.click("#notice [aria-label=Dismiss]");
        assert.equal(await table.text("#notice"), "");
    });

    if (!isMissing) check("all of a PGN survives loading, moving about and a reload", async (table) => {
        await table.loadPgn(FILE);
        assert.deepEqual(await table.texts("#game-list button span:first-child"), ["Ä. Müller – Жуков 1–0", "A – ?", "C – D ½–½"]);
        const games = [...readPgn(FILE)].map(({ game }) => game);
        for (const [index, game] of games.entries()) {
            if (index > 0) await table.page.click("#show-file-games");
            await table.page.click(`#game-list li:nth-child(${index + 1}) button`);
            await table.shows(game.startFen());
            for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "ArrowDown"]) await table.press(key);
            await table.shows(game.fen());
            for (const place of await table.page.$$eval("#moves .variation button", (all) => all.keys().toArray())) {
                await table.page.locator("#moves .variation button").nth(place).click();
                const current = await table.page.$$eval("#moves .variation button", (all) =>
                    all.findIndex((button) => button.ariaCurrent === "true"),
                );
                assert.equal(current, place);
            }
            assert.equal(await table.text("#show-file-games"), `Game ${index + 1} of 3`);
        }
        assert.equal(compared(FILE, await table.value("#pgn")), 3);
        await table.reload();
        assert.equal(compared(FILE, await table.value("#pgn")), 3);
        assert.equal(await table.text("#show-file-games"), "Game 3 of 3");
        await table.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await table.page.click("#copy-pgn");
        await table.until("it is copied", () => document.querySelector("#copy-pgn").textContent === "Copied");
        assert.equal(compared(FILE, await table.page.evaluate(() => navigator.clipboard.readText())), 3);
        // A change of one leaves the others.
        await table.press("ArrowUp");
        await table.type("a3");
        const changed = await table.value("#pgn");
        assert.ok(changed.includes("(1. a3)"), changed);
        await table.page.click("#show-file-games");
        await table.page.click("#game-list li:first-child button");
        assert.equal(await table.value("#pgn"), changed);
        assert.equal(await table.text("#notice"), "", "nothing is replaced");
    });

    check("names, ratings, result, event and clocks stand beside the board, comments among the moves", async (table) => {
        await table.loadPgn(FILE);
        await table.page.click("#close-file-games");
        const strip = async (place) => Promise.all(["name", "points", "clock"].map((part) => table.text(`#${place}-${part}`)));
        assert.deepEqual([await strip("top"), await strip("bottom")], [["Жуков", "0", "0:04:58"], ["Ä. Müller (2310)", "1", "0:05:00"]]);
        assert.equal(await table.text("#event"), "Open, Köln, round 2, 2024.05.01");
        await table.press("ArrowUp");
        assert.deepEqual([await strip("top"), await strip("bottom")], [["Жуков", "0", ""], ["Ä. Müller (2310)", "1", ""]]);
        await table.press("f");
        assert.deepEqual(await strip("top"), ["Ä. Müller (2310)", "1", ""]);
        assert.equal(await table.text("#moves .result"), "1–0");
        const comments = await table.texts("#moves .comment");
        assert.deepEqual(comments.slice(0, 3), ["Начало / the start", "гамбит?", "sharp"]);
        assert.deepEqual(await table.texts("#moves > li > button"), ["e4!", "e5±"].concat(sans("e4 e5 Nf3 Nc6 Bb5").slice(2)));
        for (const part of ["#top-player", "#bottom-player", "cg-board"]) assert.ok(await table.isInView(part), part);
        await table.press("n");
        assert.equal(await table.isVisible("#top-player"), false, "nobody is known");
    });

    check("all moves taken back in a row can be restored", async (table) => {
        const pgn = "1. e4 e5 2. Nf3! Nc6 {a comment} 3. Bb5 1-0";
        await table.loadPgn(pgn);
        await table.page.click("#take-back");
        assert.equal(await table.text("#notice"), "", "one bare move is soon played again");
        for (let moves = 0; moves < 3; moves++) await table.page.click("#take-back");
        assert.deepEqual(await table.moves(), sans("e4"));
        await table.page.click("#notice button");
        assert.deepEqual(await table.moves(), sans("e4 e5 Nf3 Nc6 Bb5"));
        assert.match(await table.value("#pgn"), /Nf3 \$1.* Nc6 \{a comment\} 3\. Bb5 1-0/);
    });

    check("the review marks blunders, in the list and in the graph, and says how well both played", async (table) => {
        await table.loadPgn("1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
        await table.until("the summary", () => !document.querySelector("#summary").hidden);
        const engine = await Engine.create({ hashMb: 8 });
        const game = new Game().playSan("1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
        const review = [];
        for await (const move of engine.review(game, { nodes: 100_000 })) review.unshift(move);
        await engine.close();
        const signs = { 0: "", 2: "?", 4: "??", 6: "?!" };
        assert.deepEqual(await table.texts("#moves .mark"), review.map(({ mark }) => signs[mark]));
        assert.equal(review[3].mark, 4, "it allows a mate");
        const { white, black } = accuracy(review);
        const accuracies = await table.texts("#summary-rows tr:first-child td");
        assert.deepEqual(accuracies, [white, black].map((share) => `${share.toFixed(0)} %`));
        const dots = await table.page.$$eval("#graph .mark", (marks) => marks.map((mark) => mark.classList[1]));
        assert.deepEqual(dots, review.flatMap(({ mark }) => ({ 2: "mistake", 4: "blunder", 6: "inaccuracy" })[mark] ?? []));
        assert.doesNotMatch(await table.value("#pgn"), /\$/, "the game stays as it is");
    });

    check("the graph has a point for every position, and goes to where one clicks", async (table) => {
        await table.loadPgn(OPERA);
        const plies = sans(OPERA).length;
        const count = () => document.querySelector("#graph .curve")?.getAttribute("points").split(" ").length;
        await table.until("all scores", `(${count})() === ${plies + 1}`);
        const points = await table.page.$eval("#graph .curve", (curve) =>
            curve.getAttribute("points").split(" ").map((point) => Number(point.split(",")[1])),
        );
        assert.equal(points.at(-1), 0, "White has won");
        assert.ok(points[0] > 30 && points[0] < 60, `${points[0]} at the start`);
        const { x, y, width, height } = await table.page.locator("#graph").boundingBox();
        await table.page.mouse.click(x + (width * 10) / plies, y + height / 2);
        const moves = new Game().playSan(OPERA).moves();
        await table.shows(new Game(undefined, moves.slice(0, 10)).fen());
        assert.equal(await table.page.getAttribute("#graph", "aria-valuenow"), "10");
    });

    check("positions that are passed by get a score that can be trusted", async (table) => {
        const text = OPERA.split(" ").slice(0, 20).join(" ");
        await table.loadPgn(text);
        const places = sans(text).length + 1;
        for (let place = places; place > 1; place--) await table.page.keyboard.press("ArrowLeft");
        const shares = () => {
            const points = document.querySelector("#graph .curve")?.getAttribute("points").split(" ") ?? [];
            return points.map((point) => 1 - Number(point.split(",")[1]) / 100);
        };
        await table.until("all scores", `(${shares})().length === ${places}`);
        const shown = await table.page.evaluate(shares);
        const engine = await Engine.create({ hashMb: 8 });
        const moves = new Game().playSan(text).moves();
        // The analysis began at the end, and was there for longer.
        for (let place = 0; place < places - 1; place++) {
            let points;
            for await (const line of engine.analyse({ moves: moves.slice(0, place) }, { nodes: 100_000 }))
                if (line.score.bound === "exact") points = (line.wdl[0] + line.wdl[1] / 2) / 1000;
            const expected = place % 2 === 0 ? points : 1 - points;
            assert.ok(Math.abs(shown[place] - expected) < 0.15, `${shown[place]} for ${expected} after ${place} moves`);
        }
        await engine.close();
    });

    check("killers, history and reductions: shares, and the work without them", async (table, context) => {
        await table.loadFen(FULL_OF_MOVES);
        await table.until("counts", () => !document.querySelector("#stats").hidden);
        const shares = (await table.texts("#refutations-legend b")).map(parseFloat);
        const sum = shares.reduce((total, share) => total + share);
        assert.ok(Math.abs(sum - 100) <= 3, `${shares}`);
        assert.equal(await table.isVisible("#trial"), false, "it is folded");
        await table.page.click("#stats-title");
        await table.page.click("#trial");
        await table.has(5, "#trial-rows li");
        const [, depth, nodes] = /depth (\d+), .* three: ([\d,]+)/.exec(await table.text("#trial-words"));
        const engine = await Engine.create({ hashMb: 16 });
        const options = [{}, { KillersEnabled: false }, { HistoryEnabled: false }, { LMREnabled: false }];
        const expected = [];
        for (const off of options) {
            for (const [name, value] of Object.entries(off)) await engine.setOption(name, value);
            await engine.clearHistory();
            expected.push((await engine.analyse({ fen: FULL_OF_MOVES }, { depth: Number(depth) }).result).nodes);
            for (const name of Object.keys(off)) await engine.setOption(name, true);
        }
        await engine.close();
        assert.equal(Number(nodes.replaceAll(",", "")), expected[0]);
        const titles = await table.page.$$eval("#trial-rows b", (found) => found.map(({ title }) => title));
        const shown = (count) => (count >= 1e6 ? `${(count / 1e6).toFixed(1)} million` : count.toLocaleString("en"));
        assert.deepEqual(titles.slice(0, 4), expected.map((count) => `${shown(count)} positions`));
        context.diagnostic((await table.texts("#trial-rows b")).join(", "));
    });

    check("a game against a level: answers, clocks, take back, resign", async (table) => {
        await table.beginMatch({ level: "800" });
        assert.equal(await table.isVisible("#bar"), false, "the score is hidden");
        for (const hidden of ["#evaluation", "#graph", "#stats-title"])
            assert.equal(await table.isVisible(hidden), false, hidden);
        await table.drag("e2e4");
        await table.has(2, "#moves button");
        const moves = await table.moves();
        const game = new Game().playSan(moves);
        assert.deepEqual(sans(moves.join(" ")), moves);
        await table.shows(game.fen());
        assert.match(await table.text("#match-status"), /your move/);

        const seconds = async (id) => {
            const [minutes, rest] = (await table.text(id)).split(":").map(Number);
            return minutes * 60 + rest;
        };
        const [mine, its] = [await seconds("#bottom-clock"), await seconds("#top-clock")];
        await table.until("time passes", (mine) => {
            const [minutes, rest] = document.querySelector("#bottom-clock").textContent.split(":").map(Number);
            return minutes * 60 + rest <= mine - 2;
        }, mine);
        assert.equal(await seconds("#top-clock"), its, "one clock runs at a time");

        await table.type("Qh6");
        assert.notEqual(await table.text("#move-error"), "");
        await table.page.click("#take-back");
        assert.deepEqual(await table.moves(), []);
        await table.type("d4");
        await table.has(2, "#moves button");
        assert.equal((await table.moves())[0], "d4");
        await table.resign();
        assert.equal(await table.text("#match-result"), "0–1");
        assert.equal(await table.text("#moves .result"), "0–1");
        assert.match(await table.text("#announcement"), /White resigns/);
        assert.match(await table.value("#pgn"), /\[White "You"\]\n\[Black "seajay, level 800"\]\n\[Result "0-1"\]/);
        assert.equal(await table.page.$$eval(".clock.running", (found) => found.length), 0);
        await table.page.click("#review");
        await table.has(3, "#lines .line-moves");
    });

    check("a match is not ended by what is loaded", async (table) => {
        await table.beginMatch();
        await table.drag("e2e4");
        await table.has(2, "#moves button");
        const moves = await table.moves();
        await table.page.click("#show-other-games");
        await table.page.click("#famous-list button");
        assert.match(await table.text("#notice"), /resign first/i);
        await table.page.evaluate(() => (location.hash = "moves=d2d4"));
        await table.says("#notice", /address.*resign first/);
        assert.deepEqual(await table.moves(), moves);
        assert.ok(await table.isVisible("#resign"));
    });

    check("the game analysed before a match is restored with its end", async (table) => {
        /** Begins a match over the moves on the board, and waits for the engine's first move. */
        async function beginMatch() {
            await table.beginMatch({ color: "black" });
            await table.has(1, "#moves button");
            assert.match(await table.text("#notice"), /replaced/, "the engine's move leaves it");
        }
        await table.loadPgn("1. e4 e5 2. Nf3");
        await beginMatch();
        await table.resign();
        assert.equal(await table.text("#match-result"), "1–0");
        const moves = await table.moves();
        await table.page.click("#rematch");
        await table.page.fill("#level", "900");
        await beginMatch();
        assert.match(await table.text("#notice button"), /^End this one/);
        await table.page.click("#notice button");
        assert.deepEqual(await table.moves(), moves);
        assert.match(await table.value("#pgn"), /\[White "seajay, level 1200"\]\n\[Black "You"\]\n\[Result "1-0"\]/);
        assert.equal(await table.text("#moves .result"), "1–0");
        assert.ok(await table.isVisible("#evaluation"));
        assert.equal(await table.page.$$eval(".clock.running", (found) => found.length), 0);
    });

    check("as Black the engine begins, and the board is turned", async (table) => {
        await table.beginMatch({ color: "black", time: "0" });
        await table.has(1, "#moves button");
        assert.equal(await table.page.$$eval(".orientation-black", (found) => found.length), 1);
        assert.equal(await table.isVisible("#bottom-clock"), false);
        const [first] = await table.moves();
        const game = new Game().playSan(first);
        const reply = game.legalMoves().find((move) => move[0] === "a" || move[0] === "b");
        await table.drag(reply);
        await table.has(3, "#moves button");
        const moves = await table.moves();
        assert.equal(moves[1], game.toSan(reply)[0]);
        assert.deepEqual(sans(moves.join(" ")), moves);
    });

    check(
        "a flag falls",
        async (table) => {
            await table.beginMatch();
            await table.page.clock.fastForward("05:01");
            await table.until("the result", () => document.querySelector("#match-result").textContent === "0–1");
            assert.match(await table.text("#match-status"), /White is out of time/);
        },
        { prepare: (page) => page.clock.install() },
    );

    /** Begins a game from the position on the board. */
    async function beginHere(table) {
        await table.page.click("#play-mode");
        await table.page.check("#from-here");
        await table.beginMatch();
    }

    check(
        "a flag that falls in the middle of a move takes it back",
        async (table) => {
            const runOut = async () => {
                await table.page.clock.fastForward("05:01");
                await table.until("the end", () => document.querySelector("#match-result").textContent === "0–1");
            };
            const isOver = async () => {
                assert.deepEqual(await table.moves(), []);
                assert.equal(await table.text("#match-result"), "0–1");
                assert.ok(await table.isVisible("#rematch"));
            };
            await beginHere(table);
            await table.clickMove("e7d8");
            assert.ok(await table.isVisible("#promotion"));
            await runOut();
            await table.until("no choice", () => !document.querySelector("#promotion").open);
            await isOver();

            await table.page.click("#rematch");
            await table.beginMatch();
            await table.page.mouse.move(...(await table.square("d1")));
            await table.page.mouse.down();
            await table.page.mouse.move(...(await table.square("d4")), { steps: 4 });
            await table.nextPicture();
            assert.equal(await table.page.$$eval("piece.dragging", (found) => found.length), 1);
            await runOut();
            await table.page.mouse.up();
            await table.nextPicture();
            await isOver();
        },
        {
            hash: `#fen=${PROMOTION.replaceAll(" ", "_")}`,
            prepare: (page) => page.clock.install(),
        },
    );

    check("while the engine thinks nothing can be picked up", async (table) => {
        await table.beginMatch({ level: "2900" });
        await table.drag("e2e4");
        for (const square of ["e7", "d2"]) await table.click(square);
        const thinks = await table.text("#match-status");
        const selected = await table.page.$$eval("square.selected", (found) => found.length);
        assert.deepEqual([thinks, selected], ["The engine is thinking.", 0]);
        await table.type("d5");
        assert.equal(await table.text("#move-error"), "The engine is thinking.");
    });

    check(
        "a mate ends a game from the position on the board",
        async (table) => {
            await beginHere(table);
            await table.drag("g5g7");
            await table.until("the result", () => document.querySelector("#match-result").textContent === "1–0");
            assert.match(await table.text("#match-status"), /Checkmate: White wins/);
            await table.page.click("#rematch");
            assert.ok(await table.isVisible("#setup"));
        },
        { hash: `#fen=${MATE_IN_ONE.replaceAll(" ", "_")}` },
    );

    const LAST_OF_FIFTY = "7k/8/5K2/8/8/8/8/6Q1 w - - 98 80";
    check(
        "a draw is claimed",
        async (table) => {
            await beginHere(table);
            assert.equal(await table.isVisible("#claim-draw"), false);
            await table.drag("g1b1");
            // Black has but one move.
            const game = new Game(LAST_OF_FIFTY, ["g1b1"]);
            game.play(game.legalMoves());
            assert.equal(game.state(), "fiftyMoves");
            await table.shows(game.fen());
            await table.page.click("#claim-draw");
            assert.equal(await table.text("#match-result"), "½–½");
            assert.match(await table.value("#pgn"), /\[Result "1\/2-1\/2"\]/);
        },
        { hash: `#fen=${LAST_OF_FIFTY.replaceAll(" ", "_")}` },
    );

    check("the famous games are legal, and shown from their start", async (table) => {
        const names = await table.texts("#famous-list button");
        assert.equal(names.length, 3);
        for (const [index, name] of names.entries()) {
            await table.page.click("#show-other-games");
            await table.page.click(`#famous-list li:nth-child(${index + 1}) button`);
            await table.shows(new Game().fen());
            const moves = await table.moves();
            assert.equal(new Game().playSan(moves).state(), "checkmate", name);
            assert.equal(await table.text("#moves .result"), "1–0");
        }
    });

    check("the address has the game and the place in it", async (table) => {
        await table.loadPgn("1. d4 Nf6 2. c4");
        await table.press("ArrowLeft");
        const hash = "#moves=d2d4_g8f6_c2c4&ply=2";
        await table.until("the address", (hash) => location.hash === hash, hash);
        await table.open(table.page.url());
        assert.deepEqual(await table.moves(), sans("d4 Nf6 c4"));
        await table.shows(new Game().playSan("d4 Nf6").fen());
        const fen = FULL_OF_MOVES.replaceAll(" ", "_");
        await table.page.evaluate((hash) => (location.hash = hash), `fen=${fen}&moves=e1g1`);
        const expected = new Game(FULL_OF_MOVES, ["e1g1"]).fen();
        await table.until("the game of the address", (fen) => document.querySelector("#fen").value === fen, expected);
        await table.page.evaluate(() => (location.hash = "moves=e2e5"));
        await table.until("a complaint", () => document.querySelector("#notice").textContent.includes("e2e5"));
        await table.shows(expected);
    });

    check("keys held down do not exhaust the patience of the browser", async (table) => {
        await table.loadPgn(OPERA);
        await table.until("the address of the game", () => location.hash.endsWith("_d1d8"));
        const addresses = await table.page.evaluate(async () => {
            window.addresses = [];
            for (let turn = 0; turn < 20; turn++)
                for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft"])
                    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
            await new Promise((resolve) => setTimeout(resolve, 400));
            return window.addresses;
        });
        assert.equal(addresses.length, 1);
        assert.match(addresses[0], /_d1d8&ply=32$/);
    }, {
        script: () => {
            window.addresses = [];
            const replace = history.replaceState;
            history.replaceState = (...words) => {
                window.addresses.push(words[2]);
                replace.apply(history, words);
            };
        },
    });

    test("loading shows its progress; a failure can be tried again", async () => {
        const table = new BoardPage(await browser.newPage());
        const { page } = table;
        let isDown = true;
        await page.route("**/seajay.wasm", (route) => (isDown ? route.abort() : route.continue()));
        await page.goto(`${server.url}/index.html`);
        await table.until("a failure", () => document.querySelector("#load-error").textContent.includes("loaded"));
        assert.ok(await table.isVisible("#progress"));
        isDown = false;
        await page.click("#load-again");
        await table.until("the page is ready", () => !document.body.classList.contains("not-ready"));
        assert.equal(await table.value("#progress"), 1);
        assert.equal(await table.isVisible("#loading"), false);
        await table.drag("e2e4");
        assert.deepEqual(await table.moves(), ["e4"]);
        await table.close();
    });

    check(
        "on a phone the board comes into view when there is something new on it",
        async (table) => {
            await table.fill("#pgn", OPERA);
            await table.page.tap("#load-pgn");
            assert.ok(await table.isInView("#board"), "a game that was loaded");
            await table.page.tap("#play-mode");
            assert.ok(await table.isInView("#begin"), "the form");
            await table.page.tap("#begin");
            await table.until("time runs", () => document.querySelector(".clock.running") !== null);
            for (const part of ["#board", "#top-clock", "#bottom-clock"]) assert.ok(await table.isInView(part), part);
        },
        { width: 375, height: 667, hasTouch: true, isMobile: true },
    );

    const windows = [[844, 390], [667, 375], [1366, 640], [1280, 800], [1024, 768], [1920, 1080], [390, 844]];
    for (const [width, height] of windows) {
        check(
            `${width} × ${height}: the board is whole, and nothing that asks is out of view`,
            async (table) => {
                const isInView = async (...parts) => {
                    for (const part of parts) assert.ok(await table.isInView(part), part);
                };
                const isBeside = async (part) => {
                    const [board, other] = await Promise.all(
                        ["cg-board", part].map((each) => table.page.locator(each).boundingBox()),
                    );
                    assert.ok(other.x >= board.x + board.width, `${part} is beside the board`);
                };
                await isInView("cg-board", "#back", "#flip");
                const { width: side } = await table.page.locator("cg-board").boundingBox();
                assert.ok(side > Math.min(width, height) * 0.6, `the board has ${side} pixels`);
                if (width > height && height < 700) for (const part of ["#back", "#evaluation"]) await isBeside(part);
                await table.page.click("#new-game");
                await isInView("#notice");
                await table.page.click("#notice button");
                await isInView("#begin", "#level");
                await table.beginMatch();
                await table.nextPicture();
                await isInView("cg-board", "#top-clock", "#bottom-clock");
                await table.press("n");
                assert.match(await table.text("#notice"), /resign first/i);
                await isInView("#notice");
                await table.resign();
                for (const dialog of ["help", "other-games"]) {
                    await table.page.click(`#show-${dialog}`);
                    await isInView(`#${dialog}`);
                    await table.page.click(`#close-${dialog}`);
                }
                await table.loadPgn(FILE);
                await isInView("#file-games");
                await table.page.click("#close-file-games");
                await table.page.evaluate(() => scrollTo(0, 0));
                await isInView("cg-board", "#top-player");
            },
            { width, height },
        );
    }

    check("few stops of the Tab key lead to the board and around it", async (table) => {
        await table.loadPgn(OPERA);
        await table.press("ArrowLeft");
        await table.has(3, "#lines .line-moves");
        await table.page.evaluate(() => (document.activeElement.blur(), scrollTo(0, 0)));
        const stops = [];
        for (let count = 0; count < 60 && !stops.includes("pgn"); count++) {
            await table.page.keyboard.press("Tab");
            stops.push(await table.page.evaluate(() => document.activeElement.id || document.activeElement.className));
        }
        const board = await table.page.evaluate(
            (stops) => stops.findIndex((id) => document.getElementById(id)?.closest(".table")), stops);
        assert.ok(board >= 0 && board <= 15, `${board} before the board`);
        assert.ok(stops.length <= 40, `${stops.length} to the end of the page`);
        // From the list of moves the arrow keys go on.
        await table.page.focus("#moves [aria-current]");
        for (const [key, place] of [["ArrowLeft", 31], ["ArrowUp", 0], ["ArrowRight", 1], ["ArrowDown", 33]]) {
            await table.page.keyboard.press(key);
            const places = await table.page.evaluate(() => [
                document.querySelectorAll("#moves [aria-current]")[0]?.dataset.place ?? "0",
                document.querySelectorAll("#moves [tabindex='0']").length,
            ]);
            assert.deepEqual(places, [String(place), 1], key);
        }
    });

    check("a reload keeps the game with its names, its end and its side, and the settings", async (table) => {
        await table.loadPgn(`[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Nc6 *`);
        await table.press("ArrowLeft");
        await table.press("f");
        await table.press("a");
        await table.page.click("#stats-title");
        const before = [await table.moves(), await table.fen(), await table.value("#pgn")];
        await table.reload();
        assert.deepEqual([await table.moves(), await table.fen(), await table.value("#pgn")], before);
        assert.equal(await table.page.$$eval(".orientation-black", (found) => found.length), 1);
        assert.equal(await table.page.getAttribute("#toggle-analysis", "aria-pressed"), "false");
        assert.ok(await table.page.$eval("#saved-work", ({ open }) => open));
        await table.beginMatch({ level: "2900", time: "0", color: "black" });
        await table.resign();
        await table.reload();
        assert.equal(await table.text("#match-result"), "1–0");
        assert.match(await table.value("#pgn"), /\[Black "You"\]\n\[Result "1-0"\]/);
        await table.page.click("#rematch");
        const form = await table.page.$eval("#setup", (form) => Object.fromEntries(new FormData(form)));
        assert.deepEqual(form, { level: "2900", time: "0", color: "black" });
        assert.equal(await table.text("#level-value"), "Full strength");
    });

    check(
        "a reload keeps the game although the address is written while it is under way",
        async (table) => {
            await table.page.route("**/index.html", async (route) => {
                await sleep(600);
                await route.continue();
            });
            for (const pause of [0, 100, 200]) {
                await table.loadPgn("1. e4 e5 {a comment} 2. Nf3 (2. Nc3) Nc6");
                await table.until("the address", () => location.hash.endsWith("b8c6"));
                await table.type("Bb5");
                const pgn = await table.value("#pgn");
                await sleep(pause);
                await table.reload();
                assert.equal(await table.value("#pgn"), pgn);
            }
        },
        { serviceWorkers: "block" },
    );

    check("a reload keeps a match with its clocks and its level", async (table) => {
        const clocks = () => table.texts(".clock");
        await table.beginMatch({ level: "700", time: "3+2" });
        await table.drag("e2e4");
        await table.has(2, "#moves button");
        await table.until("time passes", () => document.querySelector("#bottom-clock").textContent <= "2:58");
        const [moves, left] = [await table.moves(), await clocks()];
        await table.reload();
        assert.deepEqual(await table.moves(), moves);
        assert.equal(await table.text("#top-name"), "seajay, level 700");
        const seconds = (text) => text.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
        const [now, then] = [await clocks(), left].map((both) => both.map(seconds));
        assert.equal(now[0], then[0], "the engine's");
        assert.ok(now[1] <= then[1] && now[1] >= then[1] - 3, `${now} after ${then}`);
        await table.until("it goes on", () => document.querySelector("#bottom-clock.running") !== null);
        // The engine's turn is gone on with as well.
        const game = new Game().playSan(moves);
        const [reply] = game.legalMoves();
        await table.type(reply);
        await table.reload();
        await table.has(4, "#moves button");
        const played = await table.moves();
        assert.deepEqual(played.slice(0, 3), new Game().toSan([...game.moves(), reply]));
        assert.deepEqual(sans(played.join(" ")), played);
    });

    check(
        "the analysis that rests says why, and goes on; its counter never falls",
        async (table) => {
            await table.says("#effort", / positions/);
            await table.page.evaluate(() => {
                const effort = document.querySelector("#effort");
                const amount = () => {
                    const [, number, million] = /· ([\d.,]+)( million)? positions/.exec(effort.textContent) ?? [];
                    return number && Number(number.replaceAll(",", "")) * (million ? 1e6 : 1);
                };
                window.amounts = {};
                new MutationObserver(() => {
                    if (amount()) (window.amounts[document.querySelector("#fen").value] ??= []).push(amount());
                }).observe(effort, { childList: true });
            });
            await table.until("it rests", () => document.querySelector("#rest").checkVisibility());
            const why = /^Resting after \d+ s: (the mate is proven|it cannot look deeper|to save power)\.$/;
            assert.match(await table.text("#rest-words"), why);
            await table.press("ArrowLeft");
            await table.press("ArrowRight");
            await table.until("it rests again", () => document.querySelector("#rest").checkVisibility());
            const count = () => Object.values(window.amounts).flat().length;
            const seen = await table.page.evaluate(count);
            await table.page.click("#go-on");
            await table.until("it goes on", `(${count})() > ${seen}`);
            for (const [fen, amounts] of Object.entries(await table.page.evaluate(() => window.amounts)))
                assert.deepEqual(amounts, amounts.toSorted((a, b) => a - b), fen);
        },
        { hash: `#fen=${"7k/8/5K2/6Q1/8/8/8/8 b - - 12 60".replaceAll(" ", "_")}&moves=h8h7` },
    );

    test("the page works offline after the first visit", async () => {
        const own = await serve(`${web}/demo/dist`);
        const context = await browser.newContext();
        const table = new BoardPage(await context.newPage());
        await table.open(`${own.url}/index.html`);
        await table.page.evaluate(async () => {
            const { installing, waiting, active } = await navigator.serviceWorker.ready;
            return [installing, waiting, active].length;
        });
        own.close();
        await table.reload();
        await table.type("e4");
        await table.has(3, "#lines .line-moves");
        await table.page.goto(`${own.url}/`);
        await table.until("the folder's page is ready", () => !document.body.classList.contains("not-ready"));
        await context.close();
    });

    check(
        "with reduced motion nothing glides",
        async (table) => {
            await table.type("e4");
            const moving = await table.page.evaluate(() => document.getAnimations().length);
            assert.equal(moving, 0);
            assert.equal(await table.page.$$eval("piece.anim", (found) => found.length), 0);
        },
        { reducedMotion: "reduce" },
    );
});
