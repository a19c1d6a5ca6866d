#!/usr/bin/env python3
"""Tries the UCI example with the programs that people use. Prints a line for each of these parts, and
exits with 1 if one of them failed:

    python       python-chess, in the ways that programs over chess.engine use it
    suite        python-chess's own tests of Stockfish, with the UCI example in its place, and with the
                 Python package (after `cargo build --release`)
    compliance   fastchess --compliance
    polyglot     polyglot in its epd-test mode: mates to be found
    xboard       two games in xboard, through polyglot, on a virtual screen
    match        games against another engine (bench/clock.py): none lost on time, by an illegal
                 move or by a crash

Needs python-chess 1.10 or newer, its source (https://github.com/niklasf/python-chess) and fastchess
(https://github.com/Disservin/fastchess). Debian has polyglot, xboard, xvfb and stockfish. Run it on a
quiet machine.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import re
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TextIO

import chess
import chess.engine
import chess.pgn

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))
from common import add_option, even, find_program, find_uci, make_parser  # noqa: E402

# Runs tests of python-chess, whose engines are then those of the Python package.
WITH_PACKAGE = """\
import sys, unittest
import chess.engine, seajay
chess.engine.SimpleEngine.popen_uci = lambda *command, **settings: seajay.Engine()
unittest.main(module="test", argv=sys.argv, verbosity=2)
"""

COMMAND: list[str] = []
SHORT = chess.engine.Limit(time=0.05)
ITALIAN = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"
MATE_IN_TWO = "5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 0 1"  # 1. Qg8+ Rxg8 2. Nf7#
MIRRORED_MATE = "6k1/6pp/8/2q5/8/7n/6PP/5R1K b - - 0 1"
MATES = """\
5r1k/6pp/7N/8/2Q5/8/6PP/6K1 w - - bm Qg8+; id "smothered";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "scholar";
"""


class Complaints(logging.Handler):
    """Collects python-chess's complaints about the engine."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


