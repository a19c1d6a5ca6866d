"""Games in PGN to and from python-chess."""

from __future__ import annotations

import re
from typing import Mapping

import chess
import chess.pgn

from .game import Game

#: A part of a variation as the library writes it: a number, or a comment, one up to the end of its line, a
#: NAG, a bracket or a move.
_PART = re.compile(r"\d+\.+|\{([^}]*)\}|; ([^\n]*)\n|\$(\d+)|([()])|([^\s()]+)")

_LINE_BREAKS = re.compile(r"\s*[\r\n]\s*")


def to_chess(
    played: Game,
    tags: Mapping[str, str],
    comments: Mapping[int, str],
    nags: Mapping[int, list[int]],
    variations: Mapping[int, list[str]],
) -> chess.pgn.Game:
    """A game for python-chess, from the parts of a :class:`seajay.PgnGame` as the library has read them."""
    game = chess.pgn.Game(tags)
    board = chess.Board(played.start_fen())
    board.chess960 = played.chess960 or board.has_chess960_castling_rights()
    game.setup(board)
    node: chess.pgn.GameNode = game
    node.comment, node.nags = comments[0], set(nags[0])
    for ply, uci in enumerate(played.moves(), 1):
        before, node = node, node.add_variation(chess.Move.from_uci(uci))
        node.comment, node.nags = comments[ply], set(nags[ply])
        for text in variations[ply]:
            _add_variation(before, board.copy(), text)
        board.push(node.move)
    return game


def _add_variation(node: chess.pgn.GameNode, board: chess.Board, text: str) -> None:
    """Adds a variation, with those in it, that begins behind a node."""
    has_moves, starting_comment = False, ""
    # What the variations around the current one go on with.
    outer: list[tuple[chess.pgn.GameNode, chess.Board]] = []
    for comment, line, nag, bracket, move in _PART.findall(text):
        if move:
            node = node.add_variation(board.push_san(move), starting_comment=starting_comment)
            has_moves, starting_comment = True, ""
        elif comment or line:
            so_far = node.comment if has_moves else starting_comment
            joined = f"{so_far} {comment or line}".strip()
            if has_moves:
                node.comment = joined
            else:
                starting_comment = joined
        elif nag:
            node.nags.add(int(nag))
        elif bracket == "(":
            assert node.parent is not None
            outer.append((node, board))
            node, board, has_moves = node.parent, board.copy(), False
            board.pop()
        elif bracket == ")":
            node, board = outer.pop()
            has_moves = True


def to_text(game: chess.pgn.Game) -> str:
    """A game of python-chess as PGN that keeps what python-chess itself would leave out."""
    return game.accept(_Exporter(columns=None))


class _Exporter(chess.pgn.StringExporter):
    def visit_header(self, tagname: str, tagvalue: str) -> None:
        escaped = tagvalue.replace("\\", "\\\\").replace('"', '\\"')
        super().visit_header(tagname, escaped)

    def visit_comment(self, comment: str) -> None:
        comment = _LINE_BREAKS.sub(" ", comment)
        if "}" in comment:
            self.write_token(f"; {comment}\n")
            self.force_movenumber = True
        elif comment.strip():
            super().visit_comment(comment)
