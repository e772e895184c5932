"""Public values: what of a position goes into views, named as on the wire."""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.truco.public import FinishedTrick, PlayedCard, SpokenCall
from cardtui_engine.views import SeatView


class TrucoBrasileiroResult(NamedTuple):
    """How a hand ended; ``reason`` is tricks, run, eleven_run or drawn."""

    winners: tuple[int, ...]
    points: int
    reason: str


class TrucoBrasileiroFoul(NamedTuple):
    """A foul and who made it; ``kind`` is cut, reject, pass, raise or show."""

    seat: int
    kind: str


class TrucoBrasileiroPublic(NamedTuple):
    """The public fields; a card played face down is unknown in them, to its owner too.

    Attributes:
        mao: who is the mão.
        kind: ordinary, eleven or iron, empty before the cut.
        eleven: the side at eleven in a hand of that kind.
        stake: the agreed stake.
        proposed: the stake that waits for an answer.
        raiser: the side that raised last.
        tricks: the finished tricks.
        trick: the trick on the table, in order.
        leader: who leads, or led, it.
        winning: whose card is winning it; ``None`` if tied or empty.
        rejected: the rejected cards, in the order turned up.
        rejections: how many times was rejected.
        served: whether the mão has passed cards to the partner.
        shown: cards that were shown, and who did.
        last: how the last hand ended.
        last_foul: the last foul of the match.
        spoken: the last word of each seat since a card was played.
        target: points that win the match.
    """

    mao: int
    kind: str
    eleven: int | None
    stake: int
    proposed: int | None
    raiser: int | None
    tricks: tuple[FinishedTrick, ...]
    trick: tuple[PlayedCard, ...]
    leader: int
    winning: int | None
    rejected: tuple[Card, ...]
    rejections: int
    served: bool
    shown: tuple[PlayedCard, ...]
    last: TrucoBrasileiroResult | None
    last_foul: TrucoBrasileiroFoul | None
    spoken: tuple[SpokenCall, ...]
    target: int


class TrucoBrasileiroOwn(NamedTuple):
    """The private part of a seat.

    Attributes:
        partner: the cards of the partner's hand, as dealt, that this seat has seen.
        face_down: the cards that it has played face down and that still lie in view.
    """

    partner: tuple[Card, ...]
    face_down: tuple[Card, ...]


BrasileiroView = SeatView[TrucoBrasileiroPublic, TrucoBrasileiroOwn]
"""What a seat may know."""