class EngineTest(unittest.TestCase):
    complaints: ClassVar[Complaints] = Complaints()

    def setUp(self) -> None:
        self.complaints.texts.clear()
        self.engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=60)
        self.addCleanup(self.engine.close)

    def tearDown(self) -> None:
        self.engine.quit()
        self.assertEqual(self.complaints.texts, [])

    def assert_line(self, board: chess.Board, line: list[chess.Move]) -> None:
        """Asserts that every move of a line is legal."""
        board = board.copy()
        for move in line:
            self.assertIn(move, board.legal_moves)
            board.push(move)

    # Identification and options.

    def test_identity_and_options(self) -> None:
        self.assertTrue(self.engine.id["name"].startswith("seajay"))
        self.assertIn("author", self.engine.id)
        for name, option in self.engine.options.items():
            if option.type == "spin":
                self.assertLessEqual(option.min, option.default, name)
                self.assertLessEqual(option.default, option.max, name)
            self.assertIn(option.type, ("check", "spin", "string"), name)
        self.engine.configure({"Hash": 1, "Threads": 2, "Move Overhead": 50, "hash": 2})
        self.engine.configure({"SyzygyPath": "", "UCI_LimitStrength": True, "UCI_Elo": 1500})
        self.assertIsNotNone(self.engine.play(chess.Board(), SHORT).move)
        for wrong in ({"Nonsense": 1}, {"Hash": 0}, {"MultiPV": 2}):
            with self.assertRaises(chess.engine.EngineError):
                self.engine.configure(wrong)
        self.engine.ping()

    # Playing.

    def test_mates_are_played(self) -> None:
        for fen in (MATE_IN_TWO, MIRRORED_MATE):
            for limit in (chess.engine.Limit(depth=8), chess.engine.Limit(mate=2, time=5)):
                board = chess.Board(fen)
                for _ in range(3):
                    board.push(self.engine.play(board, limit).move)
                self.assertTrue(board.is_checkmate(), board.fen())

    def test_every_limit(self) -> None:
        limits = [
            chess.engine.Limit(nodes=1),
            chess.engine.Limit(nodes=10_000),
            chess.engine.Limit(depth=1),
            chess.engine.Limit(time=0.001),
            chess.engine.Limit(mate=1, time=0.2),
            chess.engine.Limit(white_clock=1, black_clock=0.01, white_inc=0.01, black_inc=0.01),
            chess.engine.Limit(white_clock=0.001, black_clock=60, remaining_moves=1),
            chess.engine.Limit(white_clock=-1, black_clock=1),
        ]
        for limit in limits:
            with self.subTest(limit=limit):
                begun = time.monotonic()
                result = self.engine.play(chess.Board(ITALIAN), limit)
                self.assertIn(result.move, chess.Board(ITALIAN).legal_moves)
                self.assertLess(time.monotonic() - begun, 5)

    def test_information_comes_with_a_move(self) -> None:
        board = chess.Board(ITALIAN)
        result = self.engine.play(board, chess.engine.Limit(depth=10), info=chess.engine.INFO_ALL)
        self.assertEqual(result.info["depth"], 10)
        self.assertGreaterEqual(result.info["seldepth"], 10)
        self.assertEqual(result.info["pv"][0], result.move)
        self.assertIsNotNone(result.info["score"].white().score())
        for key in ("nodes", "nps", "time", "hashfull", "tbhits"):
            self.assertIn(key, result.info)
        self.assert_line(board, result.info["pv"])

    def test_only_these_moves(self) -> None:
        board = chess.Board(ITALIAN)
        wanted = [chess.Move.from_uci("h1g1"), chess.Move.from_uci("a2a3")]
        result = self.engine.play(board, SHORT, root_moves=wanted)
        self.assertIn(result.move, wanted)

    def test_a_finished_game_has_no_move(self) -> None:
        for fen in ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
            self.assertIsNone(self.engine.play(chess.Board(fen), SHORT).move)
            self.assertIsNotNone(self.engine.play(chess.Board(), SHORT).move)

    def test_games_one_after_the_other(self) -> None:
        for number in range(3):
            board = chess.Board()
            for _ in range(30):
                if board.is_game_over():
                    break
                limit = chess.engine.Limit(white_clock=0.3, black_clock=0.3)
                result = self.engine.play(board, limit, game=number, ponder=number == 1)
                board.push(result.move)
                if result.ponder is not None:
                    self.assertIn(result.ponder, board.legal_moves)

    def test_pondering_right_and_wrong(self) -> None:
        board = chess.Board()
        for right in (True, False, True):
            limit = chess.engine.Limit(white_clock=3, black_clock=3)
            result = self.engine.play(board, limit, ponder=True)
            board.push(result.move)
            expected = result.ponder or next(iter(board.legal_moves))
            others = [move for move in board.legal_moves if move != expected]
            board.push(expected if right or not others else others[0])
        self.assertIn(self.engine.play(board, SHORT).move, board.legal_moves)

    def test_chess960(self) -> None:
        board = chess.Board("bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w KQkq - 0 1", chess960=True)
        castled = False
        for _ in range(40):
            move = self.engine.play(board, chess.engine.Limit(nodes=3000)).move
            castled |= board.is_castling(move)
            self.assertIn(move, board.legal_moves)
            board.push(move)
        board = chess.Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
        castling = [move for move in board.legal_moves if board.is_castling(move)]
        self.assertEqual(len(castling), 2)
        for move in castling:
            result = self.engine.play(board, SHORT, root_moves=[move])
            self.assertEqual(result.move, move)

    def test_a_long_game(self) -> None:
        board = chess.Board()
        for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 100:
            board.push_uci(move)
        self.assertIn(self.engine.play(board, SHORT).move, board.legal_moves)

    # Analysing.

    def test_scores_have_a_side(self) -> None:
        for fen, is_won in ((MATE_IN_TWO, chess.WHITE), (MIRRORED_MATE, chess.BLACK)):
            info = self.engine.analyse(chess.Board(fen), chess.engine.Limit(depth=8))
            self.assertEqual(info["score"].pov(is_won), chess.engine.Mate(2))
            self.assertEqual(info["score"].pov(not is_won), chess.engine.Mate(-2))

    def test_several_lines(self) -> None:
        board = chess.Board(ITALIAN)
        lines = self.engine.analyse(board, chess.engine.Limit(depth=8), multipv=4)
        self.assertEqual([line["multipv"] for line in lines], [1, 2, 3, 4])
        self.assertEqual(len({line["pv"][0] for line in lines}), 4)
        scores = [line["score"].relative for line in lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        for line in lines:
            self.assert_line(board, line["pv"])
        # More lines than there are moves.
        board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
        lines = self.engine.analyse(board, chess.engine.Limit(depth=3), multipv=10)
        self.assertEqual(len(lines), 3)

    def test_chances(self) -> None:
        self.engine.configure({"UCI_ShowWDL": True})
        info = self.engine.analyse(chess.Board(), chess.engine.Limit(depth=6))
        self.assertEqual(info["wdl"].white().total(), 1000)

    def test_an_endless_analysis_is_stopped(self) -> None:
        board = chess.Board(ITALIAN)
        with self.engine.analysis(board, multipv=2) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
            begun = time.monotonic()
            analysis.stop()
            best = analysis.wait()
            self.assertLess(time.monotonic() - begun, 2)
        self.assertIn(best.move, board.legal_moves)
        self.assertIn(self.engine.play(board, SHORT).move, board.legal_moves)

    def test_an_analysis_that_nobody_reads_to_its_end(self) -> None:
        for _ in range(5):
            with self.engine.analysis(chess.Board(ITALIAN)) as analysis:
                analysis.get()
        self.engine.ping()

    def test_an_analysis_of_nothing(self) -> None:
        with self.engine.analysis(chess.Board("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1")) as analysis:
            time.sleep(0.1)
            analysis.stop()
            self.assertIsNone(analysis.wait().move)


class AsyncTest(unittest.IsolatedAsyncioTestCase):
    async def test_two_engines_at_once(self) -> None:
        engines = [(await chess.engine.popen_uci(COMMAND))[1] for _ in range(2)]
        boards = [chess.Board(), chess.Board(ITALIAN)]
        pairs = list(zip(engines, boards))
        results = await asyncio.gather(*(engine.play(board, SHORT) for engine, board in pairs))
        for board, result in zip(boards, results):
            self.assertIn(result.move, board.legal_moves)
        for engine in engines:
            await engine.quit()
            self.assertEqual(await engine.returncode, 0)

    async def test_a_cancelled_move(self) -> None:
        _, engine = await chess.engine.popen_uci(COMMAND)
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(engine.play(chess.Board(), chess.engine.Limit(time=600)), 0.3)
        result = await asyncio.wait_for(engine.play(chess.Board(), SHORT), 10)
        self.assertIn(result.move, chess.Board().legal_moves)
        await engine.quit()


class Clients:
    """The parts, each a method that writes to a log and raises an error if something is wrong."""

    def __init__(self, arguments: argparse.Namespace, uci: str, work: Path, logs: Path) -> None:
        self.arguments = arguments
        self.uci = uci
        self.work = work
        self.logs = logs

    def run(self, log: TextIO, *command: str | Path, **more: object) -> None:
        """Runs a command, which must succeed."""
        subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=True,
            **more,
        )

    def python(self, log: TextIO) -> None:
        COMMAND[:] = [self.uci]
        # Complaints of python-chess are collected, not printed.
        logger = logging.getLogger("chess.engine")
        logger.addHandler(EngineTest.complaints)
        logger.propagate = False
        tests = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__])
        # python-chess leaves its transports to the garbage collector.
        runner = unittest.TextTestRunner(log, verbosity=2, warnings="ignore")
        if not runner.run(tests).wasSuccessful():
            raise ValueError("tests failed")

    def suite(self, log: TextIO) -> None:
        source = Path(self.arguments.python_chess).absolute()
        if not (source / "test.py").exists():
            raise ValueError(f"{source} is not the source of python-chess: see --python-chess")
        # Those of other engines are skipped, since there are none.
        (self.work / "stockfish").symlink_to(Path(self.uci).absolute())
        path = os.pathsep.join([str(source), str(ROOT / "python")])
        environment = {**os.environ, "PATH": str(self.work), "PYTHONPATH": path}
        for program in (["-m", "unittest", "-v", "test"], ["-c", WITH_PACKAGE]):
            self.run(log, sys.executable, *program, "-k", "test_sf_", cwd=source, env=environment)
        runs = re.findall(r"^Ran (\d+) tests.*\n\n(.*)", Path(log.name).read_text(), re.MULTILINE)
        if len(runs) != 2 or any(int(count) == 0 or result != "OK" for count, result in runs):
            raise ValueError(f"tests were skipped, or there were none: {runs}")

    def compliance(self, log: TextIO) -> None:
        self.run(log, find_program(self.arguments.fastchess), "--compliance", self.uci)

    def polyglot(self, log: TextIO) -> None:
        mates = self.work / "mates.epd"
        mates.write_text(MATES)
        command = [find_program("polyglot"), "epd-test", "-noini", "-ec", self.uci, "-epd", mates]
        self.run(log, *command, "-min-depth", "4", "-max-depth", "8")
        if not re.search(r"^score=3/3", Path(log.name).read_text(), re.MULTILINE):
            raise ValueError("not all mates were found")

    def xboard(self, log: TextIO) -> None:
        find_program("polyglot")
        played = self.logs / "xboard.pgn"
        played.unlink(missing_ok=True)
        command = [find_program("xvfb-run"), "-a", find_program("xboard")]
        command += ["-fcp", self.uci, "-fUCI", "-scp", self.uci, "-sUCI"]
        # A match of two games, after which xboard ends.
        command += ["-mg", "2", "-tc", "0:05", "-inc", "0.1", "-saveGameFile", str(played)]
        command += ["-popupExitMessage", "false", "-popupMoveErrors", "false"]
        command += ["-autoFlipView", "false"]
        path = os.environ["PATH"] + ":/usr/games"
        environment = {**os.environ, "HOME": str(self.work), "PATH": path}
        self.run(log, *command, env=environment, timeout=600)
        with played.open() as file:
            games = list(iter(lambda: chess.pgn.read_game(file), None))
        for game in games:
            end = game.end()
            print(game.headers["Result"], end.ply(), "plies", end.comment, file=log, flush=True)
            if game.errors or game.headers["Result"] == "*":
                raise ValueError(f"an unfinished or illegal game: {game.errors}")
            if re.search("illegal|forfeit|flag|exit", end.comment.lower()):
                raise ValueError(end.comment)
        if len(games) != 2:
            raise ValueError(f"{len(games)} games instead of 2")

    def match(self, log: TextIO) -> None:
        given = self.arguments
        command = [ROOT / "bench/clock.py", given.tc, "--games", str(given.games)]
        command += ["--concurrency", "1", "--uci", self.uci, "--keep", self.logs]
        command += ["--fastchess", given.fastchess, "--opponent", given.opponent]
        command += ["--openings", given.openings] if given.openings else []
        self.run(log, *command)


