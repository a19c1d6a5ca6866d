// What the analysis board of web/demo does for its users, in all browsers.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Game, init } from "seajay";

import { BoardPage } from "./board-page.mjs";
import { browsers } from "./browsers.mjs";
import { serve } from "./server.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));

let server;
before(async () => {
    execFileSync("npm", ["run", "--silent", "demo"], { cwd: web });
    await init();
    server = await serve(`${web}/demo/dist`);
});
after(() => server?.close());

const sans = (text) => {
    const game = new Game();
    return game.toSan(game.fromSan(text));
};

/** Begins a match without a clock, and waits for the reader's turn. */
async function beginMatch(table) {
    await table.page.click("#play-mode");
    await table.fill("#level", "400");
    await table.page.$eval("#time", (field) => (field.value = "0"));
    await table.page.click("#begin");
    await myTurn(table);
}

const myTurn = (table) =>
    table.until("my turn", () => /your move/.test(document.querySelector("#match-status").textContent));

for (const [name, launch] of Object.entries(browsers))
    describe(`the page in ${name}`, { skip: launch ? false : "it is not installed" }, () => {
        let browser;
        before(async () => (browser = await launch()));
        after(() => browser?.close());

        /** A test with a page of its own, which must not complain; `prepare` runs there before anything else. */
        function check(name, body, { width = 1280, height = 900, prepare } = {}) {
            test(name, async () => {
                const page = await browser.newPage();
                await (page.setViewportSize ?? page.setViewport).call(page, { width, height });
                if (prepare) await (page.addInitScript ?? page.evaluateOnNewDocument).call(page, prepare);
                const table = new BoardPage(page);
                await table.open(`${server.url}/index.html`);
                await body(table);
                assert.deepEqual(table.complaints, []);
                await table.close();
            });
        }

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
    });
