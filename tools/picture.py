#!/usr/bin/env python3
"""Runs a program in a virtual terminal and draws its last screen as SVG.

    tools/picture.py docs/images/analyse.svg target/release/examples/analyse --time 3

Needs pyte (a terminal emulator in Python) and a Unix system.
"""

from __future__ import annotations

import argparse
import fcntl
import html
import os
import pty
import struct
import termios
from itertools import groupby

import pyte

COLUMNS, LINES = 98, 60
WIDTH, HEIGHT, SIZE, MARGIN = 8.43, 18, 14, 14
FOREGROUND, BACKGROUND, DIM = "#d4d4d4", "#1b1d23", "#858b98"
COLOURS = {"default": FOREGROUND, "green": "#7ec07a", "red": "#e0707a"}
# pyte has no dim text: a rare colour represents it.
DIM_CODE, DIM_MARK = b"\x1b[2m", b"\x1b[35m"


def run(command: list[str]) -> bytes:
    """Runs a program; returns what it prints to a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
    output = b""
    while True:
        try:
            output += os.read(terminal, 65536)
        except OSError:  # The end of a pseudo-terminal on Linux.
            os.waitpid(child, 0)
            return output


def colour(name: str) -> str:
    if name == "magenta":
        return DIM
    return COLOURS.get(name, f"#{name}")


def draw(screen: pyte.Screen) -> str:
    used = max(row for row in range(LINES) if screen.display[row].strip()) + 1
    width, height = COLUMNS * WIDTH + 2 * MARGIN, used * HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" '
        f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="{SIZE}">',
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
    ]
    for row in range(used):
        cells = [screen.buffer[row][column] for column in range(COLUMNS)]
        top = MARGIN + row * HEIGHT
        at = 0
        for (fg, bg, bold), group in groupby(cells, key=lambda cell: (cell.fg, cell.bg, cell.bold)):
            text = "".join(cell.data for cell in group)
            left, at = MARGIN + at * WIDTH, at + len(text)
            if bg != "default":
                area = f'width="{len(text) * WIDTH:.1f}" height="{HEIGHT}"'
                parts.append(f'<rect x="{left:.1f}" y="{top}" {area} fill="#{bg}"/>')
            words = text.strip()
            if words:
                weight = ' font-weight="bold"' if bold else ""
                left += (len(text) - len(text.lstrip())) * WIDTH
                parts.append(
                    f'<text x="{left:.1f}" y="{top + 14}" textLength="{len(words) * WIDTH:.2f}" '
                    f'xml:space="preserve" fill="{colour(fg)}"{weight}>'
                    f"{html.escape(words)}</text>"
                )
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", metavar="FILE.svg")
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND ...")
    given = parser.parse_args()
    if not given.command:
        parser.error("no command")
    screen = pyte.Screen(COLUMNS, LINES)
    pyte.ByteStream(screen).feed(run(given.command).replace(DIM_CODE, DIM_MARK))
    with open(given.picture, "w", encoding="utf-8") as file:
        file.write(draw(screen))


if __name__ == "__main__":
    main()
