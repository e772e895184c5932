"""The rules of Brazilian truco: when the gathered pack is riffled instead of shuffled (`chance`),
that a foul is penalised in place of the action, and which file answers what else `Rules` asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cardtui_engine.actions import Action
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event
from cardtui_engine.families.truco.brazilian import hand, phases
from cardtui_engine.families.truco.brazilian.game import BrazilianTruco
from cardtui_engine.families.truco.brazilian.state import to_act
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.truco_brasileiro import legal, moves
from cardtui_engine.games.truco_brasileiro.options import PRESETS, SEATS, SPECS, Terms, terms_of
from cardtui_engine.games.truco_brasileiro.setup import read_setup
from cardtui_engine.games.truco_brasileiro.state import Brasileiro, State, before_the_match
from cardtui_engine.games.truco_brasileiro.verbs import MILDEST_CUT, VERBS, VERBS_BY_PHASE
from cardtui_engine.games.truco_brasileiro.view import (
    TrucoBrasileiroOwn,
    TrucoBrasileiroPublic,
    own_part,
    public_part,
)
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import IllegalAction
from cardtui_engine.turn import SHUFFLED, Chance


class TrucoBrasileiro(BrazilianTruco[Terms, Brasileiro, TrucoBrasileiroPublic, TrucoBrasileiroOwn]):
    """The rules of Brazilian truco, for four seats; see `Rules`."""

    id = "truco-brasileiro"
    seats = (SEATS,)
    specs = SPECS
    presets = PRESETS
    verbs = VERBS
    decided_by = MappingProxyType(
        {
            "tricks": "TB-26",
            "drawn": "TB-25",
            "run": "TB-31",
            "eleven_run": "TB-51",
            "trick": "TB-46",
        }
    )
    tie_clauses = ("TB-24", "TB-25")
    clauses = legal.CLAUSES
    places = VERBS_BY_PHASE
    notes = legal.NOTES
    end_clause = "TB-35"
    mildest_cut = MILDEST_CUT
    consults = ("answer",)  # TB-31

    def begin_match(
        self,
        options: Mapping[str, OptionValue],
        seats: int,  # noqa: ARG002 - there is only one number of seats
        dealer: int,
    ) -> State:
        return before_the_match(terms_of(options), dealer)

    def chance(self, state: State) -> Chance:
        """See `BrazilianTruco.chance`: the gathered pack may be riffled (TB-03)."""
        gathered = state.terms.riffled and state.game.gathered
        return Chance(gathered) if gathered else SHUFFLED

    def _refusal(self, state: State, seat: int, action: Action) -> IllegalAction:
        refused = super()._refusal(state, seat, action)
        asked = refused.template == self.notes[phases.MAO].first
        if not asked or legal.may_reject(state):
            return refused
        left = legal.none_left()
        return IllegalAction(refused.code, left.template, left.clause)

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def may(self, state: State, seat: int, verb: str) -> bool:
        """See `Rules.may`; a card may be shown, as a foul, at any time (TB-60)."""
        if verb not in VERBS_BY_PHASE[state.phase]:
            return False
        return seat in to_act(state) or (verb == "show" and seat < SEATS)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """See `Rules.act`; a foul is penalised in place of the action (TB-60)."""
        foul = legal.check(state, seat, action)
        if foul:
            return moves.penalise(state, seat, action, foul, events)
        return moves.act(state, seat, action, events)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        """See `BrazilianTruco.begin_hand`; what was gathered is the pack now (TB-11)."""
        return hand.begin(state, state.game._replace(gathered=()), pack, events)

    def public_part(self, state: State) -> TrucoBrasileiroPublic:
        return public_part(state)

    def own_part(self, state: State, seat: int) -> TrucoBrasileiroOwn:
        return own_part(state, seat)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        return read_setup(start, setup)

    def facts(self, state: State) -> dict[str, Any]:
        """See `Rules.facts`; between hands also the gathered pack (TB-03)."""
        gathered = [FRENCH.code(card) for card in state.game.gathered] or None
        return super().facts(state) | {"gathered": gathered}


GAME: Final = Game(
    TrucoBrasileiro(),
    "Truco brasileiro",
    SheetsIn("cardtui_engine", "truco-brasileiro"),
    bot="cardtui_engine.games.truco_brasileiro.bot:TrucoBrasileiroBot",
)
"""The game as the registry finds it."""
