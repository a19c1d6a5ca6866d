#!/usr/bin/env python3
"""Measures what it takes to reach a depth. Needs python-chess.

    bench/depth.py threads target/uci [--threads 2] [--seconds 1] [--repeats 3] [--hash 64] [--positions N]
    bench/depth.py lmr target/uci 10 --openings balanced.epd

`threads`: what more threads gain, in nodes a second and in time. It needs a processor for each thread,
and an otherwise idle machine. For each position of tests/data/bench.epd one thread finds the first depth
that takes at least --seconds; positions that never take as long are left out. Then one thread and several
threads are timed to that depth in alternation, each time as a new game. Then the same number of one-thread
engines search at once ("apart"): the most that the machine can give. Ratios are those of the sums over all
positions, for each repeat; "mean" and "apart" are geometric means over the positions. Trust the means:
a few positions dominate the sums, and not the same ones with one thread as with several.

`lmr`: the nodes that late move reductions save, and how often a reduced move is searched again.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean

import chess
import chess.engine
from common import make_parser

BENCH = Path(__file__).resolve().parent.parent / "tests/data/bench.epd"
#: How many positions are drawn from a file of openings, evenly spaced.
POSITIONS = 12


@dataclass
class Run:
    """One search, or several together."""

    seconds: float = 0.0
    nodes: int = 0

    def __add__(self, other: Run) -> Run:
        return Run(self.seconds + other.seconds, self.nodes + other.nodes)

    @property
    def speed(self) -> float:
        return self.nodes / self.seconds


def open_engine(arguments: argparse.Namespace, threads: int) -> chess.engine.SimpleEngine:
    engine = chess.engine.SimpleEngine.popen_uci(arguments.engine, timeout=None)
    engine.configure({"Hash": arguments.hash, "Threads": threads})
    return engine


def find_depth(engine: chess.engine.SimpleEngine, board: chess.Board, seconds: float) -> int | None:
    """The first depth that takes that long."""
    with engine.analysis(board, game=object()) as analysis:
        for info in analysis:
            is_exact = "pv" in info and not info.get("lowerbound") and not info.get("upperbound")
            if is_exact and info["time"] >= seconds:
                return info["depth"]
            if is_exact and info["depth"] >= 127:
                return None
    return None


def reach(engine: chess.engine.SimpleEngine, board: chess.Board, depth: int) -> Run:
    info = engine.analyse(board, chess.engine.Limit(depth=depth), game=object())
    return Run(max(info["time"], 0.001), info["nodes"])


def reach_apart(
    engines: list[chess.engine.SimpleEngine], board: chess.Board, depth: int
) -> Run:
    """All engines at once, until the last is done."""
    with ThreadPoolExecutor(len(engines)) as pool:
        runs = list(pool.map(lambda engine: reach(engine, board, depth), engines))
    return Run(max(run.seconds for run in runs), sum(run.nodes for run in runs))


def report(name: str, one: list[Run], many: list[Run], apart: list[Run]) -> None:
    totals = [sum(runs, Run()) for runs in (one, many, apart)]
    time_mean = geometric_mean(b.seconds / a.seconds for a, b in zip(one, many, strict=True))
    speed_mean = geometric_mean(b.speed / a.speed for a, b in zip(one, many, strict=True))
    apart_mean = geometric_mean(b.speed / a.speed for a, b in zip(one, apart, strict=True))
    print(
        f"{name:8} {totals[0].seconds:9.2f} {totals[1].seconds:9.2f} "
        f"{totals[1].seconds / totals[0].seconds:7.3f} {time_mean:7.3f} "
        f"{totals[0].speed:11.0f} {totals[1].speed:11.0f} {totals[1].speed / totals[0].speed:7.3f} "
        f"{speed_mean:7.3f} {apart_mean:7.3f} {totals[1].nodes / totals[0].nodes:7.3f}",
        flush=True,
    )


def measure_threads(arguments: argparse.Namespace) -> None:
    boards = [chess.Board(line, chess960=True) for line in BENCH.read_text().splitlines() if line]
    one, many = (open_engine(arguments, threads) for threads in (1, arguments.threads))
    apart = [one] + [open_engine(arguments, 1) for _ in range(1, arguments.threads)]
    targets = []
    for board in boards[: arguments.positions]:
        depth = find_depth(one, board, arguments.seconds)
        if depth is not None:
            targets.append((board, depth))
    load = os.getloadavg()[0]
    print(f"{len(targets)} positions, 1 and {arguments.threads} threads, load before {load:.1f}")
    print(
        f"{'repeat':8} {'time 1':>9} {f'time {arguments.threads}':>9} {'ratio':>7} {'mean':>7} "
        f"{'nodes/s 1':>11} {f'nodes/s {arguments.threads}':>11} {'ratio':>7} {'mean':>7} "
        f"{'apart':>7} {'nodes':>7}"
    )
    all_runs: tuple[list[Run], ...] = ([], [], [])
    for repeat in range(1, arguments.repeats + 1):
        runs: tuple[list[Run], ...] = ([], [], [])
        for number, (board, depth) in enumerate(targets, 1):
            found = reach(one, board, depth), reach(many, board, depth)
            for list_, run in zip(runs, (*found, reach_apart(apart, board, depth)), strict=True):
                list_.append(run)
            if sys.stderr.isatty():
                print(f"\r{repeat}: {number}/{len(targets)} ", end="", file=sys.stderr, flush=True)
        if sys.stderr.isatty():
            print("\r", end="", file=sys.stderr)
        report(str(repeat), *runs)
        for total, list_ in zip(all_runs, runs, strict=True):
            total.extend(list_)
    report("all", *all_runs)
    for engine in [many, *apart]:
        engine.quit()


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


def measure_lmr(given: argparse.Namespace) -> None:
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


def main() -> None:
    parser = make_parser(__doc__)
    commands = parser.add_subparsers(required=True)
    threads = commands.add_parser("threads", help="what more threads gain")
    threads.add_argument("engine", help="the UCI example")
    threads.add_argument("--threads", type=int, default=2, help="compared with one thread (default: 2)")
    threads.add_argument("--seconds", type=float, default=1.0, help="for one thread to search (default: 1)")
    threads.add_argument("--repeats", type=int, default=3)
    threads.add_argument("--hash", type=int, default=64, metavar="MIB")
    threads.add_argument("--positions", type=int, default=None, help="only the first N")
    threads.set_defaults(measure=measure_threads)
    lmr = commands.add_parser("lmr", help="what late move reductions save")
    lmr.add_argument("engine", help="the UCI example")
    lmr.add_argument("depth", type=int, nargs="?", default=10, help="default: 10")
    lmr.add_argument("--openings", required=True, help="positions in EPD")
    lmr.set_defaults(measure=measure_lmr)
    given = parser.parse_args()
    given.measure(given)


if __name__ == "__main__":
    main()
