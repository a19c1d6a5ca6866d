"""The C interface, one to one: what ``include/seajay.h`` declares, for ctypes.

Constants and structs have the header's names; functions are attributes of :data:`library`, with
their argument and result types set. The header documents them::

    from seajay import capi

    engine = capi.library.seajay_new()
    limits = capi.SeajayLimits(depth=10)
    result = capi.SeajayResult()
    status = capi.library.seajay_search(engine, limits, result)
    capi.library.seajay_free(engine)

ctypes releases Python's lock during every call. It does not keep callbacks alive: hold
a reference for as long as the engine may call one. ctypes only prints an exception that leaves a
callback. ``seajay_last_error`` is about the latest failed call of the calling thread.
"""

from __future__ import annotations

import ctypes
import os
import sys
from ctypes import POINTER, c_char, c_char_p, c_double, c_int32, c_int64, c_size_t
from ctypes import c_uint8, c_uint32, c_uint64, c_void_p
from typing import Any, Iterator


class _Sized(ctypes.Structure):
    """A struct that begins with its own size: the initialisers of the header."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(ctypes.sizeof(self), **fields)


#: Padding behind a pointer, where pointers have 32 bits.
_RESERVED: list[tuple[str, Any]] = [("reserved", c_uint32)] if ctypes.sizeof(c_void_p) == 4 else []


# Made by "make abi" from include/seajay.h, to the end of FUNCTIONS.

SEAJAY_VERSION_MAJOR = 1
SEAJAY_VERSION_MINOR = 0
SEAJAY_VERSION_PATCH = 0

SEAJAY_ABI_VERSION = 4

SEAJAY_OK = 0
SEAJAY_ERR_NULL = -1
SEAJAY_ERR_INVALID_UTF8 = -2
SEAJAY_ERR_INVALID_ARGUMENT = -3
SEAJAY_ERR_INVALID_FEN = -10
SEAJAY_ERR_ILLEGAL_POSITION = -11
SEAJAY_ERR_ILLEGAL_MOVE = -12
SEAJAY_ERR_INVALID_PGN = -13
SEAJAY_ERR_UNKNOWN_OPTION = -20
SEAJAY_ERR_INVALID_VALUE = -21
SEAJAY_ERR_OUT_OF_MEMORY = -30
SEAJAY_ERR_IO = -31
SEAJAY_ERR_BUSY = -40
SEAJAY_ERR_TIMEOUT = -41
SEAJAY_ERR_PANIC = -50

SEAJAY_WHITE = 0
SEAJAY_BLACK = 1

SEAJAY_PAWN = 1
SEAJAY_KNIGHT = 2
SEAJAY_BISHOP = 3
SEAJAY_ROOK = 4
SEAJAY_QUEEN = 5
SEAJAY_KING = 6

SEAJAY_MOVE_CASTLING = 1
SEAJAY_MOVE_EN_PASSANT = 2
SEAJAY_MOVE_CHECK = 4
SEAJAY_MOVE_MATE = 8

SEAJAY_GAME_ONGOING = 0
SEAJAY_GAME_CHECKMATE = 1
SEAJAY_GAME_STALEMATE = 2
SEAJAY_GAME_MATERIAL = 3
SEAJAY_GAME_FIVEFOLD = 4
SEAJAY_GAME_SEVENTY_FIVE = 5
SEAJAY_GAME_REPETITION = 16
SEAJAY_GAME_FIFTY_MOVES = 17

SEAJAY_SCORE_CP = 0
SEAJAY_SCORE_MATE = 1
SEAJAY_SCORE_TB = 2

SEAJAY_BOUND_EXACT = 0
SEAJAY_BOUND_LOWER = 1
SEAJAY_BOUND_UPPER = 2

SEAJAY_INFO_LINE = 0
SEAJAY_INFO_TICK = 1

SEAJAY_STOP_DEPTH = 1
SEAJAY_STOP_NODES = 2
SEAJAY_STOP_TIME = 3
SEAJAY_STOP_MATE = 4
SEAJAY_STOP_STOPPED = 5
SEAJAY_STOP_CALLBACK = 6
SEAJAY_STOP_GAME_OVER = 7

SEAJAY_MARK_NONE = 0
SEAJAY_MARK_MISTAKE = 2
SEAJAY_MARK_BLUNDER = 4
SEAJAY_MARK_INACCURACY = 6

SEAJAY_OPTION_CHECK = 0
SEAJAY_OPTION_SPIN = 1
SEAJAY_OPTION_STRING = 2
SEAJAY_OPTION_COMBO = 3
SEAJAY_OPTION_BUTTON = 4

SEAJAY_LOG_ERROR = 1
SEAJAY_LOG_WARNING = 2
SEAJAY_LOG_INFO = 3


class SeajayBoard(_Sized):
    """A position as bitboards: a1 is bit 0, b1 bit 1, h8 bit 63."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("turn", c_int32),
        ("pieces", c_uint64 * 6 * 2),
        ("castling_rooks", c_uint64),
        ("en_passant", c_int32),
        ("halfmove_clock", c_int32),
        ("fullmove_number", c_int32),
        ("chess960", c_int32),
    ]

    def __init__(self, **fields: Any) -> None:
        super().__init__(**{"en_passant": -1, "fullmove_number": 1, **fields})


