"""The review of a game: every move judged by the expected points that it loses."""

from __future__ import annotations

import ctypes
import enum
from dataclasses import dataclass
from typing import Callable, Iterable, Mapping, NamedTuple, Optional, Union

import chess
from chess import Move
from chess.engine import PovScore

from . import capi
from .call import check, read_text
from .convert import to_move, to_moves, to_score
from .game import Game, Position
from .handle import PV_SIZE, Handle
from .moves import NAG_SIGNS
from .pgn import PgnGame

_C = capi.library


class Mark(enum.IntEnum):
    """How bad a move is. The values are the NAGs of PGN, which are not ordered by badness: compare
    :attr:`Review.loss`."""

    NONE = capi.SEAJAY_MARK_NONE
    #: ``?!``: at least 50 permille of expected points are lost.
    INACCURACY = capi.SEAJAY_MARK_INACCURACY
    #: ``?``: at least 100 permille.
    MISTAKE = capi.SEAJAY_MARK_MISTAKE
    #: ``??``: at least 150 permille.
    BLUNDER = capi.SEAJAY_MARK_BLUNDER

    @property
    def sign(self) -> str:
        """``?!``, ``?`` or ``??``; ``""`` for none."""
        return NAG_SIGNS.get(self, "")


@dataclass(frozen=True, slots=True)
class Review:
    """A move of a game, judged. Expected points are in permille, and those of the side
    that played the move: a win is 1000, a draw 500."""

    #: The index of the move in the game: 0 is the first. Comments and NAGs of a :class:`PgnGame` belong to
    #: ply ``index + 1``.
    index: int
    #: True if White played it.
    turn: bool
    played: Move
    mark: Mark
    #: The score of the best move.
    before: PovScore
    #: The score of the move played. A move that mates is a mate in 1.
    after: PovScore
    #: The expected points lost; 0 for the best move.
    loss: int
    best_move: Move
    expected_before: int
    #: After the last move of a game 500 if it ends in a draw, also in one that has to be claimed.
    expected_after: int
    #: The depth of the search that found the best move.
    depth: int
    #: The line that begins with the best move.
    line: list[Move]
    #: The seconds that the side had left after the move, where the PGN says so: see :attr:`PgnGame.clocks`.
    clock: Optional[float] = None

    def to_dict(self) -> dict[str, Union[int, float, str, None]]:
        """The move in numbers and text: a row for pandas or Parquet. Its README explains the columns."""
        best = self.before.relative
        return {
            "index": self.index,
            "white": self.turn,
            "played": self.played.uci(),
            "best": self.best_move.uci(),
            "centipawns": best.score(),
            "mate": best.mate(),
            "expected_before": self.expected_before,
            "expected_after": self.expected_after,
            "loss": self.loss,
            "mark": self.mark.name.lower(),
            "depth": self.depth,
            "clock": self.clock,
        }


class Accuracy(NamedTuple):
    """The accuracy of both sides, from 0 to 100."""

    white: float
    black: float


#: Called with each move as it is judged, the last one first; returns True to end the review, None or False
#: to go on.
ReviewListener = Callable[[Review], object]

#: A game to review: the moves are all those of a ``chess.Board`` or a :class:`seajay.Game`, or in text.
Reviewable = Union[Position, PgnGame]


def accuracy(reviews: Iterable[Review]) -> Accuracy:
    """The accuracy of both sides over the moves of a review, by the formula that lichess publishes and
    the guide explains; 100 for a side without any."""
    given = list(reviews)
    if not all(isinstance(review, Review) for review in given):
        raise TypeError(f"accuracy() takes the list that review() returns, not {given!r}")
    moves = (capi.SeajayReview * (1 + max([review.index for review in given], default=-1)))()
    for review in given:
        move = moves[review.index]
        move.judged, move.loss = 1, review.loss
        move.expected_before, move.expected_after = review.expected_before, review.expected_after
    white_begins = not given or given[0].turn == (given[0].index % 2 == 0)
    turn = capi.SEAJAY_WHITE if white_begins else capi.SEAJAY_BLACK
    percent = (ctypes.c_double * 2)()
    check(_C.seajay_review_accuracy(moves, len(moves), turn, percent))
    return Accuracy(*percent)


def whole_game(game: Reviewable) -> Game:
    """A copy of a game with all its moves."""
    if isinstance(game, PgnGame):
        return game.game.copy()
    if isinstance(game, chess.Board):
        return Game(game.root(), game.move_stack, chess960=game.chess960)
    return Game(game)


class RunningReview:
    """A review that its engine's running command begins, and the one that waits for it ends."""

    def __init__(
        self,
        handle: Handle,
        game: Game,
        clocks: Mapping[int, float],
        stops: Optional[Callable[[Review], bool]],
    ) -> None:
        self._handle, self._clocks, self._stops = handle, clocks, stops
        self._played = to_moves(" ".join(game.moves()).encode())
        self._white_begins = game.turn == (game.ply_count() % 2 == 0)
        # The last move first.
        self._judged: list[Review] = []
        handle.start_review(game, self._judge)

    def result(self) -> list[Review]:
        """Waits for the end, and returns what was judged."""
        self._handle.wait_for_review(len(self._played))
        return self._judged[::-1]

    def _judge(self, index: int, move: capi.SeajayReview) -> object:
        """Takes a move that has been judged, on the thread of the review."""
        turn = self._white_begins == (index % 2 == 0)
        line = read_text(_C.seajay_review_line, self._handle.pointer, index, size=PV_SIZE)
        best_move = to_move(move.best_move)
        assert best_move is not None
        review = Review(
            index,
            turn,
            self._played[index],
            Mark(move.mark),
            to_score(move.before, turn),
            to_score(move.after, turn),
            move.loss,
            best_move,
            move.expected_before,
            move.expected_after,
            move.depth,
            to_moves(line.encode()),
            self._clocks.get(index + 1),
        )
        self._judged.append(review)
        return self._stops is not None and self._stops(review)
