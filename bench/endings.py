#!/usr/bin/env python3
"""Compares what an engine says of elementary endings, and how it plays them, with tablebases of three
and four pieces, which the engine itself does not have. Needs python-chess.

    bench/endings.py target/uci --tables syzygy

Of drawn positions, it counts those with a score of less than 0.20; of won ones, those that it wins
against the tables' defence.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import chess
import chess.engine
import chess.syzygy

from common import make_parser

#: Drawn positions: the material, how many of them, and the nodes for each.
DRAWN = [("KPK", 200, 10_000), ("KNNK", 200, 10_000), ("KBPK", 200, 10_000), ("KQKP", 20, 300_000)]
#: Won positions: the material, how many of them, and the nodes for each move.
WON = [("KBNK", 20, 20_000), ("KQK", 20, 2_000), ("KRK", 20, 2_000), ("KBBK", 20, 2_000)]
#: The centipawns that count as a draw.
DRAW = 20


def is_wrong_bishop(board: chess.Board) -> bool:
    """Whether the pawns are on a rook's file and the bishops do not guard their corner."""
    (pawn,) = board.pieces(chess.PAWN, chess.WHITE)
    corner = chess.square(chess.square_file(pawn), 7)
    is_rook_file = chess.BB_SQUARES[pawn] & (chess.BB_FILE_A | chess.BB_FILE_H)
    guards = chess.BB_LIGHT_SQUARES if chess.BB_LIGHT_SQUARES >> corner & 1 else chess.BB_DARK_SQUARES
    return bool(is_rook_file) and not board.bishops & guards


def is_pawn_about_to_promote(board: chess.Board) -> bool:
    """Whether a rook's or bishop's pawn is on the seventh rank, its king there, the queen to move."""
    (pawn,) = board.pieces(chess.PAWN, chess.BLACK)
    king = board.king(chess.BLACK)
    assert king is not None
    is_file = chess.square_file(pawn) in (0, 2, 5, 7)
    is_there = chess.square_distance(king, pawn - 8) <= 1
    return board.turn and chess.square_rank(pawn) == 1 and is_file and is_there


KINDS: dict[str, Callable[[chess.Board], bool]] = {
    "KBPK": is_wrong_bishop,
    "KQKP": is_pawn_about_to_promote,
}


def positions(material: str) -> Iterator[chess.Board]:
    """Random legal positions of a material, White having the first half."""
    second = material.rindex("K")
    while True:
        board = chess.Board(None)
        for index, square in enumerate(random.sample(chess.SQUARES, len(material))):
            piece = chess.Piece.from_symbol(material[index])
            piece.color = index < second
            board.set_piece_at(square, piece)
        board.turn = random.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            yield board


def count_draws(engine: chess.engine.SimpleEngine, tables: chess.syzygy.Tablebase) -> None:
    for material, count, nodes in DRAWN:
        is_kind = KINDS.get(material, lambda _: True)
        known = left = 0
        for board in positions(material):
            if tables.probe_wdl(board) == 0 and is_kind(board):
                left += 1
                info = engine.analyse(board, chess.engine.Limit(nodes=nodes), game=object())
                known += abs(info["score"].white().score(mate_score=32_000)) < DRAW
                if left == count:
                    break
        print(f"drawn {material}, {nodes} nodes: {known} of {count} known", flush=True)


def defend(tables: chess.syzygy.Tablebase, board: chess.Board) -> chess.Move:
    """The move that loses latest, or draws."""

    def outlook(move: chess.Move) -> tuple[int, int]:
        board.push(move)
        result = -tables.probe_wdl(board), tables.probe_dtz(board)
        board.pop()
        return result

    return max(board.legal_moves, key=outlook)


def play_out(
    engine: chess.engine.SimpleEngine, tables: chess.syzygy.Tablebase, board: chess.Board, nodes: int
) -> int:
    """Plays a won position to its end; returns the plies to mate, or 0 for a draw."""
    game = object()
    while not (board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()):
        if board.turn:
            played = engine.play(board, chess.engine.Limit(nodes=nodes), game=game).move
            assert played
            board.push(played)
        else:
            board.push(defend(tables, board))
    return board.ply() if board.is_checkmate() else 0


def count_wins(engine: chess.engine.SimpleEngine, tables: chess.syzygy.Tablebase) -> None:
    for material, count, nodes in WON:
        plies: list[int] = []
        for board in positions(material):
            if board.turn and tables.probe_wdl(board) == 2:
                plies.append(play_out(engine, tables, board, nodes))
                if len(plies) == count:
                    break
        won = [mate for mate in plies if mate]
        mean = sum(won) / max(len(won), 1)
        print(f"won {material}, {nodes} nodes: {len(won)} of {count}, {mean:.0f} plies", flush=True)


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("engine", help="the UCI example")
    parser.add_argument("--tables", required=True, metavar="FOLDER", help="Syzygy tables")
    parser.add_argument("--only", choices=PARTS, help="only this part")
    given = parser.parse_args()
    tables = chess.syzygy.open_tablebase(given.tables)
    for name, part in PARTS.items():
        if given.only in (None, name):
            random.seed(1)
            with chess.engine.SimpleEngine.popen_uci(given.engine) as engine:
                part(engine, tables)


PARTS = {"draws": count_draws, "wins": count_wins}


if __name__ == "__main__":
    main()
