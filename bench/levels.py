#!/usr/bin/env python3
"""Measures the levels of `UCI_Elo`: matches between players, and what a level sees.

    pip install chess
    cargo build --release --example uci
    bench/levels.py match 600 400 --games 100 --openings balanced_8moves_5k.epd
    bench/levels.py match 400 random
    bench/levels.py match 2800 full --movetime 100
    bench/levels.py sight 400 800 --openings balanced_8moves_5k.epd

A player is a level, `full` strength, or a `random` mover. Openings are played twice with colours
swapped; without any, games begin with eight random plies. `--adjudicate` ends games whose result both
sides agree on.
"""

import argparse
import contextlib
import math
import random
from dataclasses import dataclass, field
from pathlib import Path

import chess
import chess.engine

UCI = Path(__file__).resolve().parent.parent / "target/release/examples/uci"
# The judge of every move: a full-strength search of this many positions.
JUDGES = chess.engine.Limit(nodes=20_000)
# More positions than any level visits.
ENDLESS = chess.engine.Limit(nodes=1_000_000_000)
MAX_PLIES = 400
MATE = 30000


class Player:
    """An engine at a level, or a player of random moves."""

    def __init__(self, name, options, limit):
        self.limit, self.random = limit, random.Random(1)
        self.engine = self.game = None
        if name == "random":
            return
        engine = chess.engine.SimpleEngine.popen_uci(str(options.uci), timeout=None)
        self.engine = options.engines.enter_context(engine)
        level = {} if name == "full" else {"UCI_LimitStrength": True, "UCI_Elo": int(name)}
        self.engine.configure({"Hash": 16, **level})

    def new_game(self):
        self.game = object()

    def answer(self, board):
        """A move and its score in centipawns; None if there is none."""
        if not self.engine:
            return self.random.choice(list(board.legal_moves)), None
        played = self.engine.play(board, self.limit, game=self.game, info=chess.engine.INFO_SCORE)
        score = played.info.get("score")
        return played.move, score and score.relative.score(mate_score=MATE)


def play(white, black, root, adjudicate):
    """White's points, and how the game ended."""
    board = chess.Board(root)
    decided, level = 0, 0
    for player in (white, black):
        player.new_game()
    while len(board.move_stack) < MAX_PLIES:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            ending = outcome.termination.name.lower()
            return {True: 1, False: 0, None: 0.5}[outcome.winner], ending
        move, score = (white if board.turn else black).answer(board)
        if adjudicate and score is not None:
            seen = score if board.turn else -score
            sign = (seen > adjudicate) - (seen < -adjudicate)
            decided = decided + sign if sign * decided >= 0 and sign else sign
            level = level + 1 if abs(seen) <= 10 and len(board.move_stack) > 60 else 0
            if abs(decided) >= 4:
                return (1 if decided > 0 else 0), "adjudicated"
            if level >= 10:
                return 0.5, "adjudicated draw"
        board.push(move)
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
            points, ending = play(white, black, root, options.adjudicate)
            tally.add(1 - points if swapped else points, ending)
    endings = ", ".join(f"{count} {name}" for name, count in sorted(tally.endings.items()))
    print(f"{options.one} against {options.other}: {tally}; {endings}", flush=True)


def answers(board, is_good):
    """The legal moves of a kind."""
    return {move for move in board.legal_moves if is_good(move)}


def is_mate(board, move):
    board = board.copy(stack=False)
    board.push(move)
    return board.is_checkmate()


def find_duty(board, taken, move, score, judge):
    """What must not be missed here, as a kind and the moves that do it; None if nothing is that clear.
    The move and score are those of a quick search; the last move has taken something on a square,
    or nothing."""
    if score == MATE - 1:
        return "mate", answers(board, lambda other: is_mate(board, other))
    is_queen = board.piece_type_at(move.to_square) == chess.QUEEN
    if not is_queen and move.to_square != taken:
        return None
    judged, score = judge.answer(board)
    if judged.to_square != move.to_square or score < (300 if is_queen else -300):
        return None
    onto = answers(board, lambda other: other.to_square == move.to_square)
    return ("queen" if is_queen else "recapture"), onto


