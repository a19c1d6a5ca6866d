"""Puts the library into the wheel: built with cargo from the checkout that this folder lies in, or, where
`tools/wheels.py` makes the wheel of another platform, the one that SEAJAY_WHEEL_LIBRARY names. A hook of
hatchling, which makes the wheel."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY_NAME = {"darwin": "libseajay.dylib", "win32": "seajay.dll"}.get(
    sys.platform, "libseajay.so"
)


class BuildLibrary(BuildHookInterface):  # type: ignore[type-arg]
    """One wheel for a platform, whatever the version of Python: nothing in it but the library is
    compiled."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        crate = Path(self.root).parent
        if self.target_name != "wheel" or not (crate / "Cargo.toml").exists():
            sys.exit(
                "seajay's Python package is built from a checkout of its repository, and as a wheel: "
                "pip install ./python, or pip wheel ./python"
            )
        prebuilt = os.environ.get("SEAJAY_WHEEL_LIBRARY")
        if prebuilt:
            library, name = Path(prebuilt), Path(prebuilt).name
            platform = os.environ["SEAJAY_WHEEL_PLATFORM"]
        else:
            library, name = self._build(crate), LIBRARY_NAME
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False
        build_data["force_include"][str(library)] = f"seajay/{name}"

    def _build(self, crate: Path) -> Path:
        """The library alone, since cargo drops link-time optimisation where it builds several kinds."""
        cargo = os.environ.get("CARGO") or shutil.which("cargo")
        if cargo is None:
            sys.exit("seajay is written in Rust: building it needs cargo (https://rustup.rs)")
        target = crate / "target" / "wheel"
        command = [cargo, "rustc", "--release", "--lib", "--crate-type", "cdylib"]
        command += ["--target-dir", str(target), "--", "-C", "strip=symbols"]
        try:
            subprocess.run(command, cwd=crate, check=True)
        except subprocess.CalledProcessError as error:
            sys.exit(f"cargo could not build the library: exit code {error.returncode}")
        return target / "release" / LIBRARY_NAME
