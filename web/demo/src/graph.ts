// The score over the game: a click goes to the position.

import { byId, makeSvg } from "./dom.js";
import { MARKS } from "./movelist.js";
import type { GameRecord } from "./record.js";
import { scoreText } from "./verdict.js";

const [WIDTH, HEIGHT] = [600, 100];
/** So that a short game does not fill the width with a few steps. */
const FEWEST_PLIES = 20;

export class Graph {
    readonly #element = byId<SVGSVGElement>("graph");
    readonly #record: GameRecord;
    #shown = "";

    constructor(record: GameRecord) {
        this.#record = record;
        this.#element.addEventListener("pointerdown", (event) => this.#point(event));
        this.#element.addEventListener("pointermove", (event) => event.buttons === 1 && this.#point(event));
        this.#element.addEventListener("keydown", (event) => this.#key(event));
    }

    show(): void {
        const record = this.#record;
        const last = record.plies.length;
        const runs: Point[][] = [[]];
        for (let place = 0; place <= last; place++) {
            const verdict = record.verdict(place);
            if (verdict) runs.at(-1)!.push([this.#x(place), (1 - verdict.points) * HEIGHT]);
            else runs.push([]);
        }
        const marks = this.#marks();
        const shown = JSON.stringify([runs, record.place, last, marks.map(({ outerHTML }) => outerHTML)]);
        if (shown === this.#shown) return;
        this.#shown = shown;
        const middle = makeSvg("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 });
        const x = this.#x(record.place);
        const cursor = makeSvg("line", { class: "cursor", x1: x, x2: x, y1: 0, y2: HEIGHT });
        const curves = runs.flatMap((run) => curve(run, this.#x(0.5)));
        this.#element.toggleAttribute("hidden", last === 0);
        this.#element.replaceChildren(...curves, middle, ...marks, cursor);
        this.#describe(last);
    }

    /** A dot for each bad move, where it led to. */
    #marks(): SVGElement[] {
        return this.#record.plies.flatMap(({ review, verdict }, index) => {
            const name = MARKS[review?.mark ?? 0];
            if (!name || !verdict) return [];
            const [x, y] = [this.#x(index + 1), (1 - verdict.points) * HEIGHT];
            return [makeSvg("line", { class: `mark ${name}`, x1: x, x2: x, y1: y, y2: y })];
        });
    }

    #describe(last: number): void {
        const { place } = this.#record;
        const verdict = this.#record.verdict(place);
        const ply = this.#record.plies[place - 1];
        const where = ply ? `after ${ply.number}${ply.color === "white" ? "." : "…"} ${ply.san}` : "at the start";
        const attributes = {
            "aria-valuemax": last,
            "aria-valuenow": place,
            "aria-valuetext": `${where}: ${verdict ? scoreText(verdict) : "no score yet"}`,
        };
        for (const [name, value] of Object.entries(attributes)) this.#element.setAttribute(name, String(value));
    }

    get #plies(): number {
        return Math.max(FEWEST_PLIES, this.#record.plies.length);
    }

    #x(place: number): number {
        return (place / this.#plies) * WIDTH;
    }

    #point(event: PointerEvent): void {
        const { left, width } = this.#element.getBoundingClientRect();
        this.#record.goTo(Math.round(((event.clientX - left) / width) * this.#plies));
    }

    /** The arrow keys work everywhere on the page; these are a slider's own. */
    #key(event: KeyboardEvent): void {
        const steps: Record<string, number> = { PageUp: -10, PageDown: 10 };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        this.#record.goTo(this.#record.place + step);
    }
}

type Point = readonly [x: number, y: number];

/** White's share of the points from below and Black's from above, where it is known without a gap. A point alone gets
 * the width of half a move. */
function curve(run: readonly Point[], half: number): SVGElement[] {
    if (run.length === 0) return [];
    const [[x, y]] = run as readonly [Point];
    const points: readonly Point[] = run.length > 1 ? run : [[x - half / 2, y], [x + half / 2, y]];
    const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
    const [first, last] = [points[0]![0], points.at(-1)![0]];
    return [
        makeSvg("rect", { class: "ground", x: first, y: 0, width: last - first, height: HEIGHT }),
        makeSvg("polygon", { class: "area", points: `${first},${HEIGHT} ${line} ${last},${HEIGHT}` }),
        makeSvg("polyline", { class: "curve", points: line }),
    ];
}
