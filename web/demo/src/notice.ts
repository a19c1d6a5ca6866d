// A message under the board, with something to do about it.

import { byId, make } from "./dom.js";

/** How many changes of the moves an offer outlives. */
const OFFER_CHANGES = 6;

let changesLeft = 0;

/** Shows a message until the moves change. */
export function showNotice(text: string, actionName?: string, action?: () => void): void {
    changesLeft = 0;
    const notice = byId("notice");
    notice.replaceChildren(make("span", {}, sentence(text)));
    if (actionName && action) notice.append(button({}, actionName, action));
    notice.append(button({ "aria-label": "Dismiss", title: "Dismiss" }, "×"));
}

/** Shows a message that stays for a while, although the moves change. */
export function showOffer(text: string, actionName: string, action: () => void): void {
    showNotice(text, actionName, action);
    changesLeft = OFFER_CHANGES;
}

/** Shows a message that stays for a while, before an offer that has just been made. */
export function addNotice(text: string): void {
    if (changesLeft > 0) byId("notice").firstElementChild!.prepend(`${sentence(text)} `);
    else {
        showNotice(text);
        changesLeft = OFFER_CHANGES;
    }
}

/** To be called when the moves have changed. */
export function ageNotice(): void {
    if (changesLeft-- <= 0) hideNotice();
}

function sentence(text: string): string {
    return text[0]!.toUpperCase() + text.slice(1);
}

function hideNotice(): void {
    changesLeft = 0;
    byId("notice").replaceChildren();
}

/** A button that hides the notice, and does something. */
function button(attributes: Record<string, string>, name: string, action?: () => void): HTMLElement {
    const element = make("button", { type: "button", class: "quiet", ...attributes }, name);
    element.addEventListener("click", () => {
        hideNotice();
        action?.();
    });
    return element;
}
