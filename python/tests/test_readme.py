"""The programs of the README, as users run them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[1] / "README.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program(program: str) -> None:
    if "import chess" in program:
        pytest.importorskip("chess")
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=200
    )
    assert ran.returncode == 0 and ran.stdout and not ran.stderr, ran.stderr


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 4
