"""Conversions between Python's types and those of C."""

from __future__ import annotations

import ctypes
import math
import struct
import sys
from numbers import Integral, Real
from typing import Any, Iterable, Optional, cast

import chess
from chess import Move
from chess.engine import ConfigValue, Cp, Info, Limit, Mate, Option, PovScore, PovWdl, Wdl

from . import capi
from .call import SeajayError, check, encode
from .moves import AnyMove, to_uci
from .results import InfoDict

#: python-chess has no unit for tablebase wins: this many centipawns, and fewer for later ones, as the
#: UCI example gives them.
TABLEBASE_WIN = 20_000

#: The fields of SeajayLimits up to search_moves, to write them at once.
_LIMITS = struct.Struct("IiQqiiqqqqii")

_NO_LIMIT = Limit()

_COUNT = (Integral, 1, "a whole number from 1, or None")
_TIME = (Real, 0, "a number of seconds from 0, or None")
#: Below 0 the time is up.
_CLOCK = (Real, -sys.float_info.max, "a number of seconds, or None")

#: What the fields of a limit accept: the kind of number, the least one, and both in words.
_FIELDS: dict[str, tuple[Any, float, str]] = {
    "depth": _COUNT,
    "nodes": _COUNT,
    "mate": _COUNT,
    "remaining_moves": _COUNT,
    "time": _TIME,
    "white_inc": _TIME,
    "black_inc": _TIME,
    "white_clock": _CLOCK,
    "black_clock": _CLOCK,
}

_MAX_INT32 = 2**31 - 1
_MAX_INT64 = 2**63 - 1

#: Greater times are taken for this: 30 million years.
_MAX_SECONDS = 1e15

_SQUARES = {name.encode(): square for square, name in enumerate(chess.SQUARE_NAMES)}
_PROMOTIONS = {symbol.encode(): kind for kind, symbol in enumerate("nbrq", chess.KNIGHT)}


def _move(uci: bytes) -> Move:
    """A move from text that the library wrote: faster than ``Move.from_uci``, which checks it."""
    return Move(_SQUARES[uci[:2]], _SQUARES[uci[2:4]], _PROMOTIONS.get(uci[4:]))


def to_move(uci: bytes) -> Optional[Move]:
    """A move from text; none from ""."""
    return _move(uci) if uci else None


def to_moves(line: bytes) -> list[Move]:
    """The moves of a line that the library wrote."""
    return list(map(_move, line.split()))


def check_limit(limit: Optional[Limit]) -> Limit:
    """Returns the limit, or raises if it is not one."""
    if limit is not None and not isinstance(limit, Limit):
        raise TypeError(f"a limit is a Limit, such as seajay.Limit(time=0.1), not {limit!r}")
    if limit is None or limit == _NO_LIMIT:
        raise SeajayError(
            capi.SEAJAY_ERR_INVALID_ARGUMENT,
            "no limit is set: give a Limit with time, depth, nodes, mate or clocks; only analysis() without a "
            "limit runs until it is stopped",
        )
    for name, (kinds, least, accepted) in _FIELDS.items():
        value = getattr(limit, name)
        if value is not None and not (
            isinstance(value, kinds) and not isinstance(value, bool) and least <= value < math.inf
        ):
            raise SeajayError(
                capi.SEAJAY_ERR_INVALID_ARGUMENT, f"Limit: {name} is {value!r}, and must be {accepted}"
            )
    return limit


def set_limits(
    limits: capi.SeajayLimits,
    limit: Optional[Limit],
    root_moves: Optional[Iterable[AnyMove]] = None,
    *,
    ponder: bool = False,
    endless: bool = False,
) -> None:
    """Writes the limits for C. Where a search may be endless, None means until it is stopped."""
    infinite = limit is None and endless
    limit = Limit() if infinite else check_limit(limit)
    _LIMITS.pack_into(
        limits,
        0,
        ctypes.sizeof(limits),
        _count(limit.depth, _MAX_INT32),
        _count(limit.nodes, _MAX_INT64),
        0 if limit.time is None else max(_milliseconds(limit.time), 1),
        _count(limit.mate, _MAX_INT32),
        _count(limit.remaining_moves, _MAX_INT32),
        _clock(limit.white_clock),
        _clock(limit.black_clock),
        _milliseconds(limit.white_inc),
        _milliseconds(limit.black_inc),
        infinite,
        ponder,
    )
    limits.search_moves = None if root_moves is None else _search_moves(root_moves)


def _search_moves(moves: Iterable[AnyMove]) -> bytes:
    text = to_uci(moves)
    if not text:
        raise SeajayError(capi.SEAJAY_ERR_INVALID_ARGUMENT, "root_moves is empty")
    return encode(text)


