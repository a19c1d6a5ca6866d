#!/usr/bin/env python3
"""Analyses a chess position with seajay. In the root of the repository:

    pip install ./python
    python3 examples/analyse.py

Usage: analyse.py [FEN [DEPTH]]; without DEPTH, in half-moves, it thinks for five seconds.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import seajay

# Morphy against two noblemen in a box at the opera, Paris 1858, before he sacrifices a knight.
OPERA = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10"
DEFAULT_SECONDS = 5.0


def print_board(fen: str) -> None:
    placement = fen.split()[0]
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    ranks = ("  " + " ".join(rank) for rank in placement.split("/"))
    print("", *ranks, "", "  " + fen, "", sep="\n")


def score_text(info: Any) -> str:
    """Pawns, or moves to mate, from the side to move's point of view."""
    score = info["score"].relative
    return f"#{score.mate():+d}" if score.is_mate() else f"{score.score() / 100:+.2f}"


def print_depth(game: seajay.Game, info: Any) -> bool:
    """Prints the line of each finished depth, and says whether there is no more to find."""
    if "lowerbound" in info or "upperbound" in info:
        return False
    line = game.to_san(info["pv"])
    columns = f"{info['depth']:>7} {score_text(info):>7} {info['nodes']:>11} {info['nps']:>10}"
    print(f"{columns}   {line}", flush=True)
    # A mate searched to its full depth leaves nothing to find.
    mate = info["score"].relative.mate()
    return mate is not None and info["depth"] >= 2 * abs(mate)


def print_summary(game: seajay.Game, result: Any, stats: dict[str, int]) -> None:
    info = result.info
    effort = f"{info['nodes']} positions in {info['time']:.2f} s, depth {info['depth']}"
    print(f"\n  Best move            {game.to_san(result.move)}, score {score_text(info)}")
    print(f"  Searched             {effort}")
    for name, part, whole in (
        ("First-move cutoffs", stats["first_move_cutoffs"], stats["beta_cutoffs"]),
        ("Re-search rate", stats["re_searches"], stats["reductions"]),
        ("Hash hits", stats["tt_hits"], stats["tt_probes"]),
    ):
        print(f"  {name:<19} {100 * part / max(whole, 1):>5.1f} %")


def analyse(fen: str, limit: seajay.Limit) -> None:
    game = seajay.Game(fen)
    print_board(game.fen())
    print("  depth   score       nodes    nodes/s   line of play", flush=True)
    with seajay.Engine() as engine:
        result = engine.play(
            game, limit, info=seajay.Info.ALL, on_info=lambda info: print_depth(game, info)
        )
        if result.move is None:
            print(f"  {game.state().name.capitalize()}")
        else:
            print_summary(game, result, engine.stats())
    sys.stdout.flush()


def main(arguments: list[str]) -> int:
    fen, *rest = arguments or [OPERA]
    limit = seajay.Limit(time=DEFAULT_SECONDS)
    if rest:
        if len(rest) > 1 or not rest[0].isdecimal() or not 0 < int(rest[0]) < 2**31:
            print("usage: analyse.py [FEN [DEPTH]]", file=sys.stderr)
            return 2
        limit = seajay.Limit(depth=int(rest[0]))
    try:
        analyse(fen, limit)
    except BrokenPipeError:
        # The reader has closed the pipe; Python must not try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except (seajay.EngineError, MemoryError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
