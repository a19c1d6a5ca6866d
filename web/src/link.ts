// The main thread's end of a worker: requests go out, and each gets its answer.

import { asSeajayError, misuse, reason, SeajayError, Status } from "./errors.js";
import { host, type Port } from "./host.js";
import type { Command, Reply } from "./protocol.js";
import type { EngineOptions, Line, Result, Review } from "./types.js";

/** What a search or a review says before its end. */
export interface Events {
    onBegun?(): void;
    onLine?(line: Line): void;
    onMove?(move: Review): void;
}

interface Pending {
    resolve(result: Result | undefined): void;
    reject(error: SeajayError): void;
    events?: Events | undefined;
}

export class Link {
    readonly #port: Port | undefined;
    readonly #pending = new Map<number, Pending>();
    #hasLoaded = false;
    /** There is no worker, or no longer: every request fails with this. */
    #failure: SeajayError | undefined;

    constructor(worker: EngineOptions["worker"]) {
        try {
            const port = host().spawn(worker);
            port.setIdle(true);
            port.listen(
                (message) => this.#receive(message as Reply),
                (error) => this.#fail(this.#hasLoaded ? asSeajayError(error) : notLoaded(error, worker)),
            );
            this.#port = port;
        } catch (error) {
            this.#fail(notLoaded(error, worker));
        }
    }

    /** Sends a request, and gives its answer: a result if it was a search. */
    request(command: Command, events?: Events): Promise<Result | undefined> {
        if (this.#failure) return Promise.reject(this.#failure);
        try {
            this.#port?.post(command);
        } catch (error) {
            // The port is someone else's.
            return Promise.reject(misuse(reason(error)));
        }
        this.#port?.setIdle(false);
        return new Promise((resolve, reject) => {
            this.#pending.set(command.id, { resolve, reject, events });
        });
    }

    stop(id: number): void {
        this.#port?.post({ kind: "stop", id });
    }

    /** Ends the worker, whatever it does. */
    async terminate(reason: SeajayError): Promise<void> {
        this.#fail(reason);
        await this.#port?.terminate();
    }

    #receive(reply: Reply): void {
        this.#hasLoaded = true;
        const pending = this.#pending.get(reply.id);
        if (reply.kind === "line") return pending?.events?.onLine?.(reply.line);
        if (reply.kind === "begun") return pending?.events?.onBegun?.();
        if (reply.kind === "move") return pending?.events?.onMove?.(reply.move);
        this.#pending.delete(reply.id);
        if (this.#pending.size === 0) this.#port?.setIdle(true);
        if (reply.kind === "done") {
            pending?.resolve(reply.result);
            return;
        }
        const error = new SeajayError(reply.status, reply.message);
        pending?.reject(error);
        if (reply.isFatal) void this.terminate(error);
    }

    #fail(error: SeajayError): void {
        this.#failure ??= error;
        for (const { reject } of this.#pending.values()) reject(this.#failure);
        this.#pending.clear();
        this.#port?.setIdle(true);
    }
}

function notLoaded(error: unknown, worker: EngineOptions["worker"]): SeajayError {
    const advice = worker === undefined ? `. ${host().advice}` : "";
    return new SeajayError(Status.IO, `the worker cannot be loaded: ${reason(error)}${advice}`);
}
