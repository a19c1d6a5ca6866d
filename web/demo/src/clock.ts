// A chess clock: two times, of which at most one runs.

import type { Color } from "seajay";

import { other } from "./verdict.js";

/** Base time and increment in milliseconds. */
export interface TimeControl {
    base: number;
    increment: number;
}

export class ChessClock {
    readonly increment: number;
    readonly #left: Record<Color, number>;
    readonly #onTick: () => void;
    readonly #onFlag: (color: Color) => void;
    #running: Color | undefined;
    #since = 0;
    #timer: ReturnType<typeof setInterval> | undefined;

    /** `left` is what is left of an earlier clock. */
    constructor(
        { base, increment }: TimeControl,
        onTick: () => void,
        onFlag: (color: Color) => void,
        left: Readonly<Record<Color, number>> = { white: base, black: base },
    ) {
        this.#left = { ...left };
        this.increment = increment;
        this.#onTick = onTick;
        this.#onFlag = onFlag;
    }

    get running(): Color | undefined {
        return this.#running;
    }

    /** Milliseconds left. */
    left(color: Color): number {
        const spent = color === this.#running ? performance.now() - this.#since : 0;
        return Math.max(0, this.#left[color] - spent);
    }

    /** Lets one side's time run. */
    start(color: Color): void {
        this.stop();
        this.#running = color;
        this.#since = performance.now();
        this.#timer = setInterval(() => this.#tick(), 100);
        this.#onTick();
    }

    /** The side whose time runs has moved, and gets this much time. */
    press(increment: number): void {
        const color = this.#running;
        if (!color) return;
        this.stop();
        this.#left[color] += increment;
        this.start(other(color));
    }

    stop(): void {
        clearInterval(this.#timer);
        if (this.#running) this.#left[this.#running] = this.left(this.#running);
        this.#running = undefined;
        this.#onTick();
    }

    /** Whether the time that runs is up, which `onFlag` is told: timers may be late. */
    flag(): boolean {
        const color = this.#running;
        if (!color || this.left(color) > 0) return false;
        this.stop();
        this.#onFlag(color);
        return true;
    }

    #tick(): void {
        if (!this.flag()) this.#onTick();
    }
}

/** 4:07, and tenths in the last seconds. */
export function clockText(ms: number): string {
    if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
    const seconds = Math.ceil(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
