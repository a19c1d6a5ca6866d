"""The engine with the types of python-chess."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import Any, Optional, cast

import chess.engine
import chess.variant
import pytest
from chess.engine import INFO_BASIC, INFO_PV, INFO_SCORE, Cp, Limit, Mate

import seajay
from conftest import run_to_exit
from seajay import capi
from seajay.convert import set_limits, to_score

MATE_IN_THREE = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
FOOLS_MATE = "startpos moves f2f3 e7e5 g2g4 d8h4"


def test_it_plays_whole_games(engine: seajay.Engine) -> None:
    """The oracle for every move is python-chess, which raises when one is illegal."""
    numbers = random.Random(2)
    for chess960 in (False, True):
        board = chess.Board.from_chess960_pos(numbers.randrange(960)) if chess960 else chess.Board()
        game = object()
        while not board.is_game_over(claim_draw=True) and board.ply() < 120:
            result = engine.play(board, Limit(nodes=300), game=game)
            assert isinstance(result, chess.engine.PlayResult)
            assert result.move in board.legal_moves
            board.push(result.move)
            assert result.ponder is None or result.ponder in board.legal_moves


def test_the_side_of_a_score(engine: seajay.Engine) -> None:
    black = engine.analyse(chess.Board("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1"), Limit(depth=4))["score"]
    assert black.turn == chess.BLACK and black.relative < Cp(-500) and black.white() > Cp(500)
    text = engine.analyse("fen 4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1 moves a1a2", Limit(depth=4))
    assert text["score"].turn == chess.BLACK and text["score"].white() > Cp(500)


@pytest.mark.parametrize("plies", [1, 6])
def test_a_tablebase_score_in_centipawns(plies: int) -> None:
    """A win that is nearer is worth more, and a loss that is nearer less."""
    for sign in (1, -1):
        score = capi.SeajayScore(kind=capi.SEAJAY_SCORE_TB, value=sign * plies)
        assert to_score(score, chess.BLACK).relative == Cp(sign * (20_000 - plies))


def test_info(engine: seajay.Engine) -> None:
    board = chess.Board()
    info = engine.analyse(board, Limit(depth=6))
    for key in ("depth", "seldepth", "nodes", "nps", "time", "hashfull", "tbhits", "multipv"):
        assert info[key] >= 0, key
    assert info["depth"] == 6 and info["multipv"] == 1
    assert sum(info["wdl"].relative) == 1000
    assert not {"pv", "score"} & engine.analyse(board, Limit(depth=2), info=INFO_BASIC).keys()
    assert "pv" not in engine.analyse(board, Limit(depth=2), info=INFO_SCORE)
    assert "score" not in engine.analyse(board, Limit(depth=2), info=INFO_PV)
    assert engine.play(board, Limit(depth=2)).info == {}
    assert engine.play(board, Limit(depth=2), info=INFO_SCORE).info["depth"] == 2


def test_promotions(engine: seajay.Engine) -> None:
    move = engine.play(chess.Board("8/1P1k4/8/8/8/8/4p1K1/8 w - - 0 1"), Limit(depth=6)).move
    assert move.promotion == chess.QUEEN


def test_castling_is_written_as_the_board_has_it(engine: seajay.Engine) -> None:
    fen = "4k2r/8/8/8/8/8/8/4K2R w K - 0 1"
    usual, other = chess.Board(fen), chess.Board(fen, chess960=True)
    castle = chess.Move.from_uci("e1g1")
    assert engine.play(usual, Limit(depth=1), root_moves=[castle]).move == castle
    assert engine.play(other, Limit(depth=1), root_moves=["e1h1"]).move.uci() == "e1h1"
    assert engine.play(usual, Limit(depth=1), root_moves=[castle]).move == castle
    # Text is Chess960 when its castling rights are by files.
    text = "4k2r/8/8/8/8/8/8/4K2R w H - 0 1"
    assert engine.play(text, Limit(depth=1), root_moves=["e1g1"]).move.uci() == "e1h1"
    usual.push(castle)
    assert engine.play(usual, Limit(depth=1)).move in usual.legal_moves


def test_a_game_is_known_to_the_search(engine: seajay.Engine) -> None:
    """A third repetition is a draw, which the position alone does not tell."""
    board = chess.Board("7k/8/8/8/8/8/5Q2/K7 w - - 0 1")
    for uci in 2 * "f2f1 h8g8 f1f2 g8h8 ".split():
        board.push_uci(uci)
    text = f"{board.root().fen()} moves {' '.join(move.uci() for move in board.move_stack)}"
    for position in (board, text):
        info = engine.analyse(position, Limit(depth=4), root_moves=["f2f1"])
        assert info["score"].relative == Cp(0)
    info = engine.analyse(board.fen(), Limit(depth=4), root_moves=["f2f1"])
    assert info["score"].relative > Cp(300)


def test_root_moves(engine: seajay.Engine) -> None:
    moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    board = chess.Board()
    assert engine.play(board, Limit(depth=4), root_moves=moves).move in moves
    with pytest.raises(seajay.SeajayError, match="e2e5") as caught:
        engine.play(board, Limit(depth=4), root_moves=["e2e5"])
    assert caught.value.status == capi.SEAJAY_ERR_ILLEGAL_MOVE
    with pytest.raises(seajay.SeajayError, match="root_moves"):
        engine.play(board, Limit(depth=4), root_moves=[])


def test_the_game_is_over(engine: seajay.Engine) -> None:
    board = chess.Board()
    for uci in "f2f3 e7e5 g2g4 d8h4".split():
        board.push_uci(uci)
    for position in (board, FOOLS_MATE):
        result = engine.play(position, Limit(depth=3), info=chess.engine.INFO_ALL)
        assert result.move is None and result.ponder is None
        assert result.info["score"] == chess.engine.PovScore(Mate(0), chess.WHITE)
    stalemate = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.analyse(stalemate, Limit(depth=3), multipv=2)[0]["score"].relative == Cp(0)


def test_limits_mean_what_they_say(engine: seajay.Engine) -> None:
    board = chess.Board()
    assert engine.analyse(board, Limit(depth=3))["depth"] == 3
    assert engine.analyse(board, Limit(nodes=5000))["nodes"] == 5000
    assert 0.15 <= engine.analyse(board, Limit(time=0.2))["time"] < 2


def test_another_game_forgets(engine: seajay.Engine) -> None:
    board = chess.Board()

    def nodes(game: object) -> int:
        return engine.analyse(board, Limit(depth=8), game=game)["nodes"]

    first = nodes("one")
    assert nodes("one") < first
    assert nodes("two") == first


def test_each_game_of_a_level_is_another_one_unless_a_seed_is_set(engine: seajay.Engine) -> None:
    def different_games(seed: Optional[int]) -> int:
        engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 400, "Seed": seed})
        games = set()
        for _ in range(10):
            game, this = seajay.Game(), object()
            for _ in range(6):
                move = engine.play(game, seajay.Limit(depth=127), game=this).move
                assert move
                game.play(move)
            games.add(" ".join(game.moves()))
        return len(games)

    assert different_games(None) > 5
    assert different_games(7) == 1
    assert different_games(0) > 5


def test_options(engine: seajay.Engine) -> None:
    options = engine.options
    assert options["hash"].default == 16 and options["Hash"].type == "spin"
    assert options["Hash"].min == 1 and options["UCI_LimitStrength"].default is False
    assert options["multipv"].is_managed()
    engine.configure({"Hash": 2, "LMREnabled": False, "SyzygyPath": None})
    without = engine.analyse(chess.Board(), Limit(depth=10), game=1)["nodes"]
    engine.configure({"lmrenabled": None})
    assert engine.analyse(chess.Board(), Limit(depth=10), game=2)["nodes"] < without
    # For one search.
    once = engine.analyse(chess.Board(), Limit(depth=10), game=3, options={"LMREnabled": "off"})
    assert once["nodes"] == without
    assert engine.analyse(chess.Board(), Limit(depth=10), game=4)["nodes"] < without


def test_bad_options_change_nothing(engine: seajay.Engine) -> None:
    for options, part in (
        ({"Hash": 0}, "Hash"),
        ({"LMREnabled": False, "Threads": "many"}, "many"),
        ({"Nonsense": 1}, "Nonsense"),
        ({"MultiPV": 3}, "MultiPV"),
        ({"UCI_Chess960": True}, "UCI_Chess960"),
    ):
        with pytest.raises(chess.engine.EngineError, match=part):
            engine.configure(options)
    with seajay.Engine() as other:
        for one in (engine, other):
            one.analyse(chess.Board(), Limit(depth=7))
        assert engine.stats() == other.stats()


def test_bad_positions(engine: seajay.Engine) -> None:
    for position, status in (
        ("8/8/8/8/8/8/8/8 w - - 0 1", capi.SEAJAY_ERR_ILLEGAL_POSITION),
        ("nonsense", capi.SEAJAY_ERR_INVALID_FEN),
        ("", capi.SEAJAY_ERR_INVALID_FEN),
        ("startpos moves e2e5", capi.SEAJAY_ERR_ILLEGAL_MOVE),
        ("startpos moves e2e4\0e7e5", capi.SEAJAY_ERR_INVALID_ARGUMENT),
        (chess.Board(None), capi.SEAJAY_ERR_ILLEGAL_POSITION),
    ):
        with pytest.raises(seajay.SeajayError) as caught:
            engine.play(position, Limit(depth=1))
        assert caught.value.status == status, position
        assert isinstance(caught.value, chess.engine.EngineError) and str(caught.value)
    with pytest.raises(TypeError):
        engine.play(None, Limit(depth=1))
    with pytest.raises(chess.engine.EngineError, match="atomic"):
        engine.play(chess.variant.AtomicBoard(), Limit(depth=1))
    assert engine.play(chess.Board(), Limit(depth=1)).move


def test_an_exception_in_a_listener_reaches_the_caller(engine: seajay.Engine) -> None:
    class Mine(Exception):
        pass

    def fail(info: Any) -> None:
        raise Mine(info["depth"])

    for command in (engine.play, engine.analyse):
        with pytest.raises(Mine):
            command(chess.Board(), Limit(depth=30), on_info=fail)
    assert engine.play(chess.Board(), Limit(depth=2)).move


def test_a_listener_hears_and_stops(engine: seajay.Engine) -> None:
    heard = []

    def listen(info: Any) -> bool:
        # A window that is too narrow brings a bound first, of the same depth.
        if "lowerbound" in info or "upperbound" in info:
            return False
        heard.append(info)
        return bool(info["depth"] >= 5)

    engine.play(chess.Board(), Limit(depth=60), on_info=listen)
    assert [info["depth"] for info in heard] == [1, 2, 3, 4, 5]
    assert all(info["pv"] and info["score"] for info in heard)
    # It was for that search alone.
    engine.play(chess.Board(), Limit(depth=6))
    assert len(heard) == 5


def test_a_listener_cannot_use_its_engine(engine: seajay.Engine) -> None:
    with pytest.raises(seajay.SeajayError) as caught:
        engine.play(
            chess.Board(), Limit(depth=9), on_info=lambda info: engine.evaluate(chess.Board())
        )
    assert caught.value.status == capi.SEAJAY_ERR_BUSY


def test_analysis_is_a_stream(engine: seajay.Engine) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
    best = analysis.wait()
    assert best.move == analysis.info["pv"][0] and analysis.multipv[0]["depth"] >= 5
    # What had come before the end is still there, then no more.
    while analysis.next() is not None:
        pass
    assert analysis.empty() and not analysis.would_block() and analysis.next() is None
    with pytest.raises(chess.engine.AnalysisComplete):
        analysis.get()


def test_analysis_with_a_limit_ends_by_itself(engine: seajay.Engine) -> None:
    analysis = engine.analysis(chess.Board(), Limit(depth=6), multipv=2)
    infos = list(analysis)
    assert {info["multipv"] for info in infos} == {1, 2} and infos[-1]["depth"] == 6
    assert [info["depth"] for info in analysis.multipv] == [6, 6]
    last = {info["multipv"]: info["pv"] for info in infos}
    assert [info["pv"] for info in analysis.multipv] == [last[1], last[2]]


def test_pondering(engine: seajay.Engine) -> None:
    board = chess.Board()
    limit = Limit(nodes=20_000)
    first = engine.play(board, limit, ponder=True)
    board.push(first.move)
    board.push(first.ponder)
    time.sleep(0.1)
    # The search on the opponent's time goes on, and ends by its own limit.
    second = engine.play(board, limit, ponder=True, info=chess.engine.INFO_ALL)
    assert second.move in board.legal_moves and second.info["depth"] > 0
    # Another move than the expected one: a search of its own.
    board.push(second.move)
    board.push(next(move for move in board.legal_moves if move != second.ponder))
    assert engine.play(board, limit).move in board.legal_moves
    engine.play(board, limit, ponder=True)
    assert engine.analyse(board, Limit(depth=3))["depth"] == 3


def test_pondering_after_moves_that_can_be_repeated(engine: seajay.Engine) -> None:
    """The expected position is recognised, whatever is known of the moves before it."""
    root = chess.Board("6k1/8/8/8/8/8/R7/6K1 w - - 4 30")
    board = root.copy()
    for uci in "a2a3 g8f8 a3a2 f8g8".split():
        board.push_uci(uci)
    for uci in ("a2a3", "a3a2", "a2b2", "b2a2"):
        result = engine.play(board, Limit(nodes=2000), ponder=True, root_moves=[uci])
        board.push(result.move)
        board.push(result.ponder)
        played = " ".join(map(str, board.move_stack))
        for position in (board, seajay.Game(f"{root.fen()} moves {played}")):
            assert engine._is_expected(seajay.Game(position), Limit(nodes=2000), None, {})
        # The same squares, but another game.
        for other in (board.copy(stack=3), board.fen()):
            assert not engine._is_expected(seajay.Game(other), Limit(nodes=2000), None, {})


def test_pondering_that_was_stopped_or_had_another_limit_is_of_no_use(
    engine: seajay.Engine,
) -> None:
    board = chess.Board()
    for is_stopped, before, after in [
        (True, Limit(depth=9), Limit(depth=9)),
        (False, Limit(depth=4), Limit(depth=9)),
    ]:
        result = engine.play(board, before, ponder=True)
        assert result.move and result.ponder
        board.push(result.move)
        board.push(result.ponder)
        if is_stopped:
            engine.stop()
        info = engine.play(board, after, info=chess.engine.INFO_ALL).info
        assert info["depth"] == 9


def test_pondering_saves_time(engine: seajay.Engine) -> None:
    """What was found on the opponent's time need not be searched again."""
    board = chess.Board()
    limit = Limit(time=0.3)
    result = engine.play(board, limit, ponder=True)
    while not result.ponder:  # out of time with a new best move, and no reply to it yet
        result = engine.play(board, limit, ponder=True)
    board.push(result.move)
    board.push(result.ponder)
    time.sleep(1)
    info = engine.play(board, limit, info=chess.engine.INFO_ALL).info
    assert info["time"] > 1, "the search had begun before"