# In C, zero means "not set": what is set is at least 1. ctypes would truncate numbers that are too large.


def _count(value: Optional[int], maximum: int) -> int:
    return 0 if value is None else min(int(value), maximum)


def _milliseconds(seconds: Optional[float]) -> int:
    return 0 if seconds is None else round(min(seconds, _MAX_SECONDS) * 1000)


def _clock(seconds: Optional[float]) -> int:
    """A clock that has run out is negative in C."""
    if seconds is None:
        return 0
    return max(_milliseconds(seconds), 1) if seconds > 0 else -1


def check_info(wanted: Info) -> Info:
    """Returns what a caller wants to know of a search, or raises if it is not that."""
    if not isinstance(wanted, Info):
        raise TypeError(f"info is an Info, such as seajay.Info.ALL, not {wanted!r}")
    return wanted


def to_score(score: capi.SeajayScore, white: bool) -> PovScore:
    """The score and the side to move."""
    if score.kind == capi.SEAJAY_SCORE_MATE:
        return PovScore(Mate(score.value), white)
    return PovScore(Cp(to_centipawns(score)), white)


def to_centipawns(score: capi.SeajayScore) -> int:
    """A score that is no mate, in centipawns."""
    value: int = score.value
    if score.kind == capi.SEAJAY_SCORE_TB:
        return (TABLEBASE_WIN if value > 0 else -TABLEBASE_WIN) - value
    return value


def to_info(info: capi.SeajayInfo, pv: bytes, white: bool, wanted: Info) -> InfoDict:
    """The information about a line that the caller wants."""
    if not wanted:
        return InfoDict()
    found: dict[str, Any] = {
        "depth": info.depth,
        "seldepth": info.seldepth,
        "multipv": info.multipv,
        "nodes": info.nodes,
        "nps": info.nps,
        "hashfull": info.hashfull,
        "tbhits": info.tb_hits,
        "time": info.time_ms / 1000,
        "wdl": PovWdl(Wdl(*info.wdl), white),
    }
    if wanted & Info.SCORE:
        found["score"] = to_score(info.score, white)
        if info.score.bound == capi.SEAJAY_BOUND_LOWER:
            found["lowerbound"] = True
        elif info.score.bound == capi.SEAJAY_BOUND_UPPER:
            found["upperbound"] = True
    if wanted & Info.PV:
        found["pv"] = to_moves(pv)
    return cast(InfoDict, found)


def to_final_info(result: capi.SeajayResult, white: bool, wanted: Info) -> InfoDict:
    """The information if the game is over and there is no line."""
    if not wanted:
        return InfoDict()
    found = InfoDict(
        depth=result.depth,
        seldepth=result.seldepth,
        multipv=1,
        nodes=result.nodes,
        time=result.time_ms / 1000,
        wdl=PovWdl(Wdl(*result.wdl), white),
    )
    if wanted & Info.SCORE:
        found["score"] = to_score(result.score, white)
    return found


_OPTION_TYPES = {
    capi.SEAJAY_OPTION_CHECK: "check",
    capi.SEAJAY_OPTION_SPIN: "spin",
    capi.SEAJAY_OPTION_STRING: "string",
    capi.SEAJAY_OPTION_COMBO: "combo",
    capi.SEAJAY_OPTION_BUTTON: "button",
}


def to_option(info: capi.SeajayOptionInfo) -> Option:
    """An option, with a default of Python's type."""
    text = info.default_value.decode()
    default: ConfigValue = text
    if info.kind == capi.SEAJAY_OPTION_CHECK:
        default = text == "true"
    elif info.kind == capi.SEAJAY_OPTION_SPIN:
        default = int(text)
    spin = info.kind == capi.SEAJAY_OPTION_SPIN
    choices: list[str] = []
    if info.kind == capi.SEAJAY_OPTION_COMBO:
        while (choice := info.choices[len(choices)]) is not None:
            choices.append(choice.decode())
    return Option(
        name=info.name.decode(),
        type=_OPTION_TYPES[info.kind],
        default=default,
        min=info.min if spin else None,
        max=info.max if spin else None,
        var=choices,
    )


def to_option_text(value: ConfigValue) -> str:
    """The value of an option as the library takes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def all_options() -> list[Option]:
    """The options of the library, in an order that suits a settings dialog."""
    options = []
    for index in range(capi.library.seajay_option_count()):
        info = capi.SeajayOptionInfo()
        check(capi.library.seajay_option_info(index, info))
        options.append(to_option(info))
    return options
