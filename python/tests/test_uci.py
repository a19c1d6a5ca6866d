"""The UCI program: driven by python-chess, and with scripts in a pipe."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from typing import Any, Iterator, Optional

import chess.engine
import pytest
from chess.engine import Cp, Limit, Mate

PROGRAM = [sys.executable, "-m", "seajay", "uci"]
#: Seconds that no answer takes.
PATIENCE = 60.0


def answers(script: str) -> list[str]:
    """The output for commands in a pipe, which ends behind them."""
    ran = subprocess.run(PROGRAM, input=script, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0 and not ran.stderr, ran
    return ran.stdout.splitlines()


class Program:
    """The program, and what it says."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            PROGRAM, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        for line in lines:
            print(line, file=self.process.stdin, flush=True)

    def expect(self, start: str) -> str:
        """The next line that begins like this."""
        while not (line := self.lines.get(timeout=PATIENCE)).startswith(start):
            assert not line.startswith("bestmove"), (line, start)
        return line

    def is_silent(self, start: str, seconds: float = 0.3) -> bool:
        """Whether no line begins like this for a while."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                if self.lines.get(timeout=left).startswith(start):
                    return False
            except queue.Empty:
                pass
        return True


@pytest.fixture
def program() -> Iterator[Program]:
    running = Program()
    yield running
    running.process.kill()
    running.process.wait()


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


def test_a_script_whose_searches_end_by_themselves() -> None:
    """Each is finished, in order, though the input has ended."""
    said = answers(
        "uci\nposition startpos\ngo depth 8\nsetoption name MultiPV value 2\n"
        "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\ngo mate 1\nisready\ngo nodes 20000\n"
    )
    best = [line for line in said if line.startswith("bestmove")]
    assert len(best) == 3 and best[1:] == ["bestmove g5g7", "bestmove g5g7"], best
    before_first = said[: said.index(best[0])]
    assert any(line.startswith("info depth 8 ") for line in before_first)
    assert not any(" multipv 2 " in line for line in before_first), "an option came too early"
    assert any(" multipv 2 " in line for line in said)


@pytest.mark.parametrize("go", ["go infinite", "go", "go ponder wtime 1000 btime 1000", "go ponder"])
def test_searches_without_an_end_end_with_the_input(go: str) -> None:
    for ending in ("", "stop\n", "quit\n", "ponderhit\n", "ponderhit\nquit\n"):
        said = answers(f"position startpos\n{go}\n{ending}")
        assert said[-1].startswith("bestmove ") and said[-1] != "bestmove 0000"
        assert sum(line.startswith("bestmove") for line in said) == 1


def test_quit_ends_a_search_at_once() -> None:
    began = time.monotonic()
    said = answers("position startpos\ngo movetime 100000\ngo depth 3\nquit\ngo depth 2\n")
    assert time.monotonic() - began < 20
    assert sum(line.startswith("bestmove") for line in said) == 1


def test_it_answers_during_a_search(program: Program) -> None:
    program.say("position startpos", "go infinite")
    program.expect("info depth 3 ")
    began = time.monotonic()
    for _ in range(20):
        program.say("isready")
        program.expect("readyok")
    assert time.monotonic() - began < 10
    assert program.is_silent("bestmove")
    program.say("uci", "stop")
    program.expect("bestmove ")
    program.expect("uciok")
    program.say("stop", "ponderhit", "isready")
    program.expect("readyok")


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


def test_a_search_on_the_time_of_the_opponent(program: Program) -> None:
    program.say("position startpos moves e2e4 e7e5", "go ponder movetime 100")
    program.expect("info depth 4 ")
    assert program.is_silent("bestmove"), "it ended before the move was played"
    program.say("ponderhit")
    program.expect("bestmove ")
    program.say("go ponder wtime 100000 btime 100000")
    program.expect("info depth 4 ")
    program.say("stop")
    program.expect("bestmove ")


def test_another_go_ends_an_endless_search(program: Program) -> None:
    """Nothing else may: without it the program would never move again."""
    program.say("position startpos", "go infinite")
    program.expect("info depth 3 ")
    program.say("position startpos moves e2e4", "setoption name Hash value 1", "isready")
    program.expect("readyok")
    assert program.is_silent("bestmove")
    program.say("go depth 3", "go infinite", "go ponder movetime 100000", "go infinite")
    for _ in range(4):
        program.expect("bestmove ")
    assert program.is_silent("bestmove")
    program.say("stop")
    program.expect("bestmove ")


def test_a_stop_and_a_ponderhit_are_for_all_searches_before(program: Program) -> None:
    program.say("position startpos", "go movetime 1000000", "go movetime 1000000", "stop")
    for _ in range(2):
        program.expect("bestmove ")
    program.say("go movetime 300", "go ponder movetime 100", "ponderhit")
    for _ in range(2):
        program.expect("bestmove ")


@pytest.mark.parametrize(
    "command, said",
    [
        ("go depth x", "depth"),
        ("go depth depth 3", "depth without"),
        ("go nodes", "nodes without"),
        ("go depth 3 searchmoves e2e5", "e2e5"),
        ("position startpos moves e2e5\ngo depth 1", "e2e5"),
        ("position nonsense\ngo depth 1", "nonsense"),
        ("position startpos moves e2e5\ngo depth 1", "the position stays rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"),
        ("go depht 3", "no limit is left, searching for 1s"),
        ("setoption name Hash value big\ngo depth 1", "Hash"),
        ("setoption Hash\ngo depth 1", "no name"),
        ("nonsense\ngo depth 1", '"nonsense"'),
        ("go depth 1 nonsense", '"nonsense"'),
    ],
)
def test_what_is_not_understood_is_said_and_left_out(command: str, said: str) -> None:
    """A search is answered by a move in the last good position, not by one that loses the game."""
    lines = answers(f"position startpos moves e2e4\n{command}\n")
    assert any(line.startswith("info string ") and said in line for line in lines), lines
    best = lines[-1].split()
    assert best[0] == "bestmove" and best[1][1] in "78", lines


def test_moves_in_upper_case(program: Program) -> None:
    program.say("position fen 8/P7/8/8/8/8/5k1K/8 w - - 0 1 moves A7A8Q", "go depth 1")
    assert program.expect("bestmove ").startswith("bestmove f2")


@pytest.mark.parametrize(
    "go, depth, nodes",
    [
        ("go depth 5 searchmoves a2a3 h2h3", 5, None),
        ("go searchmoves a2a3 h2h3 depth 5", 5, None),
        ("go nodes 700 movestogo 0 mate 0 searchmoves a2a3", None, 700),
        ("go wtime 300 winc 10 searchmoves h2h3", None, None),
        ("go btime 300 movestogo 4 searchmoves h2h3", None, None),
        ("go movetime 30 searchmoves a2a3", None, None),
        ("go wtime -50 btime -50 searchmoves a2a3", None, None),
        ("go depth 4.9 nodes 1e3 searchmoves A2A3 e2e5", 5, 1000),
        ("go depth 2 nodes 1e300 movetime inf searchmoves a2a3", 2, None),
        ("go depth 2 mate nan searchmoves a2a3", 2, None),
    ],
)
def test_limits(go: str, depth: Optional[int], nodes: Optional[int]) -> None:
    said = answers(f"position startpos\n{go}\n")
    assert said[-1].split()[1] in ("a2a3", "h2h3")
    last: Any = [line.split() for line in said if line.startswith("info depth")][-1]
    if depth is not None:
        assert last[2] == str(depth)
    if nodes is not None:
        assert int(last[last.index("nodes") + 1]) <= nodes


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
