"""The engine for asyncio: the methods of :class:`seajay.Engine` as coroutines."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import queue
import threading
import weakref
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Callable, Iterable, Mapping, NoReturn, Optional, TypeVar, Union, overload

from chess.engine import AnalysisComplete, BestMove, ConfigMapping, EngineTerminatedError, Info
from chess.engine import Limit, Option
from chess.engine import UciOptionMap as OptionMap

from . import call
from .analysis import AnalysisBase
from .engine import Engine, InfoListener
from .game import Game, Position
from .handle import POLL_MS, Handle, current_owner
from .moves import AnyMove
from .results import InfoDict, PlayResult, TbEntry
from .review import Review, Reviewable, ReviewListener, whole_game

T = TypeVar("T")


class CancelledError(call.CancelledError, asyncio.CancelledError):
    """Raised by coroutines, where programs for python-chess expect that of asyncio."""


class _Threads:
    """Threads for commands, in the order of their calls. Unlike those of a ThreadPoolExecutor, they do not keep
    a program from ending while a command runs."""

    #: So that a command can end the previous one.
    COUNT = 2

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._started = 0
        weakref.finalize(self, _Threads._end, self._jobs)

    def submit(self, function: Callable[..., T], *arguments: Any, **named: Any) -> Future[T]:
        future: Future[T] = Future()

        def job() -> None:
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function(*arguments, **named))
                except BaseException as error:
                    future.set_exception(error)

        self._jobs.put(job)
        if self._started < _Threads.COUNT:
            self._started += 1
            threading.Thread(
                target=_Threads._work, args=(self._jobs,), name="seajay", daemon=True
            ).start()
        return future

    @staticmethod
    def _work(jobs: queue.SimpleQueue[Optional[Callable[[], None]]]) -> None:
        while job := jobs.get():
            job()
            # It holds the command's arguments and result.
            del job

    @staticmethod
    def _end(jobs: queue.SimpleQueue[Optional[Callable[[], None]]]) -> None:
        for _ in range(_Threads.COUNT):
            jobs.put(None)

    def shutdown(self) -> None:
        """Ends the threads after the commands that were submitted."""
        _Threads._end(self._jobs)


class AsyncAnalysis(AnalysisBase):
    """Like :class:`seajay.Analysis`, for ``async for``; made by :meth:`AsyncEngine.analysis`."""

    def __init__(
        self, loop: asyncio.AbstractEventLoop, handle: Handle, white: bool, wanted: Info
    ) -> None:
        self._queue: asyncio.Queue[Optional[InfoDict]] = asyncio.Queue()
        self._finished: asyncio.Event = asyncio.Event()

        def post(info: Optional[InfoDict]) -> None:
            try:
                loop.call_soon_threadsafe(self._arrived, info)
            except RuntimeError:
                # The loop is closed: there is no listener any more.
                self.stop()

        super().__init__(handle, white, wanted, post)

    def _arrived(self, info: Optional[InfoDict]) -> None:
        self._queue.put_nowait(info)
        if info is None:
            self._finished.set()

    async def wait(self) -> BestMove:
        """Waits for the end of the analysis and returns its best move."""
        await self._finished.wait()
        return self._outcome()

    async def get(self) -> InfoDict:
        """Waits for the next information.

        :raises AnalysisComplete: The analysis has ended and there is no more.
        """
        return self._taken(None if self._consumed else await self._queue.get())

    async def next(self) -> Optional[InfoDict]:
        """Waits for the next information; None when there is no more."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def would_block(self) -> bool:
        """Whether :meth:`get` would have to wait for the engine."""
        return not self._consumed and self._queue.empty()

    def empty(self) -> bool:
        """Whether there is no information now. There may be more later."""
        return self._consumed or self._queue.qsize() <= self._finished.is_set()

    def __aiter__(self) -> AsyncAnalysis:
        return self

    async def __anext__(self) -> InfoDict:
        try:
            return await self.get()
        except AnalysisComplete:
            raise StopAsyncIteration from None

    def __enter__(self) -> AsyncAnalysis:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.stop()


