#!/usr/bin/env python3
"""Makes Debian packages from the archives in dist/ that tools/dist.py has made:

    tools/deb.py [TARGET ...]       libseajay1, libseajay-dev and seajay, the UCI engine, in dist/

Without names it takes those of x86_64 and aarch64 Linux that exist. It needs dpkg-deb. The same archive gives the
same bytes.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
from email.utils import formatdate
from pathlib import Path

from dist import DIST, ROOT, archive_path, commit_time, numbers, soversion, version, write_sums

#: The targets, Debian's name of their architecture, and that of their libraries' folder.
ARCHITECTURES = {
    "x86_64-unknown-linux-gnu": ("amd64", "x86_64-linux-gnu"),
    "aarch64-unknown-linux-gnu": ("arm64", "aarch64-linux-gnu"),
}

MAINTAINER = "The seajay developers <seajay@localhost>"

COPYRIGHT = """\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: seajay

Files: *
Copyright: 2026 The seajay developers
License: GPL-3.0-or-later
 On Debian systems the text of the licence is in /usr/share/common-licenses/GPL-3. The crates that are linked
 into the library are listed in seajay.cdx.json beside this file, and their licences are in THIRD-PARTY.txt.
"""


def debian() -> str:
    """The version in Debian's order, where a candidate comes before its release."""
    return version().replace("-", "~")


class Package:
    """The files of one package, in a folder."""

    def __init__(self, name: str, architecture: str, folder: Path) -> None:
        self.name, self.architecture = name, architecture
        self.root = folder / name
        (self.root / "DEBIAN").mkdir(parents=True)

    def add(self, source: Path, to: str) -> None:
        target = self.root / to
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            target.symlink_to(os.readlink(source))
        else:
            shutil.copy(source, target)
            target.chmod(0o755 if source.stat().st_mode & 0o100 and target.suffix != ".so" else 0o644)

    def text(self, to: str, text: str, packed: bool = False) -> None:
        target = self.root / to
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(gzip.compress(text.encode(), 9, mtime=0) if packed else text.encode())
        target.chmod(0o644)

    def build(self, archive: Path, section: str, depends: str, summary: str, description: str) -> Path:
        documents = f"usr/share/doc/{self.name}"
        self.text(f"{documents}/copyright", COPYRIGHT)
        for name in ("seajay.cdx.json", "THIRD-PARTY.txt"):
            self.add(archive / name, f"{documents}/{name}")
        changes = f"seajay ({debian()}) unstable; urgency=medium\n\n  * See CHANGELOG.md of the project.\n\n"
        changes += f" -- {MAINTAINER}  {formatdate(commit_time())}\n"
        self.text(f"{documents}/changelog.gz", changes, packed=True)
        files = [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]
        size = sum(path.stat().st_size for path in files if "DEBIAN" not in path.parts) // 1024
        lines = [
            f"Package: {self.name}",
            "Source: seajay",
            f"Version: {debian()}",
            f"Architecture: {self.architecture}",
            f"Maintainer: {MAINTAINER}",
            f"Installed-Size: {size}",
            f"Depends: {depends}",
            f"Section: {section}",
            "Priority: optional",
            "Multi-Arch: " + ("foreign" if section == "games" else "same"),
            f"Description: {summary}",
            *(f" {line}" for line in description.splitlines()),
        ]
        self.text("DEBIAN/control", "\n".join(lines) + "\n")
        for path in [self.root, *self.root.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
        made = DIST / f"{self.name}_{version()}_{self.architecture}.deb"
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(commit_time())}
        command = ["dpkg-deb", "--root-owner-group", "--build", str(self.root), str(made)]
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        return made


def library_package(archive: Path, architecture: str, place: str, folder: Path) -> Path:
    package = Package(f"libseajay{soversion()}", architecture, folder)
    for name in (f"libseajay.so.{numbers()}", f"libseajay.so.{soversion()}"):
        package.add(archive / "lib" / name, f"usr/lib/{place}/{name}")
    real = package.root / f"usr/lib/{place}/libseajay.so.{numbers()}"
    real.chmod(0o644)
    package.text("DEBIAN/triggers", "activate-noawait ldconfig\n")
    package.text("DEBIAN/shlibs", f"libseajay {soversion()} {package.name} (>= {debian()})\n")
    return package.build(
        archive,
        "libs",
        "libc6 (>= 2.28)",
        "chess search library",
        "A chess engine as a library with a C interface: programs give it a position\n"
        "and limits, and get back a move, a score and lines of play, as data.",
    )


def development_package(archive: Path, architecture: str, place: str, folder: Path) -> Path:
    package = Package("libseajay-dev", architecture, folder)
    for header in ("seajay.h", "seajay.hpp"):
        package.add(archive / "include" / header, f"usr/include/{header}")
    package.add(archive / "lib/libseajay.a", f"usr/lib/{place}/libseajay.a")
    (package.root / f"usr/lib/{place}/libseajay.so").symlink_to(f"libseajay.so.{soversion()}")
    text = (archive / "lib/pkgconfig/seajay.pc").read_text()
    text = re.sub(r"^prefix=.*", "prefix=/usr", text, flags=re.M)
    text = re.sub(r"^libdir=.*", f"libdir=${{prefix}}/lib/{place}", text, flags=re.M)
    package.text(f"usr/lib/{place}/pkgconfig/seajay.pc", text)
    for file in (archive / "share/cmake/seajay").iterdir():
        package.add(file, f"usr/share/cmake/seajay/{file.name}")
    return package.build(
        archive,
        "libdevel",
        f"libseajay{soversion()} (= {debian()})",
        "chess search library - development files",
        "Headers for C and C++, the static library, and files for pkg-config and\n"
        "CMake of seajay, a chess engine as a library.",
    )


def engine_package(archive: Path, architecture: str, folder: Path) -> Path:
    package = Package("seajay", architecture, folder)
    package.add(archive / "bin/seajay", "usr/games/seajay")
    package.text("usr/share/man/man6/seajay.6.gz", (ROOT / "docs/seajay.6").read_text(), packed=True)
    return package.build(
        archive,
        "games",
        "libc6 (>= 2.28)",
        "chess engine for the UCI protocol",
        "A strong chess engine, to be used by graphical interfaces and other programs\n"
        "that speak the Universal Chess Interface protocol. Its levels begin with a\n"
        "beginner's.",
    )


def make(target: str) -> None:
    architecture, place = ARCHITECTURES[target]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with tarfile.open(archive_path(target)) as packed:
            packed.extractall(folder)
        archive = folder / f"seajay-{version()}-{target}"
        print(library_package(archive, architecture, place, folder))
        print(development_package(archive, architecture, place, folder))
        print(engine_package(archive, architecture, folder))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(ARCHITECTURES))
    existing = [target for target in ARCHITECTURES if archive_path(target).exists()]
    for target in parser.parse_args().targets or existing:
        make(target)
    write_sums()


if __name__ == "__main__":
    main()
