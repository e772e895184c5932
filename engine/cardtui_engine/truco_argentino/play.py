"""The cards: a card played, a trick settled, cards laid down (TA-10 to TA-14)."""

from __future__ import annotations

from typing import Final

from cardtui_engine.cards import Card
from cardtui_engine.events import Event, TrickEnded
from cardtui_engine.truco.public import FinishedTrick, PlayedCard
from cardtui_engine.truco.ring import FIRST, MOST_SEATS
from cardtui_engine.truco.tricks import TIE, winning_seat
from cardtui_engine.truco_argentino import state as s
from cardtui_engine.truco_argentino.cards import PACK, STRENGTH
from cardtui_engine.truco_argentino.rounds import end_round
from cardtui_engine.truco_argentino.state import Calls, State, Tricks
from cardtui_engine.truco_argentino.tricks import next_leader, taker

_PLAYED: Final = tuple(tuple(PlayedCard(seat, card) for card in PACK) for seat in range(MOST_SEATS))


def play_card(state: State, seat: int, card: Card, events: list[Event]) -> State:
    """Play a card of the hand to the trick."""
    tricks = state.tricks
    hands = tricks.hands
    rest = tuple([held for held in hands[seat] if held != card])
    mine = 1 << seat
    down = tricks.down | mine
    played = Tricks(
        (*hands[:seat], rest, *hands[seat + 1 :]),
        tricks.live,
        tricks.played | mine,
        tricks.leader,
        down,
        (*tricks.trick, _PLAYED[seat][card]),
        tricks.done,
    )
    calls = state.calls
    if calls.spoken:
        calls = Calls(calls.stake, calls.raisers, calls.called, calls.caller, calls.envido, ())
    after = State(
        state.terms,
        state.deal,
        state.round,
        s.PLAY,
        state.scores,
        played,
        calls,
        state.last,
        None,
        (),
    )
    return after if tricks.live & ~down else _settle_trick(after, events)


def resume(state: State, events: list[Event]) -> State:
    """Go on after an envido or an answer: to a truco that waits, else to the trick."""
    tricks = state.tricks
    if state.calls.called:
        return _in_phase(state, s.ANSWER)
    playing = _in_phase(state, s.PLAY)
    if tricks.live & ~tricks.down:
        return playing
    # TA-13: a resignation completed the trick while something else was waited for.
    return _settle_trick(playing, events)


def lay_down(tricks: Tricks, seat: int) -> Tricks:
    """Take a resigning seat's cards; the turn, or the lead, passes on."""
    hands = tricks.hands
    live = tricks.live & ~(1 << seat)
    leader = tricks.leader
    if leader == seat and not tricks.trick and live:
        leader = FIRST[seat][live]
    return Tricks(
        (*hands[:seat], (), *hands[seat + 1 :]),
        live,
        tricks.played,
        leader,
        tricks.down,
        tricks.trick,
        tricks.done,
    )


def _settle_trick(state: State, events: list[Event]) -> State:
    """Count a complete trick: who won it, who leads next, whether the round is decided."""
    tricks = state.tricks
    live = tricks.live
    winner = winning_seat(tricks.trick, STRENGTH, live)
    team = None if winner == TIE else winner & 1
    leader = next_leader(winner, tricks.leader, live)
    events.append(TrickEnded(team, None if team is None else winner, leader))
    done = (*tricks.done, FinishedTrick(team, tricks.trick))
    settled = State(
        state.terms,
        state.deal,
        state.round,
        s.PLAY,
        state.scores,
        Tricks(tricks.hands, live, tricks.played, leader, 0, (), done),
        state.calls,
        state.last,
        None,
        (),
    )
    takes = taker(state.terms, state.round.mano, [trick.team for trick in done])
    return settled if takes is None else end_round(settled, takes, "tricks", events)


def _in_phase(state: State, phase: str) -> State:
    return State(
        state.terms,
        state.deal,
        state.round,
        phase,
        state.scores,
        state.tricks,
        state.calls,
        state.last,
        None,
        (),
    )
