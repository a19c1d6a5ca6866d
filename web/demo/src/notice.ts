// A message under the board, with something to do about it.

import { byId, make } from "./dom.js";

export function showNotice(text: string, actionName?: string, action?: () => void): void {
    const notice = byId("notice");
    notice.replaceChildren(make("span", {}, text));
    if (actionName && action) {
        const button = make("button", { type: "button", class: "quiet" }, actionName);
        button.addEventListener("click", () => {
            hideNotice();
            action();
        });
        notice.append(button);
    }
}

export function hideNotice(): void {
    byId("notice").replaceChildren();
}
