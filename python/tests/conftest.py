"""What the tests share."""

from __future__ import annotations

from typing import Iterator

import pytest

import seajay


@pytest.fixture
def engine() -> Iterator[seajay.Engine]:
    with seajay.Engine() as engine:
        yield engine
