"""An editable install, as `pip install -e` makes it, in a checkout made for the test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import chess
import pytest

from seajay import capi

PACKAGE = Path(__file__).resolve().parents[1]


def test_an_editable_install_uses_the_library_of_its_checkout(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    checkout = tmp_path / "checkout"
    shutil.copytree(
        PACKAGE, checkout / "python", ignore=shutil.ignore_patterns("tests", ".*", "__pycache__")
    )
    shutil.copy(PACKAGE.parent / "Cargo.toml", checkout)
    # Pip asks for the metadata first, of which cargo knows nothing.
    environment = {"PIP_BUILD_TRACKER": "x", "CARGO": "none"} | {
        name: value
        for name, value in os.environ.items()
        if name not in ("SEAJAY_LIBRARY", "PYTHONPATH")
    }

    def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=100
        )

    ask = f"import build_library as b; print(b.prepare_metadata_for_build_wheel({str(tmp_path)!r}))"
    ran = run(checkout / "python", "-c", ask)
    metadata = (tmp_path / ran.stdout.strip() / "METADATA").read_text(encoding="utf-8")
    assert "Name: seajay\n" in metadata and "Requires-Dist: chess" in metadata

    build = f"import hatchling.build as b; print(b.build_editable({str(tmp_path)!r}))"
    ran = run(checkout / "python", "-c", build)
    assert ran.returncode and "run `cargo build --release` first" in ran.stderr, ran

    library = checkout / "target" / "release" / capi.LIBRARY_NAME
    library.parent.mkdir(parents=True)
    shutil.copy(capi.library._name, library)
    ran = run(checkout / "python", "-c", build)
    assert ran.returncode == 0, ran
    site = tmp_path / "site"
    with zipfile.ZipFile(tmp_path / ran.stdout.split()[-1]) as wheel:
        wheel.extractall(site)
    # Before the other packages, which may include an ordinary install.
    others = str(Path(chess.__file__).parents[1])
    paths = f"import site, sys; site.addsitedir({str(site)!r}); sys.path.append({others!r})"
    program = "import seajay; print(seajay.capi.library._name, len(seajay.Game().legal_moves()))"
    ran = run(tmp_path, "-S", "-c", f"{paths}; {program}")
    assert ran.stdout.split() == [str(library), "20"], ran