class SeajayMove(ctypes.Structure):
    """A legal move as data."""

    _fields_ = [
        ("from", c_uint8),
        ("to", c_uint8),
        ("role", c_uint8),
        ("captured", c_uint8),
        ("promotion", c_uint8),
        ("flags", c_uint8),
        ("rook_from", c_uint8),
        ("rook_to", c_uint8),
        ("uci", c_char * 8),
        ("san", c_char * 8),
    ]


class SeajayLimits(_Sized):
    """When a search ends: at the first limit that is reached."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("depth", c_int32),
        ("nodes", c_uint64),
        ("move_time_ms", c_int64),
        ("mate", c_int32),
        ("moves_to_go", c_int32),
        ("white_time_ms", c_int64),
        ("black_time_ms", c_int64),
        ("white_increment_ms", c_int64),
        ("black_increment_ms", c_int64),
        ("infinite", c_int32),
        ("ponder", c_int32),
        ("search_moves", c_char_p),
        *_RESERVED,
        ("priority", c_int32),
        ("reserved_after", c_int32),
    ]


class SeajayScore(ctypes.Structure):
    """A score from the side to move's point of view: positive is good for it."""

    _fields_ = [
        ("kind", c_int32),
        ("value", c_int32),
        ("bound", c_int32),
    ]


class SeajayReview(ctypes.Structure):
    """A move of a game, judged by seajay_review()."""

    _fields_ = [
        ("judged", c_int32),
        ("mark", c_int32),
        ("before", SeajayScore),
        ("after", SeajayScore),
        ("loss", c_int32),
        ("best_move", c_char * 8),
        ("expected_before", c_int32),
        ("expected_after", c_int32),
        ("depth", c_int32),
        ("reserved", c_int32 * 2),
    ]


class SeajayOptionInfo(_Sized):
    """An option, described for a settings dialog."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("name", c_char_p),
        ("default_value", c_char_p),
        ("min", c_int64),
        ("max", c_int64),
        ("choices", POINTER(c_char_p)),
        *_RESERVED,
    ]


class SeajayInfo(_Sized):
    """Information from a running search, valid during the callback; or a line of a finished one."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("kind", c_int32),
        ("search_id", c_uint64),
        ("depth", c_int32),
        ("seldepth", c_int32),
        ("multipv", c_int32),
        ("hashfull", c_int32),
        ("score", SeajayScore),
        ("wdl", c_int32 * 3),
        ("nodes", c_uint64),
        ("nps", c_uint64),
        ("tb_hits", c_uint64),
        ("time_ms", c_int64),
        ("pv", c_char_p),
        *_RESERVED,
    ]


