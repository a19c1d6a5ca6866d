"""Games in PGN as the package reads and writes them, and as python-chess does: for tests, and tools/oracles.py.

A game is compared by its tags, its moves, and what belongs to each ply: comments, NAGs and variations, each of them
a tree like the game.
"""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import chess.pgn
import seajay

LETTERS = list("abcXYZ019 .,;:!?()[]{}%$\"\\'-\N{LATIN SMALL LETTER A WITH DIAERESIS}\N{WHITE CHESS KNIGHT}\N{EURO SIGN}")


#: Where a comment is not broken: the space would be lost, the next line would begin like something else, or programs would
#: not find the command.
UNBREAKABLE = re.compile(r"  | %| \[[A-Za-z]|\[%[^ \]]* |^\S+$")


class Problem(Exception):
    """The two differ."""


def read(text: str) -> list[seajay.PgnGame]:
    """The games that the package finds."""
    return list(seajay.read_pgn(text.encode()))


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


def compare(pgn: seajay.PgnGame, game: chess.pgn.Game) -> None:
    """The main line as python-chess has it, and the whole as it reads what is written, and as it gets it directly."""
    same("tags", {**chess.pgn.Game().headers, **pgn.tags}, dict(game.headers))
    board = game.board()
    same("moves", pgn.game.moves(), [board.uci(node.move) for node in game.mainline() if board.push(node.move) or True])
    for ply, node in enumerate([game, *game.mainline()]):
        same(f"comment at ply {ply}", pgn.comments[ply], plain(node.comment))
        same(f"NAGs at ply {ply}", sorted(pgn.nags[ply]), sorted(node.nags - BEYOND))
    written = str(pgn)
    long = [line for line in written.split("\n") if len(line) > 80 and line[0] not in "[;"]
    same("long lines", [line for line in long if not UNBREAKABLE.search(line)], [])
    again = chess.pgn.read_game(io.StringIO(written))
    assert again is not None
    same("errors in what is written", again.errors, [])
    expected = (plain(game.comment), tree(game))
    same("what is written", (plain(again.comment), tree(again)), expected)
    same("what is written again", str(read(written)[0]), written)
    direct = pgn.to_chess()
    same("the game for python-chess", (direct.comment, tree(direct)), expected)
    # Some tags change there, and NAGs have no order.
    back = seajay.PgnGame.from_chess(direct)
    same("the game from python-chess", (back.comments[0], tree(back.to_chess())), expected)


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
        (expected,) = read_chess(data)
        (pgn,) = read(data)
        same("fault", pgn.error, None)
        compare(pgn, expected)
        same("the text from python-chess", str(seajay.PgnGame.from_chess(pgn.to_chess())), str(pgn))
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
    records = seajay.read_pgn(data)
    while True:
        game, pgn = next(games, None), next(records, None)
        if game is None or pgn is None:
            same("more games", (game is None, pgn is None), (True, True))
            return total
        total["games"] += 1
        if game.errors:
            same(f"game {total['games']}, {game.errors[0]}: a fault", pgn.error is not None, True)
            total["faults"] += 1
        elif pgn.error is not None:
            total["faults of the library alone"] += 1
            print(f"{path.name}, game {total['games']}, byte {pgn.error.offset}, ply {pgn.error.ply}: {pgn.error}")
        else:
            try:
                compare(pgn, game)
            except Problem as problem:
                raise Problem(f"game {total['games']}: {problem}") from problem
