"""Draws the course of a game. Needs matplotlib: ``seajay[graph]``."""

from __future__ import annotations

import os
from typing import Union

import chess
import chess.pgn

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, MaxNLocator
except ImportError as error:
    raise ImportError(f"{__name__} needs matplotlib: pip install 'seajay[graph]'") from error

from .annotate import Annotated, Judged

WHITE, BLACK, GRID = "#f4f1ea", "#4a4744", "#9b958c"

#: For each mark its sign, name, colour and shape; the worst is last so that it is drawn on top.
MARKS = {
    chess.pgn.NAG_DUBIOUS_MOVE: ("?!", "inaccuracy", "#e0b020", "o"),
    chess.pgn.NAG_MISTAKE: ("?", "mistake", "#e8781e", "s"),
    chess.pgn.NAG_BLUNDER: ("??", "blunder", "#d1232a", "D"),
}


def draw(annotated: Annotated, path: Union[str, "os.PathLike[str]"]) -> None:
    """Draws White's expected score, move by move, into a file: .svg, .png or .pdf."""
    figure = Figure(figsize=(10, 4), dpi=150, layout="constrained")
    axes = figure.add_subplot()
    positions = annotated.positions
    moves = [_move_number(position) for position in positions]
    expected = [100 * position.expectation for position in positions]
    axes.fill_between(moves, expected, 0, color=WHITE, linewidth=0)
    axes.fill_between(moves, expected, 100, color=BLACK, linewidth=0)
    axes.axhline(50, color=GRID, linewidth=0.8, linestyle=(0, (4, 4)))
    axes.plot(moves, expected, color="#1c6ea4", linewidth=1.6)
    _mark_mistakes(axes, positions)
    axes.set_xlim(moves[0], max(moves[-1], moves[0] + 1))
    axes.set_ylim(0, 100)
    axes.set_yticks([0, 25, 50, 75, 100])
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f} %"))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=20))
    axes.set_xlabel("move")
    axes.set_ylabel("points White may expect")
    axes.set_title(_title(annotated.game.headers), loc="left", fontsize=11)
    figure.savefig(path)


def _move_number(position: Judged) -> float:
    """Where a position is drawn: after White's move 12 at 12, after Black's at 12.5."""
    return (position.ply + 1) / 2


def _mark_mistakes(axes: Axes, positions: list[Judged]) -> None:
    """A dot for each bad move, and the names of mistakes and blunders."""
    for nag, (sign, meaning, color, shape) in MARKS.items():
        found = [position for position in positions if position.nag == nag]
        if not found:
            continue
        axes.scatter(
            [_move_number(position) for position in found],
            [100 * position.expectation for position in found],
            s=38,
            color=color,
            marker=shape,
            edgecolors="white",
            linewidths=0.8,
            zorder=3,
            label=f"{sign} {meaning}",
            clip_on=False,
        )
        if nag != chess.pgn.NAG_DUBIOUS_MOVE:
            for position in found:
                _name(axes, position, sign, color)
    if axes.get_legend_handles_labels()[0]:
        # Below the plot, where it covers nothing.
        axes.legend(
            loc="upper right", bbox_to_anchor=(1, -0.07), ncols=3, frameon=False, fontsize=9,
            borderaxespad=0.3, handletextpad=0.2,
        )  # fmt: skip


def _name(axes: Axes, position: Judged, sign: str, color: str) -> None:
    """Writes the move beside its dot, towards the middle."""
    above = position.expectation < 0.5
    axes.annotate(
        f"{position.san}{sign}",
        (_move_number(position), 100 * position.expectation),
        xytext=(0, 9 if above else -9),
        textcoords="offset points",
        ha="center",
        va="bottom" if above else "top",
        fontsize=8,
        color="white",
        bbox={"boxstyle": "round,pad=0.25", "facecolor": color, "edgecolor": "none"},
        zorder=4,
    )


def _title(headers: chess.pgn.Headers) -> str:
    """The players, the date and the result, as far as the game has them."""
    # Bytes that are not UTF-8 cannot be drawn.
    texts = {name: value.encode("utf-8", "replace").decode() for name, value in headers.items()}
    known = {name: value for name, value in texts.items() if value.strip("?.") != ""}
    players = f"{known.get('White', 'White')} – {known.get('Black', 'Black')}"
    event = ", ".join(known[name] for name in ("Event", "Date") if name in known)
    parts = [players, known.get("Result", "").replace("1/2-1/2", "½–½"), event]
    return "   ".join(part for part in parts if part and part != "*")
