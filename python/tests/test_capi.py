"""The C interface in Python, against the header it was written after."""

from __future__ import annotations

import ctypes
import ctypes.util
import re
from concurrent.futures import ThreadPoolExecutor
from ctypes import POINTER
from pathlib import Path
from typing import Any

import pytest

from seajay import capi

HEADER = Path(__file__).resolve().parents[2] / "include" / "seajay.h"

#: What a type of C is in ctypes.
TYPES: dict[str, Any] = {
    "void": None,
    "char": ctypes.c_char,
    "int32_t": ctypes.c_int32,
    "int64_t": ctypes.c_int64,
    "size_t": ctypes.c_size_t,
    "uint8_t": ctypes.c_uint8,
    "uint32_t": ctypes.c_uint32,
    "uint64_t": ctypes.c_uint64,
    "char *": ctypes.c_char_p,
    "char * *": POINTER(ctypes.c_char_p),
    "void *": ctypes.c_void_p,
    "SeajayEngine *": ctypes.c_void_p,
    "SeajayGame *": ctypes.c_void_p,
    "SeajayPgn *": ctypes.c_void_p,
    "SeajayPool *": ctypes.c_void_p,
    "double *": POINTER(ctypes.c_double),
    "int32_t *": POINTER(ctypes.c_int32),
    "int64_t *": POINTER(ctypes.c_int64),
    "uint8_t *": POINTER(ctypes.c_uint8),
    "uint32_t *": POINTER(ctypes.c_uint32),
    "uint64_t *": POINTER(ctypes.c_uint64),
}


def code() -> str:
    """The header as this machine's compiler sees it, without comments and marks of functions."""
    text = HEADER.read_text(encoding="utf-8").replace("\\\n", " ")
    text = re.sub(r"//.*|\bSEAJAY_(API|MUST_USE)\b", "", text)
    small = r"#if defined\(SEAJAY_POINTERS_OF_32_BITS\)\n(.*?)#endif"
    return re.sub(small, r"\1" if ctypes.sizeof(ctypes.c_void_p) == 4 else "", text, flags=re.S)


def ctype(text: str) -> Any:
    """The type in ctypes of a type or a declaration in C, such as ``const char *name``."""
    words = re.findall(r"\w+|\*|\[\d+\]", text.replace("const", ""))
    lengths = []
    while words[-1].startswith("["):
        lengths.append(int(words.pop()[1:-1]))
    if len(words) > 1 and words[-1] != "*":
        words.pop()
    found = " ".join(words)
    if found in TYPES:
        kind: Any = TYPES[found]
    else:
        base = getattr(capi, words[0])
        kind = POINTER(base) if words[1:] == ["*"] else base
    for length in lengths:
        kind = kind * length
    return kind


def structs() -> dict[str, list[tuple[str, Any]]]:
    found = {}
    for body, name in re.findall(r"typedef struct \{(.*?)\} (\w+);", code(), re.S):
        fields = [line.strip() for line in body.split(";") if line.strip()]
        names = [re.findall(r"(\w+)(?:\[\d+\])*$", field)[0] for field in fields]
        found[name] = list(zip(names, map(ctype, fields)))
    return found


def functions() -> dict[str, tuple[Any, list[Any]]]:
    found = {}
    for result, name, arguments in re.findall(
        r"^ *([\w ]+?\**)(seajay_\w+)\((.*?)\);", code(), re.S | re.M
    ):
        parts = [part.strip() for part in arguments.split(",")]
        found[name] = (ctype(result), [] if parts == ["void"] else [ctype(part) for part in parts])
    return found


def constants() -> dict[str, int]:
    found = {
        name: int(value)
        for body in re.findall(r"typedef enum \{(.*?)\}", code(), re.S)
        for name, value in re.findall(r"(\w+) = (-?\d+)", body)
    }
    versions = re.findall(
        r"^#define (SEAJAY_\w*VERSION\w*) (\d+)$", code().replace(" \n", "\n"), re.M
    )
    assert len(versions) == 4
    return {**found, **{name: int(value) for name, value in versions}}


def test_functions_are_those_of_the_header() -> None:
    assert len(functions()) >= 55
    assert capi.FUNCTIONS == functions()


def test_functions_are_in_the_library() -> None:
    for name in functions():
        assert getattr(capi.library, name)


def test_structs_are_those_of_the_header() -> None:
    declared = structs()
    assert len(declared) >= 7
    for name, fields in declared.items():
        assert getattr(capi, name)._fields_ == fields, name


def test_structs_begin_with_their_size() -> None:
    for name, fields in structs().items():
        if fields[0][0] == "struct_size":
            struct = getattr(capi, name)
            assert struct().struct_size == ctypes.sizeof(struct)
            # What is not 0 in the others is what the header's initialiser says of a board.
            others = struct(en_passant=0, fullmove_number=0) if name == "SeajayBoard" else struct()
            assert bytes(others)[4:] == bytes(ctypes.sizeof(struct) - 4)
    board = capi.SeajayBoard()
    assert (board.en_passant, board.fullmove_number) == (-1, 1)


def test_constants_are_those_of_the_header() -> None:
    mine = {name: value for name, value in vars(capi).items() if name.startswith("SEAJAY_")}
    assert mine == constants()


def test_callbacks_are_those_of_the_header() -> None:
    declared = re.findall(r"typedef ([\w ]+) \(\*(\w+)\)\((.*?)\);", code())
    assert len(declared) == 5
    for result, name, arguments in declared:
        callback = getattr(capi, name)
        assert callback._restype_ == ctype(result)
        # ctypes makes a copy of a c_char_p, which cannot be written.
        buffers = {"char *buffer": POINTER(ctypes.c_char)}
        parts = [part.strip() for part in arguments.split(",")]
        assert list(callback._argtypes_) == [buffers.get(part) or ctype(part) for part in parts], name


def test_the_example_of_the_module() -> None:
    engine = capi.library.seajay_new()
    result = capi.SeajayResult()
    status = capi.library.seajay_search(engine, capi.SeajayLimits(depth=3), result)
    assert status == capi.SEAJAY_OK and result.depth == 3 and result.best_move
    capi.library.seajay_free(engine)


def test_errors_belong_to_the_thread_of_the_call() -> None:
    def last_error() -> str:
        buffer = ctypes.create_string_buffer(1025)
        assert capi.library.seajay_last_error(buffer, len(buffer)) == len(buffer.value)
        return buffer.value.decode()

    game = capi.library.seajay_game_new()
    with ThreadPoolExecutor(1) as other:
        assert capi.library.seajay_game_play(game, b"e2e5") == capi.SEAJAY_ERR_ILLEGAL_MOVE
        assert "e2e5" in last_error() and other.submit(last_error).result() == ""
        other.submit(capi.library.seajay_game_play, game, b"e2e6").result()
        assert "e2e6" in other.submit(last_error).result() and "e2e5" in last_error()
    capi.library.seajay_game_free(game)


def test_the_search_for_the_library_names_every_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEAJAY_LIBRARY", "/nowhere/libseajay.so")
    with pytest.raises(ImportError, match="/nowhere/libseajay.so"):
        capi._load()
    monkeypatch.delenv("SEAJAY_LIBRARY")
    monkeypatch.setattr(capi, "LIBRARY_NAME", "libnowhere.so")
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: None)
    with pytest.raises(ImportError) as caught:
        capi._load()
    for part in ("seajay/libnowhere.so", "target/release/libnowhere.so", "  libnowhere.so"):
        assert part in str(caught.value)
