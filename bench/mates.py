#!/usr/bin/env python3
"""Asks UCI engines for forced mates and counts those they find.

    bench/mates.py mates.epd --seconds 2 --engine target/release/examples/uci --engine /usr/games/stockfish

Each line of the file is a position and `dm N`: the side to move mates in N moves, not sooner. Each is
a new game. A problem is solved by a last score of exactly mate in N; "longer" counts those where only
a longer mate, or a bound, was found. A `go mate N` that takes too long is stopped. With --search
(`go movetime`) and --nodes (`go nodes`) the engines are not asked for a mate. A line is whole
if it has all the moves up to the mate that its score promises.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from statistics import median

from common import Engine, make_parser


def read_problems(path: str) -> list[tuple[str, int]]:
    """The positions and their moves to mate."""
    problems = []
    with open(path) as file:
        for line in file:
            board, _, operations = line.strip().partition(" dm ")
            if operations:
                problems.append((f"{' '.join(board.split()[:4])} 0 1", int(operations.split(";")[0])))
    return problems


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("epd", help="the problems")
    parser.add_argument("--engine", action="append", required=True, metavar="PATH")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each problem")
    parser.add_argument("--search", action="store_true", help="search without asking for a mate")
    parser.add_argument("--nodes", type=int, help="search this many nodes without asking for a mate")
    parser.add_argument("--hash", type=int, default=16, metavar="MIB")
    parser.add_argument("--moves", type=int, action="append", help="only mates in this many moves; may be repeated")
    parser.add_argument("--list", action="store_true", help="list what is unsolved or cut short")
    return parser.parse_args()


@dataclass
class Row:
    """The results for the problems of one length."""

    total: int = 0
    solved: int = 0
    longer: int = 0
    milliseconds: list[float] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)


def run(engine: Engine, problems: list[tuple[str, int]], options: argparse.Namespace) -> None:
    """Gives an engine all problems and prints the results."""
    table: dict[int, Row] = {}
    whole = mates = 0
    for fen, moves in problems:
        if options.nodes:
            go, patience = f"go nodes {options.nodes}", 600.0
        elif options.search:
            go, patience = f"go movetime {options.seconds * 1000:.0f}", options.seconds + 30
        else:
            go, patience = f"go mate {moves}", options.seconds
        answer = engine.ask(fen, go, patience)
        solved = answer.mate == moves and answer.is_exact
        row = table.setdefault(moves, Row())
        row.total += 1
        row.solved += solved
        row.longer += not solved and (answer.mate or 0) > 0
        row.milliseconds.append(answer.milliseconds)
        row.nodes.append(answer.nodes)
        if answer.mate and answer.is_exact:
            plies = 2 * answer.mate - 1 if answer.mate > 0 else -2 * answer.mate
            mates, whole = mates + 1, whole + (len(answer.line) == plies)
            if options.list and len(answer.line) != plies:
                print(f"  {fen}: mate {answer.mate} with {len(answer.line)} plies", flush=True)
        if options.list and not solved:
            print(f"  {fen}: mate in {moves}, found {answer.mate}", flush=True)
    print(f"{engine.path}\n  mate in   solved        longer   median ms  median nodes")
    for moves, row in sorted(table.items()):
        share = 100 * row.solved / row.total
        print(
            f"  {moves:7}  {row.solved:3}/{row.total:<3} {share:3.0f} %  {row.longer:7}"
            f"  {median(row.milliseconds):10.1f}  {median(row.nodes):12.0f}"
        )
    print(f"  {mates} exact mates, {whole} with a whole line", flush=True)


def main() -> None:
    options = parse_arguments()
    problems = read_problems(options.epd)
    if options.moves:
        problems = [problem for problem in problems if problem[1] in options.moves]
    for path in options.engine:
        engine = Engine(path, options.hash)
        run(engine, problems, options)
        engine.close()


if __name__ == "__main__":
    sys.exit(main())
