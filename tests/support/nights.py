"""Cases of a test that show once more what another of its cases shows: for `make nightly`."""

from collections.abc import Iterator
from typing import Any

import pytest


def by_night(*cases: Any) -> Iterator[Any]:
    """Yield cases that are tried by night; one of several values begins with a word."""
    for case in cases:
        several = isinstance(case, tuple) and isinstance(case[0], str)
        yield pytest.param(*case if several else (case,), marks=pytest.mark.nightly)
