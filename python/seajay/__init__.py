"""seajay: a chess engine inside your program.

:class:`Engine` works like ``chess.engine.SimpleEngine``, without a process behind it. With python-chess
installed it uses those types; without it, moves are strings and positions are FENs.
:class:`Game` knows the rules either way. :func:`analyse_many` searches many positions on all
processors, :mod:`seajay.aio` has the asyncio engine, and :mod:`seajay.capi` the C interface.
"""

from .analysis import Analysis
from .call import SeajayError
from .capi import library as _library
from .engine import Engine
from .game import Game, State
from .many import analyse_many
from .types import (
    AnalysisComplete,
    BestMove,
    EngineError,
    EngineTerminatedError,
    Info,
    InfoDict,
    Limit,
    PlayResult,
)

__version__: str = _library.seajay_version().decode()

__all__ = [
    "Analysis",
    "AnalysisComplete",
    "BestMove",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "Game",
    "Info",
    "InfoDict",
    "Limit",
    "PlayResult",
    "SeajayError",
    "State",
    "analyse_many",
]
