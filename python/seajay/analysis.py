"""A running analysis: what it has found so far, and the stream of what it finds."""

from __future__ import annotations

import queue
import threading
from typing import Callable, Iterator, Optional

from chess.engine import AnalysisComplete, BestMove, Info

from . import capi
from .convert import to_final_info, to_info, to_move
from .handle import Handle
from .results import InfoDict, StopReason


def final_lines(
    handle: Handle, result: capi.SeajayResult, white: bool, wanted: Info
) -> list[InfoDict]:
    """The information of a finished search, best line first; at least one entry."""
    lines = [to_info(info, pv, white, wanted) for info, pv in handle.lines()]
    lines = lines or [to_final_info(result, white, wanted)]
    if wanted:
        for line in lines:
            line["stop_reason"] = StopReason(result.stop_reason)
    return lines


class Stream:
    """What the threads of an analysis know of it. The engine is not among that, so that it can be dropped meanwhile."""

    def __init__(
        self,
        handle: Handle,
        white: bool,
        wanted: Info,
        post: Callable[[Optional[InfoDict]], object],
        *,
        is_endless: bool,
    ) -> None:
        """The function receives the next information, and None at the end, on other threads."""
        self._handle, self._owner = handle, handle.owner
        self._white, self._wanted, self._post = white, wanted, post
        # Whether only a stop ends it.
        self._is_endless = is_endless
        self.lines: list[InfoDict] = [InfoDict()]
        self.ended = threading.Event()
        self.best: Optional[BestMove] = None
        self.stop_reason: Optional[StopReason] = None
        self.error: Optional[BaseException] = None

    def stop(self) -> None:
        """Ends the analysis as soon as possible."""
        self._handle.stop(self._owner)

    def on_line(self, info: capi.SeajayInfo) -> None:
        """The listener of the search, on the thread of the engine."""
        news = to_info(info, info.pv, self._white, self._wanted)
        if not news:
            return
        while len(self.lines) < info.multipv:
            self.lines.append(InfoDict())
        self.lines[info.multipv - 1] = news
        self._post(news.copy())

    def watch(self) -> None:
        """Waits on its own thread for the end of the search, and ends the engine's command."""
        try:
            result = self._handle.wait()
            self.lines = final_lines(self._handle, result, self._white, self._wanted)
            self.stop_reason = StopReason(result.stop_reason)
            if not self._is_endless:
                self._handle.completed()
            self.best = BestMove(to_move(result.best_move), to_move(result.ponder_move))
        except BaseException as error:
            self.error = error
        finally:
            # In this order: once it has visibly ended, the end is in the queue.
            self._post(None)
            self.ended.set()
            self._handle.release()


class AnalysisBase:
    """The common part of the blocking and the asynchronous analysis."""

    def __init__(self, engine: object, stream: Stream) -> None:
        # Keeps the engine alive, until somebody has seen the end.
        self._engine = engine
        self._stream = stream
        # Whether get() has reached the end.
        self._consumed = False

    @property
    def info(self) -> InfoDict:
        """What is known about the best line."""
        return self.multipv[0]

    @property
    def multipv(self) -> list[InfoDict]:
        """What is known about every line, best first. At least one entry, empty before the first result."""
        return [info.copy() for info in self._stream.lines]

    @property
    def stop_reason(self) -> Optional[StopReason]:
        """Why the analysis ended; None until then."""
        return self._stream.stop_reason

    def stop(self) -> None:
        """Ends the analysis as soon as possible."""
        self._stream.stop()

    def _taken(self, info: Optional[InfoDict]) -> InfoDict:
        """What get() returns for a posted item. After the end it always raises."""
        if info is None:
            self._consumed = True
            self._outcome()
            raise AnalysisComplete()
        return info

    def _outcome(self) -> BestMove:
        """The best move of the ended analysis, or what went wrong."""
        self._engine = None
        if self._stream.error is not None:
            raise self._stream.error
        assert self._stream.best is not None
        return self._stream.best


class Analysis(AnalysisBase):
    """Iterates over what an analysis finds::

        with engine.analysis(board) as analysis:
            for info in analysis:
                print(info["depth"], info["score"])
                if info["depth"] > 12:
                    break

    The end of the ``with`` block ends the analysis. Another command of the engine ends it too: one without
    a limit as :meth:`stop` does, while in one with a limit iteration and :meth:`wait` raise
    :class:`seajay.CancelledError`.
    """

    def __init__(
        self, engine: object, stream: Stream, found: queue.SimpleQueue[Optional[InfoDict]]
    ) -> None:
        super().__init__(engine, stream)
        self._queue = found

    def wait(self) -> BestMove:
        """Waits for the end of the analysis and returns its best move."""
        self._stream.ended.wait()
        return self._outcome()

    def get(self) -> InfoDict:
        """Waits for the next information.

        :raises AnalysisComplete: The analysis has ended and there is no more.
        """
        return self._taken(None if self._consumed else self._queue.get())

    def next(self) -> Optional[InfoDict]:
        """Waits for the next information; None when there is no more."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def would_block(self) -> bool:
        """Whether :meth:`get` would have to wait for the engine."""
        return not self._consumed and self._queue.empty()

    def empty(self) -> bool:
        """Whether there is no information now. There may be more later."""
        return self._consumed or self._queue.qsize() <= self._stream.ended.is_set()

    def __iter__(self) -> Iterator[InfoDict]:
        return self

    def __next__(self) -> InfoDict:
        try:
            return self.get()
        except AnalysisComplete:
            raise StopIteration from None

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()
        self._stream.ended.wait()
