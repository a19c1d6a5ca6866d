"""What callers get wrong is refused, with a text that names it and says what would be right."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction
from typing import Any

import pytest

import seajay
from seajay import Limit

ANYTHING: Any = seajay

COUNTS = ["depth", "nodes", "mate", "remaining_moves"]
TIMES = ["time", "white_inc", "black_inc"]
CLOCKS = ["white_clock", "black_clock"]

NO_NUMBERS = [math.nan, math.inf, -math.inf, "1", True, False, [], 1j]


@pytest.mark.parametrize(
    "name, value, accepted",
    [
        *[(name, value, "a whole number from 1") for name in COUNTS for value in (0, -1, 1.0, *NO_NUMBERS)],
        *[(name, value, "seconds from 0") for name in TIMES for value in (-1, -0.001, *NO_NUMBERS)],
        *[(name, value, "seconds") for name in CLOCKS for value in NO_NUMBERS],
    ],
)
def test_a_bad_limit(engine: seajay.Engine, name: str, value: Any, accepted: str) -> None:
    limit = ANYTHING.Limit(**{"depth": 2, "nodes": 100, name: value})
    for command in (engine.play, engine.analysis, lambda at, limit: seajay.analyse_many([at], limit)):
        with pytest.raises(seajay.EngineError) as caught:
            command("startpos", limit)
        text = str(caught.value)
        assert f"{name} is {value!r}" in text and accepted in text


@pytest.mark.parametrize(
    "limit",
    [
        *[Limit(**{"depth": 2, "nodes": 100, name: value}) for name in COUNTS for value in (1, 10**30)],
        *[
            Limit(**{"depth": 2, "nodes": 100, name: value})
            for name in (*TIMES, *CLOCKS)
            for value in (0, 0.5, Fraction(1, 2), 1e308, 10**30)
        ],
        *[Limit(**{"depth": 2, "nodes": 100, name: value}) for name in CLOCKS for value in (-1, -1e308)],
    ],
)
def test_the_ends_of_good_limits(engine: seajay.Engine, limit: Limit) -> None:
    assert engine.play("startpos", limit).move


def test_the_last_move_before_a_time_control(engine: seajay.Engine) -> None:
    limit = Limit(white_clock=1, black_clock=1, remaining_moves=1)
    assert engine.play("startpos", limit, ponder=True).move
    assert engine.play("startpos", Limit(nodes=10)).move


async def _wait(_found: object) -> None:
    raise AssertionError("nobody awaits it")


def commands(engine: Any) -> list[Any]:
    """The commands that take a callback, with its name."""
    return [
        ("on_info", lambda function: engine.play("startpos", Limit(depth=3), on_info=function)),
        ("on_info", lambda function: engine.analyse("startpos", Limit(depth=3), on_info=function)),
        ("on_move", lambda function: engine.review("startpos moves e2e4", Limit(depth=2), function)),
    ]


BAD_CALLBACKS = [
    *[(function, "not ") for function in (5, 0, "", "print", [], True)],
    *[(lambda _, value=value: value, repr(value)) for value in (1, 0, "", "no", [], (1,))],
    (lambda found: found, "returns True to stop"),
    (_wait, "a coroutine"),
]


@pytest.mark.parametrize("function, text", BAD_CALLBACKS)
def test_a_bad_callback(engine: seajay.Engine, function: Any, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, command in commands(engine):
            with pytest.raises(TypeError, match=f"^{name} ") as caught:
                command(function)
            assert text in str(caught.value)
    assert engine.play("startpos", Limit(nodes=10)).move


def test_what_callbacks_may_return(engine: seajay.Engine) -> None:
    for going_on in (None, False):
        for _, command in commands(engine):
            command(lambda _, value=going_on: value)
    found = engine.play("startpos", Limit(depth=3), on_info=lambda _: None)
    assert found.stop_reason is seajay.StopReason.DEPTH
    found = engine.play("startpos", Limit(depth=60), on_info=lambda _: True)
    assert found.stop_reason is seajay.StopReason.CALLBACK
    assert len(engine.review("startpos moves e2e4 e7e5", Limit(depth=2), lambda _: True)) == 1


@pytest.mark.parametrize("color", ["black", "white", "", 5, 0, 1, None, []])
def test_a_color_is_true_or_false(color: Any) -> None:
    with pytest.raises(TypeError, match=r"chess.WHITE.*chess.BLACK"):
        seajay.Game().can_win(color)


@pytest.mark.parametrize("value", [None, 5, 1.5, [None], [5], ["e2e4", None]])
def test_what_is_no_move(engine: seajay.Engine, value: Any) -> None:
    game = seajay.Game()
    root = value if isinstance(value, list) else [value]
    for use in (
        game.play,
        game.parse_move,
        game.to_san,
        lambda _: engine.play("startpos", Limit(depth=1), root_moves=root),
    ):
        with pytest.raises(TypeError, match="a move is text such as e2e4"):
            use(value)
    with pytest.raises(TypeError, match="text"):
        game.play_san(value)
    assert game.moves() == []


@pytest.mark.parametrize("value", ["1", None, 1.0, True, []])
def test_what_is_no_number_of_plies(value: Any) -> None:
    for use in (seajay.Game().undo, seajay.Game().perft):
        with pytest.raises(TypeError, match="must be a whole number from 0"):
            use(value)


@pytest.mark.parametrize(
    "field, key, value",
    [
        *[("tags", "White", value) for value in (5, None, ["A"])],
        *[("comments", 1, value) for value in (5, None, ["A"])],
        *[("nags", 1, value) for value in (5, None, "!", ["!"], [300], [-1], [1.5])],
        *[("variations", 1, value) for value in ("d4", 5, None, [5], [None])],
    ],
)
def test_a_bad_part_of_a_game_is_named(field: str, key: Any, value: Any) -> None:
    pgn = seajay.PgnGame(seajay.Game("startpos moves e2e4"))
    getattr(pgn, field)[key] = value
    with pytest.raises((TypeError, ValueError)) as caught:
        str(pgn)
    assert f"{field}[{key!r}] is {value!r}" in str(caught.value)


@pytest.mark.parametrize("value", ["1. e4", 5, None])
def test_what_is_no_game(value: Any) -> None:
    with pytest.raises(TypeError, match=r"read_pgn\(io.StringIO"):
        seajay.PgnGame(value)


@pytest.mark.parametrize("name", [None, 5, b"Hash"])
def test_what_is_no_name_of_an_option(engine: seajay.Engine, name: Any) -> None:
    with pytest.raises(TypeError, match="the name of an option is text"):
        engine.configure({name: 1})


@pytest.mark.parametrize("many", [seajay.analyse_many, seajay.review_many])
@pytest.mark.parametrize("items", ["startpos", seajay.Game(), seajay.PgnGame(), None, 5])
def test_one_in_place_of_many(many: Any, items: Any) -> None:
    with pytest.raises(TypeError, match="pass a list"):
        many(items, Limit(nodes=1))


@pytest.mark.parametrize("text", ["1. e4 e5", "1.e4", "1... e5", '[White "A"]'])
def test_pgn_in_place_of_a_path(text: str) -> None:
    with pytest.raises(ValueError, match=r"pass io.StringIO"):
        seajay.read_pgn(text)


@pytest.mark.parametrize("value", ["all", 7, None, True])
def test_what_is_no_info(engine: Any, value: Any) -> None:
    for command in (engine.play, engine.analyse, engine.analysis):
        with pytest.raises(TypeError, match="info is an Info, such as seajay.Info.ALL"):
            command("startpos", Limit(nodes=1), info=value)
    with pytest.raises(TypeError, match="info is an Info"):
        seajay.analyse_many([], Limit(nodes=1), info=value)


def test_other_misuse(engine: seajay.Engine) -> None:
    with pytest.raises(TypeError, match=r"chess.pgn.Game.from_board\(board\)"):
        ANYTHING.PgnGame.from_chess(seajay.Game())
    with pytest.raises(TypeError, match="the list that review"):
        ANYTHING.accuracy([1])
    with pytest.raises(seajay.EngineError, match="leave out the word position"):
        engine.play("position startpos moves e2e4", Limit(nodes=1))
    with pytest.raises(TypeError, match="async with"):
        with ANYTHING.AsyncEngine():
            pass
    with pytest.raises(TypeError, match="one line: for the list that multipv= gives, map"):
        ANYTHING.to_dict(engine.analyse("startpos", Limit(nodes=1), multipv=2))
    with pytest.raises(ValueError, match="info=seajay.Info.ALL"):
        seajay.to_dict(engine.analyse("startpos", Limit(nodes=1), info=seajay.Info.PV))


def test_what_is_no_graph(engine: seajay.Engine) -> None:
    pytest.importorskip("matplotlib")
    from seajay.graph import draw

    with pytest.raises(TypeError, match=r"PgnGame\(game\), not Game"):
        draw(ANYTHING.Game(), engine.review("startpos moves e2e4", Limit(nodes=1)))
    with pytest.raises(ValueError, match="reviews is empty"):
        draw(seajay.PgnGame(), [])
