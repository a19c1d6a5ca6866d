// The page of the analysis board as a test sees it: in Chromium by Playwright, in Firefox by Puppeteer.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { Game, init } from "seajay";

import { serve } from "./server.mjs";

/** The folder of the package. */
export const web = fileURLToPath(new URL("..", import.meta.url));

const PATIENCE_MS = 60_000;

const AXE = `${web}/node_modules/axe-core/axe.min.js`;

/** Moves from the start of chess in the package's own notation. */
export const sans = (text) => {
    const game = new Game();
    return game.toSan(game.fromSan(text));
};

/** Builds the board, and serves it. */
export async function serveBoard() {
    execFileSync("npm", ["run", "--silent", "demo"], { cwd: web });
    await init();
    return serve(`${web}/demo/dist`);
}

export class BoardPage {
    /** What the page has complained about. */
    complaints = [];

    constructor(page) {
        this.page = page;
        page.on("pageerror", (error) => this.complaints.push(String(error)));
        page.on("console", (message) => {
            if (message.type() === "error") this.complaints.push(message.text());
        });
    }

    async open(url) {
        // Otherwise another hash alone loads nothing.
        if (this.page.url().split("#")[0] === url.split("#")[0]) await this.page.goto("about:blank");
        await this.page.goto(url);
        await this.until("the page is ready", () => !document.body.classList.contains("not-ready"));
    }

    /** Waits for something to be true in the page, and gives it. */
    async until(what, condition, argument) {
        const end = Date.now() + PATIENCE_MS;
        for (;;) {
            const value = await this.page.evaluate(condition, argument);
            if (value) return value;
            if (Date.now() > end) throw new Error(`never: ${what}; the page says "${await this.text("#notice")}"`);
            await sleep(50);
        }
    }

    /** Waits until there are so many elements. */
    has(count, selector) {
        const counts = ([count, selector]) => document.querySelectorAll(selector).length === count;
        return this.until(`${count} of ${selector}`, counts, [count, selector]);
    }

    /** Waits for a text that fits. */
    says(selector, pattern) {
        const fits = ([selector, source]) => new RegExp(source).test(document.querySelector(selector).textContent);
        return this.until(`${pattern} in ${selector}`, fits, [selector, pattern.source]);
    }

    /** Begins a match with what the form is to say, and waits until the engine is ready. */
    async beginMatch({ level, time, color } = {}) {
        await this.page.click("#play-mode");
        if (level) await this.fill("#level", level);
        if (time) await this.page.$eval("#time", (field, time) => (field.value = time), time);
        if (color) await this.page.$eval(`[name=color][value=${color}]`, (choice) => (choice.checked = true));
        await this.page.click("#begin");
        await this.says("#match-status", /your move|thinking/);
    }

    text(selector) {
        return this.page.$eval(selector, (element) => element.textContent.trim());
    }

    texts(selector) {
        return this.page.$$eval(selector, (elements) => elements.map((element) => element.textContent.trim()));
    }

    value(selector) {
        return this.page.$eval(selector, (element) => element.value);
    }

    async reload() {
        await this.page.reload();
        await this.until("the page is ready", () => !document.body.classList.contains("not-ready"));
    }

    /** Whether all of an element is in the window. */
    isInView(selector) {
        return this.page.$eval(selector, (element) => {
            const { top, bottom, left, right } = element.getBoundingClientRect();
            return element.checkVisibility() && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
        });
    }

    isVisible(selector) {
        return this.page.$eval(selector, (element) => element.checkVisibility({ visibilityProperty: true }));
    }

    fen() {
        return this.value("#fen");
    }

    /** Waits for a position to be shown, without which a test fails. */
    async shows(fen) {
        const isShown = (fen) => document.querySelector("#fen").value === fen;
        await this.until(`${fen} instead of ${await this.fen()}`, isShown, fen);
    }

    /** The moves of the game itself, without marks. */
    moves() {
        return this.page.$$eval("#moves > li > button", (buttons) => buttons.map((button) => button.firstChild.data));
    }

