"""The rules of Cacho: the contract of `Rules`, signed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardtui_engine.actions import Action, Kind, Param, Verb, check_form, verb_table
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.reading import read_dealer
from cardtui_engine.games.cacho import legal, moves
from cardtui_engine.games.cacho import setup as positions
from cardtui_engine.games.cacho.hand import deal_hand, why_over
from cardtui_engine.games.cacho.options import PRESETS, SPECS
from cardtui_engine.games.cacho.ranking import PACK
from cardtui_engine.games.cacho.state import (
    DEAL,
    OVER,
    ROUNDS,
    THIRD,
    Phase,
    State,
    Terms,
    before_the_match,
)
from cardtui_engine.games.cacho.view import CachoOwn, CachoPublic, facts, view_of
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import BadSetup
from cardtui_engine.rules import Rules
from cardtui_engine.turn import SHUFFLED, Turn
from cardtui_engine.views import View, check_viewer

_TURNS: Final[Mapping[tuple[Phase, int | None], Turn]] = {
    **{(phase, seat): Turn(phase, (seat,)) for phase in ROUNDS for seat in range(4)},
    (DEAL, None): Turn(DEAL, chance=SHUFFLED),
    (OVER, None): Turn(OVER),
}
_PACK_SET: Final = set(PACK)


class Cacho(Rules[State, CachoPublic, CachoOwn]):
    """Cacho."""

    id = "cacho"
    deck = FRENCH
    pack = PACK
    seats: tuple[int, ...] = (2, 3, 4)
    specs = SPECS
    presets = PRESETS
    verbs = verb_table(
        Verb("pass"),
        # Its form depends on the round: see `check_bet_form`.
        Verb("bet", (Param("to", Kind.NUMBER, required=False),)),
        Verb("call"),
        Verb("raise", (Param("to", Kind.NUMBER),)),
    )
    places = legal.PLACES
    notes = legal.NOTES
    end_clause = "CC-03"
    teams = False
    clockwise = True

    def start(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        """See `Rules.start`."""
        if seats not in self.seats:
            raise BadSetup(f"seats: Cacho is played by 2 to 4, not {seats}")
        if dealer not in range(seats):
            raise BadSetup(f"dealer: there is no seat {dealer}")
        buy_in = options["buy_in"]
        if isinstance(buy_in, tuple):
            chips = buy_in
        else:
            assert isinstance(buy_in, int)
            chips = (buy_in,) * seats
        hands, check, value = (
            options[name] for name in ("hands", "third_round_check", "chip_value")
        )
        assert isinstance(hands, int)
        terms = Terms(hands=hands, check=bool(check), chip_value=str(value))
        return before_the_match(terms, chips, dealer)

    def turn(self, state: State) -> Turn:
        """See `Rules.turn`."""
        return _TURNS[state.phase, state.betting.to_act]

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """See `Rules.legal`."""
        return legal.legal(state, seat)

    def check_form(self, state: State, action: Action) -> None:
        """See `Rules.check_form`: what a bet names depends on the round (CC-10, CC-14)."""
        check_form(action, self.verbs.get(action.verb))
        if action.verb == "bet" and (action.to is None) == (state.phase is THIRD):
            legal.check_bet_form(state.phase, action.to)

    def may(self, state: State, seat: int, verb: str) -> bool:
        """See `Rules.may`."""
        return seat == state.betting.to_act and verb in legal.PLACES[state.phase]

    def seated(self, state: State) -> int:
        """See `Rules.seated`."""
        return len(state.hands)

    def act(
        self,
        state: State,
        seat: int,  # noqa: ARG002 - the one that `betting` waits for
        action: Action,
        events: list[Event],
    ) -> State:
        """See `Rules.act`."""
        return moves.speak(state, action, events)

    def deal(self, state: State, pack: Sequence[Card]) -> tuple[State, tuple[Event, ...]]:
        """See `Rules.deal`."""
        if state.phase is not DEAL:
            raise BadSetup("no pack is wanted now")
        if len(pack) != len(PACK) or set(pack) != _PACK_SET:
            raise BadSetup("the pack must hold ace to six of each suit once")
        return deal_hand(state, tuple(pack))

    def view(self, state: State, viewer: Viewer) -> View[CachoPublic, CachoOwn]:
        """See `Rules.view`."""
        check_viewer(viewer, len(state.hands))
        choices = () if viewer is None else self.legal(state, viewer)
        return view_of(state, viewer, choices)

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, setup: Mapping[str, Any]
    ) -> State:
        """See `Rules.setup`."""
        dealer = read_dealer(setup, seats)
        return positions.read_setup(self.start(options, seats, dealer), setup)

    def ending(self, state: State) -> Ending | None:
        """See `Rules.ending`."""
        return why_over(state.terms, state.betting.chips, state.hand)

    def facts(self, state: State) -> dict[str, Any]:
        """See `Rules.facts`."""
        return facts(state)
