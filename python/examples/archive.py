#!/usr/bin/env python3
"""Reviews an archive of games that is too large for one machine, with Dask.

    pip install './python[archive]'
    python/examples/archive.py GAMES RESULTS                    # all processors of this machine
    python/examples/archive.py GAMES RESULTS --scheduler tcp://head:8786

GAMES is a folder with PGN files, which this program reads; RESULTS is one for Parquet files. The machines of a cluster
must see it under the same path, and have this package installed (dask.distributed documents how a cluster
is started). Some games at a time are a part, and each part a task: its games are reviewed one after another by
an engine with one thread, so that a worker should have one thread too.

A part is finished when its Parquet file exists, which appears as a whole. When started again, the
program continues with the unfinished parts, so it may be ended at any time, and machines may fail. All
parts of a RESULTS folder are made with the same settings, which are kept in settings.json.

Every move of a main line is a row. Read all of them with, for example,

    pyarrow.dataset.dataset("RESULTS", format="parquet", exclude_invalid_files=True).to_table()
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from itertools import islice
from pathlib import Path
from typing import Any, Iterator, NamedTuple
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet
from dask.distributed import Client, LocalCluster, as_completed

import seajay

#: Tasks handed out in advance for each worker.
AHEAD = 3

SCHEMA = pa.schema(
    [
        ("file", pa.string()),
        ("game", pa.int32()),  # which game of the file, from 0
        ("fen", pa.string()),  # before the move
        # Those of Review.to_dict().
        ("index", pa.int32()),
        ("white", pa.bool_()),
        ("played", pa.string()),
        ("best", pa.string()),
        ("centipawns", pa.int32()),
        ("mate", pa.int32()),
        ("expected_before", pa.int32()),
        ("expected_after", pa.int32()),
        ("loss", pa.int32()),
        ("mark", pa.string()),
        ("depth", pa.int32()),
        ("clock", pa.float64()),
    ]
)


class Part(NamedTuple):
    """Some games of a file, and the number of the first."""

    file: str
    first: int
    games: list[seajay.PgnGame]

    @property
    def name(self) -> str:
        return f"{quote(self.file, safe='')}-{self.first:09}"

    def result(self, results: Path) -> Path:
        """The file that its rows go to."""
        return results / f"{self.name}.parquet"


def read_parts(folder: Path, count: int) -> Iterator[Part]:
    """The games of the PGN files in a folder, some at a time; a game with a fault as far as it could be read."""
    for path in sorted(folder.rglob("*.pgn")):
        name = path.relative_to(folder).as_posix()
        games = seajay.read_pgn(path)
        first = 0
        while some := list(islice(games, count)):
            yield Part(name, first, some)
            first += count


def review(part: Part, results: str, settings: dict[str, Any]) -> int:
    """Reviews a part and writes its rows; returns their number. This runs on the workers."""
    limit = seajay.Limit(nodes=settings["nodes"])
    rows = []
    with seajay.Engine({"Hash": settings["hash"]}) as engine:
        for number, game in enumerate(part.games, part.first):
            engine.clear_history()
            for row in rows_of(game.game, engine.review(game, limit)):
                rows.append({"file": part.file, "game": number, **row})
    path = part.result(Path(results))
    # Two workers may have the same part if one was believed lost: each has a file of its own.
    unfinished = path.with_suffix(f".{os.getpid()}.tmp")
    pyarrow.parquet.write_table(pa.Table.from_pylist(rows, SCHEMA), unfinished)
    os.replace(unfinished, path)
    return len(rows)


def rows_of(game: seajay.Game, reviews: list[seajay.Review]) -> Iterator[dict[str, Any]]:
    """The rows of a game."""
    position = seajay.Game(game.start_fen())
    for judged in reviews:
        yield {"fen": position.fen(), **judged.to_dict()}
        position.play(judged.played)


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
    """Lets the workers review the parts, a few in advance; returns how many failed."""

    def submit(part: Part) -> Any:
        # Results are files: a part is a task again after its file was removed.
        return client.submit(review, part, str(results), settings, key=part.name, pure=False)

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
            print(f"{part.file} from game {part.first}: {future.result()} moves", flush=True)
        else:
            failed += 1
            print(f"{part.file} from game {part.first}: {error!r}", file=sys.stderr, flush=True)
        hand_out(1)
    print(f"{done} parts reviewed, {failed} failed")
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
    parts = (part for part in read_parts(games, given.part) if not part.result(results).exists())
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