class AsyncEngine:
    """An engine whose commands do not block the event loop::

        async with AsyncEngine() as engine:
            result = await engine.play(chess.Board(), seajay.Limit(time=0.1))

    Cancelling a task ends its search. As with :class:`seajay.Engine`, a command ends the running one, which
    raises :class:`seajay.CancelledError`; that is an ``asyncio.CancelledError`` here.
    """

    def __init__(self, options: ConfigMapping = {}) -> None:
        """Creates an engine with these options."""
        self._engine = Engine(options)
        self._threads = _Threads()

    @property
    def id(self) -> Mapping[str, str]:
        """The engine's name and authors."""
        return self._engine.id

    @property
    def options(self) -> OptionMap[Option]:
        """All options, with their defaults and bounds."""
        return self._engine.options

    async def configure(self, options: ConfigMapping) -> None:
        """See :meth:`seajay.Engine.configure`."""
        await self._run(self._engine.configure, options)

    async def ping(self) -> None:
        """See :meth:`seajay.Engine.ping`."""
        self._engine.ping()

    async def play(
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
        """See :meth:`seajay.Engine.play`."""
        return await self._run(
            self._engine.play,
            Game(board),
            limit,
            game=game,
            info=info,
            ponder=ponder,
            root_moves=root_moves,
            options=options,
            on_info=on_info,
        )

    # fmt: off
    @overload
    async def analyse(
        self, board: Position, limit: Limit, *, game: object = None, info: Info = Info.ALL,
        root_moves: Optional[Iterable[AnyMove]] = None, options: ConfigMapping = {},
        on_info: Optional[InfoListener] = None,
    ) -> InfoDict: ...

    @overload
    async def analyse(
        self, board: Position, limit: Limit, *, multipv: int, game: object = None,
        info: Info = Info.ALL, root_moves: Optional[Iterable[AnyMove]] = None,
        options: ConfigMapping = {}, on_info: Optional[InfoListener] = None,
    ) -> list[InfoDict]: ...
    # fmt: on

    async def analyse(
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
        """See :meth:`seajay.Engine.analyse`."""
        return await self._run(
            self._engine.analyse,
            Game(board),
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
            on_info=on_info,
        )

    async def analysis(
        self,
        board: Position,
        limit: Optional[Limit] = None,
        *,
        multipv: Optional[int] = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Optional[Iterable[AnyMove]] = None,
        options: ConfigMapping = {},
    ) -> AsyncAnalysis:
        """See :meth:`seajay.Engine.analysis`."""
        loop = asyncio.get_running_loop()
        return await self._run(
            self._engine._begin,
            functools.partial(AsyncAnalysis, loop),
            Game(board),
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )

    async def review(
        self,
        game: Reviewable,
        limit: Limit,
        on_move: Optional[ReviewListener] = None,
        *,
        options: ConfigMapping = {},
    ) -> list[Review]:
        """See :meth:`seajay.Engine.review`."""
        return await self._run(
            self._engine.review, whole_game(game), limit, on_move, options=options
        )

    async def clear_history(self) -> None:
        """See :meth:`seajay.Engine.clear_history`."""
        await self._run(self._engine.clear_history)

    def probe_tb(self, board: Position) -> Optional[TbEntry]:
        """See :meth:`seajay.Engine.probe_tb`."""
        return self._engine.probe_tb(board)

    async def evaluate(self, board: Position) -> int:
        """See :meth:`seajay.Engine.evaluate`."""
        return await self._run(self._engine.evaluate, Game(board))

    def stats(self) -> dict[str, int]:
        """See :meth:`seajay.Engine.stats`."""
        return self._engine.stats()

    def stop(self) -> None:
        """See :meth:`seajay.Engine.stop`."""
        self._engine.stop()

    async def quit(self) -> None:
        """The same as :meth:`close`, without blocking the event loop."""
        with suppress(EngineTerminatedError):
            await self._run(self._engine.close)
        self.close()

    def close(self) -> None:
        """Ends what is under way, which takes milliseconds, and frees the engine. Again it does
        nothing."""
        self._engine.close()
        self._threads.shutdown()

    def __enter__(self) -> NoReturn:
        self.close()
        raise TypeError("an AsyncEngine needs async with: async with AsyncEngine() as engine")

    def __exit__(self, *_error: object) -> None:
        """Never called: ``with`` ends in :meth:`__enter__`."""

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        await self.quit()

    def __reduce__(self) -> NoReturn:
        self._engine.__reduce__()

    async def _run(self, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
        """Runs a command of the engine on another thread; cancelling this ends its search."""
        self._engine.ping()
        context, owner = contextvars.copy_context(), object()
        context.run(current_owner.set, owner)
        job = self._threads.submit(context.run, function, *arguments, **named)
        future = asyncio.wrap_future(job)

        def stop() -> None:
            self._engine._handle.stop(owner)

        def abandon(ended: asyncio.Future[T]) -> None:
            """What a command starts may outlive it: an analysis, or pondering."""
            if not ended.cancelled() and ended.exception() is None:
                stop()

        try:
            return await asyncio.shield(future)
        except call.CancelledError as error:
            raise CancelledError(*error.args) from None
        except asyncio.CancelledError:
            if job.cancel():
                # It has not begun, and must not end the running command.
                raise
            future.add_done_callback(abandon)
            # Repeated: the command may only be about to begin its search.
            while not future.done():
                stop()
                await asyncio.wait([future], timeout=POLL_MS / 1000)
            raise
