"""Pools of engines: requests in parallel, in their order, each alone on its engine; and the server of the examples."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any, Coroutine

import chess
import pytest

import seajay
from seajay import EnginePool, EngineTerminatedError, Limit

SHORT, LONG = Limit(nodes=2000), Limit(time=1000)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(coroutine, 60))


def test_requests_in_parallel() -> None:
    """More than there are engines; each gets what an engine of its own gives."""
    positions = [f"startpos moves {move}" for move in seajay.Game().legal_moves()] * 3
    with seajay.Engine({"Hash": 1}) as engine:
        expected = [engine.analyse(each, SHORT, game=object())["pv"] for each in positions]

    async def main() -> None:
        async with EnginePool(2, {"Hash": 1}) as pool:
            requests = [pool.analyse(each, SHORT, game=object()) for each in positions]
            assert [info["pv"] for info in await asyncio.gather(*requests)] == expected
            assert len(await pool.analyse("startpos", SHORT, multipv=2)) == 2
            assert len(await pool.review("startpos moves e2e4", SHORT)) == 1

    run(main())


def test_requests_have_their_order_and_a_block_its_engine() -> None:
    async def main() -> None:
        async with EnginePool(1, {"Hash": 1}) as pool:
            ended, board, game = [], chess.Board(), seajay.PgnGame(seajay.Game("startpos", "e2e4 e7e5"))

            async def ask(number: int) -> None:
                move = (await pool.play(board, SHORT)).move
                ended.append((number, move in chess.Board().legal_moves))

            async with pool.engine() as engine:
                requests = [asyncio.create_task(ask(number)) for number in range(5)]
                review = asyncio.create_task(pool.review(game, SHORT))
                await engine.play(board, SHORT)
                analysis = await engine.analysis(board)
                await asyncio.sleep(0.05)
                assert not ended
                # What waits has read its position or game.
                board.push_uci("e2e4")
                game.game.undo(2)
            await asyncio.gather(*requests)
            assert ended == [(number, True) for number in range(5)] and (await analysis.wait()).move
            assert [move.played.uci() for move in await review] == ["e2e4", "e7e5"]

    run(main())


def test_the_end_of_a_block_ends_what_still_runs() -> None:
    async def main() -> None:
        async with EnginePool(1, {"Hash": 1}) as pool:
            async with pool.engine() as engine:
                analysis = await engine.analysis("startpos")
            await asyncio.wait_for(analysis.wait(), 10)
            assert analysis.stop_reason is seajay.StopReason.STOPPED

    run(main())


def test_what_is_cancelled_gives_its_engine_back() -> None:
    async def main() -> None:
        async with EnginePool(1, {"Hash": 1}) as pool:
            running, waiting = (asyncio.create_task(pool.play("startpos", LONG)) for _ in range(2))
            last = asyncio.create_task(pool.play("startpos", SHORT))
            await asyncio.sleep(0.1)
            for task in (waiting, running):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            assert (await last).move
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(pool.play("startpos", LONG), 0.1)
            with pytest.raises(seajay.SeajayError, match="nonsense"):
                await pool.play("nonsense", SHORT)
            assert (await pool.play("startpos", SHORT)).move

    run(main())


def test_closing_ends_all_requests() -> None:
    async def main() -> None:
        pool = EnginePool(2, {"Hash": 1})
        requests = [asyncio.create_task(pool.play("startpos", LONG)) for _ in range(6)]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        await pool.close()
        for outcome in await asyncio.gather(*requests, pool.play("startpos", SHORT), return_exceptions=True):
            assert isinstance(outcome, EngineTerminatedError)
        await pool.close()
        assert time.monotonic() - began < 5

    run(main())


def test_the_size() -> None:
    for size in (0, -1, "2", 1.5):
        with pytest.raises(ValueError, match="size is"):
            EnginePool(size)  # type: ignore[arg-type]


def test_the_server() -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = str(Path(__file__).resolve().parents[1] / "examples")
    command = [sys.executable, "-m", "uvicorn", "--app-dir", folder, "--port", str(port), "server:app"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)

    def ask(query: str) -> Any:
        url = f"http://127.0.0.1:{port}/analyse?{query}"
        return json.load(urllib.request.urlopen(url, timeout=60))

    try:
        for _ in range(600):
            with suppress(OSError):
                ask("fen=startpos&nodes=10")
                break
            time.sleep(0.1)
        assert ask("fen=startpos&nodes=2000")["nodes"] == 2000
        with pytest.raises(urllib.error.HTTPError, match="400"):
            ask("fen=nonsense")
        with pytest.raises(urllib.error.HTTPError, match="422"):
            ask("fen=startpos&nodes=10000001")
        # Clients that go away leave no search behind: there are engines for the next.
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(b"GET /analyse?fen=startpos&nodes=10000000 HTTP/1.1\r\nHost: x\r\n\r\n")
                time.sleep(0.01)
        began = time.monotonic()
        assert ask("fen=startpos&nodes=2000")["nodes"] == 2000 and time.monotonic() - began < 8
        server.send_signal(signal.SIGTERM)
        _, said = server.communicate(timeout=20)
        assert "Finished server process" in said and "Traceback" not in said
    finally:
        server.kill()
