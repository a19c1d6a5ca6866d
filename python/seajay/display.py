"""Positions and games as notebooks show them."""

from __future__ import annotations

from html import escape
from typing import Iterable, Mapping, Optional

import chess
import chess.svg

from . import capi
from .moves import NAG_SIGNS

#: The colours of marks: those of graphs, as dark as text must be.
COLORS = {
    capi.SEAJAY_MARK_INACCURACY: "#a67c00",
    capi.SEAJAY_MARK_MISTAKE: "#c8600f",
    capi.SEAJAY_MARK_BLUNDER: "#d1232a",
}


def board(fen: str, chess960: bool, last: Optional[str]) -> str:
    """A board as SVG, with the last move and a check."""
    position = chess.Board(fen, chess960=chess960)
    move = None if last is None else chess.Move.from_uci(last)
    check = position.king(position.turn) if position.is_check() else None
    return chess.svg.board(position, lastmove=move, check=check, size=360)


def heading(white: str, black: str, result: str) -> str:
    """The players and the result, as HTML."""
    return f"<p><b>{escape(white)} – {escape(black)}</b> {result}</p>"


def movetext(start_fen: str, moves: Iterable[str], nags: Mapping[int, Iterable[int]]) -> str:
    """The moves in SAN, with their numbers and marks, as HTML; NAGs are found by the number of moves played."""
    turn, number = start_fen.split()[1], int(start_fen.split()[5])
    half = 2 * number + (turn == "b")
    words = []
    for ply, san in enumerate(moves, 1):
        given = list(nags.get(ply, ()))
        if half % 2 == 0 or ply == 1:
            words.append(f"{half // 2}{'...' if half % 2 else '.'}")
        text = escape(san + "".join(NAG_SIGNS.get(nag, "") for nag in given))
        color = next((COLORS[nag] for nag in given if nag in COLORS), None)
        words.append(f'<b style="color:{color}">{text}</b>' if color else text)
        half += 1
    return f'<p style="max-width:50em">{" ".join(words)}</p>'
