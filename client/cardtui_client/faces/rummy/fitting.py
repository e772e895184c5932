"""Whether the top discard would lie in a meld of yours (`fits`), as far as every rummy game agrees.

Wild cards, long melds and aces beside kings are left out: their rules differ from table to table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardtui_client.faces.rummy.view import Rummy, loose, own_melds, own_rummy
from cardtui_client.model.cards import CardFace, face
from cardtui_client.model.table import TableModel

_RANKS: Final = "A23456789TJQK"
_LEAST: Final = 3
_LONGEST: Final = 4
"""Every game lets so many cards lie in a row."""


def fits(rummy: Rummy, model: TableModel) -> bool:
    """Tell whether the top discard makes a meld with two loose cards of yours, or prolongs one."""
    own = own_rummy(model.own)
    if own is None or model.own is None or not rummy.discards:
        return False
    card, wild = rummy.discards[-1], rummy.trumps
    melds = own_melds(own)
    left = [face(each) for each in loose(model.own.hand, melds) if each not in wild]
    if card in wild or face(card).rank not in _RANKS:
        return False
    runs = [meld for meld in melds if not {*meld} & {*wild} and len(meld) < _LONGEST]
    return makes_meld(face(card), left) or any(
        prolongs(face(card), [*map(face, meld)]) for meld in runs
    )


def makes_meld(card: CardFace, left: Sequence[CardFace]) -> bool:
    """Tell whether a card makes a meld with two of those: three suits of a rank, or a row."""
    suits = {each.suit for each in left if each.rank == card.rank} | {card.suit}
    if len(suits) >= _LEAST:
        return True
    ranks = {_RANKS.find(each.rank) for each in left if each.suit == card.suit}
    at = _RANKS.index(card.rank)
    rows = ({first, first + 1, first + 2} for first in range(at - 2, at + 1))
    return any(row - {at} <= ranks for row in rows)


def prolongs(card: CardFace, meld: Sequence[CardFace]) -> bool:
    """Tell whether a card goes on with a row."""
    places = [_RANKS.find(each.rank) for each in meld]
    if {each.suit for each in meld} != {card.suit} or len({*places}) < len(places):
        return False
    if max(places) - min(places) != len(places) - 1:
        return False  # an ace beside a king
    return _RANKS.index(card.rank) in (min(places) - 1, max(places) + 1)
