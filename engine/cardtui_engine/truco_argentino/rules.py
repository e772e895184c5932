"""The rules of Argentinean truco: the contract of `Rules`, signed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from cardtui_engine.actions import Action, check_form
from cardtui_engine.cards import SPANISH, Card
from cardtui_engine.events import Acted, Event, Viewer
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import Rules, Turn
from cardtui_engine.truco.ring import SEATS_IN
from cardtui_engine.truco_argentino import calls, legality, play, rounds, verbs
from cardtui_engine.truco_argentino import facts as facts_
from cardtui_engine.truco_argentino import view as view_
from cardtui_engine.truco_argentino.cards import PACK
from cardtui_engine.truco_argentino.options import PRESETS, SPECS, terms_of
from cardtui_engine.truco_argentino.refusing import refusal
from cardtui_engine.truco_argentino.setup import SEATS, set_up, start
from cardtui_engine.truco_argentino.state import State
from cardtui_engine.truco_argentino.talk import committed
from cardtui_engine.truco_argentino.verbs import VERBS
from cardtui_engine.views import Choice, View

_NO_ARGUMENTS: Final = (None,) * (len(Action._fields) - 1)
_ONLY_A_CARD: Final = _NO_ARGUMENTS[1:]


def _tap(state: State, seat: int, action: Action, events: list[Event]) -> State:
    events.append(Acted(seat, action))
    return rounds.deal_out(state, 0, events)


_PLAIN: Final[dict[str, Callable[[State, int, Action, list[Event]], State]]] = {
    "tap": _tap,
    "truco": calls.call_truco,
    "retruco": calls.call_truco,
    "vale_cuatro": calls.call_truco,
    "envido": calls.bet_envido,
    "real_envido": calls.bet_envido,
    "falta_envido": calls.bet_envido,
    "quiero": calls.accept,
    "no_quiero": calls.fold,
    "son_buenas": calls.declare,
    "ask": calls.answer_show,
    "waive": calls.answer_show,
    "resign": calls.resign,
}
"""What the verbs without an argument do."""


class TrucoArgentino(Rules[State]):
    """Truco, Argentinean: two, four or six seats, first to thirty."""

    def __init__(self) -> None:
        self.id = "truco-argentino"
        self.deck = SPANISH
        self.pack = PACK
        self.seats = SEATS
        self.specs = SPECS
        self.presets = PRESETS
        self.verbs = VERBS
        self.teams = True
        self.clockwise = False

    def start(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        """Return the start of a match."""
        return start(terms_of(options, seats), dealer)

    def turn(self, state: State) -> Turn:
        """Return whom the game waits for."""
        waiting = legality.waiting_for(state)
        return Turn(
            state.phase,
            SEATS_IN[waiting],
            SEATS_IN[legality.interrupting(state, waiting)],
        )

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return what the seat may do now."""
        return legality.legal(state, seat)

    def apply(self, state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Return the next position and what happened."""
        verb = action.verb
        bit = verbs.BITS.get(verb, 0)
        if bit and 0 <= seat < state.terms.seats and legality.allowed(state, seat) & bit:
            if bit == verbs.PLAY:
                card = action.card
                if (
                    card is not None
                    and action[2:] == _ONLY_A_CARD
                    and card.__class__ is int
                    and card in state.tricks.hands[seat]
                ):
                    return play.play_card(state, seat, action, card)
            else:
                plain = _PLAIN.get(verb)
                if plain is None:
                    return self._apply_number(state, seat, action)
                if action[1:] == _NO_ARGUMENTS:
                    events: list[Event] = []
                    after = plain(state, seat, action, events)
                    return after, tuple(events)
        if verb == "say":
            return self._say(state, seat, action)
        raise refusal(state, seat, action)

    def _apply_number(
        self, state: State, seat: int, action: Action
    ) -> tuple[State, tuple[Event, ...]]:
        """Cut or declare: the verbs with a number."""
        check_form(action, VERBS[action.verb])
        low, high = legality.RANGES[action.verb]
        number = action.points if action.verb == "declare" else action.at
        assert isinstance(number, int)
        if not low <= number <= high:
            raise refusal(state, seat, action)
        events: list[Event] = []
        if action.verb == "declare":
            after = calls.declare(state, seat, action, events)
        else:
            events.append(Acted(seat, action))
            after = rounds.deal_out(state, number, events)
        return after, tuple(events)

    def _say(self, state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Take a chat line, and the call that it makes (TA-70)."""
        text = action.text
        if not 0 <= seat < state.terms.seats or action != Action("say", text=text):
            raise refusal(state, seat, action)
        check_form(action, VERBS["say"])
        assert text is not None
        said = Acted(seat, action)
        call = committed(state, seat, text) if state.terms.reserved_words else None
        if call is None:
            return state, (said,)
        after, events = self.apply(state, seat, Action(call))
        return after, (said, *events)

    def deal(self, state: State, pack: Sequence[Card]) -> tuple[State, tuple[Event, ...]]:
        """Begin a hand with that pack: it waits for the cut."""
        return rounds.begin_deal(state, pack)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return all that the viewer may know."""
        return view_.view(state, viewer)

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, setup: Mapping[str, Any]
    ) -> State:
        """Return the position that a scenario describes."""
        return set_up(terms_of(options, seats), setup)

    def facts(self, state: State) -> dict[str, Any]:
        """Return every fact of the sheet."""
        return facts_.facts(state)
