"""Sentences that are told once per run, wherever in the program they arise: to `telling`'s taker.

By default that is standard error. While screens stand, they take them (`telling`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress

Say = Callable[[str], object]


def _to_standard_error(sentence: str) -> None:
    with suppress(OSError, ValueError):  # who would read it has gone
        print(f"cardtui: {sentence}", file=sys.stderr, flush=True)


_told: set[str] = set()
_takers: list[Say] = [_to_standard_error]


def tell_once(sentence: str, about: str = "") -> None:
    """Tell a sentence, unless one was told about the same; by default, the same sentence."""
    key = about or sentence
    if key not in _told:
        _told.add(key)
        _takers[-1](sentence)


@contextmanager
def telling(say: Say) -> Generator[None]:
    """Have what is told meanwhile said that way."""
    _takers.append(say)
    try:
        yield
    finally:
        _takers.remove(say)
