// What the main thread and the worker of an engine say to each other.

import type { Status } from "./errors.js";
import type { Limits, Line, Result, Review } from "./types.js";

/** The build puts it here. */
declare const PACKAGE_VERSION: string;

/** The version that the files of a page must share, though they may be copied one by one. */
export const VERSION = PACKAGE_VERSION;

/**
 * How a running search is stopped. `shared`: a flag in shared memory, where there is such memory. `suspend`:
 * the search pauses now and then to let a message in, where WebAssembly can do that (JSPI). `replace`: the
 * worker is ended, and another one begun.
 */
export type StopWay = "shared" | "suspend" | "replace";

/** A position, and how castling is written in it: as the game does, or as the engine's options say. */
export interface Position {
    fen?: string;
    moves: string;
    isGame: boolean;
}

export interface SearchRequest {
    kind: "search";
    id: number;
    position: Position;
    limits: Limits;
    multiPv?: number;
    searchMoves?: string;
    /** It was stopped before it began: any legal move will do. */
    isStopped: boolean;
}

export interface ReviewRequest {
    kind: "review";
    id: number;
    position: Position;
    limits: Limits;
}

/** To the worker. Each is answered by one reply with its id. */
export type Command =
    | {
          kind: "create";
          id: number;
          version: string;
          module: WebAssembly.Module;
          way: StopWay;
          /** Holds the id of the latest search that is to stop. */
          stopFlag?: Int32Array;
          /** An address that is there as long as the worker is wanted. */
          lifeline?: string;
          network?: Uint8Array;
      }
    | { kind: "option"; id: number; name: string; value: string }
    | { kind: "clear"; id: number }
    | SearchRequest
    | ReviewRequest;

/** To the worker: a command, or to stop the search or the review with an id. */
export type Request = Command | { kind: "stop"; id: number };

export type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** From the worker. */
export type Reply =
    | { kind: "done"; id: number; result?: Result }
    /** A failure is of the one request, or has ended the worker. */
    | { kind: "failed"; id: number; status: Status; message: string; isFatal: boolean }
    /** The search has begun: what is asked for is possible. */
    | { kind: "begun"; id: number }
    | { kind: "line"; id: number; line: Line }
    /** The review has judged a move. */
    | { kind: "move"; id: number; move: Review };
