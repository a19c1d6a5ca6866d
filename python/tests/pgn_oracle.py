"""Games in PGN as the library reads and writes them, and as python-chess does: for oracles.py.

A game is compared by its tags, its moves, and what belongs to each ply: comments, NAGs and variations, each of them
a tree like the game.
"""

from __future__ import annotations

import ctypes
import io
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.pgn
from seajay import capi

library = capi.library

LETTERS = list("abcXYZ019 .,;:!?()[]{}%$\"\\'-\N{LATIN SMALL LETTER A WITH DIAERESIS}\N{WHITE CHESS KNIGHT}\N{EURO SIGN}")


#: Where a comment is not broken: the space would be lost, or the next line would begin like something else.
UNBREAKABLE = re.compile(r"  | %| \[[A-Za-z]|^\S+$")


class Problem(Exception):
    """A call of the library failed."""


def text(function: Any, *arguments: Any) -> str:
    """The text that a function copies."""
    length = checked(function(*arguments, None, 0))
    buffer = ctypes.create_string_buffer(length + 1)
    function(*arguments, buffer, length + 1)
    return buffer.raw[:length].decode()


def checked(returned: int) -> int:
    if returned < 0:
        buffer = ctypes.create_string_buffer(1025)
        library.seajay_last_error(buffer, 1025)
        raise Problem(buffer.value.decode())
    return returned


