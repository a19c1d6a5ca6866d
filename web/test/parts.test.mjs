// Parts of the analysis board, with whatever happens at an awkward moment.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { Game, init } from "seajay";

import { parts } from "./parts.mjs";

before(() => init());

describe("PGN", async () => {
    const { readPgn } = await parts(["pgn"]);
    const FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    test("the tag FEN gives the start, whatever stands before it", () => {
        for (const before of ["", "\uFEFF", '[Event "a ] and \\" b"]\n', "% escaped [\n", "; [\n{ [ }\n", "[White \"\"] "])
            assert.deepEqual(readPgn(`${before}[FEN "${FEN}"]\n\n1. e4 *`).startFen(), FEN, before);
    });

    test("a tag FEN elsewhere is none of this game's", () => {
        assert.equal(readPgn(`1. e4 { [FEN "${FEN}"] } e5`).startFen(), new Game().startFen());
        const two = `[White "A"]\n\n1. d4 d5 1-0\n\n[FEN "${FEN}"]\n\n1. e4 *`;
        assert.throws(() => readPgn(two), /a second game begins/);
    });
});
