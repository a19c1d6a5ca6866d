"""What this engine says of a search beyond the types of python-chess."""

from __future__ import annotations

import enum
from typing import NamedTuple, Optional, Union, cast

import chess.engine

from . import capi


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


class InfoDict(chess.engine.InfoDict, total=False):
    """That of python-chess, with one more key."""

    #: In results only: why the search ended.
    stop_reason: StopReason


def to_dict(info: chess.engine.InfoDict) -> dict[str, Union[int, float, str, None]]:
    """A line that a search has found, in numbers and text: a row for pandas or Parquet. The README explains the
    columns. It needs the score, which ``info=`` must not leave out."""
    if isinstance(info, list):
        raise TypeError("to_dict() takes one line: for the list that multipv= gives, map(seajay.to_dict, lines)")
    if "score" not in info:
        raise ValueError("to_dict() needs a score, which a search with info=seajay.Info.ALL gives")
    score, line = info["score"].relative, info.get("pv", [])
    wins, draws, losses = info["wdl"].relative
    reason = cast(InfoDict, info).get("stop_reason")
    return {
        "multipv": info["multipv"],
        "best": line[0].uci() if line else None,
        "line": " ".join(move.uci() for move in line),
        "centipawns": score.score(),
        "mate": score.mate(),
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "depth": info["depth"],
        "seldepth": info["seldepth"],
        "nodes": info["nodes"],
        "time": info["time"],
        "stop_reason": None if reason is None else reason.name.lower(),
    }


class PlayResult(chess.engine.PlayResult):
    """That of python-chess, and why the search ended."""

    stop_reason: Optional[StopReason] = None


class TbEntry(NamedTuple):
    """What the endgame tablebases say of a position, whatever its halfmove clock."""

    #: For the side to move: 2 a win, 1 a win that the fifty-move rule spoils, 0 a draw, -1 a loss that the rule
    #: saves, -2 a loss.
    outcome: int
    #: Plies to the next capture or pawn move with best play, or to mate if that comes first; negative if the side
    #: to move loses, 0 in a draw. It may be one too small. None without the tables of distances (.rtbz).
    dtz: Optional[int]
