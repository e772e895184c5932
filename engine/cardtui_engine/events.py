"""Events: what happened, in the order it happened, for the eye and the log panel.

An accepted action gives `Acted` first and then its consequences. The vocabulary is shared
by all games; each event is a small frozen value, unequal to any of another class.
`hidden_from` is the default redaction: cards that were dealt face down are `UNKNOWN` to
everybody but their seat.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.kinds import distinct

Viewer = int | None
"""The seat that looks, or ``None`` for the spectators."""


@distinct
class Acted(NamedTuple):
    """A seat's action was accepted."""

    seat: int
    action: Action


@distinct
class HandStarted(NamedTuple):
    """A pack has come and a hand begins."""

    hand: int
    dealer: int


@distinct
class CardsDealt(NamedTuple):
    """A seat was dealt cards, in the order it got them."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class PhaseBegan(NamedTuple):
    """A phase that players should notice began (a betting round, a duel)."""

    phase: str


@distinct
class TrickEnded(NamedTuple):
    """A trick is complete.

    ``team`` is the side that won it, ``None`` for a tie; ``seat`` the one whose card won
    (``None`` for a tie); ``leader`` leads the next.
    """

    team: int | None
    seat: int | None
    leader: int


@distinct
class EnvidoSettled(NamedTuple):
    """An envido was folded or won.

    ``seat`` and ``number`` name the winning claim if numbers were declared.
    """

    team: int
    points: int
    seat: int | None
    number: int | None


@distinct
class CardsShown(NamedTuple):
    """A seat's cards were shown to all."""

    seat: int
    cards: tuple[Card, ...]


@distinct
class PotWon(NamedTuple):
    """A seat took chips from the pot."""

    seat: int
    chips: int


class ScoreReason(StrEnum):
    """What points are for."""

    HAND = "hand"
    """The hand itself: its stake, or what its end costs."""
    ENVIDO = "envido"
    """The envido."""
    DUELS = "duels"
    """The duels of a deal, all in one."""


@distinct
class PointsScored(NamedTuple):
    """A team (or, where each plays alone, a seat) scored."""

    team: int
    points: int
    reason: ScoreReason = ScoreReason.HAND


@distinct
class Redealt(NamedTuple):
    """The cards are shuffled back and dealt anew by the same dealer."""

    dealer: int


@distinct
class CardTaken(NamedTuple):
    """A seat took the top discard into its hand."""

    seat: int
    card: Card


@distinct
class PackRenewed(NamedTuple):
    """The discards were turned over, unshuffled: they are the stock, of that many cards."""

    cards: int


@distinct
class ContestOpened(NamedTuple):
    """A nearer seat is asked first whether it wants the discard that the claimant needs."""

    seat: int
    claimant: int


@distinct
class Burned(NamedTuple):
    """A seat cut the line and could not knock: no more cuts for it in this round."""

    seat: int


@distinct
class PlayerOut(NamedTuple):
    """A seat is out of the match: it has no points left, or too few chips."""

    seat: int


@distinct
class HandEnded(NamedTuple):
    """The hand (in six-handed duels: one duel) ended; ``reason`` is the sheet's word."""

    winners: tuple[int, ...]
    reason: str


@distinct
class MatchEnded(NamedTuple):
    """The match is decided."""

    winners: tuple[int, ...]


Event = (
    Acted
    | HandStarted
    | CardsDealt
    | PhaseBegan
    | TrickEnded
    | EnvidoSettled
    | CardsShown
    | PotWon
    | PointsScored
    | Redealt
    | CardTaken
    | PackRenewed
    | ContestOpened
    | Burned
    | PlayerOut
    | HandEnded
    | MatchEnded
)


def hidden_from(event: Event, viewer: Viewer) -> Event:
    """Return the event as that viewer may know it; the same object if nothing is hidden."""
    if isinstance(event, CardsDealt) and event.seat != viewer:
        return CardsDealt(event.seat, (UNKNOWN,) * len(event.cards))
    return event
