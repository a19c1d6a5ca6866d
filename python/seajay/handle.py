"""One engine of the C library: its pointer, its running command, its callback."""

from __future__ import annotations

import atexit
import ctypes
import os
import random
import sys
import threading
import weakref
from collections import deque
from collections.abc import Coroutine
from contextvars import ContextVar
from types import FrameType, TracebackType
from typing import Any, Callable, Iterator, Optional, TypeVar

from chess.engine import EngineError, EngineTerminatedError

from . import capi
from .call import CancelledError, SeajayError, check, encode
from .game import Game
from .results import TbEntry

#: Milliseconds that Ctrl-C may have to wait: Python acts on it only between two calls.
POLL_MS = 50

#: A search of at most this many nodes takes some milliseconds: stopping it needs no thread of its own.
SHORT_NODES = 10_000

#: Holds any line of play, as the header says.
PV_SIZE = 768

_C = capi.library

#: Called with each line that a search finds; a true return value stops the search.
Listener = Callable[[capi.SeajayInfo], object]

#: Called with each move that a review has judged, and its index; a true return value ends the review.
MoveListener = Callable[[int, capi.SeajayReview], object]


T = TypeVar("T")

#: The owner of this context's commands, so that they alone can be stopped.
current_owner: ContextVar[object] = ContextVar("current_owner", default=None)


def callback_of(
    name: str, function: Optional[Callable[[T], object]]
) -> Optional[Callable[[T], bool]]:
    """A function that a caller has given under a name, checked, as one that says whether to stop."""
    if function is None:
        return None
    if not callable(function):
        raise TypeError(f"{name} is a function or None, not {function!r}")

    def call(found: T) -> bool:
        wanted = function(found)
        if wanted is None or isinstance(wanted, bool):
            return wanted is True
        text = repr(wanted)
        if isinstance(wanted, Coroutine):
            wanted.close()
            text = "a coroutine: it is a plain function, not an async one"
        raise TypeError(f"{name} returns True to stop, and False or None to go on; it returned {text}")

    return call


class _Command:
    """A command that runs on an engine, or waits for its turn."""

    __slots__ = ("owner", "is_superseded", "thread", "frame")

    def __init__(self, frame: FrameType) -> None:
        self.owner = current_owner.get() or self
        #: Whether another command has come after this one.
        self.is_superseded = False
        #: The function that the command is, and its thread; None once another thread ends the command.
        self.thread: Optional[int] = threading.get_ident()
        self.frame: Optional[FrameType] = frame

    def is_in_function(self) -> bool:
        """Whether its function is on the stack of this thread, which must be its own."""
        frame: Optional[FrameType] = sys._getframe()
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None


