"""Writes what a review has found into games: evaluations, better lines, marks and the accuracy of both sides."""

from __future__ import annotations

import re
from typing import Iterable, Iterator, NamedTuple, Optional

from chess.engine import ConfigMapping, Limit

from . import __version__
from .many import review_many
from .moves import NAG_SIGNS
from .pgn import PgnError, PgnGame
from .review import Review, accuracy

#: The number of half-moves of a better line that are written.
LINE_LENGTH = 8

#: What a better line begins with, to be found when a game is annotated again.
_LINE_MARK = "{seajay}"

_EVAL = re.compile(r"\s*\[%eval\s[^\]]*\]")


class Annotated(NamedTuple):
    """A game with its annotations, and the review that they come from."""

    game: PgnGame
    reviews: list[Review]


def annotate(
    games: Iterable[PgnGame],
    limit: Limit,
    *,
    options: ConfigMapping = {},
    workers: Optional[int] = None,
    progress: bool = False,
) -> Iterator[Annotated]:
    """Annotates games, on all processors, and yields them as they are finished.

    Every move gets the evaluation of its position, ``[%eval 0.23,14]``. A bad one gets ?!, ? or ??, unless the game
    has a mark there, and as a variation the line that would have been better. The tags ``WhiteAccuracy`` and
    ``BlackAccuracy`` have the accuracy of the sides in percent. Where the text of the game had a fault, a comment says
    what is left out.

    In a game that has been annotated before, new evaluations and better lines replace the earlier ones:
    every ``[%eval]``, whatever wrote it, and of the variations those that begin with ``{seajay}``. Marks stay,
    because their origin is unknown. ``[Annotator]`` becomes seajay unless it names someone else.

    The parameters are those of :func:`seajay.review_many`.
    """
    reviewed = review_many(games, limit, options=options, workers=workers, progress=progress)
    for game, reviews in reviewed:
        write(game, reviews)
        yield Annotated(game, reviews)


def write(pgn: PgnGame, reviews: list[Review]) -> None:
    """Writes a review into its game."""
    if pgn.tags.get("Annotator", "?").startswith(("seajay ", "?")):
        pgn.tags["Annotator"] = f"seajay {__version__}"
    if reviews:
        for turn, side, percent in zip((True, False), ("White", "Black"), accuracy(reviews)):
            if any(review.turn == turn for review in reviews):
                pgn.tags[f"{side}Accuracy"] = f"{percent:.1f}"
    position = pgn.game.copy()
    # Of the search after each move.
    depth = None
    for review in reversed(reviews):
        ply = review.index + 1
        position.undo(position.ply_count() - review.index)
        evaluation = _evaluation(review, depth)
        depth = review.depth
        comment = _EVAL.sub("", pgn.comments.get(ply, ""))
        pgn.comments[ply] = f"{evaluation} {comment.strip()}".strip()
        lines = [text for text in pgn.variations.get(ply, []) if not text.startswith(_LINE_MARK)]
        if review.mark:
            nags = pgn.nags.setdefault(ply, [])
            if not NAG_SIGNS.keys() & set(nags):
                nags.append(review.mark)
            lines.append(f"{_LINE_MARK} {position.to_san(review.line[:LINE_LENGTH])}")
        pgn.variations[ply] = lines
    if pgn.error is not None:
        comment = pgn.comments[pgn.error.ply]
        left_out = _left_out(pgn, pgn.error)
        if left_out not in comment:
            pgn.comments[pgn.error.ply] = f"{comment} {left_out}".strip()


def _left_out(pgn: PgnGame, error: PgnError) -> str:
    """What the text of the game has and the game lacks, and why."""
    # Before the end it is a tag, a bracket, or a part of a variation.
    lost = "the rest" if error.ply == pgn.game.ply_count() else "what is wrong here"
    return f"seajay: {error.text}: {lost} is left out"


def _evaluation(review: Review, depth: Optional[int]) -> str:
    """The evaluation of the position after a move, White's view; "" for a mate on the board."""
    mate = review.after.relative.mate()
    if mate is None:
        text = f"{(review.after.white().score() or 0) / 100:.2f}"
    else:
        # The move itself is counted, if its side mates.
        mate -= mate > 0
        text = f"#{mate if review.turn else -mate}"
    return f"[%eval {text}{'' if depth is None else f',{depth}'}]" if mate != 0 else ""
