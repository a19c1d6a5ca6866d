#!/usr/bin/env python3
"""Plays two commits against each other and prints the lines for a commit message.

    bench/match.py NEW OLD --games 600 --nodes 10000
    bench/match.py NEW OLD --sprt 0 10 --tc 1+0.01

Needs fastchess (https://github.com/Disservin/fastchess) and a file of openings. Every opening is
played twice, colours swapped. The match does not count if a game is lost on time, by an illegal
move or by a crash.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from common import (
    ROOT,
    add_match_options,
    add_option,
    build_uci,
    even,
    fail,
    find_file,
    find_program,
    is_broken,
    make_parser,
    read_tags,
    run_fastchess,
)

#: A sequential test ends long before this many.
MAX_SPRT_GAMES = 40_000


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("new", help="a commit")
    parser.add_argument("old", help="the commit it is measured against")
    parser.add_argument("--games", type=even, metavar="N", help="length of the match (default: 600)")
    parser.add_argument(
        "--sprt",
        type=float,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="a sequential test instead, alpha = beta = 0.05, in normalized Elo",
    )
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, default=10_000, help="nodes a move (default: 10000)")
    limit.add_argument(
        "--tc", metavar="TIME+INCREMENT", help="a clock instead, in seconds, such as 1+0.01"
    )
    parser.add_argument(
        "--options",
        default="",
        metavar="A=x;B=y",
        help="UCI options of the new side: with the same commit twice, what an option is worth",
    )
    parser.add_argument("--hash", type=int, default=16, metavar="MIB", help="default: 16")
    parser.add_argument("--seed", type=int, default=1, help="draws the openings (default: 1)")
    add_match_options(parser)
    add_option(parser, "keep", None, "FOLDER", "gets the games and the log")
    arguments = parser.parse_args()
    if not arguments.openings:
        parser.error("no openings: give --openings, or set OPENINGS")
    arguments.games = arguments.games or (MAX_SPRT_GAMES if arguments.sprt else 600)
    arguments.options = [option for option in arguments.options.split(";") if option]
    return arguments


def git(*arguments: str | Path) -> str:
    ran = subprocess.run(["git", *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    return ran.stdout.strip() if ran.returncode == 0 else fail(f"git {arguments[0]} failed")


def build(name: str, commit: str, work: Path) -> str:
    """Builds the engine of a commit, and prints its bench."""
    tree = work / "tree"
    if not tree.exists():
        git("clone", "--quiet", "--shared", "--no-checkout", ROOT, tree)
    git("-C", tree, "checkout", "--quiet", "--detach", commit)
    program = build_uci(tree, work / name, work / "target")
    bench = subprocess.run([program, "bench"], capture_output=True, text=True, check=True).stdout
    title = git("-C", tree, "log", "-1", "--format=%h %s")
    print(f"{name + ':':4} {title}  {bench.splitlines()[-1]}", flush=True)
    return program


def play(arguments: argparse.Namespace, new: str, old: str, work: Path) -> tuple[Path, Path]:
    """Plays the match; returns its log and its games."""
    log, games = work / "match.log", work / "games.pgn"
    limit = [f"tc={arguments.tc}"] if arguments.tc else ["tc=inf", f"nodes={arguments.nodes}"]
    command = ["-engine", "name=new", f"cmd={new}"]
    command += [f"option.{option}" for option in arguments.options]
    command += ["-engine", "name=old", f"cmd={old}", "-each", *limit]
    command += [f"option.Hash={arguments.hash}", "-srand", str(arguments.seed)]
    command += ["-openings", f"file={arguments.openings}", "format=epd", "order=random"]
    command += ["-rounds", str(arguments.games // 2), "-games", "2", "-repeat"]
    command += ["-concurrency", str(arguments.concurrency), "-recover"]
    command += ["-draw", "movenumber=40", "movecount=8", "score=10"]
    command += ["-resign", "movecount=4", "score=600"]
    command += ["-pgnout", f"file={games}", "-ratinginterval", "100"]
    if arguments.sprt:
        low, high = arguments.sprt
        command += ["-sprt", f"elo0={low:g}", f"elo1={high:g}", "alpha=0.05", "beta=0.05"]
        command += ["model=normalized"]
    run_fastchess(arguments.fastchess, command, log)
    return log, games


def report(arguments: argparse.Namespace, log: Path, games: Path) -> None:
    """Prints the result; fails where a game was not decided by chess."""
    limit = f"{arguments.tc} s" if arguments.tc else f"{arguments.nodes} nodes a move"
    options = f", new side with {' '.join(arguments.options)}" if arguments.options else ""
    print(f"\nMatch, {limit}, {arguments.hash} MiB{options}:")
    wanted = re.compile(r"(Elo|Games|Ptnml|LLR)|.*SPRT.*(H0|H1)")
    lines = [line for line in log.read_text().splitlines() if wanted.match(line)]
    for line in lines[-5 if arguments.sprt else -3 :]:
        print(re.sub(r", (nElo|Points|WL).*", "", line))
    ends = Counter(tags.get("Termination") for tags in read_tags(games) if is_broken(tags))
    late, illegal = ends["time forfeit"], ends["illegal move"]
    crashes = ends.total() - late - illegal
    print(f"Time losses: {late}, illegal moves: {illegal}, crashes: {crashes}")
    if ends:
        fail("the match does not count: all three must be 0")


def main() -> None:
    arguments = parse_arguments()
    # The games are played in another folder.
    arguments.openings = find_file(arguments.openings)
    arguments.fastchess = find_program(arguments.fastchess)
    commits = [
        git("-C", ROOT, "rev-parse", "--verify", f"{name}^{{commit}}")
        for name in (arguments.new, arguments.old)
    ]
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        new, old = (build(name, sha, work) for name, sha in zip(("new", "old"), commits))
        log, games = play(arguments, new, old, work)
        if arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            for file in (log, games):
                shutil.copy(file, arguments.keep)
        report(arguments, log, games)


if __name__ == "__main__":
    main()
