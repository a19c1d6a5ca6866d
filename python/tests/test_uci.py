"""The UCI program: driven by python-chess, and by the scenarios of tests/data/uci.txt."""

from __future__ import annotations

import queue
import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Optional

import chess.engine
import pytest
from chess.engine import Cp, Limit, Mate

PROGRAM = [sys.executable, "-m", "seajay", "uci"]
#: Seconds that no answer takes.
PATIENCE = 60.0
#: Seconds after which a line that has not come will not come.
SILENCE = 0.2


def read_scenarios() -> dict[str, list[str]]:
    """The steps of each scenario by its title; the file says what they mean."""
    scenarios: dict[str, list[str]] = {}
    text = (Path(__file__).parents[2] / "tests/data/uci.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("["):
            steps = scenarios[line.strip("[]")] = []
        elif line and line[0] in "><!$.":
            steps.append(line)
    return scenarios


SCENARIOS = read_scenarios()


class Program:
    """The program, and what it says."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.lines: queue.SimpleQueue[Optional[str]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def take(self, step: str) -> None:
        """Takes a step of a scenario."""
        assert self.process.stdin
        kind, text = step[0], step[2:]
        if kind == ">":
            print(text, file=self.process.stdin, flush=True)
        elif kind == "<":
            self._expect(text)
        elif kind == "!":
            self._be_silent(text)
        elif kind == "$":
            self.process.stdin.close()
        else:
            assert self.process.wait(PATIENCE) == 0, step

    def _expect(self, wanted: str) -> None:
        pattern = ".*".join(map(re.escape, wanted.split("*")))
        while not re.match(pattern, line := self.lines.get(timeout=PATIENCE) or "the end"):
            assert not line.startswith(("bestmove", "the end")), (line, wanted)

    def _be_silent(self, unwanted: str) -> None:
        end = time.monotonic() + SILENCE
        while (left := end - time.monotonic()) > 0:
            with suppress(queue.Empty):
                line = self.lines.get(timeout=left)
                assert line is not None and not line.startswith(unwanted), line

    def end(self) -> None:
        """Ends the input: the program exits, and has given all moves."""
        with suppress(BrokenPipeError):
            self.take("$")
        assert self.process.wait(PATIENCE) == 0
        while (line := self.lines.get(timeout=PATIENCE)) is not None:
            assert not line.startswith("bestmove"), line


def test_python_chess_drives_it() -> None:
    with chess.engine.SimpleEngine.popen_uci(PROGRAM, timeout=PATIENCE) as engine:
        assert engine.id["name"].startswith("seajay ")
        assert engine.options["Hash"].default == 16 and engine.options["Hash"].min == 1
        assert engine.options["SyzygyPath"].type == "string"
        engine.configure({"Hash": 1, "UCI_ShowWDL": True})
        engine.ping()
        board = chess.Board()
        for _ in range(12):
            board.push(engine.play(board, Limit(nodes=300)).move)
        info = engine.analyse(board, Limit(depth=6))
        assert info["depth"] == 6 and sum(info["wdl"].relative) == 1000
        line = board.copy()
        for move in info["pv"]:
            line.push(move)
        lines = engine.analyse(board, Limit(nodes=3000), multipv=3)
        assert [found["multipv"] for found in lines] == [1, 2, 3]
        mate = chess.Board("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
        assert engine.analyse(mate, Limit(depth=8))["score"].relative == Mate(3)
        chess960 = chess.Board("4k2r/8/8/8/8/8/8/4K2R w H - 0 1", chess960=True)
        castle = chess.Move.from_uci("e1h1")
        assert engine.play(chess960, Limit(depth=1), root_moves=[castle]).move == castle
        clocks = Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
        result = engine.play(chess.Board(), clocks, ponder=True)
        after = chess.Board()
        after.push(result.move)
        after.push(result.ponder)
        assert engine.play(after, clocks).move in after.legal_moves
        with engine.analysis(chess.Board()) as analysis:
            for found in analysis:
                if found.get("depth", 0) >= 6:
                    break
        assert analysis.wait().move in chess.Board().legal_moves
        over = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        assert engine.play(over, Limit(depth=3)).move is None
        assert engine.analyse(over, Limit(depth=3))["score"].relative == Cp(0)


@pytest.mark.parametrize("title", SCENARIOS)
def test_scenario(title: str) -> None:
    """What the example in Rust answers too."""
    program = Program()
    try:
        for step in SCENARIOS[title]:
            program.take(step)
        program.end()
    finally:
        program.process.kill()
        program.process.wait()


LINES = """
import sys, threading
from seajay.uci import _print
sys.setswitchinterval(1e-6)
def say(word):
    for _ in range(5000):
        _print(word)
threads = [threading.Thread(target=say, args=(word,)) for word in ("info", "readyok")]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_lines_of_different_threads_stay_whole() -> None:
    """Answers come amid those of a search: a mixed line is lost, and with it the game."""
    ran = subprocess.run(
        [sys.executable, "-c", LINES], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert sorted(ran.stdout.splitlines()) == ["info"] * 5000 + ["readyok"] * 5000


def test_bytes_that_are_no_text() -> None:
    ran = subprocess.run(
        PROGRAM, input=b"\xff\xfe\nisready\n", capture_output=True, timeout=PATIENCE
    )
    assert ran.returncode == 0 and ran.stdout.split()[-1] == b"readyok" and not ran.stderr


def test_the_reader_goes_away() -> None:
    process = subprocess.Popen(
        PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdout.close()
    process.stdin.write("position startpos\ngo depth 4\nisready\n")
    process.stdin.close()
    assert process.wait(PATIENCE) == 0 and process.stderr.read() == ""
    process.stderr.close()
