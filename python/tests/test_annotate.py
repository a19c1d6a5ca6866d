"""Annotated games, read again by python-chess."""

from __future__ import annotations

import dataclasses
import itertools
import os
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

import pgn_oracle
import seajay
from pgn_oracle import read
from seajay.__main__ import main
from seajay.annotate import annotate

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


def read_chess(text: str) -> list[chess.pgn.Game]:
    return list(pgn_oracle.read_chess(text))


@pytest.fixture
def pgn(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(f"{FOOL}\n{SCHOLAR}\n", encoding="utf-8")
    return path


def test_annotations() -> None:
    fool, scholar = annotate(read(FOOL + "\n" + SCHOLAR), LIMIT, workers=2)
    game = read_chess(str(fool.game))[0]
    assert not game.errors and game.headers["Annotator"].startswith("seajay")
    f3, e5, g4, mate = game.mainline()
    # g4 is the blunder: it allows a mate in one, which the evaluation tells.
    assert g4.eval().white() == chess.engine.Mate(-1) and g4.eval_depth() > 0
    assert chess.pgn.NAG_BLUNDER in g4.nags and not mate.nags and not e5.nags
    assert -150 < f3.eval().white().score() < 50
    # What was there stays; the mate on the board has no number.
    assert "A plan" in f3.comment and "e4" in fool.game.variations[1][0] and mate.comment == ""
    # The better line is one: legal, since python-chess has read it, and another move than the one played.
    (better,) = [node for node in e5.variations if node.starting_comment == "seajay"]
    assert better.move != g4.move and better.move.uci() == fool.reviews[2].best_move.uci()
    # The accuracy, as of the review.
    white, black = (float(game.headers[f"{side}Accuracy"]) for side in ("White", "Black"))
    assert (white, black) == pytest.approx(seajay.accuracy(fool.reviews), abs=0.05) and white < black
    assert [review.mark for review in scholar.reviews][5] is seajay.Mark.BLUNDER


def test_evaluations_are_those_of_the_positions() -> None:
    """Of the search of the position after each move, which a review makes too."""
    (annotated,) = annotate(read(SCHOLAR), LIMIT)
    (game,) = read_chess(str(annotated.game))
    for node, review in zip(list(game.mainline()), annotated.reviews[1:]):
        assert node.eval() == review.before and node.eval_depth() == review.depth
    # A mate is counted from the position after the move.
    mate = '[SetUp "1"]\n[FEN "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"]\n\n1. Ra6 f6 2. Bxf6+ Rg7 3. Rxa8# *'
    (annotated,) = annotate(read(mate), seajay.Limit(depth=8))
    nodes = list(read_chess(str(annotated.game))[0].mainline())
    assert [node.eval().white().mate() for node in nodes[:-1]] == [2, 2, 1, 1]
    assert nodes[-1].eval() is None


def test_a_side_that_never_moved_has_no_accuracy() -> None:
    (annotated,) = annotate(read("1. e4 *"), LIMIT)
    assert "WhiteAccuracy" in annotated.game.tags and "BlackAccuracy" not in annotated.game.tags


def test_annotating_again_changes_nothing() -> None:
    (once,) = annotate(read(FOOL), LIMIT)
    text = str(once.game)
    assert "{seajay}" in text
    (twice,) = annotate(read(text), LIMIT)
    assert str(twice.game) == text


def test_only_what_annotations_are_made_of_is_replaced() -> None:
    text = FOOL.replace("A plan", "A [%clk 0:01:00] plan [%eval -9.50,3] [%eval #4]")
    text = text.replace("(1. e4 e5)", "(1. e4 e5) ({seajay} 1. a4 a5) (1. h4 {seajay})")
    (again,) = annotate(read(text), LIMIT)
    comment, variations = again.game.comments[1], again.game.variations[1]
    assert "A [%clk 0:01:00] plan" in comment and comment.count("[%eval ") == 1 and "-9.50" not in comment
    assert variations[:2] == ["1. e4 e5", "1. h4 {seajay}"]
    assert not any("a4 a5" in variation for variation in variations)


def test_the_annotator() -> None:
    ours = f"seajay {seajay.__version__}"
    for before, after in (
        ("", ours),
        ('[Annotator "?"]\n', ours),
        ('[Annotator "seajay 0.0.1"]\n', ours),
        ('[Annotator "A. Person"]\n', "A. Person"),
    ):
        (annotated,) = annotate(read(before + FOOL), seajay.Limit(nodes=500))
        assert annotated.game.tags["Annotator"] == after


def test_marks_of_people_stay() -> None:
    (annotated,) = annotate(read(FOOL.replace("2. g4", "2. g4 $5")), LIMIT)
    assert annotated.game.nags[3] == [chess.pgn.NAG_SPECULATIVE_MOVE]


def test_games_without_moves() -> None:
    games = list(annotate(read('[White "Nobody"]\n\n*\n\n' + SCHOLAR), LIMIT))
    assert [len(game.reviews) for game in games] == [0, 7]


def test_games_that_cannot_be_played_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.pgn"
    bad = ['[Variant "Atomic"]\n\n1. e4 e5 *', '[SetUp "1"]\n[FEN "nonsense"]\n\n*']
    path.write_text("\n\n".join([bad[0], SCHOLAR, bad[1], "1. e4 e5 2. Ke4 Nc6 *", FOOL]))
    assert main(["annotate", str(path), "--nodes", "200"]) == 1
    said = capsys.readouterr()
    for number, word in ((1, "Atomic"), (3, "FEN")):
        assert f"game {number} is left out" in said.err
        assert re.search(rf"game {number}: .*{word}", said.err), said.err
    # A game with a mistake in its moves is written up to there.
    assert "game 4: line" in said.err and "Ke4" in said.err
    assert [len(list(game.mainline())) for game in read_chess(said.out)] == [7, 2, 4]


@pytest.mark.parametrize("ply", range(4))
@pytest.mark.parametrize(
    "fault, lost",
    [
        ("Ke4", "the rest"),
        ("--", "the rest"),
        ("Sf3", "the rest"),
        (")", "what is wrong here"),
        ("{open", "the rest"),
        ("(Ke4)", "what is wrong here"),
    ],
)
def test_what_is_left_out_is_said_at_its_place(
    fault: str, lost: str, ply: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if fault == "(Ke4)" and ply == 0:
        pytest.skip("there is no move to replace")
    moves = ["e4", "e5", "Nf3", "Nc6"]
    path = tmp_path / "bad.pgn"
    path.write_text("\n".join(['[White "A"]', "", *moves[:ply], fault, *moves[ply:], "*", "", SCHOLAR]))
    assert main(["annotate", str(path), "--nodes", "200"]) == 1
    said = capsys.readouterr()
    game, scholar = read(said.out)
    kept = ply if lost == "the rest" else 4
    assert game.game.ply_count() == kept and scholar.game.ply_count() == 7
    assert [at for at, text in game.comments.items() if "seajay: " in text] == [ply]
    assert f"seajay: line {3 + ply}: " in game.comments[ply] and f": {lost} is left out" in game.comments[ply]
    # Written again, it is said once and is no fault any more.
    path.write_text(said.out)
    assert main(["annotate", str(path), "--nodes", "200"]) == 0
    assert " ".join(capsys.readouterr().out.split()).count("left out") == 1


def test_the_command(pgn: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    out, graph = tmp_path / "out.pgn", tmp_path / "graph.svg"
    arguments = ["annotate", str(pgn), "-o", str(out), "--graph", str(graph), "--nodes", "2000"]
    assert main(arguments) == 0
    games = read_chess(out.read_text(encoding="utf-8"))
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


def test_names_that_no_graph_can_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A dollar begins no mathematics, and what a font lacks is told in one sentence."""
    pytest.importorskip("matplotlib")
    names = [("ca$h_mo_ney", "da_$h"), ("\\frac{", "$\\x$"), ("\u68cb\u8056", "\u30c1\u30a7\u30b9"), ("A", "B")]
    path, graph = tmp_path / "games.pgn", tmp_path / "graph.svg"
    texts = [f'[White "{white}"]\n[Black "{black}"]\n\n1. e4 e5 *\n' for white, black in names]
    path.write_text("\n".join(texts), encoding="utf-8")
    assert main(["annotate", str(path), "--graph", str(graph), "--nodes", "100"]) == 0
    said = capsys.readouterr()
    assert len(read_chess(said.out)) == 4 == len(list(tmp_path.glob("graph*.svg")))
    assert "ca$h_mo_ney – da_$h" in graph.read_text(encoding="utf-8")
    assert len(said.err.splitlines()) <= 1 and said.err.startswith("seajay: game 3: ")


def test_a_graph_that_fails_ends_no_run(
    pgn: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure
    savefig = figure.savefig

    def fail_once(*arguments: Any) -> None:
        monkeypatch.setattr(figure, "savefig", savefig)
        raise RuntimeError("no such glyph")

    monkeypatch.setattr(figure, "savefig", fail_once)
    assert main(["annotate", str(pgn), "--graph", str(tmp_path / "g.svg"), "--nodes", "100"]) == 1
    said = capsys.readouterr()
    assert len(read_chess(said.out)) == 2 and [path.name for path in tmp_path.glob("*.svg")] == ["g-2.svg"]
    assert said.err == "seajay: game 1: its graph could not be drawn: no such glyph\n"


def test_names_of_moves_in_a_graph_lie_apart(engine: seajay.Engine) -> None:
    pytest.importorskip("matplotlib")
    from seajay.graph import draw

    (pgn,) = read("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 *")
    blunders = [
        dataclasses.replace(review, mark=seajay.Mark.BLUNDER)
        for review in engine.review(pgn, seajay.Limit(nodes=100))
    ]
    axes = draw(pgn, blunders).axes[0]
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 6
    assert not any(one.overlaps(other) for one, other in itertools.combinations(boxes, 2))
    # The axis of a single move has that one only.
    (axes,) = draw(pgn, blunders[:1]).axes
    low, high = axes.get_xlim()
    assert [tick for tick in axes.get_xticks() if low <= tick <= high] == [1]


def test_the_command_as_a_filter(pgn: Path) -> None:
    command = [sys.executable, "-m", "seajay", "annotate", "-", "--depth", "4"]
    ran = subprocess.run(command, stdin=pgn.open("rb"), capture_output=True, timeout=100)
    assert ran.returncode == 0 and ran.stderr == b""
    assert len(read_chess(ran.stdout.decode())) == 2


def test_text_in_code_page_1252(tmp_path: Path) -> None:
    """It is written in UTF-8, whatever the locale says."""
    path, out = tmp_path / "latin.pgn", tmp_path / "out.pgn"
    path.write_bytes(FOOL.encode("latin-1"))
    assert main(["annotate", str(path), "-o", str(out), "--depth", "2"]) == 0
    command = [sys.executable, "-m", "seajay", "annotate", "-", "--depth", "2"]
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii:strict"}
    ran = subprocess.run(command, input=path.read_bytes(), capture_output=True, env=narrow)
    assert (ran.returncode, ran.stderr) == (0, b"")
    for written in (out.read_bytes(), ran.stdout):
        assert read_chess(written.decode())[0].headers["Event"] == "A caf\u00e9"


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
