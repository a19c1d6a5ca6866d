#!/usr/bin/env python3
"""Tries the archives in dist/ as their users would, and prints a table for docs/platforms.md:

    tools/platforms.py [TARGET ...]         without names, all that tools/dist.py has made
    tools/platforms.py --built TARGET ...   no archive: builds the shared library, and runs one C program

Each archive is unpacked into a fresh folder. A C program is compiled against it and run, natively, under
qemu-user or under Wine; so are the engine's benchmark and checks for single platforms. It exits with 1 if
something failed, and says what was skipped because a program is missing.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from dist import ROOT, archive_path, numbers, soversion, version

EPD = ROOT / "tests/data/bench.epd"
DEPTH = "5"


@dataclass
class Platform:
    """How programs for a target are compiled and run here; empty if they cannot be."""

    compiler: str = ""
    runner: tuple[str, ...] = ()
    libraries: str = ""


PLATFORMS = {
    "x86_64-unknown-linux-gnu": Platform("gcc"),
    "aarch64-unknown-linux-gnu": Platform(
        "aarch64-linux-gnu-gcc", ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"), "/usr/aarch64-linux-gnu/lib"
    ),
    "x86_64-pc-windows-gnu": Platform("x86_64-w64-mingw32-gcc", ("wine",)),
    "armv7-unknown-linux-gnueabihf": Platform(
        "arm-linux-gnueabihf-gcc", ("qemu-arm", "-L", "/usr/arm-linux-gnueabihf"), "/usr/arm-linux-gnueabihf/lib"
    ),
    "i686-unknown-linux-gnu": Platform(
        "i686-linux-gnu-gcc", ("qemu-i386", "-L", "/usr/i686-linux-gnu"), "/usr/i686-linux-gnu/lib"
    ),
    "x86_64-unknown-linux-musl": Platform("musl-gcc"),
    "s390x-unknown-linux-gnu": Platform(
        "s390x-linux-gnu-gcc", ("qemu-s390x", "-L", "/usr/s390x-linux-gnu"), "/usr/s390x-linux-gnu/lib"
    ),
    "aarch64-unknown-linux-musl": Platform(),
    "aarch64-apple-darwin": Platform(),
    "x86_64-apple-darwin": Platform(),
}


class Skipped(Exception):
    """A check for which a program is missing."""


def run(*command: str | Path, input: str | None = None, **environment: str) -> str:
    words = [str(word) for word in command]
    if shutil.which(words[0]) is None:
        raise Skipped(f"no {words[0]}")
    result = subprocess.run(
        words,
        input=input,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=600,
        cwd=ROOT,
        env=os.environ | {"WINEDEBUG": "-all"} | environment,
    )
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(words)}: {result.returncode}\n{result.stdout[-500:]}{result.stderr[-1500:]}")
    return result.stdout


def equal(found: object, expected: object) -> None:
    assert found == expected, f"{found} is not {expected}"


class Trial:
    """The archive of a target, unpacked, or a folder like it with the shared library alone."""

    def __init__(self, target: str, folder: Path) -> None:
        self.target = target
        self.platform = PLATFORMS[target]
        self.folder = folder
        self.is_windows = "windows" in target
        self.archive = archive_path(target)
        self.root = folder / f"seajay-{version()}-{target}"

    def unpack(self) -> None:
        if self.is_windows:
            zipfile.ZipFile(self.archive).extractall(self.folder)
        else:
            with tarfile.open(self.archive) as packed:
                packed.extractall(self.folder)

    def build(self) -> None:
        """Builds the shared library, for Linux or Windows."""
        run(ROOT / "tools/cross.sh", self.target, "cdylib")
        release = ROOT / "target/cross" / self.target / "release"
        # As the archives have it: the library by its version, and what the linker looks for.
        soname = f"lib/libseajay.so.{soversion()}"
        names = {"libseajay.so": [f"lib/libseajay.so.{numbers()}", soname, "lib/libseajay.so"],
                 "seajay.dll": ["bin/seajay.dll"], "libseajay.dll.a": ["lib/libseajay.dll.a"]}
        for built, places in names.items():
            for place in [self.root / place for place in places if (release / built).exists()]:
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(release / built, place)
        (self.root / "include").symlink_to(ROOT / "include")

    @property
    def library(self) -> Path:
        return next(
            path
            for path in [*self.root.glob("lib/libseajay.so.*.*.*"), *self.root.glob("lib/libseajay.*.*.*.dylib"),
                         *self.root.glob("bin/seajay.dll")]
        )

    def can_run(self) -> bool:
        """Whether programs can be compiled and run here."""
        program = self.folder / "probe.exe"
        try:
            run(self.platform.compiler, "-x", "c", "-", "-o", program, input="int main(void) { return 0; }")
            self.execute(program)
        except (Skipped, AssertionError):
            return False
        return True

    def execute(self, program: Path, *arguments: str | Path, input: str | None = None) -> str:
        """Runs a program in the root of the repository."""
        path = os.pathsep.join([str(self.root / "lib"), self.platform.libraries])
        runner = self.platform.runner
        if runner and runner[0].startswith("qemu"):
            return run(*runner, "-E", f"LD_LIBRARY_PATH={path}", program, *arguments, input=input)
        if not runner:
            return run(program, *arguments, input=input, LD_LIBRARY_PATH=str(self.root / "lib"))
        return run(*runner, program, *arguments, input=input)

    def compile(self, source: str, *options: str) -> Path:
        if not self.platform.compiler:
            raise Skipped("no compiler and C library for it here")
        name = Path(source).stem + ("-static" if "-static-seajay" in options else "")
        program = self.folder / (f"{name}.exe" if self.is_windows else name)
        static = "-static-seajay" in options
        options = tuple(option for option in options if option != "-static-seajay")
        library = [self.root / "lib/libseajay.a", "-lm", "-lpthread", "-ldl"] if static else ["-lseajay"]
        flags = ["-std=c99", "-O1", f"-I{self.root / 'include'}", f"-L{self.root / 'lib'}", *options]
        run(self.platform.compiler, *flags, ROOT / source, "-o", program, *library)
        if self.is_windows:
            self.with_libraries(program.parent)
        return program

    def with_libraries(self, folder: Path) -> None:
        """Puts the DLL beside a program, and a replacement for one that old versions of Wine lack."""
        if not (folder / "seajay.dll").exists():
            shutil.copy(self.library, folder)
        stand_in = folder / "bcryptprimitives.dll"
        if not stand_in.exists():
            source = ROOT / "tools/wine/bcryptprimitives.c"
            run(self.platform.compiler, "-shared", "-o", stand_in, source, "-ladvapi32")

    # The checks, each a method that returns its entry in the table.

    def c_program(self) -> str:
        """A C program, linked with the shared library, searches the same tree as the Rust library."""
        equal(self.execute(self.compile("ffi-tests/c/bench.c"), EPD, DEPTH).strip(), expected_nodes())
        return "yes"

    def program_of_1_0(self) -> str:
        """The whole API, called by a program that is compiled with the header of 1.0."""
        if self.is_windows:
            raise Skipped("its threads are those of POSIX")
        header = ["-include", str(ROOT / "ffi-tests/abi/1.0/seajay.h")]
        equal(self.execute(self.compile("ffi-tests/abi/1.0/api.c", "-pthread", "-Iffi-tests/c", *header)), "")
        return "yes"

    def static_c_program(self) -> str:
        """The same with the static one."""
        if self.is_windows:
            raise Skipped("not shipped")
        if "musl" in self.target:
            return self.static_musl_program()
        program = self.compile("ffi-tests/c/bench.c", "-static-seajay")
        equal(self.execute(program, EPD, DEPTH).strip(), expected_nodes())
        return "yes"

    def static_musl_program(self) -> str:
        """A program without any shared library, linked by zig, which has musl and an unwinder."""
        zig = [ROOT / "target/cross/zig/bin/python", "-m", "ziglang", "cc"]
        processor = self.target.partition("-")[0]
        program = self.folder / "bench-musl"
        flags = ["-target", f"{processor}-linux-musl", "-static", "-std=c99", "-O1", f"-I{self.root / 'include'}"]
        library = self.root / "lib/libseajay.a"
        run(*zig, *flags, ROOT / "ffi-tests/c/bench.c", "-o", program, library, "-lunwind")
        runner = [] if processor == "x86_64" else [f"qemu-{processor}"]
        equal(run(*runner, program, EPD, DEPTH).strip(), expected_nodes())
        return "yes"

    def cpp_program(self) -> str:
        """A C++ program finds a mate."""
        compiler = self.platform.compiler.replace("gcc", "g++")
        if self.is_windows:
            # mingw's other kind of threads has no std::mutex.
            compiler += "-posix"
        if not compiler or shutil.which(compiler) is None:
            raise Skipped("no C++ compiler for it here")
        program = self.folder / ("analyse.exe" if self.is_windows else "analyse")
        flags = ["-std=c++17", "-O1", f"-I{self.root / 'include'}", f"-L{self.root / 'lib'}"]
        flags += ["-static"] if self.is_windows else []
        library = self.root / "lib" / ("libseajay.dll.a" if self.is_windows else "libseajay.so")
        run(compiler, *flags, ROOT / "examples/analyse.cpp", "-o", program, library)
        if self.is_windows:
            self.with_libraries(self.folder)
        text = self.execute(program, "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "4")
        assert "Qg7#" in text, text
        return "yes"

    def bench(self) -> str:
        """The engine's benchmark gives the same number as everywhere."""
        if not self.platform.compiler:
            raise Skipped("not run")
        engine = self.root / "bin" / ("seajay.exe" if self.is_windows else "seajay")
        if self.is_windows:
            self.with_libraries(engine.parent)
        depth, nodes = signature()
        equal(self.execute(engine, "bench", depth).split("\n")[-2].split()[0], nodes)
        return nodes

    def exports(self) -> str:
        """Only what the header declares is exported."""
        if self.is_windows:
            text = run("llvm-objdump", "-p", self.library)
            names = re.findall(r"^\s+\d+ +0x\S+ +(\S+)$", text, re.M)
        elif "apple" in self.target:
            names = re.findall(r" T _(\S+)", run("llvm-nm", "-g", "--defined-only", self.library))
        else:
            names = re.findall(r" [TDBRVW] (\S+)", run("llvm-nm", "-D", "--defined-only", self.library))
        declared = set(re.findall(r"\b(seajay_\w+)\(", (self.root / "include/seajay.h").read_text()))
        # Apple's linker exports the personality of Rust's exceptions as well.
        allowed = ["rust_eh_personality"] if "apple" in self.target else []
        strangers = [name for name in names if not name.startswith("seajay_") and name not in allowed]
        equal(strangers, [])
        assert {name for name in declared if not name.endswith("_t")} <= set(names), declared - set(names)
        return str(len(names))

    def needs(self) -> str:
        """The oldest glibc that the library runs with, or the DLLs that it needs."""
        if self.is_windows:
            names = re.findall(r"DLL Name: (\S+)", run("llvm-objdump", "-p", self.library))
            allowed = {"kernel32.dll", "msvcrt.dll", "ntdll.dll", "bcryptprimitives.dll", "advapi32.dll", "userenv.dll", "ws2_32.dll"}
            strangers = [n for n in names if n.lower() not in allowed and not n.lower().startswith("api-ms-win-core-")]
            equal(strangers, [])
            return ", ".join(sorted(name for name in names))
        if "apple" in self.target:
            return "macOS 11" if "aarch64" in self.target else "macOS 10.12"
        text = run("llvm-readelf", "-V", self.library)
        versions = sorted({tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d[\d.]*)", text)})
        if not versions:
            return "musl"
        assert versions[-1] <= (2, 28), versions
        return "glibc " + ".".join(map(str, versions[-1]))

    def old_processor(self) -> str:
        """It runs without AVX."""
        if self.target != "x86_64-unknown-linux-gnu":
            raise Skipped("only for x86-64 Linux")
        engine = self.root / "bin/seajay"
        native = run(engine, "bench", DEPTH).split("\n")[-2].split()[0]
        old = run("qemu-x86_64", "-cpu", "Nehalem", engine, "bench", DEPTH).split("\n")[-2].split()[0]
        equal(old, native)
        return "Nehalem: yes"

    def paths(self) -> str:
        """A network in a folder with a Cyrillic name."""
        if not self.platform.compiler:
            raise Skipped("not run")
        folder = self.folder / "Сеть игры"
        folder.mkdir()
        shutil.copy(ROOT / "nets/seajay.sjnn", folder)
        name = ("Z:" if self.is_windows else "") + str(folder / "seajay.sjnn")
        engine = self.root / "bin" / ("seajay.exe" if self.is_windows else "seajay")
        # Its end lets the search finish, which "quit" does not.
        commands = f"setoption name EvalFile value {name}\ngo nodes 100\n"
        text = self.execute(engine, input=commands)
        assert "bestmove" in text and "error" not in text.lower(), text
        return "yes"

    def msvc_import_library(self) -> str:
        """lld-link, which links as MSVC's linker does, accepts seajay.lib."""
        if not self.is_windows:
            raise Skipped("only for Windows")
        source, program = self.folder / "entry.c", self.folder / "entry.exe"
        source.write_text(
            "#include <seajay.h>\n"
            "__declspec(dllimport) void __stdcall ExitProcess(unsigned);\n"
            "void entry(void) { ExitProcess(seajay_abi_version() == SEAJAY_ABI_VERSION ? 0 : 1); }\n"
        )
        object_file = source.with_suffix(".obj")
        flags = ["-c", "-O1", "-ffreestanding", f"-I{self.root / 'include'}"]
        run(self.platform.compiler, *flags, source, "-o", object_file)
        kernel = run(self.platform.compiler, "-print-file-name=libkernel32.a").strip()
        libraries = [self.root / "lib/seajay.lib", kernel]
        run("lld-link", "/entry:entry", "/subsystem:console", f"/out:{program}", object_file, *libraries)
        self.with_libraries(self.folder)
        self.execute(program)
        return "yes"

    def pkg_config(self) -> str:
        """pkg-config gives the folders of the unpacked archive."""
        if self.is_windows:
            raise Skipped("not there")
        text = run("pkg-config", "--cflags", "--libs", "seajay", PKG_CONFIG_PATH=str(self.root / "lib/pkgconfig"))
        folders = [Path(word[2:]).resolve() for word in text.split() if word[:2] in ("-I", "-L")]
        equal(folders, [(self.root / "include").resolve(), (self.root / "lib").resolve()])
        return "yes"

    def cmake(self) -> str:
        """A CMake project finds the library, and its program runs."""
        if self.target not in ("x86_64-unknown-linux-gnu", "x86_64-pc-windows-gnu"):
            raise Skipped("only for x86-64 Linux and Windows")
        project = self.folder / "project"
        project.mkdir()
        (project / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(host C)\nfind_package(seajay REQUIRED)\n"
            f"add_executable(host {ROOT / 'ffi-tests/c/bench.c'})\ntarget_link_libraries(host seajay::seajay)\n"
        )
        options = [f"-DCMAKE_PREFIX_PATH={self.root}"]
        if self.is_windows:
            options += ["-DCMAKE_SYSTEM_NAME=Windows", f"-DCMAKE_C_COMPILER={self.platform.compiler}"]
        run("cmake", "-S", project, "-B", project / "build", *options)
        run("cmake", "--build", project / "build")
        if self.is_windows:
            self.with_libraries(project / "build")
        program = project / f"build/host{'.exe' if self.is_windows else ''}"
        equal(self.execute(program, EPD, DEPTH).strip(), expected_nodes())
        return "yes"


CHECKS = ["c_program", "program_of_1_0", "static_c_program", "cpp_program", "bench", "exports", "needs", "old_processor", "paths",
          "msvc_import_library", "pkg_config", "cmake"]


def signature() -> tuple[str, str]:
    """The depth of the benchmark in the tests, and its nodes."""
    text = (ROOT / "tests/seajay/determinism.rs").read_text()
    depth, nodes = re.search(r"DEPTH: u32 = (\d+)", text), re.search(r"SIGNATURE: u64 = ([\d_]+)", text)
    assert depth and nodes
    return depth[1], nodes[1].replace("_", "")


def expected_nodes(known: list[str] = []) -> str:
    """The nodes of the C program with the library of this machine, which a test compares with the Rust library."""
    if not known:
        library = ROOT / "target/debug"
        run("cargo", "build", "--quiet", "--manifest-path", ROOT / "Cargo.toml")
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "bench"
            flags = ["-std=c99", f"-I{ROOT / 'include'}", f"-L{library}", f"-Wl,-rpath,{library}"]
            run("cc", *flags, ROOT / "ffi-tests/c/bench.c", "-o", program, "-lseajay")
            known.append(run(program, EPD, DEPTH).strip())
    return known[0]


def try_out(target: str) -> tuple[dict[str, str], bool]:
    row, failed = {}, False
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(target, Path(folder))
        trial.unpack()
        row["size"] = f"{trial.archive.stat().st_size / 2**20:.1f} MiB"
        row["library"] = f"{trial.library.stat().st_size / 2**20:.2f} MiB"
        for name in CHECKS:
            try:
                row[name] = getattr(trial, name)()
            except Skipped as reason:
                row[name] = "–"
                print(f"{target}: {name}: left out: {reason}", file=sys.stderr)
            except Exception as error:
                row[name], failed = "FAILED", True
                print(f"{target}: {name}: {error}", file=sys.stderr)
    return row, failed


def try_built(target: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(target, Path(folder))
        if not trial.can_run():
            compiler, runner = trial.platform.compiler, trial.platform.runner[0]
            print(f"skipped: {target}, as programs cannot be compiled with {compiler} and run with {runner}")
            return
        trial.build()
        trial.c_program()
        print(f"{target}: {expected_nodes()} nodes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--built", action="store_true", help="the library as tools/cross.sh builds it")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    arguments = parser.parse_args()
    targets = arguments.targets
    if arguments.built:
        for target in targets:
            try_built(target)
        return
    if not targets:
        targets = [target for target in PLATFORMS if archive_path(target).exists()]
    failed = False
    columns = ["size", "library", *CHECKS]
    print("| target | " + " | ".join(column.replace("_", " ") for column in columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for target in targets:
        row, has_failed = try_out(target)
        failed |= has_failed
        print(f"| {target} | " + " | ".join(row[column] for column in columns) + " |", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
