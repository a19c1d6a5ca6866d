"""The rules, with python-chess as an oracle."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Iterator

import chess.polyglot
import pytest

import seajay
from seajay import capi

#: Where games begin: at the start, and where the rules will soon say something.
BEGINNINGS = [
    *[chess.STARTING_FEN] * 4,
    "8/5k2/8/8/8/8/2K2P2/8 w - - 0 1",
    "7k/8/8/8/8/8/8/KQ6 w - - 0 1",
    "6nk/8/8/8/8/8/8/KN6 w - - 96 90",
    "6nk/8/8/8/8/8/8/KR6 w - - 140 190",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "6k1/5ppp/8/8/8/8/8/KQRR4 w - - 0 1",
    "7k/R7/1R6/2Q5/8/8/8/K7 w - - 0 1",
]


def beginnings(numbers: random.Random) -> Iterator[chess.Board]:
    yield from map(chess.Board, BEGINNINGS)
    for _ in range(6):
        yield chess.Board.from_chess960_pos(numbers.randrange(960))


def state_of(board: chess.Board) -> seajay.GameState:
    if board.is_checkmate():
        return seajay.GameState.CHECKMATE
    if board.is_stalemate():
        return seajay.GameState.STALEMATE
    if board.is_insufficient_material():
        return seajay.GameState.MATERIAL
    if board.is_fivefold_repetition():
        return seajay.GameState.FIVEFOLD
    if board.is_seventyfive_moves():
        return seajay.GameState.SEVENTY_FIVE
    if board.is_repetition(3):
        return seajay.GameState.REPETITION
    if board.is_fifty_moves():
        return seajay.GameState.FIFTY_MOVES
    return seajay.GameState.ONGOING


def bitboards_of(board: chess.Board) -> dict[str, object]:
    """Every field of a SeajayBoard."""
    sides = [board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]]
    kinds = [board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
    return {
        "turn": 0 if board.turn else 1,
        "pieces": [[kind & side for kind in kinds] for side in sides],
        "castling_rooks": board.clean_castling_rights(),
        "en_passant": board.ep_square if board.has_legal_en_passant() else -1,
        "halfmove_clock": board.halfmove_clock,
        "fullmove_number": board.fullmove_number,
        "chess960": board.chess960,
    }


def fields_of(board: capi.SeajayBoard) -> dict[str, object]:
    fields = {name: getattr(board, name) for name, *_ in board._fields_[1:]}
    return {**fields, "pieces": [list(kinds) for kinds in board.pieces]}


def move_data(board: chess.Board, move: chess.Move) -> seajay.MoveData:
    """A move as data, by python-chess."""
    castling, en_passant = board.is_castling(move), board.is_en_passant(move)
    rook_from = rook_to = None
    target, captured = move.to_square, board.piece_type_at(move.to_square)
    if castling:
        kingside, rank = board.is_kingside_castling(move), chess.square_rank(move.from_square)
        rooks = chess.SquareSet(board.clean_castling_rights() & chess.BB_RANKS[rank])
        rook_from = max(rooks) if kingside else min(rooks)
        rook_to = chess.square(5 if kingside else 3, rank)
        target, captured = chess.square(6 if kingside else 2, rank), None
    uci, san = board.uci(move), board.san(move)
    return seajay.MoveData(
        from_square=move.from_square,
        to_square=target,
        role=seajay.Role(board.piece_type_at(move.from_square)),
        captured=seajay.Role.PAWN if en_passant else captured and seajay.Role(captured),
        promotion=move.promotion and seajay.Role(move.promotion),
        rook_from=rook_from,
        rook_to=rook_to,
        is_castling=castling,
        is_en_passant=en_passant,
        is_check=san[-1] in "+#",
        is_mate=san[-1] == "#",
        uci=uci,
        san=san,
    )


def compare(game: seajay.Game, board: chess.Board) -> None:
    """Everything that a game knows of its position."""
    assert sorted(game.legal_moves()) == sorted(map(board.uci, board.legal_moves))
    # The library names castling rights by files only where it must.
    assert chess.Board(game.fen(), chess960=board.chess960).epd() == board.epd()
    assert fields_of(game.bitboards()) == bitboards_of(board)
    assert game.chess960 == board.chess960 and game.turn == board.turn
    assert game.state() is state_of(board) and game.in_check() == board.is_check()
    assert game.key() == chess.polyglot.zobrist_hash(board)
    for color in chess.COLORS:
        assert game.can_win(color) == (not board.has_insufficient_material(color))


def play_randomly(numbers: random.Random, board: chess.Board) -> seajay.GameState:
    """Compares every position of a random game; returns how the game ended."""
    game, root = seajay.Game(board), board.copy()
    described: list[seajay.MoveData] = []
    for ply in range(200):
        compare(game, board)
        if ply % 6 == 0:
            expected = {board.uci(move): move_data(board, move) for move in board.legal_moves}
            assert {data.uci: data for data in game.legal_move_list()} == expected
        # The board as it is now, with the moves that matter.
        taken = seajay.Game(board)
        assert taken.fen() == game.fen() and taken.state() is game.state()
        moves = list(board.legal_moves)
        if 0 < game.state() < seajay.GameState.REPETITION:
            break
        move = numbers.choice(moves)
        # Back, to meet positions again.
        if len(board.move_stack) > 1 and numbers.random() < 0.4:
            last = board.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
            move = back if back in moves else move
        san = board.san(move)
        assert game.to_san(move) == taken.to_san(board.uci(move)) == san
        assert game.from_san(san) == board.uci(move)
        assert board.uci(move) in game.legal_moves(chess.square_name(move.from_square))
        described.append(move_data(board, move))
        assert game.parse_move(move) == game.parse_move(san) == described[-1]
        assert described[-1] in game.legal_move_list(move.from_square)
        if numbers.random() < 0.5:
            game.play(move)
        else:
            game.play_san(san)
        board.push(move)
    played = [root.uci(move) for move in board.move_stack]
    assert game.ply_count() == len(played) and game.played_move_list() == described
    assert game.moves_san() == (root.variation_san(board.move_stack) if played else "")
    for again in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert again.moves() == game.moves() and again.start_fen() == game.start_fen()
        compare(again, board)
        for _ in range(min(len(played), 20)):
            again.undo()
        again.undo(again.ply_count())
        compare(again, root)
    compare(game, board)
    return game.state()


def test_random_games() -> None:
    numbers = random.Random(1)
    ends = {play_randomly(numbers, board) for _ in range(2) for board in beginnings(numbers)}
    # The others come by chance.
    over = {state for state in seajay.GameState if 0 < state < seajay.GameState.REPETITION}
    assert ends >= over - {seajay.GameState.STALEMATE}, ends


def test_repetitions_of_a_game_that_is_handed_over() -> None:
    board = chess.Board()
    for uci in "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8".split():
        board.push_uci(uci)
    assert seajay.Game(board).state() is seajay.GameState.REPETITION
    assert seajay.Game(board.fen()).state() is seajay.GameState.ONGOING


def test_equal_games() -> None:
    """Equal where start, moves and Chess960 are: not where only the position is."""
    game, same = seajay.Game(), seajay.Game(chess.STARTING_FEN)
    assert game == same and not game != same
    game.play("g1f3 g8f6 b1c3")
    others = ["startpos moves b1c3 g8f6 g1f3", "startpos moves g1f3 g8f6", game.fen()]
    for other in [*map(seajay.Game, others), str(game)]:
        assert game != other
    for copied in (game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game)), seajay.Game(str(game))):
        assert game == copied
    copied.chess960 = True
    assert game != copied
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


def test_moves_go_in_in_any_form() -> None:
    e4, e5 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("e7e5")
    for moves in ("e2e4 e7e5", [e4, e5], ["e2e4", "e7e5"], (move for move in (e4, e5))):
        assert seajay.Game("startpos", moves).moves() == ["e2e4", "e7e5"]
    game = seajay.Game(moves=e4)
    assert game.to_san([e5, "g1f3"]) == "e5 Nf3" and game.from_san("e5 Nf3") == "e7e5 g1f3"
    game.play_san('[Event "?"]\n\n1... e5 {open} 2. Nf3! (2. f4 exf4) Nc6 $1 *')
    assert game.moves_san() == "1. e4 e5 2. Nf3 Nc6"


def test_a_game_of_a_board_is_that_of_its_fen_and_moves() -> None:
    """Where a board comes from a FEN that does not say it all, too."""
    for fen in (
        # Rights without the rook, or the king, on its square.
        "4k2r/8/8/8/8/8/8/R3K3 w KQkq - 3 9",
        "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
        # En passant that is legal, pinned and of no use.
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "4k3/4r3/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 2",
    ):
        board = chess.Board(fen)
        compare(seajay.Game(board), board)
        board.push(next(iter(board.legal_moves)))
        compare(seajay.Game(board), board)
    board = chess.Board()
    board.push(chess.Move.null())
    board.push_san("Nf6")
    compare(seajay.Game(board), board)


def test_chess960() -> None:
    fen = "4k2r/8/8/8/8/8/8/4K2R w K - 0 1"
    game = seajay.Game(fen)
    assert not game.chess960 and "e1g1" in game.legal_moves("e1")
    game.chess960 = True
    for other in (game, copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert other.chess960 and "e1h1" in other.legal_moves("e1")
    for position, chess960 in (
        (fen, False),
        (fen.replace(" K ", " H "), True),
        (chess.Board(fen), False),
        (chess.Board(fen, chess960=True), True),
        (game.bitboards(), True),
        ("startpos", False),
        (seajay.Game(fen, chess960=True), True),
        (seajay.Game(fen), False),
    ):
        game.set(position)
        assert game.chess960 is seajay.Game(position).chess960 is chess960
    assert seajay.Game(fen, chess960=True).chess960


def test_what_is_wrong_changes_nothing() -> None:
    game = seajay.Game(moves="e2e4")
    illegal = chess.Board()
    illegal.push(chess.Move.from_uci("g1g5"))
    large = chess.Board()
    large.halfmove_clock = 2**40
    for position in ("8/8/8/8/8/8/8/8 w - - 0 1", "nonsense", chess.Board(None), illegal, large):
        with pytest.raises(seajay.SeajayError) as caught:
            game.set(position)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    for call in (
        lambda: game.undo(2),
        lambda: game.undo(-1),
        lambda: game.undo(2**32),
        lambda: game.perft(-1),
        lambda: game.legal_moves("e9"),
        lambda: game.to_san("e2e4"),
        lambda: game.from_san("Qh5"),
        lambda: game.play("e7e5\0"),
    ):
        with pytest.raises(seajay.SeajayError):
            call()
    with pytest.raises(TypeError):
        game.set(chess.Move.null())
    assert game.moves() == ["e2e4"]
