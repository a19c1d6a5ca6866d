"""Many positions on all processors."""

from __future__ import annotations

import os
import queue
from collections import deque
from collections.abc import Sized
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Generator, Iterable, Optional, Union, overload

from .convert import check_limit
from .engine import Engine
from .game import Game
from .types import ConfigMapping, Info, InfoDict, Limit, Position

#: Positions handed out in advance for each thread: enough that none waits for a slow reader or for a
#: hard position before it, few enough that an endless stream needs little memory.
AHEAD = 8

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
    read as needed. Leaving the loop, closing the generator or Ctrl-C ends the searches
    at once. With a limit by nodes or depth the results do not depend on the number of workers.

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
    results = _analyse(positions, limit, multipv, info, options, workers)
    if not progress:
        return results
    return _with_bar(results, len(positions) if isinstance(positions, Sized) else None)


def _analyse(
    positions: Iterable[Position],
    limit: Limit,
    multipv: Optional[int],
    info: Info,
    options: ConfigMapping,
    count: int,
) -> Generator[Analysed, None, None]:
    engines: queue.SimpleQueue[Engine] = queue.SimpleQueue()

    def analyse(index: int, position: Game) -> Analysed:
        engine = engines.get()
        try:
            # Each is a new game: no result depends on what was searched before.
            return engine.analyse(position, limit, multipv=multipv, game=object(), info=info)
        except Exception as error:
            raise _at(index, error)
        finally:
            engines.put(engine)

    def begin(index: int, position: Position) -> Future[Analysed]:
        try:
            return threads.submit(analyse, index, Game(position))
        except Exception as error:
            failed: Future[Analysed] = Future()
            failed.set_exception(_at(index, error))
            return failed

    made: list[Engine] = []
    waiting: deque[Future[Analysed]] = deque()
    with ThreadPoolExecutor(count, thread_name_prefix="seajay") as threads:
        try:
            for _ in range(count):
                made.append(Engine(options))
                engines.put(made[-1])
            for index, position in enumerate(positions):
                waiting.append(begin(index, position))
                while waiting and (len(waiting) >= count * AHEAD or waiting[0].done()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
            for engine in made:
                engine.close()


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
