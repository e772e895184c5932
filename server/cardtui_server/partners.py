"""Partners drawn by high card: who plays with whom, and so who sits where, in a match.

Everybody draws a card of the game's pack; whose cards tie draw again from a fresh one, until
no two are equal. Kings beat queens and so on down, a French ace beats them all; suits do not
count. The higher half play together and take the seats 0, 2, …; the others 1, 3, ….
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardtui_engine.cards import Card, Deck
from cardtui_engine.rules import Rules
from cardtui_server.dealer import Dealer
from cardtui_server.entries import PartnerDraw

_HIGH: Final = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}


def draw_partners(
    dealer: Dealer, secret: bytes, rules: Rules[Any], seats: int
) -> tuple[PartnerDraw, ...]:
    """Return what everybody draws and where they sit since, the highest card first."""
    drawn: list[tuple[Card, ...]] = [()] * seats
    heights: list[list[int]] = [[] for _ in range(seats)]
    tied, number = list(range(seats)), 0
    while tied:
        number += 1
        pack = dealer.draw(secret, number, rules.pack)
        for seat, card in zip(tied, pack, strict=False):
            drawn[seat] = (*drawn[seat], card)
            heights[seat].append(_height(rules.deck, card))
        tied = [seat for seat in tied if heights.count(heights[seat]) > 1]
    order = sorted(range(seats), key=lambda seat: heights[seat], reverse=True)
    places = (*range(0, seats, 2), *range(1, seats, 2))
    return tuple(
        [PartnerDraw(seat, drawn[seat], to) for seat, to in zip(order, places, strict=True)]
    )


def seats_after(draws: Sequence[PartnerDraw]) -> dict[int, int]:
    """Return by each seat before the draw the seat that its player has since."""
    return {draw.before: draw.seat for draw in draws}


def _height(deck: Deck, card: Card) -> int:
    rank = deck.code(card)[:-1]
    return _HIGH.get(rank) or int(rank)
