"""One engine of the C library: its pointer, its running command, its callback."""

from __future__ import annotations

import ctypes
import os
import threading
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Callable, Iterator, Optional

from . import capi
from .call import SeajayError, check, encode
from .game import Game
from .types import EngineError, EngineTerminatedError

#: Milliseconds that Ctrl-C may have to wait: Python acts on it only between two calls.
POLL_MS = 50

#: A search of at most this many nodes takes some milliseconds: stopping it needs no thread of its own.
SHORT_NODES = 10_000

#: Holds any line of play, as the header says.
PV_SIZE = 768

_C = capi.library

#: Called with each line that a search finds; a true return value stops the search.
Listener = Callable[[capi.SeajayInfo], object]


#: The owner of this context's commands, so that they alone can be stopped.
current_owner: ContextVar[object] = ContextVar("current_owner", default=None)


class Handle:
    """A SeajayEngine, and the lock of the command that is running on it. Everything except :meth:`stop`
    and :meth:`stats` needs the lock, taken with :meth:`acquire` or a ``with`` block. If the block fails,
    or Ctrl-C ends it, its search ends too."""

    def __init__(self) -> None:
        self._pointer: Optional[int] = _C.seajay_new()
        if self._pointer is None:
            raise MemoryError("no memory for an engine")
        self._process = os.getpid()
        self._command = threading.Lock()
        # So that no other thread is inside stop() or stats() while the engine is freed, or given to
        # another command.
        self._guard = threading.Lock()
        #: The owner of the last command, whose search may outlive it.
        self.owner: object = None
        #: Whether the last search was told to end.
        self.stopped = False
        self._listener: Optional[Listener] = None
        self._listening_thread: Optional[int] = None
        self._error: Optional[BaseException] = None
        # Kept here: the library keeps no Python object alive.
        self._callback = capi.SeajayInfoCallback(self._on_info)
        self._no_callback = capi.SeajayInfoCallback()
        #: The limits of the next search.
        self.limits = capi.SeajayLimits()
        # Reused, since creating them takes longer than a short search.
        self._limits = ctypes.byref(self.limits)
        self._result = capi.SeajayResult()
        self._result_out = ctypes.byref(self._result)
        self._info = capi.SeajayInfo()
        self._pv = ctypes.create_string_buffer(PV_SIZE)

    @property
    def pointer(self) -> int:
        """The pointer to the engine."""
        if self._pointer is None:
            raise EngineTerminatedError("the engine has been closed")
        return self._pointer

    def check_process(self) -> None:
        """Raises in a forked process, which lacks the engine's threads."""
        if self._process != os.getpid():
            raise EngineError("this engine belongs to the process that forked: make one in the child")

    def acquire(self) -> None:
        """Ends the running command and takes its place."""
        self.check_process()
        if self._listening_thread == threading.get_ident():
            # The search waits for its listener: this would deadlock.
            raise SeajayError(
                capi.SEAJAY_ERR_BUSY, "a listener cannot use the engine it listens to"
            )
        if not self._command.acquire(blocking=False):
            self.stop()
            # Repeated: the command may only be about to begin its search.
            while not self._command.acquire(timeout=POLL_MS / 1000):
                self.stop()
        with self._guard:
            self.owner = current_owner.get() or object()

    def release(self) -> None:
        """Marks the command as ended. On any thread."""
        self._command.release()

    def close(self) -> None:
        """Ends the running command, and frees the engine. A second call does nothing."""
        if self._process != os.getpid():
            # A fork lacks the threads that it would wait for.
            return
        self.acquire()
        with self._guard:
            _C.seajay_free(self._pointer)
            self._pointer = None
        self.release()

    def __enter__(self) -> None:
        self.acquire()

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
            self._command.release()

    def set_option(self, name: str, value: str) -> None:
        """Sets an option, both as text."""
        check(_C.seajay_set_option(self.pointer, encode(name), encode(value)))

    def set_game(self, game: Game) -> None:
        """Sets the position to that of a game."""
        check(_C.seajay_set_game(self.pointer, game.pointer))

    def stop(self, owner: object = None) -> None:
        """Tells a search to end, or only one that a command of this owner has begun. From any thread,
        at any time, also after close()."""
        with self._guard:
            if owner is not None and owner is not self.owner:
                return
            self.stopped = True
            if self._pointer is not None:
                _C.seajay_stop(self._pointer)

    def search(self, listener: Optional[Listener] = None) -> capi.SeajayResult:
        """Searches within :attr:`limits`, and returns a result that is valid until the next. Ctrl-C ends it,
        and so does an exception in the listener, which is raised again here."""
        # A listener needs another thread: in a callback on this one ctypes would lose Ctrl-C.
        if listener is not None or not 0 < self.limits.nodes <= SHORT_NODES:
            self.start(listener)
            return self.wait()
        self._prepare(None)
        check(_C.seajay_search(self.pointer, self._limits, self._result_out))
        return self._result

    def start(self, listener: Optional[Listener] = None) -> None:
        """Begins a search. An exception in the listener ends it, and :meth:`wait` raises it."""
        self._prepare(listener)
        check(_C.seajay_start(self.pointer, self._limits))

    def wait(self) -> capi.SeajayResult:
        """Waits for the end of the search, in short steps, so that Ctrl-C is noticed."""
        pointer, result = self.pointer, self._result_out
        while (status := _C.seajay_wait(pointer, POLL_MS, result)) == capi.SEAJAY_ERR_TIMEOUT:
            pass
        if self._error is not None:
            raise self._error
        check(status)
        return self._result

    def end_search(self) -> None:
        """Stops the search, if there is one, and waits for its end."""
        self.stop()
        if self._pointer is not None:
            _C.seajay_wait(self._pointer, -1, None)

    def stats(self) -> capi.SeajayStats:
        """The counters of the last finished search. From any thread, at any time."""
        stats = capi.SeajayStats()
        with self._guard:
            check(_C.seajay_stats(self.pointer, stats))
        return stats

    def lines(self) -> Iterator[tuple[capi.SeajayInfo, bytes]]:
        """The lines of the finished search, best first, and their moves. Each is valid until the next."""
        pointer, info, pv = self.pointer, self._info, self._pv
        for index in range(_C.seajay_line_count(pointer)):
            check(_C.seajay_line(pointer, index, info, pv, PV_SIZE))
            yield info, pv.value

    def _prepare(self, listener: Optional[Listener]) -> None:
        """The preparations that all searches share."""
        if listener is not self._listener:
            callback = self._no_callback if listener is None else self._callback
            check(_C.seajay_set_info_callback(self.pointer, callback, None))
            self._listener = listener
        self._error = None
        self.stopped = False

    def _on_info(self, _user_data: object, info: Any) -> int:
        # ctypes would swallow an exception: it waits for the end of the search.
        self._listening_thread = threading.get_ident()
        try:
            if info.contents.kind != capi.SEAJAY_INFO_LINE or self._listener is None:
                return 0
            return 1 if self._listener(info.contents) else 0
        except BaseException as error:
            self._error = error
            return 1
        finally:
            self._listening_thread = None
