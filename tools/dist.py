#!/usr/bin/env python3
"""Makes the archive of a platform, from what tools/cross.sh builds:

    tools/dist.py TARGET [TARGET ...]       dist/seajay-VERSION-TARGET.tar.gz, or .zip for Windows
    tools/dist.py wasm32-unknown-unknown    dist/seajay-VERSION.tgz, the npm package (needs npm)
    tools/dist.py --all                     every platform that has one

Inside are lib/, include/, bin/ with the UCI engine, files for pkg-config and CMake that work wherever the
archive is unpacked, documents, examples, LICENSE, and of the packages inside a list, seajay.cdx.json, and the
licences, THIRD-PARTY.txt. Symbols are in a second archive. The same commit gives the same bytes. dist/SHA256SUMS
lists all files.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import html
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"

#: The targets that have an archive, and the prefix of their binutils, of which Apple has none.
TARGETS = {
    "x86_64-unknown-linux-gnu": "",
    "aarch64-unknown-linux-gnu": "aarch64-linux-gnu-",
    "armv7-unknown-linux-gnueabihf": "arm-linux-gnueabihf-",
    "i686-unknown-linux-gnu": "i686-linux-gnu-",
    "x86_64-unknown-linux-musl": "",
    "aarch64-unknown-linux-musl": "aarch64-linux-gnu-",
    "x86_64-pc-windows-gnu": "x86_64-w64-mingw32-",
    "aarch64-apple-darwin": None,
    "x86_64-apple-darwin": None,
}

#: A picture in a document; and a link to a file, with its text and the file, whose name has no space.
PICTURE = re.compile(r"(?:!\[[^]]*\]\([^)]*\)|<img [^>]*>)[ \n]")
LINK = re.compile(r"\[([^]]*)\]\(([^)#\s:]+)(?:#[^)]*)?\)")

#: The target whose archive is the npm package.
NPM_TARGET = "wasm32-unknown-unknown"


def run(*command: str | Path, **options: object) -> str:
    """Runs a program, and returns what it prints."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def tracked(*patterns: str) -> list[str]:
    """The files in git that match."""
    return run("git", "ls-files", *patterns).splitlines()


def version() -> str:
    found = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)
    assert found
    return found[1]


def numbers() -> str:
    """The version without the suffix of a candidate."""
    return version().partition("-")[0]


def soversion() -> str:
    """The number that programs depend on."""
    return version().partition(".")[0]


def archive_path(target: str, kind: str = "") -> Path:
    """The archive of a target, or that of its symbols."""
    return DIST / f"seajay-{version()}-{target}{kind}{'.zip' if 'windows' in target else '.tar.gz'}"


def commit_time() -> int:
    return int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct"))


def bill_of_materials(target: str) -> str:
    """The packages that are inside, as CycloneDX lists them, and what the archive was made of and with."""
    run("cargo", "install", "--quiet", "--locked", "--root", "target/tools", "cargo-cyclonedx@0.5.9")
    # It writes beside each manifest: in the copy that tools/cross.sh builds from.
    tree = ROOT / "target/cross/tree"
    flags = ["--quiet", "--format", "json", "--spec-version", "1.5", "--no-build-deps", "--target", target]
    run(
        *[ROOT / "target/tools/bin/cargo-cyclonedx", "cyclonedx", *flags, "--override-filename", "seajay"],
        *["--manifest-path", tree / "Cargo.toml"],
        env=os.environ | {"SOURCE_DATE_EPOCH": str(commit_time())},
    )
    document = json.loads((tree / "seajay.json").read_text().replace(f"file://{tree}", "file:///seajay"))
    document["metadata"]["properties"] += [
        {"name": "seajay:commit", "value": run("git", "rev-parse", "HEAD").strip()},
        {"name": "seajay:rustc", "value": run("rustc", "--version").strip()},
    ]
    return json.dumps(document, indent=2) + "\n"


def rust_notices() -> str:
    """The licences of Rust's standard library and what is in it, as rustc brings them: without markup, and long texts
    once."""
    page = Path(run("rustc", "--print", "sysroot").strip()) / "share/doc/rust/COPYRIGHT-library.html"
    body = html.unescape(re.sub(r"<[^>]+>", "", page.read_text().partition("<body>")[2]))
    seen: set[str] = set()
    texts = []
    for text in filter(None, (text.strip() for text in re.split(r"\n\s*\n", body))):
        if len(text) < 100 or text not in seen:
            texts.append(text)
        seen.add(text)
    return "\n\n".join(texts)


