#!/usr/bin/env python3
"""Games in PGN for the tests of JavaScript, by python-chess:

    pgn.py generate COUNT    writes random games with all that a PGN can say of them
    pgn.py compare           reads two PGNs, as a list in JSON; fails if their games differ by more than white space
"""

import io
import json
import random
import sys

import chess.pgn

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 3",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
]
WORDS = ["good", "ход", "schön", "手", "[%clk 0:04:31]", "[%eval -0.35]", "(1. e4)", "{", "1-0", "*", "$3", ";", "♞"]


def words():
    return " ".join(random.choice(WORDS) for _ in range(random.randrange(1, 20)))


def grow(node, plies, level):
    """Plays random moves behind a node, with notes; the variations replace the moves."""
    while plies > 0 and (moves := list(node.board().legal_moves)):
        parent, node = node, node.add_variation(random.choice(moves))
        if random.random() < 0.3:
            node.comment = words()
        if random.random() < 0.3:
            node.nags = set(random.sample(range(1, 256), random.randrange(1, 3)))
        others = [move for move in moves if move != node.move]
        for move in random.sample(others, min(len(others), random.choice([0] * 7 + [1, 2]) if level else 0)):
            variation = parent.add_variation(move)
            if random.random() < 0.3:
                variation.starting_comment = words()
            grow(variation, random.randrange(5), level - 1)
        if level == 1 and random.random() < 0.1 and not parent.board().is_check():
            parent.add_variation(chess.Move.null()).comment = "a pass"
        plies -= 1


def generate(count):
    for _ in range(count):
        game = chess.pgn.Game()
        game.setup(random.choice(STARTS))
        for name in ["Event", "Site", "White", "Black", "WhiteElo", "Annotator", "TimeControl"]:
            if random.random() < 0.6:
                game.headers[name] = words().replace("(", "")
        game.headers["Result"] = random.choice(["1-0", "0-1", "1/2-1/2", "*"])
        if random.random() < 0.3:
            game.comment = words()
        grow(game, random.randrange(60), 3)
        print(game, end="\n\n")


def tree(node):
    """What a game says from a node on."""
    told = [" ".join(comment.split()) for comment in (getattr(node, "starting_comment", ""), node.comment)]
    move = node.move.uci() if node.parent else ""
    return [move, *told, sorted(node.nags), [tree(each) for each in node.variations]]


def games(text):
    file = io.StringIO(text)
    while (game := chess.pgn.read_game(file)) is not None:
        if game.errors:
            sys.exit(f"python-chess cannot read it: {game.errors}")
        yield [dict(game.headers), tree(game)]


def compare():
    before, after = (list(games(text)) for text in json.load(sys.stdin))
    if len(before) != len(after) or not before:
        sys.exit(f"{len(before)} games, and then {len(after)}")
    for index, pair in enumerate(zip(before, after, strict=True)):
        if pair[0] != pair[1]:
            sys.exit(f"game {index} was\n{json.dumps(pair[0])}\nand is\n{json.dumps(pair[1])}")
    print(len(before))


random.seed(1)
sys.setrecursionlimit(10_000)
if sys.argv[1] == "generate":
    generate(int(sys.argv[2]))
else:
    compare()
