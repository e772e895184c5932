"""Values that the views of all truco games share, named as on the wire, and whose last word is
still shown (`heard`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_engine.cards import UNKNOWN, Card, Deck
from cardtui_engine.plain import Told

# Builds a value without the call to its class: this is a hot path.
_new: Final = tuple.__new__


class PlayedCard(NamedTuple):
    """A card on the table, and the seat that played it."""

    seat: int
    card: Card


class FinishedTrick(NamedTuple):
    """A finished trick; ``cards`` is empty if they lie face down.

    ``team`` won it with the card of the seat ``winner``; both are ``None`` for a tie.
    """

    team: int | None
    cards: tuple[PlayedCard, ...]
    winner: int | None = None


class TrucoSaid(NamedTuple):
    """A bet, a call or an answer of this hand, and how many cards had been played before it."""

    seat: int
    verb: str
    laid: int


class SpokenCall(NamedTuple):
    """A call or an answer that is still news."""

    seat: int
    verb: str
    number: int | None


def heard(
    spoken: tuple[SpokenCall, ...], seat: int, verb: str, number: int | None = None
) -> tuple[SpokenCall, ...]:
    """Return the last words of all seats, with a seat's new word in place of its last one."""
    word = _new(SpokenCall, (seat, verb, number))
    if not spoken:
        return (word,)
    return (*[each for each in spoken if each.seat != seat], word)


def _seat_and_card(played: PlayedCard, deck: Deck) -> list[int | str | None]:
    return [played.seat, None if played.card == UNKNOWN else deck.code(played.card)]


def _team_or_tie(trick: FinishedTrick, _deck: Deck) -> int | str:
    return "tie" if trick.team is None else trick.team


FACT_WRITERS: Final[Told] = {PlayedCard: _seat_and_card, FinishedTrick: _team_or_tie}
"""How facts show tricks."""
