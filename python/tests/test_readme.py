"""The programs of the READMEs, as users run them, and their types."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

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
        reviews: seajay.Reviews = await engine.review("startpos", limit)
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
