#!/usr/bin/env python3
"""Analyses a chess position with seajay, through ctypes. In the root of the repository:

    cargo build --release
    python3 examples/analyse.py

Usage: analyse.py [FEN [DEPTH]]; without DEPTH, in half-moves, it thinks for five seconds.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from ctypes import POINTER, c_char, c_char_p, c_int32, c_int64, c_size_t
from ctypes import c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Callable

# Morphy against two noblemen in a box at the opera, Paris 1858, before he gives a knight.
OPERA = "rn2kb1r/p3qppp/2p2n2/1p2p1B1/2B1P3/1QN5/PPP2PPP/R3K2R w KQkq - 0 10"
DEFAULT_TIME_MS = 5000
# How long Ctrl-C may have to wait: Python acts on it only between two calls.
POLL_MS = 50

# From seajay.h.
SEAJAY_ERR_TIMEOUT = -41
SEAJAY_SCORE_CP, SEAJAY_SCORE_MATE = 0, 1
SEAJAY_BOUND_EXACT, SEAJAY_BOUND_LOWER, SEAJAY_BOUND_UPPER = 0, 1, 2
SEAJAY_INFO_LINE = 0


class Record(ctypes.Structure):
    """A struct that begins with its own size."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(ctypes.sizeof(self), **fields)


class Score(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("value", c_int32), ("bound", c_int32)]

    def __str__(self) -> str:
        """Pawns, moves to mate, or half-moves to a tablebase win, from the side to move's view."""
        bound = {SEAJAY_BOUND_LOWER: ">= ", SEAJAY_BOUND_UPPER: "<= "}.get(self.bound, "")
        if self.kind == SEAJAY_SCORE_CP:
            return f"{bound}{self.value / 100:+.2f}"
        return f"{bound}{'#' if self.kind == SEAJAY_SCORE_MATE else 'TB'}{self.value:+d}"


class Limits(Record):
    _fields_ = [
        ("struct_size", c_uint32),
        ("depth", c_int32),
        ("nodes", c_uint64),
        ("move_time_ms", c_int64),
        ("mate", c_int32),
        ("moves_to_go", c_int32),
        ("white_time_ms", c_int64),
        ("black_time_ms", c_int64),
        ("white_increment_ms", c_int64),
        ("black_increment_ms", c_int64),
        ("infinite", c_int32),
        ("ponder", c_int32),
        ("search_moves", c_char_p),
    ]


class Info(Record):
    _fields_ = [
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("search_id", c_uint64),
        ("depth", c_int32),
        ("seldepth", c_int32),
        ("multipv", c_int32),
        ("hashfull", c_int32),
        ("score", Score),
        ("wdl", c_int32 * 3),
        ("nodes", c_uint64),
        ("nps", c_uint64),
        ("tb_hits", c_uint64),
        ("time_ms", c_int64),
        ("pv", c_char_p),
    ]


class Result(Record):
    _fields_ = [
        ("struct_size", c_uint32),
        ("stop_reason", c_int32),
        ("search_id", c_uint64),
        ("best_move", c_char * 8),
        ("ponder_move", c_char * 8),
        ("score", Score),
        ("depth", c_int32),
        ("seldepth", c_int32),
        ("nodes", c_uint64),
        ("time_ms", c_int64),
    ]


class Stats(Record):
    _fields_ = [("struct_size", c_uint32)] + [
        (name, c_uint64)
        for name in (
            "nodes qnodes beta_cutoffs first_move_cutoffs reductions re_searches tt_probes tt_hits "
            "tt_cutoffs tt_move_cutoffs promotion_cutoffs good_capture_cutoffs killer_cutoffs "
            "quiet_cutoffs bad_capture_cutoffs null_move_tries null_move_cutoffs"
        ).split()
    ]


Handle = c_void_p
InfoCallback = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(Info))

FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "seajay_strerror": (c_char_p, [c_int32]),
    "seajay_new": (Handle, []),
    "seajay_free": (None, [Handle]),
    "seajay_set_position": (c_int32, [Handle, c_char_p, c_char_p]),
    "seajay_set_info_callback": (c_int32, [Handle, InfoCallback, c_void_p]),
    "seajay_start": (c_int32, [Handle, POINTER(Limits)]),
    "seajay_wait": (c_int32, [Handle, c_int64, POINTER(Result)]),
    "seajay_stats": (c_int32, [Handle, POINTER(Stats)]),
    "seajay_fen": (c_int64, [Handle, c_char_p, c_size_t]),
    "seajay_move_to_san": (c_int64, [Handle, c_char_p, c_char_p, c_size_t]),
    "seajay_last_error": (c_size_t, [Handle, c_char_p, c_size_t]),
}


def load_library() -> ctypes.CDLL:
    """SEAJAY_LIBRARY, else what cargo built in this checkout, else the system's."""
    name = {"darwin": "libseajay.dylib", "win32": "seajay.dll"}.get(sys.platform, "libseajay.so")
    target = Path(__file__).resolve().parent.parent / "target"
    built = filter(Path.exists, (target / "release" / name, target / "debug" / name))
    found = [os.environ.get("SEAJAY_LIBRARY"), *built, ctypes.util.find_library("seajay")]
    path = next(filter(None, found), None)
    if path is None:
        raise OSError(
            f"no {name}: SEAJAY_LIBRARY is not set, nor is it in {target / 'release'}, "
            f"{target / 'debug'} or the system's folders"
        )
    library = ctypes.CDLL(str(path))
    for function, (result, arguments) in FUNCTIONS.items():
        getattr(library, function).restype = result
        getattr(library, function).argtypes = arguments
    return library


