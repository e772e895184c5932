"""Views: all that a seat, or a spectator, may know of a position."""

from __future__ import annotations

from cardtui_engine.actions import Action
from cardtui_engine.cards import UNKNOWN, Card
from cardtui_engine.events import Acted, Event, Viewer, hidden_from
from cardtui_engine.truco.public import FinishedTrick, PlayedCard
from cardtui_engine.truco.tricks import TIE
from cardtui_engine.truco_brasileiro import state as s
from cardtui_engine.truco_brasileiro.checking import legal
from cardtui_engine.truco_brasileiro.moves import strengths
from cardtui_engine.truco_brasileiro.public import TrucoBrasileiroOwn, TrucoBrasileiroPublic
from cardtui_engine.truco_brasileiro.state import Hand, Kind, Laid, State
from cardtui_engine.truco_brasileiro.tricks import winner_of
from cardtui_engine.views import Common, Own, View, check_viewer


def view(state: State, viewer: Viewer) -> View[TrucoBrasileiroPublic, TrucoBrasileiroOwn]:
    """Return all that the viewer may know."""
    check_viewer(viewer, len(state.hands))
    common = Common(
        phase=state.phase,
        to_act=s.to_act(state),
        may_act=(),
        dealer=state.dealer,
        hand=state.hand,
        scores=state.scores,
        chips=(),
        pot=0,
        cards=tuple([len(hand) for hand in state.hands]),
        winners=state.winners,
    )
    return View(common, _public(state), None if viewer is None else _own(state, viewer))


def seen(event: Event, viewer: Viewer) -> Event:
    """Return the event as the viewer may know it: no card that was played face down (TB-22)."""
    if isinstance(event, Acted) and event.action.face_down and event.seat != viewer:
        return Acted(event.seat, Action("play", card=UNKNOWN, face_down=True))
    return hidden_from(event, viewer)


def _public(state: State) -> TrucoBrasileiroPublic:
    winning = winner_of(strengths(state.trick))
    hidden = state.terms.face_down
    return TrucoBrasileiroPublic(
        mao=s.mao(state),
        kind=state.kind or "",
        eleven=state.eleven,
        stake=state.stake,
        proposed=state.proposed,
        raiser=state.raiser,
        tricks=tuple(
            [
                FinishedTrick(each.team, () if hidden else _faces(each.cards), each.winner)
                for each in state.tricks
            ]
        ),
        trick=_faces(state.trick),
        leader=state.leader,
        winning=None if winning == TIE else winning,
        rejected=state.rejected,
        rejections=s.rejections(state),
        served=bool(state.passed),
        shown=state.shown,
        last=state.last,
        last_foul=state.last_foul,
        spoken=state.spoken,
        target=s.TARGET,
    )


def _faces(cards: tuple[Laid, ...]) -> tuple[PlayedCard, ...]:
    return tuple(
        [PlayedCard(each.seat, UNKNOWN if each.face_down else each.card) for each in cards]
    )


def _own(state: State, seat: int) -> Own[TrucoBrasileiroOwn]:
    hand: Hand = state.hands[seat]
    if state.kind is Kind.IRON:
        hand = (UNKNOWN,) * len(hand)  # TB-54
    game = TrucoBrasileiroOwn(_partner(state, seat), _hidden_by(state, seat))
    return Own(seat, hand, legal(state, seat), game)


def _partner(state: State, seat: int) -> tuple[Card, ...]:
    """Return what the seat has seen of its partner's hand (TB-10, TB-51)."""
    if state.kind is Kind.ELEVEN and seat & 1 == state.eleven:
        return state.dealt[(seat + 2) % s.SEATS]
    return state.passed if seat == s.mao(state) else ()


def _hidden_by(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards that the seat played face down, but for those in nobody's view."""
    laid = list(state.trick)
    if not state.terms.face_down:
        laid = [card for trick in state.tricks for card in trick.cards] + laid
    return tuple([each.card for each in laid if each.face_down and each.seat == seat])
