#!/usr/bin/env python3
"""Measures how fast PGN is read, and a game is reviewed:

    bench/pgn.py [--megabytes 100] [--games FILE]

Makes a file of random games with comments, NAGs and variations, or repeats those of FILE, until it is large enough.
Prints the speeds of the library and of python-chess, that of listing the games, the memory that both took, and the
time of a review beside a search of each position. Needs python-chess and the library that `cargo build --release`
makes.
"""

from __future__ import annotations

import io
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / folder) for folder in ("bench", "python", "python/tests")]

import chess  # noqa: E402
import chess.pgn  # noqa: E402
from common import make_parser  # noqa: E402
from pgn_oracle import make  # noqa: E402
from seajay import Engine, Limit, PgnFile, capi  # noqa: E402

library = capi.library

#: How much python-chess reads, which is slow.
SAMPLE = 2_000_000


def write_games(file: Path, size: int, given: Path | None) -> bytes:
    """Makes a file of at least a size; returns its first games."""
    numbers = random.Random(1)
    games = [given.read_bytes()] if given else [f"{make(numbers, chess.Board())}\n\n".encode() for _ in range(500)]
    block = b"".join(games)
    with file.open("wb") as out:
        while out.tell() < size:
            out.write(block)
    return block


def read(file: Path) -> tuple[int, int]:
    """Reads a file with the library; returns its games and plies."""
    pgn, game = library.seajay_pgn_new(), library.seajay_game_new()
    assert library.seajay_pgn_open(pgn, str(file).encode()) == 0
    games = plies = 0
    while library.seajay_pgn_next(pgn, game) == 1:
        games += 1
        plies += library.seajay_game_ply_count(game)
    library.seajay_pgn_free(pgn)
    library.seajay_game_free(game)
    return games, plies


def timed(function, *arguments):  # type: ignore[no-untyped-def]
    begun = time.process_time()
    result = function(*arguments)
    return time.process_time() - begun, result


def read_with_chess(text: str) -> int:
    file, count = io.StringIO(text), 0
    while chess.pgn.read_game(file) is not None:
        count += 1
    return count


def memory() -> float:
    """The most memory that this process has had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def review(plies: int, nodes: int) -> str:
    """Compares a review of a game with searches of all its positions, both from the last to the first."""
    numbers, board = random.Random(5), chess.Board()
    positions = [board.copy()]
    while board.ply() < plies and not board.is_game_over():
        board.push(numbers.choice(list(board.legal_moves)))
        positions.append(board.copy())
    with Engine() as engine:
        together = timed(engine.review, board, Limit(nodes=nodes))[0]
    with Engine() as engine:
        alone = timed(lambda: [engine.analyse(position, Limit(nodes=nodes)) for position in reversed(positions)])[0]
    return f"review of {board.ply()} plies: {together:.2f} s, {together / alone:.2f} times {len(positions)} searches"


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--megabytes", type=int, default=100, help="default: 100")
    parser.add_argument("--games", type=Path, metavar="FILE", help="PGN to repeat, instead of random games")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.pgn"
        block = write_games(file, arguments.megabytes * 1_000_000, arguments.games)
        # Before all is read, so that the memory is its own.
        before = memory()
        listing, listed = timed(PgnFile, file)
        after_listing = memory()
        seconds, (games, plies) = timed(read, file)
        after, size = memory(), file.stat().st_size
    speed = size / seconds / 1e6
    print(f"seajay: {games} games, {plies} plies, {size / 1e6:.0f} MB in {seconds:.1f} s: {speed:.1f} MB/s")
    print(f"memory: {after - before:.1f} MiB more than before")
    print(f"listed: {len(listed)} games in {listing:.2f} s, {seconds / listing:.1f} times faster, {after_listing - before:.1f} MiB")
    text = block[:SAMPLE].decode(errors="replace")
    seconds, count = timed(read_with_chess, text)
    slow = len(text.encode()) / seconds / 1e6
    print(f"python-chess: {count} games in {seconds:.1f} s: {slow:.2f} MB/s, {speed / slow:.0f} times slower")
    print(review(80, 100_000))


if __name__ == "__main__":
    main()
