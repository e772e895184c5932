"""What views and events tell in every game, so that no client has to infer it."""

from __future__ import annotations

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.events import ChipsBet, PlayerOut
from cardtui_engine.library.registry import game_ids, get_rules
from tests.support.random_play import random_match, random_options

LIMIT = 300


def with_field(name: str) -> list[str]:
    """Return the games whose public part has that field."""
    found: list[str] = []
    for game in game_ids():
        rules = get_rules(game)
        seats = rules.seats[0]
        state = rules.start(rules.options({}, seats), seats, 0)
        if name in rules.view(state, None).game._fields:
            found.append(game)
    return found


@pytest.mark.parametrize("game", with_field("caller"))
def test_a_call_that_waits_is_the_last_word_of_its_caller_whom_the_others_answer(game: str) -> None:
    rules, bits = get_rules(game), Bits(3)
    seats = rules.seats[-1]
    called = 0
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), LIMIT):
        common, public, _own = rules.view(step.state, None)
        assert (public.caller is None) == (public.proposed is None)
        if public.caller is not None and common.phase == "answer":
            called += 1
            assert {seat & 1 for seat in common.to_act} == {1 - (public.caller & 1)}
    assert called


@pytest.mark.parametrize("game", with_field("out"))
def test_who_is_out_stays_out_and_gets_no_cards(game: str) -> None:
    rules, bits = get_rules(game), Bits(4)
    seats = rules.seats[1]
    out: set[int] = set()
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits)):
        common, public, _own = rules.view(step.state, None)
        gone = {event.seat for event in step.events if isinstance(event, PlayerOut)}
        assert gone <= {*public.out} - out
        assert out <= {*public.out}
        out = {*public.out}
        assert not any(common.cards[seat] for seat in out)


@pytest.mark.parametrize("game", with_field("bets"))
def test_an_event_says_whether_a_bet_raised_another(game: str) -> None:
    rules, bits = get_rules(game), Bits(5)
    seats = rules.seats[-1]
    for step in random_match(rules, seats, bits, random_options(rules, seats, bits), LIMIT):
        top = max(rules.view(step.before, None).game.bets)
        for event in step.events:
            if isinstance(event, ChipsBet):
                assert event.raised == (event.to > top > 0)
