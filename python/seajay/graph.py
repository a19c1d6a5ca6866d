"""Draws the course of a game. Needs matplotlib: ``seajay[graph]``."""

from __future__ import annotations

import io

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.text import Annotation
    from matplotlib.ticker import FuncFormatter, MaxNLocator
    from matplotlib.transforms import Bbox
except ImportError as error:
    raise ImportError(f"{__name__} needs matplotlib: pip install 'seajay[graph]'") from error

from .moves import MoveData
from .pgn import PgnGame
from .review import Mark, Review

WHITE, BLACK, GRID = "#f4f1ea", "#4a4744", "#9b958c"

#: For each mark its colour and shape; the worst is last so that it is drawn on top.
MARKS = {
    Mark.INACCURACY: ("#e0b020", "o"),
    Mark.MISTAKE: ("#e8781e", "s"),
    Mark.BLUNDER: ("#d1232a", "D"),
}


class Graph(Figure):
    """A figure that every notebook shows."""

    def _repr_svg_(self) -> str:
        text = io.StringIO()
        self.savefig(text, format="svg")
        # Without what belongs to a file.
        return text.getvalue()[text.getvalue().index("<svg") :]


def draw(pgn: PgnGame, reviews: list[Review]) -> Graph:
    """Draws White's expected points after each move of a review, which has one at least. A notebook shows the figure;
    ``savefig`` writes it into a file: .svg, .png or .pdf."""
    if not isinstance(pgn, PgnGame):
        raise TypeError(f"a graph is that of a PgnGame, such as PgnGame(game), not {type(pgn).__name__}")
    if not reviews:
        raise ValueError("there is nothing to draw: reviews is empty")
    figure = Graph(figsize=(10, 4), dpi=150, layout="constrained")
    axes = figure.add_subplot()
    first = _first_move(pgn, reviews)
    moves = [first + step / 2 for step in range(-1, len(reviews))]
    begin = reviews[0]
    expected = [_white(begin, begin.expected_before), *map(_expected, reviews)]
    axes.fill_between(moves, expected, 0, color=WHITE, linewidth=0)
    axes.fill_between(moves, expected, 100, color=BLACK, linewidth=0)
    axes.axhline(50, color=GRID, linewidth=0.8, linestyle=(0, (4, 4)))
    axes.plot(moves, expected, color="#1c6ea4", linewidth=1.6)
    axes.set_xlim(moves[0], moves[-1])
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f} %"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=20, min_n_ticks=1))
    axes.set_xlabel("move")
    axes.set_ylabel("points White may expect")
    # A dollar in a name begins no mathematics.
    axes.set_title(_title(pgn.tags), loc="left", fontsize=11, parse_math=False)
    names = _mark_mistakes(axes, list(zip(moves[1:], reviews)), pgn.game.played_move_list())
    figure.draw_without_rendering()
    _move_apart(names)
    return figure


def _first_move(pgn: PgnGame, reviews: list[Review]) -> float:
    """Where the first move is drawn: White's move 12 at 12, Black's at 12.5."""
    begin = pgn.game.copy()
    begin.undo(begin.ply_count() - reviews[0].index)
    board = begin.bitboards()
    return float(board.fullmove_number + board.turn / 2)


def _white(review: Review, permille: int) -> float:
    """White's points, in percent."""
    return (permille if review.turn else 1000 - permille) / 10


def _expected(review: Review) -> float:
    """The points that White may expect after a move, in percent."""
    return _white(review, review.expected_after)


def _mark_mistakes(
    axes: Axes, places: list[tuple[float, Review]], moves: list[MoveData]
) -> list[Annotation]:
    """A dot for each bad move, and the names of mistakes and blunders, which are returned."""
    names = []
    for mark, (color, shape) in MARKS.items():
        found = [(place, review) for place, review in places if review.mark == mark]
        if not found:
            continue
        axes.scatter(
            [place for place, _ in found],
            [_expected(review) for _, review in found],
            s=38,
            color=color,
            marker=shape,
            edgecolors="white",
            linewidths=0.8,
            zorder=3,
            label=f"{mark.sign} {mark.name.lower()}",
            clip_on=False,
        )
        if mark != Mark.INACCURACY:
            for place, review in found:
                text = moves[review.index].san + mark.sign
                names.append(_name(axes, place, _expected(review), text, color))
    if axes.get_legend_handles_labels()[0]:
        # Below the plot, where it covers nothing.
        axes.legend(
            loc="upper right", bbox_to_anchor=(1, -0.07), ncols=3, frameon=False, fontsize=9,
            borderaxespad=0.3, handletextpad=0.2,
        )  # fmt: skip
    return names


def _name(axes: Axes, x: float, y: float, text: str, color: str) -> Annotation:
    """Writes a move beside its dot, towards the middle."""
    above = y < 50
    return axes.annotate(
        text,
        (x, y),
        xytext=(0, 9 if above else -9),
        textcoords="offset points",
        ha="center",
        va="bottom" if above else "top",
        fontsize=8,
        color="white",
        bbox={"boxstyle": "round,pad=0.25", "facecolor": color, "edgecolor": "none"},
        zorder=4,
    )


def _move_apart(names: list[Annotation]) -> None:
    """Moves each name on towards the middle until it covers no other one."""
    placed: list[Bbox] = []
    for name in sorted(names, key=lambda name: name.xy[0]):
        x, y = name.xyann
        while any(box.overlaps(name.get_window_extent()) for box in placed):
            y += 3 if y > 0 else -3
            name.xyann = (x, y)
        placed.append(name.get_window_extent())


def _title(tags: dict[str, str]) -> str:
    """The players, the date and the result, as far as the game has them."""
    known = {name: value for name, value in tags.items() if value.strip("?.") != ""}
    players = f"{known.get('White', 'White')} – {known.get('Black', 'Black')}"
    event = ", ".join(known[name] for name in ("Event", "Date") if name in known)
    parts = [players, known.get("Result", "").replace("1/2-1/2", "½–½"), event]
    return "   ".join(part for part in parts if part and part != "*")
