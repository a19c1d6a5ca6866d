"""Many positions on all processors."""

from __future__ import annotations

import itertools
import threading
import time
from typing import Any, Iterator

import pytest

import seajay

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


def test_several_lines() -> None:
    for lines in seajay.analyse_many(positions(5), LIMIT, multipv=2):
        assert [info["multipv"] for info in lines] == [1, 2]


def test_nothing() -> None:
    assert list(seajay.analyse_many([], LIMIT)) == []


def test_a_stream_without_an_end() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        for text in itertools.cycle(positions(4)):
            taken += 1
            yield text

    results = seajay.analyse_many(endless(), LIMIT, workers=2)
    assert taken == 0, "nothing is done before it is asked for"
    assert len(list(itertools.islice(results, 10))) == 10
    assert taken <= 40
    threads = threading.active_count()
    results.close()
    assert threading.active_count() < threads


def test_leaving_early_ends_the_searches() -> None:
    started = time.monotonic()
    results = seajay.analyse_many(["startpos"] * 20, seajay.Limit(time=0.01), workers=2)
    next(results)
    del results
    long = itertools.chain(["startpos"], ["startpos moves e2e4"] * 20)
    results = seajay.analyse_many(long, seajay.Limit(depth=4), workers=2)
    next(results)
    results.close()
    assert time.monotonic() - started < 20


def test_errors_reach_the_caller() -> None:
    texts = ["startpos", "startpos", "nonsense", "startpos"]
    results = seajay.analyse_many(texts, LIMIT, workers=2)
    assert next(results) and next(results)
    with pytest.raises(seajay.SeajayError, match="nonsense"):
        next(results)
    with pytest.raises(seajay.SeajayError, match="Hash"):
        next(seajay.analyse_many(texts, LIMIT, options={"Hash": 0}))


def test_progress(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    assert len(list(seajay.analyse_many(["startpos"] * 3, LIMIT, progress=True))) == 3
    assert "3/3" in capsys.readouterr().err


def test_a_board_that_moves_on() -> None:
    """The oracle is the same walk with a copy of each position."""
    chess = pytest.importorskip("chess")
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


def test_bad_arguments_are_told_at_once() -> None:
    for workers in (0, -1):
        with pytest.raises(ValueError, match="workers"):
            seajay.analyse_many(["startpos"], LIMIT, workers=workers)
    nothing: Any = None
    with pytest.raises(seajay.EngineError, match="limit"):
        seajay.analyse_many(["startpos"], nothing)
