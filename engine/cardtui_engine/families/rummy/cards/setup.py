"""Reads positions of rummy games from a scenario's setup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.cards import FRENCH, JOKER, Card
from cardtui_engine.families.rummy.cards.game import pack_with
from cardtui_engine.families.rummy.cards.play import HAND_SIZE, Play
from cardtui_engine.families.scenario_values import read_cards, read_hands
from cardtui_engine.refusals import BadSetup

_GENERAL_KEYS: Final = ("dealer", "hand")
_DEALT_KEYS: Final = ("hands", "stock", "discards")


def check_keys(setup: Mapping[str, Any], always: tuple[str, ...], dealt: tuple[str, ...]) -> None:
    """Refuse keys that the game does not have, or that need ``hands`` when it is missing.

    Args:
        always: keys of this game that may be used with or without ``hands``.
        dealt: keys of this game that need ``hands``.
    """
    for key, value in setup.items():
        if key in (*_DEALT_KEYS, *dealt):
            if value is not None and setup.get("hands") is None:
                raise BadSetup(f"{key}: goes only with hands")
        elif key not in (*_GENERAL_KEYS, *always):
            raise BadSetup(f"{key}: there is no such thing to set up in this game")


def read_play(
    setup: Mapping[str, Any], seats: int, aside: tuple[Card, ...] = (), *, jokers: int = 0
) -> Play:
    """Return the play that the setup's ``hands`` describe, before the first turn.

    Args:
        setup: the setup; it must have ``hands``.
        aside: cards that are neither in a hand nor in the stock or discard pile.
        jokers: how many jokers the pack has.

    Returns:
        The play. The cards that the setup does not name are at the bottom of the stock.
    """
    hands = read_hands(setup, seats, FRENCH)
    if any(len(hand) not in (0, HAND_SIZE) for hand in hands):
        raise BadSetup("hands: nine cards each, or none for who is not dealt in")
    stock = read_cards(setup.get("stock") or (), "stock", FRENCH)
    discards = read_cards(setup.get("discards") or (), "discards", FRENCH)
    rest = Counter(pack_with(jokers))
    rest.subtract([*(card for hand in hands for card in hand), *stock, *discards, *aside])
    for card, left in rest.items():
        if left < 0:
            there = jokers if card == JOKER else 2
            raise BadSetup(f"hands: there are only {there} {FRENCH.code(card)}")
    return Play(hands, (*stock, *sorted(rest.elements())), discards)


def dealt_hands(play: Play, dealer: int) -> tuple[int, ...]:
    """Return the seats that hold cards, in the order of play, the dealer last."""
    seats = len(play.hands)
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    dealt = tuple([seat for seat in order if play.hands[seat]])
    if len(dealt) < 2:
        raise BadSetup("hands: two players must have been dealt in")
    return dealt
