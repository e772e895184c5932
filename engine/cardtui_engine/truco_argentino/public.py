"""Public values: what of a position goes into views, named as on the wire."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.truco.public import FinishedTrick, PlayedCard, SpokenCall
from cardtui_engine.views import SeatView


class EnvidoClaim(NamedTuple):
    """What one seat said of its number; ``None`` for son buenas."""

    seat: int
    number: int | None


class EnvidoState(NamedTuple):
    """The envido of this round; ``state`` is open, declaring, folded or won."""

    bets: tuple[str, ...]
    state: str
    claims: tuple[EnvidoClaim, ...]


class EnvidoResult(NamedTuple):
    """How an envido was settled.

    ``seat`` and ``number`` name the winning claim if numbers were declared; ``cards`` are two
    that make the number, empty if it was wrong or nobody asked.
    """

    team: int
    points: int
    seat: int | None = None
    number: int | None = None
    cards: tuple[Card, ...] = ()


class TrucoResult(NamedTuple):
    """How a round (or duel) of those seats ended.

    ``team`` is ``None`` if an envido ended the match.
    """

    winners: tuple[int, ...]
    team: int | None
    points: int
    envido: EnvidoResult | None
    reason: str
    seats: tuple[int, ...]


class TrucoArgentinoPublic(NamedTuple):
    """The public fields.

    ``winning`` is the seat that is winning the trick on the table; ``proposed`` the points that
    the call that waits for an answer plays for.
    """

    mano: int
    stake: int
    call: str
    held: str
    envido: EnvidoState | None
    tricks: tuple[FinishedTrick, ...]
    trick: tuple[PlayedCard, ...]
    leader: int
    resigned: tuple[int, ...]
    winning: int | None
    last: TrucoResult | None
    duels: tuple[TrucoResult, ...]
    deal: str
    earlier: tuple[PlayedCard, ...]
    active: tuple[int, ...]
    spoken: tuple[SpokenCall, ...]
    target: int
    proposed: int | None


class TrucoArgentinoOwn(NamedTuple):
    """A seat's true envido number, and the two cards that make it."""

    number: int
    pair: tuple[Card, ...]


ArgentinoView = SeatView[TrucoArgentinoPublic, TrucoArgentinoOwn]
"""What a seat may know."""
