"""Shared by the programs here and in tools/: finding and building programs, and reading games."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent


def fail(text: str) -> NoReturn:
    print(f"{Path(sys.argv[0]).name}: {text}", file=sys.stderr)
    sys.exit(2)


def make_parser(text: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(
        description=text, formatter_class=argparse.RawDescriptionHelpFormatter
    )


def add_option(
    parser: argparse.ArgumentParser, name: str, default: str | None, metavar: str, text: str
) -> None:
    """Adds an option; an environment variable of the same name may set its default."""
    variable = name.upper().replace("-", "_")
    text += f" (default: ${variable}" + (f", or {default})" if default else ")")
    default = os.environ.get(variable) or default
    parser.add_argument(f"--{name}", default=default, metavar=metavar, help=text)


def add_match_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that every match needs."""
    parser.add_argument(
        "--concurrency",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="games at a time (default: one for each processor)",
    )
    add_option(parser, "fastchess", "fastchess", "PROGRAM", "where fastchess is")
    add_option(parser, "openings", None, "FILE", "openings in EPD")


def add_clock_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of games on the clock."""
    parser.add_argument(
        "--margin",
        type=int,
        default=0,
        metavar="MS",
        help="milliseconds that a move may be late (default: 0)",
    )
    add_option(parser, "opponent", "stockfish", "PROGRAM", "the other engine")
    add_option(parser, "uci", None, "PROGRAM", "taken instead of building the UCI example")


def even(text: str) -> int:
    """The type of a number of games: each opening is played twice."""
    number = int(text)
    if number < 2 or number % 2:
        raise argparse.ArgumentTypeError("must be even, and above 0")
    return number


def find_program(name: str) -> str:
    """The absolute path of a program. Debian's games need not be in PATH."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")
    return os.path.abspath(found) if found else fail(f"there is no {name}")


def find_file(name: str) -> str:
    """The absolute path of a file."""
    return os.path.abspath(name) if os.path.isfile(name) else fail(f"there is no file {name}")


def build_uci(folder: Path, program: Path, target: Path | None = None) -> str:
    """Builds the UCI example of a checkout; returns its path."""
    command = [ROOT / "tools/build-uci.sh", folder, program, *([target] if target else [])]
    if subprocess.run(command).returncode:
        fail(f"the UCI example of {folder} does not build")
    return str(program)


def find_uci(given: str | None, work: Path) -> str:
    """The given program, or else the UCI example of this checkout, built into a folder."""
    return find_program(given) if given else build_uci(ROOT, work / "uci")


def run_fastchess(program: str, arguments: list[str], log: Path) -> None:
    """Runs fastchess in a folder of its own, since it leaves files there."""
    with log.open("w") as output, tempfile.TemporaryDirectory() as folder:
        status = subprocess.run(
            [program, *arguments], cwd=folder, stdout=output, stderr=subprocess.STDOUT
        ).returncode
    if status:
        print(*log.read_text().splitlines()[-20:], sep="\n", file=sys.stderr)
        fail("fastchess failed")


def read_tags(path: Path) -> Iterator[dict[str, str]]:
    """The tags of each game of a PGN file."""
    tags: dict[str, str] = {}
    with path.open() as file:
        for line in file:
            if found := re.match(r'\[(\w+) "(.*)"\]', line):
                if found[1] == "Event" and tags:
                    yield tags
                    tags = {}
                tags[found[1]] = found[2]
    if tags:
        yield tags


def is_broken(tags: dict[str, str]) -> bool:
    """Whether something other than chess or adjudication ended this game."""
    return tags.get("Termination") not in ("normal", "adjudication")
