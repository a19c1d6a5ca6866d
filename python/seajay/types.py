"""The types of searches and their results: those of python-chess if it is installed, otherwise those
of :mod:`seajay.plain`, which have the same interface."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple, Optional, Union

from . import capi

try:
    import chess
    from chess import Move
    from chess.engine import (
        AnalysisComplete,
        BestMove,
        ConfigMapping,
        ConfigValue,
        Cp,
        EngineError,
        EngineTerminatedError,
        Info,
        InfoDict as _InfoDict,
        Limit,
        Mate,
        Option,
        PlayResult as _PlayResult,
        PovScore,
        PovWdl,
        UciOptionMap as OptionMap,
        Wdl,
    )

    HAS_CHESS = True
except ModuleNotFoundError:
    HAS_CHESS = False
    if not TYPE_CHECKING:
        from .plain import *  # noqa: F403
        from .plain import PlayResult as _PlayResult

except ImportError as error:
    raise ImportError(f"seajay needs python-chess 1.10 or newer, or no module chess: {error}") from error

if TYPE_CHECKING:
    from .capi import SeajayBoard
    from .game import Game


class StopReason(enum.IntEnum):
    """Why a search ended."""

    #: It reached the depth; or a search with ``mate`` alone has shown that there is no such mate.
    DEPTH = capi.SEAJAY_STOP_DEPTH
    #: It searched as many nodes as the limit allows.
    NODES = capi.SEAJAY_STOP_NODES
    #: Its time was up.
    TIME = capi.SEAJAY_STOP_TIME
    #: It found the mate that the limit wanted.
    MATE = capi.SEAJAY_STOP_MATE
    #: ``stop()``, the end of a ``with`` block, or a command after an analysis without a limit.
    STOPPED = capi.SEAJAY_STOP_STOPPED
    #: ``on_info`` returned True.
    CALLBACK = capi.SEAJAY_STOP_CALLBACK
    #: There is no legal move.
    GAME_OVER = capi.SEAJAY_STOP_GAME_OVER


if HAS_CHESS or TYPE_CHECKING:

    class InfoDict(_InfoDict, total=False):
        """What a search has found, with the keys that python-chess documents."""

        #: In results only: why the search ended.
        stop_reason: StopReason


class PlayResult(_PlayResult):
    """The move to play, the expected reply, what the search has found, and why it ended."""

    stop_reason: Optional[StopReason] = None


class TbEntry(NamedTuple):
    """What the endgame tablebases say of a position, whatever its halfmove clock."""

    #: For the side to move: 2 a win, 1 a win that the fifty-move rule spoils, 0 a draw, -1 a loss that the rule
    #: saves, -2 a loss.
    outcome: int
    #: Plies to the next capture or pawn move with best play, or to mate if that comes first; negative if the side
    #: to move loses, 0 in a draw. It may be one too small. None without the tables of distances (.rtbz).
    dtz: Optional[int]


#: A ``chess.Board`` with the game that led to it, a :class:`seajay.Game`, text as in the UCI command
#: ``position`` (a FEN or ``startpos``, and after ``moves`` the moves played since), or bitboards.
Position = Union["chess.Board", "Game", "SeajayBoard", str]

#: A move of python-chess, or text in UCI notation.
AnyMove = Union["chess.Move", str]

__all__ = [
    "AnalysisComplete",
    "AnyMove",
    "BestMove",
    "ConfigMapping",
    "ConfigValue",
    "Cp",
    "EngineError",
    "EngineTerminatedError",
    "HAS_CHESS",
    "Info",
    "InfoDict",
    "Limit",
    "Mate",
    "Move",
    "Option",
    "OptionMap",
    "PlayResult",
    "Position",
    "PovScore",
    "PovWdl",
    "StopReason",
    "TbEntry",
    "Wdl",
]
