"""A storm of calls on the package, with the C interface's pools and done callbacks, for some seconds::

    PYTHONPATH=python python3 python/tests/storm.py 600 [SEED]

Four threads play on a thousand games, and use 16 engines on a pool and four of the package. Every second
engine on the pool is steady: it must give, every time, what an engine gave while nothing else ran. The
others play moves in the games, and are stopped, set and freed amid searches. Prints a line; exits with 1 at
the first difference, or if memory grows in a storm of a minute or more. It does grow in the first seconds,
while engines and games use theirs for the first time.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
import traceback
from typing import Any, Optional

import seajay
from seajay import capi

C = capi.library
GAMES, SEATS, ENGINES, THREADS, NODES = 1000, 16, 4, 4, 2000
MEMORY_SECONDS = 60.0  # shorter storms do not judge memory: it grows at first
POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
]
SETTINGS = [("Hash", "1"), ("Hash", "2"), ("MultiPV", "1"), ("MultiPV", "3"), ("UCI_LimitStrength", "true")]


class Storm:
    """What all threads share."""

    def __init__(self, seconds: float, seed: int) -> None:
        self.random = random.Random(seed)
        self.end = time.monotonic() + seconds
        self.failure: Optional[str] = None
        self.games = [seajay.Game(POSITIONS[i % len(POSITIONS)]) for i in range(GAMES)]
        self.answers = [quiet_answer(fen) for fen in POSITIONS]
        self.searches = self.compared = self.replaced = 0

    def is_over(self) -> bool:
        return self.failure is not None or time.monotonic() >= self.end

    def guard(self, action: Any, *args: Any) -> None:
        """ctypes and threads would only print an exception."""
        try:
            action(*args)
        except BaseException:
            self.failure = traceback.format_exc()


def done_well(status: int) -> bool:
    """Whether a call worked; the only other thing it may be is refused."""
    assert status in (capi.SEAJAY_OK, capi.SEAJAY_ERR_BUSY), status
    return status == capi.SEAJAY_OK


def answer_of(result: Any) -> tuple[Any, ...]:
    return (result.best_move, result.ponder_move, result.score.value, result.depth, result.nodes)


def quiet_answer(fen: str) -> tuple[Any, ...]:
    pointer, result = C.seajay_new(), capi.SeajayResult()
    assert done_well(C.seajay_set_option(pointer, b"Hash", b"1"))
    assert done_well(C.seajay_set_position(pointer, fen.encode(), None))
    assert done_well(C.seajay_search(pointer, capi.SeajayLimits(nodes=NODES), result))
    C.seajay_free(pointer)
    return answer_of(result)


class Seat:
    """An engine on the pool: each search, when it is done, may begin the next one."""

    def __init__(self, storm: Storm, pool: int, is_steady: bool) -> None:
        self.storm, self.pool, self.is_steady = storm, pool, is_steady
        self.lock = threading.Lock()
        self.random = random.Random(storm.random.random())
        self.asked, self.game, self.question = seajay.Game(), storm.games[0], 0
        self.is_busy = self.is_leaving = False
        self.callback = capi.SeajayDoneCallback(lambda *args: storm.guard(self.on_done, *args))
        self.pointer = self.make()

    def make(self) -> int:
        pointer: int = C.seajay_new()
        assert done_well(C.seajay_set_option(pointer, b"Hash", b"1"))
        assert done_well(C.seajay_set_done_callback(pointer, self.callback, None))
        assert done_well(C.seajay_set_pool(pointer, self.pool))
        return pointer

    def begin(self) -> None:
        """Begins a search, with the lock held."""
        limits = capi.SeajayLimits(nodes=NODES)
        if self.is_steady:
            self.question = self.random.randrange(len(POSITIONS))
            self.asked.set(POSITIONS[self.question])
            ready = done_well(C.seajay_clear_history(self.pointer))
        else:
            self.game = self.random.choice(self.storm.games)
            self.asked.set(self.game)
            limits.nodes = self.random.randrange(1, NODES)
            ready = True
        ready = ready and done_well(C.seajay_set_game(self.pointer, self.asked.pointer))
        self.is_busy = ready and done_well(C.seajay_start(self.pointer, limits))
        assert self.is_busy or self.is_leaving or not self.is_steady

    def on_done(self, _user_data: object, status: int, found: Any) -> None:
        with self.lock:
            assert status == capi.SEAJAY_OK and self.is_busy
            self.is_busy = False
            result = found.contents
            self.asked.play(f"{result.best_move.decode()} {result.ponder_move.decode()}")
            self.storm.searches += 1
            was_stopped = result.stop_reason == capi.SEAJAY_STOP_STOPPED
            if not self.is_steady:
                play(self.game, result.best_move.decode())
            elif not (was_stopped and self.is_leaving):
                assert answer_of(result) == self.storm.answers[self.question], self.question
                self.storm.compared += 1
            if self.random.random() < 0.7 and not self.storm.is_over():
                self.begin()

    def free(self) -> None:
        """Frees the engine, amid a search or not."""
        with self.lock:
            self.is_leaving = True
        C.seajay_free(self.pointer)
        assert not self.is_busy

    def replace(self) -> None:
        """Frees the engine, and makes another. On its own thread."""
        self.free()
        self.pointer = self.make()
        self.is_leaving = False
        self.storm.replaced += 1

    def use(self, rng: random.Random) -> None:
        """What its own thread may do with it."""
        choice = rng.randrange(8)
        if choice == 0 and rng.randrange(8) == 0:
            self.replace()
        elif choice == 1 and not self.is_steady:
            name, value = rng.choice(SETTINGS)
            done_well(C.seajay_set_option(self.pointer, name.encode(), value.encode()))
        elif choice == 2 and not self.is_steady:
            assert done_well(C.seajay_stop(self.pointer))
        elif choice == 3:
            C.seajay_wait(self.pointer, 1, None)
        else:
            with self.lock:
                if not self.is_busy:
                    self.begin()


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


def use_engine(storm: Storm, engines: list[seajay.Engine], rng: random.Random) -> None:
    """All threads use the engines of the package, which end each other's searches."""
    index = rng.randrange(ENGINES)
    engine, choice = engines[index], rng.randrange(16)
    try:
        if choice == 0:
            engine.close()
            engines[index] = seajay.Engine({"Hash": 1})
        elif choice < 4:
            engine.configure({"Hash": rng.choice([1, 2]), "UCI_LimitStrength": rng.random() < 0.5})
        elif choice < 8:
            engine.stop()
        else:
            game = rng.choice(storm.games).copy()
            move = engine.play(game, seajay.Limit(nodes=rng.randrange(1, NODES))).move
            assert (str(move) if move else None) in (game.legal_moves() or [None])
    except (seajay.CancelledError, seajay.EngineTerminatedError):
        pass


