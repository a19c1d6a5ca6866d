"""A game: a position with the moves that led to it, its rules and notation."""

from __future__ import annotations

import ctypes
import enum
import struct
from typing import Any, Optional, Union

import chess
from chess.engine import EngineError

from . import capi
from .call import SeajayError, check, encode, read_text, unsigned
from .moves import AnyMove, MoveData, Moves, read_moves, to_move_data, to_uci

_C = capi.library

#: A square: its name, such as "e2", or its number from 0 (a1) to 63 (h8).
Square = Union[str, int]

#: A ``chess.Board`` with the game that led to it, a :class:`Game`, text as in the UCI command ``position`` (a FEN or
#: ``startpos``, and after ``moves`` the moves played since), or bitboards.
Position = Union[chess.Board, "Game", capi.SeajayBoard, str]

#: The fields of a SeajayBoard, to write them at once.
_BOARD = struct.Struct("Ii13Qiiii")


class GameState(enum.IntEnum):
    """What the rules say about a game. From ``REPETITION`` on the game is a draw if a side claims it;
    from the others it is over."""

    ONGOING = capi.SEAJAY_GAME_ONGOING
    CHECKMATE = capi.SEAJAY_GAME_CHECKMATE
    STALEMATE = capi.SEAJAY_GAME_STALEMATE
    MATERIAL = capi.SEAJAY_GAME_MATERIAL
    FIVEFOLD = capi.SEAJAY_GAME_FIVEFOLD
    SEVENTY_FIVE = capi.SEAJAY_GAME_SEVENTY_FIVE
    REPETITION = capi.SEAJAY_GAME_REPETITION
    FIFTY_MOVES = capi.SEAJAY_GAME_FIFTY_MOVES


