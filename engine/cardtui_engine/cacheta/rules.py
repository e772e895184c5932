"""The rules of Cacheta: draw, throw and knock, declare the good one, and cut the line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cardtui_engine.actions import Action, Verb, simple_verbs, verb_table
from cardtui_engine.cacheta.options import PRESETS, SPECS, form_of
from cardtui_engine.cacheta.round import begin_round, end_round, why_over
from cardtui_engine.cacheta.setup import read_setup
from cardtui_engine.cacheta.state import State, Terms, before_the_match
from cardtui_engine.cacheta.view import facts, view_of
from cardtui_engine.cards import Card
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.events import Burned, Event, Viewer
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import BadSetup, Code, IllegalAction
from cardtui_engine.rummy import phases
from cardtui_engine.rummy.declaring import (
    GoingOut,
    check_named,
    completing,
    declare,
    ways_out,
)
from cardtui_engine.rummy.game import (
    DECLARATION,
    DISCARD,
    DRAW,
    RummyGame,
    discard_choice,
    draw_choice,
    no_claim,
    notes_of,
)
from cardtui_engine.rummy.laying import declaration, vain_declaration
from cardtui_engine.rummy.melds import Arrangement
from cardtui_engine.rummy.own import own_part
from cardtui_engine.rummy.play import HAND_SIZE, Contest
from cardtui_engine.setup_values import read_dealer
from cardtui_engine.views import Own, View, check_viewer

_KNOCK: Final = GoingOut("CA-30", ten=True, unnamed=True)
_CUT: Final = GoingOut("CA-42", ten=True, unnamed=True)
_PLACES: Final[dict[str, tuple[str, ...]]] = {
    phases.DEAL: (),
    phases.OVER: (),
    phases.DRAW: ("draw", "good_one", "cut"),
    phases.DISCARD: ("discard", "knock", "good_one"),
    phases.CONTEST: ("cut", "waive"),
}
_ASIDE: Final[dict[str, tuple[str, ...]]] = {
    phases.DRAW: ("good_one", "cut"),
    phases.DISCARD: ("good_one",),
}
_GOOD_ONE: Final = Choice("good_one")


class Cacheta(RummyGame[State]):
    """Cacheta."""

    id = "cacheta"
    seats = (2, 3, 4, 5, 6, 7, 8)
    specs = SPECS
    presets = PRESETS
    verbs = verb_table(
        DRAW,
        DISCARD,
        Verb("knock", DECLARATION),
        Verb("cut", DECLARATION),
        *simple_verbs(("good_one", "waive")),
    )
    places = _PLACES
    aside = _ASIDE
    interrupts = True
    turn_clause = "CA-20"
    notes = notes_of("CA-20")

    def start(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> State:
        """See `Rules.start`."""
        if seats not in self.seats:
            raise BadSetup(f"seats: this is no game for {seats}")
        if dealer not in range(seats):
            raise BadSetup(f"dealer: there is no seat {dealer}")
        points, rounds = options["points"], options["rounds"]
        assert isinstance(points, int)
        assert isinstance(rounds, int)
        terms = Terms(
            points=points,
            rounds=rounds,
            natural_trumps=bool(options["natural_trumps"]),
            form=form_of(options),
        )
        return before_the_match(terms, seats, dealer)

    def begin_hand(self, state: State, pack: tuple[Card, ...], events: list[Event]) -> State:
        """See `RummyGame.begin_hand`."""
        return begin_round(state, pack, events)

    def to_act(self, state: State) -> tuple[int, ...]:
        """See `RummyGame.to_act`."""
        play = state.play
        seat = play.seat if play.contest is None else play.contest.asked[0]
        return () if seat is None else (seat,)

    def may_act(self, state: State) -> tuple[int, ...]:
        """Return who may cut the line (CA-41); the good one puts nobody here (CA-40)."""
        if state.phase is not phases.DRAW:
            return ()
        turn = state.play.seat
        return tuple([seat for seat in state.good if seat != turn and _may_cut(state, seat)])

    def may_declare(self, state: State) -> tuple[int, ...]:
        """Return who waits for a turn and has not declared the good one yet (CA-40)."""
        if state.phase not in (phases.DRAW, phases.DISCARD):
            return ()
        not_these = (*state.good, state.play.seat)
        return tuple([seat for seat in sorted(state.play.order) if seat not in not_these])

    def may_interrupt(self, state: State, seat: int) -> bool:
        """See `RummyGame.may_interrupt`: the good one may yet be declared, but not if burned."""
        return seat not in state.burned

    def legal(self, state: State, seat: int) -> tuple[Choice, ...]:
        """See `Rules.legal`."""
        play, phase = state.play, state.phase
        if seat not in play.order:
            return ()
        if play.contest is not None:
            if seat != play.contest.asked[0]:
                return ()
            return (_cut_choice(state, seat), Choice("waive"))
        found: list[Choice] = []
        hand = play.hands[seat]
        if phase is phases.DRAW:
            if _may_cut(state, seat):
                found.append(_cut_choice(state, seat))
            if seat == play.seat:
                found.append(draw_choice(play))
        elif seat == play.seat:
            ways = ways_out(state.melder, _KNOCK, hand)
            if ways:
                found.append(_knock_choice(state, "knock", _KNOCK, hand, ways))
            found.append(discard_choice(hand))
        if _may_declare(state, seat):
            found.append(_GOOD_ONE)
        return tuple(found)

    def act(self, state: State, seat: int, action: Action, events: list[Event]) -> State:
        """See `Rules.act`."""
        match action.verb:
            case "draw":
                play = self.drawn(state, action, events)
                return state._replace(play=play, phase=phases.DISCARD)
            case "discard":
                return state._replace(play=self.thrown(state, seat, action), phase=phases.DRAW)
            case "knock":
                hand = state.play.hands[seat]
                declared = declare(state.melder, _KNOCK, hand, action)
                return end_round(state, seat, "knock", declared, events)
            case "good_one":
                return _declare_good(state, seat)
            case "waive":
                return _waive(state, events)
            case _:
                return _cut(state, seat, action, events)

    def view(self, state: State, viewer: Viewer) -> View:
        """See `Rules.view`."""
        check_viewer(viewer, len(state.play.hands))
        own = None
        if viewer is not None:
            hand = state.play.hands[viewer]
            part = own_part(state.melder, _KNOCK, hand)
            own = Own(viewer, hand, self.legal(state, viewer), part)
        return view_of(state, self.turn(state), own)

    def setup(
        self, options: Mapping[str, OptionValue], seats: int, setup: Mapping[str, Any]
    ) -> State:
        """See `Rules.setup`."""
        return read_setup(self.start(options, seats, read_dealer(setup, seats)), setup)

    def ending(self, state: State) -> Ending | None:
        """See `Rules.ending`."""
        return why_over(state.terms, state.scores, state.hand)

    def facts(self, state: State) -> dict[str, Any]:
        """See `Rules.facts`."""
        return facts(state, self.turn(state))


def _knock_choice(
    state: State,
    verb: str,
    going_out: GoingOut,
    cards: tuple[Card, ...],
    ways: dict[Card | None, Arrangement],
) -> Choice:
    """Return the choice of going out; its price is what each opponent loses (CA-31)."""
    price = 2 if None in ways else 1
    return Choice(verb, declaration(state.melder, going_out, cards, ways), price)


def _may_declare(state: State, seat: int) -> bool:
    """Whether a seat in play may declare the good one (CA-40)."""
    hand = state.play.hands[seat]
    return (
        seat not in state.good and len(hand) == HAND_SIZE and bool(completing(state.melder, hand))
    )


def _declare_good(state: State, seat: int) -> State:
    if seat in state.good:
        raise IllegalAction(
            Code.NOT_ALLOWED, "You have declared the good one already: it lasts.", "CA-40"
        )
    if seat not in state.play.order:
        raise IllegalAction(
            Code.NOT_ALLOWED, "You are not in this round: wait for the next one.", "CA-40"
        )
    if not _may_declare(state, seat):
        raise IllegalAction(
            Code.NOT_ALLOWED,
            "With nine cards, of which one more would make a knock, you may declare; not yet.",
            "CA-40",
        )
    return state._replace(good=tuple(sorted((*state.good, seat))))


def _may_cut(state: State, seat: int) -> bool:
    """Whether the seat may cut the line now (CA-41)."""
    thrower = state.play.thrower
    return (
        thrower is not None and seat != thrower and seat in state.good and seat not in state.burned
    )


def _ten(state: State, seat: int) -> tuple[Card, ...]:
    """Return the cards of the seat and the top discard, if there is one."""
    return (*state.play.hands[seat], *state.play.discards[-1:])


def _cut_choice(state: State, seat: int) -> Choice:
    cards = _ten(state, seat)
    ways = ways_out(state.melder, _CUT, cards)
    if ways:
        return _knock_choice(state, "cut", _CUT, cards, ways)
    return Choice("cut", vain_declaration(_CUT, cards), kind=ChoiceKind.BURNS)  # CA-43


def _cut(state: State, seat: int, action: Action, events: list[Event]) -> State:
    play, melder = state.play, state.melder
    cards = _ten(state, seat)
    check_named(action, cards, "CA-42")
    if play.thrower is None:
        no_claim("There is no discard to cut: wait for the next one.", "CA-41")
    if seat == play.thrower:
        no_claim("You threw that card yourself: others may cut.", "CA-41")
    if seat not in state.good:
        no_claim("Only who has declared the good one may cut: declare it first.", "CA-41")
    if seat in state.burned:
        no_claim("You are burned: no more cuts in this round.", "CA-43")
    if not ways_out(melder, _CUT, cards):
        events.append(Burned(seat))
        return state._replace(burned=tuple(sorted((*state.burned, seat))))
    declared = declare(melder, _CUT, cards, action)
    if state.phase is phases.DRAW:
        # CA-44: nearer players with the good one who could knock with it are asked first.
        asked = tuple(
            [
                each
                for each in play.nearer(seat)
                if _may_cut(state, each) and ways_out(melder, _CUT, _ten(state, each))
            ]
        )
        if asked:
            play = play.ask(Contest(seat, declared, asked), events)
            return state._replace(phase=phases.CONTEST, play=play)
    return end_round(state, seat, "cut", declared, events)


def _waive(state: State, events: list[Event]) -> State:
    contest = state.play.contest
    assert contest is not None
    if (left := contest.after_waiver) is not None:
        return state._replace(play=state.play.ask(left, events))
    return end_round(state, contest.claimant, "cut", contest.declared, events)
