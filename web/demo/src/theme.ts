// Light or dark: as the system says, until the reader chooses. index.html recalls the choice.

import { byId, onClick } from "./dom.js";
import { keep } from "./store.js";

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

const isDark = (): boolean => (root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";

export function toggleTheme(): void {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep("settings", "theme", root.dataset.theme);
    showName();
}

function showName(): void {
    const name = isDark() ? "Light colours" : "Dark colours";
    byId("theme").setAttribute("aria-label", name);
    byId("theme").title = `${name} (t)`;
}

export function startTheme(): void {
    systemIsDark.addEventListener("change", showName);
    onClick("theme", toggleTheme);
    showName();
}
