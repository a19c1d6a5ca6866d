"""Engines that nobody closes: once dropped, however they were used, their threads and their memory go."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from typing import Any, Callable

import chess
import pytest

import seajay
from seajay import AsyncEngine, Engine, Limit

SHORT, LONG = Limit(nodes=300), Limit(time=1000)
GAME = "startpos moves e2e4 e7e5"


def fail(_found: object) -> None:
    raise LookupError


def play_with_a_failing_listener(engine: Engine) -> None:
    with suppress(LookupError):
        engine.play("startpos", SHORT, on_info=fail)


def take_some(engine: Engine) -> None:
    with engine.analysis("startpos") as analysis:
        next(analysis)


def end_another(engine: Engine) -> None:
    """A search that another thread's command ends."""

    def play() -> None:
        with suppress(seajay.CancelledError):
            engine.play("startpos", LONG)

    thread = threading.Thread(target=play)
    thread.start()
    while not engine._handle._commands:
        pass
    engine.play("startpos", SHORT)
    thread.join()


#: What may be done with an engine; what is returned is dropped with it.
USES: dict[str, Callable[[Engine], object]] = {
    "play": lambda engine: engine.play(chess.Board(), SHORT),
    "play without a node limit": lambda engine: engine.play("startpos", Limit(depth=3)),
    "ponder": lambda engine: engine.play("startpos", SHORT, ponder=True),
    "listen": lambda engine: engine.play("startpos", SHORT, on_info=lambda _: engine is None),
    "fail in a listener": play_with_a_failing_listener,
    "analyse": lambda engine: engine.analyse("startpos", SHORT, multipv=2),
    "analysis without an end": lambda engine: engine.analysis("startpos"),
    "analysis with an end far away": lambda engine: engine.analysis("startpos", LONG),
    "analysis that has ended": lambda engine: engine.analysis("startpos", SHORT).wait(),
    "part of an analysis": take_some,
    "end another search": end_another,
    "review": lambda engine: engine.review(GAME, SHORT, lambda _: engine is None),
    "evaluate": lambda engine: engine.evaluate("startpos"),
    "configure": lambda engine: engine.configure({"Hash": 2}),
    "refuse": lambda engine: pytest.raises(seajay.EngineError, engine.play, "nonsense", SHORT),
    "a circle": lambda engine: setattr(engine, "circle", engine),
}


async def begin_and_cancel(engine: AsyncEngine) -> None:
    playing = asyncio.create_task(engine.play("startpos", LONG))
    await asyncio.sleep(0.05)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def use_a_pool(_engine: AsyncEngine) -> None:
    pool = seajay.EnginePool(2, {"Hash": 1})
    await asyncio.gather(*[pool.play("startpos", SHORT) for _ in range(5)])


ASYNC_USES: dict[str, Callable[[AsyncEngine], Any]] = {
    "play": lambda engine: engine.play(chess.Board(), SHORT),
    "ponder": lambda engine: engine.play("startpos", SHORT, ponder=True),
    "cancel": begin_and_cancel,
    "analysis": lambda engine: engine.analysis("startpos"),
    "review": lambda engine: engine.review(GAME, SHORT, lambda _: None),
    "a pool beside it": use_a_pool,
    "refuse": lambda engine: asyncio.gather(engine.play("x", SHORT), return_exceptions=True),
}


async def await_use(use: Callable[[AsyncEngine], Any], engine: AsyncEngine) -> None:
    await use(engine)


@pytest.mark.parametrize(
    "kind, use",
    [
        *[pytest.param(Engine, use, id=name) for name, use in USES.items()],
        *[
            pytest.param(AsyncEngine, lambda engine, use=use: asyncio.run(await_use(use, engine)), id=f"async {name}")
            for name, use in ASYNC_USES.items()
        ],
    ],
)
def test_a_dropped_engine_goes(kind: Any, use: Callable[[Any], object]) -> None:
    threads = threading.active_count()
    engine = kind({"Hash": 1})
    handle = getattr(engine, "_engine", engine)._handle
    use(engine)
    dropped = weakref.ref(engine)
    del engine
    gc.collect()
    until = time.monotonic() + 10
    while (dropped() or handle._pointer or threading.active_count() > threads) and time.monotonic() < until:
        time.sleep(0.001)
        if kind is AsyncEngine:
            # Its thread may have held the exception that a coroutine has raised a moment longer.
            gc.collect()
    assert dropped() is None and handle._pointer is None and threading.active_count() <= threads


MANY = """
import gc, os, time
import seajay

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20

def use(count):
    for number in range(count):
        engine = seajay.Engine({"Hash": 16})
        engine.play("startpos", seajay.Limit(nodes=20_000), ponder=number % 3 == 0)
        if number % 3 == 1:
            engine.analysis("startpos")
        if number % 20 == 2:
            next(seajay.analyse_many(["startpos"] * 9, seajay.Limit(nodes=2000)))
            next(seajay.review_many(["startpos moves e2e4"] * 9, seajay.Limit(nodes=2000)))
        for _ in range(1000):
            seajay.Game()
    del engine
    gc.collect()
    time.sleep(0.2)
    return resident(), len(os.listdir("/proc/self/task"))

print(*use(10), *use(200))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_memory_and_threads_of_many_dropped_engines_and_games() -> None:
    ran = subprocess.run([sys.executable, "-c", MANY], capture_output=True, text=True, timeout=200, check=True)
    before, threads, after, threads_after = map(int, ran.stdout.split())
    assert after <= before + 10 and threads_after == threads == 1, ran.stdout
