#!/usr/bin/env python3
"""Counts the nodes that late move reductions save at equal depth, and how often a reduced move is
searched again. Needs python-chess and a file of openings.

    bench/lmr.py target/uci 10 --openings balanced.epd
"""

from __future__ import annotations

import argparse
import re
from statistics import geometric_mean

import chess
import chess.engine

#: How many positions are drawn from the file, evenly spaced.
POSITIONS = 12


def count(path: str, fens: list[str], depth: int, reduces: bool) -> list[tuple[int, int, int]]:
    """Nodes, reductions and re-searches of each position, each with a new engine."""
    counts = []
    for fen in fens:
        with chess.engine.SimpleEngine.popen_uci(path) as engine:
            engine.configure({"LMREnabled": reduces, "Hash": 32})
            info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=depth))
            numbers = re.match(r"lmr (\d+) reductions (\d+)", info.get("string", ""))
            reductions, re_searches = map(int, numbers.groups()) if numbers else (0, 0)
            counts.append((info["nodes"], reductions, re_searches))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("engine", help="the UCI example")
    parser.add_argument("depth", type=int, nargs="?", default=10, help="default: 10")
    parser.add_argument("--openings", required=True, help="positions in EPD")
    given = parser.parse_args()
    with open(given.openings) as file:
        lines = file.read().splitlines()
    fens = [" ".join(line.split()[:4]) + " 0 1" for line in lines[:: len(lines) // POSITIONS]]
    fens = fens[:POSITIONS]
    full, reduced = (count(given.engine, fens, given.depth, reduces) for reduces in (False, True))
    print(f"depth {given.depth:<4} {'without':>10} {'with':>10} {'saved':>8}")
    for index, ((without, *_), (nodes, *_)) in enumerate(zip(full, reduced), 1):
        print(f"{index:<10} {without:>10} {nodes:>10} {100 * (1 - nodes / without):>6.1f} %")
    ratio = geometric_mean(nodes / without for (without, *_), (nodes, *_) in zip(full, reduced))
    print(f"saved in the geometric mean: {100 * (1 - ratio):.1f} %")
    reductions, re_searches = (sum(row[column] for row in reduced) for column in (1, 2))
    share = 100 * re_searches / max(reductions, 1)
    print(f"searched again: {re_searches} of {reductions} reduced moves ({share:.1f} %)")


if __name__ == "__main__":
    main()
