"""Many positions, and many games, on all processors."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Sized
from contextlib import closing
from typing import Any, Callable, Generator, Generic, Iterator, Optional, Protocol
from typing import TypeVar, Union, overload

from chess.engine import ConfigMapping, EngineError, Info, Limit

from .analysis import final_lines
from .convert import check_info, check_limit, set_limits
from .engine import Engine
from .game import Position
from .game_review import GameReview
from .handle import callback_of
from .results import InfoDict
from .review import Review, Reviewable, ReviewListener

#: Positions for each engine that are read before their turn: enough that none waits while a hard position
#: comes first, few enough that an endless stream needs little memory.
AHEAD = 8

#: A search of at most this many nodes takes less time than handing it to another thread.
TINY_NODES = 100

#: How often an engine that has ended before its turn gets the next position.
STEP_MS = 2

#: What a position or game that is not one raises.
_BAD_ITEM = (EngineError, TypeError, ValueError)

#: The result of one position: a line, or a list of lines.
Analysed = Union[InfoDict, list[InfoDict]]

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")
FoundT = TypeVar("FoundT", covariant=True)
GameT = TypeVar("GameT", bound=Reviewable)

#: Games with their reviews.
Reviewed = Generator[tuple[GameT, GameReview], None, None]


# fmt: off
@overload
def analyse_many(
    positions: Iterable[Position], limit: Limit, *, info: Info = Info.ALL,
    options: ConfigMapping = {}, workers: Optional[int] = None, progress: bool = False,
) -> Generator[InfoDict, None, None]: ...


@overload
def analyse_many(
    positions: Iterable[Position], limit: Limit, *, multipv: int, info: Info = Info.ALL,
    options: ConfigMapping = {}, workers: Optional[int] = None, progress: bool = False,
) -> Generator[list[InfoDict], None, None]: ...
# fmt: on


def analyse_many(
    positions: Iterable[Position],
    limit: Limit,
    *,
    multipv: Optional[int] = None,
    info: Info = Info.ALL,
    options: ConfigMapping = {},
    workers: Optional[int] = None,
    progress: bool = False,
) -> Generator[Analysed, None, None]:
    """Analyses many positions, each by itself, and yields the results in order, as they become available::

        for board, info in zip(boards, seajay.analyse_many(boards, seajay.Limit(nodes=100_000))):
            print(board.fen(), info["score"])

    Work begins when the first result is requested. The positions may be an endless stream: they are
    read as needed. Leaving the loop, closing the generator, Ctrl-C or the end of the program ends the
    searches at once. With a limit by nodes or depth the results do not depend on the number of workers.

    Each position is read when its turn comes: the same board may be passed repeatedly, with one more
    move each time. A bad position raises an error when its turn comes; the text starts with its index,
    counted from 0: ``position 7: ...``.

    :param multipv: The number of lines for each position; the results are then lists.
    :param options: Options of the engines. Each has a hash table of ``Hash`` MiB.
    :param workers: The number of engines that search at a time, at least 1; by default one per processor.
    :param progress: Show a progress bar, which needs tqdm: ``seajay[progress]``.
    """
    _check_items(positions, "positions")
    check_limit(limit)
    check_info(info)
    count = engine_count(workers, "workers")
    tqdm = _tqdm() if progress else None
    if limit.nodes is not None and limit.nodes <= TINY_NODES:
        results = _one_by_one(positions, limit, multipv, info, options)
    else:

        def search(engine: Engine, position: Position) -> _SearchJob:
            return _SearchJob(engine, position, limit, multipv, info)

        results = _Many(search, "position", options, count).run(iter(positions))
    if tqdm is None:
        return results
    return _with_bar(tqdm, results, len(positions) if isinstance(positions, Sized) else None)


def review_many(
    games: Iterable[GameT],
    limit: Limit,
    *,
    options: ConfigMapping = {},
    workers: Optional[int] = None,
    progress: bool = False,
) -> Reviewed[GameT]:
    """Reviews many games, each by itself as :meth:`seajay.Engine.review` does, and yields them in order, each
    with its review::

        for pgn, reviews in seajay.review_many(seajay.read_pgn("games.pgn"), seajay.Limit(nodes=100_000)):
            print(pgn, seajay.accuracy(reviews))

    The rest is as in :func:`analyse_many`; the progress bar counts moves.
    """
    _check_items(games, "games")
    check_limit(limit)
    count = engine_count(workers, "workers")

    def review(on_move: Optional[ReviewListener]) -> Reviewed[GameT]:
        def begin(engine: Engine, game: GameT) -> _ReviewJob[GameT]:
            return _ReviewJob(engine, game, limit, on_move)

        return _Many(begin, "game", options, count).run(iter(games))

    return _with_move_bar(_tqdm(), review) if progress else review(None)


def _check_items(items: object, name: str) -> None:
    if isinstance(items, str) or not isinstance(items, Iterable):
        raise TypeError(f"{name} are several: pass a list, such as [{items!r}]")


def _one_by_one(
    positions: Iterable[Position],
    limit: Limit,
    multipv: Optional[int],
    info: Info,
    options: ConfigMapping,
) -> Generator[Analysed, None, None]:
    with Engine(options) as engine:
        for index, position in enumerate(positions):
            try:
                found = engine.analyse(position, limit, multipv=multipv, game=object(), info=info)
            except _BAD_ITEM as error:
                raise _at("position", index, error)
            yield found


class _Job(Protocol[FoundT]):
    """The work of an engine on a position or game."""

    def has_ended(self, patience_ms: int) -> bool:
        """Whether it has ended, or does so in this time."""

    def result(self) -> FoundT:
        """What was found, once it has ended."""


class _SearchJob:
    """A search. Each is that of a new game: no result depends on what was searched before."""

    def __init__(
        self, engine: Engine, position: Position, limit: Limit, multipv: Optional[int], info: Info
    ) -> None:
        self._engine, self._multipv, self._info = engine, multipv, info
        self._lines: list[InfoDict] = []
        with engine._handle.acquire() as handle:
            game = engine._to_game(position)
            self._white = game.turn
            set_limits(handle.limits, limit)
            engine._prepare(game, object(), {}, multipv)
            handle.start()

    def has_ended(self, patience_ms: int) -> bool:
        with self._engine._handle.acquire() as handle:
            if handle.has_ended(patience_ms):
                self._lines = final_lines(handle, handle.wait(), self._white, self._info)
        return bool(self._lines)

    def result(self) -> Analysed:
        return self._lines[0] if self._multipv is None else self._lines


class _ReviewJob(Generic[GameT]):
    """A review, also as of a new game."""

    def __init__(
        self, engine: Engine, game: GameT, limit: Limit, on_move: Optional[ReviewListener]
    ) -> None:
        self._engine, self._game = engine, game
        self._review: Optional[GameReview] = None
        engine.clear_history()
        stops = callback_of("on_move", on_move)
        with engine._handle.acquire():
            self._running = engine._start_review(game, limit, stops)

    def has_ended(self, patience_ms: int) -> bool:
        with self._engine._handle.acquire() as handle:
            if handle.has_ended(patience_ms):
                self._review = GameReview(self._game, self._running.result())
        return self._review is not None

    def result(self) -> tuple[GameT, GameReview]:
        assert self._review is not None
        return self._game, self._review


class _Task(Generic[ResultT]):
    """What has become of a position or game: with an engine, it is being worked on."""

    def __init__(self) -> None:
        self.engine: Optional[Engine] = None
        self.job: Optional[_Job[ResultT]] = None
        self.error: Optional[Exception] = None


class _Many(Generic[ItemT, ResultT]):
    """Engines that work at a time, each on its own thread. All of Python runs on the caller's, so that no
    result waits for Python's lock, and nothing of Python outlives the caller."""

    def __init__(
        self,
        job: Callable[[Engine, ItemT], _Job[ResultT]],
        name: str,
        options: ConfigMapping,
        count: int,
    ) -> None:
        self._job, self._name, self._options, self._count = job, name, options, count
        self._engines: list[Engine] = []
        self._idle: list[Engine] = []
        # In the order of the items.
        self._tasks: deque[_Task[ResultT]] = deque()
        # The number of items that have been read.
        self._read = 0
        self._is_read = False

    def run(self, items: Iterator[ItemT]) -> Generator[ResultT, None, None]:
        try:
            while True:
                self._assign(items)
                if not self._tasks:
                    return
                task = self._tasks[0]
                while not self._has_ended(task, STEP_MS):
                    for other in self._tasks:
                        self._has_ended(other, 0)
                    self._assign(items)
                self._tasks.popleft()
                if task.error is not None:
                    raise task.error
                # The engine goes on while the caller uses the result.
                self._assign(items)
                assert task.job is not None
                yield task.job.result()
        finally:
            for engine in self._engines:
                engine.stop()
            for engine in self._engines:
                engine.close()

    def _assign(self, items: Iterator[ItemT]) -> None:
        """Gives work to all idle engines."""
        while not self._is_read and len(self._tasks) < self._count * AHEAD:
            if not self._idle:
                if len(self._engines) == self._count:
                    return
                self._engines.append(Engine(self._options))
                self._idle.append(self._engines[-1])
            task: _Task[ResultT] = _Task()
            try:
                item = next(items)
            except StopIteration:
                self._is_read = True
                return
            except Exception as error:
                # In its turn: what was read before is not lost.
                task.error, self._is_read = error, True
            else:
                self._start_job(task, item)
            self._tasks.append(task)

    def _start_job(self, task: _Task[ResultT], item: ItemT) -> None:
        index = self._read
        self._read += 1
        try:
            task.job = self._job(self._idle[-1], item)
        except _BAD_ITEM as error:
            # Nothing else: it may come from the handler of a signal, and must not wait.
            task.error = _at(self._name, index, error)
        else:
            task.engine = self._idle.pop()

    def _has_ended(self, task: _Task[ResultT], patience_ms: int) -> bool:
        """Whether the work on a task has ended in this time; if so, it leaves its engine."""
        if task.engine is None:
            return True
        assert task.job is not None
        if not task.job.has_ended(patience_ms):
            return False
        self._idle.append(task.engine)
        task.engine = None
        return True


def _at(name: str, index: int, error: Exception) -> Exception:
    """The error, with the index of its position or game."""
    error.args = (f"{name} {index}: {error}",)
    return error


def _tqdm() -> Any:
    """The progress bar."""
    try:
        from tqdm import tqdm
    except ImportError:
        text = "progress=True needs tqdm: pip install 'seajay[progress]'"
        raise ImportError(text) from None
    return tqdm


def _with_bar(
    tqdm: Any, results: Generator[Analysed, None, None], total: Optional[int]
) -> Generator[Analysed, None, None]:
    with closing(results):
        yield from tqdm(results, total=total, unit=" positions")


def _with_move_bar(
    tqdm: Any, review: Callable[[ReviewListener], Generator[ResultT, None, None]]
) -> Generator[ResultT, None, None]:
    with tqdm(unit=" moves") as bar:

        def on_move(_review: Review) -> None:
            bar.update()

        with closing(review(on_move)) as results:
            yield from results


def engine_count(count: Optional[int], name: str) -> int:
    """The number of engines: by default, that of the processors that this process may use."""
    if count is not None:
        if not isinstance(count, int) or count < 1:
            raise ValueError(f"{name} is {count!r}, and must be a whole number from 1, or None")
        return count
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
