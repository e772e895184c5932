"""The rest of the pack, which lies aside while a hand is played."""

from __future__ import annotations

from typing import NamedTuple


class Stub(NamedTuple):
    """The rest of the pack, at the dealer's right, before the mano.

    Attributes:
        flip: the card that lies beside it, turned up for all; ``None`` for none.
    """

    flip: int | None = None
