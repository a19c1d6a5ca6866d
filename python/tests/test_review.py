"""Reviews, against the C interface, an independent computation, and invariants."""

from __future__ import annotations

import ast
import asyncio
import ctypes
import dataclasses
import io
import math
import pickle
import random
import re
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import chess.pgn
import chess.svg
import chess.syzygy
import pytest

import seajay
from seajay import Limit, Mark, Review, capi
from seajay.handle import Handle

LIMIT = Limit(nodes=1500)
FOOL = "startpos moves f2f3 e7e5 g2g4 d8h4"
SCHOLAR = "startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7"


def random_game(seed: int, plies: int = 24) -> seajay.Game:
    numbers, game = random.Random(seed), seajay.Game()
    while game.ply_count() < plies and game.state() is seajay.GameState.ONGOING:
        game.play(numbers.choice(sorted(game.legal_moves())))
    return game


GAMES = [seajay.Game(FOOL), seajay.Game(SCHOLAR), *map(random_game, range(4))]


def review(engine: seajay.Engine, game: Any, limit: Limit = LIMIT) -> seajay.GameReview:
    """The same every time."""
    engine.clear_history()
    return engine.review(game, limit)


def test_the_numbers_are_those_of_c(engine: seajay.Engine) -> None:
    """Read from the structs, without the package."""
    library, pointer = capi.library, capi.library.seajay_new()
    marks: set[int] = set()
    for game in GAMES:
        moves = (capi.SeajayReview * game.ply_count())()
        assert library.seajay_clear_history(pointer) == 0
        judged = library.seajay_review(
            pointer, game.pointer, capi.SeajayLimits(nodes=LIMIT.nodes), moves, len(moves), capi.SeajayReviewCallback(), None
        )
        reviews = review(engine, game)
        assert judged == len(reviews) == game.ply_count()
        for index, (found, move) in enumerate(zip(reviews, moves, strict=True)):
            assert (found.index, found.turn) == (index, index % 2 == 0)
            assert found.mark == move.mark and found.loss == move.loss and found.depth == move.depth
            assert found.expected_before == move.expected_before
            assert found.expected_after == move.expected_after
            assert found.best_move.uci() == move.best_move.decode()
            for score, of_c in ((found.before, move.before), (found.after, move.after)):
                mine = score.relative.mate() if of_c.kind == capi.SEAJAY_SCORE_MATE else score.relative.score()
                assert mine == of_c.value and score.turn == found.turn
            line = ctypes.create_string_buffer(768)
            assert library.seajay_review_line(pointer, index, line, 768) > 0
            assert [m.uci() for m in found.line] == line.value.decode().split()
            marks.add(found.mark)
        accuracy = (ctypes.c_double * 2)()
        assert library.seajay_review_accuracy(moves, len(moves), capi.SEAJAY_WHITE, accuracy) == 0
        assert seajay.accuracy(reviews) == seajay.accuracy(reversed(reviews)) == tuple(accuracy)
    library.seajay_free(pointer)
    assert marks == set(Mark)


def test_the_accuracy_of_a_part(engine: seajay.Engine) -> None:
    """The last moves alone, as a review that was ended leaves them, and where Black begins."""
    reviews = review(engine, seajay.Game("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 moves e8d7 e2e4 d7d6"))
    assert seajay.accuracy([]) == (100, 100)
    assert seajay.accuracy(reviews[:1]).white == 100 == seajay.accuracy(reviews[1:2]).black
    worst = dataclasses.replace(reviews[1], loss=1000)
    assert seajay.accuracy([worst, reviews[2]]).white < 10 < seajay.accuracy([reviews[2]]).white == 100


def test_a_reviewed_move_is_a_value(engine: seajay.Engine) -> None:
    for move in review(engine, FOOL):
        again = pickle.loads(pickle.dumps(move))
        assert again == move and again.to_dict() == move.to_dict() and dataclasses.replace(move, loss=-1) != move
        with pytest.raises(dataclasses.FrozenInstanceError):
            move.loss = 0  # type: ignore[misc]


