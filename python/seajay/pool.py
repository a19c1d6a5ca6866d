"""Engines for the requests of a server."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Callable, Concatenate, Coroutine, Optional, ParamSpec, TypeVar

from chess.engine import ConfigMapping

from .aio import AsyncEngine, binder
from .engine import Engine
from .many import engine_count

P = ParamSpec("P")
T = TypeVar("T")


def _on_any(
    method: Callable[Concatenate[Engine, P], T],
) -> Callable[Concatenate[EnginePool, P], Coroutine[Any, Any, T]]:
    """A command of whichever engine is free next."""
    bind = binder(method)

    @functools.wraps(method)
    async def run(self: EnginePool, /, *arguments: P.args, **named: P.kwargs) -> T:
        given = bind(self, *arguments, **named)
        async with self.engine() as engine:
            return await engine._run(method, engine._engine, *given.args[1:], **given.kwargs)

    return run


class EnginePool:
    """Engines that serve any number of requests, each request alone on one of them, in the order in which they came::

        async with seajay.EnginePool() as pool:
            info = await pool.analyse(board, seajay.Limit(nodes=100_000))
            async with pool.engine() as engine:
                ...

    More engines than processors answer no sooner, and keep the event loop waiting.
    """

    def __init__(self, size: Optional[int] = None, options: ConfigMapping = {}) -> None:
        """Creates engines with these options; by default one for each processor."""
        self._engines = [AsyncEngine(options) for _ in range(engine_count(size, "size"))]
        # The last one first: its memory is in the caches.
        self._idle: asyncio.LifoQueue[AsyncEngine] = asyncio.LifoQueue()
        for engine in self._engines:
            self._idle.put_nowait(engine)

    @asynccontextmanager
    async def engine(self) -> AsyncIterator[AsyncEngine]:
        """Waits for an engine, for one or more commands of the ``async with`` block alone. Its end stops what still
        runs."""
        engine = await self._idle.get()
        try:
            yield engine
        finally:
            engine.stop()
            self._idle.put_nowait(engine)

    play = _on_any(Engine.play)
    analyse = _on_any(Engine.analyse)
    review = _on_any(Engine.review)

    async def close(self) -> None:
        """Ends all searches, and frees the engines. Requests that wait raise ``EngineTerminatedError``. A second call
        does nothing."""
        await asyncio.gather(*[engine.quit() for engine in self._engines])

    async def __aenter__(self) -> EnginePool:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()
