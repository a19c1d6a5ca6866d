// The analysis board of web/demo, in all browsers: what it keeps of a reader's games and texts, and what it says of them.
// demo.test.mjs has the board, the analysis and the matches.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Game, readPgn } from "seajay";

import { misplaced, sans, serveBoard, tryBoard } from "./board-page.mjs";
import { browsers } from "./browsers.mjs";

let server;
before(async () => (server = await serveBoard()));
after(() => server?.close());

/** Begins a match without a clock, and waits for the reader's turn. */
async function beginMatch(table) {
    await table.beginMatch({ level: "400", time: "0" });
    await myTurn(table);
}

/** Opens a file with this text, or these bytes, as its picker does. */
const openFile = (table, content) =>
    table.page.$eval(
        "#file",
        (picker, content) => {
            const list = new DataTransfer();
            list.items.add(new File([typeof content === "string" ? content : new Uint8Array(content)], "club.pgn"));
            picker.files = list.files;
            picker.dispatchEvent(new Event("change"));
        },
        typeof content === "string" ? content : [...content],
    );

/** Pastes a text beside the fields. */
const paste = (table, text) =>
    table.page.evaluate((text) => {
        const event = new Event("paste", { bubbles: true, cancelable: true });
        document.body.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
    }, text);

/** Notes what the page saves and copies. */
const watchTexts = (table) =>
    table.page.evaluate(() => {
        navigator.clipboard.writeText = async (text) => (window.copied = text);
        URL.createObjectURL = (blob) => ((window.saved = blob), "#");
        HTMLAnchorElement.prototype.click = function () {
            window.savedAs = this.download;
        };
        HTMLInputElement.prototype.click = function () {
            window.picked = [this.type, this.accept];
        };
    });

/** What a click on Save, or on a button that copies, gives. */
async function saved(table) {
    await table.page.click("#save-pgn");
    return table.page.evaluate(() => window.saved.text());
}
async function copied(table, id) {
    await table.page.click(`#copy-${id}`);
    return table.page.evaluate(() => window.copied);
}

const myTurn = (table) => table.says("#match-status", /your move/);

