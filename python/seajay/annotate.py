"""Writes evaluations, better moves and marks for mistakes into games. Needs python-chess."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import Iterable, Iterator, NamedTuple, Optional, TextIO

try:
    import chess
    import chess.pgn
except ImportError as error:
    raise ImportError(f"{__name__} needs python-chess: pip install 'seajay[chess]'") from error

from . import __version__
from .game import Game
from .many import analyse_many
from .types import ConfigMapping, EngineError, InfoDict, Limit

#: The loss of expected points, from 0 to 1, and the mark that a move gets for it.
JUDGEMENTS = (
    (0.20, chess.pgn.NAG_BLUNDER),
    (0.10, chess.pgn.NAG_MISTAKE),
    (0.05, chess.pgn.NAG_DUBIOUS_MOVE),
)

#: The number of half-moves of a better line that are written.
LINE_LENGTH = 8

#: Marks for the quality of a move: !, ?, !!, ??, !? and ?!.
_MOVE_MARKS = frozenset(range(1, 7))

_SAN = r"(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?"
_NUMBER = r"\d+\.(?:\.\.| )"

#: A better line as it is written here: ``(best: 12. Nf3 d6 13. O-O)`` or ``(best: 12...d6 13. O-O)``.
_LINE = re.compile(rf"\s*\(best: {_NUMBER}{_SAN}(?: (?:{_NUMBER})?{_SAN})*\)")


class Judged(NamedTuple):
    """A position of a game, and the move that led to it."""

    #: Half-moves since the start of a game of chess.
    ply: int
    #: The move in standard algebraic notation; "" for the first position.
    san: str
    #: White's expected score, from 0 to 1.
    expectation: float
    #: The mark for a bad move: one of JUDGEMENTS, or None.
    nag: Optional[int]


@dataclass
class Annotated:
    """A game with its annotations, and the data of its graph: none for variants."""

    game: chess.pgn.Game
    positions: list[Judged]


def read_games(file: TextIO) -> Iterator[chess.pgn.Game]:
    """The games of a PGN file, one by one."""
    while (game := chess.pgn.read_game(file)) is not None:
        yield game


def is_playable(game: chess.pgn.Game) -> bool:
    """Whether the engine can play this game: not with an invalid FEN, and not variants."""
    try:
        Game(game.board())
    except (EngineError, ValueError):
        return False
    return True


def annotate(
    games: Iterable[chess.pgn.Game],
    limit: Limit,
    *,
    options: ConfigMapping = {},
    workers: Optional[int] = None,
    progress: bool = False,
) -> Iterator[Annotated]:
    """Annotates the main lines of games, on all processors, and yields the games as they are finished.

    Every move gets the evaluation of its position, ``[%eval 0.23,14]``; where the engine would have
    played something else, its line, ``(best: 12. Nf3 d6)``; and a bad move gets ?!, ? or ??, unless the
    game has a mark there. Games are read as needed, so there may be any number of them. A game that
    the engine cannot play is returned unchanged.

    In a game that has been annotated before, new evaluations and better lines replace the earlier ones:
    every ``[%eval]``, whatever wrote it, and of the other comments only what has the form of a better
    line. Marks stay, because their origin is unknown. ``[Annotator]`` becomes seajay unless it
    names someone else.

    The parameters are those of :func:`seajay.analyse_many`.
    """
    # Games, and the number of positions in each.
    waiting: deque[tuple[chess.pgn.Game, int]] = deque()
    infos: list[InfoDict] = []

    def positions() -> Iterator[chess.Board]:
        for game in games:
            if not is_playable(game):
                waiting.append((game, 0))
                continue
            board = game.board()
            moves = list(game.mainline_moves())
            waiting.append((game, len(moves) + 1))
            # The same board each time: each position is read when it is requested.
            yield board
            for move in moves:
                board.push(move)
                yield board

    def finished() -> Iterator[Annotated]:
        while waiting and len(infos) == waiting[0][1]:
            game, _ = waiting.popleft()
            judged = _write(game, infos) if infos else []
            infos.clear()
            yield Annotated(game, judged)

    for info in analyse_many(
        positions(), limit, options=options, workers=workers, progress=progress
    ):
        yield from finished()
        infos.append(info)
        yield from finished()
    yield from finished()


def _write(game: chess.pgn.Game, infos: list[InfoDict]) -> list[Judged]:
    """Writes the results into a game."""
    if game.headers.get("Annotator", "?").startswith(("seajay ", "?")):
        game.headers["Annotator"] = f"seajay {__version__}"
    board = game.board()
    judged = [Judged(board.ply(), "", _expectation(infos[0], chess.WHITE), None)]
    for node, before, after in zip(game.mainline(), infos, infos[1:]):
        nag = _judge(node.move, before, after, board.turn)
        if nag is not None and not node.nags & _MOVE_MARKS:
            node.nags.add(nag)
        _comment(node, board, before, after)
        san = board.san_and_push(node.move)
        judged.append(Judged(board.ply(), san, _expectation(after, chess.WHITE), nag))
    return judged


def _expectation(info: InfoDict, color: chess.Color) -> float:
    """The expected score of a side, from 0 to 1."""
    return info["wdl"].pov(color).expectation()


def _judge(
    move: chess.Move, before: InfoDict, after: InfoDict, color: chess.Color
) -> Optional[int]:
    """The mark for a move, by the expected points that it loses."""
    if before["pv"][0] == move:
        return None
    loss = _expectation(before, color) - _expectation(after, color)
    return next((nag for least, nag in JUDGEMENTS if loss >= least), None)


def _comment(
    node: chess.pgn.ChildNode, board: chess.Board, before: InfoDict, after: InfoDict
) -> None:
    """The evaluation of a move and the line that the engine prefers, in place of earlier ones."""
    node.set_eval(None)
    comment = _LINE.sub("", node.comment)
    line = before["pv"]
    if line[0] != node.move:
        comment += f" (best: {board.variation_san(line[:LINE_LENGTH])})"
    node.comment = comment.strip()
    # A mate on the board needs no number.
    over = after["score"].relative.mate() == 0
    node.set_eval(None if over else after["score"], after["depth"])
