"""Reads positions of truco games from a scenario's setup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cardtui_engine.cards import Card, Deck
from cardtui_engine.families.scenario_values import read_hands, read_numbers
from cardtui_engine.families.truco.tricks import Course
from cardtui_engine.refusals import BadSetup


def check_hands_given(setup: Mapping[str, Any], keys: Iterable[str]) -> None:
    """Refuse those keys in a setup without ``hands``.

    Raises:
        BadSetup: the setup has such a key.
    """
    for key in keys:
        if setup.get(key) is not None:
            raise BadSetup(f"{key}: it needs hands")


def read_scores(setup: Mapping[str, Any]) -> tuple[int, int]:
    """Return the scores of both teams; 0 each, if they are not given.

    Raises:
        BadSetup: the value is not two numbers.
    """
    one, other = read_numbers(setup, "scores", 2) or (0, 0)
    return (one, other)


def read_tricks(setup: Mapping[str, Any]) -> tuple[int | None, ...]:
    """Return the teams that won the finished tricks; ``None`` for a tie.

    Raises:
        BadSetup: the value is not a list of teams and ties.
    """
    done = setup.get("tricks") or ()
    if not isinstance(done, list | tuple) or not all(
        each == "tie" or (type(each) is int and each in (0, 1)) for each in done
    ):
        raise BadSetup('tricks: a list of teams and "tie" is needed')
    return tuple([None if each == "tie" else each for each in done])


def read_dealt(
    setup: Mapping[str, Any], seats: int, deck: Deck, pack: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """Return the hands, whose cards are from the pack and occur once.

    Raises:
        BadSetup: the hands are not like that.
    """
    named = read_hands(setup, seats, deck)
    cards = [card for hand in named for card in hand]
    if len(cards) != len(set(cards)):
        raise BadSetup("hands: a card is there twice")
    if not set(cards) <= set(pack):
        raise BadSetup("hands: a card is not of this game's pack")
    return named


def read_finished(setup: Mapping[str, Any], course: Course) -> tuple[int | None, ...]:
    """Return the teams that won the finished tricks, as in `read_tricks`; the hand goes on.

    Raises:
        BadSetup: they are not such tricks.
    """
    teams = read_tricks(setup)
    if len(teams) > 2 or course.takes(teams) is not None:
        raise BadSetup("tricks: the hand would be decided")
    return teams


def check_cards_left(hands: Iterable[tuple[Card, ...]], played: int) -> None:
    """Refuse hands that are too short for the tricks left, or too long.

    Raises:
        BadSetup: there is such a hand.
    """
    if not all(3 - played <= len(hand) <= 3 for hand in hands):
        raise BadSetup("hands: three cards are needed, or as many as there are tricks left")
