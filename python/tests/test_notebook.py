"""The notebooks, executed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
for package in ("ipykernel", "matplotlib", "pandas"):
    pytest.importorskip(package)

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


def outputs_of(name: str) -> list[Any]:
    notebook: Any = nbformat.read(FOLDER / name, as_version=4)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in codes), "it is kept without its results"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    return [output for cell in codes for output in cell.outputs]


def test_move_ordering() -> None:
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


def test_review() -> None:
    board, review, accuracy, *tables = outputs_of("review.ipynb")
    board, review, *tables = (output["data"]["text/html"] for output in (board, review, *tables))
    assert "Paul Morphy" in board and "<svg" in board and "17. Rd8#" in board
    assert "17. Rd8#" in review and "points White may expect" in review
    assert accuracy.text.startswith("Accuracy: White ") and [table.count("<tr") for table in tables] == [6, 18]
