"""The review of a game as a whole."""

from __future__ import annotations

from typing import Iterable

from .pgn import PgnGame
from .review import Review, Reviewable, whole_game


class GameReview(list[Review]):
    """The moves of a game, judged, in its order. A notebook shows them with their marks, and the graph if there is
    matplotlib."""

    def __init__(self, game: Reviewable, judged: Iterable[Review]) -> None:
        super().__init__(judged)
        self._game = game if isinstance(game, PgnGame) else PgnGame(whole_game(game))

    def _repr_html_(self) -> str:
        from .display import movetext

        moves = [move.san for move in self._game.game.played_move_list()]
        marks = {review.index + 1: [review.mark] for review in self}
        text = movetext(self._game.game.start_fen(), moves, marks)
        try:
            from .graph import draw
        except ImportError:
            return text
        return text + (draw(self._game, self)._repr_svg_() if self else "")
