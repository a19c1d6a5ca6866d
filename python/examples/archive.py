#!/usr/bin/env python3
"""Analyses an archive of games that is too large for one machine, with Dask.

    pip install './python[archive]'
    python/examples/archive.py GAMES RESULTS                    # all processors of this machine
    python/examples/archive.py GAMES RESULTS --scheduler tcp://head:8786

GAMES is a folder with PGN files, RESULTS one for Parquet files; the machines of a cluster must see
both under the same path, and have this package installed (dask.distributed documents how a cluster
is started). The files are cut into parts of some games. Each part is a task: its positions are
analysed one after another by an engine with one thread, so that a worker should have one thread too.

A part is finished when its Parquet file exists, which appears as a whole. When started again, the
program continues with the unfinished parts, so it may be ended at any time, and machines may fail. All
parts of a RESULTS folder are made with the same settings, which are kept in settings.json.

Every position of a main line is a row. Read all of them with, for example,

    pyarrow.dataset.dataset("RESULTS", format="parquet", exclude_invalid_files=True).to_table()
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Iterator, NamedTuple
from urllib.parse import quote

import chess.pgn
import pyarrow as pa
import pyarrow.parquet
from dask.distributed import Client, LocalCluster, as_completed

import seajay
from seajay.annotate import is_playable

#: Tasks handed out in advance for each worker.
AHEAD = 3

HEADER = re.compile(rb'(\xef\xbb\xbf)?\[\w+\s+"')

SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("offset", pa.int64()),  # where the part begins in the file, in bytes
        ("game", pa.int32()),  # which game of the part, from 0
        ("ply", pa.int32()),
        ("fen", pa.string()),
        ("played", pa.string()),  # null at the end of a game
        ("best", pa.string()),  # null where the game is over
        ("centipawns", pa.int32()),  # from White's view; null for mates
        ("mate", pa.int32()),  # moves, from White's view; null for others
        ("expectation", pa.float32()),  # points for White, from 0 to 1
        ("depth", pa.int32()),
        ("nodes", pa.int64()),
    ]
)


class Part(NamedTuple):
    """Some games of a file, between two offsets in bytes."""

    folder: str
    file: str
    begin: int
    end: int

    def result(self, results: Path) -> Path:
        """The file that its rows go to."""
        return results / f"{quote(self.file, safe='')}-{self.begin:012}.parquet"


def find_parts(folder: Path, games: int) -> Iterator[Part]:
    """Cuts the PGN files of a folder into parts of some games, without reading the games."""
    for path in sorted(folder.rglob("*.pgn")):
        name = path.relative_to(folder).as_posix()
        begin = seen = position = 0
        after_blank = True
        with path.open("rb") as file:
            for line in file:
                # A game begins with its headers, after an empty line.
                if after_blank and HEADER.match(line):
                    if seen == games:
                        yield Part(str(folder), name, begin, position)
                        begin, seen = position, 0
                    seen += 1
                after_blank = not line.strip()
                position += len(line)
        if position > begin:
            yield Part(str(folder), name, begin, position)


def analyse(part: Part, results: str, settings: dict[str, Any]) -> int:
    """Analyses a part and writes its rows; returns their number. This runs on the workers."""
    with (Path(part.folder) / part.file).open("rb") as file:
        file.seek(part.begin)
        text = io.StringIO(file.read(part.end - part.begin).decode(errors="replace"))
    rows = []
    with seajay.Engine({"Hash": settings["hash"]}) as engine:
        number = 0
        while (game := chess.pgn.read_game(text)) is not None:
            limit = seajay.Limit(nodes=settings["nodes"])
            for row in analyse_game(engine, game, limit):
                rows.append({"file": part.file, "offset": part.begin, "game": number, **row})
            number += 1
    path = part.result(Path(results))
    # Two workers may have the same part if one was believed lost: each has a file of its own.
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    pyarrow.parquet.write_table(pa.Table.from_pylist(rows, SCHEMA), unfinished)
    os.replace(unfinished, path)
    return len(rows)


def analyse_game(
    engine: seajay.Engine, game: chess.pgn.Game, limit: seajay.Limit
) -> Iterator[dict[str, Any]]:
    """The rows of one game; none for variants and for games from invalid positions."""
    if not is_playable(game):
        return
    board = game.board()
    for played in [*game.mainline_moves(), None]:
        info = engine.analyse(board, limit, game=game)
        score = info["score"].white()
        yield {
            "ply": board.ply(),
            "fen": board.fen(),
            "played": played and played.uci(),
            "best": info["pv"][0].uci() if "pv" in info else None,
            "centipawns": score.score(),
            "mate": score.mate(),
            "expectation": info["wdl"].white().expectation(),
            "depth": info["depth"],
            "nodes": info["nodes"],
        }
        if played is not None:
            board.push(played)


def agree_on(settings: dict[str, Any], results: Path) -> None:
    """Stores the settings beside the results, or raises if different ones are stored."""
    results.mkdir(parents=True, exist_ok=True)
    path = results / "settings.json"
    if path.exists():
        earlier = json.loads(path.read_text())
        if earlier != settings:
            raise ValueError(f"{path} has other settings: {earlier}")
    else:
        path.write_text(json.dumps(settings))


def run(client: Client, parts: Iterator[Part], results: Path, settings: dict[str, Any]) -> int:
    """Lets the workers analyse the parts, a few in advance; returns how many failed."""

    def submit(part: Part) -> Any:
        # Results are files: a part is a task again after its file was removed.
        return client.submit(
            analyse, part, str(results), settings, key=f"{part.file}-{part.begin}", pure=False
        )

    workers = len(client.scheduler_info()["workers"])
    names: dict[str, Part] = {}
    running = as_completed()

    def hand_out(count: int) -> None:
        for part in islice(parts, count):
            future = submit(part)
            names[future.key] = part
            running.add(future)

    hand_out(max(workers, 1) * AHEAD)
    done = failed = 0
    for future in running:
        part = names.pop(future.key)
        error = future.exception()
        if error is None:
            done += 1
            print(f"{part.file} from {part.begin}: {future.result()} positions", flush=True)
        else:
            failed += 1
            print(f"{part.file} from {part.begin}: {error!r}", file=sys.stderr, flush=True)
        hand_out(1)
    print(f"{done} parts analysed, {failed} failed")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", type=Path, help="folder with PGN files")
    parser.add_argument("results", type=Path, help="folder for Parquet files")
    parser.add_argument("--scheduler", help="address of a Dask scheduler; without it, this machine")
    parser.add_argument("--workers", type=int, help="number of local workers (default: one for each processor)")
    parser.add_argument("--nodes", type=int, default=100_000, help="for each position (100,000)")
    parser.add_argument("--hash", type=int, default=16, help="MiB for each worker (16)")
    parser.add_argument("--part", type=int, default=100, help="games in a part (100)")
    given = parser.parse_args()
    games, results = given.games.resolve(), given.results.resolve()
    settings = {"nodes": given.nodes, "hash": given.hash, "part": given.part}
    try:
        agree_on(settings, results)
    except ValueError as error:
        print(f"archive: {error}", file=sys.stderr)
        return 2
    parts = (part for part in find_parts(games, given.part) if not part.result(results).exists())
    if given.scheduler:
        with Client(given.scheduler) as client:
            return 1 if run(client, parts, results, settings) else 0
    with LocalCluster(
        n_workers=given.workers or len(os.sched_getaffinity(0)),
        threads_per_worker=1,
        dashboard_address=None,
    ) as cluster, Client(cluster) as client:
        return 1 if run(client, parts, results, settings) else 0


if __name__ == "__main__":
    sys.exit(main())
