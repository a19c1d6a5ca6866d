"""Reviews, against the C interface, an independent computation, and invariants."""

from __future__ import annotations

import asyncio
import ctypes
import io
import math
import random
import re
import statistics
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
    while game.ply_count() < plies and game.state() is seajay.State.ONGOING:
        game.play(numbers.choice(sorted(game.legal_moves())))
    return game


GAMES = [seajay.Game(FOOL), seajay.Game(SCHOLAR), *map(random_game, range(4))]


def review(engine: seajay.Engine, game: Any, limit: Limit = LIMIT) -> seajay.Reviews:
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
    library.seajay_free(pointer)
    assert marks == set(Mark)


def test_what_holds_of_every_review(engine: seajay.Engine) -> None:
    for game in GAMES:
        reviews = review(engine, game)
        for found, following in zip(reviews, reviews[1:]):
            assert found.expected_after == 1000 - following.expected_before
        for found, played in zip(reviews, game.moves(), strict=True):
            lost = found.expected_before - found.expected_after
            assert found.loss == (0 if played == found.best_move.uci() else max(lost, 0))
            least = {Mark.NONE: 0, Mark.INACCURACY: 50, Mark.MISTAKE: 100, Mark.BLUNDER: 150}
            assert found.mark == max((m for m in Mark if found.loss >= least[m]), key=lambda m: least[m])
            assert found.line[0] == found.best_move
            # Its line is legal.
            before = game.copy()
            before.undo(game.ply_count() - found.index)
            before.play(found.line)


def test_rows(engine: seajay.Engine, tmp_path: Path) -> None:
    """Numbers and text, which go into a file and out again; python-chess reads the clocks."""
    pandas = pytest.importorskip("pandas")
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


def test_a_mate_and_a_draw(engine: seajay.Engine) -> None:
    fool = review(engine, GAMES[0])
    assert fool[2].mark is Mark.BLUNDER and fool[2].mark.sign == "??" and fool[2].after.white().mate() == -1
    assert fool[3].after.relative.mate() == 1 and fool[3].expected_after == 1000 and not fool[3].mark
    drawn = review(engine, seajay.Game("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1 moves f1f7"))
    assert drawn[0].expected_after == 500 and drawn[0].mark is Mark.BLUNDER and drawn[0].loss > 400


def lichess(reviews: list[Review]) -> tuple[float, float]:
    """The accuracy of both sides as the guide has it, without a look at the library."""
    white = [r.expected_before / 10 if r.turn else 100 - r.expected_before / 10 for r in reviews]
    last = reviews[-1]
    white.append(last.expected_after / 10 if last.turn else 100 - last.expected_after / 10)
    size = min(max(len(reviews) // 10, 2), 8)
    windows = [white[:size]] * (size - 2) + [white[i : i + size] for i in range(len(white) - size + 1)]
    weights = [min(max(statistics.pstdev(window), 0.5), 12) for window in windows]
    moves = [
        min(max(103.1668 * math.exp(-0.04354 * r.loss / 10) - 3.1669, 0), 100) if r.loss else 100.0 for r in reviews
    ]

    def side(turn: bool) -> float:
        own = [(moves[i], weights[i]) for i, r in enumerate(reviews) if r.turn == turn]
        weighted = sum(m * w for m, w in own) / sum(w for _, w in own)
        return (weighted + statistics.harmonic_mean([max(m, 1) for m, _ in own])) / 2

    return side(True), side(False)


def test_the_accuracy(engine: seajay.Engine) -> None:
    for game in [*GAMES, random_game(9, 95), seajay.Game("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1 moves e8d7 e2e4 d7d6")]:
        reviews = review(engine, game, Limit(nodes=300))
        assert seajay.accuracy(reviews) == pytest.approx(lichess(reviews))
        assert seajay.accuracy(reversed(reviews)) == seajay.accuracy(reviews)
        # The last moves alone, as a review that was ended leaves them.
        if len(reviews) > 5:
            assert seajay.accuracy(reviews[3:]) == pytest.approx(lichess(reviews[3:]))
    assert seajay.accuracy([]) == (100, 100)
    assert seajay.accuracy(reviews[:1]).white == 100


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


def test_limits(engine: seajay.Engine) -> None:
    for limit in (Limit(), Limit(mate=2), Limit(white_clock=1, black_clock=1)):
        with pytest.raises(seajay.SeajayError) as caught:
            engine.review(GAMES[0], limit)
        assert caught.value.status == capi.SEAJAY_ERR_INVALID_ARGUMENT
    assert len(engine.review(GAMES[0], Limit(depth=2))) == 4
    assert len(engine.review(GAMES[0], Limit(time=0.002))) == 4


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


def test_stop_at_any_moment(engine: seajay.Engine) -> None:
    """Also before the review has begun; what was judged stays."""
    game = random_game(5)
    whole = review(engine, game)
    numbers = random.Random(1)
    with ThreadPoolExecutor(1) as other:
        lengths = set()
        for _ in range(40):
            engine.clear_history()
            running = other.submit(engine.review, game, LIMIT)
            time.sleep(numbers.random() * 0.03)
            engine.stop()
            part = running.result(20)
            assert part == whole[len(whole) - len(part) :]
            lengths.add(len(part))
    assert len(lengths) > 2


def test_a_stop_before_the_first_search_is_not_lost(
    engine: seajay.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library knows of no review yet then."""
    begun, review_of_c = threading.Event(), Handle.review

    def late(*arguments: Any) -> None:
        begun.set()
        time.sleep(0.1)
        review_of_c(*arguments)

    monkeypatch.setattr(Handle, "review", late)
    with ThreadPoolExecutor(1) as other:
        running = other.submit(engine.review, "startpos moves e2e4", Limit(time=1000))
        assert begun.wait(20)
        engine.stop()
        assert running.result(20) == []
        begun.clear()
        running = other.submit(engine.review, "startpos moves e2e4", Limit(time=1000))
        assert begun.wait(20)
        assert engine.play("startpos", Limit(nodes=100)).move
        with pytest.raises(seajay.CancelledError):
            running.result(20)


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


def test_tablebases(engine: seajay.Engine) -> None:
    """Against python-chess's reader of the same files."""
    folder = Path(__file__).resolve().parents[2] / "tests" / "data" / "syzygy"
    assert engine.probe_tb("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1") is None
    engine.configure({"SyzygyPath": str(folder)})
    numbers, outcomes = random.Random(4), set()
    with chess.syzygy.open_tablebase(str(folder)) as tables:
        while len(outcomes) < 3 or numbers.random() > 0.002:
            board = chess.Board(None)
            squares = numbers.sample(range(64), 3)
            board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
            board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
            kind = numbers.choice([chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN])
            board.set_piece_at(squares[2], chess.Piece(kind, numbers.random() < 0.5))
            board.turn = numbers.random() < 0.5
            if not board.is_valid():
                continue
            entry = engine.probe_tb(board)
            assert entry == (tables.probe_wdl(board), tables.probe_dtz(board)), board.fen()
            outcomes.add(entry.outcome)
    assert engine.probe_tb("startpos") is None


def test_tablebases_without_distances(engine: seajay.Engine, tmp_path: Path) -> None:
    table = Path(__file__).resolve().parents[2] / "tests" / "data" / "syzygy" / "KQvK.rtbw"
    (tmp_path / table.name).write_bytes(table.read_bytes())
    engine.configure({"SyzygyPath": str(tmp_path)})
    assert engine.probe_tb("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1") == (2, None)


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
