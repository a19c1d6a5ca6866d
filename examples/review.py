#!/usr/bin/env python3
"""Reviews the games of a PGN file and prints what was wrong with them:

    pip install ./python
    python3 examples/review.py games.pgn
"""

from __future__ import annotations

import argparse
import sys

import seajay


def print_moves(game: seajay.Game, reviews: list[seajay.Review]) -> None:
    """Prints the bad moves of a game, and the lines that were better."""
    before = game.copy()
    before.undo(len(reviews))
    for review, played in zip(reviews, game.played_move_list()):
        if review.mark:
            number = f"{before.bitboards().fullmove_number:3}{'. ' if review.turn else '..'}"
            move = f"{number} {played.san + review.mark.sign:8}"
            print(f"  {move} loses {review.loss / 10:4.1f} %   better: {before.to_san(review.line)}")
        before.play(played.uci)


def review_file(file: str, nodes: int) -> None:
    with seajay.Engine() as engine:
        for pgn in seajay.read_pgn(file):
            white, black, result = (pgn.tags.get(name, "") for name in ("White", "Black", "Result"))
            print(f"{white} - {black} {result or '*'}")
            if pgn.error:
                print(f"  {pgn.error}")
            reviews = engine.review(pgn.game, seajay.Limit(nodes=nodes))
            print_moves(pgn.game, reviews)
            accuracy = seajay.accuracy(reviews)
            print(f"  accuracy: White {accuracy.white:.1f} %, Black {accuracy.black:.1f} %\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Reviews the games of a PGN file")
    parser.add_argument("file", help="the file with the games")
    parser.add_argument("nodes", nargs="?", type=int, default=20_000, help="for each position (20,000)")
    arguments = parser.parse_args()
    try:
        review_file(arguments.file, arguments.nodes)
    except (seajay.EngineError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
