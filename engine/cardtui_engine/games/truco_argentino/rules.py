"""The rules of Argentinean truco: the contract of `Rules`, signed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import SPANISH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Acted, Event, Viewer
from cardtui_engine.families.truco.seats import SEATS_IN
from cardtui_engine.games.truco_argentino import hand, legal, moves, verbs
from cardtui_engine.games.truco_argentino.cards import PACK
from cardtui_engine.games.truco_argentino.options import PRESETS, SPECS, terms_of
from cardtui_engine.games.truco_argentino.refusing import NOTES, PLACES, refusal
from cardtui_engine.games.truco_argentino.setup import read_setup
from cardtui_engine.games.truco_argentino.state import DEAL, State, new_deal, waiting
from cardtui_engine.games.truco_argentino.talk import committed
from cardtui_engine.games.truco_argentino.verbs import VERBS
from cardtui_engine.games.truco_argentino.view import (
    TrucoArgentinoOwn,
    TrucoArgentinoPublic,
    facts,
    view,
)
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.rules import Rules
from cardtui_engine.turn import SHUFFLED, Turn
from cardtui_engine.views import View

_DEAL: Final = Turn(DEAL, chance=SHUFFLED)


def _tap(state: State, _seat: int, _action: Action, events: list[Event]) -> State:
    return hand.deal_out(state, 0, events)


_PLAIN: Final[dict[str, Callable[[State, int, Action, list[Event]], State]]] = {
    "tap": _tap,
    "truco": moves.call_truco,
    "retruco": moves.call_truco,
    "vale_cuatro": moves.call_truco,
    "envido": moves.bet_envido,
    "real_envido": moves.bet_envido,
    "falta_envido": moves.bet_envido,
    "quiero": moves.accept,
    "no_quiero": moves.fold,
    "son_buenas": moves.declare,
    "ask": moves.answer_show,
    "waive": moves.answer_show,
    "resign": moves.resign,
}
"""What the verbs without an argument do."""


class TrucoArgentino(Rules[State, TrucoArgentinoPublic, TrucoArgentinoOwn]):
    """Truco, Argentinean: two, four or six seats, first to thirty."""

    id = "truco-argentino"
    deck = SPANISH
    pack = PACK
    seats = (2, 4, 6)
    specs = SPECS
    presets = PRESETS
    verbs = VERBS
    places = PLACES
    notes = NOTES
    end_clause = "TA-51"
    teams = True
    clockwise = False

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        """See `Rules.begin_match`."""
        deal = new_deal(seats, dealer, 1, second=False, duels=False)
        return waiting(terms_of(options, seats), deal, (0, 0))

    def turn(self, state: State) -> Turn:
        """See `Rules.turn`."""
        if state.phase is DEAL:
            return _DEAL
        waiting = legal.waiting_for(state)
        return Turn(state.phase, SEATS_IN[waiting], SEATS_IN[legal.interrupting(state, waiting)])

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """See `Rules.legal`."""
        return legal.legal(state, seat)

    def may(self, state: State, seat: int, verb: str) -> bool:
        """See `Rules.may`; who sits may always talk (TA-70)."""
        if verb == "say":
            return seat < state.terms.seats
        return legal.allowed(state, seat) & verbs.BITS[verb] != 0

    def seated(self, state: State) -> int:
        """See `Rules.seated`."""
        return state.terms.seats

    def explain(self, state: State, seat: int, action: Action) -> IllegalAction:
        """See `Rules.explain`."""
        return refusal(state, seat, action)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """See `Rules.act`."""
        verb = action.verb
        if verb == "play":
            card = action.card
            if card is None or card not in state.tricks.hands[seat]:
                raise refusal(state, seat, action)
            return moves.play_card(state, seat, card, events)
        plain = _PLAIN.get(verb)
        if plain is not None:
            return plain(state, seat, action, events)
        if verb == "say":
            return self._say(state, seat, action, events)
        number = action.points if verb == "declare" else action.at
        if not isinstance(number, int) or not legal.RANGES[verb].has(number):
            raise refusal(state, seat, action)
        if verb == "declare":
            return moves.declare(state, seat, action, events)
        return hand.deal_out(state, number, events)

    def _say(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """Take a line of talk, and the call that it makes (TA-70)."""
        call = committed(state, seat, action.text or "") if state.terms.reserved_words else None
        if call is None:
            return state
        made = Action(call)
        events.append(Acted(seat, made))
        return self.act(state, seat, made, events)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        """See `Rules.begin_hand`: the pack waits for the cut."""
        return hand.begin_deal(state, pack, events)

    def view(self, state: State, viewer: Viewer) -> View[TrucoArgentinoPublic, TrucoArgentinoOwn]:
        """See `Rules.view`."""
        return view(state, viewer)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        """See `Rules.read_setup`."""
        return read_setup(start, setup)

    def ending(self, state: State) -> Ending:  # noqa: ARG002 - there is one way
        """See `Rules.ending`: a team has the points."""
        return Ending.POINTS

    def facts(self, state: State) -> dict[str, Any]:
        """See `Rules.facts`."""
        return facts(state)
