"""Many positions on all processors."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Sized
from contextlib import closing
from typing import Generator, Iterable, Iterator, Optional, Union, overload

from .analysis import final_lines
from .convert import check_limit, set_limits
from .engine import Engine
from .game import Game
from .types import ConfigMapping, EngineError, Info, InfoDict, Limit, Position

#: Positions for each engine that are read before their turn: enough that none waits while a hard position
#: comes first, few enough that an endless stream needs little memory.
AHEAD = 8

#: A search of at most this many nodes takes less time than handing it to another thread.
TINY_NODES = 100

#: How often an engine that has ended before its turn gets the next position.
STEP_MS = 2

#: What a position that is not one raises.
_BAD_POSITION = (EngineError, TypeError, ValueError)

#: The result of one position: a line, or a list of lines.
Analysed = Union[InfoDict, list[InfoDict]]


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
    check_limit(limit)
    if workers is None:
        workers = _processors()
    elif workers < 1:
        raise ValueError(f"workers is {workers}, and must be at least 1, or None")
    if progress:
        try:
            import tqdm  # noqa: F401
        except ImportError:
            text = "progress=True needs tqdm: pip install 'seajay[progress]'"
            raise ImportError(text) from None
    if limit.nodes is not None and limit.nodes <= TINY_NODES:
        results = _one_by_one(positions, limit, multipv, info, options)
    else:
        results = _Analyser(limit, multipv, info, options, workers).analyse(iter(positions))
    if not progress:
        return results
    return _with_bar(results, len(positions) if isinstance(positions, Sized) else None)


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
            except _BAD_POSITION as error:
                raise _at(index, error)
            yield found


class _Task:
    """A position and what has become of it: with an engine, it is being searched."""

    def __init__(self) -> None:
        self.engine: Optional[Engine] = None
        self.white = True
        self.lines: list[InfoDict] = []
        self.error: Optional[Exception] = None


class _Analyser:
    """Engines that search at a time, each on its own thread. All of Python runs on the caller's, so that no
    result waits for Python's lock, and nothing of Python outlives the caller."""

    def __init__(
        self, limit: Limit, multipv: Optional[int], info: Info, options: ConfigMapping, count: int
    ) -> None:
        self._limit, self._multipv, self._info, self._options = limit, multipv, info, options
        self._count = count
        self._engines: list[Engine] = []
        self._idle: list[Engine] = []
        # In the order of the positions.
        self._tasks: deque[_Task] = deque()
        # The number of positions that have been read.
        self._read = 0
        self._is_read = False

    def analyse(self, positions: Iterator[Position]) -> Generator[Analysed, None, None]:
        try:
            while True:
                self._begin(positions)
                if not self._tasks:
                    return
                task = self._tasks[0]
                while not self._has_ended(task, STEP_MS):
                    for other in self._tasks:
                        self._has_ended(other, 0)
                    self._begin(positions)
                self._tasks.popleft()
                if task.error is not None:
                    raise task.error
                # The engine goes on while the caller uses the result.
                self._begin(positions)
                yield task.lines[0] if self._multipv is None else task.lines
        finally:
            for engine in self._engines:
                engine.stop()
            for engine in self._engines:
                engine.close()

    def _begin(self, positions: Iterator[Position]) -> None:
        """Gives positions to all idle engines."""
        while not self._is_read and len(self._tasks) < self._count * AHEAD:
            if not self._idle:
                if len(self._engines) == self._count:
                    return
                self._engines.append(Engine(self._options))
                self._idle.append(self._engines[-1])
            task = _Task()
            try:
                position = next(positions)
            except StopIteration:
                self._is_read = True
                return
            except Exception as error:
                # In its turn: what was read before is not lost.
                task.error, self._is_read = error, True
            else:
                self._search(task, position)
            self._tasks.append(task)

    def _search(self, task: _Task, position: Position) -> None:
        index, engine = self._read, self._idle[-1]
        self._read += 1
        try:
            with engine._handle.acquire() as handle:
                game = engine._to_game(position)
                task.white = game.turn
                set_limits(handle.limits, self._limit)
                # Each is a new game: no result depends on what was searched before.
                engine._prepare(game, object(), {}, self._multipv)
                handle.start()
        except _BAD_POSITION as error:
            # Nothing else: it may come from the handler of a signal, and must not wait.
            task.error = _at(index, error)
        else:
            task.engine = self._idle.pop()

    def _has_ended(self, task: _Task, patience_ms: int) -> bool:
        """Whether a search has ended in this time; if so, it leaves its engine."""
        if task.engine is None:
            return True
        with task.engine._handle.acquire() as handle:
            if not handle.has_ended(patience_ms):
                return False
            task.lines = final_lines(handle, handle.wait(), task.white, self._info)
        self._idle.append(task.engine)
        task.engine = None
        return True


def _at(index: int, error: Exception) -> Exception:
    """The error, with the index of its position."""
    error.args = (f"position {index}: {error}",)
    return error


def _with_bar(
    results: Generator[Analysed, None, None], total: Optional[int]
) -> Generator[Analysed, None, None]:
    from tqdm import tqdm

    with closing(results):
        yield from tqdm(results, total=total, unit=" positions")


def _processors() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1
