"""Which names look alike (`_LOOKALIKE_LETTERS`, `_LOOKALIKE_PAIRS`).

A name's likeness is what is left when accents, case, blanks and dots are taken away, and each
character is replaced by the one that it is taken for. `lookalikes.txt` says where its characters
come from.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib import resources
from typing import Final

_LOOKALIKE_LETTERS: Final = str.maketrans(
    {"0": "o", "1": "l", "5": "s", "I": "l", "|": "l", "!": "l"}
)
"""Characters of ASCII that are taken for others, before case is taken away."""

_LOOKALIKE_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Two letters that are taken for one."""


@lru_cache(maxsize=4096)
def likeness(name: str) -> str:
    """Return what people take a name for: the same for two names that look alike.

    >>> likeness("Carla."), likeness("Carlá"), likeness("Car1a")
    ('carla', 'carla', 'carla')
    >>> likeness("Carla") == likeness("Carlo")
    False
    """
    plain = _without_marks(name).translate(_table())
    folded = _without_marks(plain.translate(_LOOKALIKE_LETTERS).casefold())
    letters = "".join(char for char in folded if char.isalnum())
    for two, one in _LOOKALIKE_PAIRS:
        letters = letters.replace(two, one)
    return letters or folded


def _without_marks(text: str) -> str:
    return "".join(
        char for char in unicodedata.normalize("NFKD", text) if unicodedata.category(char)[0] != "M"
    )


@lru_cache(maxsize=1)
def _table() -> dict[int, str]:
    """Return which letter of ASCII each character is taken for."""
    text = resources.files("cardtui_server").joinpath("lookalikes.txt").read_text("ascii")
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {int(number, 16): row[0] for row in rows for number in row[1:]}
