"""Builds positions of the games with a pot from a scenario's setup."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardtui_engine.families.betting import begin_round
from cardtui_engine.families.reading import read_number, read_numbers, read_seats
from cardtui_engine.families.rummy.cards import phases
from cardtui_engine.families.rummy.cards.setup import check_keys, dealt_hands, read_play
from cardtui_engine.families.rummy.pot.state import PotState
from cardtui_engine.refusals import BadSetup


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
    play = read_play(setup, seats)
    dealt = dealt_hands(play, state.dealer)
    chips = list(state.betting.chips)
    if not chips_given:
        for seat in dealt:
            chips[seat] -= ante
        if min(chips) < 0:
            raise BadSetup("hands: who cannot pay the ante is not dealt in")
    gone = read_seats(setup, "folded", seats)
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
