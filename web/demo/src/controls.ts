// What the buttons and the keys do.

import { byId, onClick } from "./dom.js";
import { startKeys } from "./keys.js";
import type { GameRecord } from "./record.js";
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
