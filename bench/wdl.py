#!/usr/bin/env python3
"""Fits the chances of win, draw and loss to games of the engine against itself.

Reads whole games as `trainer generate` writes them without `--endings` (trainer/src/games.rs has
the format) and prints the two numbers of src/wdl.rs: the score, in centipawns, with which half of
the games are won, and how flat the curve is there. They maximise the likelihood of the
results, given the scores of the moves.
"""

import argparse
import collections
import math
import struct
import sys

MAGIC = b"SJGAMES1"
BIN = 5  # centipawns
MAX_SCORE = 1500  # scores beyond say nothing about the curve


def games(path):
    """The result for White, 0 to 2, White's turn at the first move, and the scores of each game."""
    data = open(path, "rb").read()
    if data[: len(MAGIC)] != MAGIC:
        sys.exit(f"{path} is not a file of games")
    at = len(MAGIC)
    while at + 4 <= len(data):
        (length,) = struct.unpack_from("<I", data, at)
        body = data[at + 4 : at + 4 + length]
        at += 8 + length
        if len(body) < length:
            return
        result, start = body[0], 2 + body[1]
        fen = body[2:start].decode()
        scores = [score for _, score in struct.iter_unpack("<Hh", body[start:])]
        yield result, fen.split()[1] == "w", scores


def count(paths):
    """How many moves with a score, by its bin, led to a loss, a draw, a win of the mover."""
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for path in paths:
        for result, white, scores in games(path):
            for score in scores:
                if abs(score) <= MAX_SCORE:
                    counts[round(score / BIN) * BIN][result if white else 2 - result] += 1
                white = not white
    return counts


def surprise(counts, half, spread):
    """The mean logarithm of the chance that was given to what happened, negated."""
    total = moves = 0
    for score, (losses, draws, wins) in counts.items():
        win = 1 / (1 + math.exp((half - score) / spread))
        loss = 1 / (1 + math.exp((half + score) / spread))
        draw = max(1 - win - loss, 1e-9)
        total -= wins * math.log(win) + losses * math.log(loss) + draws * math.log(draw)
        moves += wins + draws + losses
    return total / moves


def fit(counts):
    """The best pair of whole numbers, found by steps that get smaller."""
    best = (200, 80)
    step = 64
    while step >= 1:
        half, spread = best
        near = [(half + a, spread + b) for a in (-step, 0, step) for b in (-step, 0, step)]
        better = min((p for p in near if p[0] > 0 and p[1] > 4), key=lambda p: surprise(counts, *p))
        if better == best:
            step //= 2
        best = better
    return best


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", metavar="FILE.sjg")
    counts = count(parser.parse_args().files)
    half, spread = fit(counts)
    moves = sum(map(sum, counts.values()))
    rest = surprise(counts, half, spread)
    print(f"{moves} moves: half won at {half}, spread {spread}, surprise {rest:.4f}")
    print("score: win draw loss in permille, as they were and as the curve says")
    for score in range(-400, 401, 100):
        near = [counts[s] for s in counts if abs(s - score) <= 4 * BIN]
        share = lambda column: sum(column) * 1000 // max(1, sum(map(sum, near)))
        loss, draw, win = map(share, zip(*near))
        a = 1000 / (1 + math.exp((half - score) / spread))
        b = 1000 / (1 + math.exp((half + score) / spread))
        print(f"{score:5}: {win:4} {draw:4} {loss:4}   {a:4.0f} {1000 - a - b:4.0f} {b:4.0f}")


if __name__ == "__main__":
    main()