def work(storm: Storm, seats: list[Seat], engines: list[seajay.Engine], seed: float) -> None:
    rng = random.Random(seed)
    while not storm.is_over():
        rng.choice(seats).use(rng)
        use_engine(storm, engines, rng)
        for _ in range(10):
            use_game(storm, rng)


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
    pool = C.seajay_pool_new(2)
    seats = [Seat(storm, pool, index // THREADS % 2 == 1) for index in range(SEATS)]
    engines = [seajay.Engine({"Hash": 1}) for _ in range(ENGINES)]
    threads = []
    for number in range(THREADS):
        arguments = (work, storm, seats[number::THREADS], engines, storm.random.random())
        threads.append(threading.Thread(target=storm.guard, args=arguments))
        threads[-1].start()
    samples = watch(storm, seconds)
    for thread in threads:
        thread.join()
    for seat in seats:
        storm.guard(seat.free)
    for engine in engines:
        engine.close()
    C.seajay_pool_free(pool)
    half = len(samples) // 2
    first, last = max(samples[:half], default=0), max(samples[half:], default=0)
    if storm.failure is None and seconds >= MEMORY_SECONDS and last > first * 1.1 + 32768:
        storm.failure = f"memory grows: {first} KiB, then {last} KiB"
    if storm.failure is None and storm.compared == 0:
        storm.failure = "nothing was compared"
    print(
        f"python: {storm.searches} searches on the pool, {storm.compared} compared, {storm.replaced} engines "
        f"freed; at most {first} KiB in the first half, {last} KiB in the second: {storm.failure or 'well'}"
    )
    return 0 if storm.failure is None else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
