"""seajay: a chess engine inside your program.

:class:`Engine` works like ``chess.engine.SimpleEngine``, without a process behind it. With python-chess
installed it uses those types; without it, moves are strings and positions are FENs.
:class:`Game` knows the rules either way, :func:`read_pgn` reads games, and :meth:`Engine.review` judges their
moves. :func:`analyse_many` and :func:`review_many` work on all processors, :class:`AsyncEngine` is the engine
for asyncio, and :mod:`seajay.capi` the C interface.
"""

from typing import TYPE_CHECKING, Any

from .analysis import Analysis
from .call import CancelledError, SeajayError
from .capi import library as _library
from .engine import Engine
from .game import Game, State
from .many import analyse_many, review_many
from .moves import MoveData, Role
from .pgn import PgnError, PgnGame, read_pgn
from .review import Accuracy, Mark, Review, accuracy
from .types import (
    AnalysisComplete,
    BestMove,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    PlayResult,
    StopReason,
    TbEntry,
)

if TYPE_CHECKING:
    from .aio import AsyncAnalysis, AsyncEngine

__version__: str = _library.seajay_version().decode()


def __getattr__(name: str) -> Any:
    # Only programs that use asyncio load it.
    if name in ("AsyncAnalysis", "AsyncEngine"):
        from . import aio

        return getattr(aio, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Accuracy",
    "Analysis",
    "AnalysisComplete",
    "AsyncAnalysis",
    "AsyncEngine",
    "BestMove",
    "CancelledError",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "Game",
    "Info",
    "InfoDict",
    "Limit",
    "Mark",
    "MoveData",
    "PgnError",
    "PgnGame",
    "PlayResult",
    "Review",
    "Role",
    "SeajayError",
    "State",
    "StopReason",
    "TbEntry",
    "accuracy",
    "analyse_many",
    "read_pgn",
    "review_many",
]