def test_a_closed_engine() -> None:
    engine = seajay.Engine()
    analysis = engine.analysis(chess.Board())
    engine.close()
    assert analysis.wait().move
    engine.close()
    analysis.stop()
    for call in (
        engine.ping,
        engine.stats,
        lambda: engine.play(chess.Board(), Limit(depth=1)),
        lambda: engine.configure({}),
        lambda: engine.configure({"Hash": 16}),
    ):
        with pytest.raises(chess.engine.EngineTerminatedError):
            call()


def test_bad_options_of_a_new_engine() -> None:
    with pytest.raises(seajay.SeajayError, match="Hash"):
        seajay.Engine({"Hash": -1})


def test_evaluate_and_stats(engine: seajay.Engine) -> None:
    up = engine.evaluate("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
    assert up > 500 and engine.evaluate("4k3/8/8/8/8/8/8/QQ2K3 b - - 0 1") < -500
    info = engine.analyse(chess.Board(), Limit(depth=6))
    stats = engine.stats()
    assert stats["nodes"] == info["nodes"] and 0 < stats["first_move_cutoffs"]


def test_what_simple_engine_has() -> None:
    """Every public name of SimpleEngine but those of its process, and parameters of its methods."""
    import inspect

    gone = {"communicate", "popen", "popen_uci", "popen_xboard"}
    for name, member in vars(chess.engine.SimpleEngine).items():
        if name.startswith("_") or name in gone:
            continue
        mine = getattr(seajay.Engine, name)
        if inspect.isfunction(member):
            theirs = set(inspect.signature(member).parameters)
            assert theirs <= set(inspect.signature(mine).parameters), name
    for name in ("info", "multipv", "stop", "wait", "get", "next", "empty", "would_block"):
        assert hasattr(chess.engine.SimpleAnalysisResult, name) and hasattr(seajay.Analysis, name)
    public = {name for name in dir(seajay.Engine) if not name.startswith("_")}
    assert public <= set(dir(seajay.AsyncEngine)) and set(seajay.__all__) <= set(dir(seajay))


def test_misuse_is_told_what_to_do(engine: seajay.Engine) -> None:
    import chess.pgn

    anything: Any = seajay
    for options in ("stockfish", ["stockfish"], 64):
        with pytest.raises(TypeError, match="neither a name nor a path"):
            anything.Engine(options)
        with pytest.raises(TypeError, match="mapping"):
            engine.configure(cast(Any, options))
    with pytest.raises(seajay.EngineError, match="did you mean Hash"):
        engine.configure({"Hahs": 64})
    with pytest.raises(seajay.EngineError, match="the options are .*UCI_Elo"):
        engine.play("startpos", Limit(depth=1), options={"Contempt": 64})
    with pytest.raises(seajay.EngineError, match="multipv= to analyse"):
        engine.configure({"MultiPV": 3})
    for copies in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="another process: make one there"):
            copies(engine)
    game = chess.pgn.Game()
    for node in (game, game.add_main_variation(chess.Move.from_uci("e2e4"))):
        for use in (seajay.Game, engine.evaluate):
            with pytest.raises(TypeError, match=r"game.end\(\).board\(\)"):
                use(node)
    assert engine.play(game.end().board(), Limit(depth=1)).move


