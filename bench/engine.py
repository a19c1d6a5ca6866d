"""A running UCI engine that is asked for moves, for the programs here."""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from dataclasses import dataclass, field


@dataclass
class Answer:
    """An engine's answer to a `go`."""

    mate: int | None = None
    is_exact: bool = False
    line: list[str] = field(default_factory=list)
    milliseconds: float = 0.0
    nodes: int = 0


class Engine:
    """A running UCI engine."""

    def __init__(self, path: str, hash_mib: int) -> None:
        self.path = path
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.unfinished: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()
        self.say("uci")
        self.wait_for("uciok", 10)
        self.say(f"setoption name Hash value {hash_mib}")

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def say(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + "\n")

    def wait_for(self, word: str, seconds: float) -> list[str] | None:
        """The lines up to one that begins with a word, or None if it does not come in time."""
        deadline, seen = time.monotonic() + seconds, []
        while (left := deadline - time.monotonic()) > 0:
            try:
                seen.append(self.lines.get(timeout=left))
            except queue.Empty:
                break
            if seen[-1].startswith(word):
                return seen
        self.unfinished = seen
        return None

    def ask(self, fen: str, go: str, seconds: float) -> Answer:
        """The answer to a `go`, which is stopped if it takes too long."""
        self.say("ucinewgame")
        self.say("isready")
        self.wait_for("readyok", 30)
        self.say(f"position fen {fen}")
        begun = time.monotonic()
        self.say(go)
        lines = self.wait_for("bestmove", seconds)
        if lines is None:
            self.say("stop")
            lines = self.unfinished + (self.wait_for("bestmove", 30) or [])
        answer = Answer(milliseconds=(time.monotonic() - begun) * 1000)
        for line in lines:
            words = line.split()
            if words[:1] != ["info"] or "score" not in words:
                continue
            if "multipv" in words and words[words.index("multipv") + 1] != "1":
                continue
            kind, value = words[words.index("score") + 1 :][:2]
            answer.mate = int(value) if kind == "mate" else None
            answer.is_exact = "bound" not in line
            answer.line = words[words.index("pv") + 1 :] if "pv" in words else []
            answer.nodes = int(words[words.index("nodes") + 1]) if "nodes" in words else 0
        return answer

    def close(self) -> None:
        self.say("quit")
        self.process.wait(5)
