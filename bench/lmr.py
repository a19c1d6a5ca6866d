#!/usr/bin/env python3
"""Counts the nodes that late move reductions save at equal depth, and how often a reduced move is
searched again. Needs python-chess.
"""

from __future__ import annotations

import argparse
import re

import chess
import chess.engine

POSITIONS = (
    "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r1bqk2r/pp2bppp/2n1pn2/3p4/2PP4/2N2NP1/PP2PPBP/R1BQK2R w KQkq - 0 7",
    "8/5pk1/p3p1p1/4P2p/1P3P1P/6P1/3K4/8 w - - 0 1",
)


def count(path: str, depth: int, reduces: bool) -> list[tuple[int, int, int]]:
    """Nodes, reductions and re-searches of each position, each with a new engine."""
    counts = []
    for fen in POSITIONS:
        with chess.engine.SimpleEngine.popen_uci(path) as engine:
            engine.configure({"LMREnabled": reduces})
            info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=depth))
            numbers = re.match(r"lmr (\d+) reductions (\d+)", info.get("string", ""))
            reductions, re_searches = map(int, numbers.groups()) if numbers else (0, 0)
            counts.append((info["nodes"], reductions, re_searches))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", help="the UCI example")
    parser.add_argument("depth", type=int, nargs="?", default=9, help="default: 9")
    given = parser.parse_args()
    full, reduced = (count(given.engine, given.depth, reduces) for reduces in (False, True))
    print(f"depth {given.depth:<4} {'without':>10} {'with':>10} {'saved':>8}")
    for name, rows in (
        *((str(index), (index - 1,)) for index in range(1, len(POSITIONS) + 1)),
        ("together", range(len(POSITIONS))),
    ):
        without, nodes = (sum(counts[row][0] for row in rows) for counts in (full, reduced))
        print(f"{name:10} {without:>10} {nodes:>10} {100 * (1 - nodes / without):>6.1f} %")
    reductions, re_searches = (sum(row[column] for row in reduced) for column in (1, 2))
    share = 100 * re_searches / max(reductions, 1)
    print(f"searched again: {re_searches} of {reductions} reduced moves ({share:.1f} %)")


if __name__ == "__main__":
    main()
