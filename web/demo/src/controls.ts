// What the buttons do, and the keys, which work anywhere on the page, except where one types.

import { byId, onClick, startDialog } from "./dom.js";
import type { GameRecord } from "./record.js";
import { keep, recall } from "./store.js";
import { toggleTheme } from "./theme.js";

/** What can be asked of the page from several places. */
export interface Commands {
    flip(): void;
    takeBack(): void;
    newGame(): void;
    toggleAnalysis(): void;
    speakScore(): void;
}

export function startControls(record: GameRecord, commands: Commands): void {
    const step = {
        first: () => record.goTo(0),
        back: () => record.goTo(record.place - 1),
        forward: () => record.goTo(record.place + 1),
        last: () => record.goTo(record.plies.length),
    };
    for (const [id, action] of Object.entries(step)) onClick(id, action);
    onClick("flip", () => commands.flip());
    onClick("take-back", () => commands.takeBack());
    onClick("new-game", () => commands.newGame());

    const typeMove = () => byId("move").focus();
    startKeys({
        ArrowLeft: step.back,
        ArrowRight: step.forward,
        ArrowUp: step.first,
        ArrowDown: step.last,
        Home: step.first,
        End: step.last,
        Backspace: () => commands.takeBack(),
        u: () => commands.takeBack(),
        f: () => commands.flip(),
        n: () => commands.newGame(),
        a: () => commands.toggleAnalysis(),
        s: () => commands.speakScore(),
        t: toggleTheme,
        m: typeMove,
        "/": typeMove,
        "?": () => byId<HTMLDialogElement>("help").showModal(),
    });
}

/** Shows which steps there are from the place in the game. */
export function showControls(record: GameRecord): void {
    const disable = (id: string, isDisabled: boolean) => (byId<HTMLButtonElement>(id).disabled = isDisabled);
    disable("first", record.place === 0);
    disable("back", record.place === 0);
    disable("forward", record.isAtEnd);
    disable("last", record.isAtEnd);
}

type Keys = Record<string, () => void>;

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

function startKeys(keys: Keys): void {
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
