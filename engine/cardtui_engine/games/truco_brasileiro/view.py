"""What viewers may know of a match of Brazilian truco: views, and facts for scenarios."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.events import Viewer
from cardtui_engine.families.facts import facts_of
from cardtui_engine.families.truco.brazilian.eleven import Kind
from cardtui_engine.families.truco.brazilian.laid import faces, finished_faces, strengths
from cardtui_engine.families.truco.brazilian.stakes import TARGET
from cardtui_engine.families.truco.brazilian.view import common_of, hidden_by, own_hand
from cardtui_engine.families.truco.seats import along, mao
from cardtui_engine.families.truco.tricks import winning_seat
from cardtui_engine.families.truco.view import TOLD, FinishedTrick, PlayedCard, SpokenCall
from cardtui_engine.games.truco_brasileiro.legal import legal
from cardtui_engine.games.truco_brasileiro.options import SEATS
from cardtui_engine.games.truco_brasileiro.state import (
    MOST_REJECTIONS,
    State,
    TrucoBrasileiroFoul,
    TrucoBrasileiroResult,
    rejections,
)
from cardtui_engine.views import Own, SeatView, View, check_viewer


class TrucoBrasileiroPublic(NamedTuple):
    """The public fields; they hide a card played face down even from its owner.

    Attributes:
        mao: the seat that is the mão.
        kind: ordinary, eleven or iron; empty before the cut.
        eleven: the team at eleven in a hand of that kind; otherwise ``None``.
        stake: the agreed stake.
        proposed: the stake that waits for an answer; ``None`` if none does.
        caller: the seat that proposed it; ``None`` if none waits.
        raiser: the team that raised last; ``None`` if none has.
        decides: whether the trick on the table decides the hand, as a raise was accepted.
        tricks: the finished tricks.
        trick: the trick on the table, in the order in which cards were played.
        leader: the seat that leads, or led, the trick on the table.
        winning: the seat that is winning the trick on the table; ``None`` if tied or empty.
        rejected: the rejected cards, in the order in which they were turned up.
        rejections: how many times three cards were rejected.
        most_rejections: how many times they may be.
        served: whether the mão has passed cards to the partner.
        shown: the cards that were shown, and the seats that showed them.
        last: how the last hand ended.
        last_foul: the last foul of the match.
        spoken: the last word of each seat since a card was played.
        target: the points that win the match.
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


def view(state: State, viewer: Viewer) -> View[TrucoBrasileiroPublic, TrucoBrasileiroOwn]:
    """Return all that the viewer may know."""
    check_viewer(viewer, SEATS)
    own = None if viewer is None else _own(state, viewer)
    return View(common_of(state), _public(state), own)


def _public(state: State) -> TrucoBrasileiroPublic:
    game = state.game
    return TrucoBrasileiroPublic(
        mao=mao(state.dealer, SEATS),
        kind=state.kind or "",
        eleven=state.eleven,
        stake=state.raises.stake,
        proposed=state.raises.proposed,
        caller=state.raises.caller,
        raiser=state.raises.raiser,
        decides=_decides(state),
        tricks=finished_faces(state.cards.tricks, in_view=not state.terms.face_down),
        trick=faces(state.cards.trick),
        leader=state.cards.leader,
        winning=winning_seat(strengths(state.cards.trick, game.strength)),
        rejected=game.rejected,
        rejections=rejections(state),
        most_rejections=MOST_REJECTIONS,
        served=bool(game.passed),
        shown=game.shown,
        last=game.last,
        last_foul=game.last_foul,
        spoken=state.spoken,
        target=TARGET,
    )


def _decides(state: State) -> bool:
    """Return whether a raise was accepted for which the trick on the table is played (TB-46)."""
    _, proposed, raiser, _, _ = state.raises
    return raiser is not None and proposed is None and state.terms.trick_decides


def _own(state: State, seat: int) -> Own[TrucoBrasileiroOwn]:
    hidden = hidden_by(state, seat, in_view=not state.terms.face_down)
    game = TrucoBrasileiroOwn(_partner(state, seat), hidden)
    return Own(seat, own_hand(state, seat), legal(state, seat), game)  # TB-54


def _partner(state: State, seat: int) -> tuple[Card, ...]:
    """Return what the seat has seen of its partner's hand (TB-10, TB-51)."""
    if state.kind is Kind.ELEVEN and seat & 1 == state.eleven:
        return state.dealt[along(seat, 2, SEATS)]
    return state.game.passed if seat == mao(state.dealer, SEATS) else ()


def facts(state: State) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    return facts_of(view(state, None), state.cards.hands, FRENCH, TOLD) | {
        "gathered": [FRENCH.code(card) for card in state.game.gathered] or None
    }
