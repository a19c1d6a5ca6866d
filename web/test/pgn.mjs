// PGN by python-chess, where it is installed.

import { execFileSync, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("pgn.py", import.meta.url));

/** Why a test cannot use it; false if it can. */
export const isMissing = spawnSync("python3", ["-c", "import chess.pgn"]).status === 0 ? false : "python-chess is not installed";

/** Throws unless two PGNs have the same games, but for white space; the number of games. */
export function compared(...pgns) {
    const options = { input: JSON.stringify(pgns), encoding: "utf8", env: { ...process.env, PYTHONUTF8: "1" } };
    return Number(execFileSync("python3", [SCRIPT], options));
}
