"""Which cases are tried by day, and which only by ``make nightly`` (`BY_DAY`, `by_night`); of which
properties fewer examples are tried (`few_examples`).
"""

import os
from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import settings

from cardtui_engine.library.registry import game_ids

BY_DAY: Final = frozenset({"cacho", "cacheta", "truco-argentino", "truco-brasileiro"})
"""A game of each family; the others share with it what their family does, and have faces and rules
of their own: what tries those is tried by day."""


def by_night(*cases: Any) -> Iterator[Any]:
    """Yield cases that are tried by night; one of several values begins with a word."""
    for case in cases:
        several = isinstance(case, tuple) and isinstance(case[0], str)
        yield pytest.param(*case if several else (case,), marks=pytest.mark.nightly)


def games_and_by_night() -> list[Any]:
    """Return a game of each family, and by night the others, too."""
    return [game if game in BY_DAY else next(by_night(game)) for game in game_ids()]


def few_examples() -> settings:
    """Try a quarter of the usual examples; `make chance` tries as many as of any property."""
    return settings() if os.environ.get("CARDTUI_EXAMPLES") else settings(max_examples=25)
