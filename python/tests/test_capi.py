"""The C interface in Python: what the declarations, which are made, do not say."""

from __future__ import annotations

import ctypes
import ctypes.util
from concurrent.futures import ThreadPoolExecutor

import pytest

from seajay import capi


def test_structs_begin_with_their_size() -> None:
    structs = [kind for kind in vars(capi).values() if isinstance(kind, type) and issubclass(kind, capi._Sized)]
    sized = [struct for struct in structs if hasattr(struct, "struct_size")]
    assert capi.SeajayLimits in sized and capi.SeajayBoard in sized
    for struct in sized:
        assert struct().struct_size == ctypes.sizeof(struct)
        # What is not 0 in the others is what the header's initialiser says of a board.
        others = struct(en_passant=0, fullmove_number=0) if struct is capi.SeajayBoard else struct()
        assert bytes(others)[4:] == bytes(ctypes.sizeof(struct) - 4)
    board = capi.SeajayBoard()
    assert (board.en_passant, board.fullmove_number) == (-1, 1)


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
