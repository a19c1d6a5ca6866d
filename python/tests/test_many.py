"""Many positions on all processors."""

from __future__ import annotations

import itertools
import sys
import threading
import time
from typing import Any, Iterator, cast

import chess
import pytest

import seajay
from conftest import run_to_exit

LIMIT = seajay.Limit(nodes=2000)


def positions(count: int) -> list[str]:
    """Different positions: the first moves of a game, more and more of them."""
    game, texts = seajay.Game(), []
    with seajay.Engine({"Hash": 1}) as engine:
        for _ in range(count):
            texts.append(str(game))
            move = engine.play(game, seajay.Limit(nodes=100)).move
            assert move is not None
            game.play(move)
    return texts


def without_time(info: Any) -> Any:
    return {key: value for key, value in info.items() if key not in ("time", "nps")}


def test_results_are_in_order_and_those_of_one_engine() -> None:
    texts = positions(30)
    expected = []
    for text in texts:
        with seajay.Engine({"Hash": 1}) as engine:
            expected.append(without_time(engine.analyse(text, LIMIT)))
    for workers in (1, 2, 5, None):
        found = seajay.analyse_many(texts, LIMIT, workers=workers, options={"Hash": 1})
        assert list(map(without_time, found)) == expected, workers


def test_nothing() -> None:
    assert list(seajay.analyse_many([], LIMIT)) == []


def test_a_stream_without_an_end() -> None:
    taken, threads = 0, threading.active_count()

    def endless() -> Iterator[str]:
        nonlocal taken
        for text in itertools.cycle(positions(4)):
            taken += 1
            yield text

    results = seajay.analyse_many(endless(), LIMIT, workers=2)
    assert taken == 0, "nothing is done before it is asked for"
    assert len(list(itertools.islice(results, 10))) == 10
    assert taken <= 40
    assert threading.active_count() == threads, "all of Python is in the caller's thread"
    results.close()


LEAVING = """
import signal, sys, time
import seajay

def interrupt(*_):
    raise TimeoutError

over, begin = "startpos moves f2f3 e7e5 g2g4 d8h4", "startpos moves {}"
positions = [over] + [begin.format(move) for move in seajay.Game().legal_moves()] * 50
results = seajay.analyse_many(positions, seajay.Limit({limit}))
next(results)
time.sleep(0.1)
{leave}
print(time.time(), flush=True)
"""


@pytest.mark.parametrize("limit", ["nodes=30_000_000", "depth=60", "time=100"])
@pytest.mark.parametrize(
    "leave",
    [
        "",
        "del results",
        "results.close()",
        "for info in results: break",
        "signal.signal(signal.SIGALRM, interrupt); signal.setitimer(signal.ITIMER_REAL, 0.1)\ntry: next(results)\nexcept TimeoutError: pass",
    ],
    ids=["exit", "del", "close", "break", "interrupt"],
)
def test_leaving_early_ends_the_searches(limit: str, leave: str) -> None:
    """Each of them would take a minute or more, and there are a thousand."""
    if "break" in leave:
        limit = "time=0.2"
    if "SIGALRM" in leave and sys.platform == "win32":
        pytest.skip("needs POSIX signals")
    began = time.time()
    program = LEAVING.replace("{limit}", limit).replace("{leave}", leave)
    left, ended = run_to_exit(program)
    # The first ends at once. On a quiet machine Python takes 40 ms to exit; a search seconds.
    assert left - began < 20 and ended - left < 5


def test_it_is_as_fast_as_a_loop() -> None:
    """Handing searches to other threads must not cost more than they take."""
    for limit, count in ((seajay.Limit(nodes=1), 2000), (seajay.Limit(nodes=500), 200)):
        ratios = []
        with seajay.Engine() as engine:
            for _ in range(5):
                began = time.perf_counter()
                for _ in range(count):
                    engine.analyse("startpos", limit, game=object())
                between = time.perf_counter()
                assert sum(1 for _ in seajay.analyse_many(["startpos"] * count, limit)) == count
                ratios.append((time.perf_counter() - between) / (between - began))
        # Seven, when Python's threads searched.
        assert min(ratios) < 2, ratios


def test_a_hard_position_keeps_no_engine_waiting() -> None:
    """While the first is searched, the other engine goes on, as far as it may."""
    positions: list[Any] = []

    def source() -> Iterator[str]:
        for index in range(100):
            positions.append(index)
            yield "startpos" if index == 0 else "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"

    results = seajay.analyse_many(source(), seajay.Limit(depth=13), workers=2)
    assert next(results)["depth"] == 13
    assert 10 < len(positions) < 20
    assert sum(1 for _ in results) == 99


def test_an_error_of_the_positions_comes_in_its_turn() -> None:
    def source() -> Iterator[str]:
        yield "startpos"
        yield "startpos moves e2e4"
        raise LookupError("the file is damaged")

    for limit in (LIMIT, seajay.Limit(nodes=1)):
        results = seajay.analyse_many(source(), limit, workers=2)
        assert next(results) and next(results)
        with pytest.raises(LookupError, match="damaged"):
            next(results)


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    assert len(list(seajay.analyse_many(["startpos"] * 3, LIMIT, progress=True))) == 3
    assert "3/3" in capsys.readouterr().err
    games = ["startpos moves e2e4 e7e5", "startpos moves d2d4"]
    assert len(list(seajay.review_many(games, LIMIT, progress=True))) == 2
    assert "3 moves" in capsys.readouterr().err


def test_a_board_that_moves_on() -> None:
    """The oracle is the same walk with a copy of each position."""
    moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"]

    def walk(copied: bool) -> Iterator[Any]:
        board = chess.Board()
        for move in moves:
            yield board.copy() if copied else board
            board.push_uci(move)

    expected, found = (
        [without_time(info) for info in seajay.analyse_many(walk(copied), LIMIT, workers=1)]
        for copied in (True, False)
    )
    assert found == expected
    assert [str(info["pv"][0]) for info in found] != [str(found[0]["pv"][0])] * len(found)


def test_an_error_names_its_position() -> None:
    bad: list[Any] = ["nonsense", "startpos moves e2e5", None]
    for error, position in zip((seajay.SeajayError, seajay.SeajayError, TypeError), bad):
        results = seajay.analyse_many(["startpos", position, "startpos"], LIMIT, workers=1)
        assert next(results)
        with pytest.raises(error, match="^position 1: "):
            next(results)
    with pytest.raises(seajay.SeajayError, match="Hash"):
        next(seajay.analyse_many(["startpos"], LIMIT, options={"Hash": 0}))


def test_bad_arguments_are_told_at_once() -> None:
    for workers in (0, -1, "2", 1.5):
        with pytest.raises(ValueError, match="workers"):
            seajay.analyse_many(["startpos"], LIMIT, workers=cast(Any, workers))
    nothing: Any = None
    for limit in (nothing, seajay.Limit()):
        with pytest.raises(seajay.EngineError, match="limit"):
            seajay.analyse_many(["startpos"], limit)


def test_a_bar_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.raises(ImportError, match=r"pip install 'seajay\[progress\]'"):
        seajay.analyse_many(["startpos"], LIMIT, progress=True)
