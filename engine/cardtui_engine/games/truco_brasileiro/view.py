"""What viewers may know of a match of Brazilian truco: views, and facts for scenarios."""

from __future__ import annotations

from typing import Any, NamedTuple

from cardtui_engine.cards import FRENCH, UNKNOWN, Card
from cardtui_engine.events import Viewer
from cardtui_engine.families.facts import facts_of
from cardtui_engine.families.truco.eleven import Kind
from cardtui_engine.families.truco.laid import faces, finished_faces, laid_face_down, strengths
from cardtui_engine.families.truco.tricks import winning_seat
from cardtui_engine.families.truco.view import TOLD, FinishedTrick, PlayedCard, SpokenCall
from cardtui_engine.games.truco_brasileiro.cards import STRENGTH
from cardtui_engine.games.truco_brasileiro.legal import legal
from cardtui_engine.games.truco_brasileiro.state import (
    SEATS,
    TARGET,
    Hand,
    State,
    TrucoBrasileiroFoul,
    TrucoBrasileiroResult,
    mao,
    rejections,
    to_act,
)
from cardtui_engine.views import Common, Own, SeatView, View, check_viewer


class TrucoBrasileiroPublic(NamedTuple):
    """The public fields; they hide a card played face down even from its owner.

    Attributes:
        mao: the seat that is the mão.
        kind: ordinary, eleven or iron; empty before the cut.
        eleven: the team at eleven in a hand of that kind; otherwise ``None``.
        stake: the agreed stake.
        proposed: the stake that waits for an answer; ``None`` if none does.
        raiser: the team that raised last; ``None`` if none has.
        tricks: the finished tricks.
        trick: the trick on the table, in the order in which cards were played.
        leader: the seat that leads, or led, the trick on the table.
        winning: the seat that is winning the trick on the table; ``None`` if tied or empty.
        rejected: the rejected cards, in the order in which they were turned up.
        rejections: how many times three cards were rejected.
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
    check_viewer(viewer, len(state.cards.hands))
    common = Common(
        phase=state.phase,
        to_act=to_act(state),
        may_act=(),
        dealer=state.dealer,
        hand=state.hand,
        scores=state.scores,
        chips=(),
        pot=0,
        cards=tuple([len(hand) for hand in state.cards.hands]),
        winners=state.winners,
    )
    return View(common, _public(state), None if viewer is None else _own(state, viewer))


def _public(state: State) -> TrucoBrasileiroPublic:
    return TrucoBrasileiroPublic(
        mao=mao(state),
        kind=state.kind or "",
        eleven=state.eleven,
        stake=state.raises.stake,
        proposed=state.raises.proposed,
        raiser=state.raises.raiser,
        tricks=finished_faces(state.cards.tricks, in_view=not state.terms.face_down),
        trick=faces(state.cards.trick),
        leader=state.cards.leader,
        winning=winning_seat(strengths(state.cards.trick, STRENGTH)),
        rejected=state.rejected,
        rejections=rejections(state),
        served=bool(state.passed),
        shown=state.shown,
        last=state.last,
        last_foul=state.last_foul,
        spoken=state.spoken,
        target=TARGET,
    )


def _own(state: State, seat: int) -> Own[TrucoBrasileiroOwn]:
    hand: Hand = state.cards.hands[seat]
    if state.kind is Kind.IRON:
        hand = (UNKNOWN,) * len(hand)  # TB-54
    game = TrucoBrasileiroOwn(_partner(state, seat), _hidden_by(state, seat))
    return Own(seat, hand, legal(state, seat), game)


def _partner(state: State, seat: int) -> tuple[Card, ...]:
    """Return what the seat has seen of its partner's hand (TB-10, TB-51)."""
    if state.kind is Kind.ELEVEN and seat & 1 == state.eleven:
        return state.dealt[(seat + 2) % SEATS]
    return state.passed if seat == mao(state) else ()


def _hidden_by(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards that the seat played face down, except those in nobody's view."""
    laid = list(state.cards.trick)
    if not state.terms.face_down:
        laid = [card for trick in state.cards.tricks for card in trick.cards] + laid
    return laid_face_down(laid, seat)


def facts(state: State) -> dict[str, Any]:
    """Return every fact about the position as plain data, all hands open."""
    return facts_of(view(state, None), state.cards.hands, FRENCH, TOLD) | {
        "gathered": [FRENCH.code(card) for card in state.gathered] or None
    }