def notices(target: str, materials: str) -> str:
    """The licences of these packages, which ask to be passed on with what contains them."""
    packages = json.loads(run("cargo", "metadata", "--locked", "--format-version", "1"))["packages"]
    folders = {(package["name"], package["version"]): Path(package["manifest_path"]).parent for package in packages}
    parts = []
    for component in json.loads(materials)["components"]:
        folder = folders[component["name"], component["version"]]
        terms = component["licenses"][0]["expression"]
        # Of two licences the one that asks for less.
        texts = [text for pattern in ("LICENSE-MIT*", "LICENSE*", "COPYING*") for text in sorted(folder.glob(pattern))]
        assert texts or terms == "GPL-3.0-or-later", f"{folder} has no licence"
        text = texts[0].read_text() if texts else f"{terms}, as seajay."
        parts.append((f"{component['name']} {component['version']}", text))
    if "windows" in target:
        parts.append(("The C runtime of MinGW-w64", Path("/usr/share/doc/mingw-w64-common/copyright").read_text()))
    parts.append(("Rust's standard library", rust_notices()))
    return "\n".join(f"{name}\n{'=' * len(name)}\n\n{text.strip()}\n" for name, text in parts)


class Archive:
    """The files of a platform, in a folder that becomes its archive."""

    def __init__(self, target: str, folder: Path) -> None:
        self.target = target
        self.built = ROOT / "target/cross" / target / "release"
        self.root = folder / f"seajay-{version()}-{target}"
        self.symbols = folder / f"seajay-{version()}-{target}-symbols"
        for name in ("lib", "include", "bin", "share/cmake/seajay", "lib/pkgconfig"):
            (self.root / name).mkdir(parents=True)
        self.symbols.mkdir()

    def binary(self, source: Path, to: str) -> Path:
        """A library or program without its symbols. The names of its functions, for debuggers and crash reports, are
        kept separately; lines are not, since those of zig's own files name folders of this machine."""
        path = self.root / to
        shutil.copy(source, path)
        path.chmod(0o755)
        symbols = self.symbols / f"{path.name}.debug"
        prefix = TARGETS[self.target]
        if prefix is None:
            run("llvm-strip", "-S", "-x", path)
            return path
        run("llvm-strip", "--strip-debug", path)
        # No debugger reads what LLVM's makes of a DLL.
        run(f"{prefix}objcopy", "--only-keep-debug", path, symbols)
        assert " seajay::" in run(f"{prefix}nm", "--demangle", symbols), f"{symbols} has no names"
        run("llvm-strip", "--strip-all", path)
        return path

    def fill(self) -> None:
        for header in ("seajay.h", "seajay.hpp"):
            shutil.copy(ROOT / "include" / header, self.root / "include")
        self.documents()
        materials = bill_of_materials(self.target)
        (self.root / "seajay.cdx.json").write_text(materials)
        (self.root / "THIRD-PARTY.txt").write_text(notices(self.target, materials))
        if "windows" in self.target:
            self.fill_windows()
        else:
            self.fill_unix()
        self.fill_cmake()

    def documents(self) -> None:
        """The documents without pictures, and the examples. Links to what is not there become plain text."""
        documents = tracked("LICENSE", "README.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md", ":!docs/releasing.md")
        for name in [*documents, *tracked("examples")]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.root / name)
        for document in self.root.rglob("*.md"):

            def text(link: re.Match[str]) -> str:
                return link[0] if (document.parent / link[2]).exists() else link[1]

            document.write_text(LINK.sub(text, PICTURE.sub("", document.read_text())))

    def fill_unix(self) -> None:
        self.binary(self.built / "examples/uci", "bin/seajay")
        if "apple" in self.target:
            real = f"libseajay.{numbers()}.dylib"
            names = [f"libseajay.{soversion()}.dylib", "libseajay.dylib"]
            self.binary(self.built / "libseajay.dylib", f"lib/{real}")
            shutil.copy(self.built / "libseajay.a", self.root / "lib")
        else:
            real = f"libseajay.so.{numbers()}"
            names = [f"libseajay.so.{soversion()}", "libseajay.so"]
            self.binary(self.built / "libseajay.so", f"lib/{real}")
            self.static_library()
        for name in names:
            (self.root / "lib" / name).symlink_to(real)
        text = (ROOT / "cmake/seajay.pc.in").read_text()
        for name, value in {
            "PREFIX": "${pcfiledir}/../..",
            "LIBDIR": "${prefix}/lib",
            "INCLUDEDIR": "${prefix}/include",
            "VERSION": numbers(),
        }.items():
            text = text.replace(f"@{name}@", value)
        (self.root / "lib/pkgconfig/seajay.pc").write_text(text)

    def static_library(self) -> None:
        """Rust's standard library is inside. Only what the header declares may be visible, so that two libraries
        in Rust do not collide in one program."""
        prefix = TARGETS[self.target]
        assert prefix is not None
        whole = self.symbols.parent / "seajay.o"
        library = self.root / "lib/libseajay.a"
        run(f"{prefix}ld", "-r", "--force-group-allocation", "--whole-archive", self.built / "libseajay.a", "-o", whole)
        hide = ["--wildcard", "--keep-global-symbol=seajay_*", "--strip-debug"]
        run(f"{prefix}objcopy", *hide, "--remove-section=.llvmbc", "--remove-section=.llvmcmd", whole)
        run(f"{prefix}ar", "rcsD", library, whole)

    def fill_windows(self) -> None:
        (self.root / "lib/pkgconfig").rmdir()
        dll = self.binary(self.built / "seajay.dll", "bin/seajay.dll")
        self.binary(self.built / "examples/uci.exe", "bin/seajay.exe")
        exports = re.findall(r"^\s+\d+ +0x\S+ +(seajay_\w+)$", run("llvm-objdump", "-p", dll), re.M)
        assert len(exports) > 50, exports
        definition = self.root / "lib/seajay.def"
        definition.write_text("LIBRARY seajay.dll\nEXPORTS\n" + "".join(f"    {name}\n" for name in sorted(exports)))
        # binutils' dlltool often spoils the library for MSVC's linker.
        for library in ("seajay.lib", "libseajay.dll.a"):
            run("llvm-dlltool", "-m", "i386:x86-64", "-d", definition, "-l", self.root / "lib" / library)

    def fill_cmake(self) -> None:
        place = self.root / "share/cmake/seajay"
        text = (ROOT / "cmake/seajay-config.cmake").read_text()
        for name in ("LIBDIR", "INCLUDEDIR"):
            text = text.replace(f'"@{name}@"', "")
        (place / "seajay-config.cmake").write_text(text)
        shutil.copy(ROOT / "cmake/seajay-config-version.cmake", place)


