"""The package: what it imports, what its own import costs, and an editable install."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import chess
import pytest

import seajay
from seajay import capi

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


def test_an_editable_install_uses_the_library_of_its_checkout(tmp_path: Path) -> None:
    """As `pip install -e` makes it, in a checkout made for the test."""
    pytest.importorskip("hatchling")
    source = Path(__file__).resolve().parents[1]
    checkout = tmp_path / "checkout"
    shutil.copytree(
        source, checkout / "python", ignore=shutil.ignore_patterns("tests", ".*", "__pycache__")
    )
    shutil.copy(source.parent / "Cargo.toml", checkout)
    # Pip asks for the metadata first, of which cargo knows nothing.
    environment = {"PIP_BUILD_TRACKER": "x", "CARGO": "none"} | {
        name: value
        for name, value in os.environ.items()
        if name not in ("SEAJAY_LIBRARY", "PYTHONPATH")
    }

    def run_in(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100
        )

    ask = f"import build_library as b; print(b.prepare_metadata_for_build_wheel({str(tmp_path)!r}))"
    ran = run_in(checkout / "python", "-c", ask)
    metadata = (tmp_path / ran.stdout.strip() / "METADATA").read_text(encoding="utf-8")
    assert "Name: seajay\n" in metadata and "Requires-Dist: chess" in metadata

    build = f"import hatchling.build as b; print(b.build_editable({str(tmp_path)!r}))"
    ran = run_in(checkout / "python", "-c", build)
    assert ran.returncode and "run `cargo build --release` first" in ran.stderr, ran

    library = checkout / "target" / "release" / capi.LIBRARY_NAME
    library.parent.mkdir(parents=True)
    shutil.copy(capi.library._name, library)
    ran = run_in(checkout / "python", "-c", build)
    assert ran.returncode == 0, ran
    site = tmp_path / "site"
    with zipfile.ZipFile(tmp_path / ran.stdout.split()[-1]) as wheel:
        wheel.extractall(site)
    # Before the other packages, which may include an ordinary install.
    others = str(Path(chess.__file__).parents[1])
    paths = f"import site, sys; site.addsitedir({str(site)!r}); sys.path.append({others!r})"
    program = "import seajay; print(seajay.capi.library._name, len(seajay.Game().legal_moves()))"
    ran = run_in(tmp_path, "-S", "-c", f"{paths}; {program}")
    assert ran.stdout.split() == [str(library), "20"], ran
