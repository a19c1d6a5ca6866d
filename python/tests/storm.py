"""A storm of calls on the package, for some seconds::

    PYTHONPATH=python python3 python/tests/storm.py 600 [SEED]

Four threads play on a thousand games, and use eight engines, whose searches they end. Each has one of its
own besides, which must give, every time, what an engine gave while nothing else ran. Prints a line; exits
with 1 at the first difference, or if memory grows in a storm of a minute or more. It does grow in the first
seconds, while engines and games use theirs for the first time.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
import traceback
from typing import Optional

import seajay
from seajay import capi

GAMES, ENGINES, THREADS, NODES = 1000, 8, 4, 2000
MEMORY_SECONDS = 60.0  # shorter storms do not judge memory: it grows at first
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
]


def answer(engine: seajay.Engine, fen: str) -> object:
    """What is always the same."""
    engine.clear_history()
    info = engine.analyse(fen, seajay.Limit(nodes=NODES))
    return info["score"], info["pv"], info["depth"], info["nodes"]


class Storm:
    """What all threads share."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.random = random.Random(seed)
        self.end = time.monotonic() + seconds
        self.failure: Optional[str] = None
        self.games = [seajay.Game(POSITIONS[i % len(POSITIONS)]) for i in range(GAMES)]
        self.engines = [seajay.Engine({"Hash": 1}) for _ in range(ENGINES)]
        with seajay.Engine({"Hash": 1}) as engine:
            self.answers = {fen: answer(engine, fen) for fen in POSITIONS}
        self.searches = self.compared = self.replaced = 0

    def is_over(self) -> bool:
        return self.failure is not None or time.monotonic() >= self.end


def play(game: seajay.Game, moves: str) -> None:
    """Plays moves that another thread may have made illegal."""
    try:
        game.play(moves)
    except seajay.SeajayError as error:
        assert error.status == capi.SEAJAY_ERR_ILLEGAL_MOVE, error


def use_game(storm: Storm, rng: random.Random) -> None:
    index = rng.randrange(GAMES)
    game = storm.games[index]
    moves = game.legal_moves()
    choice = rng.randrange(6)
    if choice == 0:
        copy = storm.games[rng.randrange(GAMES)].copy()
        again = seajay.Game(copy.start_fen(), copy.moves())
        assert (again.fen(), again.key(), again.moves()) == (copy.fen(), copy.key(), copy.moves())
        storm.games[index] = copy
    elif choice == 1:
        try:
            game.undo(rng.randrange(1, 4))
        except seajay.SeajayError as error:
            assert error.status == capi.SEAJAY_ERR_INVALID_ARGUMENT, error
    elif not moves or game.ply_count() > 200:
        game.set(rng.choice(POSITIONS))
    else:
        play(game, rng.choice(moves))


def use_engine(storm: Storm, rng: random.Random) -> None:
    """All threads use these engines, and end each other's searches."""
    index = rng.randrange(ENGINES)
    engine, choice = storm.engines[index], rng.randrange(16)
    try:
        if choice == 0:
            engine.close()
            storm.engines[index] = seajay.Engine({"Hash": 1})
            storm.replaced += 1
        elif choice < 4:
            engine.configure({"Hash": rng.choice([1, 2]), "UCI_LimitStrength": rng.random() < 0.5})
        elif choice < 8:
            engine.stop()
        else:
            game = rng.choice(storm.games).copy()
            move = engine.play(game, seajay.Limit(nodes=rng.randrange(1, NODES))).move
            assert (str(move) if move else None) in (game.legal_moves() or [None])
            storm.searches += 1
    except (seajay.CancelledError, seajay.EngineTerminatedError):
        pass


def work(storm: Storm, seed: float) -> None:
    rng = random.Random(seed)
    try:
        with seajay.Engine({"Hash": 1}) as steady:
            while not storm.is_over():
                fen = rng.choice(POSITIONS)
                assert answer(steady, fen) == storm.answers[fen], fen
                storm.compared += 1
                use_engine(storm, rng)
                for _ in range(10):
                    use_game(storm, rng)
    except BaseException:
        storm.failure = traceback.format_exc()


def resident() -> int:
    """KiB in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") // 1024


def watch(storm: Storm, seconds: float) -> list[int]:
    """The memory at a hundred moments."""
    samples = []
    while not storm.is_over():
        time.sleep(seconds / 100)
        samples.append(resident())
    return samples


def main(seconds: float, seed: int) -> int:
    storm = Storm(seconds, seed)
    seeds = [storm.random.random() for _ in range(THREADS)]
    threads = [threading.Thread(target=work, args=(storm, seed)) for seed in seeds]
    for thread in threads:
        thread.start()
    samples = watch(storm, seconds)
    for thread in threads:
        thread.join()
    for engine in storm.engines:
        engine.close()
    half = len(samples) // 2
    first, last = max(samples[:half], default=0), max(samples[half:], default=0)
    if storm.failure is None and seconds >= MEMORY_SECONDS and last > first * 1.1 + 32768:
        storm.failure = f"memory grows: {first} KiB, then {last} KiB"
    if storm.failure is None and storm.compared == 0:
        storm.failure = "nothing was compared"
    print(
        f"python: {storm.searches} searches, {storm.compared} compared, {storm.replaced} engines closed; "
        f"at most {first} KiB in the first half, {last} KiB in the second: {storm.failure or 'well'}"
    )
    return 0 if storm.failure is None else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
