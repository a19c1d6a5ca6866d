"""Positions and games as notebooks show them."""

from __future__ import annotations

from html import escape
from typing import Iterable, Mapping, Optional

import chess
import chess.svg

#: The colours of marks: those of graphs, as dark as text must be.
COLORS = {"?!": "#a67c00", "?": "#c8600f", "??": "#d1232a"}

_SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}


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
        sign = "".join(_SIGNS.get(nag, "") for nag in nags.get(ply, ()))
        if half % 2 == 0 or ply == 1:
            words.append(f"{half // 2}{'...' if half % 2 else '.'}")
        text = escape(san + sign)
        words.append(f'<b style="color:{COLORS[sign]}">{text}</b>' if sign in COLORS else text)
        half += 1
    return f'<p style="max-width:50em">{" ".join(words)}</p>'
