// PGN by python-chess, where it is installed.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SCRIPT = fileURLToPath(new URL("pgn.py", import.meta.url));

function python(...words) {
    const [args, input] = [words.slice(0, -1), words.at(-1)];
    const options = { input, encoding: "utf8", maxBuffer: 1 << 28, env: { ...process.env, PYTHONUTF8: "1" } };
    const { status, stdout, stderr } = spawnSync("python3", args, options);
    if (status !== 0) throw new Error(stderr);
    return stdout;
}

/** Why a test cannot use it; false if it can. */
export const isMissing = spawnSync("python3", ["-c", "import chess.pgn"]).status === 0 ? false : "python-chess is not installed";

/** Random games with all that a PGN can say of them. */
export const randomGames = (count) => python(SCRIPT, "generate", String(count), "");

/** Throws unless two PGNs have the same games, but for white space; the number of games. */
export const compared = (before, after) => Number(python(SCRIPT, "compare", JSON.stringify([before, after])));