class SeajayError(Exception):
    """A call failed; the text says why."""


class Engine:
    """An engine for a `with` block; every call that fails raises."""

    def __init__(self) -> None:
        self.library = load_library()
        self.handle = self.library.seajay_new()
        if self.handle is None:
            raise MemoryError("no memory for an engine")

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        # Ends a search that still runs, too.
        self.library.seajay_free(self.handle)

    def set_position(self, fen: str) -> None:
        self._check(self.library.seajay_set_position(self.handle, fen.encode(), None))

    def search(self, limits: Limits, listener: Callable[[Info], bool]) -> Result:
        """Searches; listener(info) is told of everything found, and returns whether to go on."""
        errors: list[BaseException] = []

        def on_info(_: object, info: Any) -> int:
            # ctypes would swallow an exception: it waits here for the end of the search.
            try:
                return 0 if listener(info.contents) else 1
            except BaseException as error:
                errors.append(error)
                return 1

        # The library keeps no Python object alive: the engine must, as long as it may be called.
        self.callback = InfoCallback(on_info)
        self._check(self.library.seajay_set_info_callback(self.handle, self.callback, None))
        self._check(self.library.seajay_start(self.handle, limits))
        result = Result()
        status = SEAJAY_ERR_TIMEOUT
        while status == SEAJAY_ERR_TIMEOUT:
            status = self.library.seajay_wait(self.handle, POLL_MS, result)
        if errors:
            raise errors[0]
        self._check(status)
        return result

    def stats(self) -> Stats:
        stats = Stats()
        self._check(self.library.seajay_stats(self.handle, stats))
        return stats

    def fen(self) -> str:
        return self._text(self.library.seajay_fen)

    def san(self, moves: bytes) -> str:
        """A move or a line of play in standard algebraic notation."""
        return self._text(self.library.seajay_move_to_san, moves)

    def _text(self, function: Callable[..., int], *arguments: bytes) -> str:
        """Text from a function that copies it into a buffer: first its length, then the text."""
        size = self._check(function(self.handle, *arguments, None, 0)) + 1
        buffer = ctypes.create_string_buffer(size)
        self._check(function(self.handle, *arguments, buffer, size))
        return buffer.value.decode()

    def _check(self, status: int) -> int:
        """Passes a number on, or raises what a negative one means."""
        if status < 0:
            text = self._text(self.library.seajay_last_error)
            raise SeajayError(text or self.library.seajay_strerror(status).decode())
        return status


def print_board(fen: str) -> None:
    placement = fen.split()[0]
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    ranks = ("  " + " ".join(rank) for rank in placement.split("/"))
    print("", *ranks, "", "  " + fen, "", sep="\n")


def print_depth(engine: Engine, info: Info) -> bool:
    """Prints the line of each finished depth, and says whether there is more to find."""
    if info.kind != SEAJAY_INFO_LINE or info.score.bound != SEAJAY_BOUND_EXACT:
        return True
    columns = f"{info.depth:>7} {info.score!s:>7} {info.nodes:>11} {info.nps:>10}"
    print(f"{columns}   {engine.san(info.pv)}", flush=True)
    # A mate that was searched to its end leaves nothing to find.
    return info.score.kind != SEAJAY_SCORE_MATE or info.depth < 2 * abs(info.score.value)


def print_summary(engine: Engine, result: Result) -> None:
    if not result.best_move:
        print("  Checkmate" if result.score.kind == SEAJAY_SCORE_MATE else "  Stalemate")
        return
    stats = engine.stats()
    effort = f"{result.nodes} positions in {result.time_ms / 1000:.2f} s, depth {result.depth}"
    print(f"\n  Best move            {engine.san(result.best_move)}, score {result.score}")
    print(f"  Searched             {effort}")
    for name, part, whole in (
        ("First-move cutoffs", stats.first_move_cutoffs, stats.beta_cutoffs),
        ("Re-search rate", stats.re_searches, stats.reductions),
        ("Hash hits", stats.tt_hits, stats.tt_probes),
    ):
        print(f"  {name:<19} {100 * part / max(whole, 1):>5.1f} %")


def main(arguments: list[str]) -> int:
    fen, *rest = arguments or [OPERA]
    limits = Limits(move_time_ms=DEFAULT_TIME_MS)
    if rest:
        if len(rest) > 1 or not rest[0].isdecimal() or not 0 < int(rest[0]) < 2**31:
            print("usage: analyse.py [FEN [DEPTH]]", file=sys.stderr)
            return 2
        limits = Limits(depth=int(rest[0]))
    try:
        with Engine() as engine:
            engine.set_position(fen)
            print_board(engine.fen())
            print("  depth   score       nodes    nodes/s   line of play", flush=True)
            print_summary(engine, engine.search(limits, lambda info: print_depth(engine, info)))
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough; Python must not try to write the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    except (SeajayError, MemoryError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
