"""Calls of the library: their errors as exceptions, text in and out."""

from __future__ import annotations

import concurrent.futures
import ctypes
from typing import Any, Callable

from chess.engine import EngineError

from . import capi

_C = capi.library

#: Holds any error text, as the header says.
_ERROR_SIZE = 1025

_MAX_UINT32 = 2**32 - 1


class SeajayError(EngineError):
    """A call of the library failed. The text names the offending part."""

    #: The kind of error: ``capi.SEAJAY_ERR_ILLEGAL_MOVE`` and so on.
    status: int

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions are copied and pickled by their arguments, and this one takes two.
        return type(self), (self.status, *self.args)


class CancelledError(EngineError, concurrent.futures.CancelledError):
    """Another command of the same engine has ended this search. Where a coroutine raises it, it is an
    ``asyncio.CancelledError`` too."""


def check(status: int) -> int:
    """Returns the number, or raises the error of a negative one. Only directly after the call, as the text
    is that of the latest failed call of this thread."""
    if status >= 0:
        return status
    buffer = ctypes.create_string_buffer(_ERROR_SIZE)
    _C.seajay_last_error(buffer, _ERROR_SIZE)
    text = buffer.value or _C.seajay_strerror(status)
    raise SeajayError(status, text.decode())


def encode(text: str) -> bytes:
    """Encodes text for C; a NUL, which would cut it, is an error."""
    if not isinstance(text, str):
        raise TypeError(f"this takes text (a str), not {text!r}")
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


def read_array(
    function: Callable[..., int], *arguments: object, kind: type[Any], size: int
) -> ctypes.Array[Any]:
    """An array from a function that fills it; ``size`` elements should hold it."""
    while True:
        array = (kind * size)()
        length = check(function(*arguments, array, size))
        if length <= size:
            filled: ctypes.Array[Any] = (kind * length).from_buffer(array)
            return filled
        size = length


def unsigned(name: str, value: int) -> int:
    """A number for C, checked because ctypes would truncate it."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} is {value!r}, and must be a whole number from 0")
    if not 0 <= value <= _MAX_UINT32:
        raise SeajayError(capi.SEAJAY_ERR_INVALID_ARGUMENT, f"{name} is {value}, and must be from 0 to {_MAX_UINT32}")
    return value
