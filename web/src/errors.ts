// The one kind of error that the package throws.

import { SEAJAY_ERR_INVALID_ARGUMENT, SEAJAY_ERR_PANIC } from "./layout.js";

/** An error of the library: `status` is a SEAJAY_ERR number of seajay.h, `message` says what was wrong. */
export class SeajayError extends Error {
    override readonly name = "SeajayError";
    readonly status: number;

    constructor(status: number, message: string) {
        super(message);
        this.status = status;
    }
}

/** An argument or a call that makes no sense. */
export function misuse(message: string): SeajayError {
    return new SeajayError(SEAJAY_ERR_INVALID_ARGUMENT, message);
}

/** What went wrong, as an error of the library: what it did not say itself is a bug. */
export function asSeajayError(error: unknown): SeajayError {
    if (error instanceof SeajayError) return error;
    const message = error instanceof Error ? error.message : String(error);
    return new SeajayError(SEAJAY_ERR_PANIC, `the engine crashed: ${message}`);
}