def entries(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())


def write_tar(folder: Path, path: Path) -> None:
    """Writes names in order, without owners and times of this machine."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for entry in entries(folder):
            info = archive.gettarinfo(entry, str(entry.relative_to(folder.parent)))
            info.uid = info.gid = 0
            info.uname = info.gname = ""
            info.mtime = commit_time()
            info.mode = 0o755 if info.mode & 0o100 else 0o644
            if info.isreg():
                with entry.open("rb") as file:
                    archive.addfile(info, file)
            else:
                archive.addfile(info)
    with path.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=commit_time()) as packed:
        packed.write(buffer.getvalue())


def write_zip(folder: Path, path: Path) -> None:
    time = datetime.fromtimestamp(commit_time(), timezone.utc).timetuple()[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for entry in entries(folder):
            info = zipfile.ZipInfo(str(entry.relative_to(folder.parent)), time)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, entry.read_bytes())


def make_npm_package() -> list[Path]:
    run("make", "web")
    (ROOT / "web/THIRD-PARTY.txt").write_text(notices(NPM_TARGET, bill_of_materials(NPM_TARGET)))
    name = run("npm", "pack", "./web", "--ignore-scripts", "--silent", "--pack-destination", DIST).strip()
    return [DIST / name]


def make(target: str) -> list[Path]:
    print(f"== {target}", flush=True)
    DIST.mkdir(exist_ok=True)
    if target == NPM_TARGET:
        return make_npm_package()
    run("tools/cross.sh", target)
    made = []
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive(target, Path(folder))
        archive.fill()
        for root, kind in ((archive.root, ""), (archive.symbols, "-symbols")):
            if entries(root):
                path = archive_path(target, kind)
                (write_zip if path.suffix == ".zip" else write_tar)(root, path)
                made.append(path)
    return made


def write_sums() -> None:
    files = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", choices=[*TARGETS, NPM_TARGET, []], help=", ".join([*TARGETS, NPM_TARGET]))
    parser.add_argument("--all", action="store_true", help="every one of them")
    arguments = parser.parse_args()
    targets = [*TARGETS, NPM_TARGET] if arguments.all else arguments.targets
    if not targets:
        parser.error("name a target, or --all")
    for target in targets:
        for path in make(target):
            print(f"{path.stat().st_size:>10} {path.relative_to(ROOT)}")
    write_sums()


if __name__ == "__main__":
    main()
