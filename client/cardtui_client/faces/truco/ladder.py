"""The order of the cards in a truco (`ranked`), and which of them you have seen (`seen`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from cardtui_client.model.cards import HIDDEN, card_of, part_of
from cardtui_client.model.table import TableModel
from cardtui_client.scene.scene import Ladder

_SUITS: Final = {"spanish": "EBOC", "french": "SHDC"}


def ranked(deck: str, tops: Iterable[int], ranks: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Return all cards from the highest down, those that tie beside each other.

    Args:
        deck: whose cards they are.
        tops: those above all others, the highest first.
        ranks: the ranks of the others, the highest first.
    """
    above = [(card,) for card in tops]
    known = {card for (card,) in above}
    codes = [[f"{rank}{suit}" for suit in _SUITS[deck]] for rank in ranks]
    rungs = [tuple(_cards(each, deck, known)) for each in codes]
    return (*above, *filter(None, rungs))


def _cards(codes: Iterable[str], deck: str, known: set[int]) -> Iterator[int]:
    for code in codes:
        card = card_of(code, deck)
        if card is not None and card not in known:
            yield card


def ladder_of(model: TableModel, rungs: tuple[tuple[int, ...], ...]) -> Ladder:
    """Return the order of the cards with what you hold, and what else you have seen of a hand."""
    own = frozenset(() if model.own is None else model.own.hand)
    return Ladder(rungs, own, frozenset(_seen(model)) - own - {HIDDEN})


def _seen(model: TableModel) -> Iterator[int]:
    """Yield the cards that lie open, or lay open in this hand, and those partners let you see."""
    game, held = part_of(model.view), part_of(model.own)
    for name in ("trick", "earlier", "shown"):
        yield from (each.card for each in getattr(game, name, ()))
    for trick in getattr(game, "tricks", ()):
        yield from (each.card for each in trick.cards)
    yield from (each.card for each in getattr(held, "partners", ()))
    yield from getattr(game, "rejected", ())
    yield from getattr(held, "partner", ())
    yield from getattr(held, "face_down", ())
    yield getattr(game, "flip", HIDDEN)
