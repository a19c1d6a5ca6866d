"""The engine for asyncio."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Coroutine, Optional

import chess
import pytest
from chess.engine import AnalysisComplete, EngineTerminatedError, Limit

import seajay
from conftest import run_to_exit
from seajay import AsyncEngine, capi


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(coroutine, 60))


def test_commands() -> None:
    async def main() -> None:
        async with AsyncEngine({"Hash": 1}) as engine:
            board = chess.Board()
            result = await engine.play(board, Limit(depth=5))
            assert result.move in board.legal_moves
            assert (await engine.analyse(board, Limit(depth=4)))["depth"] == 4
            assert len(await engine.analyse(board, Limit(depth=4), multipv=3)) == 3
            assert "seajay" in engine.id["name"] and engine.options["Hash"].default == 16
            await engine.configure({"Hash": 2})
            await engine.ping()
            assert -100 < await engine.evaluate(board) < 100
            assert engine.stats()["nodes"] > 0
            with pytest.raises(seajay.SeajayError):
                await engine.play("nonsense", Limit(depth=1))
        with pytest.raises(EngineTerminatedError):
            await engine.ping()

    run(main())


def test_analysis() -> None:
    async def main() -> None:
        async with AsyncEngine() as engine:
            with await engine.analysis(chess.Board()) as analysis:
                async for info in analysis:
                    if info["depth"] >= 5:
                        break
            best = await analysis.wait()
            assert best.move in chess.Board().legal_moves
            analysis = await engine.analysis(chess.Board(), Limit(depth=4), multipv=2)
            assert {info["multipv"] async for info in analysis} == {1, 2}
            assert [info["depth"] for info in analysis.multipv] == [4, 4]
            with pytest.raises(AnalysisComplete):
                await analysis.get()
            assert analysis.empty() and await analysis.next() is None
            with pytest.raises(seajay.SeajayError):
                await engine.analysis("nonsense")

    run(main())


def test_cancelling_ends_the_search() -> None:
    async def main() -> None:
        async with AsyncEngine() as engine:
            started = time.monotonic()
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.play(chess.Board(), Limit(time=1000)), 0.2)
            assert (await engine.play(chess.Board(), Limit(depth=3))).move
            assert time.monotonic() - started < 10

    run(main())


def test_a_command_ends_the_one_before() -> None:
    async def main() -> None:
        async with AsyncEngine() as engine:
            long = asyncio.create_task(engine.play(chess.Board(), Limit(time=1000)))
            await asyncio.sleep(0.1)
            assert (await engine.play(chess.Board(), Limit(depth=3))).move
            with pytest.raises(asyncio.CancelledError):
                await long
            # Here the task itself was not cancelled, and may go on.
            for error in (seajay.CancelledError, asyncio.CancelledError, seajay.EngineError):

                async def configure() -> None:
                    await asyncio.sleep(0.1)
                    await engine.configure({"Hash": 1})

                configuring = asyncio.create_task(configure())
                with pytest.raises(error, match="an engine each"):
                    await engine.play(chess.Board(), Limit(time=1000))
                await configuring

    run(main())


def test_tablebases_are_asked_beside_the_loop_and_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    may_read, probe = threading.Event(), seajay.Engine.probe_tb

    def read_slowly(engine: seajay.Engine, board: seajay.Game) -> Optional[seajay.TbEntry]:
        assert may_read.wait(20)
        return probe(engine, board)

    monkeypatch.setattr(seajay.Engine, "probe_tb", read_slowly)
    folder = Path(__file__).resolve().parents[2] / "tests" / "data" / "syzygy"

    async def main() -> None:
        async with AsyncEngine({"SyzygyPath": str(folder)}) as engine:
            search = asyncio.create_task(engine.play(chess.Board(), Limit(time=1000)))
            await asyncio.sleep(0.1)
            board = chess.Board("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1")
            probing = asyncio.create_task(engine.probe_tb(board))
            await asyncio.sleep(0)
            # What the caller does with its board does not matter any more.
            board.push_san("Qg1")
            may_read.set()
            entry = await probing
            assert entry is not None and entry.outcome == 2
            assert not search.done()
            engine.stop()
            assert (await search).stop_reason is seajay.StopReason.STOPPED
        with pytest.raises(EngineTerminatedError):
            await engine.probe_tb(board)

    run(main())


def test_a_loop_that_ends_before_its_analysis() -> None:
    """Nothing is printed, and the engine goes on."""
    engine = AsyncEngine()

    async def main() -> None:
        await engine.analysis(chess.Board())

    run(main())
    time.sleep(0.2)
    run(engine.play(chess.Board(), Limit(depth=2)))
    engine.close()


def test_an_analysis_whose_making_is_cancelled_ends() -> None:
    """Whenever the cancelling comes, no search is left: a command that stops none gets through."""

    async def main() -> None:
        async with AsyncEngine() as engine:
            for turns in range(20):
                task = asyncio.create_task(engine.analysis(chess.Board()))
                for _ in range(turns):
                    await asyncio.sleep(0)
                task.cancel()
                with suppress(asyncio.CancelledError):
                    (await task).stop()
                commands, until = engine._engine._handle._commands, time.monotonic() + 10
                while commands and time.monotonic() < until:
                    await asyncio.sleep(0.01)
                assert not commands, turns

    run(main())


def test_nothing_ponders_after_a_command_that_was_cancelled() -> None:
    """Whenever the cancelling comes: before the search, in it, or as the pondering begins."""

    async def main() -> None:
        async with AsyncEngine() as engine:
            handle = engine._engine._handle
            for turns in range(20):
                play = engine.play(chess.Board(), Limit(nodes=2000), ponder=True)
                task = asyncio.create_task(play)
                await asyncio.sleep(0.002 * turns)
                was_cancelled = task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
                if was_cancelled:
                    until = time.monotonic() + 10
                    while capi.library.seajay_is_searching(handle.pointer):
                        assert time.monotonic() < until, turns
                        await asyncio.sleep(0.01)

    run(main())


def test_the_stop_of_one_command_is_not_that_of_the_next() -> None:
    async def main() -> None:
        async with AsyncEngine() as engine:
            first = await engine.analysis(chess.Board(), Limit(depth=2))
            await first.wait()
            second = await engine.analysis(chess.Board(), Limit(depth=12))
            for _ in range(20):
                first.stop()
                await asyncio.sleep(0.001)
            assert (await second.wait()).move
            assert second.info["depth"] == 12

    run(main())


def test_a_command_that_is_cancelled_before_it_begins_never_does() -> None:
    async def main() -> None:
        async with AsyncEngine() as engine:
            first = await engine.analysis(chess.Board())
            # All threads are taken.
            for _ in range(2):
                engine._threads.submit(time.sleep, 0.2)
            waiting = asyncio.create_task(engine.play(chess.Board(), Limit(depth=1)))
            await asyncio.sleep(0.05)
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting
            await asyncio.sleep(0.5)
            assert not first._stream.ended.is_set(), "it ended the command before it"
            first.stop()

    run(main())


def test_a_closed_engine() -> None:
    async def main() -> None:
        engine = AsyncEngine()
        await engine.quit()
        for command in (engine.play(chess.Board(), Limit(depth=1)), engine.analysis(chess.Board())):
            with pytest.raises(EngineTerminatedError):
                await command
        await engine.quit()
        engine.close()

    run(main())


def test_a_board_may_move_on_once_a_command_has_begun() -> None:
    async def main() -> None:
        board = chess.Board()
        async with AsyncEngine() as engine:
            # The command has to wait for a thread.
            for _ in range(2):
                engine._threads.submit(time.sleep, 0.3)
            task = asyncio.create_task(engine.play(board, Limit(nodes=1000)))
            await asyncio.sleep(0)
            board.push_uci("e2e4")
            assert (await task).move in chess.Board().legal_moves

    run(main())


EXIT = """
import asyncio, time
import seajay

async def main(engine):
    playing = asyncio.create_task(engine.play("startpos", seajay.Limit(time=100)))
    await asyncio.sleep(0.2)
    return playing

engine = seajay.AsyncEngine()
playing = asyncio.new_event_loop().run_until_complete(main(engine))
playing._log_destroy_pending = False
print(time.time(), flush=True)
"""


def test_a_program_ends_at_once_amid_a_search() -> None:
    """Also where nothing cancels its tasks, as asyncio.run() does."""
    left, ended = run_to_exit(EXIT)
    # On a quiet machine Python takes 40 ms to exit.
    assert ended - left < 5