class SeajayResult(_Sized):
    """The result of a search."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("stop_reason", c_int32),
        ("search_id", c_uint64),
        ("best_move", c_char * 8),
        ("ponder_move", c_char * 8),
        ("score", SeajayScore),
        ("depth", c_int32),
        ("seldepth", c_int32),
        ("wdl", c_int32 * 3),
        ("nodes", c_uint64),
        ("time_ms", c_int64),
        ("queue_ms", c_int64),
    ]


class SeajayStats(_Sized):
    """Counters of a finished search."""

    _fields_ = [
        ("struct_size", c_uint32),
        ("nodes", c_uint64),
        ("qnodes", c_uint64),
        ("beta_cutoffs", c_uint64),
        ("first_move_cutoffs", c_uint64),
        ("reductions", c_uint64),
        ("re_searches", c_uint64),
        ("tt_probes", c_uint64),
        ("tt_hits", c_uint64),
        ("tt_cutoffs", c_uint64),
        ("tt_move_cutoffs", c_uint64),
        ("promotion_cutoffs", c_uint64),
        ("good_capture_cutoffs", c_uint64),
        ("killer_cutoffs", c_uint64),
        ("quiet_cutoffs", c_uint64),
        ("bad_capture_cutoffs", c_uint64),
        ("null_move_tries", c_uint64),
        ("null_move_cutoffs", c_uint64),
    ]


SeajayReadCallback = ctypes.CFUNCTYPE(c_int64, c_void_p, POINTER(c_char), c_size_t)
SeajayReviewCallback = ctypes.CFUNCTYPE(c_int32, c_void_p, c_size_t, POINTER(SeajayReview))
SeajayInfoCallback = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(SeajayInfo))
SeajayDoneCallback = ctypes.CFUNCTYPE(None, c_void_p, c_int32, POINTER(SeajayResult))
SeajayLogCallback = ctypes.CFUNCTYPE(None, c_void_p, c_int32, c_char_p)

#: Every function: its result type and its argument types.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "seajay_abi_version": (c_uint32, []),
    "seajay_version": (c_char_p, []),
    "seajay_build_info": (c_char_p, []),
    "seajay_strerror": (c_char_p, [c_int32]),
    "seajay_last_error": (c_size_t, [c_char_p, c_size_t]),
    "seajay_game_new": (c_void_p, []),
    "seajay_game_free": (None, [c_void_p]),
    "seajay_game_set": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "seajay_game_set_lenient": (c_int32, [c_void_p, c_char_p]),
    "seajay_game_set_board": (c_int32, [c_void_p, POINTER(SeajayBoard)]),
    "seajay_game_board": (c_int32, [c_void_p, POINTER(SeajayBoard)]),
    "seajay_game_copy": (c_int32, [c_void_p, c_void_p]),
    "seajay_game_play": (c_int32, [c_void_p, c_char_p]),
    "seajay_game_play_san": (c_int32, [c_void_p, c_char_p]),
    "seajay_game_undo": (c_int32, [c_void_p, c_uint32]),
    "seajay_game_set_chess960": (c_int32, [c_void_p, c_int32]),
    "seajay_game_moves": (c_int64, [c_void_p, c_char_p, c_size_t]),
    "seajay_game_moves_san": (c_int64, [c_void_p, c_char_p, c_size_t]),
    "seajay_game_start_fen": (c_int64, [c_void_p, c_char_p, c_size_t]),
    "seajay_game_ply_count": (c_int64, [c_void_p]),
    "seajay_game_fen": (c_int64, [c_void_p, c_char_p, c_size_t]),
    "seajay_game_state": (c_int32, [c_void_p]),
    "seajay_game_in_check": (c_int32, [c_void_p]),
    "seajay_game_can_win": (c_int32, [c_void_p, c_int32]),
    "seajay_game_key": (c_uint64, [c_void_p]),
    "seajay_game_perft": (c_int32, [c_void_p, c_uint32, POINTER(c_uint64)]),
    "seajay_game_legal_moves": (c_int64, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "seajay_game_to_san": (c_int64, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "seajay_game_from_san": (c_int64, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "seajay_game_parse_move": (c_int32, [c_void_p, c_char_p, POINTER(SeajayMove)]),
    "seajay_game_legal_move_list": (c_int64, [c_void_p, c_char_p, POINTER(SeajayMove), c_size_t]),
    "seajay_game_played_move_list": (c_int64, [c_void_p, POINTER(SeajayMove), c_size_t]),
    "seajay_pgn_new": (c_void_p, []),
    "seajay_pgn_free": (None, [c_void_p]),
    "seajay_pgn_open": (c_int32, [c_void_p, c_char_p]),
    "seajay_pgn_set_text": (c_int32, [c_void_p, c_char_p, c_size_t]),
    "seajay_pgn_set_reader": (c_int32, [c_void_p, SeajayReadCallback, c_void_p]),
    "seajay_pgn_next": (c_int32, [c_void_p, c_void_p]),
    "seajay_pgn_skip": (c_int32, [c_void_p]),
    "seajay_pgn_offset": (c_int64, [c_void_p]),
    "seajay_pgn_seek": (c_int32, [c_void_p, c_int64]),
    "seajay_pgn_error": (
        c_int32,
        [c_void_p, POINTER(c_int64), POINTER(c_int64), POINTER(c_uint32)],
    ),
    "seajay_pgn_error_text": (c_int64, [c_void_p, c_char_p, c_size_t]),
    "seajay_pgn_clear": (None, [c_void_p]),
    "seajay_pgn_copy": (c_int32, [c_void_p, c_void_p]),
    "seajay_pgn_tag": (c_int64, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "seajay_pgn_tag_name": (c_int64, [c_void_p, c_size_t, c_char_p, c_size_t]),
    "seajay_pgn_result": (c_int64, [c_void_p, c_char_p, c_size_t]),
    "seajay_pgn_set_tag": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "seajay_pgn_comment": (c_int64, [c_void_p, c_uint32, c_char_p, c_size_t]),
    "seajay_pgn_set_comment": (c_int32, [c_void_p, c_uint32, c_char_p]),
    "seajay_pgn_nags": (c_int64, [c_void_p, c_uint32, POINTER(c_uint8), c_size_t]),
    "seajay_pgn_set_nags": (c_int32, [c_void_p, c_uint32, POINTER(c_uint8), c_size_t]),
    "seajay_pgn_variation": (c_int64, [c_void_p, c_uint32, c_size_t, c_char_p, c_size_t]),
    "seajay_pgn_add_variation": (c_int32, [c_void_p, c_void_p, c_uint32, c_char_p]),
    "seajay_pgn_remove_variation": (c_int32, [c_void_p, c_uint32, c_size_t]),
    "seajay_pgn_write": (c_int64, [c_void_p, c_void_p, c_char_p, c_size_t]),
    "seajay_review": (
        c_int64,
        [
            c_void_p,
            c_void_p,
            POINTER(SeajayLimits),
            POINTER(SeajayReview),
            c_size_t,
            SeajayReviewCallback,
            c_void_p,
        ],
    ),
    "seajay_start_review": (
        c_int32,
        [
            c_void_p,
            c_void_p,
            POINTER(SeajayLimits),
            POINTER(SeajayReview),
            c_size_t,
            SeajayReviewCallback,
            c_void_p,
        ],
    ),
    "seajay_review_count": (c_int64, [c_void_p]),
    "seajay_review_line": (c_int64, [c_void_p, c_size_t, c_char_p, c_size_t]),
    "seajay_review_accuracy": (
        c_int32,
        [POINTER(SeajayReview), c_size_t, c_int32, POINTER(c_double)],
    ),
    "seajay_probe_tb": (c_int32, [c_void_p, c_void_p, POINTER(c_int32), POINTER(c_int32)]),
    "seajay_new": (c_void_p, []),
    "seajay_free": (None, [c_void_p]),
    "seajay_set_option": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "seajay_get_option": (c_int64, [c_void_p, c_char_p, c_char_p, c_size_t]),
    "seajay_option_count": (c_size_t, []),
    "seajay_option_info": (c_int32, [c_size_t, POINTER(SeajayOptionInfo)]),
    "seajay_load_network": (c_int32, [c_void_p, c_void_p, c_size_t]),
    "seajay_set_game": (c_int32, [c_void_p, c_void_p]),
    "seajay_set_position": (c_int32, [c_void_p, c_char_p, c_char_p]),
    "seajay_set_info_callback": (c_int32, [c_void_p, SeajayInfoCallback, c_void_p]),
    "seajay_set_done_callback": (c_int32, [c_void_p, SeajayDoneCallback, c_void_p]),
    "seajay_set_log_callback": (c_int32, [c_void_p, SeajayLogCallback, c_void_p]),
    "seajay_evaluate": (c_int32, [c_void_p, POINTER(c_int32)]),
    "seajay_memory_usage": (c_uint64, [c_void_p]),
    "seajay_estimate_memory": (c_uint64, [c_uint64, c_uint32]),
    "seajay_search": (c_int32, [c_void_p, POINTER(SeajayLimits), POINTER(SeajayResult)]),
    "seajay_start": (c_int32, [c_void_p, POINTER(SeajayLimits)]),
    "seajay_wait": (c_int32, [c_void_p, c_int64, POINTER(SeajayResult)]),
    "seajay_is_searching": (c_int32, [c_void_p]),
    "seajay_stop": (c_int32, [c_void_p]),
    "seajay_ponderhit": (c_int32, [c_void_p]),
    "seajay_clear_history": (c_int32, [c_void_p]),
    "seajay_stats": (c_int32, [c_void_p, POINTER(SeajayStats)]),
    "seajay_line_count": (c_size_t, [c_void_p]),
    "seajay_line": (c_int32, [c_void_p, c_size_t, POINTER(SeajayInfo), c_char_p, c_size_t]),
    "seajay_line_to_san": (c_int64, [c_void_p, c_size_t, c_char_p, c_size_t]),
    "seajay_pool_new": (c_void_p, [c_uint32]),
    "seajay_pool_free": (None, [c_void_p]),
    "seajay_set_pool": (c_int32, [c_void_p, c_void_p]),
}
# End of what "make abi" makes.

#: The file name of the library on this platform.
LIBRARY_NAME = {"darwin": "libseajay.dylib", "win32": "seajay.dll"}.get(
    sys.platform, "libseajay.so"
)


def _candidates() -> Iterator[str]:
    """Where the library may be, best first. If SEAJAY_LIBRARY is set, nothing else is tried."""
    named = os.environ.get("SEAJAY_LIBRARY")
    if named:
        yield named
        return
    package = os.path.dirname(os.path.abspath(__file__))
    yield os.path.join(package, LIBRARY_NAME)
    checkout = os.path.dirname(os.path.dirname(package))
    yield os.path.join(checkout, "target", "release", LIBRARY_NAME)
    # Last, because it takes time and starts other programs.
    from ctypes.util import find_library

    yield find_library("seajay") or LIBRARY_NAME


def _load() -> ctypes.CDLL:
    """Opens the first library that can be opened, and sets the types of its functions."""
    tried = []
    for path in _candidates():
        try:
            opened = ctypes.CDLL(path)
            break
        except OSError as error:
            tried.append(f"  {path}: {error}")
    else:
        raise ImportError(
            "the seajay library was not found. In a checkout, `cargo build --release` makes it; elsewhere, "
            "SEAJAY_LIBRARY may name its file. Tried:\n" + "\n".join(tried)
        )
    opened.seajay_abi_version.restype = c_uint32
    version = opened.seajay_abi_version()
    if version != SEAJAY_ABI_VERSION:
        raise ImportError(f"{path} has interface {version}, this package {SEAJAY_ABI_VERSION}")
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(opened, name)
        function.restype, function.argtypes = result, arguments
    return opened


#: The library, with every function of :data:`FUNCTIONS` as an attribute.
library = _load()
