#!/usr/bin/env python3
"""Reads two PGNs by python-chess, as a list in JSON; fails if their games differ by more than white space."""

import io
import json
import sys

import chess.pgn


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


def main():
    before, after = (list(games(text)) for text in json.load(sys.stdin))
    if len(before) != len(after) or not before:
        sys.exit(f"{len(before)} games, and then {len(after)}")
    for index, pair in enumerate(zip(before, after, strict=True)):
        if pair[0] != pair[1]:
            sys.exit(f"game {index} was\n{json.dumps(pair[0])}\nand is\n{json.dumps(pair[1])}")
    print(len(before))


sys.setrecursionlimit(10_000)
main()
