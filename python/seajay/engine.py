"""The engine for Python programs, in the shape of ``chess.engine.SimpleEngine``."""

from __future__ import annotations

import dataclasses
import threading
import time
import weakref
from contextlib import suppress
from ctypes import byref, c_int32
from functools import lru_cache
from queue import SimpleQueue
from collections.abc import Mapping
from typing import Any, Callable, Iterable, NamedTuple, NoReturn, Optional, Union, overload

from chess.engine import ConfigMapping, EngineError, EngineTerminatedError, Info, Limit, Option
from chess.engine import UciOptionMap as OptionMap

from .analysis import Analysis, Stream, final_lines
from .call import CancelledError, check
from .capi import library
from .convert import all_options, check_info, set_limits, to_info, to_move, to_option_text
from .game import Game, Position
from .game_review import GameReview
from .handle import Handle, Listener, callback_of
from .moves import AnyMove
from .results import InfoDict, PlayResult, StopReason, TbEntry
from .pgn import PgnGame
from .review import Review, Reviewable, ReviewListener, RunningReview, whole_game

_C = library

#: Set by the engine itself for each search, and where callers say so.
MANAGED_OPTIONS = {
    "uci_chess960": "a position says so",
    "multipv": "pass multipv= to analyse() or analysis()",
    "ponder": "pass ponder= to play()",
}

#: Called with what a search finds, as it finds it: returns True to stop the search, None or False to go on.
InfoListener = Callable[[InfoDict], object]

@lru_cache(maxsize=None)
def _defaults() -> Mapping[str, str]:
    """The default of every option, by its name in lower case."""
    return {option.name.lower(): to_option_text(option.default) for option in all_options()}


class _Pondered(NamedTuple):
    """The next command that a search on the opponent's time expects."""

    fen: str
    chess960: bool
    #: The moves whose positions could be repeated.
    moves: list[str]
    options: ConfigMapping
    #: The limits that stay the same from move to move: seconds, depth, nodes and mate.
    limits: tuple[Optional[float], ...]

    @classmethod
    def of(cls, game: Game, options: ConfigMapping, limit: Limit) -> _Pondered:
        """The command that searches a position with these options and this limit."""
        board, moves = game.bitboards(), game.moves()
        return cls(
            game.fen(),
            bool(board.chess960),
            moves[max(len(moves) - board.halfmove_clock, 0) :],
            options,
            (limit.time, limit.depth, limit.nodes, limit.mate),
        )


