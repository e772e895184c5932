"""The map leads somewhere: each file is there, and defines the name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAP = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (?!I want|---)([^|]+) \| `([^`]+)` `([^`]+)` \|$", MAP, re.MULTILINE)


def defined(path: Path) -> set[str]:
    """Return what a file defines: by its syntax, or by how its lines begin."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return set(names(ast.parse(text).body))
    return set(re.findall(r"^[-*\[ ]*([\w.-]*\w)", text, re.MULTILINE))


def names(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the names that statements define, and those in their classes."""
    for statement in body:
        match statement:
            case ast.ClassDef(name=name):
                yield name
                yield from names(statement.body)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case _:
                pass


def test_every_row_of_the_map_is_read_and_there_are_many() -> None:
    lines = [line for line in MAP.splitlines() if line.startswith("| ")]
    tables = MAP.count("| I want to change")
    assert len(ROWS) == len(lines) - 2 * tables
    assert len(ROWS) >= 60


@pytest.mark.parametrize(("wish", "file", "name"), ROWS)
def test_a_file_of_the_map_defines_the_name(wish: str, file: str, name: str) -> None:
    assert name in defined(ROOT / file), wish


def test_no_wish_stands_in_the_map_twice() -> None:
    wishes = [wish for wish, _, _ in ROWS]
    assert len(set(wishes)) == len(wishes)
