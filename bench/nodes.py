#!/usr/bin/env python3
"""Counts the nodes that engines need to a depth, in the first ten positions of
tests/data/bench.epd, each as a new game with 16 MiB. Needs python-chess.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import chess
import chess.engine

BENCH = Path(__file__).resolve().parent.parent / "tests/data/bench.epd"


def count(path: str, boards: list[chess.Board], depth: int) -> list[int]:
    with chess.engine.SimpleEngine.popen_uci(path) as engine:
        engine.configure({"Hash": 16})
        limit = chess.engine.Limit(depth=depth)
        return [engine.analyse(board, limit, game=object())["nodes"] for board in boards]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("depth", type=int)
    parser.add_argument("engines", nargs="+", metavar="ENGINE")
    given = parser.parse_args()
    boards = [chess.Board(line) for line in BENCH.read_text().splitlines()[:10]]
    columns = [count(path, boards, given.depth) for path in given.engines]
    for board, row in zip(boards, zip(*columns)):
        print("".join(f"{nodes:>12}" for nodes in row), board.fen())
    print("".join(f"{sum(column):>12}" for column in columns), "together")


if __name__ == "__main__":
    main()
