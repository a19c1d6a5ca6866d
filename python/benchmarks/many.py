#!/usr/bin/env python3
"""How busy analyse_many keeps the processors (Linux).

    benchmarks/many.py [--positions 2000] [--nodes 10000] [--workers N]

The positions are those of games that the engine plays against itself from random openings. `busy` is
processor time over the time that passed, for each worker. Where other programs use the processors
too, that cannot reach 100 %: `ready` counts the time in which a thread waited for a processor as well,
which is what the package can do something about.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from pathlib import Path

import chess

import seajay


def positions(count: int) -> list[chess.Board]:
    numbers, boards = random.Random(7), []
    with seajay.Engine() as engine:
        while len(boards) < count:
            board = chess.Board()
            for _ in range(8):
                board.push(numbers.choice(list(board.legal_moves)))
            while not board.is_game_over(claim_draw=True) and board.ply() < 100:
                boards.append(board.copy())
                move = engine.play(board, seajay.Limit(nodes=200)).move
                assert move is not None
                board.push(move)
    return boards[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    given = parser.parse_args()
    boards = positions(given.positions)
    limit = seajay.Limit(nodes=given.nodes)
    begin, used, ready = time.perf_counter(), *processor_time()
    results = seajay.analyse_many(boards, limit, workers=given.workers)
    for _ in boards:
        next(results)
    # The threads are still there, and tell of themselves.
    used, ready = (now - before for now, before in zip(processor_time(), (used, ready)))
    passed = time.perf_counter() - begin
    results.close()
    print(f"{len(boards)} positions of {given.nodes:,} nodes with {given.workers} workers")
    print(f"{passed:.1f} s, {len(boards) / passed:.1f} positions a second")
    share = 100 / passed / given.workers
    print(f"busy: {share * used:.1f} %, ready: {share * (used + ready):.1f} %")


def processor_time() -> tuple[float, float]:
    """Seconds that the threads of this process had a processor, and waited for one."""
    times = [
        [int(word) / 1e9 for word in task.joinpath("schedstat").read_text().split()[:2]]
        for task in Path("/proc/self/task").iterdir()
    ]
    return sum(used for used, _ in times), sum(waited for _, waited in times)


if __name__ == "__main__":
    main()
