"""Scenarios as plain data: reads the values of a setup, or refuses them with the name of their
key, and gives the facts of a position (`facts_of`).

The fields of a view are named once, in the game's NamedTuples; facts have the names and shapes of
notation, and a game says which of its values look different there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from cardtui_engine.cards import Card, Deck
from cardtui_engine.plain import Told, plain
from cardtui_engine.refusals import BadSetup
from cardtui_engine.views import View


def check_keys(setup: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse keys that the game's setups do not have.

    Raises:
        BadSetup: the setup has a key that is not in ``known``.
    """
    for key in setup:
        if key not in known:
            raise BadSetup(f"{key}: this game's setup has no such key")


def read_number(
    setup: Mapping[str, Any], key: str, default: int, low: int, high: int | None = None
) -> int:
    """Return the key's number, or the default if there is none.

    Raises:
        BadSetup: the value is not a number, or is out of range.
    """
    value = setup.get(key)
    if value is None:
        return default
    if type(value) is not int or value < low or (high is not None and value > high):
        limit = f"from {low} up" if high is None else f"from {low} to {high}"
        raise BadSetup(f"{key}: give a number {limit}")
    return value


def read_numbers(setup: Mapping[str, Any], key: str, count: int) -> tuple[int, ...] | None:
    """Return the key's ``count`` numbers, each 0 or more; ``None`` if none are given.

    Raises:
        BadSetup: the value is not a list of that many such numbers.
    """
    values = setup.get(key)
    if values is None:
        return None
    if (
        not isinstance(values, list | tuple)
        or len(values) != count
        or any(type(value) is not int or value < 0 for value in values)
    ):
        raise BadSetup(f"{key}: give {count} numbers from 0 up")
    return tuple(values)


def read_folded(setup: Mapping[str, Any], seats: int) -> tuple[int, ...]:
    """Return the seats that have folded, sorted and without repetition; empty if none are given.

    Raises:
        BadSetup: the value is not a list of seats.
    """
    values = setup.get("folded") or ()
    if not isinstance(values, list | tuple) or any(
        type(value) is not int or value not in range(seats) for value in values
    ):
        raise BadSetup(f"folded: give a list of seats from 0 to {seats - 1}")
    return tuple(sorted(set(values)))


def read_cards(codes: Any, key: str, deck: Deck) -> tuple[Card, ...]:
    """Return the cards with the codes of a list.

    Raises:
        BadSetup: the value is not a list, or one of the codes names no card.
    """
    try:
        return deck.cards(codes)
    except KeyError as unknown:
        raise BadSetup(f"{key}: there is no card {unknown}") from None
    except TypeError:
        raise BadSetup(f"{key}: {codes!r} is not a list of card codes") from None


def read_hands(setup: Mapping[str, Any], seats: int, deck: Deck) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each seat; a null hand is empty.

    Raises:
        BadSetup: there is not one hand for each seat, or a hand is not a list of cards.
    """
    given = setup["hands"]
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise BadSetup(f"hands: give one for each of {seats} seats")
    return tuple([read_cards(each or (), "hands", deck) for each in given])


def facts_of(
    view: View[Any, Any], hands: Sequence[tuple[Card, ...]], deck: Deck, told: Told | None = None
) -> dict[str, Any]:
    """Return the facts of a position.

    Args:
        view: the view of a spectator.
        hands: by seat, its cards.
        deck: the deck that the cards belong to.
        told: by class, how the game turns values into plain data, where it is not field by field.
    """
    common = view.common
    facts: dict[str, Any] = {
        **plain(view.game, deck, told),
        "phase": common.phase,
        "to_act": list(common.to_act),
        "may_act": list(common.may_act),
        "dealer": common.dealer,
        "hand": common.hand,
        "hands": [deck.sorted_codes(hand) for hand in hands],
        "over": {"winners": list(common.winners)} if common.winners else None,
    }
    if common.scores:
        facts["scores"] = list(common.scores)
    if common.chips:
        facts["chips"] = list(common.chips)
        facts["pot"] = common.pot
    return facts
