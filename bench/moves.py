#!/usr/bin/env python3
"""Compares the moves of two UCI engines, judged by a third, stronger one. Needs python-chess.

    bench/moves.py games.pgn --nodes 80000 --judge /usr/games/stockfish \\
        --engine target/uci-old --engine target/uci-new

An --option "Name=value" applies to the --engine before it. From each game three positions, two plies
apart and with the same side to move, are searched one after the other, without clearing the hash
table, as in the game; --before N searches N positions before them too. Games that the judge
considers decided by then are left out. Where the engines choose different moves, the judge scores both. The
gain is the expected score after the second engine's move less that after the first's, where 0 is
lost and 10,000 is won: its mean for a move is printed with the 95 % error. The judge may be wrong,
and treats every position as a new game: a match decides.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import math
import os
import queue
import random
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import chess
import chess.engine
import chess.pgn

from epd import Player, add_players

POSITIONS = 3
FIRST_PLY, LAST_PLY = 6, 90
DECIDED = 200  # centipawns
# With this many centipawns of the judge 73 % of the points are expected. Chosen, not measured: the
# flatter the curve, the more the clearly better positions count.
SPREAD = 150
WON = 10_000
GLANCE = chess.engine.Limit(nodes=20_000)


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=Path, help="a PGN file")
    add_players(parser, "twice: old and new")
    parser.add_argument("--judge", required=True, metavar="PATH", help="an engine, with default options")
    parser.add_argument("--nodes", type=int, default=80_000, help="for the engines, per position")
    parser.add_argument("--judge-nodes", type=int, default=40_000, help="for the judge, per move")
    parser.add_argument("--before", type=int, default=0, metavar="N", help="search N positions before")
    parser.add_argument("--most", type=int, default=1000, metavar="GAMES")
    parser.add_argument("--hash", type=int, default=16, metavar="MIB")
    parser.add_argument("--at-once", type=int, default=os.cpu_count() or 1, metavar="GAMES")
    arguments = parser.parse_args()
    if len(arguments.players) != 2:
        parser.error("name two engines, each with --engine")
    if min(arguments.at_once, arguments.nodes, arguments.judge_nodes) < 1:
        parser.error("--at-once, --nodes and --judge-nodes are at least 1")
    if arguments.before < 0:
        parser.error("--before is at least 0")
    return arguments


def read_stretches(path: Path, most: int, before: int) -> Iterator[list[chess.Board]]:
    """Positions of each game with the same side to move, the same ones every time. The last
    `POSITIONS` are to be compared.
    """
    chance = random.Random(1)
    with path.open() as file:
        for game in itertools.islice(iter(lambda: chess.pgn.read_game(file), None), most):
            moves = list(game.mainline_moves())
            last = min(len(moves) + 1 - 2 * POSITIONS, LAST_PLY)
            if game.errors or last < FIRST_PLY:
                continue
            begin = chance.randint(FIRST_PLY, last)
            plies = range(max(begin % 2, begin - 2 * before), begin + 2 * POSITIONS, 2)
            board, stretch = game.board(), []
            for ply, move in enumerate(moves[: plies.stop]):
                if ply in plies:
                    stretch.append(board.copy())
                board.push(move)
            yield stretch


class Trial:
    """Two engines and a judge."""

    def __init__(self, arguments: argparse.Namespace, stack: contextlib.ExitStack) -> None:
        def start(player: Player) -> chess.engine.SimpleEngine:
            engine = stack.enter_context(chess.engine.SimpleEngine.popen_uci(player.path))
            engine.configure({"Hash": arguments.hash, **player.options})
            return engine

        self.limit = chess.engine.Limit(nodes=arguments.nodes)
        self.judge_limit = chess.engine.Limit(nodes=arguments.judge_nodes)
        self.old, self.new = map(start, arguments.players)
        self.judge = start(Player(arguments.judge))

    def compare(self, boards: list[chess.Board]) -> tuple[int, float] | None:
        """How many moves differ, and the mean gain; none if the game is decided."""
        if abs(self.score(boards[-POSITIONS], GLANCE)) > DECIDED:
            return None
        old, new = self.moves(self.old, boards), self.moves(self.new, boards)
        moves = list(zip(boards, old, new, strict=True))[-POSITIONS:]
        differ = [(board, a, b) for board, a, b in moves if a != b]
        gains = [self.expected(board, b) - self.expected(board, a) for board, a, b in differ]
        return len(differ), sum(gains) / POSITIONS

    def moves(
        self, engine: chess.engine.SimpleEngine, boards: list[chess.Board]
    ) -> list[chess.Move]:
        game, moves = object(), []
        for board in boards:
            move = engine.play(board, self.limit, game=game).move
            if move is None:
                raise ValueError(f"no move from {engine.id.get('name')} in {board.fen()}")
            moves.append(move)
        return moves

    def expected(self, board: chess.Board, move: chess.Move) -> float:
        score = self.score(board, self.judge_limit, root_moves=[move])
        return WON / (1 + math.exp(-score / SPREAD))

    def score(self, board: chess.Board, limit: chess.engine.Limit, **more: Any) -> int:
        info = self.judge.analyse(board, limit, game=object(), **more)
        return info["score"].relative.score(mate_score=20 * SPREAD)


def play(
    arguments: argparse.Namespace, stretches: list[list[chess.Board]]
) -> list[tuple[int, float]]:
    """The result of each stretch, without those that are decided."""
    results: list[tuple[int, float]] = []
    trials: queue.SimpleQueue[Trial] = queue.SimpleQueue()

    def compare(boards: list[chess.Board]) -> tuple[int, float] | None:
        trial = trials.get()
        try:
            return trial.compare(boards)
        finally:
            trials.put(trial)

    with contextlib.ExitStack() as stack:
        for _ in range(arguments.at_once):
            trials.put(Trial(arguments, stack))
        pool = ThreadPoolExecutor(arguments.at_once)
        stack.callback(pool.shutdown, cancel_futures=True)
        for done, result in enumerate(pool.map(compare, stretches), 1):
            if result is not None:
                results.append(result)
            if sys.stderr.isatty():
                end = "\n" if done == len(stretches) else ""
                text = f"\r{done}/{len(stretches)} {summary(results)}"
                print(text, end=end, file=sys.stderr, flush=True)
    return results


def summary(results: list[tuple[int, float]]) -> str:
    if len(results) < 2:
        return ""
    gains = [gain for _, gain in results]
    error = 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
    differ = sum(count for count, _ in results)
    return (
        f"{len(gains)} games, {differ} of {len(gains) * POSITIONS} moves differ, "
        f"gain {statistics.fmean(gains):+.1f} ± {error:.1f}"
    )


def main() -> int:
    arguments = parse_arguments()
    for name, player in zip(("old", "new"), arguments.players, strict=True):
        print(name, player.path, *(f"{key}={value}" for key, value in player.options.items()))
    print(
        f"{arguments.nodes} nodes, {arguments.hash} MiB, {arguments.before} positions before; "
        f"judge {arguments.judge}, {arguments.judge_nodes} nodes"
    )
    try:
        stretches = list(read_stretches(arguments.games, arguments.most, arguments.before))
        results = play(arguments, stretches)
    except (OSError, ValueError, asyncio.TimeoutError, chess.engine.EngineError) as error:
        print(f"moves.py: {error or type(error).__name__}", file=sys.stderr)
        return 2
    if len(results) < 2:
        print(f"moves.py: {arguments.games}: too few games", file=sys.stderr)
        return 2
    print(summary(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
