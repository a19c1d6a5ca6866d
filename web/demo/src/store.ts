// What outlives a page: settings and the last games in this browser, the game in this tab, and files, for which a tab has no
// room.

const storages = { settings: () => localStorage, game: () => sessionStorage };

type Area = keyof typeof storages;

/** How long files and games are kept. */
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

/** Files of games, and the games that were on the board. */
type Shelf = "files" | "works";

async function shelf(name: Shelf, mode: IDBTransactionMode): Promise<IDBObjectStore> {
    const opening = indexedDB.open("seajay", 2);
    opening.onupgradeneeded = ({ oldVersion }) => {
        if (oldVersion < 1) opening.result.createObjectStore("files");
        opening.result.createObjectStore("works");
    };
    const { result } = await ended(opening);
    return result.transaction(name, mode).objectStore(name);
}

/** A key for something new: the time, so that it can be forgotten one day, and what makes it the only one. */
export const newKey = (): number => Date.now() + Math.random();

async function change(name: Shelf, action: (store: IDBObjectStore) => void): Promise<void> {
    const store = await shelf(name, "readwrite");
    store.delete(IDBKeyRange.upperBound(Date.now() - LIFETIME_MS));
    action(store);
    // The page may be left at any time.
    store.transaction.commit();
    store.transaction.db.close();
    await ended(store.transaction);
}

export const keepItem = (name: Shelf, key: number, value: unknown): Promise<void> =>
    change(name, (store) => store.put(value, key));

export const dropItem = (name: Shelf, key: number): Promise<void> => change(name, (store) => store.delete(key));

async function read<T>(name: Shelf, action: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const store = await shelf(name, "readonly");
    try {
        return (await ended(action(store))).result;
    } finally {
        store.transaction.db.close();
    }
}

/** What is kept under a key; undefined if nothing is. Throws if nobody can say that. */
export const recallItem = (name: Shelf, key: number): Promise<unknown> => read(name, (store) => store.get(key));

export const recallItems = (name: Shelf): Promise<unknown[]> => read(name, (store) => store.getAll());
