"""Moves: as text, and as data."""

from __future__ import annotations

import enum
import struct
from collections.abc import Iterable
from typing import Any, Callable, NamedTuple, Optional, Union

import chess

from . import capi
from .call import read_array

#: A move of python-chess, or text in UCI notation.
AnyMove = Union[chess.Move, str]

#: Moves: one, a text with any number of them, or several.
Moves = Union[AnyMove, Iterable[AnyMove]]

#: The marks of moves, by their numbers in PGN (NAGs).
NAG_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

#: The fields of a SeajayMove.
_MOVE = struct.Struct("8B8s8s")

#: No position that a game can reach has more legal moves.
_MAX_LEGAL = 218


class Role(enum.IntEnum):
    """A kind of piece, with the number that python-chess has for it."""

    PAWN = capi.SEAJAY_PAWN
    KNIGHT = capi.SEAJAY_KNIGHT
    BISHOP = capi.SEAJAY_BISHOP
    ROOK = capi.SEAJAY_ROOK
    QUEEN = capi.SEAJAY_QUEEN
    KING = capi.SEAJAY_KING


class MoveData(NamedTuple):
    """A move as data, for boards that draw and animate it. Squares are numbered from 0 (a1), 1 (b1)
    to 63 (h8), as in python-chess."""

    #: When castling, the squares of the king.
    from_square: int
    to_square: int
    role: Role
    #: What is taken, also en passant.
    captured: Optional[Role]
    promotion: Optional[Role]
    #: When castling, the squares of the rook.
    rook_from: Optional[int]
    rook_to: Optional[int]
    is_castling: bool
    is_en_passant: bool
    #: Mate is check too.
    is_check: bool
    is_mate: bool
    #: In UCI notation, castling as the game writes it.
    uci: str
    #: In SAN, with "+" or "#".
    san: str


def to_uci(moves: Moves) -> str:
    """A move, or several, as text."""
    if isinstance(moves, str):
        return moves
    if isinstance(moves, chess.Move):
        return moves.uci()
    if isinstance(moves, Iterable):
        moves = list(moves)
        if all(isinstance(move, (str, chess.Move)) for move in moves):
            return " ".join([move if isinstance(move, str) else move.uci() for move in moves])
    raise TypeError(f"a move is text such as e2e4 or a chess.Move, and moves are a list of them, not {moves!r}")


def read_moves(function: Callable[..., int], *arguments: object) -> list[MoveData]:
    """Moves from a function that describes them."""
    found = read_array(function, *arguments, kind=capi.SeajayMove, size=_MAX_LEGAL)
    return [_to_data(*fields) for fields in _MOVE.iter_unpack(found)]


def to_move_data(move: capi.SeajayMove) -> MoveData:
    """A move as the library describes it."""
    return _to_data(*_MOVE.unpack(move))


#: By their numbers in C, where 0 is none.
_ROLES = (None, *Role)


def _to_data(*fields: Any) -> MoveData:
    origin, target, role, captured, promotion, flags, rook_from, rook_to, uci, san = fields
    is_castling = bool(flags & capi.SEAJAY_MOVE_CASTLING)
    return MoveData(
        origin,
        target,
        Role(role),
        _ROLES[captured],
        _ROLES[promotion],
        rook_from if is_castling else None,
        rook_to if is_castling else None,
        is_castling,
        bool(flags & capi.SEAJAY_MOVE_EN_PASSANT),
        bool(flags & capi.SEAJAY_MOVE_CHECK),
        bool(flags & capi.SEAJAY_MOVE_MATE),
        uci.rstrip(b"\0").decode(),
        san.rstrip(b"\0").decode(),
    )
