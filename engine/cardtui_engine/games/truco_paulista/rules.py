"""The rules of Truco Paulista: which file answers what `Rules` asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.truco.brazilian import hand
from cardtui_engine.families.truco.brazilian.cards import PACK
from cardtui_engine.families.truco.brazilian.game import BrazilianTruco
from cardtui_engine.games.truco_paulista import legal, moves
from cardtui_engine.games.truco_paulista.options import PRESETS, SPECS, Terms, terms_of
from cardtui_engine.games.truco_paulista.setup import read_setup
from cardtui_engine.games.truco_paulista.state import Paulista, State, before_the_match
from cardtui_engine.games.truco_paulista.verbs import CLAUSES, PLACES, VERBS
from cardtui_engine.games.truco_paulista.view import (
    TrucoPaulistaOwn,
    TrucoPaulistaPublic,
    facts,
    view,
)
from cardtui_engine.options import OptionValue
from cardtui_engine.views import View


class TrucoPaulista(BrazilianTruco[Terms, Paulista, TrucoPaulistaPublic, TrucoPaulistaOwn]):
    """The rules of Truco Paulista, for two, four or six seats; see `Rules`."""

    id = "truco-paulista"
    pack = PACK
    seats = (2, 4, 6)
    specs = SPECS
    presets = PRESETS
    verbs = VERBS
    clauses = CLAUSES
    places = PLACES
    notes = legal.NOTES
    end_clause = "TP-60"
    mildest_cut = Action("tap")

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        """See `Rules.begin_match`."""
        return before_the_match(terms_of(options, seats), dealer)

    def pack_of(self, state: State) -> tuple[Card, ...]:
        """See `Rules.pack_of` (TP-01)."""
        return state.terms.manilhas.pack

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """See `Rules.legal`."""
        return legal.legal(state, seat)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """See `Rules.act`; a truco at eleven may be taken, and lose (TP-44)."""
        if legal.is_foul(state, action.verb):
            return moves.lose_by_foul(state, seat, events)
        legal.check(state, seat, action)
        return moves.act(state, seat, action, events)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        """See `Rules.begin_hand`: the pack waits for the cut; the mão deals the next (TP-09)."""
        return hand.begin(state, state.game, pack, events)

    def view(self, state: State, viewer: Viewer) -> View[TrucoPaulistaPublic, TrucoPaulistaOwn]:
        """See `Rules.view`."""
        return view(state, viewer)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        """See `Rules.read_setup`."""
        return read_setup(start, setup)

    def facts(self, state: State) -> dict[str, Any]:
        """See `Rules.facts`."""
        return facts(state)
