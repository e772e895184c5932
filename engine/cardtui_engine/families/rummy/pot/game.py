"""What both Pif Pafs do the same way: antes, whose turn it is, the last seat left, the pot, who is
out, and the end of the match. Options that leave fewer than two players with enough chips are
refused here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, assert_never

from cardtui_engine.actions import Action
from cardtui_engine.cards import Card
from cardtui_engine.domains import RandomBits
from cardtui_engine.events import (
    CardsShown,
    ChipsBought,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    PhaseBegan,
    PlayerOut,
    PotWon,
    Viewer,
)
from cardtui_engine.families.betting import Betting, begin_round, bought
from cardtui_engine.families.chips import dealt_in, starting_chips, why_over
from cardtui_engine.families.rummy.cards import play as phases
from cardtui_engine.families.rummy.cards.declaring import Declared, declare
from cardtui_engine.families.rummy.cards.game import RummyGame
from cardtui_engine.families.rummy.cards.play import Play, deal_out, no_play
from cardtui_engine.families.rummy.cards.setup import check_keys, dealt_hands, read_play
from cardtui_engine.families.rummy.cards.view import RummyOwn, WayOut
from cardtui_engine.families.rummy.pot.state import (
    PotResult,
    PotState,
    Terms,
    before_the_match,
    bet_limit,
    cutter,
)
from cardtui_engine.families.rummy.pot.view import RummyPotPublic, facts, view_of
from cardtui_engine.families.scenario_values import read_folded, read_number, read_numbers
from cardtui_engine.hidden import shuffle
from cardtui_engine.options import OptionValue
from cardtui_engine.outcome import Ending
from cardtui_engine.refusals import BadOption, BadSetup
from cardtui_engine.views import View


def read_setup(start: PotState, setup: Mapping[str, Any]) -> PotState:
    """Return the position that the setup describes, given the start of its match.

    Raises:
        BadSetup: the position is impossible; the sentence names the key.
    """
    check_keys(setup, ("chips",), ("pot", "folded", "begin"))
    seats = len(start.play.hands)
    given = read_numbers(setup, "chips", seats)
    chips = start.betting.chips if given is None else given
    state = start._replace(hand=read_number(setup, "hand", 1, 1), betting=begin_round(chips, 0, ()))
    if setup.get("hands") is not None:
        return _dealt(state, setup, chips_given=given is not None)
    least = state.terms.least
    if sum([each >= least for each in chips]) < 2:
        raise BadSetup(f"chips: two players need {least} or more to be dealt in")
    return state


def _dealt(state: PotState, setup: Mapping[str, Any], *, chips_given: bool) -> PotState:
    """Return the position at the first decision after the deal."""
    seats, ante = len(state.play.hands), state.terms.ante
    play = read_play(setup, seats, jokers=state.terms.jokers)
    dealt = dealt_hands(play, state.dealer)
    chips = list(state.betting.chips)
    if not chips_given:
        for seat in dealt:
            chips[seat] -= ante
        if min(chips) < 0:
            raise BadSetup("hands: who cannot pay the ante is not dealt in")
    gone = read_folded(setup, seats)
    if any(seat not in dealt for seat in gone):
        raise BadSetup("folded: only who was dealt in can have left the hand")
    live = tuple([seat for seat in dealt if seat not in gone])
    if len(live) < 2:
        raise BadSetup("folded: the last one left would have taken the pot")
    pot = read_number(setup, "pot", ante * len(dealt), 0)
    state = state._replace(
        phase=phases.BETTING, dealt=dealt, betting=begin_round(tuple(chips), pot, live), play=play
    )
    begin = setup.get("begin")
    if begin is None:
        return state
    if begin != "play":
        raise BadSetup('begin: it can be "play" only')
    return state._replace(phase=phases.DRAW, play=play.begin(live))


class PotGame(RummyGame[PotState, RummyPotPublic]):
    """A rummy game for a pot.

    Attributes:
        way_out: what views tell of it.
    """

    way_out: WayOut

    @abstractmethod
    def terms(self, options: Mapping[str, OptionValue]) -> Terms:
        """Return the terms that those options make."""

    @abstractmethod
    def next_dealer(self, state: PotState) -> int:
        """Return the dealer of the hand for which the next pack is."""

    def options(self, given: Mapping[str, Any], seats: int) -> dict[str, OptionValue]:
        """See `Rules.options`; it also refuses options under which no match could begin."""
        options = super().options(given, seats)
        least = self.terms(options).least
        if sum([chips >= least for chips in starting_chips(options[self.chips_option], seats)]) < 2:
            raise BadOption(
                "{name}: two players need {least} chips or more.",
                name=self.chips_option,
                least=least,
            )
        return options

    def begin_match(self, options: Mapping[str, OptionValue], seats: int, dealer: int) -> PotState:
        chips = starting_chips(options[self.chips_option], seats)
        return before_the_match(self.terms(options), chips, dealer)

    def begin_hand(self, state: PotState, pack: tuple[Card, ...], events: list[Event]) -> PotState:
        dealer = self.next_dealer(state)
        state = state._replace(
            hand=state.hand + 1 if state.played else state.hand,
            dealer=dealer,
            played=False,
            dealt=dealt_in(state.betting.chips, dealer, state.terms.least),
            step=0,
        )
        events.append(HandStarted(state.hand, dealer))
        return self.with_pack(state, pack, events)

    def with_pack(self, state: PotState, pack: tuple[Card, ...], events: list[Event]) -> PotState:
        """Continue with a shuffled pack: the antes, the cards, and the betting."""
        dealt, ante = state.dealt, state.terms.ante
        chips = tuple(
            [
                each - ante if seat in dealt else each
                for seat, each in enumerate(state.betting.chips)
            ]
        )
        betting = begin_round(chips, ante * len(dealt), dealt)
        play = deal_out(len(chips), dealt, pack, events)
        state = state._replace(phase=phases.BETTING, betting=betting, play=play, pack=())
        if bet_limit(state) == 0:  # PP-12, PT-13
            return begin_play(state, betting, events)
        events.append(PhaseBegan(phases.BETTING))
        return state

    def between_hands(self, state: PotState) -> bool:
        return state.played and state.phase is phases.DEAL

    def with_chips(self, state: PotState, seat: int, chips: int) -> tuple[PotState, ChipsBought]:
        betting, event = bought(state.betting, seat, chips)
        return state._replace(betting=betting), event

    def to_act(self, state: PotState) -> tuple[int, ...]:
        phase = state.phase
        match phase:
            case phases.DRAW | phases.DISCARD:
                seat = state.play.seat
            case phases.BETTING | phases.MATCHING:
                seat = state.betting.to_act
            case phases.CONTEST:
                contest = state.play.contest
                assert contest is not None
                seat = contest.asked[0]
            case phases.CUT:
                seat = cutter(state)
            case phases.DEAL | phases.STAYING | phases.OVER:
                seat = None
            case _:
                assert_never(phase)
        return () if seat is None else (seat,)

    def went_out(self, state: PotState, seat: int, action: Action, events: list[Event]) -> PotState:
        """End the hand by going out on the seat's own turn, or refuse the declaration."""
        declared = declare(state.melder, self.going_out, state.play.hands[seat], action)
        return win(state, state.betting, seat, declared, events)

    def view(self, state: PotState, viewer: Viewer) -> View[RummyPotPublic, RummyOwn]:
        own = None if viewer is None else self.own_view(state, viewer)
        return view_of(state, self.turn(state), self.way_out, own)

    def with_play(self, state: PotState, play: Play) -> PotState:
        return state._replace(play=play)

    def resample(self, state: PotState, viewer: Viewer, bits: RandomBits) -> PotState:
        """See `Rules.resample`; before the cut, the whole pack is hidden."""
        pack = [*state.pack]
        shuffle(pack, bits)
        return super().resample(state._replace(pack=tuple(pack)), viewer, bits)

    def read_setup(self, start: PotState, setup: Mapping[str, Any]) -> PotState:
        state = read_setup(start, setup)
        if state.phase is phases.BETTING and bet_limit(state) == 0:
            return begin_play(state, state.betting, [])
        return state

    def ending(self, state: PotState) -> Ending | None:
        return why_over(state.betting.chips, state.terms.least, state.hand, state.terms.hands)

    def facts(self, state: PotState) -> dict[str, Any]:
        return facts(state, self.turn(state), self.way_out)


