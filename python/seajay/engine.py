"""The engine for Python programs, in the shape of ``chess.engine.SimpleEngine``."""

from __future__ import annotations

import dataclasses
import threading
import time
import weakref
from contextlib import contextmanager
from ctypes import byref, c_int32
from functools import lru_cache
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Optional, TypeVar, Union
from typing import overload

from .analysis import Analysis, AnalysisBase, final_lines
from .capi import library
from .convert import Setup, all_options, to_info, to_limits, to_move, to_option_text, to_setup
from .handle import Handle, Listener
from .types import AnyMove, ConfigMapping, EngineError, Info, InfoDict, Limit, Option, OptionMap
from .types import PlayResult, Position

_C = library

#: Set by the engine itself, for each search.
MANAGED_OPTIONS = frozenset({"uci_chess960", "multipv", "ponder"})

#: Hears what a search finds, as it finds it; a true answer stops the search.
InfoListener = Callable[[InfoDict], object]

AnalysisT = TypeVar("AnalysisT", bound=AnalysisBase)


@lru_cache(maxsize=None)
def _defaults() -> Mapping[str, str]:
    """The default of every option, by its name in lower case."""
    return {option.name.lower(): to_option_text(option.default) for option in all_options()}


class _Pondered(NamedTuple):
    """What a search on the opponent's time expects the next command to be."""

    setup: Setup
    options: ConfigMapping
    #: What does not change from move to move: seconds, depth, nodes and mate.
    limits: tuple[Optional[float], ...]

    @classmethod
    def of(cls, setup: Setup, options: ConfigMapping, limit: Limit) -> _Pondered:
        """The command that searches a position with these options and this limit."""
        return cls(setup, options, (limit.time, limit.depth, limit.nodes, limit.mate))


