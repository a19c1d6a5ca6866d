"""Builds the package: hatchling, with a hook that puts the library into the wheel: the one that
SEAJAY_WHEEL_LIBRARY names, and the licences beside it, if `tools/wheels.py` makes the wheel of a platform, otherwise
one built with cargo. Its source is the checkout around this folder or, in a source distribution, the crate inside. An editable
install uses the library that cargo has built in the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Asked by pip, hatchling has no answer but the whole wheel to what its metadata is, because a hook might change it. This
# one does not, and it would build the library while pip says "Preparing metadata".
os.environ.pop("PIP_BUILD_TRACKER", None)
from hatchling.build import *  # noqa: E402, F403

LIBRARY_NAME = {"darwin": "libseajay.dylib", "win32": "seajay.dll"}.get(
    sys.platform, "libseajay.so"
)


class BuildLibrary(BuildHookInterface):  # type: ignore[type-arg]
    """One wheel for each platform, for all versions of Python: only the library in it is compiled."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        inside = Path(self.root) / "crate"
        crate = inside if inside.exists() else Path(self.root).parent
        if not (crate / "Cargo.toml").exists():
            sys.exit(
                "seajay's Python package is built from a checkout of its repository or from its source "
                "distribution"
            )
        if version == "editable":
            # The package stays in the checkout, and finds this there.
            library = crate / "target" / "release" / LIBRARY_NAME
            if not library.exists():
                sys.exit(
                    f"an editable install uses {library}, which does not exist: run `cargo build --release` first"
                )
            return
        if self.target_name == "sdist":
            build_data["force_include"][str(self._pack(crate))] = "crate"
            return
        prebuilt = os.environ.get("SEAJAY_WHEEL_LIBRARY")
        if prebuilt:
            library, name = Path(prebuilt), Path(prebuilt).name
            notices = library.with_name("THIRD-PARTY.txt")
            build_data["force_include"][str(notices)] = f"seajay/{notices.name}"
            platform = os.environ["SEAJAY_WHEEL_PLATFORM"]
        else:
            library, name = self._build(crate), LIBRARY_NAME
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
        build_data["pure_python"] = False
        build_data["force_include"][str(crate / "LICENSE")] = "seajay/LICENSE"
        build_data["force_include"][str(library)] = f"seajay/{name}"

    def _pack(self, crate: Path) -> Path:
        """The files of the crate, as cargo would publish it: without tests and the other packages."""
        packages = crate / "target" / "wheel" / "package"
        shutil.rmtree(packages, ignore_errors=True)
        self._cargo(crate, "package", "--quiet", "--allow-dirty", "--no-verify")
        packed = next(packages.glob("*.crate"))
        shutil.unpack_archive(packed, packages, "gztar")
        return packed.with_suffix("")

    def _build(self, crate: Path) -> Path:
        """The shared library only: cargo drops link-time optimisation if it builds several kinds."""
        print("seajay: cargo builds the library, which takes minutes on a small machine", file=sys.stderr)
        command = ["rustc", "--release", "--lib", "--crate-type", "cdylib"]
        self._cargo(crate, *command, after=["--", "-C", "strip=symbols"])
        return crate / "target" / "wheel" / "release" / LIBRARY_NAME

    def _cargo(self, crate: Path, *command: str, after: Sequence[str] = ()) -> None:
        """Runs cargo, with its own target folder."""
        cargo = os.environ.get("CARGO") or shutil.which("cargo")
        if cargo is None:
            sys.exit("seajay is written in Rust: building it needs cargo (https://rustup.rs)")
        target = crate / "target" / "wheel"
        try:
            subprocess.run(
                [cargo, *command, "--target-dir", str(target), *after], cwd=crate, check=True
            )
        except subprocess.CalledProcessError as error:
            sys.exit(f"cargo {command[0]} failed: exit code {error.returncode}")
