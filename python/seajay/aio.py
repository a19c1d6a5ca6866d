"""The engine for asyncio: the methods of :class:`seajay.Engine` as coroutines."""

from __future__ import annotations

import asyncio
import contextvars
import copy
import functools
import inspect
import queue
import threading
import weakref
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Callable, Concatenate, Coroutine, Iterable, Mapping, NoReturn, Optional
from typing import ParamSpec, TypeVar

from chess.engine import AnalysisComplete, BestMove, ConfigMapping, EngineTerminatedError, Info
from chess.engine import Limit, Option
from chess.engine import UciOptionMap as OptionMap

from . import call
from .analysis import AnalysisBase, Stream
from .engine import Engine
from .game import Game, Position
from .handle import POLL_MS, current_owner
from .moves import AnyMove
from .results import InfoDict, TbEntry

P = ParamSpec("P")
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


class _Finds:
    """What an analysis posts to its event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.queue: asyncio.Queue[Optional[InfoDict]] = asyncio.Queue()
        self.ended = asyncio.Event()

    def post(self, info: Optional[InfoDict]) -> bool:
        """On any thread. Returns whether the loop is closed, so that there is no listener any more."""
        try:
            self._loop.call_soon_threadsafe(self._arrived, info)
        except RuntimeError:
            return True
        return False

    def _arrived(self, info: Optional[InfoDict]) -> None:
        self.queue.put_nowait(info)
        if info is None:
            self.ended.set()


class AsyncAnalysis(AnalysisBase):
    """Like :class:`seajay.Analysis`, for ``async for``; made by :meth:`AsyncEngine.analysis`."""

    def __init__(self, engine: object, stream: Stream, finds: _Finds) -> None:
        super().__init__(engine, stream)
        self._queue, self._finished = finds.queue, finds.ended

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

    def __exit__(self, *_error: object) -> None:
        self.stop()


def binder(method: Callable[..., Any]) -> Callable[..., inspect.BoundArguments]:
    """What binds the arguments of a command, and copies its board or game, the first of them: the caller's may move on
    while the command waits for its turn."""
    signature = inspect.signature(method)
    moving = {"board", "game"} & set(list(signature.parameters)[1:2])

    def bind(*arguments: Any, **named: Any) -> inspect.BoundArguments:
        given = signature.bind(*arguments, **named)
        for name in moving:
            given.arguments[name] = copy.deepcopy(given.arguments[name])
        return given

    return bind


def _command(
    method: Callable[Concatenate[Engine, P], T],
) -> Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, T]]:
    """A command of :class:`seajay.Engine` as a coroutine. Type checkers keep overloads where a function takes nothing
    else."""
    bind = binder(method)

    @functools.wraps(method)
    async def run(self: AsyncEngine, /, *arguments: P.args, **named: P.kwargs) -> T:
        given = bind(self._engine, *arguments, **named)
        return await self._run(method, *given.args, **given.kwargs)

    return run


def _at_once(
    method: Callable[Concatenate[Engine, P], T],
) -> Callable[Concatenate[AsyncEngine, P], T]:
    """A method of :class:`seajay.Engine` that waits for nothing."""

    @functools.wraps(method)
    def call(self: AsyncEngine, /, *arguments: P.args, **named: P.kwargs) -> T:
        return method(self._engine, *arguments, **named)

    return call


class AsyncEngine:
    """An engine whose commands do not block the event loop::

        async with AsyncEngine() as engine:
            result = await engine.play(chess.Board(), seajay.Limit(time=0.1))

    Its commands are those of :class:`seajay.Engine`, as coroutines. Cancelling a task ends its search. A command ends
    the running one, which raises :class:`seajay.CancelledError`; that is an ``asyncio.CancelledError`` here.
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

    configure = _command(Engine.configure)
    ping = _command(Engine.ping)
    play = _command(Engine.play)
    analyse = _command(Engine.analyse)
    review = _command(Engine.review)
    evaluate = _command(Engine.evaluate)
    clear_history = _command(Engine.clear_history)
    send_opponent_information = _command(Engine.send_opponent_information)
    send_game_result = _command(Engine.send_game_result)
    stats = _at_once(Engine.stats)
    stop = _at_once(Engine.stop)

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
        finds = _Finds(asyncio.get_running_loop())
        stream = await self._run(
            self._engine._start_analysis,
            finds.post,
            Game(board),
            limit,
            multipv=multipv,
            game=game,
            info=info,
            root_moves=root_moves,
            options=options,
        )
        return AsyncAnalysis(self, stream, finds)

    async def probe_tb(self, board: Position) -> Optional[TbEntry]:
        """See :meth:`seajay.Engine.probe_tb`. A running search goes on."""
        # Not on the threads of the commands, which one that searches may hold.
        return await asyncio.to_thread(self._engine.probe_tb, Game(board))

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

    async def __aexit__(self, *_error: object) -> None:
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
