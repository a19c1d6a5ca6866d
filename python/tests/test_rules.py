"""The rules, with python-chess as an oracle."""

from __future__ import annotations

import random
from typing import Iterator

import pytest

import seajay

chess = pytest.importorskip("chess")

#: Where games begin: at the start, and where the rules will soon say something.
BEGINNINGS = [
    *[chess.STARTING_FEN] * 4,
    "8/5k2/8/8/8/8/2K2P2/8 w - - 0 1",
    "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
    "6nk/8/8/8/8/8/8/KN6 w - - 96 90",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
]


def beginnings(numbers: random.Random) -> Iterator[chess.Board]:
    yield from map(chess.Board, BEGINNINGS)
    for _ in range(6):
        yield chess.Board.from_chess960_pos(numbers.randrange(960))


def state_of(board: chess.Board) -> seajay.State:
    if board.is_checkmate():
        return seajay.State.CHECKMATE
    if board.is_stalemate():
        return seajay.State.STALEMATE
    if board.is_insufficient_material():
        return seajay.State.MATERIAL
    if board.halfmove_clock >= 100:
        return seajay.State.FIFTY_MOVES
    if board.is_repetition(3):
        return seajay.State.REPETITION
    return seajay.State.ONGOING


def play_randomly(numbers: random.Random, board: chess.Board) -> seajay.State:
    """Compares every position of a random game; returns how the game ended."""
    game = seajay.Game(board)
    for _ in range(150):
        moves = list(board.legal_moves)
        assert sorted(game.legal_moves()) == sorted(board.uci(move) for move in moves)
        # The library names castling rights by files only where it must.
        assert chess.Board(game.fen(), chess960=board.chess960).epd() == board.epd()
        assert game.state() is state_of(board)
        assert game.in_check() == board.is_check()
        if game.state() is not seajay.State.ONGOING:
            break
        move = numbers.choice(moves)
        san = board.san(move)
        assert game.san(board.uci(move)) == san
        assert game.parse_san(san) == board.uci(move)
        game.play(board.uci(move))
        board.push(move)
    return game.state()


def test_random_games() -> None:
    numbers = random.Random(1)
    ends = {play_randomly(numbers, board) for _ in range(3) for board in beginnings(numbers)}
    # The others come by chance.
    assert ends >= set(seajay.State) - {seajay.State.STALEMATE, seajay.State.REPETITION}, ends


def test_repetitions_of_a_game_that_is_handed_over() -> None:
    board = chess.Board()
    for uci in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
        board.push_uci(uci)
    assert seajay.Game(board).state() is seajay.State.REPETITION
    assert seajay.Game(board.fen()).state() is seajay.State.ONGOING


def test_perft() -> None:
    assert seajay.Game().perft(4) == 197_281


def test_an_illegal_move_changes_nothing() -> None:
    game = seajay.Game()
    game.play("e2e4")
    with pytest.raises(seajay.SeajayError, match="e2e4"):
        game.play("e2e4")
    assert str(game) == "startpos moves e2e4"
    game.play("e7e5")
    assert str(game) == "startpos moves e2e4 e7e5"
