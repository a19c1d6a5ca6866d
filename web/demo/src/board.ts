// The board: chessground, with the legal moves of the position, arrows for lines of play, and the choice of what a pawn
// becomes.

import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawBrush, DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { Color } from "seajay";

import { byId, make } from "./dom.js";
import { named } from "./verdict.js";

export interface BoardPosition {
    fen: string;
    turn: Color;
    inCheck: boolean;
    legalMoves: readonly string[];
    lastMove?: string | undefined;
    /** Whose pieces can be moved. */
    movable: Color | "both" | "none";
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

const from = (move: string) => move.slice(0, 2) as Key;
const to = (move: string) => move.slice(2, 4) as Key;

const NOTHING_MOVES = { dests: new Map(), color: undefined };

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** The best line has the strongest arrow. */
const LINE_BRUSHES = ["first", "second", "third"];

function brush(key: string, color: string, opacity: number, lineWidth: number): DrawBrush {
    return { key, color, opacity, lineWidth };
}

const brushes = {
    green: brush("green", "#2f7d4f", 1, 10),
    red: brush("red", "#a13333", 1, 10),
    blue: brush("blue", "#1f5fa8", 1, 10),
    yellow: brush("yellow", "#b98a1a", 1, 10),
    first: brush("first", "#0b5a75", 1, 13),
    second: brush("second", "#0b5a75", 0.75, 8),
    third: brush("third", "#0b5a75", 0.55, 5),
};

export class Board {
    readonly #element: HTMLElement;
    readonly #ground: Api;
    readonly #onMove: (move: string) => void;
    #position: BoardPosition | undefined;
    #arrows = "";

    constructor(element: HTMLElement, onMove: (move: string) => void) {
        this.#element = element;
        this.#onMove = onMove;
        this.#ground = Chessground(element, {
            fen: START,
            viewOnly: false,
            movable: { free: false, events: { after: (orig, dest) => void this.#moved(orig, dest) } },
            premovable: { enabled: false },
            animation: { enabled: !reducedMotion.matches, duration: 180 },
            drawable: { brushes },
        });
        reducedMotion.addEventListener("change", () =>
            this.#ground.set({ animation: { enabled: !reducedMotion.matches } }),
        );
    }

    get orientation(): Color {
        return this.#ground.state.orientation;
    }

    /** Shows a position. Half a move in another one, such as a piece in the hand, is called off. */
    show(position: BoardPosition): void {
        const old = this.#position;
        if (old && (old.fen !== position.fen || old.movable !== position.movable)) {
            this.#ground.cancelMove();
            callOffPromotion();
        }
        this.#position = position;
        const { fen, turn, inCheck, legalMoves, lastMove, movable } = position;
        const dests = new Map<Key, Key[]>();
        for (const move of legalMoves) dests.set(from(move), [...(dests.get(from(move)) ?? []), to(move)]);
        this.#ground.set({
            fen,
            turnColor: turn,
            check: inCheck,
            lastMove: lastMove ? [from(lastMove), to(lastMove)] : [],
            movable: movable === "none" ? NOTHING_MOVES : { dests, color: movable },
        });
    }

    /** Arrows for the first moves of lines, the best one first. */
    arrows(moves: readonly string[]): void {
        if (this.#arrows === moves.join()) return;
        this.#arrows = moves.join();
        const shapes: DrawShape[] = moves.map((move, rank) => ({
            orig: from(move),
            dest: to(move),
            brush: LINE_BRUSHES[rank] ?? "third",
        }));
        // The best arrow lies on top.
        this.#ground.setAutoShapes(shapes.reverse());
    }

    flip(): void {
        this.#ground.toggleOrientation();
    }

    orient(color: Color): void {
        if (this.orientation !== color) this.flip();
    }

    /** To be called when the board has moved on the page: it remembers where it was. */
    relocate(): void {
        this.#ground.redrawAll();
    }

    /** Brings the board into view, where it may have moved. */
    reveal(): void {
        this.relocate();
        this.#element.scrollIntoView({ block: "nearest" });
    }

    async #moved(orig: string, dest: string): Promise<void> {
        const position = this.#position!;
        const candidates = position.legalMoves.filter((move) => move.startsWith(orig + dest));
        const move =
            candidates.length > 1
                ? await choosePromotion(candidates, position.turn, this.orientation)
                : candidates[0];
        if (move) this.#onMove(move);
        else this.show(this.#position!);
    }
}

const ROLES: Record<string, string> = { q: "queen", n: "knight", r: "rook", b: "bishop" };

/** Ends the choice that is being made, if there is one, without a move. */
function callOffPromotion(): void {
    byId<HTMLDialogElement>("promotion").close();
}

/** Asks what a pawn becomes, beside the square where it arrives: one of the moves, which differ in their last letter; undefined if the choice is called off. */
function choosePromotion(
    moves: readonly string[],
    color: Color,
    orientation: Color,
): Promise<string | undefined> {
    const dialog = byId<HTMLDialogElement>("promotion");
    dialog.setAttribute("aria-label", `${named(color)}'s pawn becomes a`);
    place(dialog, moves[0]!.slice(2, 4), orientation);

    return new Promise((resolve) => {
        let chosen: string | undefined;
        const buttons = Object.entries(ROLES).map(([letter, role]) => {
            const button = make(
                "button",
                // chessground draws pieces inside of this class.
                { type: "button", "aria-label": role, class: "cg-wrap" },
                make("piece", { class: `${role} ${color}` }),
            );
            button.addEventListener("click", () => {
                chosen = moves.find((move) => move.endsWith(letter));
                dialog.close();
            });
            return button;
        });
        dialog.replaceChildren(...buttons);
        dialog.addEventListener("close", () => resolve(chosen), { once: true });
        dialog.onclick = ({ target }) => target === dialog && dialog.close();
        dialog.showModal();
    });
}

/** Puts the dialog over the squares from the one of arrival towards the middle of the board. */
function place(dialog: HTMLElement, square: string, orientation: Color): void {
    const board = byId("board").getBoundingClientRect();
    const size = board.width / 8;
    const [file, rank] = [square.charCodeAt(0) - "a".charCodeAt(0), Number(square[1]) - 1];
    const isWhite = orientation === "white";
    const column = isWhite ? file : 7 - file;
    const isOnTop = (rank === 7) === isWhite;
    dialog.style.setProperty("--size", `${size}px`);
    dialog.style.left = `${board.left + column * size}px`;
    dialog.style.top = `${isOnTop ? board.top : board.bottom - 4 * size}px`;
    dialog.classList.toggle("upwards", !isOnTop);
}

declare global {
    interface HTMLElementTagNameMap {
        /** What chessground draws a piece on. */
        piece: HTMLElement;
    }
}
