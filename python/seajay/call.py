"""Calls of the library: their errors as exceptions, text in and out."""

from __future__ import annotations

import ctypes
from typing import Any, Callable

from . import capi
from .types import EngineError

_C = capi.library

#: Any text of an error fits, as the header says.
_ERROR_SIZE = 1025


class SeajayError(EngineError):
    """A call of the library failed. The text names the offending part."""

    #: Which error it is: ``capi.SEAJAY_ERR_ILLEGAL_MOVE`` and so on.
    status: int

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are copied and pickled by their arguments, and this one takes two.
        return type(self), (self.status, *self.args)


def check(status: int) -> int:
    """Passes a number on, or raises what a negative one means. Only right after the call, as the text
    is that of the latest failed call of this thread."""
    if status >= 0:
        return status
    buffer = ctypes.create_string_buffer(_ERROR_SIZE)
    _C.seajay_last_error(buffer, _ERROR_SIZE)
    text = buffer.value or _C.seajay_strerror(status)
    raise SeajayError(status, text.decode())


def encode(text: str) -> bytes:
    """Text for C, where a NUL would cut it."""
    if "\0" in text:
        raise SeajayError(capi.SEAJAY_ERR_INVALID_ARGUMENT, "there is a NUL inside a text")
    return text.encode()


def read_text(function: Callable[..., int], *arguments: object, size: int) -> str:
    """Text from a function that copies it into a buffer; ``size`` bytes should hold it."""
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = check(function(*arguments, buffer, size))
        if length < size:
            return buffer.value.decode()
        size = length + 1
