"""How many may play Truco Paulista (`seats`), how the pack is cut for a player whose time is up
(`mildest_cut`), and which file answers what else `Rules` asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cardtui_engine.actions import Action, verb_table
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event
from cardtui_engine.families.truco.brazilian import cutting, phases
from cardtui_engine.families.truco.brazilian.game import BrazilianTruco
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.truco_paulista import legal, moves
from cardtui_engine.games.truco_paulista.options import PRESETS, SPECS, Terms, terms_of
from cardtui_engine.games.truco_paulista.setup import read_setup
from cardtui_engine.games.truco_paulista.state import Paulista, State, before_the_match
from cardtui_engine.games.truco_paulista.view import (
    TrucoPaulistaOwn,
    TrucoPaulistaPublic,
    own_part,
    public_part,
)
from cardtui_engine.options import OptionValue


class TrucoPaulista(BrazilianTruco[Terms, Paulista, TrucoPaulistaPublic, TrucoPaulistaOwn]):
    """The rules of Truco Paulista, for two, four or six seats; see `Rules`."""

    id = "truco-paulista"
    seats = (2, 4, 6)
    specs = SPECS
    presets = PRESETS
    verbs = verb_table(*cutting.VERBS, *phases.VERBS)
    decided_by = MappingProxyType(
        {
            "tricks": "TP-26",
            "drawn": "TP-25",
            "run": "TP-31",
            "eleven_run": "TP-42",
            "foul": "TP-44",
        }
    )
    tie_clauses = ("TP-25", "TP-25")
    clauses = legal.CLAUSES
    places = phases.VERBS_BY_PHASE | {phases.CUT: ("cut", "tap")}
    notes = legal.NOTES
    end_clause = "TP-60"
    mildest_cut = Action("tap")

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        return before_the_match(terms_of(options, seats), dealer)

    def pack_of(self, state: State) -> tuple[Card, ...]:
        """See `Rules.pack_of` (TP-01)."""
        return state.terms.manilhas.pack

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """See `Rules.act`; a truco at eleven may be taken, and lose (TP-44)."""
        if legal.is_foul(state, action.verb):
            return moves.lose_by_foul(state, seat, events)
        legal.check(state, seat, action)
        return moves.act(state, seat, action, events)

    def public_part(self, state: State) -> TrucoPaulistaPublic:
        return public_part(state)

    def own_part(self, state: State, seat: int) -> TrucoPaulistaOwn:
        return own_part(state, seat)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        return read_setup(start, setup)


GAME: Final = Game(
    TrucoPaulista(),
    "Truco paulista",
    SheetsIn("cardtui_engine", "truco-paulista"),
    bot="cardtui_engine.games.truco_paulista.bot:TrucoPaulistaBot",
)
"""The game as the registry finds it."""
