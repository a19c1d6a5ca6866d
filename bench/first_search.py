#!/usr/bin/env python3
"""Measures how late the first search of a new process ends, after its time or a stop: the memory of its
hash table has not been touched yet, which takes long on some virtual machines.

    bench/first_search.py --move-time 10 --hash 16 256 4096

Prints the median and the most, in milliseconds, for each size of the hash table.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from common import Engine, add_option, find_uci, make_parser

POSITION = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


def lateness(program: str, hash_mib: int, milliseconds: int, by_stop: bool) -> float:
    """By how many milliseconds the answer is late, after the time of the move or a stop."""
    engine = Engine(program, hash_mib)
    if by_stop:
        answer = engine.ask(POSITION, "go infinite", milliseconds / 1000)
    else:
        answer = engine.ask(POSITION, f"go movetime {milliseconds}", 60)
    engine.close()
    return answer.milliseconds - milliseconds


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("--move-time", type=int, default=10, metavar="MS", help="(default: 10)")
    parser.add_argument("--stop", action="store_true", help="stop endless searches after that time")
    parser.add_argument("--hash", type=int, nargs="+", default=[16], metavar="MIB")
    parser.add_argument("--processes", type=int, default=100, metavar="N", help="(default: 100)")
    add_option(parser, "uci", None, "PROGRAM", "taken instead of building the UCI example")
    return parser.parse_args()


def main() -> int:
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as work:
        uci = find_uci(arguments.uci, Path(work))
        for mib in arguments.hash:
            late = [
                lateness(uci, mib, arguments.move_time, arguments.stop)
                for _ in range(arguments.processes)
            ]
            print(
                f"Hash {mib}: {statistics.median(late):.1f} ms late, {max(late):.1f} at most, "
                f"{len(late)} processes",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
