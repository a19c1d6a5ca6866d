"""A game and its rules, for programs without python-chess."""

from __future__ import annotations

import ctypes
import enum
import weakref

from . import capi
from .convert import to_setup, to_uci
from .handle import Handle, encode
from .types import AnyMove, Position

_C = capi.library


class State(enum.IntEnum):
    """What the rules say about a game. Fifty moves and repetition are draws if a side claims it."""

    ONGOING = capi.SEAJAY_GAME_ONGOING
    CHECKMATE = capi.SEAJAY_GAME_CHECKMATE
    STALEMATE = capi.SEAJAY_GAME_STALEMATE
    FIFTY_MOVES = capi.SEAJAY_GAME_FIFTY_MOVES
    REPETITION = capi.SEAJAY_GAME_REPETITION
    MATERIAL = capi.SEAJAY_GAME_MATERIAL


class Game:
    """A position and the moves played since::

        game = seajay.Game()
        with seajay.Engine() as engine:
            while game.state() is seajay.State.ONGOING:
                game.play(engine.play(game, seajay.Limit(nodes=1000)).move)

    Moves are what :class:`seajay.Engine` gives, or text in UCI notation. For one thread at a time.
    """

    def __init__(self, position: Position = "startpos") -> None:
        self._handle = Handle()
        weakref.finalize(self, self._handle.close)
        # It never searches: no memory for what searches remember.
        self._handle.set_option("Hash", "1")
        setup = to_setup(position)
        if setup.chess960:
            self._handle.set_option("UCI_Chess960", "true")
        self._handle.set_position(setup.fen, setup.moves)
        #: The position and the moves, as searches take them.
        self.setup = setup

    def __str__(self) -> str:
        """The whole game, as :class:`seajay.Engine` takes it."""
        start = self.setup.fen or "startpos"
        return f"{start} moves {self.setup.moves}" if self.setup.moves else start

    def play(self, move: AnyMove) -> None:
        """Plays a move; an illegal one is a ``SeajayError`` and changes nothing."""
        self._handle.check(_C.seajay_play(self._handle.pointer, encode(to_uci(move))))
        self.setup = self.setup.after(move)

    def fen(self) -> str:
        """The position now."""
        return self._handle.text(_C.seajay_fen)

    def state(self) -> State:
        """Does the game go on, or how did it end?"""
        return State(self._handle.check(_C.seajay_game_state(self._handle.pointer)))

    def in_check(self) -> bool:
        """Is the side to move in check?"""
        return bool(self._handle.check(_C.seajay_in_check(self._handle.pointer)))

    def legal_moves(self) -> list[str]:
        """All legal moves, in no particular order."""
        return self._handle.text(_C.seajay_legal_moves).split()

    def san(self, moves: AnyMove) -> str:
        """A move, or a line of them as text, in standard algebraic notation."""
        return self._handle.text(_C.seajay_move_to_san, encode(to_uci(moves)))

    def parse_san(self, moves: str) -> str:
        """A move, or a line of them, from standard algebraic notation."""
        return self._handle.text(_C.seajay_san_to_move, encode(moves))

    def perft(self, depth: int) -> int:
        """Counts the positions that so many moves lead to. Cannot be interrupted."""
        nodes = ctypes.c_uint64()
        self._handle.check(_C.seajay_perft(self._handle.pointer, depth, ctypes.byref(nodes)))
        return nodes.value
