"""The types that searches take and give: those of python-chess where it is installed, else those of
:mod:`seajay.plain`, which have the same shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

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
        InfoDict,
        Limit,
        Mate,
        Option,
        PlayResult,
        PovScore,
        PovWdl,
        UciOptionMap as OptionMap,
        Wdl,
    )

    HAS_CHESS = True
except ImportError:
    HAS_CHESS = False
    if not TYPE_CHECKING:
        from .plain import *  # noqa: F403

if TYPE_CHECKING:
    from .capi import SeajayBoard
    from .game import Game

#: A ``chess.Board`` with the game that led to it, a :class:`seajay.Game`, text as the UCI command
#: ``position`` has it (a FEN or ``startpos``, and after ``moves`` the moves played since), or bitboards.
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
    "Wdl",
]
