"""Where tests keep what they share: beside them, or in `tests/support` once two folders want it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
SUPPORT = "support"


@cache
def imports() -> frozenset[tuple[Path, Path]]:
    """Return which file of the tests imports which, as paths below `tests`."""
    return frozenset(
        (importer.relative_to(TESTS), imported)
        for importer in TESTS.rglob("*.py")
        for imported in imported_by(importer)
    )


def imported_by(importer: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(importer.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [f"{node.module}.{each.name}" for each in node.names]
        elif isinstance(node, ast.Import):
            names = [f"{each.name}.-" for each in node.names]
        else:
            continue
        for name in names:
            root, *parts = name.split(".")
            inside = Path(*parts)
            for found in (inside, inside.parent) if root == "tests" else ():
                if (TESTS / found).with_suffix(".py").is_file():
                    yield found.with_suffix(".py")


@pytest.mark.slow
def test_imports_among_tests_are_found() -> None:
    assert (Path("packaging/test_docs.py"), Path("support/short_verifier.py")) in imports()


def test_no_test_module_is_imported() -> None:
    assert not {pair for pair in imports() if pair[1].name.startswith("test_")}


def test_what_two_folders_import_lies_in_support() -> None:
    strangers = {pair for pair in imports() if pair[0].parts[0] != pair[1].parts[0]}
    assert not {pair for pair in strangers if pair[1].parts[0] != SUPPORT}


def test_support_holds_no_test() -> None:
    assert not list((TESTS / SUPPORT).rglob("test_*.py"))