def test_rows(engine: seajay.Engine, tmp_path: Path) -> None:
    """Numbers and text, which go into a file and out again; python-chess reads the clocks."""
    pandas, _ = map(pytest.importorskip, ("pandas", "pyarrow"))
    text = "1. f3 {[%clk 0:10:00]} e5 {[%clk 1:02:03.5] [%eval 0.5]} 2. g4 {none} Qh4# 0-1"
    (pgn,) = seajay.read_pgn(text.encode())
    reviews, path = review(engine, pgn, LIMIT), tmp_path / "rows.parquet"
    pandas.DataFrame(move.to_dict() for move in reviews).to_parquet(path)
    rows = pandas.read_parquet(path)
    nodes = list(chess.pgn.read_game(io.StringIO(text)).mainline())
    assert list(rows["played"]) == [node.move.uci() for node in nodes] == [move.played.uci() for move in reviews]
    assert [None if math.isnan(clock) else clock for clock in rows["clock"]] == [node.clock() for node in nodes]
    assert list(rows["mark"]) == [move.mark.name.lower() for move in reviews] and "blunder" in set(rows["mark"])
    assert rows["mate"][3] == 1 and math.isnan(rows["centipawns"][3]) and not math.isnan(rows["centipawns"][0])
    assert list(rows["white"]) == [True, False] * 2

    found = list(seajay.analyse_many([FOOL, "startpos"], LIMIT))
    pandas.DataFrame(map(seajay.to_dict, found)).to_parquet(path)
    rows = pandas.read_parquet(path)
    assert pandas.isna(rows["best"][0]) and rows["best"][1] == found[1]["pv"][0].uci() and rows["line"][0] == ""
    assert list(rows["stop_reason"]) == ["game_over", "nodes"] and rows["mate"][0] == 0
    assert list(rows["wins"] + rows["draws"] + rows["losses"]) == [1000, 1000]


def test_files_of_rows_can_be_read_together(engine: seajay.Engine, tmp_path: Path) -> None:
    """With the types that the README gives, also where a column has no value."""
    pandas, _ = map(pytest.importorskip, ("pandas", "pyarrow"))
    readme = Path(__file__).resolve().parents[1] / "README.md"
    texts = re.findall(r"\.astype\(\s*({.*?})", readme.read_text(encoding="utf-8"))
    (pgn,) = seajay.read_pgn(b"1. f3 {[%clk 0:10:00]} e5 2. g4 Qh4# 0-1")
    judged = [move.to_dict() for move in review(engine, pgn)]
    found = [*engine.analyse("startpos", LIMIT, multipv=2), engine.analyse(FOOL, LIMIT), streamed(engine)]
    for name, text, rows in zip("ab", texts, (judged, list(map(seajay.to_dict, found))), strict=True):
        (tmp_path / name).mkdir()
        for number, row in enumerate(rows):
            table = pandas.DataFrame([row]).astype(ast.literal_eval(text))
            table.to_parquet(tmp_path / name / f"{number}.parquet")
        table = pandas.read_parquet(tmp_path / name).astype(object)
        assert table.where(table.notna(), None).to_dict("records") == rows


def streamed(engine: seajay.Engine) -> seajay.InfoDict:
    """What has no reason to end."""
    with engine.analysis("startpos") as analysis:
        return next(iter(analysis))