def test_an_exception_amid_a_command_leaves_no_search(
    engine: seajay.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Ctrl-C may come between any two steps of Python."""

    def interrupted() -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(engine._handle, "wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            engine.play(chess.Board(), Limit(time=1000))
    engine.configure({"Hash": 1})
    assert engine.play(chess.Board(), Limit(depth=2)).move


def test_a_limit_must_be_set(engine: seajay.Engine) -> None:
    board, nothing, number = chess.Board(), cast(Any, None), cast(Any, 0.1)
    for command in (engine.play, engine.analyse):
        for limit in (nothing, Limit()):
            with pytest.raises(seajay.EngineError, match="limit"):
                command(board, limit)
        with pytest.raises(TypeError, match=r"Limit\(time=0.1\), not 0.1"):
            command(board, number)
    with pytest.raises(TypeError, match="not 0.1"):
        engine.analysis(board, number)
    with pytest.raises(seajay.EngineError, match="analysis.. without"):
        engine.analysis(board, Limit())
    assert engine.play(board, Limit(nodes=300), ponder=True).ponder
    with pytest.raises(seajay.EngineError, match="limit"):
        engine.play(board, nothing)


def test_an_analysis_keeps_its_engine() -> None:
    with seajay.Engine({"Hash": 1}).analysis(chess.Board()) as analysis:
        gc.collect()
        for info in analysis:
            if info["depth"] >= 11:
                break
        assert analysis.info["depth"] >= 11
    assert analysis.wait().move in chess.Board().legal_moves


def test_an_analysis_that_has_ended_lets_its_engine_go() -> None:
    engine = seajay.Engine({"Hash": 1})
    analysis, gone = engine.analysis(chess.Board(), Limit(depth=2)), weakref.ref(engine)
    del engine
    analysis.wait()
    until = time.monotonic() + 10
    while gone() is not None and time.monotonic() < until:
        time.sleep(0.01)
    assert gone() is None and analysis.multipv[0]["depth"] == 2


def test_an_analysis_has_ended_when_its_stream_has(engine: seajay.Engine) -> None:
    posted: list[tuple[bool, bool]] = []
    has_begun = threading.Event()

    def post(info: Any) -> None:
        assert has_begun.wait(20)
        posted.append((info is None, stream.ended.is_set()))

    nothing: dict[str, Any] = dict(multipv=None, game=None, root_moves=None, options={})
    stream = engine._start_analysis(post, chess.Board(), Limit(depth=3), info=chess.engine.INFO_ALL, **nothing)
    has_begun.set()
    assert stream.ended.wait(20)
    assert posted[-1] == (True, False) and not any(ended for _, ended in posted)


def test_a_game_is_a_position(engine: seajay.Engine) -> None:
    game = seajay.Game("startpos moves f2f3 e7e5")
    game.play("g2g4")
    assert engine.play(game, Limit(depth=3)).move == chess.Move.from_uci("d8h4")
    info = engine.analyse(game, Limit(depth=3))
    assert info["score"] == chess.engine.PovScore(Mate(1), chess.BLACK)
    # Chess960 too, where the text alone does not say so.
    board = chess.Board.from_chess960_pos(518)
    assert seajay.Game(board).chess960 and seajay.Game(seajay.Game(board)).chess960


def test_short_and_long_searches_are_the_same(engine: seajay.Engine) -> None:
    """Short ones search on the thread of the caller, but not with a listener."""
    found = [
        engine.analyse(chess.Board(), Limit(nodes=9_000), game=object(), on_info=on_info)
        for on_info in (None, lambda info: None)
    ]
    for info in found:
        assert info.pop("nodes") == 9_000 and info.pop("time") >= 0 and info.pop("nps") >= 0
    assert found[0] == found[1]


FORK = """
import asyncio, os, signal, warnings
import seajay
from seajay.aio import AsyncEngine
warnings.simplefilter("ignore")
other = AsyncEngine({"Hash": 1})
async def play():
    await other.play("startpos", seajay.Limit(nodes=100))
asyncio.run(play())
with seajay.Engine({"Hash": 1}) as engine:
    engine.play("startpos", seajay.Limit(nodes=100))
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        for use in (
            lambda: engine.play("startpos", seajay.Limit(nodes=100)),
            lambda: engine.analysis("startpos"),
            lambda: asyncio.run(play()),
        ):
            try:
                use()
                os._exit(1)
            except seajay.EngineError as error:
                assert "fork" in str(error)
        engine.close()
        with seajay.Engine({"Hash": 1}) as own:
            own.play("startpos", seajay.Limit(nodes=100))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    engine.play("startpos", seajay.Limit(nodes=100))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_an_engine_is_of_no_use_in_a_fork() -> None:
    subprocess.run([sys.executable, "-c", FORK], check=True, timeout=60)


@pytest.mark.parametrize("is_searching", [False, True])
def test_a_command_whose_end_was_lost(engine: seajay.Engine, is_searching: bool) -> None:
    """As where a signal's handler raises between the call of a command's end and its first step."""

    def begin() -> None:
        handle = engine._handle.acquire(is_search=True)
        if is_searching:
            set_limits(handle.limits, None, endless=True)
            handle.start()

    begin()
    assert engine.play(chess.Board(), Limit(nodes=100)).move
    begin()
    engine.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_handler_of_a_signal_that_wants_a_command_amid_one(engine: seajay.Engine) -> None:
    """It would wait for what it interrupts."""

    def handle(*_: object) -> None:
        engine.play(chess.Board(), Limit(nodes=100))

    earlier = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    try:
        with pytest.raises(seajay.SeajayError, match="signal"):
            engine.play(chess.Board(), Limit(time=1000))
    finally:
        signal.signal(signal.SIGALRM, earlier)
    assert engine.play(chess.Board(), Limit(nodes=100)).move


MANY = """
import time
import seajay

engines = [seajay.Engine({"Hash": 1}) for _ in range(40)]
searches = [engine.analysis("startpos") for engine in engines]
time.sleep(0.5)
print(time.time(), flush=True)
"""


DAEMONS = """
import threading, time
import seajay

def play(engine, limit):
    while True:
        engine.play("startpos", limit)

engines = [seajay.Engine({"Hash": 1}) for _ in range(4)]
for engine, limit in zip(engines, [seajay.Limit(time=1000), seajay.Limit(nodes=100)] * 2):
    threading.Thread(target=play, args=(engine, limit), daemon=True).start()
time.sleep(0.5)
print(time.time(), flush=True)
"""


def test_the_interpreter_exits_from_daemon_threads_in_silence() -> None:
    left, ended = run_to_exit(DAEMONS)
    assert ended - left < 5


def test_the_interpreter_exits_at_once_from_many_searches() -> None:
    """Stopped one after the other, beside those that go on, they take seconds."""
    left, ended = run_to_exit(MANY)
    assert ended - left < 1.5
