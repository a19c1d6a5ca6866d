#!/usr/bin/env python3
"""Measures the Python package (Linux).

    bench/python.py play [ENGINE] [--rounds N] [--seconds S]
    bench/python.py many [--positions 2000] [--nodes 10000] [--workers N]

`play` counts searches of one node per second: this package against python-chess with another engine, by
default Debian's stockfish. The two take turns, so that other work on the machine affects both. Processor
time, including the other engine's, is shown too and is affected less.

`many` measures how busy analyse_many keeps the processors, with the positions of games that the engine
plays against itself from random openings. `busy` is processor time over the time that passed, for each
worker. Where other programs use the processors too, that cannot reach 100 %. `ready` samples a hundred
times a second how many threads are running or runnable, which is the part that the package controls.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import threading
import time
from typing import Callable

import chess
import chess.engine
from common import make_parser

import seajay

LIMIT = chess.engine.Limit(nodes=1)

#: The Ruy Lopez: a game of some moves.
MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O"


class Rates:
    """Calls a second of one of the two: by the clock in each round, and by processor time."""

    def __init__(self, call: Callable[[], object], process: int | None = None) -> None:
        self.call = call
        self.process = process
        self.by_clock: list[float] = []
        self.calls = 0
        self.used = 0.0

    def measure(self, seconds: float) -> None:
        begin, used, count = time.perf_counter(), self.processor_time(), 0
        while (passed := time.perf_counter() - begin) < seconds:
            self.call()
            count += 1
        self.by_clock.append(count / passed)
        self.calls += count
        self.used += self.processor_time() - used

    def processor_time(self) -> float:
        """Seconds of this process, and of the engine's."""
        used = time.process_time()
        if self.process is not None:
            with open(f"/proc/{self.process}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
            used += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return used

    def by_processor(self) -> float:
        return self.calls / self.used


def measure_play(given: argparse.Namespace) -> None:
    board = chess.Board()
    for san in MOVES.split():
        board.push_san(san)
    with seajay.Engine() as engine, chess.engine.SimpleEngine.popen_uci(given.engine) as other:
        ours = Rates(lambda: engine.play(board, LIMIT))
        theirs = Rates(lambda: other.play(board, LIMIT), other.transport.get_pid())
        for _ in range(given.rounds):
            ours.measure(given.seconds)
            theirs.measure(given.seconds)
        name = other.id["name"]
    print(f"{'calls a second':32} {'median':>8} {'best':>8} {'by processor time':>18}")
    for title, rates in (("seajay", ours), (name, theirs)):
        clock = rates.by_clock
        print(
            f"{title:32} {statistics.median(clock):8,.0f} {max(clock):8,.0f} {rates.by_processor():18,.0f}"
        )
    ratio = statistics.median(a / b for a, b in zip(ours.by_clock, theirs.by_clock) if b)
    print(f"{'median of the ratios':32} {ratio:8.1f} {'':8} ", end="")
    print(f"{ours.by_processor() / theirs.by_processor():18.1f}")


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


def measure_many(given: argparse.Namespace) -> None:
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


def main() -> None:
    parser = make_parser(__doc__)
    commands = parser.add_subparsers(required=True)
    play = commands.add_parser("play", help="searches of one node per second")
    play.add_argument("engine", nargs="?", default="/usr/games/stockfish")
    play.add_argument("--rounds", type=int, default=5)
    play.add_argument("--seconds", type=float, default=1.0, help="for each, in each round")
    play.set_defaults(measure=measure_play)
    many = commands.add_parser("many", help="how busy analyse_many keeps the processors")
    many.add_argument("--positions", type=int, default=2000)
    many.add_argument("--nodes", type=int, default=10_000)
    many.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    many.set_defaults(measure=measure_many)
    given = parser.parse_args()
    given.measure(given)


if __name__ == "__main__":
    main()
