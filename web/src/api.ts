// What the package exports, whichever entry it is imported by.

export { Engine } from "./engine.js";
export { SeajayError, Status } from "./errors.js";
export { Game, init } from "./game.js";
export { Search } from "./search.js";
export type * from "./types.js";
