#!/usr/bin/env python3
"""Makes the calls that fuzz.mjs writes on the native library, which must give what WebAssembly gave:

    cargo build --release
    node web/test/fuzz.mjs 60 1 calls | web/test/native.py

A line is the calls of a sequence, as JSON. Times and memory differ, and are not compared.
"""

import ctypes
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))

from seajay import capi  # noqa: E402

#: No struct may be larger.
MAX_STRUCT = 1 << 16
#: These differ with the machine, and so does what options are described by.
OTHER = {"memory_usage", "option_info"}
OTHER_FIELDS = {"timeMs", "nps", "reserved"}


def snake(name):
    return re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), name)


def record(argument, pointer):
    """A struct to pass, with room for one of any size that the library fills."""
    room = ctypes.create_string_buffer(MAX_STRUCT + 8)
    if argument.get("struct") is None:  # a number
        return ctypes.cast(room, pointer), room
    made = getattr(capi, argument["struct"]).from_buffer(room)
    made.struct_size = argument["size"]
    for name, value in argument["values"].items():
        if name == "pieces":
            for index, board in enumerate(value):
                made.pieces[index // 6][index % 6] = int(board)
        elif isinstance(value, dict):
            made.search_moves = value["text"].encode("latin1")
        elif name != "searchMoves":
            setattr(made, snake(name), int(value))
    return ctypes.pointer(made), made


def passed(arguments, types, handles):
    """The arguments for ctypes, and those among them that are read afterwards."""
    values, written = [], []
    for argument in arguments:
        if isinstance(argument, str) and argument in handles:
            values.append(handles[argument])
        elif isinstance(argument, str):
            values.append(int(argument))
        elif argument is None and issubclass(types[len(values)], ctypes._CFuncPtr):
            values.append(types[len(values)]())
        elif not isinstance(argument, dict):
            values.append(argument)
        elif "text" in argument:
            values.append(argument["text"].encode("latin1"))
        elif argument.get("kind") == "bytes":
            content = argument["content"]["text"].encode("latin1")
            is_text = types[len(values)] is ctypes.c_char_p
            values += [content if is_text else (ctypes.c_uint8 * len(content))(*content), len(content)]
        elif argument.get("kind") == "buffer":
            room = ctypes.create_string_buffer(argument["size"]) if argument["size"] else None
            values += [room, argument["size"]]
            written += [room] if room else []
        else:
            pointer, room = record(argument, types[len(values)])
            values.append(pointer)
            written.append(room)
    return values, written


def plain(value):
    """A value of ctypes as JSON has it."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, ctypes.Array):
        items = [plain(item) for item in value]
        return sum(items, []) if items and isinstance(items[0], list) else items
    if isinstance(value, ctypes.Structure):
        return {name: plain(getattr(value, name)) for name, *_ in value._fields_}
    return value


def differs(expected, found):
    """Is a field of WebAssembly's struct another one here? Large numbers are rounded there."""
    if isinstance(expected, dict):
        return any(
            differs(value, found[snake(name)])
            for name, value in expected.items()
            if name not in OTHER_FIELDS and snake(name) in found
        )
    if isinstance(expected, list):
        return any(map(differs, expected, found))
    if isinstance(found, int):
        return float(expected) != float(found)
    return expected != (found or "")


def repeat(call, handles):
    """Makes a call; returns whether it gave the same, and what it gave."""
    name, arguments, returned, error, *contents = call
    function = getattr(capi.library, f"seajay_{name}")
    values, written = passed(arguments, function.argtypes, handles)
    value = function(*values)
    if name in OTHER:
        return True, value
    if error:
        buffer = ctypes.create_string_buffer(1025)
        capi.library.seajay_last_error(buffer, len(buffer))
        return (int(returned), error) == (value, buffer.value.decode()), (value, buffer.value)
    found = []
    for room in written:
        if isinstance(room, ctypes.Structure):
            found.append(plain(room))
        elif contents and isinstance(contents[len(found)], dict):
            found.append({"value": ctypes.c_int64.from_buffer(room).value})
        else:
            found.append(room.value.decode())
    is_same = (int(returned) - value) % 2**64 == 0 and len(contents) == len(found)
    return is_same and not any(map(differs, contents, found)), (value, found)


def run(calls):
    """Makes the calls of a sequence; returns a sentence about the first that differs."""
    handles = {}
    try:
        for call in calls:
            if call[0] in ("new", "game_new", "pgn_new"):
                handles[call[2]] = getattr(capi.library, f"seajay_{call[0]}")()
                continue
            is_same, found = repeat(call, handles)
            if not is_same:
                return f"{json.dumps(call)}\nis here {found}"
    finally:
        for name, handle in handles.items():
            prefix = {"game": "game_", "pgn": "pgn_"}.get(name.split()[0], "")
            getattr(capi.library, f"seajay_{prefix}free")(handle)
    return None


def main():
    sequences = calls = 0
    for line in sys.stdin:
        sequence = json.loads(line)
        name, *made = sequence
        difference = run(made)
        if difference:
            sys.exit(f"input {name}: {difference}")
        sequences, calls = sequences + 1, calls + len(made)
    if not sequences:
        sys.exit("there are no sequences to compare")
    print(f"{sequences} sequences, {calls} calls: the same natively")


if __name__ == "__main__":
    main()
