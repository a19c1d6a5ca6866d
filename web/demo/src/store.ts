// What outlives a reload: settings in this browser, and the game in this tab.

const storages = { settings: () => localStorage, game: () => sessionStorage };

type Area = keyof typeof storages;

/** Keeps a value under a name, and says whether it could; without storage it lasts as long as the page. */
export function keep(area: Area, name: string, value: unknown): boolean {
    try {
        storages[area]().setItem(`seajay-${name}`, JSON.stringify(value));
        return true;
    } catch {
        // Not allowed here, or full: an older value would be wrong.
        forget(area, name);
        return false;
    }
}

function forget(area: Area, name: string): void {
    try {
        storages[area]().removeItem(`seajay-${name}`);
    } catch {
        // Not allowed here.
    }
}

/** What was kept, as JSON gives it back; undefined if nothing was. */
export function recall(area: Area, name: string): unknown {
    try {
        return JSON.parse(storages[area]().getItem(`seajay-${name}`) ?? "null") ?? undefined;
    } catch {
        return undefined;
    }
}
