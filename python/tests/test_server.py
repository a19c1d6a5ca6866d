"""One engine used by many at a time: their searches end one another, and none returns what it has not
searched."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import random
import threading
import time
from typing import Any, Callable

import pytest

import seajay
from seajay import AsyncEngine, Limit, StopReason, capi
from seajay.call import read_text

POSITIONS = [
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
]
LONG = Limit(time=1000)


def is_complete(found: Any, depth: int) -> bool:
    """Whether a search has reached its depth, and says so."""
    return bool(found["depth"] == depth and found["stop_reason"] is StopReason.DEPTH)


def in_thread(action: Callable[[], Any]) -> concurrent.futures.Future[Any]:
    """Runs a command that begins at once, on a thread of its own."""
    future: concurrent.futures.Future[Any] = concurrent.futures.Future()

    def run() -> None:
        try:
            future.set_result(action())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


def test_threads(engine: seajay.Engine) -> None:
    outcomes: list[bool] = []

    def serve(seed: int) -> None:
        numbers = random.Random(seed)
        for _ in range(25):
            depth, position = numbers.randrange(1, 10), numbers.choice(POSITIONS)
            try:
                if numbers.random() < 0.5:
                    result = engine.play(position, Limit(depth=depth), info=seajay.Info.ALL)
                    assert result.stop_reason is StopReason.DEPTH
                    found: Any = result.info
                else:
                    found = engine.analyse(position, Limit(depth=depth))
                assert is_complete(found, depth)
                outcomes.append(True)
            except seajay.CancelledError:
                outcomes.append(False)

    with concurrent.futures.ThreadPoolExecutor(6) as threads:
        list(threads.map(serve, range(6)))
    assert len(outcomes) == 150 and {True, False} == set(outcomes)


def test_tasks() -> None:
    """All tasks of a server begin together: some are ended, the last one is not."""

    async def main() -> None:
        async with AsyncEngine({"Hash": 1}) as engine:
            tasks = [
                asyncio.create_task(engine.analyse(POSITIONS[number % 3], Limit(depth=10)))
                for number in range(50)
            ]
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            for outcome in outcomes:
                if isinstance(outcome, BaseException):
                    assert isinstance(outcome, asyncio.CancelledError), outcome
                else:
                    assert is_complete(outcome, 10)
            assert isinstance(outcomes[0], BaseException) and is_complete(outcomes[-1], 10)

    asyncio.run(asyncio.wait_for(main(), 100))


@pytest.mark.parametrize("ended", ["play", "analyse", "analyse short", "pondered"])
@pytest.mark.parametrize("ending", ["play", "analyse", "analysis", "configure", "evaluate"])
def test_every_command_ends_every_search(engine: seajay.Engine, ended: str, ending: str) -> None:
    searches: dict[str, Callable[[], Any]] = {
        "play": lambda: engine.play("startpos", LONG),
        "analyse": lambda: engine.analyse("startpos", LONG, multipv=2),
        "analyse short": lambda: [
            engine.analyse("startpos", Limit(nodes=10_000)) for _ in iter(int, 1)
        ],
        "pondered": lambda: engine.play(reply, LONG),
    }
    commands: dict[str, Callable[[], Any]] = {
        "play": lambda: engine.play("startpos", Limit(depth=2)),
        "analyse": lambda: engine.analyse("startpos", Limit(depth=2)),
        "analysis": lambda: engine.analysis("startpos", Limit(depth=2)).wait(),
        "configure": lambda: engine.configure({"Hash": 2}),
        "evaluate": lambda: engine.evaluate("startpos"),
    }
    if ended == "pondered":
        # The search that play() finds on the way has the same limit.
        watch = threading.Timer(0.3, engine.stop)
        watch.start()
        result = engine.play("startpos", LONG, ponder=True)
        assert result.stop_reason is StopReason.STOPPED
        reply = f"startpos moves {result.move} {result.ponder}"
    search = in_thread(searches[ended])
    time.sleep(0.1)
    began = time.monotonic()
    # A series of short searches may be between two of them, and the next one may end the command.
    spared = contextlib.suppress(*[seajay.CancelledError] * (ended == "analyse short"))
    while not search.done():
        with spared:
            commands[ending]()
        assert time.monotonic() - began < 20
        time.sleep(0.001)
    error = search.exception()
    assert isinstance(error, seajay.CancelledError), error
    assert isinstance(error, concurrent.futures.CancelledError), "as SimpleEngine raises"
    assert isinstance(error, seajay.EngineError) and "engine" in str(error)


def test_commands_take_turns_in_their_order(engine: seajay.Engine) -> None:
    """Of searches that wait, only the last is of use; no other command is lost."""
    blocked = threading.Event()

    def block(info: Any) -> None:
        blocked.set()
        time.sleep(0.5)

    first = in_thread(lambda: engine.play("startpos", LONG, on_info=block))
    assert blocked.wait(20)
    waiting = []
    for command in (
        lambda: engine.play("startpos", Limit(depth=3)),
        lambda: engine.configure({"Hash": 3}),
        lambda: engine.analysis("startpos"),
        lambda: engine.analyse("startpos", Limit(depth=3)),
    ):
        waiting.append(in_thread(command))
        time.sleep(0.02)
    for superseded in (first, waiting[0], waiting[2]):
        with pytest.raises(seajay.CancelledError):
            superseded.result(20)
    assert waiting[1].result(20) is None
    assert is_complete(waiting[3].result(20), 3)
    name = capi.library.seajay_get_option, engine._handle.pointer, b"Hash"
    assert read_text(*name, size=8) == "3"


def test_a_command_may_end_an_analysis_that_has_no_end(engine: seajay.Engine) -> None:
    """As in python-chess. One with a limit was to reach it."""
    endless = engine.analysis("startpos")
    engine.evaluate("startpos")
    assert endless.wait().move and endless.stop_reason is StopReason.STOPPED
    limited = engine.analysis("startpos", LONG)
    assert limited.stop_reason is None
    engine.evaluate("startpos")
    with pytest.raises(seajay.CancelledError):
        limited.wait()
    with pytest.raises(seajay.CancelledError):
        list(limited)


def test_a_stop_and_the_end_of_a_block_are_no_commands(engine: seajay.Engine) -> None:
    search = in_thread(lambda: engine.play("startpos", LONG))
    while not search.done():
        engine.stop()
        time.sleep(0.01)
    assert search.result().stop_reason is StopReason.STOPPED and search.result().move
    with engine.analysis("startpos", LONG) as analysis:
        next(analysis)
    assert analysis.wait().move and analysis.stop_reason is StopReason.STOPPED


def test_closing_ends_a_search() -> None:
    engine = seajay.Engine()
    with pytest.raises(seajay.SeajayError, match="listener"):
        engine.play("startpos", LONG, on_info=lambda info: engine.close())
    # That did not close it: what ends this one is a command.
    search = in_thread(lambda: engine.play("startpos", LONG))
    while not search.done():
        engine.evaluate("startpos")
    with pytest.raises(seajay.CancelledError):
        search.result()
    search = in_thread(lambda: engine.play("startpos", LONG))
    time.sleep(0.1)
    engine.close()
    with pytest.raises(seajay.EngineTerminatedError):
        search.result(20)


def test_a_search_is_not_ended_by_a_command_that_gave_up(engine: seajay.Engine) -> None:
    """It was stopped, but no command has taken its place: then the next one waits as before."""
    handle = engine._handle
    handle.acquire()
    waiting = in_thread(lambda: engine.play("startpos", Limit(depth=2)))
    time.sleep(0.1)
    newer = in_thread(lambda: engine.evaluate("startpos"))
    with pytest.raises(seajay.CancelledError):
        waiting.result(20)
    handle.release()
    assert abs(newer.result(20)) < 100
    assert is_complete(engine.analyse("startpos", Limit(depth=3)), 3)


def test_reasons(engine: seajay.Engine) -> None:
    mate = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"
    for position, limit, reason in (
        ("startpos", Limit(depth=3), StopReason.DEPTH),
        ("startpos", Limit(nodes=500), StopReason.NODES),
        ("startpos", Limit(nodes=20_000), StopReason.NODES),
        ("startpos", Limit(time=0.02), StopReason.TIME),
        (mate, Limit(mate=1), StopReason.MATE),
        ("startpos", Limit(mate=1), StopReason.DEPTH),
        ("startpos moves f2f3 e7e5 g2g4 d8h4", Limit(depth=3), StopReason.GAME_OVER),
    ):
        assert engine.play(position, limit).stop_reason is reason, limit
        assert engine.analyse(position, limit)["stop_reason"] is reason, limit
        for info in engine.analyse(position, limit, multipv=2):
            assert info["stop_reason"] is reason, limit
        analysis = engine.analysis(position, limit)
        assert analysis.wait() and analysis.stop_reason is reason
        assert analysis.info["stop_reason"] is reason
    result = engine.play("startpos", LONG, on_info=lambda info: True)
    assert result.stop_reason is StopReason.CALLBACK
    assert "stop_reason" not in engine.play("startpos", Limit(depth=1)).info
