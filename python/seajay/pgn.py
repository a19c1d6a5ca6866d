"""Games in PGN, the text that people keep games in: read one after the other, and written."""

from __future__ import annotations

import ctypes
import os
import re
from array import array
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, Iterator, Optional, Sequence, Union, overload

from . import capi
from .call import SeajayError, check, encode, read_array, read_text, unsigned
from .game import Game

if TYPE_CHECKING:
    import chess.pgn

_C = capi.library

#: How much of a file is read at a time.
_CHUNK = 1 << 16

#: What movetext has only where there are comments, NAGs or variations.
_NOTES = re.compile(r"[{;$(]")

#: What PGN begins with, and paths hardly.
_MOVETEXT = re.compile(r"\s*(\d+\.+\s*[A-Za-z]|\[\w+ \")")

#: A clock in a comment: hours, minutes and seconds.
_CLOCK = re.compile(r"\[%clk\s+(\d+):(\d+):(\d+(?:\.\d*)?)\s*\]")

#: How a game may have ended.
_RESULTS = {"1-0", "0-1", "1/2-1/2"}


class PgnError(SeajayError):
    """What is wrong with the text of a game: the first fault in it."""

    #: The text, which names the line and the word.
    text: str
    #: The number of bytes before the place.
    offset: int
    #: The line, from 1.
    line: int
    #: The number of moves of the game before the place.
    ply: int

    def __init__(self, status: int, text: str, offset: int, line: int, ply: int) -> None:
        super().__init__(status, text)
        self.text, self.offset, self.line, self.ply = text, offset, line, ply

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.status, self.text, self.offset, self.line, self.ply)


