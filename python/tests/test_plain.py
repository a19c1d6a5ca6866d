"""The package without python-chess, and what its import costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import seajay

#: Milliseconds of processor time that the import of this package may add to that of chess.engine.
MAX_MS = 30

IMPORT = """
import time
import chess.engine
begin = time.process_time()
import seajay
print((time.process_time() - begin) * 1000)
"""


def run(*arguments: str, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_without_python_chess() -> None:
    assert run(str(Path(__file__).with_name("without_chess.py"))) == "well\n"


def test_the_import_is_light(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    # The first run compiles it, as pip does.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    assert min(float(run("-c", IMPORT, **compiled)) for _ in range(5)) <= MAX_MS


def test_a_missing_package_is_named_with_its_extra() -> None:
    program = """
import sys
sys.modules["matplotlib.axes"] = None
try:
    import seajay.graph
except ImportError as error:
    print(error)
"""
    assert "pip install 'seajay[graph]'" in run("-c", program)


def test_a_module_chess_that_is_another(tmp_path: Path) -> None:
    """A program is easily named chess.py; then the types of python-chess would be missing."""
    (tmp_path / "chess.py").write_text("pass\n")
    package = Path(seajay.__file__).resolve().parents[1]
    path = os.pathsep.join([str(tmp_path), str(package)])
    program = "try:\n import seajay\nexcept ImportError as error:\n print(error)"
    said = run("-c", program, PYTHONPATH=path)
    assert "python-chess 1.10" in said and str(tmp_path) in said
