"""The types of searches and their results: those of python-chess if it is installed, otherwise those
of :mod:`seajay.plain`, which have the same interface."""

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
    "Wdl",
]
