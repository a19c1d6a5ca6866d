#!/usr/bin/env python3
"""Prints how many instructions each part of the search takes for a node, and each part of the
evaluation for an evaluation, as callgrind counts them in a short benchmark; or the share of each
part in the time, as perf samples it.

    bench/profile.py [--depth 6]
    bench/profile.py --time [--depth 12]

Needs llvm-symbolizer, and valgrind or perf. The count is the same in every run, whatever else the
machine does. callgrind has no AVX-512, so the evaluation is that for AVX2. What waits for memory
shows in the time only.
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
    "moves: generation": ["generate", "generate_noisy", "generate_quiets"],
    "moves: history scores": ["score@history.rs"],
    "moves: picking": ["next@ordering.rs", "new@ordering.rs", "new@movegen.rs"],
    "moves: exchanges": ["see_ge", "at_least"],
    "moves: legality of one": ["is_legal"],
    "playing": ["play", "play_null", "make", "undo"],
    "hash table": ["probe@tt.rs", "store", "prefetch"],
    "histories learned": ["reward", "punish", "learn", "reward_tt_cutoff", "reward_eval_change"],
    "corrected evaluation": ["correction", "correct_evaluations"],
    "search: the rest": ["search", "quiesce", "move_loop", "prune_node", "null_move", "skip", "singular"],
}
SETUP = "setup and libraries"


def check_parts() -> None:
    """Ends the program where a function of PARTS has another name in the sources now."""
    sources = [(file.name, file.read_text()) for file in (ROOT / "src").rglob("*.rs")]
    for function in (function for functions in PARTS.values() for function in functions):
        name, _, file = function.partition("@")
        texts = [text for found, text in sources if found == (file or found)]
        if not any(re.search(rf"\bfn {name}\b", text) for text in texts):
            fail(f"PARTS names {function}, which is not in src")


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


def sample_time(uci: Path, depth: int, out: Path) -> Counter[int]:
    """The samples at each address of the program, 10,000 a second."""
    record = ["perf", "record", "--event=cpu-clock:u", "--freq=10000", f"--output={out}"]
    run = subprocess.run([*record, str(uci), "bench", str(depth)], capture_output=True, text=True)
    if run.returncode != 0:
        fail(f"perf failed: {run.stderr[-500:]}")
    script = ["perf", "script", f"--input={out}", "--fields=ip,sym,dso", "--show-mmap-events"]
    lines = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    # Where the system put the code, and where the program file has it.
    mapped = re.search(rf"\[0x(\w+)\(\w+\) @ (\w+) .* r-xp {re.escape(str(uci))}", lines)
    headers = subprocess.run(["readelf", "-lW", str(uci)], capture_output=True, text=True).stdout
    code = re.search(r"LOAD +(0x\w+) (0x\w+) .* R E ", headers)
    if not mapped or not code:
        fail("perf or readelf says nothing of the program's code")
    start, offset = int(mapped[1], 16), int(mapped[2], 16)
    shift = int(code[2], 16) - int(code[1], 16) + offset - start
    sampled = re.findall(rf"^ *(\w+) .*\({re.escape(str(uci))}\)$", lines, re.MULTILINE)
    return Counter(int(address, 16) + shift for address in sampled)


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


def print_time(counts: Counter[str]) -> None:
    total = counts.total() - counts.pop(SETUP)
    print("| part | time |\n|---|---|")
    for part in PARTS:
        print(f"| {part} | {100 * counts[part] / total:.1f} % |")


def print_instructions(counts: Counter[str], nodes: int, evaluations: int) -> None:
    total = counts.total() - counts.pop(SETUP)
    print(f"{nodes} nodes, {evaluations} evaluations, {total / nodes:.0f} instructions a node\n")
    print("| part | share | for a node | for an evaluation |\n|---|---|---|---|")
    for part in PARTS:
        instructions = counts[part]
        each = f"{instructions / evaluations:.0f}" if part.startswith("evaluation") else ""
        print(f"| {part} | {100 * instructions / total:.1f} % | {instructions / nodes:.0f} | {each} |")


def main() -> None:
    parser = make_parser(__doc__)
    parser.add_argument("--depth", type=int, help="of the benchmark (default: 6; 12 with --time)")
    parser.add_argument("--time", action="store_true", help="sample the time instead")
    arguments = parser.parse_args()
    check_parts()
    for program in ("perf" if arguments.time else "valgrind", "llvm-symbolizer"):
        find_program(program)
    os.environ["CARGO_PROFILE_RELEASE_DEBUG"] = "1"
    with tempfile.TemporaryDirectory() as folder:
        uci = Path(build_uci(ROOT, Path(folder) / "uci", ROOT / "target" / "profile"))
        out = Path(folder) / "out"
        nodes = evaluations = 0
        if arguments.time:
            counts = sample_time(uci, arguments.depth or 12, out)
        else:
            nodes, counts, evaluations = count_instructions(uci, arguments.depth or 6, out)
        parts: Counter[str] = Counter()
        for address, chain in zip(counts, inlined_functions(uci, list(counts))):
            parts[part_of(chain)] += counts[address]
    if arguments.time:
        print_time(parts)
    else:
        print_instructions(parts, nodes, evaluations)


if __name__ == "__main__":
    main()
