"""PGN, read and written, with python-chess as an oracle."""

from __future__ import annotations

import copy
import gzip
import io
import itertools
import os
import pickle
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable

import chess.pgn
import pytest

import pgn_oracle
import seajay
from pgn_oracle import read
from seajay import capi

#: Two games, with everything that belongs to a game, in two languages.
GAMES = """[Event "Caf\u00e9 de la R\u00e9gence"]
[White "Anderssen"]
[Black "\u0427\u0438\u0433\u043e\u0440\u0438\u043d"]
[Result "1-0"]

{A game} 1. e4 $1 {\u0445\u043e\u0440\u043e\u0448\u043e} ({or} 1. d4 d5 (1... Nf6 $5 {Indian}) 2. c4) (1. c4) 1... e5 2. f4
{das K\u00f6nigsgambit} exf4 1-0

[White "Nobody"]
[SetUp "1"]
[FEN "7k/8/5K2/6Q1/8/8/8/8 w - - 12 60"]

60. Qg7# *
"""


def test_a_game_is_read_as_its_parts() -> None:
    first, second = read(GAMES)
    assert first.tags == {
        "Event": "Caf\u00e9 de la R\u00e9gence",
        "White": "Anderssen",
        "Black": "\u0427\u0438\u0433\u043e\u0440\u0438\u043d",
        "Result": "1-0",
    }
    assert first.game.moves() == ["e2e4", "e7e5", "f2f4", "e5f4"] and first.error is None
    assert first.comments == {0: "A game", 1: "\u0445\u043e\u0440\u043e\u0448\u043e", 3: "das K\u00f6nigsgambit"}
    assert first.nags == {1: [1]}
    assert first.variations == {1: ["{or} 1. d4 d5 (1... Nf6 $5 {Indian}) 2. c4", "1. c4"]}
    assert second.game.fen().startswith("7k/6Q1/") and second.game.state() is seajay.GameState.CHECKMATE
    # As the documentation says of variations.
    before = first.game.copy()
    before.undo(before.ply_count() - (1 - 1))
    before.play_san(first.variations[1][0])
    assert before.moves() == ["d2d4", "d7d5", "c2c4"]


def test_all_sources_are_read_alike(tmp_path: Path) -> None:
    data = GAMES.encode()
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    with gzip.open(tmp_path / "games.gz", "wb") as packed:
        packed.write(data)
    expected = [str(pgn) for pgn in seajay.read_pgn(path)]
    assert len(expected) == 2

    def written() -> Any:
        file = tempfile.NamedTemporaryFile("r+", encoding="utf-8")
        file.write(GAMES)
        file.seek(0)
        return file

    sources: list[Callable[[], Any]] = [
        lambda: str(path),
        lambda: data,
        lambda: bytearray(data),
        lambda: io.StringIO(GAMES),
        lambda: io.BytesIO(data),
        lambda: open(path, encoding="utf-8"),
        lambda: open(path, "rb"),
        lambda: open(path, "rb", buffering=0),
        lambda: open(path, encoding="ascii", errors="surrogateescape"),
        lambda: gzip.open(tmp_path / "games.gz"),
        written,
    ]
    for make in sources:
        source = make()
        assert [str(pgn) for pgn in seajay.read_pgn(source)] == expected
        # A file of the caller stays open, where reading has ended.
        if hasattr(source, "close"):
            assert not source.closed and not source.read()
            source.close()


