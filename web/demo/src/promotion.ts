// Asks what a pawn becomes, beside the square where it arrives.

import type { Color } from "seajay";

import { byId, make } from "./dom.js";
import { named } from "./verdict.js";

const ROLES: Record<string, string> = { q: "queen", n: "knight", r: "rook", b: "bishop" };

/** Ends the choice that is being made, if there is one, without a move. */
export function callOffPromotion(): void {
    byId<HTMLDialogElement>("promotion").close();
}

/** One of the moves, which differ in their last letter; undefined if the choice is called off. */
export function choosePromotion(
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
