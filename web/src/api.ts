// What the package exports, whichever entry it is imported by.

export { Engine } from "./engine.js";
export { SeajayError, Status } from "./errors.js";
export { Game } from "./game.js";
export { init } from "./instance.js";
export { listPgn, PgnError, readPgn, writePgn, type PgnEntry, type PgnRecord } from "./pgn.js";
export { accuracy } from "./review.js";
export { Search } from "./search.js";
export { Mark } from "./types.js";
export type * from "./types.js";
