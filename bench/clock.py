#!/usr/bin/env python3
"""Plays games on the clock and counts those lost on time, by an illegal move or by a crash. Fails
if seajay lost any.

    bench/clock.py 0.1+0.001 st=0.01 --games 800 --margin 20
    bench/clock.py 1+0.01 --ponder --games 100 --margin 20

A time control is TIME+INCREMENT in seconds, or st=TIME, a fixed time for each move. Needs fastchess
(https://github.com/Disservin/fastchess). With --ponder both engines ponder, which fastchess cannot:
python-chess plays, one game at a time, and measures the time of a move from the request to the answer.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import chess
import chess.engine
from common import (
    add_clock_options,
    add_match_options,
    add_option,
    even,
    fail,
    find_file,
    find_program,
    find_uci,
    is_broken,
    make_parser,
    read_tags,
    run_fastchess,
)

WAYS = ("time forfeit", "illegal move", "abandoned", "stalled connection")


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
    parser.add_argument("controls", nargs="+", metavar="TIME+INCREMENT|st=TIME")
    parser.add_argument(
        "--games", type=even, default=200, metavar="N", help="for each control (default: 200)"
    )
    parser.add_argument("--ponder", action="store_true", help="both engines ponder")
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


def read_openings(path: str | None, count: int) -> list[chess.Board]:
    """The first openings of a file; without one, the usual first position."""
    if path is None:
        return [chess.Board()] * count
    with open(path) as file:
        fields = [line.split()[:4] for _, line in zip(range(count), file)]
    boards = [chess.Board(f"{' '.join(four)} 0 1") for four in fields]
    return boards if len(boards) == count else fail(f"{path} has only {len(boards)} openings")


def play_pondering(board: chess.Board, sides: dict[chess.Color, str], engines: Engines, clock: Clock) -> str:
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


def count_pondering(arguments: argparse.Namespace, uci: str, control: str) -> bool:
    """Plays the games of one time control and prints how many were lost on time. True if seajay lost none."""
    lost: Counter[str] = Counter()
    with ExitStack() as stack:
        engines = {}
        for name, program in {"seajay": uci, "other": arguments.opponent}.items():
            engines[name] = stack.enter_context(chess.engine.SimpleEngine.popen_uci(program))
            engines[name].configure({"Hash": 16})
        for opening in read_openings(arguments.openings, arguments.games // 2):
            for sides in ("seajay", "other"), ("other", "seajay"):
                clock = Clock(control, arguments.margin / 1000)
                names = dict(zip(chess.COLORS, sides))
                lost[play_pondering(opening.copy(), names, engines, clock)] += 1
    print(
        f"{control}, pondering: {arguments.games} games, lost on time "
        f"{lost['seajay']}:{lost['other']} (seajay:other)",
        flush=True,
    )
    return lost["seajay"] == 0


def main() -> int:
    arguments = parse_arguments()
    # The games are played in another folder.
    arguments.opponent = find_program(arguments.opponent)
    if arguments.openings:
        arguments.openings = find_file(arguments.openings)
    if arguments.ponder:
        with tempfile.TemporaryDirectory() as work:
            uci = find_uci(arguments.uci, Path(work))
            return 0 if all([count_pondering(arguments, uci, c) for c in arguments.controls]) else 1
    arguments.fastchess = find_program(arguments.fastchess)
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
