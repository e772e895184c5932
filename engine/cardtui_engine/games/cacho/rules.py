"""The rules of Cacho: its verbs, what is done when your time is up (`mildest`: pass), when a bet
names its size (`check_form`), and which file answers what else `Rules` asks. How many may sit is
in `state`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cardtui_engine.actions import Action, Kind, Param, Verb, check_form, verb_table
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import ChipsBought, Event, Viewer
from cardtui_engine.families.betting import bought
from cardtui_engine.families.chips import CHIP_VALUE, starting_chips, why_over
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.cacho import legal, moves
from cardtui_engine.games.cacho.hand import deal_hand
from cardtui_engine.games.cacho.options import LEAST_CHIPS, PRESETS, SPECS, terms_of
from cardtui_engine.games.cacho.ranking import PACK, rank_hand
from cardtui_engine.games.cacho.setup import read_setup
from cardtui_engine.games.cacho.state import (
    DEAL,
    OVER,
    ROUNDS,
    SEATS,
    THIRD,
    Phase,
    State,
    before_the_match,
)
from cardtui_engine.games.cacho.view import CachoOwn, CachoPublic, facts, own_part, view_of
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.rules import Rules
from cardtui_engine.turn import SHUFFLED, Turn
from cardtui_engine.views import Own, View, check_viewer

_TURNS: Final[Mapping[tuple[Phase, int | None], Turn]] = {
    **{(phase, seat): Turn(phase, (seat,)) for phase in ROUNDS for seat in range(SEATS[-1])},
    (DEAL, None): Turn(DEAL, chance=SHUFFLED),
    (OVER, None): Turn(OVER),
}


class Cacho(Rules[State, CachoPublic, CachoOwn]):
    """The rules of Cacho; see `Rules`."""

    id = "cacho"
    deck = FRENCH
    pack = PACK
    seats = SEATS
    specs = SPECS
    presets = PRESETS
    verbs = verb_table(
        Verb("pass"),
        # Its form depends on the round: see `check_bet_form`.
        Verb("bet", (Param("to", Kind.NUMBER, required=False),)),
        Verb("call"),
        Verb("raise", (Param("to", Kind.NUMBER),)),
    )
    decided_by = MappingProxyType(
        {
            "passes": "CC-16",
            "showdown": "CC-30",
        }
    )
    clauses = legal.CLAUSES
    places = legal.VERBS_BY_PHASE
    notes = legal.NOTES
    end_clause = "CC-03"
    teams = False
    chips_option = "buy_in"
    redeals = True
    chip_value_option = CHIP_VALUE.name
    clockwise = True

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        chips = starting_chips(options[self.chips_option], seats)
        return before_the_match(terms_of(options), chips, dealer)

    def turn(self, state: State) -> Turn:
        return _TURNS[state.phase, state.betting.to_act]

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def mildest(
        self,
        state: State,  # noqa: ARG002 - part of the contract; other games use it
        seat: int,  # noqa: ARG002 - the same
    ) -> Action:
        """See `Rules.mildest`: a pass, which is a check where the table allows one."""
        return Action("pass")

    def height(
        self,
        state: State,  # noqa: ARG002 - part of the contract; other games use it
        cards: Sequence[Card],
    ) -> int:
        return rank_hand(cards).strength

    def check_form(self, state: State, action: Action) -> None:
        """See `Rules.check_form`: the round decides if a bet names its size (CC-10, CC-14).

        After a bet none is allowed, of whatever size: that is said instead.
        """
        check_form(action, self.verbs.get(action.verb))
        may_bet = not (state.phase is THIRD and state.betting.top)
        if action.verb == "bet" and may_bet and (action.to is None) == (state.phase is THIRD):
            legal.check_bet_form(state.phase, action.to)

    def may(self, state: State, seat: int, verb: str) -> bool:
        return seat == state.betting.to_act and verb in legal.VERBS_BY_PHASE[state.phase]

    def seated(self, state: State) -> int:
        return len(state.hands)

    def act(
        self,
        state: State,
        seat: int,  # noqa: ARG002 - always the seat that `betting` waits for
        action: Action,
        events: list[Event],
    ) -> State:
        return moves.speak(state, action, events)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        return deal_hand(state, pack, events)

    def between_hands(self, state: State) -> bool:
        return state.played and state.phase is DEAL

    def with_chips(self, state: State, seat: int, chips: int) -> tuple[State, ChipsBought]:
        betting, event = bought(state.betting, seat, chips)
        return state._replace(betting=betting), event

    def view(self, state: State, viewer: Viewer) -> View[CachoPublic, CachoOwn]:
        return view_of(state, None if viewer is None else self.own_view(state, viewer))

    def own_view(self, state: State, seat: int) -> Own[CachoOwn]:
        check_viewer(seat, len(state.hands))
        hand = state.hands[seat]
        return Own(seat, hand, self.legal(state, seat), own_part(hand))

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        return read_setup(start, setup)

    def ending(self, state: State) -> Ending | None:
        return why_over(state.betting.chips, LEAST_CHIPS, state.hand, state.terms.hands)

    def facts(self, state: State) -> dict[str, Any]:
        return facts(state)


GAME: Final = Game(
    Cacho(),
    "Cacho",
    SheetsIn("cardtui_engine", "cacho"),
    bot="cardtui_engine.games.cacho.bot:CachoBot",
)
"""The game as the registry finds it."""
