#!/usr/bin/env python3
"""Measures how busy analyse_many keeps the processors (Linux).

    bench/python_many.py [--positions 2000] [--nodes 10000] [--workers N]

The positions are those of games that the engine plays against itself from random openings. `busy` is
processor time over the time that passed, for each worker. Where other programs use the processors
too, that cannot reach 100 %. `ready` samples a hundred times a second how many threads are running or
runnable, which is the part that the package controls.
"""

from __future__ import annotations

import argparse
import os
import random
import threading
import time

import chess

import seajay


def positions(count: int) -> list[chess.Board]:
    numbers, boards = random.Random(7), []
    with seajay.Engine() as engine:
        while len(boards) < count:
            board = chess.Board()
            while board.ply() < 8 and not board.is_game_over():
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
    watch = Watch(given.workers)
    begin, used = time.perf_counter(), time.process_time()
    watch.start()
    count = sum(1 for _ in seajay.analyse_many(boards, limit, workers=given.workers))
    ready = watch.end()
    passed, used = time.perf_counter() - begin, time.process_time() - used
    print(f"{count} positions of {given.nodes:,} nodes with {given.workers} workers")
    print(f"{passed:.1f} s, {count / passed:.1f} positions a second")
    print(f"busy: {100 * used / passed / given.workers:.1f} %, ready: {100 * ready:.1f} %")


class Watch(threading.Thread):
    """Counts the threads of this process that are ready to run, itself left out."""

    def __init__(self, workers: int) -> None:
        super().__init__(daemon=True)
        self.workers = workers
        self.shares: list[float] = []
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(0.01):
            tasks = [task for task in os.listdir("/proc/self/task") if int(task) != self.native_id]
            ready = sum(self.is_ready(task) for task in tasks)
            self.shares.append(min(ready, self.workers) / self.workers)

    def is_ready(self, task: str) -> bool:
        try:
            with open(f"/proc/self/task/{task}/stat") as file:
                # The state follows the name, which is in brackets.
                return file.read().rpartition(")")[2].split()[0] == "R"
        except OSError:
            return False

    def end(self) -> float:
        """The share of the workers that were ready, from 0 to 1."""
        self.over.set()
        self.join()
        return sum(self.shares) / len(self.shares)


if __name__ == "__main__":
    main()
