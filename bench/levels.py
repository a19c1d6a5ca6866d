#!/usr/bin/env python3
"""Plays matches between levels of `UCI_Elo`.

    pip install chess
    cargo build --release --example uci
    bench/levels.py 600 400 --games 100 --openings balanced_8moves_5k.epd
    bench/levels.py 2800 full --movetime 100

A player is a level, or `full` strength. Openings are played twice with colours
swapped; without any, games begin with eight random plies.
"""

import contextlib
import math
import random
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.engine
from common import make_parser

UCI = Path(__file__).resolve().parent.parent / "target/release/examples/uci"
# More positions than any level visits.
ENDLESS = chess.engine.Limit(nodes=1_000_000_000)
MAX_PLIES = 400


class Player:
    """An engine at a level."""

    def __init__(self, name, options, limit):
        self.limit, self.game = limit, None
        engine = chess.engine.SimpleEngine.popen_uci(str(options.uci), timeout=None)
        self.engine = options.engines.enter_context(engine)
        level = {} if name == "full" else {"UCI_LimitStrength": True, "UCI_Elo": int(name)}
        self.engine.configure({"Hash": 16, **level})

    def new_game(self):
        self.game = object()

    def answer(self, board):
        return self.engine.play(board, self.limit, game=self.game).move


def play(white, black, root):
    """White's points, and how the game ended."""
    board = chess.Board(root)
    for player in (white, black):
        player.new_game()
    while len(board.move_stack) < MAX_PLIES:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            ending = outcome.termination.name.lower()
            return {True: 1, False: 0, None: 0.5}[outcome.winner], ending
        board.push((white if board.turn else black).answer(board))
    return 0.5, "too long"


@dataclass
class Tally:
    """The results of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    endings: dict = field(default_factory=dict)

    def add(self, points, ending):
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self.endings[ending] = self.endings.get(ending, 0) + 1

    def __str__(self):
        games = self.wins + self.draws + self.losses
        share = (self.wins + self.draws / 2) / games
        spread = self.wins * (1 - share) ** 2 + self.losses * share**2
        spread += self.draws * (0.5 - share) ** 2
        error = 1.96 * math.sqrt(spread) / games
        return (
            f"{100 * share:.1f} % ± {100 * error:.1f}"
            f" (+{self.wins} -{self.losses} ={self.draws})"
        )


def opening(rng):
    """The position after eight random plies, where the game is not over."""
    board = chess.Board()
    for _ in range(8):
        board.push(rng.choice(list(board.legal_moves)))
        if board.is_game_over():
            return opening(rng)
    return board.fen()


def openings(options, count):
    rng = random.Random(options.seed)
    if not options.openings:
        return [opening(rng) for _ in range(count)]
    lines = Path(options.openings).read_text().splitlines()
    rng.shuffle(lines)
    return [" ".join(line.split()[:4]) + " 0 1" for line in lines[:count]]


def match(options):
    limit = chess.engine.Limit(time=options.movetime / 1000) if options.movetime else ENDLESS
    players = [Player(name, options, limit) for name in (options.one, options.other)]
    tally = Tally()
    for root in openings(options, options.games // 2):
        for swapped in (False, True):
            white, black = reversed(players) if swapped else players
            points, ending = play(white, black, root)
            tally.add(1 - points if swapped else points, ending)
    endings = ", ".join(f"{count} {name}" for name, count in sorted(tally.endings.items()))
    print(f"{options.one} against {options.other}: {tally}; {endings}", flush=True)


def main():
    parser = make_parser(__doc__)
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--movetime", type=int, help="milliseconds a move")
    parser.add_argument("--uci", default=UCI, help="the engine")
    parser.add_argument("--openings", help="an EPD file")
    parser.add_argument("--seed", type=int, default=1, help="shuffles the openings")
    options = parser.parse_args()
    with contextlib.ExitStack() as options.engines:
        match(options)


if __name__ == "__main__":
    main()
