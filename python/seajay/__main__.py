"""``python -m seajay``: the package's commands for the shell."""

from __future__ import annotations

import argparse
import math
import os
import sys
import warnings
from contextlib import ExitStack
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Callable, Optional, Sequence, TextIO

from chess.engine import EngineError, Limit

from . import __version__
from .capi import SEAJAY_ERR_ILLEGAL_MOVE
from .pgn import PgnGame, read_pgn
from .review import Review

#: About a tenth of a second for each position.
DEFAULT_NODES = 100_000


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs a command; returns 0 on success, 1 if parts of games were left out, 2 after an error,
    130 after Ctrl-C."""
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
        description="Writes evaluations, better lines, marks for mistakes and the accuracy of both sides into the "
        "games of a PGN file, on all processors.",
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
    from .annotate import annotate

    if given.graph is not None and find_spec("matplotlib") is None:
        raise ImportError("a graph needs matplotlib: pip install 'seajay[graph]'")
    limited = given.depth or given.time
    nodes = None if limited else given.nodes or DEFAULT_NODES
    progress = not given.quiet and sys.stderr.isatty() and find_spec("tqdm") is not None
    with ExitStack() as files:
        source, target = _open(given, files)
        games = annotate(
            read_pgn(source),
            Limit(depth=given.depth, time=given.time, nodes=nodes),
            options={"Hash": given.hash},
            workers=given.workers,
            progress=progress,
        )
        has_faults = False
        for number, (pgn, reviews) in enumerate(games, 1):
            if pgn.error is not None:
                has_faults = True
                print(f"seajay: game {number}: {pgn.error}", file=sys.stderr)
                is_illegal_move = pgn.error.status == SEAJAY_ERR_ILLEGAL_MOVE
                if not (reviews or is_illegal_move) and pgn.tags.keys() & {"FEN", "Variant"}:
                    # Of a variant, or with an invalid FEN: there is nothing to write.
                    print(f"seajay: game {number} is left out", file=sys.stderr)
                    continue
            print(pgn, file=target, end="", flush=True)
            if given.graph is not None and reviews:
                has_faults |= not _draw(pgn, reviews, given.graph, number)
    return 1 if has_faults else 0


def _draw(pgn: PgnGame, reviews: list[Review], path: Path, number: int) -> bool:
    """Writes the graph of a game; returns whether that worked. Nothing that a game says ends the run."""
    from .graph import draw

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            draw(pgn, reviews).savefig(_numbered(path, number))
        except OSError:
            # Of the file, and the same for all games.
            raise
        except Exception as error:
            print(f"seajay: game {number}: its graph could not be drawn: {error}", file=sys.stderr)
            return False
    if caught:
        # One for each character that the font lacks.
        print(f"seajay: game {number}: its graph is not complete: {caught[0].message}", file=sys.stderr)
    return True


def _open(given: argparse.Namespace, files: ExitStack) -> tuple[IO[bytes], TextIO]:
    """The input and the output."""
    if given.output and given.pgn != "-" and Path(given.output).exists():
        if Path(given.output).samefile(given.pgn):
            raise ValueError("the output would overwrite the games it comes from")
    source: IO[bytes] = sys.stdin.buffer
    if given.pgn != "-":
        source = files.enter_context(open(given.pgn, "rb"))
    if given.output:
        return source, files.enter_context(open(given.output, "w", encoding="utf-8"))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    return source, sys.stdout


def _numbered(path: Path, number: int) -> Path:
    """The path of the first graph, and -2, -3 and so on for further ones."""
    return path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")


if __name__ == "__main__":
    sys.exit(main())
