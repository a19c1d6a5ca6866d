#!/usr/bin/env python3
"""Draws strength and speed over time from results.csv.

    pip install matplotlib
    bench/plot.py docs/images/history.svg

Top: self-play at fixed nodes, each step against the engine before it, summed; the numbers are generations
of the network, and the points with errors are matches of whole engines against the first one. Middle:
matches with other engines on the clock. Bottom: nodes a second, the product of the ratios of all changes
that were measured against their parents. The file's extension chooses the format (svg, png).
"""

from __future__ import annotations

import argparse
import csv
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from operator import mul
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.dates as dates
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

RESULTS = Path(__file__).resolve().parent / "results.csv"
BLUE, ORANGE, GREEN, RED, GREY = "#2f6db5", "#d9822b", "#3a8f5c", "#b5403a", "#777777"
# Opponents, each with its name in the picture, its colour and its mark.
OPPONENTS = {
    "stash-28": ("Stash 28", GREEN, "s"),
    "reckless-0.5": ("Reckless 0.5", ORANGE, "D"),
    "weiss-1.4": ("Weiss 1.4", GREY, "^"),
    "stockfish-15.1-classical-debian": ("Stockfish 15.1, classical (Debian)", BLUE, "o"),
    "stockfish-15.1-classical-avx512": ("the same, built for AVX-512", RED, "X"),
}


@dataclass
class Row:
    """A line of the file."""

    date: datetime
    test: list[str]
    value: float
    error: float


def read(path: Path) -> list[Row]:
    """All rows, the oldest first."""
    with path.open(newline="") as file:
        rows = [
            Row(
                datetime.fromisoformat(line["date"]),
                line["test"].split("/"),
                float(line["value"]),
                float(line["error"] or 0),
            )
            for line in csv.DictReader(file)
        ]
    return sorted(rows, key=lambda row: row.date)


def draw_self_play(axes: Axes, rows: list[Row]) -> None:
    kinds = ("technique", "generation")
    steps = [row for row in rows if row.test[0] in kinds and row.test[-1].endswith("n")]
    totals = list(accumulate(row.value for row in steps))
    axes.step([row.date for row in steps], totals, where="post", color=BLUE, label="sum of the steps")
    for row, total in zip(steps, totals):
        if row.test[0] == "generation":
            axes.plot(row.date, total, "o", color=BLUE, markersize=4)
            axes.annotate(
                row.test[1], (row.date, total), (-3, 5), textcoords="offset points", ha="right", size=8
            )
    whole = [row for row in rows if row.test[:2] == ["self", "against 87d98ec"]]
    draw_errors(axes, whole, "matches with the first engine, 1 s + 0.01 s", RED, "o")
    axes.set_title("Against itself, 5,000 to 40,000 nodes a move")
    axes.set_ylabel("Elo")
    axes.legend(loc="upper left", frameon=False)


def draw_opponents(axes: Axes, rows: list[Row]) -> None:
    for opponent, (name, color, mark) in OPPONENTS.items():
        matches = [row for row in rows if row.test == ["versus", opponent, "2+0.02"]]
        draw_errors(axes, matches, name, color, mark, "-")
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_title("Against other engines, 2 s + 0.02 s")
    axes.set_ylabel("Elo")
    axes.legend(loc="upper left", frameon=False)


def draw_speed(axes: Axes, rows: list[Row]) -> None:
    steps = [row for row in rows if row.test == ["speed", "step"]]
    speeds = list(accumulate((row.value for row in steps), mul, initial=1.0))
    axes.step([rows[0].date] + [row.date for row in steps], speeds, where="post", color=GREEN)
    for row, speed in zip(steps, speeds[1:]):
        axes.plot(row.date, speed, "o", color=GREEN, markersize=4)
    axes.set_ylim(0, 1.1 * max(speeds))
    axes.set_title("Speed: nodes a second, 1 = before the first change that was measured")


def draw_errors(
    axes: Axes, rows: list[Row], name: str, color: str, mark: str, line: str = ""
) -> None:
    axes.errorbar(
        [row.date for row in rows],
        [row.value for row in rows],
        [row.error for row in rows],
        label=name,
        color=color,
        marker=mark,
        linestyle=line,
        markersize=5,
        linewidth=1.2,
        capsize=2,
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path)
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()

    # So that the same rows give the same file.
    plt.rcParams.update({"svg.hashsalt": "seajay", "font.size": 9, "axes.titlesize": 10})
    rows = read(arguments.results)
    figure, all_axes = plt.subplots(
        3, sharex=True, figsize=(9, 9), height_ratios=(4, 4, 2), layout="constrained"
    )
    for axes, draw in zip(all_axes, (draw_self_play, draw_opponents, draw_speed)):
        draw(axes, rows)
        axes.grid(color="#e4e4e4")
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.set_major_locator(dates.DayLocator())
    axes.xaxis.set_major_formatter(dates.DateFormatter("%Y-%m-%d"))
    is_svg = arguments.picture.suffix == ".svg"
    figure.savefig(arguments.picture, metadata={"Date": None} if is_svg else None)


if __name__ == "__main__":
    main()