def betting_goes_on(state: PotState, events: list[Event]) -> PotState:
    """Continue after a seat has spoken: a seat left alone wins, or the betting may be over."""
    betting = state.betting
    if len(betting.live) == 1:  # PP-14, PT-14
        return win(state, betting, betting.live[0], None, events)
    if betting.to_act is None:  # PP-15
        return begin_play(state, betting, events)
    return state


def begin_play(state: PotState, betting: Betting, events: list[Event]) -> PotState:
    """Return the position after the betting: the first live seat draws."""
    events.append(PhaseBegan(phases.DRAW))
    return state._replace(
        phase=phases.DRAW,
        betting=begin_round(betting.chips, betting.pot, betting.live),
        play=state.play.begin(betting.live),
    )


def win(
    state: PotState, betting: Betting, seat: int, declared: Declared | None, events: list[Event]
) -> PotState:
    """End the hand: the seat takes the pot, and the match may end (PP-04, PT-05)."""
    terms = state.terms
    chips = betting.won_by(seat)
    if declared is not None:
        events.append(CardsShown(seat, tuple([c for meld in declared.melds for c in meld])))
    events.append(PotWon(seat, betting.pot))
    result = PotResult(seat, betting.pot, None if declared is None else declared.laid())
    events.append(HandEnded((seat,), result.reason))
    can_pay = [each >= terms.least for each in chips]
    events.extend([PlayerOut(each) for each in sorted(state.dealt) if not can_pay[each]])
    ending = why_over(chips, terms.least, state.hand, terms.hands)
    ended = state._replace(
        phase=phases.DEAL if ending is None else phases.OVER,
        played=True,
        betting=begin_round(chips, 0, ()),
        play=no_play(len(chips)),
        last=result,
    )
    if ending is not None:
        events.append(MatchEnded(ended.winners, ending))
    return ended