def test_pictures_for_notebooks(engine: seajay.Engine) -> None:
    """python-chess draws the boards; the moves have their marks, and what a text says is none of HTML."""
    (pgn,) = seajay.read_pgn(b'[White "<b>"]\n[Black "B & C"]\n\n1. f3 e5 2. g4 $2 Qh4# 0-1')
    board = chess.Board(pgn.game.fen())
    picture = chess.svg.board(board, lastmove=chess.Move.from_uci("d8h4"), check=chess.E1, size=360)
    assert pgn.game._repr_svg_() == picture and picture in pgn._repr_html_()
    assert seajay.Game()._repr_svg_() == chess.svg.board(chess.Board(), size=360)
    assert "&lt;b&gt; – B &amp; C" in pgn._repr_html_() and "0-1" in pgn._repr_html_()
    assert re.search(r"1\. f3 e5 2\. <b [^>]*>g4\?</b> Qh4#", pgn._repr_html_())
    reviews = review(engine, pgn)
    signs = [move.mark.sign for move in reviews]
    moves = "1. f3{} e5{} 2. g4{} Qh4#{}".format(*signs)
    assert signs[2] == "??" and moves in re.sub("<.*?>", "", reviews._repr_html_())
    if find_spec("matplotlib"):
        root = xml.etree.ElementTree.fromstring(reviews._repr_html_().partition("</p>")[2])
        assert root.tag.endswith("svg")
    later = seajay.Game("4k3/8/8/8/8/8/4P3/4K3 b - - 0 20 moves e8d7 e2e4")
    assert re.search(r"20\.\.\. Kd7\S* 21\. e4", re.sub("<.*?>", "", engine.review(later, LIMIT)._repr_html_()))
    assert engine.review("startpos", LIMIT)._repr_html_()


def test_positions_in_every_form(engine: seajay.Engine) -> None:
    expected = review(engine, GAMES[1])
    board = chess.Board()
    for uci in GAMES[1].moves():
        board.push_uci(uci)
    for form in (board, SCHOLAR, seajay.PgnGame(GAMES[1])):
        engine.clear_history()
        assert engine.review(form, LIMIT) == expected
    assert len(board.move_stack) == 7 and isinstance(expected[0].best_move, chess.Move)
    # With moves before a capture, too, and from another start.
    board = chess.Board.from_chess960_pos(0)
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    assert len(engine.review(board, Limit(nodes=100))) == 3
    with pytest.raises(TypeError, match="game.end"):
        engine.review(chess.pgn.Game(), LIMIT)
    assert engine.review("startpos", LIMIT) == []


def test_what_another_search_has_set_plays_no_part(engine: seajay.Engine) -> None:
    expected = review(engine, GAMES[1])
    engine.analyse("startpos", Limit(nodes=500), multipv=4, options={"UCI_LimitStrength": True})
    assert review(engine, GAMES[1]) == expected
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 500})
    assert review(engine, GAMES[1]) == expected
    assert engine.play("startpos", Limit(nodes=300), ponder=True).move
    assert review(engine, GAMES[1]) == expected


def test_a_listener_that_ends_it_keeps_what_was_judged(engine: seajay.Engine) -> None:
    game = random_game(5)
    whole = review(engine, game)
    told: list[Review] = []
    engine.clear_history()
    assert engine.review(game, LIMIT, told.append) == whole and told == whole[::-1]
    for count in (1, 7, len(whole)):
        engine.clear_history()
        part = engine.review(game, LIMIT, lambda found: found.index == len(whole) - count)
        assert part == whole[-count:]
    assert engine.play("startpos", Limit(nodes=100)).move


def test_an_exception_of_a_listener(engine: seajay.Engine) -> None:
    def fail(found: Review) -> None:
        if found.index == 3:
            raise KeyError("here")

    with pytest.raises(KeyError, match="here"):
        engine.review(GAMES[1], LIMIT, fail)
    # It would wait for itself.
    with pytest.raises(seajay.SeajayError, match="listener"):
        engine.review(GAMES[1], LIMIT, lambda found: engine.play("startpos", LIMIT))
    assert len(review(engine, GAMES[1])) == 7


