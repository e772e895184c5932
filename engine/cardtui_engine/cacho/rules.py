"""The rules of Cacho: what may be said in each round, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from cardtui_engine.actions import (
    Action,
    Kind,
    Param,
    Verb,
    check_form,
    malformed,
    verb_table,
)
from cardtui_engine.betting import Betting
from cardtui_engine.cacho import setup as positions
from cardtui_engine.cacho.hand import close_round, deal_hand, why_over
from cardtui_engine.cacho.options import PRESETS, SPECS
from cardtui_engine.cacho.ranking import PACK
from cardtui_engine.cacho.state import (
    DEAL,
    FIRST,
    OVER,
    ROUNDS,
    SECOND,
    STAKES,
    THIRD,
    Phase,
    State,
    Terms,
    before_the_match,
)
from cardtui_engine.cacho.view import facts, view_of
from cardtui_engine.cards import FRENCH, Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.domains import Range
from cardtui_engine.events import Event, Viewer
from cardtui_engine.frame import NOT_DEALT, Note
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import BadSetup, Code, IllegalAction
from cardtui_engine.rules import Rules, Turn
from cardtui_engine.setup_values import read_dealer
from cardtui_engine.views import View, check_viewer

_PASS: Final = Choice("pass", kind=ChoiceKind.GIVES_UP)
_CHECK: Final = Choice("pass", kind=ChoiceKind.CHECK)
_FIXED: Final = {phase: (_PASS, Choice("bet", price=cost)) for phase, cost in STAKES.items()}
_TURNS: Final[Mapping[tuple[Phase, int | None], Turn]] = {
    **{(phase, seat): Turn(phase, (seat,), ()) for phase in ROUNDS for seat in range(4)},
    **{(phase, None): Turn(phase, (), ()) for phase in (DEAL, OVER)},
}
_PACK_SET: Final = set(PACK)
_PLACES: Final[dict[str, tuple[str, ...]]] = {
    DEAL: (),
    FIRST: ("pass", "bet"),
    SECOND: ("pass", "bet"),
    THIRD: ("pass", "bet", "call", "raise"),
    OVER: (),
}
_FIXED_BET: Final = "In this round nobody calls or raises: bet or pass."
_NOTES: Final[dict[str, Note]] = {
    DEAL: Note("CC-02", NOT_DEALT),
    FIRST: Note("CC-10", _FIXED_BET, turn_clause="CC-02"),
    SECOND: Note("CC-12", _FIXED_BET, turn_clause="CC-02"),
    THIRD: Note("CC-14", turn_clause="CC-02"),
}


@lru_cache(maxsize=4096)
def _third_round_choices(top: int, own: int, cap: int, free: bool) -> tuple[Choice, ...]:
    """Return what a seat may do in the third round; ``free``: a pass is a check (CC-17)."""
    if not top:
        return (_CHECK if free else _PASS, Choice("bet", (Range("to", 1, cap),)))
    call = Choice("call", price=top - own)
    if top == cap:  # CC-20
        return (_PASS, call)
    return (_PASS, call, Choice("raise", (Range("to", top + 1, cap),)))


class Cacho(Rules[State]):
    """Cacho."""

    id = "cacho"
    deck = FRENCH
    pack = PACK
    seats: tuple[int, ...] = (2, 3, 4)
    specs = SPECS
    presets = PRESETS
    verbs = verb_table(
        Verb("pass"),
        # Its form depends on the round: see `_check_bet_form`.
        Verb("bet", (Param("to", Kind.NUMBER, required=False),)),
        Verb("call"),
        Verb("raise", (Param("to", Kind.NUMBER),)),
    )
    places = _PLACES
    notes = _NOTES
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
        betting = state.betting
        if seat != betting.to_act:
            return ()
        fixed = _FIXED.get(state.phase)
        if fixed is not None:
            return fixed
        top = betting.top
        free = state.terms.check and not top
        return _third_round_choices(top, betting.bets[seat], betting.covered, free)

    def check_form(self, state: State, action: Action) -> None:
        """See `Rules.check_form`: what a bet names depends on the round (CC-10, CC-14)."""
        check_form(action, self.verbs.get(action.verb))
        if action.verb == "bet" and (action.to is None) == (state.phase is THIRD):
            _check_bet_form(state.phase, action.to)

    def may(self, state: State, seat: int, verb: str) -> bool:
        """See `Rules.may`."""
        return seat == state.betting.to_act and verb in _PLACES[state.phase]

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
        betting = state.betting
        stake = STAKES.get(state.phase)
        if stake is None:
            betting = _speak_freely(betting, action, check=state.terms.check)
        elif action.verb == "bet":
            betting = betting.put("bet", stake)
        else:
            betting = betting.leave("pass")
        if betting.to_act is not None and (stake is not None or len(betting.live) > 1):
            return state.with_betting(betting)
        return close_round(state, betting, events)

    def deal(self, state: State, pack: Sequence[Card]) -> tuple[State, tuple[Event, ...]]:
        """See `Rules.deal`."""
        if state.phase is not DEAL:
            raise BadSetup("no pack is wanted now")
        if len(pack) != len(PACK) or set(pack) != _PACK_SET:
            raise BadSetup("the pack must hold ace to six of each suit once")
        return deal_hand(state, tuple(pack))

    def view(self, state: State, viewer: Viewer) -> View:
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


def _check_bet_form(phase: Phase, to: int | None) -> None:
    """Refuse a bet that names its size where it is fixed, or does not where it is free."""
    if phase is THIRD:
        if to is None:
            raise malformed("In the third round “bet” needs “to”: the chips to put in.")
    elif to is not None and phase in STAKES:
        raise malformed(
            "In the {phase} round “bet” takes no “to”: it is {cost} always.",
            phase=phase,
            cost=STAKES[phase],
        )


def _speak_freely(betting: Betting, action: Action, *, check: bool) -> Betting:
    """Return the betting after an action of the third round, or refuse it.

    Args:
        betting: as it was.
        action: of the seat whose turn it is.
        check: whether a pass with no bet made is a check (CC-17).
    """
    verb, top = action.verb, betting.top
    if verb == "pass":
        return betting.stay(verb) if check and not top else betting.leave(verb)
    if verb == "call":
        if not top:
            raise IllegalAction(Code.NOT_ALLOWED, "Nobody has bet yet: bet or pass.", "CC-14")
        return betting.put(verb, top)
    if verb == "bet" and top:
        raise IllegalAction(
            Code.NOT_ALLOWED,
            "There is a bet of {top} already: call it, raise it or pass.",
            "CC-14",
            top=top,
        )
    if verb == "raise" and not top:
        raise IllegalAction(Code.NOT_ALLOWED, "There is no bet to raise yet: bet or pass.", "CC-14")
    to = action.to
    assert to is not None
    cap = betting.covered
    if to <= top:
        if top == cap:
            raise IllegalAction(
                Code.BAD_AMOUNT,
                "The bets have reached what everybody can match, {cap}: call or pass.",
                "CC-20",
                cap=cap,
            )
        raise IllegalAction(Code.BAD_AMOUNT, "That must be at least {low}.", "CC-15", low=top + 1)
    if to > cap:
        raise IllegalAction(
            Code.BAD_AMOUNT,
            "Nobody may bet beyond what everybody still in can match: at most {cap}.",
            "CC-20",
            cap=cap,
        )
    return betting.put(verb, to)