PARTS = ("python", "suite", "compliance", "polyglot", "xboard", "match")


def passes(name: str, part: Callable[[TextIO], None], path: Path) -> bool:
    """Runs a part and prints how it went."""
    try:
        with path.open("w") as log:
            part(log)
    except (OSError, ValueError, SystemExit, subprocess.SubprocessError) as error:
        # A missing program has been named already.
        print(f"FAILED  {name}" + ("" if isinstance(error, SystemExit) else f": {error}"))
        print(*path.read_text().splitlines()[-20:], sep="\n", flush=True)
        return False
    lines = path.read_text().splitlines()
    print(f"passed  {name}: {lines[-1] if lines else ''}", flush=True)
    return True


def parse_arguments() -> argparse.Namespace:
    parser = make_parser(__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="default: all of them")
    parser.add_argument("--games", type=even, default=200, metavar="N", help="of the match")
    parser.add_argument(
        "--tc", default="1+0.01", metavar="TIME+INCREMENT", help="of the match (default: 1+0.01)"
    )
    add_option(parser, "opponent", "stockfish", "PROGRAM", "the other engine of the match")
    add_option(parser, "fastchess", "fastchess", "PROGRAM", "where fastchess is")
    add_option(parser, "openings", None, "FILE", "openings of the match in EPD")
    add_option(parser, "python-chess", "python-chess", "FOLDER", "its source")
    add_option(parser, "uci", None, "PROGRAM", "taken instead of building the UCI example")
    add_option(parser, "keep", None, "FOLDER", "gets what the programs print, and the games")
    arguments = parser.parse_args()
    for name in arguments.parts:
        if name not in PARTS:
            parser.error(f"no part {name}; there are {', '.join(PARTS)}")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        logs = Path(arguments.keep or work / "logs").absolute()
        logs.mkdir(parents=True, exist_ok=True)
        clients = Clients(arguments, find_uci(arguments.uci, work), work, logs)
        results = [
            passes(name, getattr(clients, name), logs / f"{name}.log")
            for name in arguments.parts or PARTS
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
