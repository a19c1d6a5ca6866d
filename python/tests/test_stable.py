"""What programs rely on that were written for an earlier version: ``ffi-tests/abi/1.0/seajay.pyi`` has what was
public in 1.0. Run as a program, this writes the record of today, which is to be kept with a new version."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import seajay

griffe = pytest.importorskip("griffe")

REPOSITORY = Path(__file__).resolve().parents[2]
VERSIONS = sorted((REPOSITORY / "ffi-tests" / "abi").iterdir())
#: Classes that programs do not make themselves.
MADE_HERE = ["Analysis", "AsyncAnalysis", "GameReview", "PgnError", "SeajayError"]
#: What is public beside ``seajay.__all__`` and ``seajay.capi``, which is written from the header: the records of that
#: hold for it.
OTHERS = ["annotate.annotate", "graph.draw"]


def load() -> griffe.Module:
    module = griffe.load("seajay", search_paths=[Path(seajay.__file__).parents[1]], allow_inspection=False)
    assert isinstance(module, griffe.Module)
    return module


def declaration(item: griffe.Object) -> str:
    """The source of a function, property or attribute without what it does."""
    value = getattr(item, "value", None)
    if isinstance(value, griffe.ExprCall) and value.function.canonical_path.startswith("seajay."):
        # ``play = _command(Engine.play)`` may as well be a def.
        wrapper, method = (item.modules_collection[part.canonical_path] for part in (value.function, *value.arguments))
        return "async " * ("Coroutine" in str(wrapper.returns)) + declaration(method)
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


def facts(stub: str) -> set[str]:
    """What griffe passes over: where names come from, the types of fields, and of functions all but the parameters."""
    found = set()
    for item in ast.parse(stub).body:
        if isinstance(item, ast.ImportFrom):
            found.add(ast.unparse(item))
        of = getattr(item, "name", "")
        for node in ast.walk(item):
            if isinstance(node, ast.AnnAssign):
                found.add(f"{of}.{node.target.id}: {ast.unparse(node.annotation)}")
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                node.args = ast.arguments([], [], None, [], [], None, [])
                found.add(f"{of}: {ast.unparse(node)}")
    return found


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
def test_what_earlier_versions_had_is_there(version: Path) -> None:
    stub = version / "seajay.pyi"
    was, now = stub.read_text(encoding="utf-8"), record(load())
    old, today = (griffe.visit("seajay", filepath=stub, code=code) for code in (was, now))
    broken = [change.explain(griffe.ExplanationStyle.ONE_LINE) for change in griffe.find_breaking_changes(old, today)]
    broken += sorted(facts(was) - facts(now))
    assert not broken, "\n".join([f"{version.name} declared it differently:", *broken])


def test_there_is_a_record_of_1_0() -> None:
    assert VERSIONS[0].name == "1.0"


if __name__ == "__main__":
    print(record(load()), end="")
