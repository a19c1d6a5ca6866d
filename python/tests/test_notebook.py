"""The notebook, executed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("matplotlib")

NOTEBOOK = Path(__file__).resolve().parents[1] / "notebooks" / "move_ordering.ipynb"


def test_the_notebook() -> None:
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in codes), "it is kept without its results"
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [output for cell in codes for output in cell.outputs]
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
