"""From Python's types to those of C, and back."""

from __future__ import annotations

import ctypes
from typing import Any, Iterable, NamedTuple, Optional, Union, cast

from . import capi
from .handle import SeajayError, encode
from .types import AnyMove, ConfigValue, Cp, EngineError, Info, InfoDict, Limit, Mate, Move
from .types import Option, Position, PovScore, PovWdl, Wdl

#: python-chess has no unit for tablebase wins: this many centipawns, and fewer for later ones, as the
#: UCI example gives them.
TABLEBASE_WIN = 20_000

_MAX_INT32 = 2**31 - 1
_MAX_INT64 = 2**63 - 1


class Setup(NamedTuple):
    """A position as the library takes it."""

    fen: Optional[str]
    moves: str
    chess960: bool
    white_to_move: bool

    def after(self, *moves: AnyMove) -> Setup:
        """The position some moves later."""
        played = " ".join([self.moves, *map(to_uci, moves)]).strip()
        turn = self.white_to_move ^ (len(moves) % 2 == 1)
        return self._replace(moves=played, white_to_move=turn)


def to_setup(position: Union[Position, Setup]) -> Setup:
    """Reads a board of python-chess or a game, with its moves, or the text of a position. What has been
    read stays as it is."""
    if isinstance(position, Setup):
        return position
    if isinstance(position, str):
        return _text_to_setup(position)
    # Here, because a game is made of this module.
    from .game import Game

    if isinstance(position, Game):
        return position.setup
    if not hasattr(position, "move_stack"):
        raise TypeError(
            f"a position is a chess.Board, a seajay.Game or text, not {type(position).__name__}"
        )
    variant = type(position).uci_variant
    if variant != "chess":
        raise EngineError(f"seajay does not play the variant {variant}")
    root, moves = position, ""
    # The library takes no null moves: without the game then, as python-chess does it.
    if position.move_stack and all(position.move_stack):
        root = position.root()
        moves = " ".join([move.uci() for move in position.move_stack])
    fen = root.fen(shredder=position.chess960, en_passant="fen")
    return Setup(fen, moves, position.chess960, position.turn)


def _text_to_setup(text: str) -> Setup:
    words = text.split()
    at = words.index("moves") if "moves" in words else len(words)
    fields, moves = words[:at], words[at + 1 :]
    if fields[:1] == ["fen"]:
        del fields[0]
    start = fields == ["startpos"]
    white = (start or fields[1:2] != ["b"]) ^ (len(moves) % 2 == 1)
    # Castling rights by files are for Chess960.
    chess960 = not start and bool(set("".join(fields[2:3])) - set("KQkq-"))
    return Setup(None if start else " ".join(fields), " ".join(moves), chess960, white)


def to_uci(move: AnyMove) -> str:
    """A move as text."""
    return move if isinstance(move, str) else move.uci()


def to_move(uci: Union[bytes, str]) -> Optional[Move]:
    """A move from text; none from ""."""
    text = uci.decode() if isinstance(uci, bytes) else uci
    return Move.from_uci(text) if text else None


def check_limit(limit: Limit) -> None:
    """Raises where this limits nothing."""
    if limit is None:
        raise SeajayError(capi.SEAJAY_ERR_INVALID_ARGUMENT, "a limit must be set")
    if not isinstance(limit, Limit):
        raise TypeError(f"a limit is a Limit, not {type(limit).__name__}")


def to_limits(
    limit: Optional[Limit],
    root_moves: Optional[Iterable[AnyMove]] = None,
    *,
    ponder: bool = False,
    endless: bool = False,
) -> capi.SeajayLimits:
    """The limits for C. Where the search may be endless, None is one that only a stop ends."""
    if limit is not None or not endless:
        check_limit(cast(Limit, limit))
    limits = capi.SeajayLimits(ponder=ponder, infinite=limit is None)
    if limit is not None:
        limits.depth = _count(limit.depth, _MAX_INT32)
        limits.nodes = _count(limit.nodes, _MAX_INT64)
        limits.mate = _count(limit.mate, _MAX_INT32)
        limits.move_time_ms = _duration(limit.time)
        limits.white_time_ms = _clock(limit.white_clock)
        limits.black_time_ms = _clock(limit.black_clock)
        limits.white_increment_ms = _milliseconds(limit.white_inc)
        limits.black_increment_ms = _milliseconds(limit.black_inc)
        limits.moves_to_go = min(max(int(limit.remaining_moves or 0), 0), _MAX_INT32)
    if root_moves is not None:
        moves = " ".join(map(to_uci, root_moves))
        if not moves:
            raise SeajayError(capi.SEAJAY_ERR_INVALID_ARGUMENT, "root_moves is empty")
        limits.search_moves = encode(moves)
    return limits


# In C zero is "not set": what is set is at least 1, as python-chess does it. ctypes would cut numbers
# that are too large.


def _count(value: Optional[int], most: int) -> int:
    return 0 if value is None else min(max(int(value), 1), most)


def _milliseconds(seconds: Optional[float]) -> int:
    return min(max(round((seconds or 0) * 1000), 0), _MAX_INT64)


def _duration(seconds: Optional[float]) -> int:
    return 0 if seconds is None else max(_milliseconds(seconds), 1)


def _clock(seconds: Optional[float]) -> int:
    """A clock that has run out is negative in C."""
    if seconds is None:
        return 0
    return _duration(seconds) if seconds > 0 else -1


def to_score(score: capi.SeajayScore, white: bool) -> PovScore:
    """The score and the side to move."""
    if score.kind == capi.SEAJAY_SCORE_MATE:
        return PovScore(Mate(score.value), white)
    centipawns = score.value
    if score.kind == capi.SEAJAY_SCORE_TB:
        centipawns = (TABLEBASE_WIN if score.value > 0 else -TABLEBASE_WIN) - score.value
    return PovScore(Cp(centipawns), white)


def to_info(info: capi.SeajayInfo, pv: str, white: bool, wanted: Info) -> InfoDict:
    """What is known of a line, as far as the caller wants to know it."""
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
        found["pv"] = [Move.from_uci(move) for move in pv.split()]
    return cast(InfoDict, found)


def to_final_info(result: capi.SeajayResult, white: bool, wanted: Info) -> InfoDict:
    """What is known where the game is over, and there is no line."""
    if not wanted:
        return InfoDict()
    mated = result.score.kind == capi.SEAJAY_SCORE_MATE
    found = InfoDict(
        depth=result.depth,
        seldepth=result.seldepth,
        multipv=1,
        nodes=result.nodes,
        time=result.time_ms / 1000,
        wdl=PovWdl(Wdl(0, 0, 1000) if mated else Wdl(0, 1000, 0), white),
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
    choices: Optional[list[str]] = None
    if info.kind == capi.SEAJAY_OPTION_COMBO:
        choices = []
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
    """The options of the library, in an order made for showing them."""
    options = []
    for index in range(capi.library.seajay_option_count()):
        info = capi.SeajayOptionInfo()
        status = capi.library.seajay_option_info(index, ctypes.byref(info))
        if status != capi.SEAJAY_OK:
            raise SeajayError(status, capi.library.seajay_strerror(status).decode())
        options.append(to_option(info))
    return options
