"""Which cards are wild at Cacheta (`trumps_of`), and which melds it has (CA-03, CA-10, CA-11)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.families.rummy.melding.forms import Form
from cardtui_engine.families.rummy.melding.masks import RANKS

_SAME_COLOUR: Final = {"S": "SC", "C": "SC", "H": "HD", "D": "HD"}


def form_of(suits: int) -> Form:
    """Return the melds, where a set needs so many different suits."""
    # CA-10: each suit at most twice makes eight cards. CA-11: the ace is low or high.
    return Form(aces_high=True, least_suits=suits, most_suits=4, longest=8)


def trumps_of(flip: Card, *, suit_alone: bool = False) -> tuple[Card, ...]:
    """Return the cards of the next rank above the flip, in its colour (CA-03) or suit (CA-04)."""
    rank, suit = FRENCH.codes[(flip + 1) % RANKS][0], FRENCH.code(flip)[1]
    suits = suit if suit_alone else _SAME_COLOUR[suit]
    return FRENCH.cards(sorted([rank + suit for suit in suits]))
