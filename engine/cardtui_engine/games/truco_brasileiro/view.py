"""What viewers may know of a match of Brazilian truco, and when a player sees the partner's cards
(`_partner`).
"""

from __future__ import annotations

from typing import NamedTuple

from cardtui_engine.cards import Card
from cardtui_engine.families.truco.brazilian.stakes import TARGET, Kind
from cardtui_engine.families.truco.brazilian.view import (
    hidden_by,
    kind_of_hand,
    stakes_shown,
    tricks_shown,
)
from cardtui_engine.families.truco.seats import along, mao
from cardtui_engine.families.truco.view import FinishedTrick, PlayedCard, SpokenCall, TrucoSaid
from cardtui_engine.games.truco_brasileiro.options import SEATS
from cardtui_engine.games.truco_brasileiro.state import (
    MOST_REJECTIONS,
    State,
    TrucoBrasileiroFoul,
    TrucoBrasileiroResult,
    rejections,
)
from cardtui_engine.views import SeatView


class TrucoBrasileiroPublic(NamedTuple):
    """The public fields, as in the message of the same name.

    They hide a card played face down even from its owner. ``said`` are all raises and answers of
    this hand, and ``habits``, by seat, what its last hands have shown
    (`families.truco.brazilian.habits`); it is empty before a hand is over.
    """

    mao: int
    kind: str
    eleven: int | None
    stake: int
    proposed: int | None
    caller: int | None
    raiser: int | None
    decides: bool
    tricks: tuple[FinishedTrick, ...]
    trick: tuple[PlayedCard, ...]
    leader: int
    winning: int | None
    rejected: tuple[Card, ...]
    rejections: int
    most_rejections: int
    served: bool
    shown: tuple[PlayedCard, ...]
    last: TrucoBrasileiroResult | None
    last_foul: TrucoBrasileiroFoul | None
    spoken: tuple[SpokenCall, ...]
    said: tuple[TrucoSaid, ...]
    habits: tuple[str, ...]
    target: int


class TrucoBrasileiroOwn(NamedTuple):
    """The own part of a seat's view.

    Attributes:
        partner: those cards of the partner's hand, as it was dealt, that this seat has seen.
        face_down: the cards that it has played face down and that still lie on the table.
    """

    partner: tuple[Card, ...]
    face_down: tuple[Card, ...]


BrasileiroView = SeatView[TrucoBrasileiroPublic, TrucoBrasileiroOwn]
"""What a seat may know in Brazilian truco."""


def public_part(state: State) -> TrucoBrasileiroPublic:
    """Return what everybody may know."""
    game = state.game
    fields = (
        *kind_of_hand(state),
        *stakes_shown(state),
        _decides(state),
        *tricks_shown(state, in_view=not state.terms.face_down),
        game.rejected,
        rejections(state),
        MOST_REJECTIONS,
        bool(game.passed),
        game.shown,
        game.last,
        game.last_foul,
        state.spoken,
        state.said,
        state.habits,
        TARGET,
    )
    return TrucoBrasileiroPublic(*fields)


def own_part(state: State, seat: int) -> TrucoBrasileiroOwn:
    """Return what only the seat may know."""
    hidden = hidden_by(state, seat, in_view=not state.terms.face_down)
    return TrucoBrasileiroOwn(_partner(state, seat), hidden)


def _decides(state: State) -> bool:
    """Return whether a raise was accepted for which the trick on the table is played (TB-46)."""
    _, proposed, raiser, _, _ = state.raises
    return raiser is not None and proposed is None and state.terms.trick_decides


def _partner(state: State, seat: int) -> tuple[Card, ...]:
    """Return what the seat has seen of its partner's hand (TB-10, TB-51)."""
    if state.kind is Kind.ELEVEN and seat & 1 == state.eleven:
        return state.dealt[along(seat, 2, SEATS)]
    return state.game.passed if seat == mao(state.dealer, SEATS) else ()
