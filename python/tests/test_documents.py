"""The programs of the READMEs, as users run them, and their types; and the notebooks, executed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import seajay

FOLDER = Path(__file__).resolve().parents[1]


def programs(readme: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", readme.read_text(encoding="utf-8"), re.S)


#: What the coroutines return depends on their arguments, as with Engine.
COROUTINES = """
from typing import Optional, Union
import seajay

async def main(count: Optional[int]) -> None:
    limit = seajay.Limit(nodes=1)
    for engine in (seajay.AsyncEngine(), seajay.EnginePool()):
        one: seajay.InfoDict = await engine.analyse("startpos", limit)
        several: list[seajay.InfoDict] = await engine.analyse("startpos", limit, multipv=2)
        either: Union[seajay.InfoDict, list[seajay.InfoDict]] = await engine.analyse("startpos", limit, multipv=count)
        played: seajay.PlayResult = await engine.play("startpos", limit, on_info=None)
        reviews: seajay.GameReview = await engine.review("startpos", limit)
"""

PROGRAMS = programs(FOLDER / "README.md")


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program(program: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=200
    )
    assert ran.returncode == 0 and ran.stdout and not ran.stderr, ran.stderr


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 8


def test_their_types(tmp_path: Path) -> None:
    """mypy accepts all of them, and would not accept anything."""
    pytest.importorskip("mypy")
    texts = [*PROGRAMS, COROUTINES, *programs(FOLDER.parent / "README.md"), "import seajay\nseajay.Engine(64)\n"]
    files = []
    for number, text in enumerate(texts):
        files.append(tmp_path / f"program{number}.py")
        files[-1].write_text(text, encoding="utf-8")
    package = Path(seajay.__file__).resolve().parents[1]
    path = {} if package.name == "site-packages" else {"MYPYPATH": str(package)}
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, files)],
        cwd=tmp_path,
        env={**os.environ, **path},
        capture_output=True,
        text=True,
        timeout=300,
    )
    errors = [line for line in ran.stdout.splitlines() if ": error: " in line]
    assert len(errors) == 1 and f"program{len(texts) - 1}.py:2" in errors[0], ran.stdout + ran.stderr


def outputs_of(name: str) -> list[Any]:
    """What a notebook shows."""
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    for package in ("ipykernel", "matplotlib", "pandas"):
        pytest.importorskip(package)
    notebook: Any = nbformat.read(FOLDER / "notebooks" / name, as_version=4)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in codes), "it is kept without its results"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    return [output for cell in codes for output in cell.outputs]


def test_the_notebook_of_move_ordering() -> None:
    outputs = outputs_of("move_ordering.ipynb")
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    texts = [output.text for output in outputs if output.output_type == "stream"]
    assert len(pictures) == 3
    # What the engine promises: late move reductions save nodes on this position.
    table = next(text for text in texts if "growth" in text)
    nodes = {
        line[:12].strip(): int(line[12:24].replace(",", "")) for line in table.splitlines()[1:]
    }
    assert nodes["no LMR"] > nodes["all three"] and nodes["none"] > nodes["all three"]
    assert sum("searched again" in text for text in texts) == 1


def test_the_notebook_of_reviews() -> None:
    board, review, accuracy, *tables = outputs_of("review.ipynb")
    board, review, *tables = (output["data"]["text/html"] for output in (board, review, *tables))
    assert "Paul Morphy" in board and "<svg" in board and "17. Rd8#" in board
    assert "17. Rd8#" in review and "points White may expect" in review
    assert accuracy.text.startswith("Accuracy: White ") and [table.count("<tr") for table in tables] == [6, 18]
