// What outlives a page: settings and the last games in this browser, the game in this tab, and files, for which a tab has no
// room.

const storages = { settings: () => localStorage, game: () => sessionStorage };

type Area = keyof typeof storages;

/** The form of what is kept of games; a page reads no other. Raise it when that changes. */
export const FORMAT = 3;

/** How long files and games are kept after they were opened or left. */
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

/** What a request gives. */
const answer = async <T>(request: IDBRequest<T>): Promise<T> => (await ended(request)).result;

/** Files of games, and the games that were on the board. */
type Shelf = "files" | "works";

/** Opens the database for something that is done with a shelf in one transaction. */
async function use<T>(
    name: Shelf,
    mode: IDBTransactionMode,
    action: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
    const opening = indexedDB.open("seajay", FORMAT);
    opening.onupgradeneeded = () => {
        const { result } = opening;
        for (const old of [...result.objectStoreNames]) result.deleteObjectStore(old);
        for (const each of ["files", "works"]) result.createObjectStore(each).createIndex("time", "time");
    };
    const { result } = await ended(opening);
    try {
        return await action(result.transaction(name, mode).objectStore(name));
    } finally {
        result.close();
    }
}

/** A key for something new. */
export const newKey = (): number => Date.now() + Math.random();

const change = (name: Shelf, action: (store: IDBObjectStore) => void): Promise<void> =>
    use(name, "readwrite", async (store) => {
        action(store);
        // The page may be left at any time.
        store.transaction.commit();
        await ended(store.transaction);
    });

/** Keeps something with the time when it was opened or left. */
export const keepItem = <T extends { time: number }>(name: Shelf, key: number, value: T): Promise<void> =>
    change(name, (store) => store.put(value, key));

export const dropItem = (name: Shelf, key: number): Promise<void> => change(name, (store) => store.delete(key));

/** Drops what nobody has opened or left for long. */
export const dropOldItems = (name: Shelf): Promise<void> =>
    use(name, "readwrite", async (store) => {
        const old = IDBKeyRange.upperBound(Date.now() - LIFETIME_MS);
        for (const key of await answer(store.index("time").getAllKeys(old))) store.delete(key);
    });

/** What is kept under a key; undefined if nothing is. Throws if nobody can say that. */
export const recallItem = (name: Shelf, key: number): Promise<unknown> =>
    use(name, "readonly", (store) => answer(store.get(key)));

export const recallItems = (name: Shelf): Promise<unknown[]> =>
    use(name, "readonly", (store) => answer(store.getAll()));
