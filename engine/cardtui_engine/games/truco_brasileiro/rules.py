"""The rules of Brazilian truco, as the contract `Rules` wants them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.truco import laid
from cardtui_engine.families.truco.game import TrucoGame
from cardtui_engine.games.truco_brasileiro import hand, legal, moves
from cardtui_engine.games.truco_brasileiro.cards import PACK
from cardtui_engine.games.truco_brasileiro.options import PRESETS, SPECS, terms_of
from cardtui_engine.games.truco_brasileiro.setup import read_setup
from cardtui_engine.games.truco_brasileiro.state import DEAL, SEATS, State, to_act, waiting
from cardtui_engine.games.truco_brasileiro.verbs import CLAUSES, PLACES, VERBS
from cardtui_engine.games.truco_brasileiro.view import (
    TrucoBrasileiroOwn,
    TrucoBrasileiroPublic,
    facts,
    view,
)
from cardtui_engine.options import OptionValue
from cardtui_engine.turn import SHUFFLED, Chance, Turn
from cardtui_engine.views import View


class TrucoBrasileiro(TrucoGame[State, TrucoBrasileiroPublic, TrucoBrasileiroOwn]):
    """The rules of Brazilian truco, for four seats; see `Rules`."""

    id = "truco-brasileiro"
    deck = FRENCH
    pack = PACK
    seats = (SEATS,)
    specs = SPECS
    presets = PRESETS
    verbs = VERBS
    clauses = CLAUSES
    places = PLACES
    notes = legal.NOTES
    end_clause = "TB-35"

    def begin_match(
        self,
        options: Mapping[str, OptionValue],
        seats: int,  # noqa: ARG002 - there is only one number of seats
        dealer: int,
    ) -> State:
        """See `Rules.begin_match`."""
        return waiting(terms_of(options), dealer, 1, (0, 0))

    def turn(self, state: State) -> Turn:
        """See `Rules.turn`."""
        if state.phase is DEAL:
            riffled = state.terms.riffled and state.gathered  # TB-03
            return Turn(DEAL, chance=Chance(state.gathered) if riffled else SHUFFLED)
        return Turn(state.phase, to_act(state))

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """See `Rules.legal`."""
        return legal.legal(state, seat)

    def may(self, state: State, seat: int, verb: str) -> bool:
        """See `Rules.may`; a card may be shown, as a foul, at any time (TB-60)."""
        if verb not in PLACES[state.phase]:
            return False
        return seat in to_act(state) or (verb == "show" and seat < SEATS)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """See `Rules.act`; a foul is penalised in place of the action (TB-60)."""
        foul = legal.check(state, seat, action)
        if foul:
            return moves.penalise(state, seat, action, foul, events)
        return moves.act(state, seat, action, events)

    def seated(self, state: State) -> int:  # noqa: ARG002 - there is but one number of seats
        """See `Rules.seated`."""
        return SEATS

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        """See `Rules.begin_hand`: the pack then waits for the cut."""
        return hand.begin(state, pack, events)

    def view(self, state: State, viewer: Viewer) -> View[TrucoBrasileiroPublic, TrucoBrasileiroOwn]:
        """See `Rules.view`."""
        return view(state, viewer)

    def seen(self, event: Event, viewer: Viewer) -> Event:
        """See `Rules.seen`; a card that is played face down is hidden (TB-22)."""
        return laid.seen(event, viewer)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        """See `Rules.read_setup`."""
        return read_setup(start, setup)

    def facts(self, state: State) -> dict[str, Any]:
        """See `Rules.facts`."""
        return facts(state)