class Game:
    """A position and the moves played since::

        game = seajay.Game()
        with seajay.Engine() as engine:
            while game.state() is seajay.GameState.ONGOING and (
                move := engine.play(game, seajay.Limit(nodes=1000)).move
            ):
                game.play(move)
        print(game.moves_san(), game.state().name)

    Moves are those that :class:`seajay.Engine` returns, or text in UCI notation. A failure raises
    ``SeajayError`` and changes nothing. Any thread may use a game. Games can be copied and pickled.
    """

    __slots__ = ("pointer", "_writes_chess960", "__weakref__")

    def __init__(
        self,
        position: Position = "startpos",
        moves: Moves = (),
        *,
        chess960: bool = False,
        lenient: bool = False,
    ) -> None:
        """Creates a game.

        :param position: The start position, with the moves already played. See :meth:`set`.
        :param moves: More moves.
        :param chess960: See :attr:`chess960`.
        :param lenient: Whether the position is text that is meant as a FEN: castling rights and en passant squares
            that the board rules out are left out, missing fields are filled in (the board alone is White's move), and
            EPD operations, ``position fen``, quotation marks, underscores for spaces and the address of a lichess or
            chess.com page are passed over. The side to move may be ``white`` or ``Black to move``.
        """
        pointer = _C.seajay_game_new()
        if pointer is None:
            raise MemoryError("no memory for a game")
        #: The pointer to the game, for :mod:`seajay.capi`: valid as long as this object.
        self.pointer: int = pointer
        # Whether it was requested, as opposed to required by the position.
        self._writes_chess960 = False
        if lenient:
            if not isinstance(position, str):
                raise TypeError(f"lenient is for text, and this is a {type(position).__name__}")
            check(_C.seajay_game_set_lenient(self.pointer, encode(position)))
        elif position != "startpos":
            self._read(position)
        if chess960:
            self.chess960 = True
        if moves:
            self.play(moves)

    def __del__(self, free: Any = _C.seajay_game_free) -> None:
        free(getattr(self, "pointer", None))

    # Changing the game.

    def set(self, position: Position) -> None:
        """Restarts from a position: a ``chess.Board`` with its moves, another game, bitboards, or text as in
        the UCI command ``position``; castling rights given by files (``HAha``) mean Chess960.

        Of the moves of a ``chess.Board``, only those since the last capture or pawn move are used: older
        positions cannot be repeated.
        """
        # Into a copy first: moves of a board may prove illegal on the way.
        self._read(Game(position))

    def play(self, moves: Moves) -> None:
        """Plays a move, or several: all of them, or none."""
        check(_C.seajay_game_play(self.pointer, encode(to_uci(moves))))

    def play_san(self, movetext: str) -> None:
        """Plays moves in SAN, as in a PGN, such as ``1. e4 e5 2. Nf3!``: all of them, or none.
        Comments, variations, results and move numbers are skipped."""
        check(_C.seajay_game_play_san(self.pointer, encode(movetext)))

    def undo(self, plies: int = 1) -> None:
        """Takes back the last moves, counted in plies."""
        check(_C.seajay_game_undo(self.pointer, unsigned("plies", plies)))

    @property
    def chess960(self) -> bool:
        """Whether castling is written as king takes rook (e1h1). Both ways are always accepted. Can be set;
        always true if only Chess960 allows the castling."""
        return bool(self.bitboards().chess960)

    @chess960.setter
    def chess960(self, on: bool) -> None:
        self._write_chess960(on)

    # The moves played.

    def start_fen(self) -> str:
        """The start position of the game."""
        return read_text(_C.seajay_game_start_fen, self.pointer, size=128)

    def moves(self) -> list[str]:
        """The moves played since."""
        return read_text(_C.seajay_game_moves, self.pointer, size=1024).split()

    def moves_san(self) -> str:
        """The moves in SAN with move numbers: the movetext of a PGN."""
        return read_text(_C.seajay_game_moves_san, self.pointer, size=1024)

    def played_move_list(self) -> list[MoveData]:
        """The moves played since, as data."""
        return read_moves(_C.seajay_game_played_move_list, self.pointer)

    def ply_count(self) -> int:
        """The number of moves played since."""
        return check(_C.seajay_game_ply_count(self.pointer))

    # The position.

    @property
    def turn(self) -> bool:
        """True if White is to move, as in python-chess."""
        return bool(self.bitboards().turn == capi.SEAJAY_WHITE)

    def fen(self) -> str:
        """The position on the board."""
        return read_text(_C.seajay_game_fen, self.pointer, size=128)

    def bitboards(self) -> capi.SeajayBoard:
        """The position on the board as bitboards: a1 is bit 0, h8 bit 63."""
        board = capi.SeajayBoard()
        check(_C.seajay_game_board(self.pointer, board))
        return board

    def key(self) -> int:
        """The key of the position in Polyglot's opening books."""
        key: int = _C.seajay_game_key(self.pointer)
        return key

    def state(self) -> GameState:
        """Whether the game goes on, or how it ended."""
        return GameState(check(_C.seajay_game_state(self.pointer)))

    def in_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(check(_C.seajay_game_in_check(self.pointer)))

    def can_win(self, color: bool) -> bool:
        """Whether this side (True for White) wins if the other runs out of time: it only draws if it could
        never mate with its material."""
        if color is not True and color is not False:
            raise TypeError(f"a color is True (chess.WHITE) or False (chess.BLACK), not {color!r}")
        side = capi.SEAJAY_WHITE if color else capi.SEAJAY_BLACK
        return bool(check(_C.seajay_game_can_win(self.pointer, side)))

    def legal_moves(self, from_square: Optional[Square] = None) -> list[str]:
        """All legal moves, or those of the piece on a square such as "e2", in no particular order."""
        square = _square(from_square)
        return read_text(_C.seajay_game_legal_moves, self.pointer, square, size=2048).split()

    def legal_move_list(self, from_square: Optional[Square] = None) -> list[MoveData]:
        """The same as data."""
        return read_moves(_C.seajay_game_legal_move_list, self.pointer, _square(from_square))

    def parse_move(self, move: AnyMove) -> MoveData:
        """A legal move as data, from text in UCI notation or in SAN as :meth:`play_san` accepts it."""
        found = capi.SeajayMove()
        check(_C.seajay_game_parse_move(self.pointer, encode(to_uci(move)), found))
        return to_move_data(found)

    def to_san(self, moves: Moves) -> str:
        """Converts a move, or a line of them, to SAN."""
        return read_text(_C.seajay_game_to_san, self.pointer, encode(to_uci(moves)), size=1024)

    def from_san(self, movetext: str) -> str:
        """Converts a move, or a line of them, from text for :meth:`play_san` to UCI notation."""
        return read_text(_C.seajay_game_from_san, self.pointer, encode(movetext), size=768)

    def perft(self, depth: int) -> int:
        """Counts the leaf nodes at this depth in plies. Cannot be interrupted."""
        nodes = ctypes.c_uint64()
        plies = unsigned("depth", depth)
        check(_C.seajay_game_perft(self.pointer, plies, ctypes.byref(nodes)))
        return nodes.value

    # Copies and text.

    def copy(self) -> Game:
        """A copy of the game."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (type(self), *self._parts())

    def __eq__(self, other: object) -> bool:
        """Games are equal that begin alike, with the same moves and the same way to write castling."""
        return self._parts() == other._parts() if isinstance(other, Game) else NotImplemented

    def _parts(self) -> tuple[str, list[str], bool]:
        return self.start_fen(), self.moves(), self.chess960

    def __str__(self) -> str:
        """The whole game as text that :meth:`set` and :class:`seajay.Engine` accept."""
        start, moves = self.start_fen(), self.moves()
        return " moves ".join([start, *([" ".join(moves)] if moves else [])])

    def _repr_svg_(self) -> str:
        """The position, for notebooks."""
        # Only notebooks load python-chess's pictures.
        from .display import board

        return board(self.fen(), self.chess960, next(reversed(self.moves()), None))

    def __repr__(self) -> str:
        return f"seajay.Game({str(self)!r})"

    # Reading positions.

    def _read(self, position: Position) -> None:
        """Like :meth:`set`; a board with illegal moves gives the position before them."""
        if isinstance(position, Game):
            check(_C.seajay_game_copy(self.pointer, position.pointer))
            self._writes_chess960 = position._writes_chess960
        elif isinstance(position, str):
            self._read_text(position)
        elif isinstance(position, capi.SeajayBoard):
            check(_C.seajay_game_set_board(self.pointer, position))
            self._write_chess960(False)
        else:
            self._read_chess_board(position)

    def _write_chess960(self, on: bool) -> None:
        if on or self._writes_chess960:
            check(_C.seajay_game_set_chess960(self.pointer, on))
            self._writes_chess960 = bool(on)

    def _read_text(self, text: str) -> None:
        words = text.split()
        if words[:1] == ["position"]:
            raise EngineError(f"leave out the word position: {text!r}")
        at = words.index("moves") if "moves" in words else len(words)
        fields, moves = words[:at], words[at + 1 :]
        if fields[:1] == ["fen"]:
            del fields[0]
        is_start = fields == ["startpos"]
        fen = None if is_start else encode(" ".join(fields))
        check(_C.seajay_game_set(self.pointer, fen, encode(" ".join(moves))))
        self._write_chess960(not is_start and not set(fields[2]) <= set("KQkq-"))

    def _read_chess_board(self, board: chess.Board) -> None:
        """Copies a board of python-chess by its bitboards: faster than a FEN."""
        if not isinstance(board, chess.Board):
            if hasattr(board, "mainline"):
                raise TypeError(
                    f"a {type(board).__name__} of chess.pgn is not a position: pass game.end().board() for the last "
                    "one of a game, or node.board() for that of a node"
                )
            hint = ": pass its .game" if hasattr(board, "game") else ""
            raise TypeError(
                f"a position is a chess.Board, a seajay.Game or text, not {type(board).__name__}{hint}"
            )
        if board.uci_variant != "chess":
            raise EngineError(f"seajay does not play the variant {board.uci_variant}")
        bitboards, moves = _bitboards_and_moves(board)
        check(_C.seajay_game_set_board(self.pointer, bitboards))
        self._write_chess960(False)
        if moves:
            check(_C.seajay_game_play(self.pointer, moves))


def _square(square: Optional[Square]) -> Optional[bytes]:
    """The name of a square for C, if there is one."""
    if isinstance(square, int) and 0 <= square < 64:
        square = "abcdefgh"[square % 8] + "12345678"[square // 8]
    return None if square is None else encode(str(square))


def _bitboards_and_moves(board: chess.Board) -> tuple[capi.SeajayBoard, bytes]:
    """The position after the last capture or pawn move that the board still knows, and the moves
    since."""
    played = board.move_stack
    count = min(board.halfmove_clock, len(played))
    moves = " ".join([move.uci() for move in played[-count:]]) if count else ""
    if "0000" in moves:
        # The library has no null moves: drop the past then, as python-chess does.
        count, moves = 0, ""
    if 0 < count < len(played):
        # Private, but the alternative is to undo all moves of a copy.
        start: Any = board._stack[-count]
        white, black, castling = start.occupied_w, start.occupied_b, start.castling_rights
    else:
        start = board.root() if count else board
        (black, white), castling = start.occupied_co, start.clean_castling_rights()
    pawns, knights, bishops = start.pawns, start.knights, start.bishops
    rooks, queens, kings = start.rooks, start.queens, start.kings
    en_passant = start.ep_square
    try:
        fields = _BOARD.pack(
            _BOARD.size,
            capi.SEAJAY_WHITE if start.turn else capi.SEAJAY_BLACK,
            pawns & white,
            knights & white,
            bishops & white,
            rooks & white,
            queens & white,
            kings & white,
            pawns & black,
            knights & black,
            bishops & black,
            rooks & black,
            queens & black,
            kings & black,
            castling,
            -1 if en_passant is None else en_passant,
            start.halfmove_clock,
            start.fullmove_number,
            board.chess960,
        )
    except struct.error:
        # Only the counters can be too large.
        raise SeajayError(
            capi.SEAJAY_ERR_INVALID_ARGUMENT, "a number of the board is out of range"
        ) from None
    return capi.SeajayBoard.from_buffer_copy(fields), moves.encode()


def _unpickle(kind: type[Game], start: str, moves: list[str], chess960: bool) -> Game:
    return kind(start, moves, chess960=chess960)
