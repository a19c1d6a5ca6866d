"""The archive example, on a local cluster of two workers."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import chess
import pytest

import seajay

pytest.importorskip("distributed")
pytest.importorskip("pyarrow")
import pyarrow.dataset  # noqa: E402

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "archive.py"

#: What follows the first tag.
GAMES = [
    "\n1. f3 e5 2. g4 Qh4# 0-1",
    "\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
    '\n1. d4 d5 2. c4 {\n[Event "not a tag"]\n} e6 1/2-1/2',
    "\n1. e4 c5 *",
    "\n1. Nf3 *",
    '[Variant "Atomic"]\n\n1. e4 *',
]


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("archive", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["archive"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    (folder / "more").mkdir(parents=True)
    for name, chosen in (("one.pgn", GAMES[:3]), ("more/two.pgn", GAMES[3:])):
        text = "\n".join(f'[Event "{name}"]\n{game}\n' for game in chosen)
        (folder / name).write_text(text)
    return folder


def run(games: Path, results: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE), str(games), str(results), "--workers", "2"]
    command += ["--nodes", "300", "--part", "2", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=200)


def rows(results: Path) -> list[dict[str, Any]]:
    files = [str(path) for path in sorted(results.glob("*.parquet"))]
    found: list[dict[str, Any]] = pyarrow.dataset.dataset(files).to_table().to_pylist()
    return found


def test_parts_are_whole_games(games: Path) -> None:
    parts = list(load().read_parts(games, 1))
    assert [(part.file, part.first) for part in parts] == [
        (name, number) for name in ("more/two.pgn", "one.pgn") for number in range(3)
    ]
    assert [part.games[0].game.ply_count() for part in parts] == [2, 1, 0, 4, 7, 4]
    assert [len(part.games) for part in load().read_parts(games, 2)] == [2, 1, 2, 1]


def test_an_archive_with_an_interruption(games: Path, tmp_path: Path) -> None:
    results = tmp_path / "results"
    first = run(games, results)
    assert first.returncode == 0, first.stderr
    assert "4 parts reviewed, 0 failed" in first.stdout
    found = rows(results)
    assert len(found) == 4 + 7 + 4 + 2 + 1
    assert {row["file"] for row in found} == {"one.pgn", "more/two.pgn"}
    # The oracle: python-chess for positions, and a review here for one game.
    for row in found:
        board = chess.Board(row["fen"])
        assert chess.Move.from_uci(row["best"]) in board.legal_moves
        assert chess.Move.from_uci(row["played"]) in board.legal_moves and board.turn == row["white"]
    with seajay.Engine() as engine:
        reviews = engine.review("startpos moves f2f3 e7e5 g2g4 d8h4", seajay.Limit(nodes=300))
    fool = [row for row in found if (row["file"], row["game"]) == ("one.pgn", 0)]
    for row, review in zip(fool, reviews, strict=True):
        assert row.items() >= review.to_dict().items()

    # As if it had been ended before the last part.
    last = sorted(results.glob("*.parquet"))[-1]
    last.unlink()
    others = {path: path.stat().st_mtime_ns for path in results.glob("*.parquet")}
    again = run(games, results)
    assert "1 parts reviewed, 0 failed" in again.stdout, again.stderr
    assert all(path.stat().st_mtime_ns == time for path, time in others.items())
    assert rows(results) == found
    assert not list(results.glob("*.tmp"))

    other = run(games, results, "--hash", "1")
    assert other.returncode == 2 and "settings" in other.stderr
