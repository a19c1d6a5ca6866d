// A message beside the board, with something to do about it, and the offer to restore the game that was there before.

import { byId, make } from "./dom.js";

type Part = "message" | "warning" | "offer";

/** How many changes of the moves a lasting message outlives. */
const LASTING_CHANGES = 6;

const shown: { [part in Part]?: HTMLElement | undefined } = {};
let changesLeft = 0;
let onDismissOffer = (): void => undefined;

/** Shows a message until the moves change. */
export function showNotice(text: string, actionName?: string, action?: () => void): void {
    changesLeft = 0;
    show("message", text, actionName, action);
    byId("notice").scrollIntoView({ block: "nearest" });
}

/** Shows a message that stays for a while, although the moves change. */
export function showLastingNotice(text: string): void {
    showNotice(text);
    changesLeft = LASTING_CHANGES;
}

/** Shows a message until it is dismissed. */
export function showWarning(text: string): void {
    show("warning", text);
}

/** Shows an offer until it is taken, dismissed or replaced by another one. */
export function showOffer(text: string, actionName: string, action: () => void, onDismiss: () => void): void {
    onDismissOffer = onDismiss;
    show("offer", text, actionName, action);
}

/** Gives the button of the offer another name. */
export function renameOffer(name: string): void {
    const button = shown.offer?.querySelector("button");
    if (button && button.textContent !== name) button.textContent = name;
}

/** To be called when the moves have changed. */
export function ageNotice(): void {
    if (changesLeft-- <= 0) hideNotice();
}

export function hideNotice(): void {
    hide("message");
}

/** What is there already stays in the page: it would be read aloud again. */
function show(part: Part, text: string, actionName?: string, action?: () => void): void {
    hide(part);
    const element = make("p", {}, make("span", {}, `${text[0]!.toUpperCase()}${text.slice(1)}`));
    if (actionName && action) {
        const act = () => {
            hide(part);
            action();
        };
        element.append(button({}, actionName, act));
    }
    shown[part] = element;
    const notice = byId("notice");
    if (!notice.hasChildNodes()) notice.append(button({ "aria-label": "Dismiss", title: "Dismiss" }, "×", dismiss));
    if (part === "message") notice.prepend(element);
    else notice.lastElementChild!.before(element);
}

function hide(part: Part): void {
    shown[part]?.remove();
    shown[part] = undefined;
    if (Object.values(shown).every((each) => !each)) byId("notice").replaceChildren();
}

function dismiss(): void {
    hide("message");
    hide("warning");
    if (!shown.offer) return;
    hide("offer");
    onDismissOffer();
}

function button(attributes: Record<string, string>, name: string, action: () => void): HTMLElement {
    const element = make("button", { type: "button", ...attributes }, name);
    element.addEventListener("click", action);
    return element;
}
