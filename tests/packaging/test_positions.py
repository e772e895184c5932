"""Values with many fields are made in their own file, or field by field: no order to get wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ENGINE = Path(__file__).parents[2] / "engine" / "cardtui_engine"

MOST_BY_POSITION = 4
"""Up to so many values a reader keeps apart without names."""


class Source(NamedTuple):
    """A file of the engine, and the NamedTuples that it defines, with the numbers of fields."""

    path: Path
    tree: ast.Module
    classes: dict[str, int]


def read(path: Path) -> Source:
    tree = ast.parse(path.read_text("utf-8"))
    classes = {
        node.name: sum(isinstance(each, ast.AnnAssign) for each in node.body)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        and any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases)
    }
    return Source(path, tree, classes)


def made(source: Source) -> Iterator[tuple[str, int, int]]:
    """Yield each class that is called in a file, or made without a call: values, line."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        match node.func, node.args:
            case ast.Name("_new"), [ast.Name(made), ast.Tuple(values)]:
                yield made, len(values), node.lineno
            case ast.Name(made), values:
                yield made, len(values), node.lineno
            case ast.Attribute(attr=made), values:
                yield made, len(values), node.lineno
            case _:
                pass


@pytest.mark.slow
def test_no_value_of_many_fields_is_made_by_their_order_outside_its_own_file() -> None:
    sources = [read(path) for path in sorted(ENGINE.rglob("*.py"))]
    large = {
        name
        for source in sources
        for name, fields in source.classes.items()
        if fields > MOST_BY_POSITION
    }
    assert {"State", "Deal", "Tricks", "Envido", "PotState", "Betting"} <= large
    wrong = [
        f"{source.path.relative_to(ENGINE)}:{line}: {name}"
        for source in sources
        for name, values, line in made(source)
        if name in large and name not in source.classes and values > MOST_BY_POSITION
    ]
    assert not wrong, "\n".join(wrong)
