"""The examples in docstrings run, and give what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def modules_with_examples() -> list[str]:
    return sorted(
        ".".join(path.relative_to(ROOT / part).with_suffix("").parts)
        for part in ("engine", "server", "client", "research")
        for path in (ROOT / part).rglob("*.py")
        if ">>> " in path.read_text(encoding="utf-8")
    )


def test_every_part_that_has_examples_is_read() -> None:
    found = {name.split(".")[0] for name in modules_with_examples()}
    assert {"cardtui_engine", "cardtui_client"} <= found


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_are_true(name: str) -> None:
    results = doctest.testmod(import_module(name))
    assert results.attempted
    assert not results.failed
