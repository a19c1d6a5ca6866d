"""seajay: a chess engine inside your program.

:class:`Engine` works like ``chess.engine.SimpleEngine``, without a process behind it, and with the types of
python-chess. :class:`Game` knows the rules, :func:`read_pgn` reads games, and :meth:`Engine.review` judges their
moves. :func:`analyse_many` and :func:`review_many` work on all processors, :class:`AsyncEngine` is the engine
for asyncio, and :mod:`seajay.capi` the C interface.
"""

from chess.engine import AnalysisComplete, BestMove, EngineError, EngineTerminatedError, Info, Limit

from .aio import AsyncAnalysis, AsyncEngine
from .analysis import Analysis
from .call import CancelledError, SeajayError
from .capi import library as _library
from .engine import Engine
from .game import Game, GameState
from .game_review import GameReview
from .many import analyse_many, review_many
from .moves import MoveData, Role
from .pgn import PgnError, PgnFile, PgnGame, read_pgn
from .pool import EnginePool
from .results import InfoDict, PlayResult, StopReason, TbEntry, to_dict
from .review import Accuracy, Mark, Review, accuracy

__version__: str = _library.seajay_version().decode()

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
    "EnginePool",
    "EngineTerminatedError",
    "Game",
    "GameReview",
    "GameState",
    "Info",
    "InfoDict",
    "Limit",
    "Mark",
    "MoveData",
    "PgnError",
    "PgnFile",
    "PgnGame",
    "PlayResult",
    "Review",
    "Role",
    "SeajayError",
    "StopReason",
    "TbEntry",
    "accuracy",
    "analyse_many",
    "read_pgn",
    "review_many",
    "to_dict",
]