def test_a_stop_right_after_the_start_is_not_lost(
    engine: seajay.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Handle.start_review

    def start_and_stop(handle: Handle, *arguments: Any) -> None:
        start(handle, *arguments)
        engine.stop()

    monkeypatch.setattr(Handle, "start_review", start_and_stop)
    for _ in range(100):
        assert engine.review("startpos moves e2e4", Limit(time=1000)) == []


def test_another_command_cancels_it(engine: seajay.Engine) -> None:
    with ThreadPoolExecutor(1) as other:
        for wait in (0, 0.001, 0.05):
            running = other.submit(engine.review, "startpos moves e2e4", Limit(time=1000))
            while not engine._handle._commands:
                pass
            time.sleep(wait)
            assert engine.play("startpos", Limit(nodes=100)).move
            with pytest.raises(seajay.CancelledError):
                running.result(20)
        running = other.submit(engine.review, "startpos moves e2e4", Limit(time=1000))
        time.sleep(0.02)
        engine.close()
        with pytest.raises(seajay.EngineTerminatedError):
            running.result(20)


def test_asyncio() -> None:
    async def main() -> None:
        async with seajay.AsyncEngine() as engine:
            told: list[Review] = []
            reviews = await engine.review(GAMES[1], LIMIT, told.append)
            assert [found.index for found in reviews] == list(range(7)) and told == reviews[::-1]
            task = asyncio.create_task(engine.review(GAMES[1], Limit(time=1000)))
            await asyncio.sleep(0.02)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await engine.clear_history()
            assert len(await engine.review(GAMES[0], LIMIT)) == 4

    asyncio.run(asyncio.wait_for(main(), 60))


def test_many_games() -> None:
    """In order, and the same on any number of engines as on one after the other."""
    games = [*GAMES, seajay.PgnGame(GAMES[1]), seajay.Game()]
    with seajay.Engine() as engine:
        expected = [review(engine, getattr(game, "game", game)) for game in games]
    for workers in (1, 3, None):
        found = list(seajay.review_many(iter(games), LIMIT, workers=workers))
        assert [game for game, _ in found] == games and [reviews for _, reviews in found] == expected
    with pytest.raises(ValueError, match="workers"):
        seajay.review_many(games, LIMIT, workers=0)
    bad = seajay.review_many([GAMES[0], "nonsense"], LIMIT)
    assert next(bad)[0] is GAMES[0]
    with pytest.raises(seajay.SeajayError, match="game 1: "):
        next(bad)
    # Left amid searches.
    begun = time.monotonic()
    for _, reviews in seajay.review_many([GAMES[3], *GAMES], Limit(time=0.05), workers=2):
        break
    assert time.monotonic() - begun < 20


def test_tablebases(engine: seajay.Engine, tmp_path: Path) -> None:
    won, drawn = "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "7k/8/6K1/8/8/8/8/5Q2 b - - 0 1"
    folder = Path(__file__).resolve().parents[2] / "tests" / "data" / "syzygy"
    assert engine.probe_tb(won) is None
    engine.configure({"SyzygyPath": str(folder)})
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        for fen in (won, won.replace(" w ", " b "), drawn):
            board = chess.Board(fen)
            assert engine.probe_tb(board) == (tables.probe_wdl(board), tables.probe_dtz(board))
    assert engine.probe_tb("startpos") is None
    # Without distances.
    (tmp_path / "KQvK.rtbw").write_bytes((folder / "KQvK.rtbw").read_bytes())
    engine.configure({"SyzygyPath": str(tmp_path)})
    assert engine.probe_tb(won) == (2, None)


def test_the_example(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "Fool"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Black ""]\n\n1. e4 e5 2. Ke3 *\n')
    example = Path(__file__).resolve().parents[2] / "examples" / "review.py"
    ran = subprocess.run(
        [sys.executable, str(example), str(path), "3000"], capture_output=True, text=True, timeout=100
    )
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    fool, bad = ran.stdout.split(" -  *")
    assert "Fool -  0-1" in fool and re.search(r"2\.  g4\?\? +loses +\d\d\.\d %   better: \S+ \S", fool)
    assert "Ke3" in bad and "line 7" in bad and "accuracy" in bad
    missing = subprocess.run([sys.executable, str(example), "/nowhere"], capture_output=True, text=True)
    assert missing.returncode == 2 and "/nowhere" in missing.stderr and not missing.stdout
