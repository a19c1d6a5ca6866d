#!/usr/bin/env python3
"""Compares the rules of the library with programs that share no code with it:

    tools/oracles.py perft       moves counted in random positions, as by python-chess and by Stockfish
    tools/oracles.py notation    random games, in which python-chess must agree about each move in SAN and UCI, and
                                 about each position: FEN, board, legal moves, state, Polyglot key
    tools/oracles.py pgn         random games with nested variations, comments and NAGs that python-chess writes, or
                                 those of files: read, and written, as by python-chess

Prints a line for each, and exits with 1 at the first difference, with its FEN. Half of the games are Chess960.
Needs python-chess, pytest and the library that `cargo build --release` makes; `perft` also Stockfish.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("bench", "python", "python/tests")]

import chess  # noqa: E402
import seajay  # noqa: E402
import pgn_oracle  # noqa: E402
from common import add_option, find_program, make_parser  # noqa: E402
from test_rules import BEGINNINGS, compare  # noqa: E402

MAX_PLIES = 200


class Difference(Exception):
    """The programs disagree."""


def beginning(numbers: random.Random, count: int) -> chess.Board:
    """Where the game of this number begins: every second one as in Chess960."""
    if count % 2:
        return chess.Board.from_chess960_pos(numbers.randrange(960))
    return chess.Board(BEGINNINGS[count // 2 % len(BEGINNINGS)])


class Stockfish:
    """Counts moves."""

    def __init__(self, program: str) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("setoption name UCI_Chess960 value true")

    def send(self, line: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + "\n")

    def perft(self, fen: str, depth: int) -> int:
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        assert self.process.stdout
        for line in self.process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split()[-1])
        raise Difference(f"Stockfish ended at {fen}")


def count_moves(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count_moves(board, depth - 1)
        board.pop()
    return total


def positions(numbers: random.Random, count: int) -> Iterator[chess.Board]:
    """Different positions of random games, some plies apart."""
    seen: set[str] = set()
    game = 0
    while True:
        board = beginning(numbers, game)
        game += 1
        for ply in range(MAX_PLIES):
            moves = list(board.legal_moves)
            if numbers.random() < 0.1 and board.epd() not in seen:
                seen.add(board.epd())
                yield board
                if len(seen) == count:
                    return
            if not moves:
                break
            board.push(numbers.choice(moves))


def perft(arguments: argparse.Namespace) -> str:
    stockfish = Stockfish(find_program(arguments.stockfish))
    total: Counter[str] = Counter()
    for board in positions(random.Random(arguments.seed), arguments.positions):
        fen, game = board.fen(), seajay.Game(board)
        kind = "Chess960" if board.chess960 else "standard"
        others = {
            "python-chess": (arguments.depth, count_moves(board, arguments.depth)),
            "Stockfish": (arguments.deeper, stockfish.perft(fen, arguments.deeper)),
        }
        for name, (depth, expected) in others.items():
            found = game.perft(depth)
            total[name] += found
            if found != expected:
                raise Difference(f"depth {depth}: {found}, {name} {expected}: {fen} ({kind})")
        total[kind] += 1
    stockfish.send("quit")
    stockfish.process.wait()
    return ", ".join(f"{total[name]} {name}" for name in ("standard", "Chess960")) + (
        f" positions; {total['python-chess']} nodes as python-chess, {total['Stockfish']} as Stockfish"
    )


def pick(numbers: random.Random, board: chess.Board) -> chess.Move:
    """A random move. Rare kinds come more often, and so does taking the last move back, to meet positions again."""
    if len(board.move_stack) > 1 and numbers.random() < 0.3:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in board.legal_moves:
            return back
    moves = list(board.legal_moves)
    rare = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
    return numbers.choice(rare if rare and numbers.random() < 0.5 else moves)


def check_move(game: seajay.Game, board: chess.Board, move: chess.Move) -> None:
    san, uci = board.san(move), board.uci(move)
    for name, found, expected in (
        ("SAN", game.to_san(move), san),
        ("SAN of UCI", game.to_san(uci), san),
        ("UCI", game.from_san(san), uci),
        ("python-chess", board.parse_san(game.to_san(uci)), move),
    ):
        if found != expected:
            raise Difference(f"{name} of {uci}: {found}, not {expected}")


def play(numbers: random.Random, board: chess.Board, max_moves: int, total: Counter[str]) -> int:
    """Plays a random game of `max_moves` moves at most; returns how many were played."""
    game = seajay.Game(board)
    for ply in range(min(max_moves, MAX_PLIES)):
        compare(game, board)
        total[game.state().name.lower()] += 1
        if 0 < game.state() < seajay.GameState.REPETITION:
            return ply
        move = pick(numbers, board)
        check_move(game, board, move)
        total["castling"] += board.is_castling(move)
        total["en passant"] += board.is_en_passant(move)
        total["promotion"] += move.promotion is not None
        game.play_san(board.san(move))
        board.push(move)
    compare(game, board)
    return min(max_moves, MAX_PLIES)


def notation(arguments: argparse.Namespace) -> str:
    numbers = random.Random(arguments.seed)
    total: Counter[str] = Counter()
    played = games = 0
    while played < arguments.moves:
        board = beginning(numbers, games)
        try:
            played += play(numbers, board, arguments.moves - played, total)
        except (AssertionError, Difference, seajay.SeajayError) as error:
            raise Difference(f"{board.fen()} after {board.root().fen()}: {error}") from error
        games += 1
    seen = ", ".join(f"{count} {name}" for name, count in total.most_common())
    return f"{played} moves of {games} games; {seen}"


def pgn(arguments: argparse.Namespace) -> str:
    numbers = random.Random(arguments.seed)
    total: Counter[str] = Counter()
    try:
        for file in arguments.files:
            total += pgn_oracle.compare_file(file)
        for count in range(0 if arguments.files else arguments.games):
            total["plies"] += pgn_oracle.compare_made(numbers, beginning(numbers, count))
            total["games"] += 1
    except pgn_oracle.Problem as problem:
        raise Difference(str(problem)) from problem
    return ", ".join(f"{count} {name}" for name, count in total.items())


def main() -> int:
    parser = make_parser(__doc__)
    parts = parser.add_subparsers(required=True, metavar="PART")
    for part in (perft, notation, pgn):
        options = parts.add_parser(part.__name__)
        options.set_defaults(part=part)
        options.add_argument("--seed", type=int, default=1, help="of the games (default: 1)")
        if part is pgn:
            options.add_argument("--games", type=int, default=10_000, help="default: 10,000")
            options.add_argument("files", type=Path, nargs="*", help="files to read instead")
            continue
        if part is notation:
            options.add_argument("--moves", type=int, default=100_000, help="default: 100,000")
            continue
        options.add_argument("--positions", type=int, default=10_000, help="default: 10,000")
        options.add_argument("--depth", type=int, default=2, help="to compare with python-chess (default: 2)")
        options.add_argument("--deeper", type=int, default=3, help="to compare with Stockfish (default: 3)")
        add_option(options, "stockfish", "stockfish", "PROGRAM", "where Stockfish is")
    arguments = parser.parse_args()
    begun = time.monotonic()
    try:
        print(f"the same: {arguments.part(arguments)} ({time.monotonic() - begun:.0f} s)")
    except Difference as difference:
        print(f"DIFFERENT: {difference}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
