// What readers with other needs than most depend on. These functions run in the page.

/** The texts whose contrast is below WCAG AA, which asks for 4.5. */
export function contrasts() {
    const channels = (color) => {
        const [r, g, b, alpha = 1] = color.match(/[\d.]+/g).map(Number);
        return { rgb: [r, g, b], alpha };
    };
    const luminance = (rgb) => {
        const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const background = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const { rgb, alpha } = channels(getComputedStyle(at).backgroundColor);
            if (alpha === 1) return rgb;
        }
        return [255, 255, 255];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        const text = walker.currentNode.data.trim();
        // What lies on the bar and on squares has a background that is not its own element's.
        const isElsewhere = element.closest(".cg-wrap, #bar, .hidden, :disabled, option, script, noscript");
        if (!text || isElsewhere || !element.checkVisibility()) continue;
        const [a, b] = [channels(getComputedStyle(element).color).rgb, background(element)].map(luminance);
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) found.push(`${text}: ${ratio.toFixed(2)}`);
    }
    return found;
}

/** The controls without a name. */
export function nameless() {
    return [...document.querySelectorAll("button, input, select, textarea, [role=slider], [role=meter]")]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
            const label = element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent;
            return !label.trim();
        })
        .map((element) => element.outerHTML.slice(0, 80));
}
