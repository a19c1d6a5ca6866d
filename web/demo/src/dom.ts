// Finds and makes elements.

/** The element of an id, which must be in the page. */
export function byId<T extends Element = HTMLElement>(id: string): T {
    const found = document.getElementById(id);
    if (!found) throw new Error(`the page has no #${id}`);
    return found as unknown as T;
}

type Attributes = Record<string, string | number | boolean>;

/** A new element; an attribute that is `false` is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
        if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
    element.append(...children);
    return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function makeSvg(tag: string, attributes: Attributes = {}, ...children: Element[]): SVGElement {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
}

/** Makes a button do something. */
export function onClick(id: string, action: () => void): void {
    byId(id).addEventListener("click", action);
}

/** How long a button waits for the second click. */
const PATIENCE_MS = 5000;

/** Makes a button ask by another name, and do something when it is clicked again soon. */
export function onClickTwice(id: string, question: string, action: () => void): void {
    const button = byId(id);
    const name = button.textContent;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const calmDown = () => {
        clearTimeout(timer);
        timer = undefined;
        button.textContent = name;
    };
    onClick(id, () => {
        const isSure = timer !== undefined;
        calmDown();
        if (isSure) return action();
        timer = setTimeout(calmDown, PATIENCE_MS);
        button.textContent = question;
    });
}

/** A dialog with an id, `#show-ID` that opens it, and `#close-ID` that closes it, as a click beside it does. */
export function startDialog(id: string): HTMLDialogElement {
    const dialog = byId<HTMLDialogElement>(id);
    onClick(`show-${id}`, () => dialog.showModal());
    onClick(`close-${id}`, () => dialog.close());
    // Clicks on the backdrop are the dialog's own. Where they begin decides: a text that is selected may end there.
    let beganBeside = false;
    dialog.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
        const { left, right, top, bottom } = dialog.getBoundingClientRect();
        beganBeside = x < left || x > right || y < top || y > bottom;
    });
    dialog.addEventListener("click", () => beganBeside && dialog.close());
    return dialog;
}

/** A count as people read it: 12,345 or 1.2 million. */
export function count(value: number): string {
    if (value >= 1e6) return `${(value / 1e6).toFixed(1)} million`;
    return value.toLocaleString("en");
}

export function percent(part: number, whole: number): string {
    if (whole === 0) return "0 %";
    const share = (part / whole) * 100;
    return share > 0 && share < 10 ? `${share.toFixed(1)} %` : `${Math.round(share)} %`;
}

/** A text with a capital and a full stop. */
export const sentence = (text: string): string =>
    `${text.charAt(0).toUpperCase()}${text.slice(1)}${/(^|[.!?])$/.test(text) ? "" : "."}`;