class Engine:
    """A chess engine inside this process::

        with seajay.Engine() as engine:
            result = engine.play(chess.Board(), seajay.Limit(time=0.1))

    Positions are boards of python-chess, with their moves so that repetitions are known, a
    :class:`seajay.Game`, or text: a FEN or ``startpos``, with ``moves e2e4 e7e5`` behind it for the
    moves played since. Text with castling rights by files (``HAha``) is Chess960.

    Any thread may use an engine, but it has one search at a time: for several use several engines, which
    share nothing. A command (:meth:`play`, :meth:`analyse`, :meth:`analysis`, :meth:`review`, :meth:`configure`,
    :meth:`evaluate`, :meth:`clear_history`) ends the running one as soon as possible. A search that is ended like this raises
    :class:`CancelledError`, in place of a result that has not reached its limit. :meth:`stop` ends a
    search that then returns what it has found.

    Errors are :class:`SeajayError` with the status of the library, ``EngineError`` for misuse of
    this class, and ``EngineTerminatedError`` after :meth:`close` and in searches that it ends.
    """

    def __init__(self, options: ConfigMapping = {}) -> None:
        """Creates an engine, with these options set as by :meth:`configure`."""
        self._handle = Handle()
        # Nothing that the handle keeps may hold this engine. The exit of the interpreter closes the handle itself.
        weakref.finalize(self, self._handle.abandon).atexit = False
        # Options that differ from their default: as the user wants them, and as they are set now.
        self._configured: dict[str, str] = {}
        self._current: dict[str, str] = {}
        # Whether the two are known to be equal.
        self._is_configured = True
        # Receives a position that is no game.
        self._read_board = Game()
        self._game: object = None
        self._is_new = True
        self._pondered: Optional[_Pondered] = None
        if options:
            try:
                self.configure(options)
            except BaseException:
                self.close()
                raise

    # Properties.

    @property
    def id(self) -> Mapping[str, str]:
        """The engine's name and authors."""
        version = _C.seajay_version().decode()
        return {"name": f"seajay {version}", "author": "the seajay authors"}

    @property
    def options(self) -> OptionMap[Option]:
        """All options, with their defaults and bounds."""
        return OptionMap([(option.name, option) for option in all_options()])

    def configure(self, options: ConfigMapping) -> None:
        """Sets options for all later searches; None means the default. On error none is set.

        ``UCI_Chess960``, ``MultiPV`` and ``Ponder`` are set by the engine itself, for each search.
        """
        with self._handle.acquire():
            self._end_pondering()
            wanted = {**self._configured, **_to_texts(options)}
            previous = dict(self._current)
            try:
                self._set_options(wanted)
            except BaseException:
                self._set_options(previous)
                raise
            self._configured = wanted
            self._is_configured = True

    def ping(self) -> None:
        """Does nothing, but raises if the engine has been closed or belongs to another process."""
        self._handle.check_process()
        self._handle.pointer

    # Searches.

    def play(
        self,
        board: Position,
        limit: Limit,
        *,
        game: object = None,
        info: Info = Info.NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Optional[Iterable[AnyMove]] = None,
        options: ConfigMapping = {},
        opponent: object = None,
        on_info: Optional[InfoListener] = None,
    ) -> PlayResult:
        """Searches for the move to play.

        :param board: The position, with the game that led to it.
        :param limit: When to stop thinking. ``mate`` alone proves the shortest mate in at most this many moves
            (``stop_reason`` is ``MATE``), or that there is none (``DEPTH``).
        :param game: Any object. If it is not equal to that of the previous command, the engine forgets
            what it has learned.
        :param info: What to return about the search; nothing by default.
        :param ponder: Keep thinking about the expected reply after returning the move. If the next
            ``play`` has that position, and a limit that differs only in its clocks, the time already
            spent counts.
        :param draw_offered: Ignored.
        :param root_moves: Choose among these moves.
        :param options: Options for this search only.
        :param opponent: Ignored.
        :param on_info: Called with what the search finds, on another thread. If it returns True or raises, the search
            stops; None and False let it go on, and anything else is a ``TypeError``. Exceptions propagate out of
            this method.
        """
        started = time.perf_counter()
        stops = callback_of("on_info", on_info)
        check_info(info)
        handle = self._handle
        with handle.acquire(is_search=True):
            position = self._to_game(board)
            set_limits(handle.limits, limit, root_moves)
            if self._is_expected(position, limit, game, options) and not (root_moves or stops):
                _C.seajay_ponderhit(handle.pointer)
                self._pondered = None
                handle.wait()
                result = handle.completed()
            else:
                self._end_pondering()
                self._prepare(position, game, options)
                result = handle.search(stops and self._listener(stops, position))
            found = InfoDict()
            if info:
                found = final_lines(handle, result, position.turn, info)[0]
            best, reply = to_move(result.best_move), to_move(result.ponder_move)
            played = PlayResult(best, reply, found)
            played.stop_reason = StopReason(result.stop_reason)
            if ponder and best and reply:
                later = _later(limit, position.turn, started)
                with suppress(CancelledError, EngineTerminatedError):
                    self._ponder(Game(position, [best, reply]), options, later)
            return played

    # fmt: off
    @overload
    def analyse(
        self, board: Position, limit: Limit, *, game: object = None, info: Info = Info.ALL,
        root_moves: Optional[Iterable[AnyMove]] = None, options: ConfigMapping = {},
        on_info: Optional[InfoListener] = None,
    ) -> InfoDict: ...

    @overload
    def analyse(
        self, board: Position, limit: Limit, *, multipv: int, game: object = None,
        info: Info = Info.ALL, root_moves: Optional[Iterable[AnyMove]] = None,
        options: ConfigMapping = {}, on_info: Optional[InfoListener] = None,
    ) -> list[InfoDict]: ...

    @overload
    def analyse(
        self, board: Position, limit: Limit, *, multipv: Optional[int] = None,
        game: object = None, info: Info = Info.ALL,
        root_moves: Optional[Iterable[AnyMove]] = None, options: ConfigMapping = {},
        on_info: Optional[InfoListener] = None,
    ) -> Union[InfoDict, list[InfoDict]]: ...
    # fmt: on

    def analyse(
        self,
        board: Position,
        limit: Limit,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Optional[Iterable[AnyMove]] = None,
        options: ConfigMapping = {},
        on_info: Optional[InfoListener] = None,
    ) -> Union[InfoDict, list[InfoDict]]:
        """Searches, and returns what was found about the best line, and why the search ended (``stop_reason``).

        :param multipv: The number of lines; the result is then a list, best first. It is shorter if there are
            fewer legal moves, and has one line if ``mate`` is the only limit, since that looks for one mate.
        :param info: What to return.

        The others are those of :meth:`play`.
        """
        stops = callback_of("on_info", on_info)
        check_info(info)
        handle = self._handle
        with handle.acquire(is_search=True):
            self._end_pondering()
            position = self._to_game(board)
            set_limits(handle.limits, limit, root_moves)
            self._prepare(position, game, options, multipv)
            result = handle.search(stops and self._listener(stops, position))
            lines = final_lines(handle, result, position.turn, info)
            return lines[0] if multipv is None else lines

    def analysis(
        self,
        board: Position,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Optional[Iterable[AnyMove]] = None,
        options: ConfigMapping = {},
    ) -> Analysis:
        """Starts a search and returns an object that iterates over what it finds. Without a limit the
        search must be stopped, also where it finds no more: at the last depth, or at the nodes that a level
        (``UCI_LimitStrength``) allows. The parameters are those of :meth:`analyse`.

        It ends when nothing holds the engine and what is returned any more.
        """
        found: SimpleQueue[Optional[InfoDict]] = SimpleQueue()
        stream = self._start_analysis(
            found.put,
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )
        return Analysis(self, stream, found)

    def _start_analysis(
        self,
        post: Callable[[Optional[InfoDict]], object],
        board: Position,
        limit: Optional[Limit],
        *,
        multipv: Optional[int],
        game: object,
        info: Info,
        root_moves: Optional[Iterable[AnyMove]],
        options: ConfigMapping,
    ) -> Stream:
        """Begins an analysis whose finds are posted; see :meth:`analysis`."""
        check_info(info)
        self._handle.acquire(is_search=True)
        try:
            self._end_pondering()
            position = self._to_game(board)
            set_limits(self._handle.limits, limit, root_moves, endless=True)
            self._prepare(position, game, options, multipv)
            stream = Stream(self._handle, position.turn, info, post, is_endless=limit is None)
            self._handle.start(stream.on_line)
            self._handle.detach()
            threading.Thread(target=stream.watch, name="seajay", daemon=True).start()
        except BaseException:
            self._handle.end_search()
            self._handle.release()
            raise
        return stream

    def review(
        self,
        game: Reviewable,
        limit: Limit,
        on_move: Optional[ReviewListener] = None,
        *,
        options: ConfigMapping = {},
    ) -> GameReview:
        """Judges every move of a game. Searches the position before each move and the last one, each once and
        with the same limit, from the last to the first. :func:`seajay.accuracy` sums the result up.

        What the engine has learned is kept and used: call :meth:`clear_history` first if the result must
        not depend on earlier searches. Levels have no effect.

        :param game: A :class:`seajay.Game`, :class:`seajay.PgnGame`, a ``chess.Board`` with all its moves, or text.
        :param limit: Depth, nodes or time for each position.
        :param on_move: Called with each move as it is judged, on another thread. If it returns True or raises, the review
            ends; None and False let it go on, and anything else is a ``TypeError``. Exceptions propagate out of
            this method.
        :param options: Options for this review only.
        :return: The moves in the order of the game. After :meth:`stop` or ``on_move`` has ended the review these are
            those that were judged, the last ones of the game.
        """
        stops = callback_of("on_move", on_move)
        with self._handle.acquire(is_search=True):
            return GameReview(game, self._start_review(game, limit, stops, options).result())

    def _start_review(
        self,
        game: Reviewable,
        limit: Limit,
        stops: Optional[Callable[[Review], bool]],
        options: ConfigMapping = {},
    ) -> RunningReview:
        moves = whole_game(game)
        clocks = game.clocks if isinstance(game, PgnGame) else {}
        self._end_pondering()
        set_limits(self._handle.limits, limit)
        self._prepare_options(options)
        return RunningReview(self._handle, moves, clocks, stops)

    def clear_history(self) -> None:
        """Forgets what earlier searches have found, as for a new ``game=``; options stay."""
        with self._handle.acquire():
            self._end_pondering()
            self._handle.new_game()

    def probe_tb(self, board: Position) -> Optional[TbEntry]:
        """What the endgame tablebases of the option ``SyzygyPath`` say of a position; None if they do not have it.
        A running search goes on."""
        return self._handle.probe_tb(Game(board))

    def evaluate(self, board: Position) -> int:
        """The evaluation of a quiet position without any search, in hundredths of a pawn, from the
        side to move's point of view."""
        with self._handle.acquire():
            self._end_pondering()
            self._handle.set_game(self._to_game(board))
            centipawns = c_int32()
            check(_C.seajay_evaluate(self._handle.pointer, byref(centipawns)))
            return centipawns.value

    def stats(self) -> dict[str, int]:
        """The counters of the last finished search, by their names in ``SeajayStats``."""
        stats = self._handle.stats()
        return {name: getattr(stats, name) for name, *_ in stats._fields_[1:]}

    def stop(self) -> None:
        """Ends the running search, and returns without waiting for its end."""
        self._handle.stop()

    # For compatibility with SimpleEngine.

    def send_opponent_information(
        self, *, opponent: object = None, engine_rating: Optional[int] = None
    ) -> None:
        """Does nothing: the engine plays the same against everyone."""
        self.ping()

    def send_game_result(
        self,
        board: Position,
        winner: Optional[bool] = None,
        game_ending: Optional[str] = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: the engine does not learn from results."""
        self.ping()

    # Closing.

    def quit(self) -> None:
        """The same as :meth:`close`."""
        self.close()

    def close(self) -> None:
        """Ends the running command, and frees the engine. A second call does nothing."""
        self._handle.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} ({self.id['name']})>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an engine can neither be copied nor sent to another process: make one there, and send positions"
        )

    # Parts of commands.

    def _to_game(self, position: Position) -> Game:
        """A position as a game, which is valid until the next one."""
        if isinstance(position, Game):
            return position
        # Not a new game, whose end could lose the exception of a signal's handler.
        self._read_board._read(position)
        return self._read_board

    def _prepare(
        self,
        position: Game,
        game: object,
        options: ConfigMapping,
        multipv: Optional[int] = None,
    ) -> None:
        """Prepares everything that a search needs except its limits."""
        self._prepare_options(options, multipv)
        if game != self._game and not self._is_new:
            self._handle.new_game()
        self._game, self._is_new = game, False
        self._handle.set_game(position)

    def _prepare_options(self, options: ConfigMapping, multipv: Optional[int] = None) -> None:
        if options or multipv is not None or not self._is_configured:
            self._set_options(self._with(options, multipv))
            self._is_configured = not options and multipv is None

    def _with(self, options: ConfigMapping, multipv: Optional[int] = None) -> dict[str, str]:
        """The options of one search."""
        wanted = {**self._configured, **_to_texts(options)}
        if multipv is not None:
            wanted["multipv"] = str(multipv)
        return wanted

    def _set_options(self, wanted: Mapping[str, str]) -> None:
        """Sets these options, and all others to their defaults."""
        self._is_configured = False
        defaults = _defaults()
        for name in {**self._current, **wanted}:
            value = wanted.get(name, defaults.get(name, ""))
            if value != self._current.get(name, defaults.get(name)):
                self._handle.set_option(name, value)
                self._current[name] = value

    def _listener(self, on_info: InfoListener, position: Game) -> Listener:
        white = position.turn
        return lambda info: on_info(to_info(info, info.pv, white, Info.ALL))

    def _ponder(self, position: Game, options: ConfigMapping, limit: Limit) -> None:
        """Searches the expected position on the opponent's time."""
        self._handle.set_game(position)
        set_limits(self._handle.limits, limit, ponder=True)
        self._handle.start()
        self._pondered = _Pondered.of(position, self._with(options), limit)

    def _is_expected(
        self, position: Game, limit: Limit, game: object, options: ConfigMapping
    ) -> bool:
        """Whether the search on the opponent's time expects this."""
        if self._pondered is None or self._handle.stopped or game != self._game:
            return False
        return self._pondered == _Pondered.of(position, self._with(options), limit)

    def _end_pondering(self) -> None:
        if self._pondered is not None:
            self._pondered = None
            self._handle.end_search()


def _to_texts(options: ConfigMapping) -> dict[str, str]:
    """Options by their names in lower case, unknown ones as they are, with their values as text."""
    if not isinstance(options, Mapping):
        raise TypeError(
            f"options are a mapping such as {{'Hash': 64}}, not {options!r}: the engine is in this package, and "
            "takes neither a name nor a path"
        )
    texts = {}
    for name, value in options.items():
        if not isinstance(name, str):
            raise TypeError(f"the name of an option is text, such as 'Hash', not {name!r}")
        key = name.lower()
        if key not in _defaults():
            key = name
        if key in MANAGED_OPTIONS:
            raise EngineError(f"{name} is set by the engine itself: {MANAGED_OPTIONS[key]}")
        texts[key] = _defaults().get(key, "") if value is None else to_option_text(value)
    return texts


def _later(limit: Limit, white: bool, started: float) -> Limit:
    """The limit of the search after this one: increments gained, and the time taken off the clock."""
    used = time.perf_counter() - started
    changes: dict[str, Any] = {}
    for color, moved in (("white", white), ("black", not white)):
        clock = getattr(limit, f"{color}_clock")
        if clock is not None:
            gained = getattr(limit, f"{color}_inc") or 0
            changes[f"{color}_clock"] = clock + gained - (used if moved else 0)
    if limit.remaining_moves:
        # None after the last one.
        changes["remaining_moves"] = limit.remaining_moves - 1 or None
    return dataclasses.replace(limit, **changes)