class Engine:
    """A chess engine inside this process::

        with seajay.Engine() as engine:
            result = engine.play(chess.Board(), seajay.Limit(time=0.1))

    Positions are boards of python-chess, whose moves are given as the game so that repetitions are
    known, a :class:`seajay.Game`, or text: a FEN or ``startpos``, with ``moves e2e4 e7e5`` behind it
    for the moves played since. Text with castling rights by files (``HAha``) is Chess960.

    Any thread may use an engine. A command, and that is every method but :meth:`stop` and
    :meth:`stats`, ends the one that is under way, as soon as possible. Engines share nothing: for
    many searches at a time take many engines.

    Errors are :class:`SeajayError` with the status of the library, ``EngineError`` for a wrong use of
    this class, and ``EngineTerminatedError`` after :meth:`close`.
    """

    def __init__(self, options: ConfigMapping = {}) -> None:
        """Makes an engine, with these options set as by :meth:`configure`."""
        self._handle = Handle()
        self._finalizer = weakref.finalize(self, self._handle.close)
        # Options that differ from their default: as the user wants them, and as they are.
        self._configured: dict[str, str] = {}
        self._current: dict[str, str] = {}
        self._game: object = None
        self._is_new = True
        self._pondered: Optional[_Pondered] = None
        if options:
            try:
                self.configure(options)
            except BaseException:
                self.close()
                raise

    # What the engine is.

    @property
    def id(self) -> Mapping[str, str]:
        """The name and the authors."""
        version = _C.seajay_version().decode()
        return {"name": f"seajay {version}", "author": "the seajay authors"}

    @property
    def options(self) -> OptionMap[Option]:
        """The options there are, with their defaults and bounds."""
        return OptionMap([(option.name, option) for option in all_options()])

    def configure(self, options: ConfigMapping) -> None:
        """Sets options for all searches to come; None means the default. On error none is set.

        ``UCI_Chess960``, ``MultiPV`` and ``Ponder`` are set by the engine itself, for each search.
        """
        with self._command():
            wanted = {**self._configured, **_to_texts(options)}
            previous = dict(self._current)
            try:
                self._set_options(wanted)
            except BaseException:
                self._set_options(previous)
                raise
            self._configured = wanted

    def ping(self) -> None:
        """Does nothing, but raises where the engine has been closed, or is of another process."""
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
        :param limit: When to stop thinking.
        :param game: Any object. Where it is not equal to that of the command before, the engine forgets
            what it has learnt.
        :param info: What to tell of the search in the result: nothing, unless asked for.
        :param ponder: Go on thinking about the expected reply when the move has been given. If the next
            ``play`` has that position, and a limit that differs in its clocks at most, the time already
            spent counts.
        :param draw_offered: Ignored.
        :param root_moves: Choose among these moves.
        :param options: Options for this search alone.
        :param opponent: Ignored.
        :param on_info: Hears what the search finds, all of it, on another thread. A true answer stops
            the search, and so does an exception, which then leaves this method.
        """
        started = time.perf_counter()
        with self._command(keep_pondering=True):
            setup, limits = to_setup(board), to_limits(limit, root_moves)
            texts = {**self._configured, **_to_texts(options)}
            is_expected = self._pondered == _Pondered.of(setup, texts, limit)
            is_expected &= not self._handle.stopped and not self._is_new and game == self._game
            if is_expected and root_moves is None and not on_info:
                _C.seajay_ponderhit(self._handle.pointer)
                self._pondered = None
            else:
                self._end_pondering()
                self._prepare(setup, game, texts)
                self._handle.start(limits, self._listener(on_info, setup))
            result = self._handle.wait()
            found = InfoDict()
            if info:
                found = final_lines(self._handle, result, setup.white_to_move, info)[0]
            best, reply = to_move(result.best_move), to_move(result.ponder_move)
            if ponder and best and reply:
                self._ponder(setup.after(best, reply), texts, _later(limit, setup, started))
            return PlayResult(best, reply, found)

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
        """Searches, and tells what was found of the best line.

        :param multipv: So many lines, as a list with the best first.
        :param info: What to tell.

        The others are those of :meth:`play`.
        """
        with self._command():
            setup = to_setup(board)
            limits = to_limits(limit, root_moves)
            self._prepare(setup, game, {**self._configured, **_to_texts(options)}, multipv)
            self._handle.start(limits, self._listener(on_info, setup))
            result = self._handle.wait()
            lines = final_lines(self._handle, result, setup.white_to_move, info)
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
        """Begins a search, without a limit one that must be stopped, and returns what iterates over
        what it finds. The parameters are those of :meth:`analyse`.

        The search keeps the engine alive until it ends: so does one without a limit that nobody stops.
        """
        return self._begin(
            Analysis,
            board,
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )

    def _begin(
        self,
        kind: Callable[[Handle, bool, Info], AnalysisT],
        board: Position,
        limit: Optional[Limit],
        *,
        multipv: Optional[int],
        game: object,
        info: Info,
        root_moves: Optional[Iterable[AnyMove]],
        options: ConfigMapping,
    ) -> AnalysisT:
        """Begins an analysis of a kind; see :meth:`analysis`."""
        self._handle.acquire()
        try:
            self._end_pondering()
            setup = to_setup(board)
            limits = to_limits(limit, root_moves, endless=True)
            self._prepare(setup, game, {**self._configured, **_to_texts(options)}, multipv)
            analysis = kind(self._handle, setup.white_to_move, info)
            analysis._engine = self
            self._handle.start(limits, analysis._heard)
            threading.Thread(target=analysis._watch, name="seajay", daemon=True).start()
        except BaseException:
            self._handle.end_search()
            self._handle.release()
            raise
        return analysis

    def evaluate(self, board: Position) -> int:
        """The evaluation of a quiet position without any search, in hundredths of a pawn, from the
        side to move's view."""
        with self._command():
            setup = to_setup(board)
            self._handle.set_position(setup.fen, setup.moves)
            centipawns = c_int32()
            self._handle.check(_C.seajay_evaluate(self._handle.pointer, byref(centipawns)))
            return centipawns.value

    def stats(self) -> dict[str, int]:
        """The counts of the last finished search, by their names in ``SeajayStats``."""
        stats = self._handle.stats()
        return {name: getattr(stats, name) for name, *_ in stats._fields_[1:]}

    def stop(self) -> None:
        """Ends the search that is under way, and returns without waiting for that."""
        self._handle.stop()

    # For programs written for SimpleEngine.

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

    # The end.

    def quit(self) -> None:
        """The same as :meth:`close`."""
        self.close()

    def close(self) -> None:
        """Ends what is under way, and frees the engine. Again it does nothing."""
        self._handle.close()
        self._finalizer.detach()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} ({self.id['name']})>"

    # The parts of a command.

    @contextmanager
    def _command(self, keep_pondering: bool = False) -> Iterator[None]:
        """The only command that is under way. Where it fails, or Ctrl-C ends it, so does its search."""
        self._handle.acquire()
        try:
            if not keep_pondering:
                self._end_pondering()
            yield
        except BaseException:
            self._pondered = None
            self._handle.end_search()
            raise
        finally:
            self._handle.release()

    def _prepare(
        self, setup: Setup, game: object, options: Mapping[str, str], multipv: Optional[int] = None
    ) -> None:
        """Everything that a search needs but its limits."""
        managed = {"uci_chess960": to_option_text(setup.chess960)}
        if multipv is not None:
            managed["multipv"] = str(multipv)
        self._set_options({**options, **managed})
        if not self._is_new and game != self._game:
            self._handle.check(_C.seajay_clear_history(self._handle.pointer))
        self._game, self._is_new = game, False
        self._handle.set_position(setup.fen, setup.moves)

    def _set_options(self, wanted: Mapping[str, str]) -> None:
        """Makes the options what is wanted, and the others their defaults."""
        defaults = _defaults()
        for name in {**self._current, **wanted}:
            value = wanted.get(name, defaults.get(name, ""))
            if value != self._current.get(name, defaults.get(name)):
                self._handle.set_option(name, value)
                self._current[name] = value

    def _listener(self, on_info: Optional[InfoListener], setup: Setup) -> Optional[Listener]:
        if on_info is None:
            return None
        hear, white = on_info, setup.white_to_move
        return lambda info: hear(to_info(info, info.pv.decode(), white, Info.ALL))

    def _ponder(self, setup: Setup, options: Mapping[str, str], limit: Limit) -> None:
        """Searches the expected position on the opponent's time."""
        self._handle.set_position(setup.fen, setup.moves)
        self._handle.start(to_limits(limit, ponder=True))
        self._pondered = _Pondered.of(setup, options, limit)

    def _end_pondering(self) -> None:
        if self._pondered is not None:
            self._pondered = None
            self._handle.end_search()


def _to_texts(options: ConfigMapping) -> dict[str, str]:
    """Options by their names in lower case, as the library takes them."""
    texts = {}
    for name, value in options.items():
        key = name.lower()
        if key in MANAGED_OPTIONS:
            raise EngineError(f"{name} is set by the engine itself")
        texts[key] = _defaults().get(key, "") if value is None else to_option_text(value)
    return texts


def _later(limit: Limit, setup: Setup, started: float) -> Limit:
    """The limit of the search after this one: increments gained, and the time taken off the clock."""
    used = time.perf_counter() - started
    changes: dict[str, Any] = {}
    for color, moved in (("white", setup.white_to_move), ("black", not setup.white_to_move)):
        clock = getattr(limit, f"{color}_clock")
        if clock is not None:
            gained = getattr(limit, f"{color}_inc") or 0
            changes[f"{color}_clock"] = clock + gained - (used if moved else 0)
    if limit.remaining_moves:
        changes["remaining_moves"] = limit.remaining_moves - 1
    return dataclasses.replace(limit, **changes)