class Handle:
    """A SeajayEngine, and the commands on it, which run one at a time in the order of their calls.
    Everything except :meth:`stop`, :meth:`stats` and :meth:`probe_tb` is part of a command, which begins with
    :meth:`acquire`. If the ``with`` block of a command fails, or Ctrl-C ends it, its search ends too."""

    def __init__(self) -> None:
        self._pointer: Optional[int] = _C.seajay_new()
        if self._pointer is None:
            raise MemoryError("no memory for an engine")
        self._process = os.getpid()
        # Guards the commands; and no other thread is inside stop() or stats() while the engine is freed, or
        # given to another command. The handler of a signal may call stop() where its thread has the guard.
        self._guard = threading.RLock()
        self._turn_over = threading.Condition(self._guard)
        # The first is the running one.
        self._commands: deque[_Command] = deque()
        self._is_closing = self._is_abandoned = False
        #: The owner of the last command, whose search may outlive it.
        self.owner: object = None
        #: Whether the last search was told to end.
        self.stopped = False
        # Whether the library calls back, and who is then told.
        self._calls_back = False
        self._listener: Optional[Listener] = None
        self._listening_thread: Optional[int] = None
        self._error: Optional[BaseException] = None
        # Kept here: the library keeps no Python object alive.
        self._callback = capi.SeajayInfoCallback(self._on_info)
        self._no_callback = capi.SeajayInfoCallback()
        # What the library uses of Python's until a review has ended.
        self._review: Optional[tuple[object, object]] = None
        #: The limits of the next search.
        self.limits = capi.SeajayLimits()
        # Reused, since creating them takes longer than a short search.
        self._limits = ctypes.byref(self.limits)
        self._result = capi.SeajayResult()
        self._result_out = ctypes.byref(self._result)
        self._info = capi.SeajayInfo()
        self._pv = ctypes.create_string_buffer(PV_SIZE)
        # Whether Seed is 0.
        self._draws_seed = True
        self._draw_seed()
        _handles.add(self)

    @property
    def pointer(self) -> int:
        """The pointer to the engine."""
        if self._pointer is None:
            raise _terminated()
        return self._pointer

    def is_of_this_process(self) -> bool:
        """Whether the engine has its threads: in a forked process it has none."""
        return self._process == os.getpid()

    def check_process(self) -> None:
        """Raises in a forked process."""
        if not self.is_of_this_process():
            raise EngineError("this engine belongs to the process that forked: make one in the child")

    def acquire(self, *, is_search: bool = False, is_closing: bool = False) -> Handle:
        """Ends the running command, and begins one in its place, which ends with :meth:`release` or the ``with``
        block of what is returned.

        :raises CancelledError: A search was waiting for its turn, and another command came.
        :raises EngineTerminatedError: The engine has been closed.
        """
        self.check_process()
        if self._listening_thread == threading.get_ident():
            # The search waits for its listener: this would deadlock.
            raise SeajayError(
                capi.SEAJAY_ERR_BUSY, "a listener cannot use the engine it listens to"
            )
        if self._commands:
            self._end_abandoned()
        command, commands = _Command(sys._getframe(1)), self._commands
        with self._guard:
            try:
                self._is_closing |= is_closing
                if commands:
                    commands[-1].is_superseded = True
                    self._stop()
                    # A search that waits may give up its place.
                    self._turn_over.notify_all()
                commands.append(command)
                while commands[0] is not command:
                    if is_search and command.is_superseded:
                        raise self._superseded()
                    # In short steps, so that Ctrl-C is noticed.
                    self._turn_over.wait(POLL_MS / 1000)
                if not is_closing:
                    self.pointer
            except BaseException:
                if command in commands:
                    commands.remove(command)
                    self._turn_over.notify_all()
                raise
            self.owner = command.owner
        return self

    def _end_abandoned(self) -> None:
        """Ends a command of this thread whose function has ended. The handler of a signal may raise anywhere, also
        between the steps that begin or end a command, which would then be waited for forever.

        :raises SeajayError: The handler of a signal wants another command amid one.
        """
        with self._guard:
            command = self._commands[0] if self._commands else None
        if command is None or command.thread != threading.get_ident():
            return
        if command.is_in_function():
            raise SeajayError(
                capi.SEAJAY_ERR_BUSY, "the handler of a signal cannot use the engine it interrupts"
            )
        self.end_search()
        self.release()

    def detach(self) -> None:
        """Says that the command goes on after its function, until another thread ends it."""
        command = self._commands[0]
        command.thread = command.frame = None

    def release(self) -> None:
        """Ends the command. On any thread."""
        with self._guard:
            # What it has of the caller, perhaps the engine itself, must not live as long as this.
            self._commands.popleft().frame = None
            self._listener = None
            if self._commands:
                self._turn_over.notify_all()
            elif self._is_abandoned:
                self._free()

    def close(self) -> None:
        """Ends the running command, and frees the engine. A second call does nothing."""
        if self.is_of_this_process():
            self.acquire(is_closing=True)
            self._free()
            self.release()

    def abandon(self) -> None:
        """Frees an engine that nobody can use any more; one with an analysis once that has ended, which this does not
        wait for: it runs wherever the garbage collector does, also on the threads of the analysis."""
        if self.is_of_this_process():
            with self._guard:
                self._is_closing = self._is_abandoned = True
                self._stop()
                if not self._commands:
                    self._free()

    def _free(self) -> None:
        with self._guard:
            _C.seajay_free(self._pointer)
            self._pointer = self._review = None

    def __enter__(self) -> Handle:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        try:
            if error is not None:
                self.end_search()
        finally:
            self.release()

    def set_option(self, name: str, value: str) -> None:
        """Sets an option, both as text."""
        check(_C.seajay_set_option(self.pointer, encode(name), encode(value)))
        if name.lower() == "seed":
            self._draws_seed = int(value) == 0
            self._draw_seed()

    def new_game(self) -> None:
        """Forgets what earlier searches have found."""
        check(_C.seajay_clear_history(self.pointer))
        self._draw_seed()

    def _draw_seed(self) -> None:
        """Draws a seed for a game, unless the caller has set one: games of a level shall differ."""
        if self._draws_seed:
            seed = random.getrandbits(32)
            check(_C.seajay_set_option(self.pointer, b"Seed", str(seed).encode()))

    def set_game(self, game: Game) -> None:
        """Sets the position to that of a game."""
        check(_C.seajay_set_game(self.pointer, game.pointer))

    def stop(self, owner: object = None) -> None:
        """Tells a search to end, or only one that a command of this owner has begun. From any thread,
        at any time, also after close()."""
        with self._guard:
            if owner is None or owner is self.owner:
                self._stop()

    def _stop(self) -> None:
        self.stopped = True
        if self._pointer is not None:
            _C.seajay_stop(self._pointer)

    def search(self, listener: Optional[Listener] = None) -> capi.SeajayResult:
        """Searches within :attr:`limits`, and returns a result that is valid until the next. Ctrl-C ends it,
        and so does an exception in the listener, which is raised again here.

        :raises CancelledError: Another command has ended the search.
        """
        # A listener needs another thread: in a callback on this one ctypes would lose Ctrl-C.
        if listener is not None or not 0 < self.limits.nodes <= SHORT_NODES:
            self.start(listener)
            self.wait()
        else:
            self._prepare(None)
            check(_C.seajay_search(self.pointer, self._limits, self._result_out))
        return self.completed()

    def start(self, listener: Optional[Listener] = None) -> None:
        """Begins a search. An exception in the listener ends it, and :meth:`wait` raises it.

        :raises CancelledError: Another command waits already.
        """
        self._prepare(listener)
        # The next command comes before this and is seen, or after it and stops the search.
        with self._guard:
            self._check_turn()
            check(_C.seajay_start(self.pointer, self._limits))

    def start_review(self, game: Game, listener: MoveListener) -> None:
        """Begins a review of a game. An exception in the listener ends it, and :meth:`wait_for_review` raises it.

        :raises CancelledError: Another command waits already.
        """

        def on_move(_user_data: object, index: int, move: Any) -> int:
            return self._listen(lambda: listener(index, move.contents))

        self._prepare(None)
        moves = (capi.SeajayReview * game.ply_count())()
        callback = capi.SeajayReviewCallback(on_move)
        with self._guard:
            self._check_turn()
            start = _C.seajay_start_review
            check(start(self.pointer, game.pointer, self._limits, moves, len(moves), callback, None))
            self._review = moves, callback

    def wait_for_review(self, plies: int) -> None:
        """Waits for the end of the review of a game with this many moves.

        :raises CancelledError: Another command has ended it.
        """
        self.wait()
        if self.stopped and _C.seajay_review_count(self.pointer) < plies:
            self._check_turn()

    def wait(self) -> capi.SeajayResult:
        """Waits for the end of the search, in short steps, so that Ctrl-C is noticed."""
        pointer, result = self.pointer, self._result_out
        while (status := _C.seajay_wait(pointer, POLL_MS, result)) == capi.SEAJAY_ERR_TIMEOUT:
            pass
        # Neither is kept: the traceback of an error holds all that was called.
        self._review = None
        error, self._error = self._error, None
        if error is not None:
            raise error
        check(status)
        return self._result

    def has_ended(self, patience_ms: int) -> bool:
        """Whether the search has ended, or does so in this time."""
        status: int = _C.seajay_wait(self.pointer, patience_ms, None)
        return status != capi.SEAJAY_ERR_TIMEOUT

    def completed(self) -> capi.SeajayResult:
        """The result of the search of this command, unless another one has ended it."""
        if self._result.stop_reason == capi.SEAJAY_STOP_STOPPED:
            self._check_turn()
        return self._result

    def _check_turn(self) -> None:
        """Raises if another command has come after the running one."""
        if self._commands[0].is_superseded:
            raise self._superseded()

    def _superseded(self) -> BaseException:
        if self._is_closing:
            return _terminated()
        return CancelledError(
            "another command of the same engine has ended this search: searches at the same time need an engine each"
        )

    def end_search(self) -> None:
        """Stops the search, if there is one, and waits for its end."""
        self.stop()
        if self._pointer is not None:
            _C.seajay_wait(self._pointer, -1, None)
        self._review = None

    def stats(self) -> capi.SeajayStats:
        """The counters of the last finished search. From any thread, at any time."""
        stats = capi.SeajayStats()
        with self._guard:
            check(_C.seajay_stats(self.pointer, stats))
        return stats

    def probe_tb(self, game: Game) -> Optional[TbEntry]:
        """What the tablebases say of a position. From any thread, at any time."""
        outcome, dtz = ctypes.c_int32(), ctypes.c_int32()
        probe = _C.seajay_probe_tb
        with self._guard:
            if check(probe(self.pointer, game.pointer, outcome, dtz)):
                return TbEntry(outcome.value, dtz.value)
            # Perhaps only the distance is missing.
            has_outcome = check(probe(self.pointer, game.pointer, outcome, None))
            return TbEntry(outcome.value, None) if has_outcome else None

    def lines(self) -> Iterator[tuple[capi.SeajayInfo, bytes]]:
        """The lines of the finished search, best first, and their moves. Each is valid until the next."""
        pointer, info, pv = self.pointer, self._info, self._pv
        for index in range(_C.seajay_line_count(pointer)):
            check(_C.seajay_line(pointer, index, info, pv, PV_SIZE))
            yield info, pv.value

    def _prepare(self, listener: Optional[Listener]) -> None:
        """The preparations that all searches share."""
        calls_back = listener is not None
        if calls_back is not self._calls_back:
            callback = self._callback if calls_back else self._no_callback
            check(_C.seajay_set_info_callback(self.pointer, callback, None))
            self._calls_back = calls_back
        self._listener = listener
        self._error = None
        self.stopped = False

    def _on_info(self, _user_data: object, info: Any) -> int:
        listener = self._listener
        if info.contents.kind != capi.SEAJAY_INFO_LINE or listener is None:
            return 0
        return self._listen(lambda: listener(info.contents))

    def _listen(self, listener: Callable[[], object]) -> int:
        """Lets a listener run in a callback; returns whether the search is to end."""
        # ctypes would swallow an exception: it waits for the end of the search.
        self._listening_thread = threading.get_ident()
        try:
            return 1 if listener() else 0
        except BaseException as error:
            self._error = error
            return 1
        finally:
            self._listening_thread = None


_handles: weakref.WeakSet[Handle] = weakref.WeakSet()
_is_exiting = False


@atexit.register
def _close_all() -> None:
    """Ends all searches before the interpreter, which their callbacks need. First all are told: one search
    would end later for others that keep the processors busy."""
    global _is_exiting
    _is_exiting = True
    handles = [handle for handle in _handles if handle.is_of_this_process()]
    for handle in handles:
        handle.stop()
    for handle in handles:
        handle.close()


def _terminated() -> BaseException:
    """What a command on a closed engine raises. Threads that the exit of the interpreter leaves behind end silently."""
    if _is_exiting and threading.current_thread() is not threading.main_thread():
        return SystemExit()
    return EngineTerminatedError("the engine has been closed")
