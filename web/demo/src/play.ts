// The panel to set up a game against the engine, and the names and clocks beside the board.

import type { Color, PgnRecord } from "seajay";

import { clockText } from "./clock.js";
import { byId } from "./dom.js";
import { eventText } from "./games.js";
import { keep, recall } from "./store.js";
import type { Match, MatchOptions } from "./match.js";
import { known, type GameRecord, type Outcome } from "./record.js";
import { named, other, resultText } from "./verdict.js";

/** The slider's last place is full strength. */
const FULL_STRENGTH = 2900;

const DESCRIPTIONS: readonly [from: number, text: string][] = [
    [400, "Knows the rules and has a plan, but leaves pieces hanging."],
    [600, "Overlooks much of what hangs."],
    [800, "Sees nearly everything that is one move away; one move in six is a mistake."],
    [1200, "Takes what it can get, and seldom gives a piece away."],
    [1600, "Makes few gross mistakes."],
    [2000, "Looks far ahead."],
    [2600, "Nearly as strong as the engine can be."],
    [FULL_STRENGTH, "As strong as it can be in the time it has."],
];

const slider = (): HTMLInputElement => byId<HTMLInputElement>("level");

function showLevel(): void {
    const level = Number(slider().value);
    const name = level >= FULL_STRENGTH ? "Full strength" : String(level);
    byId("level-value").textContent = name;
    slider().setAttribute("aria-valuetext", name);
    byId("level-words").textContent = DESCRIPTIONS.findLast(([from]) => level >= from)![1];
}

/** What the form says. */
function chosen(): MatchOptions {
    const color = new FormData(byId<HTMLFormElement>("setup")).get("color");
    const level = Number(slider().value);
    const [minutes, seconds] = byId<HTMLSelectElement>("time").value.split("+").map(Number);
    return {
        human: color === "white" || color === "black" ? color : Math.random() < 0.5 ? "white" : "black",
        level: level >= FULL_STRENGTH ? undefined : level,
        time: minutes ? { base: minutes * 60_000, increment: (seconds ?? 0) * 1000 } : undefined,
    };
}

/** What the form said last time. */
function recallChoices(): void {
    const { elements } = byId<HTMLFormElement>("setup");
    const kept = recall("settings", "setup") ?? {};
    for (const [name, value] of Object.entries(kept)) {
        const field = elements.namedItem(name) as { value: string } | null;
        if (field) field.value = String(value);
    }
}

export function startSetup(onBegin: (options: MatchOptions, isFromHere: boolean) => void): void {
    recallChoices();
    slider().addEventListener("input", showLevel);
    showLevel();
    byId("setup").addEventListener("submit", (event) => {
        event.preventDefault();
        keep("settings", "setup", Object.fromEntries(new FormData(byId<HTMLFormElement>("setup"))));
        onBegin(chosen(), byId<HTMLInputElement>("from-here").checked);
    });
}

/** The tags of a match. */
export function tagsOfMatch({ human, level, time }: MatchOptions): PgnRecord["tags"] {
    const engine = level ? `seajay, level ${level}` : "seajay";
    const [White, Black] = human === "white" ? ["You", engine] : [engine, "You"];
    return { White, Black, TimeControl: time ? `${time.base / 1000}+${time.increment / 1000}` : "-" };
}

/** What is going on in a match. */
export function statusText(match: Match, outcome: Outcome | undefined): string {
    if (outcome) return `${outcome.reason}.`;
    if (match.isPreparing) return "The engine gets ready.";
    if (match.isThinking) return "The engine is thinking.";
    if (match.isHumansTurn) return match.hasDeclined ? "The engine plays on. It is your move." : "It is your move.";
    return match.isAtEnd ? "The engine has stopped." : "You are looking back at earlier moves.";
}

/** What a side has got of the point. */
function pointsOf(result: string, color: Color): string {
    if (result === "1/2-1/2") return "½";
    const index = color === "white" ? 0 : 1;
    return /^[01]-[01]$/.test(result) ? result.split("-")[index]! : "";
}

/** What the game says of a side's clock after its last move. */
function recordedTime({ plies, place }: GameRecord, color: Color): string {
    const last = plies.slice(0, place).findLast((node) => node.color === color && node.comment.includes("[%clk "));
    return /\[%clk ([\d:.]+)\]/.exec(last?.comment ?? "")?.[1] ?? "";
}

/** Shows who plays above and below the board, with their clocks, and the event above. Where nobody is known it hides
 * them. */
export function showPlayers(record: GameRecord, match: Match | undefined, bottom: Color): void {
    const { tags } = record;
    const isNamed = match !== undefined || known(tags.White) !== "" || known(tags.Black) !== "";
    document.body.classList.toggle("named", isNamed);
    byId("event").textContent = match ? "" : eventText(tags);
    for (const [place, color] of [["top", other(bottom)], ["bottom", bottom]] as const) {
        byId(`${place}-player`).hidden = !isNamed;
        const name = named(color);
        const elo = known(tags[`${name}Elo`]);
        byId(`${place}-name`).textContent = `${known(tags[name]) || name}${elo && ` (${elo})`}`;
        byId(`${place}-points`).textContent = pointsOf(record.result, color);
        const clock = byId(`${place}-clock`);
        clock.textContent = match?.clock ? clockText(match.clock.left(color)) : match ? "" : recordedTime(record, color);
        clock.hidden = clock.textContent === "";
        clock.setAttribute("aria-label", `Time of ${color}`);
        clock.classList.toggle("running", match?.clock?.running === color);
        clock.classList.toggle("short", match?.clock !== undefined && match.clock.left(color) < 20_000);
    }
}

/** Shows the form, or the game that is played. */
export function showMatch(match: Match | undefined, outcome: Outcome | undefined): void {
    byId("setup").hidden = match !== undefined;
    byId("match").hidden = match === undefined;
    if (!match) return;
    byId("match-result").textContent = outcome ? resultText(outcome.result) : "";
    byId("match-status").textContent = statusText(match, outcome);
    byId("resign").hidden = outcome !== undefined;
    byId("claim-draw").hidden = !match.mayClaimDraw;
    byId("offer-draw").hidden = outcome !== undefined || match.mayClaimDraw;
    byId<HTMLButtonElement>("offer-draw").disabled = !match.mayOfferDraw;
    byId("rematch").hidden = outcome === undefined;
    byId("review").hidden = outcome === undefined;
}