    nextPicture() {
        return this.page.evaluate(
            () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
    }

    /** The middle of a square. */
    async square(name) {
        await this.page.evaluate(() => document.querySelector("cg-board").scrollIntoView({ block: "nearest" }));
        await this.nextPicture();
        return this.page.evaluate((name) => {
            const { left, top, width } = document.querySelector("cg-board").getBoundingClientRect();
            const [file, rank] = [name.charCodeAt(0) - 97, Number(name[1]) - 1];
            const isBlack = document.querySelector(".cg-wrap").classList.contains("orientation-black");
            const [column, row] = isBlack ? [7 - file, rank] : [file, 7 - rank];
            return [left + (column + 0.5) * (width / 8), top + (row + 0.5) * (width / 8)];
        }, name);
    }

    async drag(move) {
        await this.page.mouse.move(...(await this.square(move.slice(0, 2))));
        await this.page.mouse.down();
        await this.page.mouse.move(...(await this.square(move.slice(2, 4))), { steps: 4 });
        // A drag begins with the next picture.
        await this.nextPicture();
        await this.page.mouse.up();
        await this.nextPicture();
    }

    async click(square) {
        await this.page.mouse.click(...(await this.square(square)));
        // chessground reports a move a moment later.
        await this.nextPicture();
    }

    async clickMove(move) {
        await this.click(move.slice(0, 2));
        await this.click(move.slice(2, 4));
    }

    async tapMove(move) {
        for (const square of [move.slice(0, 2), move.slice(2, 4)]) {
            await this.page.touchscreen.tap(...(await this.square(square)));
            await this.nextPicture();
        }
    }

    async fill(selector, text) {
        await this.page.$eval(
            selector,
            (field, text) => {
                field.value = text;
                field.dispatchEvent(new Event("input", { bubbles: true }));
            },
            text,
        );
    }

    async type(text) {
        await this.fill("#move", text);
        await this.page.focus("#move");
        await this.page.keyboard.press("Enter");
    }

    async loadFen(fen) {
        await this.fill("#fen", fen);
        await this.page.click("#load-fen");
    }

    async loadPgn(pgn) {
        await this.fill("#pgn", pgn);
        await this.page.click("#load-pgn");
    }

    /** A key for the page as a whole. */
    async press(key) {
        await this.page.evaluate(() => document.activeElement.blur());
        await this.page.keyboard.press(key);
    }

    /** Resigns, however often the page asks. */
    async resign() {
        while (await this.isVisible("#resign")) await this.page.click("#resign");
    }

    resize(width, height) {
        return (this.page.setViewportSize ?? this.page.setViewport).call(this.page, { width, height });
    }

    /** What axe-core finds wrong. */
    async violations() {
        if (!(await this.page.evaluate(() => "axe" in window))) await this.page.addScriptTag({ path: AXE });
        return this.page.evaluate(async () => {
            const { violations } = await window.axe.run({ resultTypes: ["violations"] });
            return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
        });
    }

    close() {
        return this.page.close();
    }
}

/** Runs a test on a page of its own, which must not complain. `prepare` gets the page before anything else, and `script` runs
 * there; other options are Playwright's. */
export async function tryBoard(browser, url, body, { width = 1280, height = 900, script, prepare, ...options } = {}) {
    const context = await (browser.newContext ?? browser.createBrowserContext).call(browser, options);
    const open = async () => {
        const page = await context.newPage();
        if (script) await (page.addInitScript ?? page.evaluateOnNewDocument).call(page, script);
        const table = new BoardPage(page);
        await table.resize(width, height);
        return Object.assign(table, { another: open });
    };
    const table = await open();
    await prepare?.(table.page);
    try {
        await table.open(url);
        await body(table);
        assert.deepEqual(table.complaints, []);
    } finally {
        await context.close();
    }
}

/** What is too wide for the window, and the controls that are cut off, covered or too small to use, wherever one scrolls.
 * This runs in the page. */
export function misplaced() {
    const excess = document.documentElement.scrollWidth - innerWidth;
    const root = document.querySelector("dialog[open]") ?? document.body;
    const controls = [...root.querySelectorAll("button, input, select, textarea, summary, cg-board, #graph")];
    const wrong = controls
        // The moves of a line that do not fit fade out.
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".line-moves, .skip"))
        .filter((each) => {
            each.scrollIntoView({ block: "center" });
            const { left, right, top, bottom } = each.getBoundingClientRect();
            const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const isThere = each.contains(found) || found?.closest("label")?.contains(each);
            const least = each.matches("#move, #fen, textarea") ? 100 : 18;
            return !isThere || left < 0 || right > innerWidth || right - left < least;
        })
        .map((each) => each.id || each.outerHTML.slice(0, 80));
    return excess > 0 ? [`${excess} pixels too wide`, ...wrong] : wrong;
}
