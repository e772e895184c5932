"""How many may play Cacheta (`seats`), which clause each action leads to (`clauses`), and which
file answers what else `Rules` asks. When time is up before play, you stay; after that,
`families/rummy/cards/game.py` says what is done for you.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from cardtui_engine.actions import Action, Verb, simple_verbs, verb_table
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event, Viewer
from cardtui_engine.families.chips import why_over
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import declare
from cardtui_engine.families.rummy.cards.game import DECLARATION, DISCARD, DRAW, RummyGame, notes_of
from cardtui_engine.families.rummy.cards.play import Play
from cardtui_engine.families.rummy.cards.view import RummyOwn
from cardtui_engine.game import Game, SheetsIn
from cardtui_engine.games.cacheta import legal, moves
from cardtui_engine.games.cacheta.hand import deal_hand, end_hand
from cardtui_engine.games.cacheta.options import PRESETS, SPECS, terms_of
from cardtui_engine.games.cacheta.points import PRIZES
from cardtui_engine.games.cacheta.setup import read_setup
from cardtui_engine.games.cacheta.state import State, before_the_match
from cardtui_engine.games.cacheta.view import CachetaPublic, facts, view_of
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.rules import VerbClause, verb_clauses
from cardtui_engine.turn import Turn
from cardtui_engine.views import View


class Cacheta(RummyGame[State, CachetaPublic]):
    """The rules of Cacheta; see `Rules`."""

    id = "cacheta"
    seats = (2, 3, 4, 5, 6, 7, 8)
    specs = SPECS
    presets = PRESETS
    prizes = PRIZES
    verbs = verb_table(
        DRAW,
        DISCARD,
        Verb("knock", DECLARATION),
        Verb("cut", DECLARATION),
        *simple_verbs(("good_one", "waive", "stay", "fold")),
    )
    decided_by = MappingProxyType(
        {
            "knock": "CA-31",
            "cut": "CA-42",
            "folds": "CA-61",
        }
    )
    clauses = (
        *verb_clauses(
            {
                "draw": "CA-20",
                "discard": "CA-21",
                "knock": "CA-30",
                "good_one": "CA-40",
                "cut": "CA-41",
                "waive": "CA-44",
                "stay": "CA-60",
                "fold": "CA-60",
            }
        ),
        VerbClause("cut", "CA-44", phase=phases.CONTEST),
    )
    places = legal.VERBS_BY_PHASE
    aside = legal.OUT_OF_TURN_VERBS
    holds_draws = True
    turn_clause = "CA-20"
    going_out = legal.KNOCK
    notes = notes_of("CA-20")

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        return before_the_match(terms_of(options), seats, dealer)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        return deal_hand(state, pack, events)

    def to_act(self, state: State) -> tuple[int, ...]:
        play = state.play
        seat = play.seat if play.contest is None else play.contest.asked[0]
        return () if seat is None else (seat,)

    def turn(self, state: State) -> Turn:
        phase, play = state.phase, state.play
        if phase is phases.DRAW:
            thrower = play.thrower
        elif phase is phases.DISCARD:
            thrower = None
        else:
            return super().turn(state)
        return legal.turn(phase, play.seat, play.order, thrower, state.declared_good, state.burned)

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        return legal.legal(state, seat)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        match action.verb:
            case "draw":
                play = self.drawn(state, action, events)
                return state._replace(play=play, phase=phases.DISCARD)
            case "discard":
                return state._replace(play=self.thrown(state, seat, action), phase=phases.DRAW)
            case "knock":
                hand = state.play.hands[seat]
                declared = declare(state.melder, self.going_out, hand, action)
                return end_hand(state, seat, "knock", declared, events)
            case "good_one":
                return moves.declare_good(state, seat)
            case "waive":
                return moves.waive(state, events)
            case "stay" | "fold":
                return moves.answer(state, seat, action, events)
            case _:
                return moves.cut_line(state, seat, action, events)

    def mildest_before_play(self, state: State) -> Action:
        if state.phase is phases.STAYING:
            return Action("stay")  # CA-60: it costs nothing yet
        return super().mildest_before_play(state)

    def view(self, state: State, viewer: Viewer) -> View[CachetaPublic, RummyOwn]:
        own = None if viewer is None else self.own_view(state, viewer)
        return view_of(state, self.turn(state), own)

    def with_play(self, state: State, play: Play) -> State:
        return state._replace(play=play)

    def read_setup(self, start: State, setup: Mapping[str, Any]) -> State:
        return read_setup(start, setup)

    def ending(self, state: State) -> Ending | None:
        return why_over(state.scores, 1, state.hand, state.terms.rounds)

    def facts(self, state: State) -> dict[str, Any]:
        return facts(state, self.turn(state))


GAME: Final = Game(
    Cacheta(),
    "Cacheta",
    SheetsIn("cardtui_engine", "cacheta"),
    bot="cardtui_engine.games.cacheta.bot:CachetaBot",
)
"""The game as the registry finds it."""
