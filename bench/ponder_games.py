#!/usr/bin/env python3
"""Plays games on the clock in which both engines ponder, and counts those lost on time. Fails if seajay
lost any.

    bench/ponder_games.py 1+0.01 --games 100 --margin 20

Needs python-chess, which measures the time of a move from the request to the answer.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import chess
import chess.engine
from common import add_clock_options, add_option, even, fail, find_program, find_uci, make_parser

#: Longer games are draws: the clock is what matters.
MAX_PLIES = 400

Engines = dict[str, chess.engine.SimpleEngine]


class Clock:
    """The time that is left to both sides, in seconds."""

    def __init__(self, control: str, margin: float) -> None:
        begin, self.increment = (float(part) for part in control.split("+"))
        self.left = {chess.WHITE: begin, chess.BLACK: begin}
        self.margin = margin

    def limit(self) -> chess.engine.Limit:
        return chess.engine.Limit(
            white_clock=max(self.left[chess.WHITE], 0.001),
            black_clock=max(self.left[chess.BLACK], 0.001),
            white_inc=self.increment,
            black_inc=self.increment,
        )

    def spend(self, side: chess.Color, seconds: float) -> float:
        """Takes the time of a move from a side; returns by how many seconds it came too late."""
        self.left[side] -= seconds
        late = max(-self.left[side], 0)
        self.left[side] = max(self.left[side], 0) + self.increment
        return late


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("control", metavar="TIME+INCREMENT")
    parser.add_argument("--games", type=even, default=100, metavar="N", help="(default: 100)")
    add_clock_options(parser)
    add_option(parser, "openings", None, "FILE", "openings in EPD")
    return parser.parse_args()


def read_openings(path: str | None, count: int) -> list[chess.Board]:
    """The first openings of a file; without one, the usual first position."""
    if path is None:
        return [chess.Board()] * count
    with open(path) as file:
        fields = [line.split()[:4] for _, line in zip(range(count), file)]
    boards = [chess.Board(f"{' '.join(four)} 0 1") for four in fields]
    return boards if len(boards) == count else fail(f"{path} has only {len(boards)} openings")


def play(board: chess.Board, sides: dict[chess.Color, str], engines: Engines, clock: Clock) -> str:
    """Plays a game; returns "" or the name of the side that lost on time."""
    game = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < MAX_PLIES:
        side = board.turn
        begin = time.monotonic()
        result = engines[sides[side]].play(board, clock.limit(), game=game, ponder=True)
        late = clock.spend(side, time.monotonic() - begin)
        if late > clock.margin:
            print(f"{sides[side]} was {late * 1000:.0f} ms late, at ply {board.ply()}", flush=True)
            return sides[side]
        assert result.move is not None
        board.push(result.move)
    return ""


def main() -> int:
    arguments = parse_arguments()
    openings = read_openings(arguments.openings, arguments.games // 2)
    lost: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as work, ExitStack() as stack:
        programs = {
            "seajay": find_uci(arguments.uci, Path(work)),
            "other": find_program(arguments.opponent),
        }
        engines = {}
        for name, program in programs.items():
            engines[name] = stack.enter_context(chess.engine.SimpleEngine.popen_uci(program))
            engines[name].configure({"Hash": 16})
        for opening in openings:
            for sides in ("seajay", "other"), ("other", "seajay"):
                clock = Clock(arguments.control, arguments.margin / 1000)
                names = dict(zip(chess.COLORS, sides))
                lost[play(opening.copy(), names, engines, clock)] += 1
    print(
        f"{arguments.control}, pondering: {arguments.games} games, lost on time "
        f"{lost['seajay']}:{lost['other']} (seajay:other)"
    )
    return 1 if lost["seajay"] else 0


if __name__ == "__main__":
    sys.exit(main())
