"""How many may play Pif Paf (`seats`), who deals the next hand (`next_dealer`), and which file
answers what else `Rules` asks. When time is up in the betting, you check or fold; after that,
`families/rummy/cards/game.py` says what is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cardtui_engine.actions import Action, Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event
from cardtui_engine.families.chips import CHIP_VALUE
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.game import DECLARATION, DISCARD, DRAW, notes_of
from cardtui_engine.families.rummy.pot.game import PotGame, betting_goes_on
from cardtui_engine.families.rummy.pot.state import PotState, Terms
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.pif_paf import legal, moves
from cardtui_engine.games.pif_paf.options import PRESETS, SPECS, terms_of
from cardtui_engine.options import OptionValue
from cardtui_engine.rules import VerbClause, verb_clauses
from cardtui_engine.turn import Turn


class PifPaf(PotGame):
    """The rules of Pif Paf; see `Rules`."""

    id = "pif-paf"
    seats = (3, 4, 5, 6, 7, 8)
    specs = SPECS
    presets = PRESETS
    verbs = verb_table(
        *simple_verbs(("check", "call", "fold", "waive")),
        Verb("bet", (Param("to", Kind.NUMBER),)),
        Verb("raise", (Param("to", Kind.NUMBER),)),
        DRAW,
        DISCARD,
        Verb("go_out", (Param("discard", Kind.CARD), Param("melds", Kind.MELDS, required=False))),
        Verb("claim", DECLARATION),
    )
    decided_by = MappingProxyType(
        {
            "folds": "PP-14",
            "out": "PP-40",
            "taken": "PP-42",
        }
    )
    clauses = (
        *verb_clauses(
            {
                "check": "PP-10",
                "bet": "PP-10",
                "call": "PP-10",
                "raise": "PP-13",
                "fold": "PP-10",
                "draw": "PP-20",
                "discard": "PP-20",
                "go_out": "PP-40",
                "claim": "PP-42",
                "waive": "PP-43",
            }
        ),
        VerbClause("claim", "PP-43", phase=phases.CONTEST),
    )
    places = legal.VERBS_BY_PHASE
    aside = legal.OUT_OF_TURN_VERBS
    holds_draws = True
    asks_blindly = True
    turn_clause = "PP-20"
    notes = notes_of("PP-20")
    chips_option = "buy_in"
    chip_value_option = CHIP_VALUE.name
    going_out = legal.OWN_TURN
    way_out = legal.WAY_OUT

    def terms(self, options: Mapping[str, OptionValue]) -> Terms:
        return terms_of(options)

    def next_dealer(self, state: PotState) -> int:
        """See `PotGame.next_dealer`: the winner deals (PP-45)."""
        return state.last.winner if state.played and state.last is not None else state.dealer

    def turn(self, state: PotState) -> Turn:
        """See `Rules.turn`: it names all who may claim, whether or not the card fits (PP-42)."""
        play = state.play
        if state.phase is not phases.DRAW or play.thrower is None:
            return super().turn(state)
        not_these = (play.seat, play.thrower)
        may_claim = tuple(sorted([seat for seat in play.order if seat not in not_these]))
        return Turn(phases.DRAW, self.to_act(state), may_claim, holds_draw=bool(may_claim))

    def legal(self, state: PotState, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def mildest_before_play(self, state: PotState) -> Action:
        """See `RummyGame.mildest_before_play`: check, or fold."""
        if state.phase is phases.BETTING:
            return Action("fold" if state.betting.top else "check")
        return super().mildest_before_play(state)

    def act(self, state: PotState, seat: int, action: Action, events: list[Event]) -> PotState:
        match action.verb:
            case "draw":
                play = self.drawn(state, action, events)
                return state._replace(play=play, phase=phases.DISCARD)
            case "discard":
                return state._replace(play=self.thrown(state, seat, action), phase=phases.DRAW)
            case "go_out":
                return self.went_out(state, seat, action, events)
            case "claim":
                return moves.claim(state, seat, action, events)
            case "waive":
                return moves.waive(state, events)
            case _:
                return betting_goes_on(moves.speak(state, action, events), events)


GAME: Final = Game(
    PifPaf(),
    "Pif Paf",
    SheetsIn("cardtui_engine", "pif-paf"),
    bot="cardtui_engine.games.pif_paf.bot:PifPafBot",
)
"""The game as the registry finds it."""
