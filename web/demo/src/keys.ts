// The keys that work anywhere on the page, except where one types.

import { byId, startDialog } from "./dom.js";
import { keep, recall } from "./store.js";

export type Keys = Record<string, () => void>;

const isTyping = (target: EventTarget | null): boolean =>
    target instanceof Element &&
    target.closest("input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]") !== null;

/** Letters as keys get in the way of speech input: they can be switched off. */
function lettersWork(): boolean {
    return byId<HTMLInputElement>("single-keys").checked;
}

function keepSetting(): void {
    const box = byId<HTMLInputElement>("single-keys");
    box.checked = recall("settings", "letters") !== false;
    box.addEventListener("change", () => keep("settings", "letters", box.checked));
}

/** In these the keys with names, such as the arrows and Home, choose a value. */
const choosesValue = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest("input[type=range], input[type=radio]") !== null;

export function startKeys(keys: Keys): void {
    document.addEventListener("keydown", (event) => {
        const { key, target } = event;
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
        const isLetter = key.length === 1;
        if (isLetter ? !lettersWork() : choosesValue(target)) return;
        if (document.querySelector("dialog[open]")) return;
        const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
        if (!action) return;
        event.preventDefault();
        action();
    });
    keepSetting();
    startDialog("help");
}
