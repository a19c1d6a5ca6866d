#!/usr/bin/env python3
"""Makes the wheels of the Python package, each with the library of a platform inside, from the archives in
dist/ that tools/dist.py has made, and the source distribution, which cargo builds on the user's machine:

    tools/wheels.py [TARGET ...]            dist/seajay-VERSION-py3-none-PLATFORM.whl
    tools/wheels.py sdist                   dist/seajay-VERSION.tar.gz

Without names it makes the source distribution and the wheel of every platform that has an archive. It needs
venv, and downloads hatchling.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tarfile
import tempfile
import venv
import zipfile
from functools import cache
from pathlib import Path

from dist import DIST, ROOT, archive_path, commit_time, numbers, version, write_sums

#: The targets that have a wheel, the platform in its name, and the library in the archive and in the package.
WHEELS = {
    "x86_64-unknown-linux-gnu": ("manylinux_2_28_x86_64", "lib/libseajay.so.{}", "libseajay.so"),
    "aarch64-unknown-linux-gnu": ("manylinux_2_28_aarch64", "lib/libseajay.so.{}", "libseajay.so"),
    "x86_64-unknown-linux-musl": ("musllinux_1_2_x86_64", "lib/libseajay.so.{}", "libseajay.so"),
    "aarch64-unknown-linux-musl": ("musllinux_1_2_aarch64", "lib/libseajay.so.{}", "libseajay.so"),
    "x86_64-pc-windows-gnu": ("win_amd64", "bin/seajay.dll", "seajay.dll"),
    "aarch64-apple-darwin": ("macosx_11_0_arm64", "lib/libseajay.{}.dylib", "libseajay.dylib"),
    "x86_64-apple-darwin": ("macosx_10_12_x86_64", "lib/libseajay.{}.dylib", "libseajay.dylib"),
}


def member(target: str, name: str) -> bytes:
    """A file in the archive of a target."""
    path = f"seajay-{version()}-{target}/{name}"
    if "windows" in target:
        with zipfile.ZipFile(archive_path(target)) as packed:
            return packed.read(path)
    with tarfile.open(archive_path(target)) as packed:
        file = packed.extractfile(path)
        assert file is not None
        return file.read()


@cache
def python_with_hatchling() -> Path:
    """A Python that has the version of hatchling that is known to work."""
    folder = ROOT / "target/wheels"
    if not (folder / "bin/pip").exists():
        venv.create(folder, with_pip=True)
    install = ["-m", "pip", "install", "--quiet", "--constraint", "tools/constraints.txt", "hatchling"]
    subprocess.run([folder / "bin/python", *install], cwd=ROOT, check=True)
    return folder / "bin/python"


def hatchling(kind: str, **settings: str) -> None:
    """Builds a wheel or the source distribution."""
    command = [python_with_hatchling(), "-m", "hatchling", "build", "--target", kind, "--directory", DIST]
    environment = os.environ | settings | {"SOURCE_DATE_EPOCH": str(commit_time())}
    subprocess.run(command, cwd=ROOT / "python", env=environment, check=True)


def make(target: str) -> None:
    platform, library, name = WHEELS[target]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(member(target, library.format(numbers())))
        path.with_name("THIRD-PARTY.txt").write_bytes(member(target, "THIRD-PARTY.txt"))
        hatchling("wheel", SEAJAY_WHEEL_LIBRARY=str(path), SEAJAY_WHEEL_PLATFORM=platform)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join([*WHEELS, "sdist"]))
    targets = parser.parse_args().targets
    for target in targets or ["sdist", *(target for target in WHEELS if archive_path(target).exists())]:
        if target == "sdist":
            hatchling("sdist")
        elif target in WHEELS:
            make(target)
        else:
            parser.error(f"{target} has no wheel")
    write_sums()


if __name__ == "__main__":
    main()
