"""``python -m seajay uci``: the engine for programs that speak the Universal Chess Interface."""

from __future__ import annotations

import io
import os
import sys
import threading
from typing import Callable, Iterable, Optional

from . import capi
from .call import SeajayError, read_text
from .convert import TABLEBASE_WIN, all_options, set_limits, to_option_text
from .game import Game
from .handle import Handle
from .types import EngineError, Limit

_C = capi.library

#: How the protocol writes an empty text.
EMPTY = "<empty>"

_BOUNDS = {capi.SEAJAY_BOUND_LOWER: " lowerbound", capi.SEAJAY_BOUND_UPPER: " upperbound"}

#: The parameters of ``go`` that are numbers, as fields of a limit, and what one of them counts.
_NUMBERS: dict[str, tuple[str, float]] = {
    "depth": ("depth", 1),
    "nodes": ("nodes", 1),
    "mate": ("mate", 1),
    "movestogo": ("remaining_moves", 1),
    "movetime": ("time", 0.001),
    "wtime": ("white_clock", 0.001),
    "btime": ("black_clock", 0.001),
    "winc": ("white_inc", 0.001),
    "binc": ("black_inc", 0.001),
}


class Interface:
    """Executes commands. Those that need the engine while it searches wait for it, in their order; the others
    are executed at once. After the last command a search without an end is stopped, and others go on."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """The function is called with each line of output, also on other threads."""
        self._say = say
        self._handle = Handle()
        self._game = Game()
        self._is_refused = False
        self._waiting: list[str] = []
        self._input_ended = False
        # The commands and the ends of searches take turns.
        self._turn = threading.RLock()
        # Waits for the end of the search, while there is one.
        self._search: Optional[threading.Thread] = None
        # Whether the search ends by itself: now, and after a ponderhit.
        self._is_endless = self._is_infinite = False

    def serve(self, lines: Iterable[str]) -> None:
        """Executes the commands until ``quit`` or their end; returns when all searches have ended."""
        try:
            for line in lines:
                with self._turn:
                    if line.split()[:1] == ["quit"]:
                        self._waiting.clear()
                        self._handle.stop()
                        break
                    self._obey(line)
            with self._turn:
                self._input_ended = True
                if self._search and self._is_endless:
                    self._handle.stop()
            while search := self._search:
                search.join()
        finally:
            self._handle.close()

    def _obey(self, line: str) -> None:
        """Executes a command, or keeps it until the engine is free."""
        command, _, rest = line.strip().partition(" ")
        if command in ("", "debug", "register"):
            return
        if command == "uci":
            self._introduce()
        elif command == "isready":
            self._say("readyok")
        elif command in ("stop", "ponderhit"):
            if command == "stop":
                self._handle.stop()
            elif self._search:
                _C.seajay_ponderhit(self._handle.pointer)
                self._is_endless = self._is_infinite
            if self._waiting:
                # It may mean a search that waits.
                self._waiting.append(line)
        elif self._waiting or (self._search and command in ("ucinewgame", "setoption", "go")):
            self._waiting.append(line)
        else:
            try:
                self._obey_idle(command, rest)
            except EngineError as error:
                self._say(f"info string error: {error}")

    def _obey_idle(self, command: str, rest: str) -> None:
        if command == "position":
            self._is_refused = True
            self._game.set(rest)
            self._is_refused = False
        elif command == "setoption":
            self._set_option(rest)
        elif command == "ucinewgame":
            _C.seajay_clear_history(self._handle.pointer)
        elif command == "go":
            try:
                self._go(rest.split())
            except EngineError:
                # Better than no answer, and than a move on another board.
                self._say("bestmove 0000")
                raise
        else:
            self._say(f"info string unknown command {command[:60]!r}")

    def _introduce(self) -> None:
        self._say(f"id name seajay {_C.seajay_version().decode()}")
        self._say("id author the seajay authors")
        for option in all_options():
            default = to_option_text(option.default) or EMPTY
            bounds = "" if option.min is None else f" min {option.min} max {option.max}"
            self._say(f"option name {option.name} type {option.type} default {default}{bounds}")
        self._say("uciok")

    def _set_option(self, rest: str) -> None:
        words, _, value = f"{rest.strip()} ".partition(" value ")
        first, _, name = words.strip().partition(" ")
        if first != "name":
            raise EngineError("setoption: no name")
        value = value.strip()
        self._handle.set_option(" ".join(name.split()), "" if value == EMPTY else value)

    def _go(self, words: list[str]) -> None:
        """Begins a search."""
        if self._is_refused:
            raise EngineError("go: the last position was refused")
        limit, moves = self._parse(words)
        ponder = "ponder" in words
        handle = self._handle
        self._game.chess960 = self._option("UCI_Chess960") == "true"
        handle.set_game(self._game)
        set_limits(handle.limits, limit, moves or None, ponder=ponder, endless=True)
        show_wdl = self._option("UCI_ShowWDL") == "true"
        handle.acquire()
        try:
            handle.start(lambda info: self._say(_describe(info, show_wdl)))
        except BaseException:
            handle.release()
            raise
        self._is_infinite = limit is None
        self._is_endless = ponder or self._is_infinite
        self._search = threading.Thread(target=self._finish, daemon=True)
        self._search.start()
        if self._is_endless and self._input_ended:
            handle.stop()

    def _parse(self, words: list[str]) -> tuple[Optional[Limit], list[str]]:
        """The limit of a search, None for one without, and the moves to choose from."""
        limit, moves = Limit(), []
        rest = iter(words)
        word = next(rest, None)
        while word is not None:
            following = next(rest, None)
            if word == "searchmoves":
                while following and following[1:2].isdigit():
                    moves.append(following)
                    following = next(rest, None)
            elif word in _NUMBERS:
                field, unit = _NUMBERS[word]
                try:
                    number = int(following or "")
                except ValueError:
                    raise EngineError(f"go: {word} {following or ''!r} is not a number") from None
                # Some programs write 0 for "none".
                if number > 0 or word not in ("mate", "movestogo"):
                    setattr(limit, field, number if unit == 1 else number * unit)
                following = next(rest, None)
            elif word not in ("infinite", "ponder"):
                self._say(f"info string go: unknown parameter {word[:60]!r}")
            word = following
        # A clock that is missing is taken to be equal to the other.
        if limit.white_clock is None:
            limit.white_clock = limit.black_clock
        elif limit.black_clock is None:
            limit.black_clock = limit.white_clock
        ends = (limit.time, limit.depth, limit.nodes, limit.mate, limit.white_clock)
        is_endless = "infinite" in words or all(end is None for end in ends)
        return None if is_endless else limit, moves

    def _option(self, name: str) -> str:
        return read_text(_C.seajay_get_option, self._handle.pointer, name.encode(), size=64)

    def _finish(self) -> None:
        """Waits for the end of the search, and executes the commands that waited for it."""
        try:
            result = self._handle.wait()
            best, reply = result.best_move.decode(), result.ponder_move.decode()
        except SeajayError as error:
            self._say(f"info string error: {error}")
            best, reply = "0000", ""
        with self._turn:
            self._handle.release()
            self._search = None
            if not best:
                self._say(f"info depth 0 score {_score(result.score)}")
            self._say(f"bestmove {best or '(none)'}" + (f" ponder {reply}" if reply else ""))
            waiting, self._waiting = self._waiting, []
            for line in waiting:
                self._obey(line)


def _describe(info: capi.SeajayInfo, show_wdl: bool) -> str:
    """A line that the search has found."""
    wdl = " wdl {} {} {}".format(*info.wdl) if show_wdl else ""
    return (
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} "
        f"score {_score(info.score)}{wdl} nodes {info.nodes} nps {info.nps} "
        f"hashfull {info.hashfull} tbhits {info.tb_hits} time {info.time_ms} pv {info.pv.decode()}"
    )


def _score(score: capi.SeajayScore) -> str:
    unit, value = "cp", score.value
    if score.kind == capi.SEAJAY_SCORE_MATE:
        unit = "mate"
    elif score.kind == capi.SEAJAY_SCORE_TB:
        value = (TABLEBASE_WIN if value > 0 else -TABLEBASE_WIN) - value
    return f"{unit} {value}{_BOUNDS.get(score.bound, '')}"


def _print(line: str) -> None:
    try:
        print(line, flush=True)
    except OSError:
        # The reader has gone: there is no one to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> int:
    """Speaks with standard input and output."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    Interface(_print).serve(sys.stdin)
    return 0


if __name__ == "__main__":
    sys.exit(main())
