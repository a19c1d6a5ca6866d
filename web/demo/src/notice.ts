// A message beside the board, with something to do about it, and the offer to restore the game that was there before.

import { byId, make, sentence } from "./dom.js";

type Part = "message" | "warning" | "offer";

const shown: { [part in Part]?: HTMLElement | undefined } = {};
/** The games that the message is about: it stays as long as they are there. */
let subject: readonly string[] | undefined;
let onDismissOffer = (): void => undefined;

/** Shows a message until the moves change. */
export function showNotice(text: string, actionName?: string, action?: () => void): void {
    showNoticeInPlace(text, actionName, action);
    byId("notice").scrollIntoView({ block: "nearest" });
}

/** Shows a message until the moves change, and leaves the page where it is. */
export function showNoticeInPlace(text: string, actionName?: string, action?: () => void): void {
    subject = undefined;
    show("message", text, actionName, action);
}

/** Shows a message about some games until others take their place. */
export function showNoticeOf(games: readonly string[], text: string): void {
    showNotice(text);
    subject = games;
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

export function hideOffer(): void {
    hide("offer");
}

/** Gives the button of the offer another name. */
export function renameOffer(name: string): void {
    const button = shown.offer?.querySelector("button");
    if (button && button.textContent !== name) button.textContent = name;
}

/** To be called when the moves of these games have changed. */
export function ageNotice(games: readonly string[]): void {
    if (games !== subject) hideNotice();
}

export function hideNotice(): void {
    hide("message");
}

/** What is there already stays in the page: it would be read aloud again. */
function show(part: Part, text: string, actionName?: string, action?: () => void): void {
    hide(part);
    const element = make("p", {}, make("span", {}, sentence(text)));
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

/** Dismisses the topmost part, beside which the button stands. */
function dismiss(): void {
    const top = byId("notice").firstElementChild;
    const part = (Object.keys(shown) as Part[]).find((each) => shown[each] === top)!;
    hide(part);
    if (part === "offer") onDismissOffer();
}

function button(attributes: Record<string, string>, name: string, action: () => void): HTMLElement {
    const element = make("button", { type: "button", ...attributes }, name);
    element.addEventListener("click", action);
    return element;
}
