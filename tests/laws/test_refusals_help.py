"""A game's refusal says what is wrong and, behind a colon, what you can do; or that alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import cardtui_engine

_ENGINE = Path(cardtui_engine.__file__).parent
_REFUSING = ("refusing", "legal", "moves", "cutting", "declaring", "game", "shared_refusals")
"""The modules whose sentences refuse something."""

_HELPS = re.compile(r"(First|Wait|Cut|Buy) .+|.+: .+")
_NEVER_TYPED = {
    "This game has no action “{verb}”.",
    "“{verb}” takes no “{name}”.",
    "This game is not played for chips.",
}
"""What only a program can bring about."""


def refusals() -> Iterator[str]:
    """Yield the sentences that those modules have, without what describes the code."""
    for path in _ENGINE.rglob("*.py"):
        if path.stem in _REFUSING:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            told = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
            for node in ast.walk(tree):
                if not isinstance(node, ast.Constant) or node in told:
                    continue
                if isinstance(node.value, str) and re.fullmatch(r"\S.+ .+\.", node.value):
                    yield node.value


def test_a_refusal_says_what_you_can_do() -> None:
    found = set(refusals())
    assert len(found) > 60
    assert found >= _NEVER_TYPED
    silent = [each for each in sorted(found - _NEVER_TYPED) if not _HELPS.fullmatch(each)]
    assert not silent, "\n".join(silent)
