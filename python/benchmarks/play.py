#!/usr/bin/env python3
"""How many searches of one node a second: this package against python-chess with another engine.

    benchmarks/play.py [ENGINE] [--rounds N] [--seconds S]

The two take turns, so that other work on the machine weighs on both. Then the time of one call of
this package is split. Without an engine it is Debian's stockfish.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Callable

import chess
import chess.engine

import seajay
from seajay import capi
from seajay.convert import to_limits, to_move, to_setup

LIMIT = chess.engine.Limit(nodes=1)

#: The Ruy Lopez: a game of some moves, which a search is told of.
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"


def calls_a_second(call: Callable[[], object], seconds: float) -> float:
    begin, count = time.perf_counter(), 0
    while (passed := time.perf_counter() - begin) < seconds:
        call()
        count += 1
    return count / passed


def microseconds(call: Callable[[], object], count: int = 3000) -> float:
    """Processor time, since the machine may be busy; the least of some runs."""
    runs = []
    for _ in range(5):
        begin = time.process_time()
        for _ in range(count // 5):
            call()
        runs.append((time.process_time() - begin) / (count // 5))
    return min(runs) * 1e6


def split(engine: seajay.Engine, board: chess.Board) -> dict[str, float]:
    """The parts of one call, each measured alone."""
    library, pointer = capi.library, engine._handle.pointer
    setup, limits, result = to_setup(board), to_limits(LIMIT), capi.SeajayResult()

    def search() -> None:
        engine._set_position(setup)
        library.seajay_start(pointer, limits)
        library.seajay_wait(pointer, 50, result)

    def types() -> None:
        to_limits(LIMIT)
        chess.engine.PlayResult(to_move(result.best_move), to_move(result.ponder_move))

    return {
        "one call": microseconds(lambda: engine.play(board, LIMIT)),
        "FEN and moves of the board": microseconds(lambda: to_setup(board)),
        "C: position, search on its thread, result": microseconds(search),
        "types": microseconds(types),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("engine", nargs="?", default="/usr/games/stockfish")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each, in each round")
    given = parser.parse_args()
    board = chess.Board()
    for san in MOVES.split():
        board.push_san(san)
    ours, theirs = [], []
    with seajay.Engine() as engine, chess.engine.SimpleEngine.popen_uci(given.engine) as other:
        for _ in range(given.rounds):
            ours.append(calls_a_second(lambda: engine.play(board, LIMIT), given.seconds))
            theirs.append(calls_a_second(lambda: other.play(board, LIMIT), given.seconds))
        name = other.id["name"]
        parts = split(engine, board)
    for title, rates in (("seajay", ours), (name, theirs)):
        print(f"{title:32} {', '.join(f'{rate:,.0f}' for rate in rates)} calls a second")
    ratios = [mine / other_rate for mine, other_rate in zip(ours, theirs)]
    print(f"ratio: {statistics.median(ratios):.1f} (from {min(ratios):.1f} to {max(ratios):.1f})")
    print("\nmicroseconds of processor time")
    rest = 2 * parts["one call"] - sum(parts.values())
    for title, value in {**parts, "the rest": rest}.items():
        print(f"  {title:42} {value:7.1f}")


if __name__ == "__main__":
    main()
