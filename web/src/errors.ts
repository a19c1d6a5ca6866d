// The one kind of error that the package throws.

import {
    SEAJAY_ERR_BUSY,
    SEAJAY_ERR_ILLEGAL_MOVE,
    SEAJAY_ERR_ILLEGAL_POSITION,
    SEAJAY_ERR_INVALID_ARGUMENT,
    SEAJAY_ERR_INVALID_FEN,
    SEAJAY_ERR_INVALID_PGN,
    SEAJAY_ERR_INVALID_VALUE,
    SEAJAY_ERR_IO,
    SEAJAY_ERR_OUT_OF_MEMORY,
    SEAJAY_ERR_PANIC,
    SEAJAY_ERR_UNKNOWN_OPTION,
} from "./layout.js";

/** What kind of error it was: the `status` of a {@link SeajayError}. The numbers are those of the C library. */
export const Status = {
    /** An argument is out of range or not as documented, or the engine is closed, or the game was freed. */
    INVALID_ARGUMENT: SEAJAY_ERR_INVALID_ARGUMENT,
    /** The text is not a valid FEN. */
    INVALID_FEN: SEAJAY_ERR_INVALID_FEN,
    /** The position cannot be played. */
    ILLEGAL_POSITION: SEAJAY_ERR_ILLEGAL_POSITION,
    /** A move is not legal in its position, is not a move, or is ambiguous. */
    ILLEGAL_MOVE: SEAJAY_ERR_ILLEGAL_MOVE,
    /** The text is not PGN: a comment or variation that is not closed, a tag that does not fit. */
    INVALID_PGN: SEAJAY_ERR_INVALID_PGN,
    /** There is no option of that name. */
    UNKNOWN_OPTION: SEAJAY_ERR_UNKNOWN_OPTION,
    /** The option does not take this value. */
    INVALID_VALUE: SEAJAY_ERR_INVALID_VALUE,
    /** Memory is exhausted. */
    OUT_OF_MEMORY: SEAJAY_ERR_OUT_OF_MEMORY,
    /** The WebAssembly file or the worker cannot be loaded. */
    IO: SEAJAY_ERR_IO,
    /** The engine is searching: stop the search first, or await its result. */
    BUSY: SEAJAY_ERR_BUSY,
    /** A bug in the library or the package, or the worker has ended. The engine is of no more use. */
    PANIC: SEAJAY_ERR_PANIC,
} as const;

export type Status = (typeof Status)[keyof typeof Status];

/** What the package throws and rejects with: `message` says what was wrong, in English. */
export class SeajayError extends Error {
    override readonly name = "SeajayError";
    readonly status: Status;

    constructor(status: Status, message: string) {
        super(message);
        this.status = status;
    }
}

/** @internal An argument or a call that makes no sense. */
export function misuse(message: string): SeajayError {
    return new SeajayError(Status.INVALID_ARGUMENT, message);
}

/** @internal What went wrong, as an error of the library: what it did not say itself is a bug. */
export function asSeajayError(error: unknown): SeajayError {
    if (error instanceof SeajayError) return error;
    return new SeajayError(Status.PANIC, `the engine crashed: ${reason(error)}`);
}

/** @internal What something that was thrown says. */
export function reason(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