def test_what_is_no_source(tmp_path: Path) -> None:
    """The mistake is told when it is made, before the first game is read."""
    with pytest.raises(OSError, match=tmp_path.name):
        seajay.read_pgn(tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        seajay.read_pgn(tmp_path / "nowhere.pgn")
    with pytest.raises(ValueError, match="io.StringIO"):
        seajay.read_pgn(GAMES)
    for wrong in (7, None, [GAMES]):
        with pytest.raises(TypeError, match=type(wrong).__name__):
            seajay.read_pgn(wrong)  # type: ignore[arg-type]
    for wrong_read in (lambda _: 5, lambda _: None):
        with pytest.raises(TypeError, match="a file gives text or bytes"):
            list(seajay.read_pgn(type("File", (), {"read": staticmethod(wrong_read)})()))
    for wrong in (io.TextIOWrapper(io.BytesIO(b"1. e4 \xff"), "utf-8"), open(tmp_path / "w", "w")):
        with pytest.raises((ValueError, OSError)):
            list(seajay.read_pgn(wrong))
        wrong.close()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_text_in_utf16_is_named_as_such(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding=encoding)
    for read in (seajay.read_pgn(path), seajay.read_pgn(path.read_bytes()), seajay.PgnFile(path)):
        (pgn,) = read
        assert pgn.error and pgn.error.status == capi.SEAJAY_ERR_INVALID_PGN and "UTF-16" in str(pgn.error)
    with open(path, encoding=encoding) as file:
        assert [str(pgn) for pgn in seajay.read_pgn(file)] == [str(pgn) for pgn in seajay.read_pgn(GAMES.encode())]


def test_an_error_of_a_file_comes_after_the_games_before_it() -> None:
    class Broken(io.RawIOBase):
        def __init__(self) -> None:
            self.parts = [GAMES.encode() * 10, b"\n" * 50 + b"1. e4 e5"]

        def read(self, size: int = -1) -> bytes:
            if not self.parts:
                # Not even this is lost in a callback.
                raise KeyboardInterrupt
            return self.parts.pop(0)

    games = 0
    with pytest.raises(KeyboardInterrupt):
        for _ in seajay.read_pgn(Broken()):  # type: ignore[arg-type]
            games += 1
    assert games == 20


@pytest.mark.parametrize("returned", [0, -1])
def test_a_callback_that_is_interrupted_before_its_first_step(
    monkeypatch: pytest.MonkeyPatch, returned: int
) -> None:
    """ctypes swallows that and returns some number, as if the file had ended or failed."""
    monkeypatch.setattr(seajay.pgn._File, "read", lambda *_: returned)
    with pytest.raises(KeyboardInterrupt):
        list(seajay.read_pgn(io.BytesIO(GAMES.encode())))


def test_games_of_a_pipe_are_read_as_they_come() -> None:
    source, target = os.pipe()
    with ThreadPoolExecutor(1) as other, open(source, "rb") as file:
        games = seajay.read_pgn(file)
        try:
            os.write(target, GAMES.encode())
            assert other.submit(next, games).result(20).tags["White"] == "Anderssen"
        finally:
            os.close(target)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_opened_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as other:
        written = other.submit(pipe.write_text, GAMES, encoding="utf-8")
        assert len(list(seajay.read_pgn(pipe))) == 2
        written.result(20)


def test_generated_games_are_as_python_chess_has_them() -> None:
    numbers = random.Random(7)
    for count in range(30):
        chess960 = count % 3 == 0
        board = chess.Board.from_chess960_pos(numbers.randrange(960)) if chess960 else chess.Board()
        pgn_oracle.compare_made(numbers, board)


def test_a_fault_is_told_with_its_place() -> None:
    text = '[White "\u00e9"]\n\n1. e4\ne5\nQa9x {lost} e4 *\n\n[White "next"]\n\n1. e4 *'
    bad, good = read(text)
    assert good.tags == {"White": "next"} and good.error is None
    error = bad.error
    assert error is not None and bad.game.ply_count() == error.ply == 2
    assert text.encode()[error.offset :].startswith(b"Qa9x") and error.line == 5
    assert error.text == str(error) and "Qa9x" in error.text and "line 5" in error.text
    assert error.status == capi.SEAJAY_ERR_ILLEGAL_MOVE
    with pytest.raises(seajay.SeajayError, match="Qa9x"):
        raise error
    other = pickle.loads(pickle.dumps(error))
    assert (other.text, other.offset, other.line, other.ply) == (error.text, error.offset, error.line, error.ply)


def test_a_game_is_written_from_nothing(engine: seajay.Engine) -> None:
    pgn = seajay.PgnGame(tags={"White": 'the "engine"', "Black": "\\", "Result": "1/2-1/2"})
    while pgn.game.ply_count() < 30 and (move := engine.play(pgn.game, seajay.Limit(nodes=200)).move):
        pgn.game.play(move)
    pgn.comments[0] = "a } brace\nand a line"
    pgn.comments[4] += "more"
    pgn.nags[4] = {4}  # type: ignore[assignment]  # as python-chess has them
    pgn.variations[1] += ["a3 {slow} a6 2.h3 (2.h4)", "h4"]
    # Behind the last move: left out.
    pgn.comments[31], pgn.nags[99], pgn.variations[31] = "no", [3], ["no move"]
    (again,) = read(str(pgn))
    assert again.tags.items() >= pgn.tags.items() and list(again.tags)[4:7] == ["White", "Black", "Result"]
    assert again.game.moves() == pgn.game.moves()
    assert again.comments == {0: "a } brace and a line", 4: "more"} and again.nags == {4: [4]}
    assert again.variations == {1: ["1. a3 {slow} 1... a6 2. h3 (2. h4)", "1. h4"]}
    assert str(again) == str(pgn)


def test_what_cannot_be_written() -> None:
    for change, error in (
        (lambda pgn: pgn.variations[1].append("Ke2"), "Ke2"),
        (lambda pgn: pgn.variations[0].append("e4"), "ply 0"),
        (lambda pgn: pgn.tags.update({"two words": "x"}), "two words"),
        (lambda pgn: pgn.tags.update({"White": "a\0b"}), "NUL"),
        (lambda pgn: pgn.comments.update({-1: "x"}), "-1"),
        (lambda pgn: pgn.nags[1].append(256), "256"),
    ):
        pgn = seajay.PgnGame(seajay.Game("startpos moves e2e4"))
        change(pgn)
        with pytest.raises((seajay.SeajayError, ValueError), match=error):
            str(pgn)


def test_copies() -> None:
    pgn = read(GAMES)[0]
    for again in (copy.deepcopy(pgn), pickle.loads(pickle.dumps(pgn))):
        assert str(again) == str(pgn) and again == pgn
        # Looking for a note makes none.
        assert again.comments[2] == "" and again == pgn
        again.game.undo()
        assert again != pgn
        again.comments[2] += "other"
        assert pgn.game.ply_count() == 4 and 2 not in pgn.comments
    assert repr(pgn) == "<PgnGame Anderssen \u2013 \u0427\u0438\u0433\u043e\u0440\u0438\u043d, 4 plies>"


def test_games_of_python_chess() -> None:
    """What its own reader and writer would lose too: braces, backslashes, line breaks."""
    game = chess.pgn.Game({"White": 'a "b" \\ c', "Black": "\\\\"})
    game.comment = "{open} and \\ and\nnext"
    child = game.add_variation(chess.Move.from_uci("e2e4"), comment="}", nags=[3])
    other = game.add_variation(chess.Move.from_uci("d2d4"), comment="} {", starting_comment="or }")
    other.add_variation(chess.Move.from_uci("d7d5")).nags.add(5)
    other.add_variation(chess.Move.null(), comment="passes")
    child.add_variation(chess.Move.from_uci("e7e5"))
    pgn = seajay.PgnGame.from_chess(game)
    assert pgn.error is None and pgn.comments[0] == "{open} and \\ and next"
    again = pgn.to_chess()
    assert again.headers.items() >= game.headers.items() and pgn_oracle.tree(again) == pgn_oracle.tree(game)
    # A null move in the game itself is none that it can play.
    child.end().add_variation(chess.Move.null())
    pgn = seajay.PgnGame.from_chess(game)
    assert pgn.error is not None and pgn.game.moves() == ["e2e4", "e7e5"]


MEMORY = """
import io, resource, sys
import seajay

class Endless(io.RawIOBase):
    # Some bytes at a time, as often as asked for.
    def __init__(self, text, size):
        self.text, self.left = text, size // len(text)
    def read(self, size=-1):
        self.left -= 1
        return self.text if self.left >= 0 else b""

def peak(size):
    count = sum(1 for _ in seajay.read_pgn(Endless(sys.stdin.buffer.read() if size is None else text, size)))
    return count, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

text = sys.stdin.buffer.read()
(few, before), (many, after) = peak(300_000), peak(6_000_000)
print(few, many, after - before)
"""


def test_memory_does_not_grow_with_the_file() -> None:
    numbers = random.Random(5)
    text = "\n\n".join(str(pgn_oracle.make(numbers, chess.Board())) for _ in range(20)) + "\n\n"
    ran = subprocess.run(
        [sys.executable, "-c", MEMORY], input=text.encode(), capture_output=True, timeout=200, check=True
    )
    few, many, kilobytes = map(int, ran.stdout.split())
    assert many > 15 * few > 0 and kilobytes < 2000


def test_reading_ends_where_the_caller_ends_it() -> None:
    file = io.BytesIO(GAMES.encode() * 10_000)
    assert len(list(itertools.islice(seajay.read_pgn(file), 3))) == 3
    assert file.tell() < 200_000


def test_a_file_is_a_sequence_of_games(tmp_path: Path) -> None:
    numbers = random.Random(5)
    made = [str(pgn_oracle.make(numbers, chess.Board())) + "\n\n" for _ in range(30)]
    path = tmp_path / "games.pgn"
    path.write_text("".join(made), encoding="utf-8")
    games = seajay.PgnFile(path)
    expected = list(seajay.read_pgn(path))
    assert len(games) == len(expected) == 30
    assert list(games) == expected
    order = list(range(-30, 30))
    numbers.shuffle(order)
    for index in order:
        assert games[index] == expected[index]
        assert games.tags(index).items() <= expected[index].tags.items()
    assert games[5:9] == expected[5:9] and games[::-7] == expected[::-7]
    for index in (30, -31):
        with pytest.raises(IndexError):
            games[index]
    assert [games.tags(index) for index in range(30)] == [games.tags(index) for index in range(30)]
    path.write_text("")
    with pytest.raises(RuntimeError, match="shorter"):
        games[3]
    with pytest.raises(FileNotFoundError):
        seajay.PgnFile(tmp_path / "none.pgn")
    empty = tmp_path / "empty.pgn"
    empty.touch()
    assert len(seajay.PgnFile(empty)) == 0


def test_the_end_of_the_moves_and_the_tag_are_both_there() -> None:
    tagged = '[Result "1-0"]\n1. e4'
    games = read(f'{tagged} 0-1\n{tagged} *\n{tagged}\n[Result "?"]\n1. e4 1/2\n1. e4')
    found = [(game.result, game.tags.get("Result"), str(game).split()[-1]) for game in games]
    draw = "1/2-1/2"
    white = ("1-0", "1-0", "1-0")
    assert found == [("0-1", *white[1:]), ("*", *white[1:]), white, (draw, draw, draw), ("*", None, "*")]


def test_a_game_begins_with_a_fen_as_people_have_it() -> None:
    text = "https://lichess.org/analysis/4k3/8/8/8/8/8/8/4K2R_w_KQkq"
    game = seajay.Game(text, ["e1g1"], lenient=True)
    assert game.start_fen() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1" and game.ply_count() == 1
    assert seajay.Game(lenient=True) == seajay.Game() == seajay.Game("position startpos", lenient=True)
    with pytest.raises(seajay.SeajayError):
        seajay.Game(text)
    with pytest.raises(seajay.SeajayError):
        seajay.Game("8/8", lenient=True)
    with pytest.raises(TypeError):
        seajay.Game(chess.Board(), lenient=True)
