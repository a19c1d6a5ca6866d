// Light or dark: as the system says, unless the reader has chosen the other one. index.html recalls the choice.

import { byId, onClick } from "./dom.js";
import { keep } from "./store.js";

const root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

const systemTheme = (): string => (systemIsDark.matches ? "dark" : "light");
const isDark = (): boolean => (root.dataset.theme ?? systemTheme()) === "dark";

export function toggleTheme(): void {
    const theme = isDark() ? "light" : "dark";
    if (theme === systemTheme()) delete root.dataset.theme;
    else root.dataset.theme = theme;
    keep("settings", "theme", root.dataset.theme ?? null);
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
