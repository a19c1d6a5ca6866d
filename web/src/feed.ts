// What an engine finds, looped over while it goes on.

/** Wakes those who wait for news, again and again. */
class Bell {
    #ring!: () => void;
    #next!: Promise<void>;

    constructor() {
        this.#arm();
    }

    ring(): void {
        this.#ring();
        this.#arm();
    }

    wait(): Promise<void> {
        return this.#next;
    }

    #arm(): void {
        this.#next = new Promise((resolve) => (this.#ring = resolve));
    }
}

/** Items by keys, of which each reader gets the newest, and what comes of all in the end. */
export class Feed<T, R> {
    readonly done: Promise<R>;
    readonly #stop: () => void;
    readonly #news = new Bell();
    readonly #readers = new Set<Map<number, T>>();
    readonly #latest = new Map<number, T>();
    #isDone = false;

    constructor(stop: () => void, run: (feed: Feed<T, R>) => Promise<R>) {
        this.#stop = stop;
        this.done = run(this);
        const end = () => {
            this.#isDone = true;
            this.#news.ring();
        };
        this.done.then(end, end);
    }

    stop(): void {
        this.#stop();
    }

    /** Leaving the loop stops it. */
    async *read(): AsyncGenerator<T, void, undefined> {
        const unread = new Map(this.#latest);
        this.#readers.add(unread);
        try {
            for (;;) {
                for (const [key, item] of unread) {
                    unread.delete(key);
                    yield item;
                }
                if (this.#isDone) break;
                await this.#news.wait();
            }
            await this.done; // which throws what went wrong
        } finally {
            this.#readers.delete(unread);
            this.stop();
        }
    }

    /** The newest items. */
    newest(): T[] {
        return [...this.#latest.values()];
    }

    add(key: number, item: T): void {
        this.#latest.set(key, item);
        for (const unread of this.#readers) unread.set(key, item);
        this.#news.ring();
    }
}
