"""What an act may cost beyond its price: a person is asked about it once."""

from __future__ import annotations

from typing import NamedTuple


class Risk(NamedTuple):
    """What is at stake with an act.

    Attributes:
        words: what it comes to, in the reader's language; ``""`` where the price says all.
        price: what it costs or gives away; ``None`` for the price of the choice.
    """

    words: str = ""
    price: int | None = None
