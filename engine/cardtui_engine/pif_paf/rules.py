"""The rules of Pif Paf: bet as in poker, race to meld nine cards, claim what others throw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardtui_engine.actions import Action, Kind, Param, Verb, simple_verbs, verb_table
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice
from cardtui_engine.events import Event
from cardtui_engine.options import OptionValue
from cardtui_engine.pif_paf.betting import bet_choices, speak
from cardtui_engine.pif_paf.options import PRESETS, SPECS, terms_of
from cardtui_engine.rummy import phases
from cardtui_engine.rummy.declaring import GoingOut, check_named, declare, ways_out
from cardtui_engine.rummy.game import (
    DECLARATION,
    DISCARD,
    DRAW,
    discard_choice,
    draw_choice,
    no_claim,
    notes_of,
)
from cardtui_engine.rummy.laying import declaration
from cardtui_engine.rummy.melds import Arrangement
from cardtui_engine.rummy.play import Contest
from cardtui_engine.rummy.pot import PotState, Terms
from cardtui_engine.rummy.pot_game import PotGame, begin_play, win

_OWN_TURN = GoingOut("PP-40", ten=False, unnamed=False)
_CLAIM = GoingOut("PP-44", ten=False, unnamed=True)
_PLACES: Final[dict[str, tuple[str, ...]]] = {
    phases.DEAL: (),
    phases.OVER: (),
    phases.BETTING: ("check", "bet", "call", "raise", "fold"),
    phases.DRAW: ("draw", "claim"),
    phases.DISCARD: ("discard", "go_out"),
    phases.CONTEST: ("claim", "waive"),
}
_ASIDE: Final[dict[str, tuple[str, ...]]] = {phases.DRAW: ("claim",)}


class PifPaf(PotGame):
    """Pif Paf."""

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
    places = _PLACES
    aside = _ASIDE
    interrupts = True
    turn_clause = "PP-20"
    notes = notes_of("PP-20")
    chips_option = "buy_in"
    going_out = _OWN_TURN

    def terms(self, options: Mapping[str, OptionValue]) -> Terms:
        """See `PotGame.terms`."""
        return terms_of(options)

    def next_dealer(self, state: PotState) -> int:
        """See `PotGame.next_dealer`: the winner deals (PP-45)."""
        return state.last.winner if state.played and state.last is not None else state.dealer

    def may_act(self, state: PotState) -> tuple[int, ...]:
        """Return who may claim, whether or not the card fits (PP-42)."""
        play = state.play
        if state.phase is not phases.DRAW or play.thrower is None:
            return ()
        others = (play.seat, play.thrower)
        return tuple(sorted([seat for seat in play.order if seat not in others]))

    def legal(self, state: PotState, seat: int) -> tuple[Choice, ...]:
        """See `Rules.legal`."""
        play, phase = state.play, state.phase
        if phase is phases.DRAW:
            claim = self._claim_choices(state, seat)
            return (*claim, draw_choice(play)) if seat == play.seat else claim
        if (seat,) != self.to_act(state):
            return ()
        if phase is phases.BETTING:
            return bet_choices(state)
        if phase is phases.CONTEST:
            return (*self._claim_choices(state, seat), Choice("waive"))
        hand = play.hands[seat]
        melder = self.melder(state)
        if ways := ways_out(melder, _OWN_TURN, hand):
            go_out = Choice("go_out", declaration(melder, _OWN_TURN, hand, ways))
            return (go_out, discard_choice(hand))
        return (discard_choice(hand),)

    def act(self, state: PotState, seat: int, action: Action, events: list[Event]) -> PotState:
        """See `Rules.act`."""
        match action.verb:
            case "draw":
                play = self.drawn(state, action, events)
                return state._replace(play=play, phase=phases.DISCARD)
            case "discard":
                return state._replace(play=self.thrown(state, seat, action), phase=phases.DRAW)
            case "go_out":
                return self.went_out(state, seat, action, events)
            case "claim":
                return self._claim(state, seat, action, events)
            case "waive":
                return self._waive(state, events)
            case _:
                return self._betting_goes_on(speak(state, action), events)

    def _betting_goes_on(self, state: PotState, events: list[Event]) -> PotState:
        betting = state.betting
        if len(betting.live) == 1:  # PP-14
            return win(state, betting, betting.live[0], None, events)
        if betting.to_act is None:  # PP-15
            return begin_play(state, betting, events)
        return state

    def _claims(self, state: PotState, seat: int) -> dict[Card | None, Arrangement]:
        """Return how the seat would go out with the discard, by the card thrown (PP-42)."""
        play = state.play
        if play.thrower is None or seat == play.thrower or seat not in play.order:
            return {}
        top = play.discards[-1]
        return ways_out(self.melder(state), _CLAIM, (*play.hands[seat], top), top)

    def _claim_choices(self, state: PotState, seat: int) -> tuple[Choice, ...]:
        if not (ways := self._claims(state, seat)):
            return ()
        play = state.play
        top = play.discards[-1]
        cards = (*play.hands[seat], top)
        return (Choice("claim", declaration(self.melder(state), _CLAIM, cards, ways, top)),)

    def _claim(self, state: PotState, seat: int, action: Action, events: list[Event]) -> PotState:
        play = state.play
        cards = (*play.hands[seat], *play.discards[-1:])
        check_named(action, cards, "PP-42")
        if play.thrower is None:
            no_claim("There is no discard to claim now: wait for the next one.", "PP-42")
        if seat == play.thrower:
            no_claim("You threw that card yourself: others may claim it.", "PP-42")
        if seat not in play.order:
            no_claim("You are not in this hand: wait for the next one.", "PP-42")
        declared = declare(self.melder(state), _CLAIM, cards, action, play.top)
        if state.phase is phases.DRAW:
            # PP-43: nearer players who could go out with it are asked first.
            asked = tuple([each for each in play.nearer(seat) if self._claims(state, each)])
            if asked:
                play = play.ask(Contest(seat, declared, asked), events)
                return state._replace(phase=phases.CONTEST, play=play)
        return win(state, state.betting, seat, declared, events)

    def _waive(self, state: PotState, events: list[Event]) -> PotState:
        contest = state.play.contest
        assert contest is not None
        if (left := contest.after_waiver) is not None:
            return state._replace(play=state.play.ask(left, events))
        return win(state, state.betting, contest.claimant, contest.declared, events)
