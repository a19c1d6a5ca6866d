#!/usr/bin/env python3
"""Plays test positions (EPD) with UCI engines and counts the best moves, or the mates. Needs python-chess.

    bench/epd.py wac.epd --nodes 300000 --hash 32 \\
        --engine target/release/examples/uci \\
        --engine /usr/games/stockfish --option "Use NNUE=false"
    bench/epd.py mates.epd --seconds 2 --engine target/release/examples/uci

An --option applies to the --engine before it. A position is solved by one of its `bm` moves, or
by any move except its `am` ones; points come from its `c0`, such as "f5=100, Bf2=46". One with `dm N`
is solved by a last score of exactly mate in N: a `go mate N`, which is stopped if it takes too long,
or with --nodes an ordinary search. Every position is a new game. With --unsolved the positions that
were not solved are listed.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import chess
import chess.engine
from common import make_parser


@dataclass
class Player:
    """An engine and its results."""

    path: str
    options: dict[str, str] = field(default_factory=dict)
    name: str = ""
    solved: int = 0
    points: int = 0
    mates: Counter[int] = field(default_factory=Counter)
    unsolved: list[str] = field(default_factory=list)


class AddEngine(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, value: Any, option: Any = None) -> None:
        namespace.players = [*namespace.players, Player(value)]


class AddOption(argparse.Action):
    def __call__(self, parser: Any, namespace: Any, value: Any, option: Any = None) -> None:
        name, equals, text = value.partition("=")
        if not namespace.players or not equals:
            parser.error('--option "Name=value" comes after its --engine')
        namespace.players[-1].options[name] = text


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("suite", type=Path, help="a file of EPD lines")
    parser.add_argument("--engine", action=AddEngine, metavar="PATH", help="may be repeated")
    parser.add_argument("--option", action=AddOption, metavar="NAME=VALUE")
    parser.set_defaults(players=[])
    parser.add_argument("--hash", type=int, default=32, metavar="MIB")
    limit = parser.add_mutually_exclusive_group(required=True)
    limit.add_argument("--nodes", type=int, help="nodes a position")
    limit.add_argument("--seconds", type=float, help="seconds a position")
    parser.add_argument("--unsolved", action="store_true", help="list what was not solved")
    arguments = parser.parse_args()
    if not arguments.players:
        parser.error("name at least one --engine")
    return arguments


def read_suite(path: Path) -> list[tuple[chess.Board, dict[str, Any]]]:
    lines = (line.strip() for line in path.read_text().splitlines())
    return [chess.Board.from_epd(line) for line in lines if line and not line.startswith("#")]


def points(board: chess.Board, operations: dict[str, Any], move: chess.Move) -> int:
    """The points of a move as `c0` gives them."""
    for entry in str(operations.get("c0", "")).split(","):
        san, _, value = entry.strip().rpartition("=")
        try:
            if value.isdecimal() and board.parse_san(san) == move:
                return int(value)
        except ValueError:
            pass  # A move that is not legal here is worth no points.
    return 0


def is_solved(operations: dict[str, Any], move: chess.Move) -> bool:
    if "bm" in operations:
        return move in operations["bm"]
    return "am" in operations and move not in operations["am"]


def find_mate(
    engine: chess.engine.SimpleEngine, board: chess.Board, moves: int, limit: chess.engine.Limit
) -> chess.engine.Score | None:
    """The last score of a search for a mate, None for a bound."""
    score, seconds = None, limit.time or 600.0
    asked = limit if limit.nodes else chess.engine.Limit(mate=moves)
    with engine.analysis(board, asked, game=object()) as analysis:
        timer = threading.Timer(seconds, analysis.stop)
        timer.start()
        for info in analysis:
            if "score" in info:
                is_bound = info.get("lowerbound") or info.get("upperbound")
                score = None if is_bound else info["score"].relative
        timer.cancel()
    return score


def play(player: Player, suite: list[Any], limit: chess.engine.Limit, hash_mib: int) -> None:
    """Plays the whole suite with one engine."""
    with chess.engine.SimpleEngine.popen_uci(player.path) as engine:
        player.name = engine.id.get("name", player.path)
        engine.configure({"Hash": hash_mib, **player.options})
        for number, (board, operations) in enumerate(suite, 1):
            if moves := operations.get("dm"):
                found = find_mate(engine, board, moves, limit)
                answer, solved = str(found), found == chess.engine.Mate(moves)
                player.mates[moves] += solved
            else:
                move = engine.play(board, limit, game=object()).move
                answer = "nothing" if move is None else board.san(move)
                solved = move is not None and is_solved(operations, move)
                player.points += 0 if move is None else points(board, operations, move)
            player.solved += solved
            if not solved:
                player.unsolved.append(f"{operations.get('id', number)}: {answer}")
            show_progress(player, number, len(suite))


def show_progress(player: Player, done: int, total: int) -> None:
    if sys.stderr.isatty():
        bar = "#" * (30 * done // total)
        end = "\n" if done == total else ""
        text = f"\r{player.name[:24]:24} [{bar:30}] {done}/{total}, solved {player.solved}"
        print(text, end=end, file=sys.stderr, flush=True)


def main() -> int:
    arguments = parse_arguments()
    try:
        suite = read_suite(arguments.suite)
    except (OSError, ValueError) as error:
        print(f"epd.py: {arguments.suite}: {error}", file=sys.stderr)
        return 2
    limit = chess.engine.Limit(nodes=arguments.nodes, time=arguments.seconds)
    effort = f"{arguments.nodes} nodes" if arguments.nodes else f"{arguments.seconds:g} s"
    print(f"{arguments.suite.name}: {len(suite)} positions, {effort} each, {arguments.hash} MiB")
    lengths = Counter(operations["dm"] for _, operations in suite if "dm" in operations)
    most = 100 * sum("c0" in operations for _, operations in suite)
    for player in arguments.players:
        begun = time.monotonic()
        try:
            play(player, suite, limit, arguments.hash)
        except (OSError, chess.engine.EngineError) as error:
            print(f"epd.py: {player.path}: {error}", file=sys.stderr)
            return 2
        share = 100 * player.solved / max(len(suite), 1)
        scored = f", {player.points}/{most} points" if most else ""
        options = "".join(f" {name}={value}" for name, value in player.options.items())
        print(
            f"{player.name + options:32} {player.solved}/{len(suite)} solved ({share:.1f} %)"
            f"{scored}, {time.monotonic() - begun:.0f} s"
        )
        for moves, count in sorted(lengths.items()):
            print(f"    mate in {moves}: {player.mates[moves]}/{count}")
        if arguments.unsolved:
            print(*(f"    {text}" for text in player.unsolved), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
