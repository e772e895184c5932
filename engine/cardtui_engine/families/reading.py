"""Reading values of a scenario's setup: each is returned, or refused with the key's name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from cardtui_engine.cards import Card, Deck
from cardtui_engine.refusals import BadSetup


def check_keys(setup: Mapping[str, Any], known: Collection[str]) -> None:
    """Refuse keys that the game's setups do not have.

    Raises:
        BadSetup: there is such a key.
    """
    for key in setup:
        if key not in known:
            raise BadSetup(f"{key}: this game's setup has no such key")


def read_number(
    setup: Mapping[str, Any], key: str, default: int, low: int, high: int | None = None
) -> int:
    """Return a number, or the default if none is given.

    Raises:
        BadSetup: it is not a number, or out of range.
    """
    value = setup.get(key)
    if value is None:
        return default
    if type(value) is not int or value < low or (high is not None and value > high):
        limit = f"from {low} up" if high is None else f"from {low} to {high}"
        raise BadSetup(f"{key}: give a number {limit}")
    return value


def read_numbers(setup: Mapping[str, Any], key: str, count: int) -> tuple[int, ...] | None:
    """Return that many numbers from 0 up; ``None`` if none are given.

    Raises:
        BadSetup: they are not numbers, or not that many.
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


def read_seats(setup: Mapping[str, Any], key: str, seats: int) -> tuple[int, ...]:
    """Return a list of seats, sorted; empty if it is not given.

    Raises:
        BadSetup: it is not a list of seats.
    """
    values = setup.get(key) or ()
    if not isinstance(values, list | tuple) or any(
        type(value) is not int or value not in range(seats) for value in values
    ):
        raise BadSetup(f"{key}: give a list of seats from 0 to {seats - 1}")
    return tuple(sorted(set(values)))


def read_cards(codes: Any, key: str, deck: Deck) -> tuple[Card, ...]:
    """Return the cards of a list of codes.

    Raises:
        BadSetup: it is not a list, or one of the codes names no card.
    """
    try:
        return deck.cards(codes)
    except KeyError as unknown:
        raise BadSetup(f"{key}: there is no card {unknown}") from None
    except TypeError:
        raise BadSetup(f"{key}: {codes!r} is not a list of card codes") from None


def read_hands(setup: Mapping[str, Any], seats: int, deck: Deck) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of each seat; a hand that is left out or null is empty.

    Raises:
        BadSetup: a seat has no hand, or a hand is not a list of cards.
    """
    given = setup["hands"]
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise BadSetup(f"hands: give one for each of {seats} seats")
    return tuple([read_cards(each or (), "hands", deck) for each in given])
