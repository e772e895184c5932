"""Advice follows from what a seat sees: hidden cards make no difference to it."""

from itertools import islice

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Level
from cardtui_engine.library.advising import advice_for
from cardtui_engine.library.lab import decisions
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_engine.library.worlds import Course, worlds


@pytest.mark.parametrize("game", game_ids())
def test_whatever_the_others_hold_the_same_view_has_the_same_advice(game: str) -> None:
    rules = get_rules(game)
    seats = min(rules.seats)
    options = rules.options({}, seats=seats)
    bots = [get_bot_maker(game)(options, seats, Level.EASY) for _ in range(seats)]
    steps = list(islice(play(rules, options, bots, Bits(5)), 40))
    for place in decisions(rules, steps)[:3]:
        act = steps[place].entry
        course = Course.of(rules, options, steps[:place])
        seat = act.seat  # type: ignore[union-attr] # a decision is an act
        view = rules.seat_view(course.state, seat)
        known = advice_for(game, options, seats, view)
        hidden = set()
        for world in islice(worlds(course, seat, Bits(place)), 4):
            other = rules.seat_view(world.state, seat)
            assert other == view
            assert advice_for(game, options, seats, other) == known
            hidden.add(repr(world.state))
        assert len(hidden) > 1, "the cards of others differ"
