"""What the package imports, and what its own import costs."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import seajay

PACKAGE = Path(seajay.__file__).resolve().parent

#: Milliseconds of processor time that the import of this package may add to that of python-chess.
MAX_MS = 30

IMPORT = """
import time
import chess.engine
begin = time.process_time()
import seajay
print((time.process_time() - begin) * 1000)
"""


def imports(file: Path) -> set[str]:
    """The modules of the package that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            found |= {node.module} if node.module else {name.name for name in node.names}
    return {name if (PACKAGE / f"{name}.py").exists() else "__init__" for name in found}


def test_no_circle_of_imports_closes() -> None:
    left = {file.stem: imports(file) for file in PACKAGE.glob("*.py")}
    assert len(left) > 15 and "capi" in left["game"]
    while ends := {name for name, targets in left.items() if not targets & left.keys()}:
        left = {name: targets for name, targets in left.items() if name not in ends}
    assert not left, "a circle"


def run(program: str, **environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    return ran.stdout


def test_the_import_is_light(tmp_path: Path) -> None:
    # The first run compiles it, as pip does.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(tmp_path)}
    assert min(float(run(IMPORT, **compiled)) for _ in range(5)) <= MAX_MS


def test_a_missing_package_is_named_with_its_extra() -> None:
    program = """
import sys
sys.modules["matplotlib.axes"] = None
try:
    import seajay.graph
except ImportError as error:
    print(error)
"""
    assert "pip install 'seajay[graph]'" in run(program)
