// The keys that work anywhere on the page, except where one types.

import { byId, onClick } from "./dom.js";

export type Keys = Record<string, () => void>;

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof Element &&
    target.closest("input:not([type=range], [type=radio]), textarea, select, [contenteditable]") !== null;

/** In these the arrow keys choose a value. */
const usesArrows = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest("input[type=range], input[type=radio]") !== null;

export function startKeys(keys: Keys): void {
    document.addEventListener("keydown", (event) => {
        const { key, target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
        if (key.startsWith("Arrow") && usesArrows(target)) return;
        if (document.querySelector("dialog[open]")) return;
        const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
        if (!action) return;
        event.preventDefault();
        action();
    });
    const help = byId<HTMLDialogElement>("help");
    onClick("show-help", () => help.showModal());
    onClick("close-help", () => help.close());
}
