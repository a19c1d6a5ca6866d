"""Ctrl-C, in programs of their own."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

#: Seconds: far less than any of these searches, far more than an interrupt takes.
PATIENCE = 20

SEARCHES = {
    "play": "engine.play('startpos', seajay.Limit(time=1000))",
    "analyse": "engine.analyse('startpos', seajay.Limit(depth=100))",
    "listener": "engine.play('startpos', seajay.Limit(time=1000), on_info=lambda info: None)",
    "analysis": "\nwith engine.analysis('startpos') as analysis:\n  for info in analysis: pass",
    "wait": "engine.analysis('startpos').wait()",
    "short": "\nwhile True: engine.play('startpos', seajay.Limit(nodes=10_000))",
    "short with a listener": "\nwhile True: engine.play('startpos', seajay.Limit(nodes=500), on_info=bool)",
    "review": "engine.review('startpos moves e2e4', seajay.Limit(time=1000))",
    "reviews": "\nwhile True: engine.review('startpos moves e2e4', seajay.Limit(nodes=500), lambda _: None)",
    "many reviews": "list(seajay.review_many(['startpos moves e2e4'] * 9, seajay.Limit(time=100)))",
    "many": "list(seajay.analyse_many(['startpos'] * 9, seajay.Limit(time=100)))",
}

PROGRAM = """
import time
import seajay
engine = seajay.Engine()
try:
    # Inside: where a loop is the first statement of a try, Python 3.11 and 3.12 miss an interrupt at its end.
    print("ready", flush=True)
    {search}
except KeyboardInterrupt:
    print("interrupted", time.time(), flush=True)
    if {goes_on}:
        assert engine.play("startpos", seajay.Limit(depth=2)).move
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("name", SEARCHES)
def test_an_interrupt_ends_a_search(name: str) -> None:
    search = SEARCHES[name].replace("\n", "\n    ")
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(search=search, goes_on="many" not in name)],
        stdout=subprocess.PIPE,
        text=True,
        # A shell that runs tests in the background lets its children ignore the signal.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert program.stdout is not None
    try:
        assert program.stdout.readline() == "ready\n"
        time.sleep(0.3)
        sent = time.time()
        program.send_signal(signal.SIGINT)
        answer, _ = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
    assert program.returncode == 0 and answer.startswith("interrupted"), answer
    # 50 ms, and what a busy machine adds.
    assert float(answer.split()[1]) - sent < 3
