"""``python -m seajay uci``: the engine for programs that speak the Universal Chess Interface."""

from __future__ import annotations

import io
import os
import sys
import threading
from collections import deque
from typing import Callable, Iterable, Optional

from chess.engine import EngineError, Limit

from . import capi
from .call import SeajayError, read_text
from .convert import all_options, set_limits, to_centipawns, to_option_text
from .game import Game
from .handle import Handle

_C = capi.library

#: How the protocol writes an empty text.
EMPTY = "<empty>"

#: The option that is a command.
CLEAR_HASH = "Clear Hash"

#: Greater numbers are taken for this.
_MOST = 1e18

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
    """Obeys commands in their order, each to its end. Only ``stop``, ``ponderhit``, ``quit`` and ``isready`` do
    not wait for a search. One without an end of its own also ends when another ``go`` or the end of the input is
    read; in mate and stalemate too it is not answered before. Every ``go`` is answered by a move in the last
    position that was not refused."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """The function is called with each line of output, also on other threads."""
        self._say = say
        self._handle = Handle()
        self._game = Game()
        self._waiting: deque[str] = deque()
        # Searches are numbered from 1: those asked for, begun, told to stop and told of a ponderhit.
        self._asked = self._begun = self._stopped = self._hit = 0
        self._input_ended = False
        # The commands and the ends of searches take turns; notified of every command.
        self._turn = threading.Condition(threading.Lock())
        # Waits for the end of the search, while there is one.
        self._search: Optional[threading.Thread] = None
        # Whether only a command ends the search: now, and after a ponderhit.
        self._is_endless = self._is_infinite = False
        self._shows_wdl = False
        # Whether no line has been said since the last ponderhit.
        self._is_silent = False

    def serve(self, lines: Iterable[str]) -> None:
        """Obeys commands until ``quit``, which stops all searches, or their end; returns when all have ended."""
        try:
            for line in lines:
                with self._turn:
                    self._turn.notify()
                    if line.split()[:1] == ["quit"]:
                        self._hear("stop")
                        break
                    self._hear(line)
            with self._turn:
                self._turn.notify()
                self._input_ended = True
                self._end_endless()
            while search := self._running():
                search.join()
        finally:
            self._handle.close()

    def _running(self) -> Optional[threading.Thread]:
        """The search that is under way. Between one and the next there is none only while the lock is held."""
        with self._turn:
            return self._search

    def _hear(self, line: str) -> None:
        """Obeys a command, or keeps it until the search has ended."""
        command = "".join(line.split()[:1])
        if command == "stop":
            self._stopped = self._asked
            self._handle.stop()
        elif command == "ponderhit":
            self._hit, self._is_silent = self._asked, True
            if self._search:
                _C.seajay_ponderhit(self._handle.pointer)
                self._is_endless = self._is_infinite
        elif command == "isready":
            self._say("readyok")
        else:
            if command == "go":
                self._asked += 1
                self._end_endless()
            self._waiting.append(line)
            self._go_on()

    def _end_endless(self) -> None:
        if self._search and self._is_endless:
            self._handle.stop()

    def _go_on(self) -> None:
        """Obeys the commands that wait, up to a search."""
        while self._waiting and not self._search:
            command, _, rest = " ".join(self._waiting.popleft().split()).partition(" ")
            try:
                self._obey(command, rest)
            except EngineError as error:
                self._say(f"info string error: {error}")

    def _obey(self, command: str, rest: str) -> None:
        if command == "uci":
            self._introduce()
        elif command == "position":
            self._set_position(rest)
        elif command == "setoption":
            self._set_option(rest)
        elif command == "ucinewgame":
            self._handle.new_game()
        elif command == "go":
            try:
                self._go(rest.split())
            except EngineError:
                # Out of memory perhaps. Better than no answer.
                self._say("bestmove 0000")
                raise
        elif command not in ("", "debug", "register"):
            self._say(f'info string unknown command "{command[:60]}"')

    def _introduce(self) -> None:
        self._say(f"id name seajay {_C.seajay_version().decode()}")
        self._say("id author the seajay authors")
        for option in all_options():
            default = to_option_text(option.default) or EMPTY
            bounds = "" if option.min is None else f" min {option.min} max {option.max}"
            self._say(f"option name {option.name} type {option.type} default {default}{bounds}")
        self._say(f"option name {CLEAR_HASH} type button")
        self._say("uciok")

    def _set_position(self, rest: str) -> None:
        position, word, moves = rest.partition(" moves ")
        try:
            self._game.set(position + word + moves.lower())
        except EngineError as error:
            raise EngineError(f"{error}; the position stays {self._game.fen()}") from None

    def _set_option(self, rest: str) -> None:
        words, _, value = f"{rest.strip()} ".partition(" value ")
        first, _, name = words.strip().partition(" ")
        if first != "name":
            raise EngineError("setoption: no name")
        name, value = " ".join(name.split()), value.strip()
        if name.lower() == CLEAR_HASH.lower():
            self._handle.new_game()
        else:
            self._handle.set_option(name, "" if value == EMPTY else value)

    def _go(self, words: list[str]) -> None:
        """Begins a search."""
        self._begun += 1
        limit, moves = self._parse(words)
        ponder = "ponder" in words and self._hit < self._begun
        handle = self._handle
        self._game.chess960 = self._option("UCI_Chess960") == "true"
        handle.set_game(self._game)
        set_limits(handle.limits, limit, moves or None, ponder=ponder, endless=True)
        self._shows_wdl = self._option("UCI_ShowWDL") == "true"
        handle.acquire()
        try:
            handle.start(self._on_line)
        except BaseException:
            handle.release()
            raise
        self._is_infinite = limit is None
        self._is_endless = ponder or self._is_infinite
        self._search = threading.Thread(target=self._finish, daemon=True)
        self._search.start()
        if self._stopped >= self._begun:
            handle.stop()
        elif self._asked > self._begun or self._input_ended:
            self._end_endless()

    def _parse(self, words: list[str]) -> tuple[Optional[Limit], list[str]]:
        """The limit of a search, None for one without, and the moves to choose from. What cannot be
        understood is left out; if no limit is left, the search takes a second."""
        limit, moves = Limit(), []
        rest = deque(words)
        understood = True
        while rest:
            word = rest.popleft()
            if word == "searchmoves":
                while rest and rest[0][1:2].isdigit():
                    moves += self._legal(rest.popleft().lower())
            elif word in _NUMBERS:
                field, unit = _NUMBERS[word]
                try:
                    number = min(max(float(rest[0] if rest else ""), -_MOST), _MOST)
                    # Some programs write 0 for "none". NaN is nothing either.
                    if number > 0 or number <= 0 and word not in ("mate", "movestogo"):
                        if unit == 1:
                            setattr(limit, field, max(round(number), 1))
                        else:
                            least = -_MOST if field.endswith("clock") else 0
                            setattr(limit, field, max(number * unit, least))
                    rest.popleft()
                except ValueError:
                    self._say(f"info string go: {word} without a number")
                    understood = False
            elif word not in ("infinite", "ponder"):
                self._say(f'info string go: unknown parameter "{word[:60]}"')
                understood = False
        # A clock that is missing is taken to be equal to the other.
        if limit.white_clock is None:
            limit.white_clock = limit.black_clock
        elif limit.black_clock is None:
            limit.black_clock = limit.white_clock
        ends = (limit.time, limit.depth, limit.nodes, limit.mate, limit.white_clock)
        has_limit = any(end is not None for end in ends)
        if not (has_limit or understood or "infinite" in words):
            self._say("info string go: no limit is left, searching for 1s")
            return Limit(time=1), moves
        return limit if has_limit and "infinite" not in words else None, moves

    def _legal(self, move: str) -> list[str]:
        """The move, if it is legal."""
        try:
            self._game.copy().play(move)
            return [move]
        except EngineError as error:
            self._say(f"info string error: {error}")
            return []

    def _option(self, name: str) -> str:
        return read_text(_C.seajay_get_option, self._handle.pointer, name.encode(), size=64)

    def _on_line(self, info: capi.SeajayInfo) -> None:
        self._is_silent = False
        self._say(_describe(info, self._shows_wdl))

    def _finish(self) -> None:
        """Waits for the end of the search, and executes the commands that waited for it."""
        try:
            result = self._handle.wait()
            best, reply = result.best_move.decode(), result.ponder_move.decode()
        except SeajayError as error:
            self._say(f"info string error: {error}")
            best, reply = "0000", ""
        with self._turn:
            # In mate and stalemate a search ends at once.
            self._turn.wait_for(lambda: self._handle.stopped or not self._is_endless)
            if self._is_silent:
                # Some interfaces resign, or offer a draw, by the lines that come after a ponderhit.
                for info, _ in self._handle.lines():
                    self._on_line(info)
            self._handle.release()
            self._search = None
            if not best:
                self._say(f"info depth 0 score {_score(result.score)}")
            self._say(f"bestmove {best or '(none)'}" + (f" ponder {reply}" if reply else ""))
            self._go_on()


def _describe(info: capi.SeajayInfo, show_wdl: bool) -> str:
    """A line that the search has found."""
    wdl = " wdl {} {} {}".format(*info.wdl) if show_wdl else ""
    return (
        f"info depth {info.depth} seldepth {info.seldepth} multipv {info.multipv} "
        f"score {_score(info.score)}{wdl} nodes {info.nodes} nps {info.nps} "
        f"hashfull {info.hashfull} tbhits {info.tb_hits} time {info.time_ms} pv {info.pv.decode()}"
    )


def _score(score: capi.SeajayScore) -> str:
    is_mate = score.kind == capi.SEAJAY_SCORE_MATE
    text = f"mate {score.value}" if is_mate else f"cp {to_centipawns(score)}"
    return text + _BOUNDS.get(score.bound, "")


#: Lines of the search and answers come from different threads.
_output = threading.Lock()


def _print(line: str) -> None:
    try:
        with _output:
            # print() writes a line and its end separately, and other lines get in between.
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
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
