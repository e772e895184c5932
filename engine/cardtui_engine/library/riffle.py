"""One riffle of a pack, by the Gilbert-Shannon-Reeds model, from one fair bit for each card.

The model cuts the pack at a binomially distributed place and interleaves the two packets, every
interleaving being equally likely. Read backwards, it needs only one fair bit for each card: each
place of the riffled pack is filled from the upper packet (0) or from the lower one (1).
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtui_engine.cards import Card


def riffle(pack: Sequence[Card], bits: Sequence[int]) -> tuple[Card, ...]:
    """Return the pack after one riffle.

    >>> riffle((Card(1), Card(2), Card(3), Card(4)), (1, 0, 0, 1))
    (3, 1, 2, 4)

    Args:
        pack: top first.
        bits: for each place from the top, 0 if its card comes from the upper packet and 1 if from
            the lower. The upper packet has as many cards as there are zeros.
    """
    if len(bits) != len(pack):
        raise ValueError("a riffle needs one bit for each card")
    upper = iter(pack[: len(pack) - sum(bits)])
    lower = iter(pack[len(pack) - sum(bits) :])
    return tuple([next(lower if bit else upper) for bit in bits])
