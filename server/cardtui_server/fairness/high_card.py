"""Draws a card for everybody before a match, for partners or the first dealer. Which is the
highest: `_LETTER_RANKS`. Who draws again after a tie (`draw_high_cards`), and who sits where then
(`seats_after`).

Everybody draws a card of the game's pack. Kings beat queens and so on down; a French ace beats them
all; suits do not count. Players whose cards tie draw again from a fresh pack: for partners until no
two are equal, for the first dealer alone only those who tie for the highest. If partners are drawn,
the higher half play together and take the seats 0, 2, …; the others take 1, 3, …. The player with
the highest card deals first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from cardtui_engine.cards import Card, Deck
from cardtui_engine.rules import AnyRules
from cardtui_server.fairness.packs import PackOf

_LETTER_RANKS: Final = {"A": 14, "K": 13, "Q": 12, "J": 11, "T": 10}


class HighCardDraw(NamedTuple):
    """What a player drew for high card: one card, and another after each tie that mattered."""

    before: int
    cards: tuple[Card, ...]
    seat: int


def draw_high_cards(
    pack_of: PackOf, key: bytes, rules: AnyRules, seats: int, *, partners: bool
) -> tuple[HighCardDraw, ...]:
    """Return what everybody draws, and their seats from then on, the highest card first.

    Args:
        pack_of: returns the pack of each draw.
        seats: the number of players who draw.
        partners: whether partners are drawn; otherwise players keep their seats.
    """
    drawn: list[tuple[Card, ...]] = [()] * seats
    heights: list[list[int]] = [[] for _ in range(seats)]
    tied, number = list(range(seats)), 0
    while tied:
        number += 1
        pack = pack_of(key, number, rules.pack)
        for seat, card in zip(tied, pack, strict=False):
            drawn[seat] = (*drawn[seat], card)
            heights[seat].append(_height(rules.deck, card))
        highest = max(heights)
        tied = [
            seat
            for seat in tied
            if heights.count(heights[seat]) > 1 and (partners or heights[seat] == highest)
        ]
    order = sorted(range(seats), key=lambda seat: heights[seat], reverse=True)
    # The highest cards sit with the first team.
    places = sorted(range(seats), key=lambda seat: rules.team_of(seat) or 0) if partners else order
    return tuple(
        [HighCardDraw(seat, drawn[seat], to) for seat, to in zip(order, places, strict=True)]
    )


def seats_after(draws: Sequence[HighCardDraw]) -> dict[int, int]:
    """Return, by seat before the draw, the seat that its player has afterwards.

    Empty if everybody keeps their seats.
    """
    if all(draw.before == draw.seat for draw in draws):
        return {}
    return {draw.before: draw.seat for draw in draws}


def high_ranks(rules: AnyRules) -> tuple[str, ...]:
    """Return the ranks of a game's pack, the highest first, as the codes of cards begin."""
    ranks = {rules.deck.code(card)[:-1] for card in rules.pack}
    return tuple(sorted(ranks, key=_rank_height, reverse=True))


def _height(deck: Deck, card: Card) -> int:
    return _rank_height(deck.code(card)[:-1])


def _rank_height(rank: str) -> int:
    return _LETTER_RANKS.get(rank) or int(rank)
