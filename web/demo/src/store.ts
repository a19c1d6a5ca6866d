// What outlives a reload: settings in this browser, the game in this tab, and files, for which a tab has no room.

const storages = { settings: () => localStorage, game: () => sessionStorage };

type Area = keyof typeof storages;

/** How long files are kept. */
const LIFETIME_MS = 30 * 24 * 3600 * 1000;

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

/** The end of a request to the database, or of a transaction. */
function ended<T extends IDBRequest | IDBTransaction>(work: T): Promise<T> {
    return new Promise((resolve, reject) => {
        const events = { success: resolve, complete: resolve, error: reject, abort: reject };
        for (const [name, settle] of Object.entries(events)) work.addEventListener(name, () => settle(work));
    });
}

async function files(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const opening = indexedDB.open("seajay");
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    const { result } = await ended(opening);
    return result.transaction("files", mode).objectStore("files");
}

/** Keeps the games of a file under a key, which is about the time. */
export async function keepFile(key: number, games: readonly string[]): Promise<void> {
    const store = await files("readwrite");
    store.delete(IDBKeyRange.upperBound(Date.now() - LIFETIME_MS));
    store.put(games, key);
    // The page may be left at any time.
    store.transaction.commit();
    store.transaction.db.close();
    await ended(store.transaction);
}

/** The games of a file; undefined if they are not there. Throws if nobody can say that. */
export async function recallFile(key: number): Promise<readonly string[] | undefined> {
    const store = await files("readonly");
    const { result } = await ended(store.get(key));
    store.transaction.db.close();
    return result as readonly string[] | undefined;
}
