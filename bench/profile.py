#!/usr/bin/env python3
"""Prints how many instructions each part of the search takes for a node, and each part of the
evaluation for an evaluation, as callgrind counts them in a short benchmark.

    bench/profile.py [--depth 6]

Needs valgrind and llvm-symbolizer. The count is the same in every run, whatever else the machine
does. callgrind has no AVX-512, so the evaluation is that for AVX2.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from common import ROOT, build_uci, fail, find_program, make_parser

#: The functions of each part, with the file where a name is not enough. An instruction belongs to
#: the innermost of them that it was inlined into.
PARTS = {
    "evaluation: mobility": ["add_mobility", "of@relations.rs"],
    "evaluation: attacked pieces": ["add_attacked", "hanging_if_attacked"],
    "evaluation: threats": ["threats", "add_threats"],
    "evaluation: kings, passed pawns": ["king_safety", "add_passed_pawns", "add_side@relations.rs"],
    "evaluation: rows of relations": ["add_side@forward.rs", "lanes@vector.rs"],
    "evaluation: output": ["output", "add@vector.rs", "total", "evaluate"],
    "evaluation: accumulators": ["update", "apply_changes", "refresh"],
    "moves: generation": ["generate_masked", "generate", "generate_noisy", "generate_quiets"],
    "moves: history scores": ["score@history.rs", "attacked_by"],
    "moves: picking": ["next@picker.rs", "new@picker.rs", "new@movegen.rs"],
    "moves: exchanges": ["see_ge", "at_least"],
    "moves: one by its number": ["unpack"],
    "playing": ["play", "play_null", "play_unchecked", "undo", "key_guess"],
    "hash table": ["probe@tt.rs", "store", "prefetch"],
    "histories learned": ["reward", "reward_continuations", "learn", "update@history.rs"],
    "corrected evaluation": ["correct", "static_eval"],
    "search: the rest": ["search", "quiesce", "move_loop", "prune_node", "null_move", "skips", "singular"],
}
SETUP = "setup and libraries"


def count_instructions(uci: Path, depth: int, out: Path) -> tuple[int, Counter[int], int]:
    """The nodes of the benchmark, the instructions at each address, and the evaluations."""
    command = ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no"]
    command += ["--compress-strings=no", f"--callgrind-out-file={out}", str(uci), "bench", str(depth)]
    run = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"(\d+) nodes \d+ nps", run.stdout)
    if not found:
        fail(f"the benchmark failed: {run.stderr[-500:]}")
    counts: Counter[int] = Counter()
    evaluations, function, is_call = 0, "", False
    for line in out.read_text().splitlines():
        if line.startswith("fn="):
            function = line[3:]
        elif line.startswith("calls="):
            is_call = True
        elif line.startswith("0x"):
            # The line after `calls=` has the cost of the function that is called.
            if not is_call:
                address, _, instructions = line.split()[:3]
                counts[int(address, 16)] += int(instructions)
                if "simd::run_" in function:
                    # The first instruction of the kernel runs once for each evaluation.
                    evaluations = evaluations or int(instructions)
            is_call = False
    return int(found[1]), counts, evaluations


def inlined_functions(uci: Path, addresses: list[int]) -> list[list[str]]:
    """For each address the functions it was inlined into as `name@file`, innermost first."""
    command = ["llvm-symbolizer", f"--obj={uci}", "--inlines", "--demangle"]
    text = "\n".join(hex(address) for address in addresses)
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    chains = []
    for block in run.stdout.strip().split("\n\n"):
        lines = block.split("\n")
        names = [re.sub(r"::h[0-9a-f]{16}$", "", name).rsplit("::", 1)[-1] for name in lines[::2]]
        files = [Path(place).name.split(":")[0] for place in lines[1::2]]
        chains.append([f"{name}@{file}" for name, file in zip(names, files)])
    return chains


def part_of(chain: list[str]) -> str:
    for function in chain:
        for part, functions in PARTS.items():
            if function in functions or function.split("@")[0] in functions:
                return part
    return SETUP


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--depth", type=int, default=6, help="of the benchmark (default: 6)")
    depth = parser.parse_args().depth
    for program in ("valgrind", "llvm-symbolizer"):
        find_program(program)
    os.environ["CARGO_PROFILE_RELEASE_DEBUG"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        uci = Path(build_uci(ROOT, Path(folder) / "uci", ROOT / "target" / "profile"))
        nodes, counts, evaluations = count_instructions(uci, depth, Path(folder) / "out")
        addresses = list(counts)
        chains = inlined_functions(uci, addresses)
    parts: Counter[str] = Counter()
    for address, chain in zip(addresses, chains):
        parts[part_of(chain)] += counts[address]
    total = sum(counts.values()) - parts.pop(SETUP)
    print(f"{nodes} nodes, {evaluations} evaluations, {total / nodes:.0f} instructions a node\n")
    print("| part | share | for a node | for an evaluation |\n|---|---|---|---|")
    for part in PARTS:
        instructions = parts[part]
        each = f"{instructions / evaluations:.0f}" if part.startswith("evaluation") else ""
        print(f"| {part} | {100 * instructions / total:.1f} % | {instructions / nodes:.0f} | {each} |")


if __name__ == "__main__":
    main()
