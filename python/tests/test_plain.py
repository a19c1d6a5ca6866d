"""The package without python-chess, and what its import costs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