@dataclass(eq=False, repr=False)
class PgnGame:
    """A game with what its PGN says besides the moves. Everything can be changed, and ``str()`` writes it::

        pgn = seajay.PgnGame(seajay.Game(), {"White": "Anderssen"})
        pgn.game.play_san("1. e4 e5 2. f4")
        pgn.comments[3] = "the King's Gambit"
        print(pgn)

    What belongs to a move is found by its ply, the number of moves played: 0 is before the first. A ply
    without comment, NAGs or variations has ``""`` or an empty list.
    """

    game: Game = field(default_factory=Game)
    #: In the order of the text. If ``Result`` is missing or unknown, it is what stands at the end of the moves.
    tags: dict[str, str] = field(default_factory=dict)
    #: All comments after a ply, joined by a space.
    comments: dict[int, str] = field(default_factory=dict)
    #: Marks as numbers: see ``NAG_SIGNS`` in :mod:`seajay.moves`.
    nags: dict[int, list[int]] = field(default_factory=dict)
    #: For each variation that replaces the move to a ply its movetext, with everything in it: a copy of the
    #: game undone to ``ply - 1`` plays it with :meth:`Game.play_san`, unless it has a null move (``--``).
    variations: dict[int, list[str]] = field(default_factory=dict)
    #: What is wrong with the text that the game was read from.
    error: Optional[PgnError] = field(default=None, kw_only=True)
    #: What stood at the end of the moves of a game that was read, or else in its tag: ``1-0``, ``0-1``, ``1/2-1/2``
    #: or ``*``. ``str()`` does not write this, but what ``tags["Result"]`` says.
    result: str = field(default="*", kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise TypeError(f"game is a seajay.Game, not {self.game!r}; for PGN, use read_pgn(io.StringIO(text))")
        self.comments = defaultdict(str, self.comments)
        self.nags = defaultdict(list, self.nags)
        self.variations = defaultdict(list, self.variations)

    def __eq__(self, other: object) -> bool:
        """Whether both are the same game and say the same of it."""
        return self._parts() == other._parts() if isinstance(other, PgnGame) else NotImplemented

    def _parts(self) -> tuple[Any, ...]:
        notes: tuple[dict[int, Any], ...] = (self.comments, self.nags, self.variations)
        given = [{ply: note for ply, note in each.items() if note} for each in notes]
        return self.game, self.tags, given, self.error and self.error.__reduce__()

    def __str__(self) -> str:
        """The game as PGN, with an empty line at its end: written one after the other, games make a file.

        The seven tags that every game has come first, ``?`` where nothing is known; ``FEN`` and ``SetUp`` are
        those of the game. Without a result in the tags it is that of the game, if it is over. What lies
        behind the last move is left out.

        :raises SeajayError: The game cannot play a variation, or a name is none of a tag.
        """
        record = _Record()
        record.set(self)
        return record.write(self.game)

    def __repr__(self) -> str:
        players = [self.tags.get(name, "?") for name in ("White", "Black")]
        return f"<{type(self).__name__} {' – '.join(players)}, {self.game.ply_count()} plies>"

    @property
    def clocks(self) -> dict[int, float]:
        """The seconds that the player of a ply had left, where its comment says so: ``[%clk 0:09:58]``."""
        found = ((ply, _CLOCK.search(comment)) for ply, comment in self.comments.items())
        return {ply: int(clock[1]) * 3600 + int(clock[2]) * 60 + float(clock[3]) for ply, clock in found if clock}

    def _repr_html_(self) -> str:
        """The players, the last position and the moves, for notebooks."""
        from .display import heading, movetext

        result = str(self).split()[-1]
        title = heading(self.tags.get("White", "?"), self.tags.get("Black", "?"), result)
        moves = [move.san for move in self.game.played_move_list()]
        return title + self.game._repr_svg_() + movetext(self.game.start_fen(), moves, self.nags)

    def to_chess(self) -> chess.pgn.Game:
        """The game for python-chess, with comments, NAGs and variations."""
        # Only programs that use it load python-chess's reader.
        from .chess_pgn import to_chess

        # Variations are then legal, and in one spelling.
        pgn = next(read_pgn(str(self).encode()))
        return to_chess(pgn.game, pgn.tags, pgn.comments, pgn.nags, pgn.variations)

    @classmethod
    def from_chess(cls, game: chess.pgn.Game) -> PgnGame:
        """A game of python-chess, with comments, NAGs and variations. As with games that are read,
        :attr:`error` says what could not be taken, such as a null move in the game itself."""
        from .chess_pgn import to_text

        if not hasattr(game, "accept"):
            raise TypeError(
                f"this takes a chess.pgn.Game, not {type(game).__name__}; for the game of a board use "
                "chess.pgn.Game.from_board(board)"
            )
        return next(read_pgn(to_text(game).encode()))


#: A path, a file, or the text itself.
PgnSource = Union[str, "os.PathLike[str]", IO[str], IO[bytes], bytes]


class PgnFile(Sequence[PgnGame]):
    """The games of a file as a sequence, each read when it is asked for::

        games = seajay.PgnFile("games.pgn")
        print(len(games), games.tags(0)["White"], games[-1].game.moves_san())

    Opening it passes over all games once, several times as fast as reading them, and keeps 8 bytes a game. The file
    may not change as long as this is in use. One thread at a time may use it.
    """

    def __init__(self, path: Union[str, os.PathLike[str]]) -> None:
        """Lists the games of a file.

        :raises OSError: It cannot be read.
        """
        self._record = _open(path)
        self._offsets = array("q")
        # The game that is read next.
        self._next = 0
        pointer, add = self._record.pointer, self._offsets.append
        while check(_C.seajay_pgn_skip(pointer)):
            add(_C.seajay_pgn_offset(pointer))
            self._next += 1

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> PgnGame: ...
    @overload
    def __getitem__(self, index: slice) -> list[PgnGame]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[PgnGame, list[PgnGame]]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        with self._at(index):
            game = self._record.next()
        if game is None:
            raise RuntimeError("the file has become shorter since it was listed")
        return self._record.get(game)

    def tags(self, index: int) -> dict[str, str]:
        """The tags of a game, without its moves."""
        with self._at(index):
            check(_C.seajay_pgn_skip(self._record.pointer))
        return self._record.tags()

    @contextmanager
    def _at(self, index: int) -> Iterator[None]:
        """Makes a game the next one, and counts it as read behind the block. Those in their order need no seek."""
        number = range(len(self))[index]
        is_next, self._next = number == self._next, -1
        if not is_next:
            check(_C.seajay_pgn_seek(self._record.pointer, self._offsets[number]))
        yield
        self._next = number + 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {len(self)} games>"


def _open(path: Union[str, os.PathLike[str]]) -> _Record:
    """A record that reads a file."""
    record = _Record()
    try:
        check(_C.seajay_pgn_open(record.pointer, os.fsencode(path)))
    except SeajayError:
        # Python has an exception of its own for every reason.
        open(path, "rb").close()
        raise
    return record


def read_pgn(source: PgnSource) -> Iterator[PgnGame]:
    """Reads games one after the other, with no more than one of them in memory::

        for pgn in seajay.read_pgn("games.pgn"):
            print(pgn.tags.get("White"), pgn.game.moves_san())

    Every game is given, with the first fault in its text as its :attr:`PgnGame.error`. Most faults cut the game there,
    and ``str()`` of it does not tell that the rest is missing. Text that is not UTF-8 is read as code page 1252.

    :param source: A path; a file that is open for reading, as text or as bytes; or PGN as ``bytes``. A ``str`` is
        always a path: for one that is PGN pass ``io.StringIO(text)``.
    """
    if isinstance(source, str) and ("\n" in source or _MOVETEXT.match(source) and not os.path.exists(source)):
        raise ValueError("a str is a path, and this is PGN: pass io.StringIO(text)")
    if isinstance(source, (str, os.PathLike)):
        return _games(_open(source))
    record = _Record()
    if isinstance(source, (bytes, bytearray, memoryview)):
        text = bytes(source)
        check(_C.seajay_pgn_set_text(record.pointer, text, len(text)))
        return _games(record)
    if not hasattr(source, "read"):
        raise TypeError(f"PGN is a path, an open file or bytes, not {type(source).__name__}")
    return _games_of_file(record, _File(source))


def _games(record: _Record) -> Iterator[PgnGame]:
    while (game := record.next()) is not None:
        yield record.get(game)


def _games_of_file(record: _Record, file: _File) -> Iterator[PgnGame]:
    callback = capi.SeajayReadCallback(file.read)
    check(_C.seajay_pgn_set_reader(record.pointer, callback, None))
    while True:
        try:
            game = record.next()
        except SeajayError as error:
            if error.status != capi.SEAJAY_ERR_IO:
                raise
            raise file.error or _LOST from None
        if game is None:
            if not file.has_ended:
                raise _LOST
            return
        yield record.get(game)


#: If Ctrl-C comes just as a callback begins, ctypes swallows it and returns any number for it.
_LOST = KeyboardInterrupt


class _File:
    """A file for the library, which wants some bytes at a time."""

    def __init__(self, file: IO[Any]) -> None:
        # From a pipe, what has come so far.
        self._read = getattr(file, "read1", file.read)
        # Bytes that have been read from the file, but not by the library.
        self._rest = b""
        self.has_ended = False
        self.error: Optional[BaseException] = None

    def read(self, _user_data: object, buffer: Any, size: int) -> int:
        # ctypes would swallow an exception: it waits for the end of the call.
        try:
            if not self._rest:
                chunk = self._read(_CHUNK)
                is_text = isinstance(chunk, str)
                if not (is_text or isinstance(chunk, (bytes, bytearray, memoryview))):
                    raise TypeError(f"a file gives text or bytes, and read() of this one gave {chunk!r}")
                self._rest = chunk.encode(errors="surrogateescape") if is_text else bytes(chunk)
                self.has_ended = not self._rest
            given, self._rest = self._rest[:size], self._rest[size:]
            ctypes.memmove(buffer, given, len(given))
            return len(given)
        except BaseException as error:
            self.error = error
            return -1


class _Record:
    """A SeajayPgn."""

    def __init__(self) -> None:
        pointer = _C.seajay_pgn_new()
        if pointer is None:
            raise MemoryError("no memory for a PGN")
        self.pointer: int = pointer

    def __del__(self, free: Any = _C.seajay_pgn_free) -> None:
        free(getattr(self, "pointer", None))

    def next(self) -> Optional[Game]:
        """Reads the next game, if there is one."""
        game = Game()
        return game if check(_C.seajay_pgn_next(self.pointer, game.pointer)) else None

    def write(self, game: Game) -> str:
        """The game and this record as PGN."""
        return read_text(_C.seajay_pgn_write, self.pointer, game.pointer, size=4096)

    def get(self, game: Game) -> PgnGame:
        """The game that has been read, with its record."""
        pgn = PgnGame(game, self.tags(), error=self._error(), result=self._result())
        if pgn.tags.get("Result") not in _RESULTS and pgn.result in _RESULTS:
            pgn.tags["Result"] = pgn.result
        # Most games have none, and asking for each ply takes longer than writing them.
        if _NOTES.search(self.write(game).partition("\n\n")[2]):
            for ply in range(game.ply_count() + 1):
                self._get_notes(pgn, ply)
        return pgn

    def _result(self) -> str:
        return read_text(_C.seajay_pgn_result, self.pointer, size=8)

    def tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        while _C.seajay_pgn_tag_name(self.pointer, len(tags), None, 0) >= 0:
            name = read_text(_C.seajay_pgn_tag_name, self.pointer, len(tags), size=64)
            tags[name] = read_text(_C.seajay_pgn_tag, self.pointer, name.encode(), size=256)
        return tags

    def _error(self) -> Optional[PgnError]:
        offset, line, ply = ctypes.c_int64(), ctypes.c_int64(), ctypes.c_uint32()
        status = _C.seajay_pgn_error(self.pointer, offset, line, ply)
        if status == capi.SEAJAY_OK:
            return None
        text = read_text(_C.seajay_pgn_error_text, self.pointer, size=1024)
        return PgnError(status, text, offset.value, line.value, ply.value)

    def _get_notes(self, pgn: PgnGame, ply: int) -> None:
        if comment := read_text(_C.seajay_pgn_comment, self.pointer, ply, size=256):
            pgn.comments[ply] = comment
        if nags := read_array(_C.seajay_pgn_nags, self.pointer, ply, kind=ctypes.c_uint8, size=16):
            pgn.nags[ply] = list(nags)
        count = 0
        while _C.seajay_pgn_variation(self.pointer, ply, count, None, 0) >= 0:
            text = read_text(_C.seajay_pgn_variation, self.pointer, ply, count, size=1024)
            pgn.variations[ply].append(text)
            count += 1

    def set(self, pgn: PgnGame) -> None:
        """Takes the record of a game."""
        for name, value in pgn.tags.items():
            if not isinstance(name, str) or not isinstance(value, str):
                raise TypeError(f"tags[{name!r}] is {value!r}: a tag and its value are text")
            check(_C.seajay_pgn_set_tag(self.pointer, encode(name), encode(value)))
        for ply, comment in pgn.comments.items():
            if not isinstance(comment, str):
                raise TypeError(f"comments[{ply!r}] is {comment!r}, and must be text")
            ply = unsigned("a ply", ply)
            check(_C.seajay_pgn_set_comment(self.pointer, ply, encode(comment)))
        for ply, nags in pgn.nags.items():
            if not isinstance(nags, (list, tuple, set, frozenset)) or not all(nag in range(256) for nag in nags):
                raise ValueError(f"nags[{ply!r}] is {nags!r}, and must be a list or set of numbers from 0 to 255")
            array = (ctypes.c_uint8 * len(nags)).from_buffer_copy(bytes(nags))
            check(_C.seajay_pgn_set_nags(self.pointer, unsigned("a ply", ply), array, len(nags)))
        last = pgn.game.ply_count()
        for ply, variations in pgn.variations.items():
            if not isinstance(variations, list) or not all(isinstance(text, str) for text in variations):
                raise TypeError(f"variations[{ply!r}] is {variations!r}, and must be a list of movetexts (str)")
            for text in variations if ply <= last else ():
                ply = unsigned("a ply", ply)
                game = pgn.game.pointer
                check(_C.seajay_pgn_add_variation(self.pointer, game, ply, encode(text)))