class Record:
    """A game and its record, with the handles of the library."""

    def __init__(self) -> None:
        self.pgn, self.game = library.seajay_pgn_new(), library.seajay_game_new()

    def __del__(self) -> None:
        library.seajay_pgn_free(self.pgn)
        library.seajay_game_free(self.game)

    def read(self, data: bytes) -> Iterator[Record]:
        """The games of a text, each in this record."""
        checked(library.seajay_pgn_set_text(self.pgn, data, len(data)))
        while checked(library.seajay_pgn_next(self.pgn, self.game)):
            yield self

    def tags(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while True:
            try:
                name = text(library.seajay_pgn_tag_name, self.pgn, len(found))
            except Problem:
                return found
            found[name] = text(library.seajay_pgn_tag, self.pgn, name.encode())

    def moves(self) -> list[str]:
        return text(library.seajay_game_moves, self.game).split()

    def result(self) -> str:
        return text(library.seajay_pgn_result, self.pgn)

    def comment(self, ply: int) -> str:
        return text(library.seajay_pgn_comment, self.pgn, ply)

    def nags(self, ply: int) -> list[int]:
        count = checked(library.seajay_pgn_nags(self.pgn, ply, None, 0))
        nags = (ctypes.c_uint8 * count)()
        library.seajay_pgn_nags(self.pgn, ply, nags, count)
        return list(nags)

    def variations(self, ply: int) -> list[str]:
        found: list[str] = []
        while True:
            try:
                found.append(text(library.seajay_pgn_variation, self.pgn, ply, len(found)))
            except Problem:
                return found

    def fault(self) -> tuple[int, int, int, int, str]:
        """Status, offset, line, ply, text."""
        offset, line, ply = ctypes.c_int64(), ctypes.c_int64(), ctypes.c_uint32()
        status = library.seajay_pgn_error(self.pgn, offset, line, ply)
        return status, offset.value, line.value, ply.value, text(library.seajay_pgn_error_text, self.pgn)

    def written(self) -> str:
        return text(library.seajay_pgn_write, self.pgn, self.game)


def plain(comment: str) -> str:
    """A comment as the library gives it: line breaks, and the spaces around them, are one space."""
    lines = [line.strip(" \t\0") for line in comment.replace("\r", "\n").replace("\0", " ").split("\n")]
    return " ".join(line for line in lines if line)


def tree(node: chess.pgn.GameNode) -> Any:
    """What follows a position: each move with its comments, NAGs, and what follows it."""
    return [
        (move.move.uci(), plain(move.starting_comment), plain(move.comment), sorted(move.nags - BEYOND), tree(move))
        for move in node.variations
    ]


#: NAGs that the library leaves out.
BEYOND = set(range(256, 1000))


def read_chess(data: str) -> Iterator[chess.pgn.Game]:
    """The games that python-chess finds."""
    file = io.StringIO(data)
    while (game := chess.pgn.read_game(file)) is not None:
        yield game


def same(what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Problem(f"{what}: {found!r}, not {expected!r}")


def compare(record: Record, game: chess.pgn.Game) -> None:
    """The main line as python-chess has it, and what is written as python-chess reads it."""
    tags = dict(game.headers)
    found = {**chess.pgn.Game().headers, **record.tags()}
    # Where the tag and the end of the moves differ, python-chess prefers the tag.
    found["Result"] = record.result() if found["Result"] == "*" else found["Result"]
    same("tags", found, tags)
    board = game.board()
    same("moves", record.moves(), [board.uci(node.move) for node in game.mainline() if board.push(node.move) or True])
    for ply, node in enumerate([game, *game.mainline()]):
        same(f"comment at ply {ply}", record.comment(ply), plain(node.comment))
        same(f"NAGs at ply {ply}", sorted(record.nags(ply)), sorted(node.nags - BEYOND))
    written = record.written()
    long = [line for line in written.split("\n") if len(line) > 80 and line[0] not in "[;"]
    same("long lines", [line for line in long if not UNBREAKABLE.search(line)], [])
    again = chess.pgn.read_game(io.StringIO(written))
    assert again is not None
    same("errors in what is written", again.errors, [])
    same("what is written", (plain(again.comment), tree(again)), (plain(game.comment), tree(game)))
    reread = next(Record().read(written.encode()))
    same("what is written again", reread.written(), written)


def words(numbers: random.Random) -> str:
    """A comment, which may have everything but the brace that ends it."""
    letters = [letter for letter in LETTERS if letter != "}"]
    count = numbers.choice([1, 3, 30])
    return " ".join("".join(numbers.choices(letters, k=numbers.randrange(1, 9))) for _ in range(count)).strip()


def grow(numbers: random.Random, node: chess.pgn.GameNode, plies: int, depth: int) -> None:
    """Plays random moves, with comments, NAGs and variations."""
    for _ in range(plies):
        legal = list(node.board().legal_moves)
        if not legal:
            return
        numbers.shuffle(legal)
        children = [node.add_variation(move) for move in legal[: 1 + (numbers.random() < 0.2) + (numbers.random() < 0.05)]]
        for child in children:
            if numbers.random() < 0.2:
                child.comment = words(numbers)
            if numbers.random() < 0.2:
                child.nags = {numbers.randrange(256) for _ in range(numbers.choice([1, 1, 3]))}
        for child in children[1:] if depth < 6 else []:
            if numbers.random() < 0.3:
                child.starting_comment = words(numbers)
            grow(numbers, child, numbers.randrange(8), depth + 1)
        node = children[0]


def make(numbers: random.Random, board: chess.Board) -> chess.pgn.Game:
    """A random game that begins with a position."""
    game = chess.pgn.Game()
    game.setup(board)
    if board.chess960:
        game.headers["Variant"] = "Chess960"
    for name in numbers.sample(["Event", "Site", "White", "Black", "ECO", "Annotator", "Opening_2"], 4):
        game.headers[name] = words(numbers).replace("\\", "").replace('"', "")
    game.headers["Result"] = numbers.choice(["1-0", "0-1", "1/2-1/2", "*"])
    game.comment = words(numbers) if numbers.random() < 0.5 else ""
    grow(numbers, game, numbers.randrange(80), 0)
    return game


def compare_made(numbers: random.Random, board: chess.Board) -> int:
    """Compares one random game; returns its plies."""
    game = make(numbers, board)
    data = str(game)
    try:
        (read,) = read_chess(data)
        for record in Record().read(data.encode()):
            same("fault", record.fault()[4], "")
            compare(record, read)
    except Problem as problem:
        raise Problem(f"{problem}, in\n{data}") from problem
    return game.end().ply()


def as_separate(data: str) -> str:
    """A text in which games end where they do for the library: at their result or the next tags, not at an empty line.
    Comments above the first tag are no game either."""
    data = re.sub(r"\n[ \t\r]*(?=\n[ \t\r]*[^\[\s])", "", data.replace("\r\n", "\n"))
    data = re.sub(r"(?m)(^|[ \t])(1-0|0-1|1/2-1/2|\*)[ \t]*$", r"\1\2\n", data)
    return re.sub(r"\A\ufeff?\s*\{[^}]*\}\s*(?=\[)", "", data)


def compare_file(path: Path) -> Counter[str]:
    """Compares the games of a file: each that python-chess reads without an error is the same here, and where it
    finds an error, so does the library."""
    data = path.read_bytes()
    try:
        decoded = data.decode()
    except UnicodeDecodeError:
        decoded = data.decode("cp1252", "replace")
    total: Counter[str] = Counter()
    games = read_chess(as_separate(decoded))
    records = Record().read(data)
    while True:
        game, record = next(games, None), next(records, None)
        if game is None or record is None:
            same("more games", (game is None, record is None), (True, True))
            return total
        total["games"] += 1
        status, offset, line, ply, fault = record.fault()
        if game.errors:
            same(f"game {total['games']}, {game.errors[0]}: a fault", status < 0, True)
            total["faults"] += 1
        elif status < 0:
            total["faults of the library alone"] += 1
            print(f"{path.name}, game {total['games']}, byte {offset}, ply {ply}: {fault}")
        else:
            try:
                compare(record, game)
            except Problem as problem:
                raise Problem(f"game {total['games']}: {problem}") from problem
