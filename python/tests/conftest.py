"""What the tests share."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Iterator

import pytest

import seajay


@pytest.fixture
def engine() -> Iterator[seajay.Engine]:
    with seajay.Engine() as engine:
        yield engine


def run_to_exit(program: str) -> tuple[float, float]:
    """Runs a program that prints the time when it has nothing left to do; returns that, and when it has exited."""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    ended = time.time()
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    return float(ran.stdout), ended
