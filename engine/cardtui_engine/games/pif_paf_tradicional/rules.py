"""How many may play traditional Pif Paf (`seats`), who deals first and next (`next_dealer`), the
cut, and options that contradict each other. When time is up before play, twenty cards are cut, or
you are out; after that, `families/rummy/cards/game.py` says what is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cardtui_engine.actions import Action, Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, PhaseBegan
from cardtui_engine.families.chips import CHIP_VALUE, dealt_in
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.game import DECLARATION, DISCARD, DRAW, notes_of
from cardtui_engine.families.rummy.pot.game import PotGame
from cardtui_engine.families.rummy.pot.state import PotState, Terms
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.pif_paf_tradicional import legal, moves
from cardtui_engine.games.pif_paf_tradicional.options import PRESETS, SPECS, terms_of
from cardtui_engine.options import OptionValue
from cardtui_engine.refusals import BadOption, Code, IllegalAction
from cardtui_engine.rules import FirstDealer, VerbClause, verb_clauses


class PifPafTradicional(PotGame):
    """The rules of traditional Pif Paf; see `Rules`."""

    id = "pif-paf-tradicional"
    seats = (2, 3, 4, 5, 6, 7, 8)
    specs = SPECS
    presets = PRESETS
    first_dealer = FirstDealer.HIGH_CARD  # PT-02
    verbs = verb_table(
        Verb("cut", (Param("at", Kind.NUMBER),)),
        Verb("vou", (Param("to", Kind.NUMBER, required=False),)),
        *simple_verbs(("estou_fora", "pagar")),
        DRAW,
        DISCARD,
        Verb("bater", DECLARATION),
    )
    decided_by = MappingProxyType(
        {
            "folds": "PT-14",
            "out": "PT-40",
        }
    )
    clauses = (
        *verb_clauses(
            {
                "cut": "PT-03",
                "vou": "PT-11",
                "pagar": "PT-12",
                "estou_fora": "PT-10",
                "draw": "PT-20",
                "discard": "PT-20",
                "bater": "PT-40",
            }
        ),
        VerbClause("estou_fora", "PT-12", phase=phases.MATCHING),
    )
    places = legal.VERBS_BY_PHASE
    turn_clause = "PT-20"
    notes = notes_of("PT-20")
    chips_option = "cacife"
    chip_value_option = CHIP_VALUE.name
    going_out = legal.GOING_OUT
    way_out = legal.WAY_OUT

    def options(self, given: Mapping[str, Any], seats: int) -> dict[str, OptionValue]:
        options = super().options(given, seats)
        terms = self.terms(options)
        assert terms.high is not None
        if terms.high < terms.low:
            raise BadOption("The maximum bet (max_bet) cannot be below the minimum (min_bet).")
        return options

    def terms(self, options: Mapping[str, OptionValue]) -> Terms:
        return terms_of(options)

    def next_dealer(self, state: PotState) -> int:
        """See `PotGame.next_dealer`: the deal skips seats that are out (PT-02)."""
        chips, least = state.betting.chips, state.terms.least
        if not state.played and chips[state.dealer] >= least:
            return state.dealer
        return dealt_in(chips, state.dealer, least)[0]

    def with_pack(self, state: PotState, pack: tuple[Card, ...], events: list[Event]) -> PotState:
        """Let the pack be cut first (PT-03); until then it lies face down."""
        if state.phase is phases.DEAL:
            events.append(PhaseBegan(phases.CUT))
            return state._replace(phase=phases.CUT, pack=pack)
        return super().with_pack(state, pack, events)

    def legal(self, state: PotState, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def mildest_before_play(self, state: PotState) -> Action:
        """See `RummyGame.mildest_before_play`: twenty cards off the top, or out of the hand."""
        match state.phase:
            case phases.CUT:
                return Action("cut", at=20)
            case phases.BETTING | phases.MATCHING:
                return Action("estou_fora")
            case _:
                return super().mildest_before_play(state)

    def act(self, state: PotState, seat: int, action: Action, events: list[Event]) -> PotState:
        match action.verb:
            case "cut":
                return self._cut(state, action, events)
            case "draw":
                play = self.drawn(state, action, events)
                return state._replace(play=play, phase=phases.DISCARD)
            case "discard":
                return state._replace(play=self.thrown(state, seat, action), phase=phases.DRAW)
            case "bater":
                return self.went_out(state, seat, action, events)
            case _:
                return moves.betting_goes_on(moves.speak(state, action, events), events)

    def _cut(self, state: PotState, action: Action, events: list[Event]) -> PotState:
        at, pack = action.at, state.pack
        assert isinstance(at, int)
        if not 1 <= at < len(pack):
            raise IllegalAction(
                Code.BAD_AMOUNT,
                "Cut 1 to {most} cards off the top.",
                "PT-03",
                most=len(pack) - 1,
            )
        return self.with_pack(state, (*pack[at:], *pack[:at]), events)


GAME: Final = Game(
    PifPafTradicional(),
    "Pif Paf tradicional",
    SheetsIn("cardtui_engine", "pif-paf-tradicional"),
    bot="cardtui_engine.games.pif_paf_tradicional.bot:PifPafTradicionalBot",
)
"""The game as the registry finds it."""
