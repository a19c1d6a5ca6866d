#!/usr/bin/env python3
"""Plays games on the clock and counts those lost on time, by an illegal move or by a crash. Fails
if seajay lost any.

    bench/clock.py 0.1+0.001 st=0.01 --games 800 --margin 20

A time control is TIME+INCREMENT in seconds, or st=TIME, a fixed time for each move. Needs fastchess
(https://github.com/Disservin/fastchess).
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

from common import (
    add_clock_options,
    add_match_options,
    add_option,
    even,
    find_file,
    find_program,
    find_uci,
    is_broken,
    make_parser,
    read_tags,
    run_fastchess,
)

WAYS = ("time forfeit", "illegal move", "abandoned", "stalled connection")


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("controls", nargs="+", metavar="TIME+INCREMENT|st=TIME")
    parser.add_argument(
        "--games", type=even, default=200, metavar="N", help="for each control (default: 200)"
    )
    add_clock_options(parser)
    add_match_options(parser)
    add_option(parser, "keep", None, "FOLDER", "gets the games")
    return parser.parse_args()


def play(arguments: argparse.Namespace, uci: str, control: str, folder: Path) -> Path:
    """Plays the games of one time control; returns their file."""
    games = folder / f"{control}.pgn"
    games.unlink(missing_ok=True)
    limit = control if control.startswith("st=") else f"tc={control}"
    command = ["-engine", "name=seajay", f"cmd={uci}"]
    command += ["-engine", "name=other", f"cmd={arguments.opponent}"]
    command += ["-each", limit, f"timemargin={arguments.margin}", "option.Hash=16"]
    if arguments.openings:
        command += ["-openings", f"file={arguments.openings}", "format=epd", "order=random"]
    command += ["-srand", "1", "-rounds", str(arguments.games // 2), "-games", "2", "-repeat"]
    command += ["-concurrency", str(arguments.concurrency), "-recover", "-pgnout", f"file={games}"]
    run_fastchess(arguments.fastchess, command, folder / f"{control}.log")
    return games


def count(control: str, path: Path, expected: int) -> bool:
    """Prints, for both sides, how many games ended otherwise than by chess. True if seajay lost none so."""
    ended: Counter[tuple[str, str]] = Counter()
    games = 0
    for tags in read_tags(path):
        games += 1
        if is_broken(tags):
            loser = {"0-1": tags.get("White"), "1-0": tags.get("Black")}.get(tags.get("Result", ""))
            ended[loser or "nobody", tags.get("Termination", "unknown")] += 1
    ways = (f", {way} {ended['seajay', way]}:{ended['other', way]}" for way in WAYS)
    print(f"{control}: {games} games{''.join(ways)} (seajay:other)", flush=True)
    return games == expected and all(loser == "other" for loser, _ in ended)


def main() -> int:
    arguments = parse_arguments()
    # The games are played in another folder.
    arguments.fastchess = find_program(arguments.fastchess)
    arguments.opponent = find_program(arguments.opponent)
    if arguments.openings:
        arguments.openings = find_file(arguments.openings)
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    folder = Path(arguments.keep or tempfile.mkdtemp()).absolute()
    with tempfile.TemporaryDirectory() as work:
        uci = find_uci(arguments.uci, Path(work))
        results = [
            count(control, play(arguments, uci, control, folder), arguments.games)
            for control in arguments.controls
        ]
    if not all(results):
        print(f"games: {folder}")
    elif not arguments.keep:
        shutil.rmtree(folder)
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
