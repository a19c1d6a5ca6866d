"""The types of searches and their results if python-chess is not installed.

They have the names and the interface of those in ``chess`` and ``chess.engine``, as far as this
package uses them, so that programs are the same with and without it. Moves are strings in UCI notation.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any, Iterator, Mapping, Optional, Union

WHITE, BLACK = True, False

ConfigValue = Union[str, int, bool, None]
ConfigMapping = Mapping[str, ConfigValue]
InfoDict = dict[str, Any]
OptionMap = dict[str, "Option"]


class EngineError(RuntimeError):
    """The engine was misused, or could not do what was requested."""


class EngineTerminatedError(EngineError):
    """The engine has been closed."""


class AnalysisComplete(Exception):
    """There is no more information: the analysis has ended, and everything was consumed."""


class Move(str):
    """A move in UCI notation: a string, with the methods that python-chess has for it."""

    __slots__ = ()

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """The move itself."""
        return cls(uci)

    def uci(self) -> str:
        """The string itself."""
        return str(self)


@dataclass
class Limit:
    """When a search ends: at the first limit that is set. Times are in seconds."""

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None
    clock_id: object = None


class Info(enum.IntFlag):
    """The kinds of information about a search that a caller wants."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    ALL = BASIC | SCORE | PV


@dataclass(frozen=True)
class Option:
    """An option of the engine: type is check, spin or string; a spin has min and max."""

    name: str
    type: str
    default: ConfigValue
    min: Optional[int]
    max: Optional[int]
    var: Optional[list[str]]


@total_ordering
@dataclass(frozen=True, eq=False)
class Score:
    """Hundredths of a pawn, or moves to mate. Better scores are greater; ``-score`` is the
    opponent's view. Made by :func:`Cp` and :func:`Mate`."""

    centipawns: Optional[int]
    moves: int = 0
    #: The other side is mated already: the opposite of ``Mate(0)``.
    given: bool = False

    def is_mate(self) -> bool:
        """Is it a number of moves to mate?"""
        return self.centipawns is None

    def mate(self) -> Optional[int]:
        """Moves to mate, negative for being mated, 0 where a side is mated; None for others."""
        return self.moves if self.is_mate() else None

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """Hundredths of a pawn. For a mate None, or mate_score minus its moves."""
        if self.centipawns is not None or mate_score is None:
            return self.centipawns
        return mate_score - self.moves if self._wins() else -mate_score - self.moves

    def _wins(self) -> bool:
        return self.given or self.moves > 0

    def _key(self) -> tuple[int, int]:
        if self.centipawns is not None:
            return (0, self.centipawns)
        return (1 if self._wins() else -1, -self.moves)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __neg__(self) -> Score:
        if self.centipawns is not None:
            return Cp(-self.centipawns)
        return Score(None, -self.moves, self.moves == 0 and not self.given)

    def __str__(self) -> str:
        if self.centipawns is not None:
            return f"{self.centipawns:+d}"
        return f"#{self.moves:+d}" if self.moves else ("#+0" if self.given else "#-0")

    __repr__ = __str__


def Cp(cp: int) -> Score:
    """A score in hundredths of a pawn."""
    return Score(cp)


def Mate(moves: int) -> Score:
    """A mate in this number of moves; negative for being mated, 0 for being mated already."""
    return Score(None, moves)


@dataclass(frozen=True)
class Wdl:
    """The chances of win, draw and loss, in permille."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """The sum of the chances: 1000."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The chance of a win, from 0 to 1."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The chance of a draw, from 0 to 1."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The chance of a loss, from 0 to 1."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The expected score, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.total()

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class PovScore:
    """A score, and the side whose point of view it has."""

    relative: Score
    turn: bool

    def pov(self, color: bool) -> Score:
        """The score from this side's view."""
        return self.relative if color == self.turn else -self.relative

    def white(self) -> Score:
        """The score from White's view."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """The score from Black's view."""
        return self.pov(BLACK)

    def is_mate(self) -> bool:
        """Is it a number of moves to mate?"""
        return self.relative.is_mate()


@dataclass(frozen=True)
class PovWdl:
    """Chances, and the side whose point of view they have."""

    relative: Wdl
    turn: bool

    def pov(self, color: bool) -> Wdl:
        """The chances from this side's view."""
        return self.relative if color == self.turn else -self.relative

    def white(self) -> Wdl:
        """The chances from White's view."""
        return self.pov(WHITE)

    def black(self) -> Wdl:
        """The chances from Black's view."""
        return self.pov(BLACK)


@dataclass
class PlayResult:
    """The move to play, or None in mate and stalemate; the expected reply; information."""

    move: Optional[Move]
    ponder: Optional[Move]
    info: InfoDict = field(default_factory=dict)
    draw_offered: bool = False
    resigned: bool = False


@dataclass
class BestMove:
    """The best move of an analysis, and the expected reply."""

    move: Optional[Move]
    ponder: Optional[Move]
