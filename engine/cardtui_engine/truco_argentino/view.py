"""Views: all that a seat, or a spectator, may know of a position."""

from __future__ import annotations

from cardtui_engine.cards import Card
from cardtui_engine.events import Viewer
from cardtui_engine.truco.seats import SEATS_IN, has
from cardtui_engine.truco.tricks import TIE, winning_seat
from cardtui_engine.truco_argentino.bets import LINES, accepted_points
from cardtui_engine.truco_argentino.calls import DECLARING, OPEN, TRUCO, Calls
from cardtui_engine.truco_argentino.cards import STRENGTH, best_pair
from cardtui_engine.truco_argentino.legality import interrupting, legal, waiting_for
from cardtui_engine.truco_argentino.public import (
    EnvidoState,
    TrucoArgentinoOwn,
    TrucoArgentinoPublic,
)
from cardtui_engine.truco_argentino.state import State
from cardtui_engine.views import Common, Own, View, check_viewer


def call_and_held(calls: Calls) -> tuple[str, str]:
    """Return the call that waits for an answer and the one held behind it; empty if none."""
    truco = TRUCO.calls[calls.called - 1] if calls.called is not None else ""
    envido = calls.envido
    if envido is not None and envido.stage is OPEN:
        return LINES[envido.line].bets[-1], truco
    if envido is not None and envido.stage is DECLARING:
        return "", truco
    return truco, ""


def view(state: State, viewer: Viewer) -> View[TrucoArgentinoPublic, TrucoArgentinoOwn]:
    """Return all that the viewer may know."""
    waiting = waiting_for(state)
    hands = state.tricks.hands
    check_viewer(viewer, len(hands))
    common = Common(
        phase=state.phase,
        to_act=SEATS_IN[waiting],
        may_act=SEATS_IN[interrupting(state, waiting)],
        dealer=state.deal.dealer,
        hand=state.deal.hand,
        scores=state.scores,
        chips=(),
        pot=0,
        cards=tuple([len(hand) for hand in hands]),
        winners=state.winners,
    )
    return View(common, _public(state), None if viewer is None else _own(state, viewer))


def _public(state: State) -> TrucoArgentinoPublic:
    terms, deal, tricks, calls = state.terms, state.deal, state.tricks, state.calls
    call, held = call_and_held(calls)
    envido = None
    if calls.envido is not None:
        bets = LINES[calls.envido.line].bets
        envido = EnvidoState(bets, calls.envido.stage, calls.envido.claims)
    done = tricks.done
    if terms.face_down:
        done = tuple([trick._replace(cards=()) for trick in done])
    winning = winning_seat(tricks.trick, STRENGTH, tricks.live)
    return TrucoArgentinoPublic(
        mano=state.round.mano,
        stake=calls.stake,
        call=call,
        held=held,
        envido=envido,
        tricks=done,
        trick=tricks.trick,
        leader=tricks.leader,
        resigned=SEATS_IN[state.round.active & ~tricks.live],
        winning=None if winning == TIE else winning,
        last=state.last,
        duels=deal.results,
        deal="duels" if deal.duels else "team",
        earlier=deal.earlier,
        active=SEATS_IN[state.round.active],
        spoken=calls.spoken,
        target=terms.target,
        proposed=_proposed(state),
    )


def _proposed(state: State) -> int | None:
    """Return the points that the call that waits for an answer plays for."""
    calls = state.calls
    envido = calls.envido
    if envido is not None and envido.stage is OPEN:
        return accepted_points(envido.line, state.round.falta)
    if calls.called is None or (envido is not None and envido.stage is DECLARING):
        return None
    return TRUCO.accepted(calls.called)


def _own(state: State, seat: int) -> Own[TrucoArgentinoOwn]:
    tricks = state.tricks
    number, pair = best_pair(_still_mine(state, seat), state.terms.highest_alone)
    if state.terms.face_down and tricks.done:
        pair = ()  # TA-15: one of them may lie face down
    return Own(seat, tricks.hands[seat], legal(state, seat), TrucoArgentinoOwn(number, pair))


def _still_mine(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards that the seat was dealt, none once it has laid them down."""
    dealt = state.deal.dealt[seat]
    if has(state.round.active, seat):
        return dealt if has(state.tricks.live, seat) else ()
    return dealt if state.tricks.hands[seat] else ()
