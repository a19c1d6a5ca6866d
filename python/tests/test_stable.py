"""What programs rely on that were written for an earlier version: ``ffi-tests/abi/1.0/seajay.pyi`` has what was
public in 1.0. Run as a program, this writes the record of today, which is to be kept with a new version."""

from __future__ import annotations

import ast
from pathlib import Path

import griffe
import pytest

import seajay

REPOSITORY = Path(__file__).resolve().parents[2]
RECORDS = sorted((REPOSITORY / "ffi-tests" / "abi").glob("*/seajay.pyi"))
#: Classes that programs do not make themselves.
MADE_HERE = ["Analysis", "AsyncAnalysis", "GameReview", "PgnError", "SeajayError"]
#: What is public beside ``seajay.__all__``; the C interface in ``seajay.capi`` has records of its own.
OTHERS = ["annotate.annotate", "graph.draw"]


def load() -> griffe.Module:
    module = griffe.load("seajay", search_paths=[Path(seajay.__file__).parents[1]], allow_inspection=False)
    assert isinstance(module, griffe.Module)
    return module


def declaration(item: griffe.Object) -> str:
    """The source of a function, property or attribute without what it does."""
    lines = item.source.splitlines()
    (node,) = ast.parse("\n".join(line[len(lines[0]) - len(lines[0].lstrip()) :] for line in lines)).body
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        node.body = [ast.Expr(ast.Constant(...))]
    # griffe takes a property for an attribute, whose source begins below its decorator.
    return "@property\n" * ("property" in item.labels) + ast.unparse(node).removeprefix("self.")


def is_public(member: griffe.Object | griffe.Alias, of: str) -> bool:
    if member.name == "__init__":
        return of not in MADE_HERE
    is_protocol = member.name in ("__enter__", "__aenter__", "__iter__", "__aiter__")
    # The address of a game in the library is for the package alone.
    return is_protocol or not member.name.startswith("_") and member.name != "pointer"


def members(item: griffe.Object) -> list[str]:
    """The declarations of a class, those that it inherits among them."""
    found = [member.final_target if member.is_alias else member for _, member in sorted(item.all_members.items())]
    found = [member for member in found if is_public(member, item.name)]
    # Those that a data class makes have no source.
    return [declaration(member) for member in found if not member.is_class and member.source]


def record(package: griffe.Module) -> str:
    """A stub of all that is public."""
    text = f'"""What is public in {seajay.__version__}. See python/tests/test_stable.py."""\n'
    for name in [*seajay.__all__, *OTHERS]:
        item = package[name]
        if item.is_alias and not item.target_path.startswith("seajay."):
            text += f"\nfrom chess.engine import {name}\n"
            continue
        item = item.final_target if item.is_alias else item
        if item.is_class:
            bases = ", ".join(map(str, item.bases))
            inside = "\n".join(members(item)) or "..."
            text += f"\nclass {name}({bases}):\n" + "".join(f"    {line}\n" for line in inside.splitlines())
        else:
            text += "\n" + declaration(item) + "\n"
    return text


@pytest.mark.parametrize("stub", RECORDS, ids=lambda stub: stub.parent.name)
def test_what_earlier_versions_had_is_there(stub: Path) -> None:
    old = griffe.visit("seajay", filepath=stub, code=stub.read_text(encoding="utf-8"))
    today = griffe.visit("seajay", filepath=stub, code=record(load()))
    broken = [change.explain(griffe.ExplanationStyle.ONE_LINE) for change in griffe.find_breaking_changes(old, today)]
    assert not broken, f"{stub.parent.name} had it otherwise"


def test_there_is_a_record_of_1_0() -> None:
    assert RECORDS[0].parent.name == "1.0"


if __name__ == "__main__":
    print(record(load()), end="")
