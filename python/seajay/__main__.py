"""``python -m seajay``: the package's commands for the shell."""

from __future__ import annotations

import argparse
import io
import math
import os
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Callable, Optional, Sequence, TextIO

from . import __version__
from .types import HAS_CHESS, EngineError, Limit

#: About a tenth of a second for each position.
DEFAULT_NODES = 100_000


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs a command; returns 0 on success, 2 after an error, 130 after Ctrl-C."""
    given = _parser().parse_args(arguments)
    try:
        run: Callable[[argparse.Namespace], int] = given.run
        return run(given)
    except BrokenPipeError:
        # The reader has closed the pipe; Python must not try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except (EngineError, ImportError, OSError, ValueError) as error:
        print(f"seajay: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="seajay", description="A chess engine.")
    parser.add_argument("--version", action="version", version=f"seajay {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    uci = commands.add_parser(
        "uci",
        help="the engine for boards and bots",
        description="The engine for programs that speak UCI, on standard input and output.",
    )
    uci.set_defaults(run=_uci)
    annotate = commands.add_parser(
        "annotate",
        help="write evaluations, better lines and marks for mistakes into games",
        description="Writes evaluations, better lines and marks for mistakes into the games of a "
        "PGN file, on all processors. Needs python-chess: seajay[chess].",
    )
    annotate.set_defaults(run=_annotate)
    annotate.add_argument("pgn", help="the games; - is standard input")
    annotate.add_argument("-o", "--output", help="where to write them (default: standard output)")
    annotate.add_argument(
        "-g",
        "--graph",
        type=Path,
        help="draw how the game went: a file ending in .svg, .png or .pdf; -2, -3 and so on are "
        "added to its name for further games. Needs matplotlib: seajay[graph]",
    )
    limits = annotate.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=_positive, help=f"for each position ({DEFAULT_NODES:,})")
    limits.add_argument("--depth", type=_positive, help="half-moves for each position")
    limits.add_argument("--time", type=_seconds, help="seconds for each position")
    annotate.add_argument("--hash", type=_positive, default=16, help="MiB for each worker (16)")
    annotate.add_argument("--workers", type=_positive, help="default: one for each processor")
    annotate.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    return parser


def _positive(text: str) -> int:
    try:
        value = int(text)
    except ValueError:
        value = 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a whole number from 1")
    return value


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is not a time above 0")
    return value


def _uci(_given: argparse.Namespace) -> int:
    from .uci import main

    return main()


def _annotate(given: argparse.Namespace) -> int:
    if not HAS_CHESS:
        raise ImportError("this needs python-chess: pip install 'seajay[chess]'")
    from .annotate import annotate, read_games

    if given.graph is not None:
        if find_spec("matplotlib") is None:
            raise ImportError("a graph needs matplotlib: pip install 'seajay[graph]'")
        from .graph import draw
    limited = given.depth or given.time
    nodes = None if limited else given.nodes or DEFAULT_NODES
    progress = not given.quiet and sys.stderr.isatty() and find_spec("tqdm") is not None
    with ExitStack() as files:
        source, target = _open(given, files)
        games = annotate(
            read_games(source),
            Limit(depth=given.depth, time=given.time, nodes=nodes),
            options={"Hash": given.hash},
            workers=given.workers,
            progress=progress,
        )
        lost = 0
        for number, annotated in enumerate(games, 1):
            for error in annotated.game.errors:
                print(f"seajay: game {number}: {error}", file=sys.stderr)
            try:
                print(annotated.game, file=target, end="\n\n", flush=True)
            except ValueError:
                # python-chess cannot write a game that begins with an invalid FEN.
                print(f"seajay: game {number} is left out", file=sys.stderr)
                lost += 1
                continue
            if not annotated.positions:
                print(f"seajay: game {number}: not chess, left as it is", file=sys.stderr)
            elif given.graph is not None:
                draw(annotated, _numbered(given.graph, number))
    return 2 if lost else 0


def _open(given: argparse.Namespace, files: ExitStack) -> tuple[TextIO, TextIO]:
    """The input and the output. Bytes that are not UTF-8 are written as they were read."""
    if given.output and given.pgn != "-" and Path(given.output).exists():
        if Path(given.output).samefile(given.pgn):
            raise ValueError("the output would overwrite the games it comes from")
    source, target = sys.stdin, sys.stdout
    if given.pgn == "-":
        _take_any_bytes(source)
    else:
        source = files.enter_context(
            open(given.pgn, encoding="utf-8-sig", errors="surrogateescape")
        )
    if given.output:
        target = files.enter_context(
            open(given.output, "w", encoding="utf-8", errors="surrogateescape")
        )
    else:
        _take_any_bytes(target)
    return source, target


def _take_any_bytes(stream: TextIO) -> None:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _numbered(path: Path, number: int) -> Path:
    """The path of the first graph, and -2, -3 and so on for further ones."""
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


if __name__ == "__main__":
    sys.exit(main())