def gather(options):
    """Positions by what there is to do, each with the moves that do it, and positions where nothing
    is, each with its worth; as many as asked for of each kind. They are from quick games where every
    fourth move is random."""
    quick = Player("full", options, chess.engine.Limit(nodes=1000))
    judge = Player("full", options, JUDGES)
    found = {"mate": [], "queen": [], "recapture": [], "other": []}
    rng = random.Random(options.seed)
    for root in openings(options, 100 * options.positions):
        board, taken = chess.Board(root), None
        quick.new_game()
        for ply in range(80):
            if board.is_game_over():
                break
            if all(len(kind) >= options.positions for kind in found.values()):
                return found
            here = board.copy(stack=False)
            move, score = quick.answer(here)
            kind, good = find_duty(here, taken, move, score, judge) or ("other", None)
            if kind == "other" and ply % 8 == 5 and abs(score) < 500:
                good = judge.answer(here)[1]
            if good is not None and len(found[kind]) < options.positions:
                found[kind].append((board.fen(), good))
            played = rng.choice(list(board.legal_moves)) if rng.random() < 0.25 else move
            taken = played.to_square if board.is_capture(played) else None
            board.push(played)
    return found


def share(player, positions):
    """The share of positions in which the player does what there is to do, in percent."""
    good = 0
    for fen, moves in positions:
        player.new_game()
        good += player.answer(chess.Board(fen))[0] in moves
    return 100 * good / len(positions)


def losses(player, judge, positions):
    """The loss of each move in centipawns, at most ten pawns, by the judge's scores."""
    for fen, best in positions:
        board = chess.Board(fen)
        player.new_game()
        judge.new_game()
        board.push(player.answer(board)[0])
        if board.is_game_over():
            score = 1000 if board.is_checkmate() else 0
        else:
            score = -judge.answer(board)[1]
        yield min(1000, max(0, best - score))


def sight(options):
    """What levels see: mates in one, queens to be won and recaptures that full strength plays with
    20,000 nodes, and what their moves lose elsewhere."""
    found = gather(options)
    judge = Player("full", options, JUDGES)
    print(", ".join(f"{len(positions)} {kind}" for kind, positions in found.items()))
    print("level: mates given, queens taken, recaptures; mean loss, moves that lose 2 pawns or more")
    for level in options.levels:
        player = Player(level, options, ENDLESS)
        shares = [share(player, found[kind]) for kind in ("mate", "queen", "recapture")]
        lost = list(losses(player, judge, found["other"]))
        blunders = 100 * sum(loss >= 200 for loss in lost) / len(lost)
        print(
            f"{level}: {', '.join(f'{part:.0f} %' for part in shares)};"
            f" {sum(lost) / len(lost):.0f}, {blunders:.0f} %",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--uci", default=UCI, help="the engine")
    common.add_argument("--openings", help="an EPD file")
    common.add_argument("--seed", type=int, default=1, help="shuffles the openings")
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("match", parents=[common], help="plays a match")
    command.add_argument("one")
    command.add_argument("other")
    command.add_argument("--games", type=int, default=100)
    command.add_argument("--movetime", type=int, help="milliseconds a move")
    command.add_argument("--adjudicate", type=int, help="centipawns that decide a game")
    command.set_defaults(run=match)
    command = commands.add_parser("sight", parents=[common], help="shows what levels see")
    command.add_argument("levels", nargs="+")
    command.add_argument("--positions", type=int, default=200)
    command.set_defaults(run=sight)
    options = parser.parse_args()
    with contextlib.ExitStack() as options.engines:
        options.run(options)


if __name__ == "__main__":
    main()
