// All that the engine says about the position: lines, arrows, scores, counts, and the switches for it.

import type { Line } from "seajay";

import { Analysis, type Effort } from "./analysis.js";
import { tell } from "./announce.js";
import type { Board } from "./board.js";
import { byId, count, make, onClick } from "./dom.js";
import type { Host } from "./host.js";
import { Lines } from "./lines.js";
import type { GameRecord } from "./record.js";
import { Review } from "./review.js";
import { showStats } from "./stats.js";
import { keep, recall } from "./store.js";
import { Summary } from "./summary.js";
import { numberOf } from "./tree.js";
import { Trial } from "./trial.js";
import { forWhite, inWords, scoreText } from "./verdict.js";

/** An analysis that got no further has only been passed by: the position is left to the review. */
const SHALLOW_DEPTH = 10;

export class AnalysisPanel {
    readonly #record: GameRecord;
    readonly #board: Board;
    readonly #lines: Lines;
    readonly #analysis: Analysis;
    readonly #review: Review;
    readonly #trial: Trial;
    readonly #summary: Summary;
    /** How deep the lines are that are shown. */
    #depth = 0;
    /** Someone plays, and is not to see any of it. */
    #isHidden = false;
    /** The reader has switched it off. */
    #isOff = recall("settings", "analysis") === false;
    #hasGivenUp = false;

    constructor(
        record: GameRecord,
        board: Board,
        hosts: { analysis: Host; review: Host; trial: Host },
        onPlay: (moves: string[]) => void,
    ) {
        this.#record = record;
        this.#board = board;
        this.#lines = new Lines(onPlay);
        this.#review = new Review(hosts.review, record);
        this.#trial = new Trial(hosts.trial);
        this.#summary = new Summary(record);
        this.#analysis = new Analysis(hosts.analysis, {
            onLines: (lines) => this.#showLines(lines),
            onEffort: (effort, nps) => this.#showEffort(effort, nps),
            onResult: showStats,
            onBegin: () => this.#showRest(""),
            onFirst: () => this.#review.run(),
            onRest: (why) => this.#showRest(why),
        });
        onClick("go-on", () => this.#analysis.goOn());
        onClick("trial", () => void this.#trial.start(record.position()));
        onClick("toggle-analysis", () => this.toggle());
        const work = byId<HTMLDetailsElement>("saved-work");
        work.open = recall("settings", "work") === true;
        work.addEventListener("toggle", () => keep("settings", "work", work.open));
    }

    /** Turns to the position on the board. */
    start(isHidden: boolean): void {
        this.#isHidden = isHidden;
        this.#hasGivenUp = false;
        this.#trial.reset();
        this.pause();
        this.#record.forgetVerdicts(SHALLOW_DEPTH);
        this.#showNothing();
        const legalMoves = this.#record.game.legalMoves().length;
        const { isOver } = this.#record;
        byId<HTMLButtonElement>("trial").disabled = isOver;
        this.showSummary();
        if (isHidden || this.#isOff) return;
        if (isOver) void this.#review.run();
        else this.#analysis.start(this.#record.position(), legalMoves);
    }

    /** Leaves the processor to others until `start` or `retry`. */
    pause(): void {
        this.#analysis.stop();
        this.#review.stop();
    }

    showSummary(): void {
        this.#summary.show(!this.#isHidden && !this.#isOff && !this.#hasGivenUp);
    }

    /** An engine has given up: no review is under way until `start` or `retry`. */
    giveUp(): void {
        this.#hasGivenUp = true;
        this.showSummary();
    }

    turnOn(): void {
        if (this.#isOff) this.toggle();
    }

    toggle(): void {
        if (this.#isHidden) return;
        this.#isOff = !this.#isOff;
        keep("settings", "analysis", !this.#isOff);
        this.start(false);
        tell(`Analysis ${this.#isOff ? "off" : "on"}.`);
    }

    /** Says the score and the best line. */
    speak(): void {
        const verdict = this.#isHidden ? undefined : this.#record.verdict();
        if (!verdict) return tell("No score yet.");
        const moves = document.querySelectorAll("#lines li:first-child .line-moves button");
        const line = [...moves].map(({ textContent }) => textContent).join(" ");
        tell(`${scoreText(verdict)}. ${inWords(verdict)}. ${line}`);
    }

    /** Tries again what crashes prevented. */
    retry(): void {
        this.start(this.#isHidden);
    }

    #showNothing(): void {
        this.#board.arrows([]);
        showStats(undefined);
        byId("effort").textContent = "";
        const text = this.#record.isOver ? "The game is over." : this.#isOff ? "The analysis is off." : "";
        byId("no-stats").textContent = text || "Counts appear after half a second of search.";
        byId("lines").replaceChildren(...(text ? [make("li", { class: "quiet-text" }, text)] : []));
    }

    #showLines(lines: readonly Line[]): void {
        const record = this.#record;
        const [best] = lines;
        this.#depth = best!.depth;
        this.#lines.show(lines, record.turn, numberOf(record.game.fen()));
        this.#board.arrows(lines.map((line) => line.pv[0]!));
        record.judge(forWhite(best!, record.turn));
    }

    #showEffort({ nodes }: Effort, nps: number): void {
        byId("effort").replaceChildren(
            `depth ${this.#depth} · ${count(nodes)} positions`,
            make("span", { id: "speed" }, ` · ${count(Math.round(nps / 1000))} k/s`),
        );
    }

    #showRest(why: string): void {
        byId("rest").hidden = why === "";
        byId("rest-words").textContent = why;
        byId("toggle-analysis").setAttribute("aria-pressed", String(!this.#isOff));
    }
}