for (const [name, launch] of Object.entries(browsers))
    describe(`the page in ${name}`, { skip: launch ? false : "it is not installed" }, () => {
        let browser;
        before(async () => (browser = await launch()));
        after(() => browser?.close());

        const check = (name, body, options) =>
            test(name, () => tryBoard(browser, `${server.url}/index.html`, body, options));

        check("a game with the mouse to its end", async (table) => {
            const game = new Game();
            const moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];
            for (const [index, move] of moves.entries()) {
                await (index % 2 === 0 ? table.drag(move) : table.clickMove(move));
                game.play(move);
                await table.shows(game.fen());
            }
            assert.equal(game.state(), "checkmate");
            assert.deepEqual(await table.moves(), new Game().toSan(moves));
            assert.equal(await table.text("#moves .result"), "1–0");
            assert.equal(await table.text("#state"), "Checkmate: White wins");
            assert.match(await table.text("#announcement"), /White played Qxf7#\. Checkmate/);
            assert.equal(await table.text("#score"), "1–0");
            await table.drag("e8f7");
            await table.shows(game.fen());
        });

        check("a draw that has been declined cannot be offered again after a reload", async (table) => {
            await beginMatch(table);
            const isDisabled = () => table.page.$eval("#offer-draw", ({ disabled }) => disabled);
            assert.equal(await isDisabled(), false);
            await table.page.click("#offer-draw");
            await table.reload();
            await myTurn(table);
            assert.equal(await isDisabled(), true);
            assert.match(await table.text("#match-status"), /plays on/);
        });

        check("a result in the PGN that the board contradicts is shown beside the board's", async (table) => {
            const games = [
                ["1. f3 e5 2. g4 Qh4#", "1/2-1/2", "0–1", "½–½", "Checkmate: Black wins"],
                ["1. f3 e5 2. g4 Qh4#", "1-0", "0–1", "1–0", "Checkmate: Black wins"],
                ['[FEN "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"]\n\n1. Qg6', "1-0", "½–½", "1–0", "Stalemate: a draw"],
            ];
            for (const [moves, tag, result, claimed, state] of games) {
                await table.loadPgn(`[Result "${tag}"]\n${moves} ${tag}`);
                assert.equal(await table.text("#moves .result"), `${result} on the board, ${claimed} in the tag Result`);
                assert.equal(await table.text("#state"), `${state}, but the tag Result says ${claimed}`);
                assert.ok((await table.value("#pgn")).includes(`[Result "${tag}"]`), "the file stays as it is");
            }
            for (const tag of ["0-1", "*"]) {
                await table.loadPgn(`[Result "${tag}"]\n1. f3 e5 2. g4 Qh4# ${tag}`);
                assert.equal(await table.text("#moves .result"), "0–1");
                assert.equal(await table.text("#state"), "Checkmate: Black wins");
            }
        });

        check("what was replaced can be restored until one does so, or dismisses it", async (table) => {
            const offered = () => table.text("#notice");
            await table.loadPgn("1. e4 e5 (1... c5 {mine}) 2. Nf3");
            await beginMatch(table);
            for (const move of ["a3", "h3", "b3", "g3"]) {
                await table.type(move);
                await myTurn(table);
            }
            assert.match(await offered(), /replaced\. ?End this one and restore it/, "eight plies later");
            await table.reload();
            assert.match(await offered(), /End this one and restore it/, "after a reload");
            await table.resign();
            assert.match(await offered(), /replaced\. ?Restore×$/, "the match is over");
            await table.page.evaluate(() => (location.hash = "moves=e2e5"));
            await table.says("#notice", /cannot be shown/);
            assert.match(await offered(), /replaced/, "a message leaves it");
            await table.page.click("#notice p:last-of-type button");
            assert.match(await table.value("#pgn"), /1\. e4 e5 \(1\.\.\. c5 \{mine\}\) 2\. Nf3/);
            await table.reload();
            await table.page.click("#notice button");
            assert.match(await table.value("#pgn"), /1\. a3/, "and back");
            await table.page.click("#notice [aria-label=Dismiss]");
            await table.reload();
            assert.equal(await offered(), "", "it is dismissed");
        });

        check("a message is dismissed alone, and the offer below it stays", async (table) => {
            await table.loadPgn("1. e4 e5 {mine}");
            await beginMatch(table);
            await table.press("n");
            assert.match(await table.text("#notice"), /^Resign first, or finish the game\.The game/);
            await table.page.click("#notice [aria-label=Dismiss]");
            assert.match(await table.text("#notice"), /^The game that was here has been replaced/);
            await table.page.click("#notice button");
            assert.match(await table.value("#pgn"), /\{mine\}/);
        });

        check(
            "in a small window a match's controls stay in view, whatever is offered or loaded",
            async (table) => {
                await table.loadPgn("1. e4 e5 {mine}");
                await table.page.evaluate(() => {
                    const { arrayBuffer } = File.prototype;
                    const isReleased = new Promise((resolve) => (window.release = resolve));
                    File.prototype.arrayBuffer = async function () {
                        await isReleased;
                        return arrayBuffer.call(this);
                    };
                });
                await openFile(table, "1. e4 Ke4");
                await beginMatch(table);
                assert.match(await table.text("#notice"), /replaced/);
                const here = () => table.page.evaluate(() => [scrollY, document.activeElement.id]);
                const before = await here();
                const isCalm = async (what) => {
                    await table.until(what, () => /^Resign first/.test(document.querySelector("#notice").textContent));
                    for (const id of ["match-status", "offer-draw", "resign"])
                        assert.ok(await table.isInView(`#${id}`), id);
                    assert.deepEqual(await here(), before, what);
                    await table.page.$eval("#notice [aria-label=Dismiss]", (button) => button.click());
                };
                await table.page.evaluate(() => window.release());
                await isCalm("the file that was being read");
                for (const text of ["1. e4 Ke4", "1. d4", "8/8/8/8/8/8/8/8 w - - 0 1"]) {
                    await paste(table, text);
                    await isCalm(text);
                }
                await openFile(table, "1. e4 Ke4");
                await isCalm("another file");
            },
            { width: 375, height: 667 },
        );

        check("another address in the same tab leaves a way back", async (table) => {
            await table.loadPgn("1. e4 e5 (1... c5 {mine}) 2. Nf3");
            await table.until("the address", () => location.hash.endsWith("g1f3"));
            await table.open(`${server.url}/index.html#moves=c2c4`);
            assert.deepEqual(await table.moves(), ["c4"]);
            await table.page.click("#notice button");
            assert.match(await table.value("#pgn"), /\{mine\}/);
            await table.open(`${server.url}/index.html`);
            assert.match(await table.value("#pgn"), /\{mine\}/, "a bare address asks for nothing else");
        });

        /** More than a tab has room for: 100 games of 60 kB. */
        const LARGE = Array.from(
            { length: 100 },
            (_, index) => `[White "W${index}"]\n[Black "B"]\n\n1. e4 {${"x".repeat(60_000)}} e5 (1... c5) 2. Nf3 *\n`,
        ).join("\n");
        const choose = async (table, number) => {
            await table.page.click("#show-file-games");
            await table.page.click(`#game-list li:nth-child(${number}) button`);
        };
        const loadLarge = async (table) => {
            await openFile(table, LARGE);
            await table.has(100, "#game-list li");
            await table.page.click("#close-file-games");
        };
        /** The name of White, and how many games there are. */
        const shown = async (table) => [await table.text("#bottom-name"), await table.text("#show-file-games")];

        check("a reload keeps a large file, and what has become of its games", async (table) => {
            await loadLarge(table);
            for (const [number, move] of [[5, "d4"], [7, "c4"]]) {
                await choose(table, number);
                await table.type(move);
                assert.deepEqual(await table.texts("#moves .variation button"), [move, "c5"]);
            }
            await choose(table, 9);
            await table.reload();
            assert.deepEqual(await shown(table), ["W8", "Game 9 of 100"]);
            assert.equal(await table.text("#notice"), "");
            for (const [number, move] of [[5, "d4"], [7, "c4"], [100, undefined]]) {
                await choose(table, number);
                assert.deepEqual(await shown(table), [`W${number - 1}`, `Game ${number} of 100`]);
                assert.deepEqual(await table.texts("#moves .variation button"), move ? [move, "c5"] : ["c5"]);
            }
            await table.press("n");
            await table.reload();
            assert.deepEqual(await table.moves(), []);
            await table.page.click("#notice button");
            assert.deepEqual(await shown(table), ["W99", "Game 100 of 100"], "it can be restored after a reload");
            await choose(table, 5);
            assert.deepEqual(await table.texts("#moves .variation button"), ["d4", "c5"]);
        });

        const isUnreadable = () => {
            if (!localStorage.getItem("unreadable")) return;
            IDBFactory.prototype.open = () => {
                throw new DOMException("not now", "UnknownError");
            };
        };
        check(
            "a large file that cannot be read is there again once it can",
            async (table) => {
                await loadLarge(table);
                await choose(table, 5);
                await table.page.evaluate(() => localStorage.setItem("unreadable", "1"));
                await table.reload();
                assert.match(await table.text("#notice"), /cannot read the other games/);
                await table.type("d4");
                await table.page.evaluate(() => localStorage.removeItem("unreadable"));
                await table.reload();
                assert.deepEqual(await shown(table), ["W4", "Game 5 of 100"]);
                assert.deepEqual(await table.texts("#moves .variation button"), ["d4", "c5"]);
                await choose(table, 6);
                assert.deepEqual(await shown(table), ["W5", "Game 6 of 100"]);
            },
            { script: isUnreadable },
        );

        const hasRoomForOne = () => {
            const { setItem } = Storage.prototype;
            Storage.prototype.setItem = function (name, text) {
                if (text.length > 20_000) throw new DOMException("full", "QuotaExceededError");
                setItem.call(this, name, text);
            };
        };
        check(
            "a tab without room for all changes keeps the game on the board, and the file",
            async (table) => {
                const games = ["A", "B"].map((name) => `[White "${name}"]\n\n1. e4 {${"x ".repeat(6000)}} e5 *\n`);
                await openFile(table, games.join("\n"));
                await table.until("the list", () => document.querySelector("#file-games").open);
                await table.page.click("#close-file-games");
                for (const number of [1, 2]) {
                    await choose(table, number);
                    await table.type("d4");
                }
                assert.match(await table.text("#notice"), /a reload would lose games/);
                await table.reload();
                assert.deepEqual(await shown(table), ["B", "Game 2 of 2"]);
                assert.deepEqual(await table.texts("#moves .variation button"), ["d4"]);
                assert.match(await table.text("#notice"), /not kept what has been changed in the other games/);
                await choose(table, 1);
                assert.deepEqual(await table.moves(), ["e4", "e5"]);
            },
            { script: hasRoomForOne },
        );

        const refusals = {
            "a database": () => {
                IDBFactory.prototype.open = () => {
                    throw new DOMException("not here", "SecurityError");
                };
            },
            "room in the database": () => {
                IDBObjectStore.prototype.put = function () {
                    this.transaction.abort();
                };
            },
            "any storage": () => {
                for (const prototype of [IDBFactory.prototype, Storage.prototype])
                    prototype.open = prototype.setItem = () => {
                        throw new DOMException("not here", "SecurityError");
                    };
            },
        };
        for (const [what, script] of Object.entries(refusals))
            check(
                `without ${what} a large file works, and a notice says what a reload would lose`,
                async (table) => {
                    assert.equal(await table.text("#notice"), "", "there is nothing to lose");
                    await loadLarge(table);
                    await table.says("#notice", /a reload would lose games/);
                    await choose(table, 5);
                    assert.deepEqual(await shown(table), ["W4", "Game 5 of 100"]);
                    assert.match(await table.text("#notice"), /a reload would lose games/, "it stays");
                    await table.page.click("#notice [aria-label=Dismiss]");
                    await table.press("ArrowRight");
                    assert.equal(await table.text("#notice"), "", "it does not come again");
                    await table.reload();
                    if (what === "any storage") return;
                    assert.equal(await table.text("#bottom-name"), "W4", "the game on the board");
                    const words = what === "a database" ? /cannot read the other games/ : /not kept the other games/;
                    assert.match(await table.text("#notice"), words);
                },
                { script },
            );

        check("a text under edit is overwritten by nothing until it is loaded or given up", async (table) => {
            const texts = { pgn: "1. d4 d5 2. c4", fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" };
            const visible = (id) => table.isVisible(`#discard-${id}`);
            await beginMatch(table);
            for (const [id, text] of Object.entries(texts)) await table.fill(`#${id}`, text);
            await table.type("a3");
            await myTurn(table);
            await table.press("ArrowLeft");
            const [first] = await table.moves();
            assert.equal(first, "a3");
            for (const [id, text] of Object.entries(texts)) {
                await table.page.click(`#load-${id}`);
                assert.match(await table.text(`#${id}-error`), /resign first/i);
                assert.deepEqual([await table.value(`#${id}`), await visible(id)], [text, true], "loading fails");
            }
            await table.resign();
            await table.page.click("#discard-pgn");
            assert.match(await table.value("#pgn"), /1\. a3/);
            assert.equal(await table.page.evaluate(() => document.activeElement.id), "pgn");
            await table.page.focus("#fen");
            await table.page.keyboard.press("Escape");
            assert.equal(await table.fen(), texts.fen, "a key does not throw it away");
            await table.page.click("#discard-fen");
            assert.equal(await table.fen(), new Game().play("a2a3").fen());
            assert.deepEqual([await visible("pgn"), await visible("fen")], [false, false]);
            assert.equal(await table.text("#fen-error"), "");
            await table.fill("#pgn", texts.pgn);
            await table.page.click("#load-pgn");
            assert.deepEqual(await table.moves(), sans("d4 d5 c4"));
            assert.equal(await visible("pgn"), false, "it is loaded");
            await table.type("c6");
            assert.match(await table.value("#pgn"), /2\. c4 c6/);
        });

        check("a text under edit is saved and copied as it is, and has no link", async (table) => {
            await watchTexts(table);
            await table.loadPgn("1. e4 e5");
            const texts = { pgn: "1. d4 {mine", fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" };
            for (const [id, text] of Object.entries(texts)) {
                const isDisabled = () => table.page.$eval(`#link-${id}`, ({ disabled }) => disabled);
                assert.equal(await isDisabled(), false);
                await table.fill(`#${id}`, text);
                assert.equal(await copied(table, id), text);
                assert.equal(await isDisabled(), true);
                if (id === "pgn") assert.equal(await saved(table), text);
                await table.page.click(`#discard-${id}`);
                assert.equal(await copied(table, id), await table.value(`#${id}`));
                assert.equal(await isDisabled(), false);
            }
        });

        check("of a large file one game is edited, and the others stay", async (table) => {
            await watchTexts(table);
            await loadLarge(table);
            await choose(table, 5);
            const label = () => table.text("#pgn-label");
            const FIFTH = "Game 5 (PGN); Save and Copy have all 100";
            assert.equal(await label(), FIFTH);
            const text = '[White "W4"]\n[Event "Open"]\n\n1. d4 d5 *';
            await table.fill("#pgn", text);
            await choose(table, 7);
            assert.deepEqual([await label(), await table.value("#pgn")], [FIFTH, text]);
            const games = [...readPgn(await saved(table))];
            assert.ok(games.length === 100 && games.every(({ tags }, index) => tags.White === `W${index}`));
            assert.deepEqual([games[4].tags.Event, games[4].game.moves()], ["Open", ["d2d4", "d7d5"]]);
            const wrongs = [["1. e4 Ke4", /Column 7: .*Ke4/], ["1. e4 *\n\n1. d4 *", /one game of a file/]];
            for (const [wrong, words] of wrongs) {
                await table.fill("#pgn", wrong);
                await table.page.click("#load-pgn");
                assert.match(await table.text("#pgn-error"), words);
                assert.deepEqual(await shown(table), ["W6", "Game 7 of 100"]);
            }
            await table.loadPgn(text);
            assert.deepEqual(await shown(table), ["W4", "Game 5 of 100"]);
            assert.deepEqual(await table.moves(), ["d4", "d5"]);
            assert.match(await table.text("#notice"), /replaced/);
            await choose(table, 6);
            assert.deepEqual(await shown(table), ["W5", "Game 6 of 100"]);
            await table.fill("#pgn", text);
            await table.press("n");
            assert.equal(await label(), "Games (PGN)", "its file is gone");
            await table.page.click("#load-pgn");
            assert.deepEqual(await table.moves(), ["d4", "d5"]);
            assert.equal(await table.isVisible("#show-file-games"), false);
        });

        check("a text of as many games as before leaves the reader in the same game", async (table) => {
            const games = '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n';
            await table.loadPgn(games);
            await table.page.click("#close-file-games");
            await choose(table, 2);
            await table.loadPgn(games.replace("1. d4", "1. d4 d5"));
            assert.deepEqual(await shown(table), ["B", "Game 2 of 2"]);
            assert.deepEqual(await table.moves(), ["d4", "d5"]);
            assert.equal(await table.isVisible("#file-games"), false);
        });

        check("a link copies the game itself with the place in it, or the position, and says which", async (table) => {
            await watchTexts(table);
            await table.loadPgn("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nc3 Nc6");
            const cases = [
                ["ArrowLeft", "pgn", "#moves=e2e4_e7e5_b1c3_b8c6&ply=3", /moves of the game itself, at this position, without variations\./],
                ["ArrowRight", "pgn", "#moves=e2e4_e7e5_b1c3_b8c6", /at this position/],
                [null, "fen", `#fen=${new Game().playSan("e4 c5 Nf3").fen().replaceAll(" ", "_")}`, /this position, without/],
                [null, "pgn", "#moves=e2e4_e7e5_b1c3_b8c6&ply=1", /where this variation begins/],
            ];
            for (const [key, id, hash, words] of cases) {
                if (key) await table.press(key);
                else await table.page.$$eval("#moves .variation button", (buttons) => buttons[1].click());
                await table.page.click(`#link-${id}`);
                await table.until("it is copied", (id) => document.querySelector(`#link-${id}`).textContent === "Copied", id);
                assert.ok((await table.page.evaluate(() => window.copied)).endsWith(`index.html${hash}`), hash);
                assert.match(await table.text("#copied"), words);
            }
            await table.press("ArrowLeft");
            assert.equal(await table.text("#copied"), "", "it is about another place");
        });

        check("files are opened, whatever their encoding, and everything is saved", async (table) => {
            await watchTexts(table);
            await table.page.click("#open-file");
            assert.deepEqual(await table.page.evaluate(() => window.picked), ["file", ".pgn,text/plain"]);
            const pgn = '[White "Müller"]\n\n1. e4 e5 (1... c5 {x}) *\n\n[White "B"]\n\n1. d4 *\n';
            for (const encoding of ["utf8", "latin1"]) {
                await openFile(table, Buffer.from(pgn, encoding));
                await table.until("the list", () => document.querySelector("#file-games").open);
                assert.equal(await table.text("#game-list button span"), "Müller – ?");
                await table.page.click("#close-file-games");
            }
            await table.type("Nf3");
            const text = await saved(table);
            const name = () => table.page.evaluate(() => window.savedAs);
            assert.equal(await name(), "club.pgn", "its own name");
            const read = [...readPgn(text)];
            assert.deepEqual(read.map(({ tags }) => tags.White), ["Müller", "B"]);
            assert.match(text, /1\. e4 e5 \(1\.\.\. c5 \{x\}\) 2\. Nf3/);
            assert.equal(text, await table.value("#pgn"));
            await table.press("n");
            await saved(table);
            assert.equal(await name(), "games.pgn", "a new game has none");
            await openFile(table, "1. e4 e5\r\n2. Ke4\r\n");
            await table.until("a complaint", () => document.querySelector("#pgn-error").textContent !== "");
            assert.equal(await table.value("#pgn"), "1. e4 e5\n2. Ke4\n");
            assert.match(await table.text("#pgn-error"), /^Line 2, column 4/);
            const selected = ({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd);
            assert.equal(await table.page.$eval("#pgn", selected), "Ke4");
            assert.ok(await table.isInView("#pgn-error"));
            await table.fill("#pgn", "typed");
            for (const pgn of ["1. e4 e5 2. Kd4", "1. c4"]) {
                await openFile(table, pgn);
                if (pgn !== "1. c4") {
                    await table.says("#pgn-error", /Kd4/);
                    assert.match(await table.text("#pgn-error"), /^The file: line 1: .*\.$/);
                    await paste(table, pgn);
                    assert.match(await table.text("#pgn-error"), /^The pasted text: line 1: .*Kd4.*\.$/);
                    const isWrong = await table.page.$eval("#pgn", ({ ariaInvalid }) => ariaInvalid);
                    assert.equal(isWrong, "false", "what is typed is not to blame");
                } else await table.has(1, "#moves button");
                assert.equal(await table.value("#pgn"), "typed", "what is typed stays");
            }
        });

        check("a game with a fault is marked in the list, and shows it when it is opened", async (table) => {
            await table.loadPgn(
                '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 e5 2. Ke4 *\n\n[White "C"]\n\n1. d4 (1. Kd2) d5 *\n',
            );
            const marks = () =>
                table.page.$$eval("#game-list button", (all) =>
                    all.map((each) => each.querySelector(".error")?.textContent ?? ""),
                );
            await table.has(2, "#game-list .error");
            assert.deepEqual(await marks(), ["", "Has a fault", "Has a fault"]);
            const fault = () => table.texts("#moves .error");
            for (const reloads of [false, true]) {
                if (reloads) await table.reload();
                else await table.page.click("#close-file-games");
                await choose(table, 1);
                assert.deepEqual(await fault(), []);
                for (const [number, word, moves] of [[2, "Ke4", "e4 e5"], [3, "Kd2", "d4 d5"]]) {
                    await choose(table, number);
                    const [text] = await fault();
                    assert.match(text, new RegExp(`had a fault in this game.* left out: line \\d+: .*${word}`));
                    assert.deepEqual(await table.moves(), sans(moves));
                }
                assert.deepEqual(await marks(), ["", "Has a fault", "Has a fault"]);
            }
            await table.type("Nf3");
            assert.deepEqual(await fault(), []);
            await choose(table, 1);
            await table.page.click("#show-file-games");
            assert.deepEqual(await marks(), ["", "Has a fault", ""], "the game is another one now");
        });

        check("a notice of faults ends with its file, which an address may have as well", async (table) => {
            const pgn = '[White "A"]\n\n1. e4 Ke4 *\n\n[White "B"]\n\n1. d4 *\n';
            await table.page.evaluate((pgn) => (location.hash = `pgn=${encodeURIComponent(pgn)}`), pgn);
            await table.until("the list", () => document.querySelector("#file-games").open);
            await table.page.click("#close-file-games");
            await table.says("#notice", /^One game has a fault, and part of it is left out: line 3: .*Ke4/);
            await choose(table, 2);
            assert.match(await table.text("#notice"), /^One game has a fault/);
            await table.loadPgn("1. c4");
            assert.doesNotMatch(await table.text("#notice"), /fault/);
            await table.loadPgn(pgn.replace("1. d4", "1. d4 Kd4"));
            const words = /^2 games have faults, and parts of them are left out.*replaced.*Restore/;
            await table.says("#notice", words);
            await table.page.click("#close-file-games");
            await table.page.click("#notice button");
            assert.deepEqual(await table.moves(), ["c4"]);
        });

        check("a file of 3,000 games is read in the background, and stepped through at once", async (table) => {
            const moves = "1. e4 {[%clk 0:05:00]} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
            const pgn = Array.from({ length: 3000 }, (_, index) => `[White "W${index}"]\n[Black "B"]\n\n${moves} *\n`).join("\n");
            const { took, worst, turns } = await table.page.evaluate(async (pgn) => {
                const picker = document.querySelector("#file");
                const list = new DataTransfer();
                list.items.add(new File([pgn], "games.pgn"));
                picker.files = list.files;
                const began = performance.now();
                let [last, worst] = [began, 0];
                const turns = [];
                picker.dispatchEvent(new Event("change"));
                while (document.querySelectorAll("#game-list li").length < 3000) {
                    await new Promise((resolve) => setTimeout(resolve, 5));
                    const pause = performance.now() - last;
                    worst = Math.max(worst, pause);
                    if (/Reading/.test(document.querySelector("#notice").textContent)) turns.push(pause);
                    last = performance.now();
                }
                return { took: last - began, worst, turns };
            }, pgn);
            assert.ok(took < 5000 && worst < 1000, `${took} ms, of which ${worst} without a pause`);
            const [usual = 0] = turns.toSorted((a, b) => a - b).slice(turns.length >> 1);
            assert.ok(usual < 200, `the page has its turn after ${turns} ms`);
            assert.equal(await table.text("#pgn-label"), "Game 1 (PGN); Save and Copy have all 3,000");
            await table.page.click("#close-file-games");
            const { times, kept, written } = await table.page.evaluate(async () => {
                const field = document.querySelector("#pgn");
                let [kept, written] = [0, 0];
                const { setItem } = Storage.prototype;
                Storage.prototype.setItem = function (...words) {
                    kept = Math.max(kept, words[1].length);
                    setItem.apply(this, words);
                };
                IDBObjectStore.prototype.put = () => (kept = Infinity);
                const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
                Object.defineProperty(field, "value", { get: () => value.get.call(field), set: () => written++ });
                const times = [];
                for (let step = 0; step < 10; step++) {
                    const began = performance.now();
                    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
                    times.push(performance.now() - began);
                    await new Promise((resolve) => setTimeout(resolve, 50));
                }
                return { times, kept, written };
            });
            assert.ok(times.toSorted((a, b) => a - b)[5] < 50, `${times} ms`);
            assert.ok(kept < 10_000, `${kept} characters are kept`);
            assert.equal(written, 0);
        });

        /** All engines of the page draw the same number. This runs in the page. */
        const drawsAlike = () => {
            const Original = Worker;
            window.Worker = class extends Original {
                constructor(url, options) {
                    const text = `import ${JSON.stringify(String(url))}; Math.random = () => 0.5;`;
                    super(URL.createObjectURL(new Blob([text], { type: "text/javascript" })), options);
                }
            };
        };
        const draws = { "another game": undefined, "the same game where all draw one number": drawsAlike };
        for (const [what, script] of Object.entries(draws))
            check(
                `each match at a level is ${what}`,
                async (table) => {
                    const games = new Set();
                    for (let count = 0; count < 4; count++) {
                        await beginMatch(table);
                        for (const move of ["a3", "h3", "b3"]) {
                            await table.type(move);
                            await myTurn(table);
                        }
                        games.add((await table.moves()).join(" "));
                        await table.resign();
                        await table.page.click("#rematch");
                    }
                    assert.equal(games.size > 1, script === undefined, [...games].join());
                },
                { script },
            );

        check("one resigns by a second click, within five seconds", async (table) => {
            await beginMatch(table);
            for (let times = 0; times < 2; times++) {
                await table.page.click("#resign");
                assert.equal(await table.text("#resign"), "Really resign?");
                assert.equal(await table.isVisible("#match-result"), false);
                if (times === 0) await table.says("#resign", /^Resign$/);
            }
            await table.page.click("#resign");
            assert.equal(await table.text("#match-result"), "0–1");
        });

        /** Begins a match with a clock at a level, and plays a move. */
        async function playMove(table) {
            await table.beginMatch({ level: "700" });
            await table.type("e4");
            await table.has(2, "#moves button");
            return table.moves();
        }
        const isMatch = async (table, moves) => {
            await table.until("it goes on", () => document.querySelector("#bottom-clock.running") !== null);
            assert.deepEqual(await table.moves(), moves);
            assert.equal(await table.text("#top-name"), "seajay, level 700");
            assert.match(await table.text("#bottom-clock"), /^[45]:\d\d$/);
            assert.ok(await table.isVisible("#resign"));
        };

        check("a match outlives its tab, and a link that is opened in it", async (table) => {
            const moves = await playMove(table);
            await table.close();
            const next = await table.another();
            await next.open(`${server.url}/index.html#moves=c2c4`);
            for (let reloads = 0; reloads < 2; reloads++) {
                if (reloads > 0) await next.reload();
                await next.says("#notice", /^Your last game is kept: You – seajay, level 700\.Go on with your game/);
                assert.deepEqual(await next.moves(), ["c4"]);
            }
            await next.page.click("#notice button");
            await isMatch(next, moves);
            await next.open(`${server.url}/index.html#moves=d2d4`);
            assert.deepEqual(await next.moves(), ["d4"]);
            await next.page.click("#notice button");
            await isMatch(next, moves);
            assert.deepEqual(next.complaints, []);
        });

        /** Waits until all is kept that the page has begun to keep. This runs in the page. */
        const isKept = () =>
            new Promise((resolve) => {
                const opening = indexedDB.open("seajay");
                opening.onsuccess = () => {
                    const transaction = opening.result.transaction("works");
                    transaction.oncomplete = () => resolve(opening.result.close());
                    transaction.objectStore("works").count();
                };
            });

        const lastGames = async (table) => {
            await table.page.click("#show-other-games");
            await table.until("the list", () => document.querySelector("#last-list").hasChildNodes());
            return table.texts("#last-list button span:first-child");
        };

        check("the last ten games and the last match are kept, and go on as they were", async (table) => {
            const moves = await playMove(table);
            await table.resign();
            const names = Array.from({ length: 12 }, (_, index) => `W${index}`);
            for (const name of names) await table.loadPgn(`[White "${name}"]\n\n1. d4 {mine} d5 (1... Nf6) *`);
            const kept = names.slice(1, -1).toReversed().map((name) => `${name} – ?`).concat("You – seajay, level 700 0–1");
            assert.deepEqual(await lastGames(table), kept, "without the one on the board");
            await table.page.click("#last-list li:nth-child(2) button");
            await table.says("#bottom-name", /^W9/);
            assert.match(await table.value("#pgn"), /"W9"[^]*1\. d4 \{mine\} 1\.\.\. d5 \(1\.\.\. Nf6\) \*/);
            await table.close();
            const next = await table.another();
            await next.open(`${server.url}/index.html`);
            await next.says("#notice", /^Your last game is kept: W9 – \?Restore/);
            assert.deepEqual((await lastGames(next)).slice(0, 3), ["W9 – ?", "W11 – ?", "W10 – ?"]);
            await next.page.click("#last-list li:last-child button");
            await next.says("#match-result", /./);
            assert.deepEqual([await next.moves(), await next.text("#match-result")], [moves, "0–1"]);
        });

        /** What another version has kept. This runs in the page. */
        const keepOtherwise = (version) => {
            sessionStorage.setItem("seajay-table", '{ "hash": "", "work": {} }');
            const opening = indexedDB.open("seajay", version);
            opening.onupgradeneeded = () => {
                const { result } = opening;
                for (const name of ["files", "works"]) result.createObjectStore(name).put({ isPlaying: true }, 1);
            };
            opening.onsuccess = () => opening.result.close();
        };
        for (const version of [2, 99])
            check(
                `what version ${version} of the page has kept is left alone`,
                async (table) => {
                    await table.page.click("#show-other-games");
                    await table.says("#last-list", /^None yet/);
                    assert.equal(await table.text("#notice"), "");
                    await table.page.click("#close-other-games");
                    await table.loadPgn("1. e4 {mine} *");
                    await table.reload();
                    assert.match(await table.value("#pgn"), /mine/);
                },
                { script: `(${keepOtherwise})(${version})` },
            );

        check(
            "a file is kept for a month after it was opened last",
            async (table) => {
                await table.loadPgn('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n');
                for (const [day, words] of [[20, /^$/], [40, /^$/], [75, /not kept the other games/]]) {
                    await table.page.evaluate((day) => localStorage.setItem("day", day), day);
                    const other = await table.another();
                    await other.open(`${server.url}/index.html`);
                    await other.page.evaluate(isKept);
                    await other.close();
                    await table.reload();
                    assert.match(await table.text("#notice"), words, `after ${day} days`);
                }
            },
            {
                script: () => {
                    const { now } = Date;
                    Date.now = () => now() + Number(localStorage.getItem("day")) * 24 * 3600 * 1000;
                },
            },
        );

        check("a match that has been dismissed does not keep later games from being offered", async (table) => {
            await playMove(table);
            await table.close();
            const next = await table.another();
            await next.open(`${server.url}/index.html`);
            await next.says("#notice", /Go on with your game/);
            await next.page.click("#notice [aria-label=Dismiss]");
            await next.loadPgn('[White "A"]\n\n1. e4 *');
            await next.page.evaluate(isKept);
            await next.close();
            const last = await table.another();
            await last.open(`${server.url}/index.html`);
            await last.says("#notice", /^Your last game is kept: A – \?Restore/);
        });

        check("two tabs do not overwrite each other's games", async (table) => {
            const other = await table.another();
            await other.open(`${server.url}/index.html`);
            await table.loadPgn('[White "A"]\n\n1. e4 *');
            await other.loadPgn('[White "B"]\n\n1. d4 *');
            await table.page.bringToFront();
            await table.type("e5");
            // The third takes up what the first still has, as it is by then.
            const third = await table.another();
            await third.open(`${server.url}/index.html`);
            await third.says("#notice", /A – \?/);
            const play = async (each, move) => {
                await each.page.bringToFront();
                await each.type(move);
                await each.page.evaluate(isKept);
            };
            await play(table, "Nf3");
            await third.page.bringToFront();
            await third.page.click("#notice button");
            await third.has(3, "#moves button");
            for (const [each, move] of [[third, "Nc6"], [table, "Nf6"], [other, "d5"]]) await play(each, move);
            // What the last one dismisses stays as it is by then, too.
            const last = await table.another();
            await last.open(`${server.url}/index.html`);
            await last.says("#notice", /B – \?/);
            await play(other, "c4");
            for (const each of [table, other, third]) await each.close();
            await last.page.bringToFront();
            await last.page.click("#notice [aria-label=Dismiss]");
            await last.page.evaluate(isKept);
            assert.deepEqual((await lastGames(last)).toSorted(), ["A – ?", "A – ?", "B – ?"]);
            await last.page.$$eval("#last-list button", (all) => all.find((each) => each.textContent.startsWith("B")).click());
            await last.has(3, "#moves button");
            assert.deepEqual(await last.moves(), ["d4", "d5", "c4"]);
        });

        check(
            "a crash is reported, and a new engine goes on",
            async (table) => {
                await table.has(3, "#lines .line-moves");
                await table.page.evaluate(() => {
                    const boom = () => new ErrorEvent("error", { message: "boom" });
                    for (const worker of window.started) worker.dispatchEvent(boom());
                });
                await table.says("#notice", /boom.*new engine/);
                await table.type("e4");
                await table.has(3, "#lines .line-moves");

                await table.page.evaluate(() => (window.isBroken = true));
                await table.type("e5");
                await table.says("#notice", /boom.*gives up/);
                await table.page.evaluate(() => (window.isBroken = false));
                await table.page.click("#notice button");
                await table.has(3, "#lines .line-moves");

                await table.page.evaluate(() => (window.isBroken = true));
                await table.loadPgn("1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
                assert.ok(await table.isVisible("#review-progress"));
                await table.says("#notice", /gives up/);
                assert.equal(await table.isVisible("#review-progress"), false, "the review ends");
                await table.page.evaluate(() => (window.isBroken = false));
                await table.page.click("#notice button");
                await table.until("the summary", () => !document.querySelector("#summary").hidden);
            },
            {
                script: () => {
                    window.started = [];
                    const Original = Worker;
                    window.Worker = class extends Original {
                        constructor(...words) {
                            super(...words);
                            window.started.push(this);
                            const crash = () => this.dispatchEvent(new ErrorEvent("error", { message: "boom" }));
                            this.addEventListener("message", () => window.isBroken && crash());
                        }
                    };
                },
            },
        );

        check(
            "the review of a game shows where one looks how far it is, and ends at a summary",
            async (table) => {
                await table.press("a");
                await beginMatch(table);
                for (const move of ["a3", "h3"]) {
                    await table.type(move);
                    await myTurn(table);
                }
                await table.resign();
                await table.page.click("#review");
                await table.says("#review-words", /^Judging the moves: \d of 4$/);
                assert.ok(await table.isInView("#review-progress"));
                await table.says("#announcement", /^The moves are judged\. White and Black: Accuracy \d+ % and \d+ %, Inaccuracies \d and \d,/);
                await table.loadPgn("1. f3 e5 2. g4 Qh4#");
                await table.until("the mate is judged", () => document.querySelector("#moves .mark.bad") !== null);
                await table.until("the summary", () => !document.querySelector("#summary").hidden);
                const counts = (await table.texts("#summary-rows td")).slice(2).map(Number);
                const marks = await table.texts("#moves .mark");
                const counted = ["?!", "?", "??"].flatMap((mark) => [0, 1].map((side) => marks.filter((each, index) => each === mark && index % 2 === side).length));
                assert.deepEqual(counts, counted);
                const bad = marks.flatMap((mark, index) => (mark ? [index + 1] : []));
                assert.ok(bad.includes(3), `${bad}: it allows a mate`);
                for (const place of [...bad, bad[0]]) {
                    await table.page.click("#next-mistake");
                    assert.equal(await table.page.$eval("#moves [aria-current]", ({ dataset }) => Number(dataset.place)), place);
                }
            },
            { width: 390, height: 844 },
        );

        check("a result goes with the moves that it ends", async (table) => {
            await table.loadPgn('[Result "1-0"]\n\n1. e4 g6 2. d4 Bg7 1-0');
            await table.page.click("#take-back");
            assert.match(await table.value("#pgn"), /\[Result "\*"\][^]*2\. d4 \*/);
            assert.equal(await table.page.$$eval("#moves .result", ({ length }) => length), 0);
        });

        check("a FEN of another board is read, and what had to be changed is said", async (table) => {
            const fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
            for (const text of ["4k3/8/8/8/8/8/8/4K2R w KQkq", `https://lichess.org/editor/${fen.replace("K -", "KQkq -").replaceAll(" ", "_")}?color=white&name=%E9`]) {
                await paste(table, text);
                await table.shows(fen);
                assert.match(await table.text("#notice"), /^Filled in or corrected: castling K/);
                await table.press("n");
            }
            const address = `${server.url}/index.html#fen=${fen.replaceAll(" ", "_")}`;
            await table.open(address.replace("_K_", "_KQ_"));
            assert.match(await table.text("#notice"), /^Filled in or corrected: castling K/, "of an address");
            await table.open(address);
            assert.doesNotMatch(await table.text("#notice"), /corrected/);
            await table.loadFen(fen);
            assert.doesNotMatch(await table.text("#notice"), /corrected/);
        });

        check("the move field takes small letters, says what is wrong, and is left by Escape", async (table) => {
            for (const move of ["nf3", "d5", "g3", "bg4", "bg2", "bxf3", "bxf3"]) await table.type(move);
            assert.deepEqual(await table.moves(), sans("Nf3 d5 g3 Bg4 Bg2 Bxf3 Bxf3"));
            for (const [move, words] of [["nc4", '"Nc4": no knight can go to c4.'], ["zz", '"zz": not a move such as e4, Nf3']]) {
                await table.type(move);
                assert.ok((await table.text("#move-error")).startsWith(words));
            }
            await table.page.keyboard.press("Escape");
            assert.deepEqual([await table.value("#move"), await table.text("#move-error")], ["", ""]);
            await table.page.keyboard.press("u");
            assert.equal((await table.moves()).length, 6, "keys work again");
        });

        check(
            "the list of games is closed at its top and by a tap beside it, and filtered by names and events",
            async (table) => {
                const games = Array.from({ length: 40 }, (_, index) => `[White "W${index}"]\n[Event "${index % 2 ? "Köln" : "Paris"}"]\n\n1. e4 *\n`);
                await table.loadPgn(games.join("\n"));
                assert.ok(await table.isInView("#close-file-games"));
                await table.fill("#filter", "w1 köln");
                const seen = () => table.page.$$eval("#game-list li:not([hidden]) span:first-child", (all) => all.map(({ textContent }) => textContent));
                assert.deepEqual(await seen(), [1, 11, 13, 15, 17, 19].map((index) => `W${index} – ?`));
                const { x, y } = await table.page.$eval("#filter", (field) => field.getBoundingClientRect().toJSON());
                await table.page.mouse.move(x + 10, y + 10);
                await table.page.mouse.down();
                await table.page.mouse.move(195, 5);
                await table.page.mouse.up();
                assert.ok(await table.isVisible("#file-games"), "a text was selected");
                await table.page.mouse.click(195, 5);
                await table.until("it is closed", () => !document.querySelector("#file-games").open);
                await table.loadPgn(games.slice(1).join("\n"));
                assert.equal((await seen()).length, 39, "those of another file");
            },
            { width: 390, height: 844 },
        );

        check(
            "on a phone no piece covers a coordinate, and the list of moves has room",
            async (table) => {
                await table.loadPgn(`1. e4 {${"a long comment ".repeat(100)}} e5`);
                const { covered, small, height } = await table.page.evaluate(() => {
                    const board = document.querySelector("cg-board").getBoundingClientRect();
                    const coords = [...document.querySelectorAll(".cg-wrap coord")];
                    const isCovered = (each) => {
                        const { left, right, top, bottom } = each.getBoundingClientRect();
                        return (left + right) / 2 < board.right && (top + bottom) / 2 < board.bottom;
                    };
                    const size = (each) => parseFloat(getComputedStyle(each).fontSize);
                    const { clientHeight: height } = document.querySelector("#moves");
                    return { covered: coords.filter(isCovered).length, small: coords.filter((each) => size(each) < 11).length, height };
                });
                assert.deepEqual([covered, small], [0, 0]);
                assert.ok(height > 400, `${height} pixels`);
            },
            { width: 390, height: 844 },
        );

        check("a played game is saved with its names and its time, and Analyse says why it waits", async (table) => {
            await watchTexts(table);
            await playMove(table);
            await table.page.$eval("#analyse-mode", (button) => button.click());
            assert.match(await table.text("#notice"), /^Resign first/);
            assert.ok(await table.isVisible("#resign"));
            await table.resign();
            assert.match(await saved(table), /\[White "You"\]\n\[Black "seajay, level 700"\][^]*\[TimeControl "300\+3"\]/);
            assert.equal(await table.page.evaluate(() => window.savedAs), "You – seajay, level 700.pgn");
        });

        check("the colours are the system's again after two presses", async (table) => {
            const theme = () => table.page.evaluate(() => [document.documentElement.dataset.theme, localStorage.getItem("seajay-theme")]);
            await table.press("t");
            const [chosen] = await theme();
            await table.reload();
            assert.deepEqual(await theme(), [chosen, `"${chosen}"`], "the choice is kept");
            await table.press("t");
            assert.deepEqual(await theme(), [undefined, "null"]);
        });

        const AXE_SIZES = [[320, 568], [390, 844], [667, 375], [1280, 800], [2560, 1440]];
        const SIZES = [
            ...[[320, 256], [320, 568], [360, 640], [375, 667], [390, 844], [480, 320], [568, 320], [640, 400], [667, 375]],
            ...[[768, 1024], [844, 390], [1024, 768], [1280, 800], [1920, 1080], [2560, 1440]],
        ];
        check("from 320 × 256 to 2560 × 1440 nothing is too wide, cut off or covered", async (table) => {
            const states = {
                "a game, an offer and a message": async () => {
                    await table.loadPgn("1. e4 e5 {mine} 2. Nf3");
                    await table.loadPgn('[White "A very long name of a player"]\n[Black "B"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0');
                    await table.press("ArrowLeft");
                    await table.until("the summary", () => !document.querySelector("#summary").hidden);
                    await table.has(3, "#lines .line-moves");
                    await table.page.evaluate(() => document.querySelector("#lines .line-score").click());
                },
                "the keys": () => table.press("?"),
                "the games": async () => {
                    await table.page.keyboard.press("Escape");
                    await lastGames(table);
                },
                "a file": async () => {
                    await table.page.keyboard.press("Escape");
                    await table.loadPgn('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 Ke4 *');
                },
                "the form": async () => {
                    await table.page.click("#close-file-games");
                    await table.page.click("#play-mode");
                },
                "a match": () => playMove(table),
                "its end": () => table.resign(),
            };
            for (const [state, reach] of Object.entries(states)) {
                await table.resize(1280, 900);
                await reach();
                for (const [width, height] of SIZES) {
                    await table.resize(width, height);
                    await table.nextPicture();
                    assert.deepEqual(await table.page.evaluate(misplaced), [], `${state}, ${width} × ${height}`);
                }
            }
        });

        check("axe-core finds nothing, at five sizes, in light and dark", async (table) => {
            const hasNone = async (state) => {
                for (const [width, height] of AXE_SIZES) {
                    await table.resize(width, height);
                    for (let themes = 0; themes < 2; themes++) {
                        assert.deepEqual(await table.violations(), [], `${state}, ${width} × ${height}, ${themes}`);
                        await table.page.evaluate(() => document.querySelector("#theme").click());
                    }
                }
            };
            await table.loadPgn("1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
            await table.press("ArrowLeft");
            await table.until("counts", () => !document.querySelector("#stats").hidden);
            await table.type("Zz9");
            await hasNone("analysis");
            await playMove(table);
            await hasNone("a match");
        });

        test("in forced colours the squares, the last move, bars and what is current are seen", async () => {
            const own = name === "firefox" ? await launch({ "browser.display.document_color_use": 2 }) : browser;
            const body = async (table) => {
                await table.loadPgn("1. e4 e5 2. Qh5 Ke7 3. Qxe5#");
                await table.press("ArrowLeft");
                await table.until("the last move", () => document.querySelector("square.last-move") !== null);
                const unseen = await table.page.evaluate(() => {
                    const style = (selector) => getComputedStyle(document.querySelector(selector));
                    const differ = (a, b) => style(a).backgroundColor !== style(b).backgroundColor;
                    const seen = {
                        "forced colours": matchMedia("(forced-colors: active)").matches,
                        squares: style("cg-board").backgroundImage !== "none",
                        "the last move": style("square.last-move").backgroundColor.startsWith("rgba(232"),
                        "the bar": differ(".white-share", "#bar"),
                        chances: differ("#win-part", "#loss-part") && differ("#draw-part", "#loss-part"),
                        "the mode": differ("#analyse-mode", "#play-mode"),
                        "the move": differ("#moves [aria-current]", "#moves > li > button:not([aria-current])"),
                    };
                    return Object.keys(seen).filter((what) => !seen[what]);
                });
                assert.deepEqual(unseen, []);
                for (const [width, height] of AXE_SIZES) {
                    await table.resize(width, height);
                    assert.deepEqual(await table.violations(), [], `${width} × ${height}`);
                }
            };
            try {
                await tryBoard(own, `${server.url}/index.html`, body, { forcedColors: "active" });
            } finally {
                if (own !== browser) await own.close();
            }
        });
    });
