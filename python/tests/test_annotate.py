"""Annotated games, read again by python-chess."""

from __future__ import annotations

import io
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path
from typing import Iterator

import pytest

import seajay

chess = pytest.importorskip("chess")
import chess.pgn  # noqa: E402

from seajay.__main__ import main  # noqa: E402
from seajay.annotate import annotate, read_games  # noqa: E402

#: White allows the fool's mate, and has commented on it.
FOOL = """[Event "A caf\u00e9"]
[White "Fool"]
[Black "Lucky"]
[Result "0-1"]

1. f3 {A plan} (1. e4 e5) e5 2. g4 Qh4# 0-1
"""

SCHOLAR = """[White "Scholar"]
[Black "Victim"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""

LIMIT = seajay.Limit(nodes=5000)


def read(text: str) -> list[chess.pgn.Game]:
    return list(read_games(io.StringIO(text)))


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(f"{FOOL}\n{SCHOLAR}\n", encoding="utf-8")
    return path


def test_annotations() -> None:
    fool, scholar = annotate(read(FOOL + "\n" + SCHOLAR), LIMIT, workers=2)
    game = read(str(fool.game))[0]
    assert not game.errors and game.headers["Annotator"].startswith("seajay")
    f3, e5, g4, mate = game.mainline()
    # g4 is the blunder: it allows a mate in one, which the evaluation tells.
    assert g4.eval().white() == chess.engine.Mate(-1) and g4.eval_depth() > 0
    assert chess.pgn.NAG_BLUNDER in g4.nags and not mate.nags and not e5.nags
    assert -150 < f3.eval().white().score() < 50
    # What was there stays; the mate on the board has no number.
    assert "A plan" in f3.comment and len(game.variations) == 2 and mate.comment == ""
    # The better line is one: legal, and another move than the one that was played.
    better = re.search(r"\(best: 2\. (\S+)", g4.comment)
    assert better and g4.parent.board().parse_san(better[1]) != g4.move
    assert [position.san for position in fool.positions] == ["", "f3", "e5", "g4", "Qh4#"]
    assert fool.positions[-1].expectation == 0 and scholar.positions[-1].expectation == 1
    assert scholar.positions[-2].nag == chess.pgn.NAG_BLUNDER


def test_annotating_again_changes_nothing() -> None:
    (once,) = annotate(read(FOOL), LIMIT)
    text = str(once.game)
    (twice,) = annotate(read(text), LIMIT)
    assert str(twice.game) == text


def test_only_what_annotations_are_made_of_is_replaced() -> None:
    people = "(best: a quiet move) (best: 1. e4 at once)"
    ours = "[%eval -9.50,3] (best: 1. e4 e5 2. Nf3 Nc6 3. O-O+) (best: 1...exd5 2. e8=Q#)"
    (again,) = annotate(read(FOOL.replace("A plan", f"{people} {ours}")), LIMIT)
    comment = next(iter(again.game.mainline())).comment
    assert people in comment and comment.count("(best: ") <= 3
    assert "-9.50" not in comment and "3. O-O+" not in comment and "e8=Q#" not in comment


def test_the_annotator() -> None:
    ours = f"seajay {seajay.__version__}"
    for before, after in (
        ("", ours),
        ('[Annotator "?"]\n', ours),
        ('[Annotator "seajay 0.0.1"]\n', ours),
        ('[Annotator "A. Person"]\n', "A. Person"),
    ):
        (annotated,) = annotate(read(before + FOOL), seajay.Limit(nodes=500))
        assert annotated.game.headers["Annotator"] == after


def test_marks_of_people_stay() -> None:
    (game,) = annotate(read(FOOL.replace("2. g4", "2. g4 $5")), LIMIT)
    nags = [node.nags for node in game.game.mainline()]
    assert nags[2] == {chess.pgn.NAG_SPECULATIVE_MOVE}


def test_games_are_taken_as_they_are_needed() -> None:
    taken = 0

    def endless() -> Iterator[chess.pgn.Game]:
        nonlocal taken
        for text in itertools.repeat(SCHOLAR):
            taken += 1
            yield read(text)[0]

    games = annotate(endless(), seajay.Limit(nodes=500), workers=2)
    assert len(list(itertools.islice(games, 5))) == 5 and taken < 20


def test_games_without_moves() -> None:
    games = list(annotate(read('[White "Nobody"]\n\n*\n\n' + SCHOLAR), LIMIT))
    assert [len(game.positions) for game in games] == [1, 8]


def test_games_that_cannot_be_played_are_left_as_they_are() -> None:
    texts = [
        '[Variant "Atomic"]\n\n1. e4 e5 *\n',
        SCHOLAR,
        '[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*\n',
        FOOL,
        '[Variant "Crazyhouse"]\n\n1. e4 e5 *\n',
    ]
    expected = [str(game) for game in read("\n".join(texts))]
    games = list(annotate(read("\n".join(texts)), LIMIT, workers=2))
    assert [len(game.positions) for game in games] == [0, 8, 0, 5, 0]
    for index in (0, 2, 4):
        assert str(games[index].game) == expected[index]


def test_a_game_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text('[SetUp "1"]\n[FEN "nonsense"]\n\n*\n\n' + SCHOLAR)
    assert main(["annotate", str(path), "--nodes", "200"]) == 2
    said = capsys.readouterr()
    assert "game 1 is left out" in said.err and len(read(said.out)) == 1


def test_the_command(pgn: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out, graph = tmp_path / "out.pgn", tmp_path / "graph.svg"
    arguments = ["annotate", str(pgn), "-o", str(out), "--graph", str(graph), "--nodes", "2000"]
    assert main(arguments) == 0
    games = read(out.read_text(encoding="utf-8"))
    assert [game.headers["White"] for game in games] == ["Fool", "Scholar"]
    assert games[0].headers["Event"] == "A caf\u00e9"
    for path, words in (
        (graph, ("Fool – Lucky", "g4??")),
        (tmp_path / "graph-2.svg", ("Scholar – Victim", "Nf6??")),
    ):
        root = xml.etree.ElementTree.parse(path).getroot()
        assert root.tag.endswith("svg")
        # matplotlib draws text as shapes, and writes it into comments.
        for word in words:
            assert word in path.read_text(encoding="utf-8"), word


def test_the_command_as_a_filter(pgn: Path) -> None:
    command = [sys.executable, "-m", "seajay", "annotate", "-", "--depth", "4"]
    ran = subprocess.run(command, stdin=pgn.open("rb"), capture_output=True, timeout=100)
    assert ran.returncode == 0 and ran.stderr == b""
    assert len(read(ran.stdout.decode())) == 2


def test_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    path, out = tmp_path / "latin.pgn", tmp_path / "out.pgn"
    path.write_bytes(FOOL.encode("latin-1"))
    assert main(["annotate", str(path), "-o", str(out), "--depth", "2"]) == 0
    assert "A caf\u00e9".encode("latin-1") in out.read_bytes()


def test_bytes_that_are_not_utf8_in_pipes() -> None:
    """Also where the locale is one of UTF-8 alone."""
    command = [sys.executable, "-m", "seajay", "annotate", "-", "--depth", "2"]
    strict = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    ran = subprocess.run(command, input=FOOL.encode("latin-1"), capture_output=True, env=strict)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert "A caf\u00e9".encode("latin-1") in ran.stdout


def test_a_graph_of_bytes_that_are_not_utf8(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path, out, graph = tmp_path / "latin.pgn", tmp_path / "out.pgn", tmp_path / "graph.svg"
    path.write_bytes(FOOL.encode("latin-1"))
    arguments = ["annotate", str(path), "-o", str(out), "--depth", "2", "--graph", str(graph)]
    assert main(arguments) == 0
    assert "A caf" in graph.read_text(encoding="utf-8")


def test_errors_of_the_command(pgn: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, part in (
        (["/nowhere.pgn"], "/nowhere.pgn"),
        ([str(pgn), "-o", str(pgn)], "overwrite"),
        ([str(pgn), "--hash", "99999999"], "Hash"),
    ):
        assert main(["annotate", *arguments]) == 2
        assert part in capsys.readouterr().err
    assert pgn.read_text(encoding="utf-8").startswith("[Event")
    for option, value, part in (
        ("--nodes", "0", "0 is not a whole number from 1"),
        ("--workers", "two", "two is not a whole number from 1"),
        ("--time", "0", "0 is not a time above 0"),
        ("--time", "nan", "nan is not a time above 0"),
        ("--time", "soon", "soon is not a time above 0"),
    ):
        with pytest.raises(SystemExit):
            main(["annotate", str(pgn), option, value])
        assert f"argument {option}: {part}" in capsys.readouterr().err


def test_a_game_with_a_mistake_in_its_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.pgn"
    path.write_text("1. e4 e5 2. Ke4 Nc6 *\n\n" + SCHOLAR)
    assert main(["annotate", str(path), "--nodes", "200"]) == 0
    said = capsys.readouterr()
    assert "game 1" in said.err and len(read(said.out)) == 2
