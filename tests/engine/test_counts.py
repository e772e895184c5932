"""What a match has come to is counted from what happened, in any game."""

from collections.abc import Sequence

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.cards import FRENCH
from cardtui_engine.events import (
    Acted,
    CardsShown,
    Checked,
    EnvidoSettled,
    Event,
    HandEnded,
)
from cardtui_engine.library.counts import Counts, counted, nothing_counted
from cardtui_engine.library.match import Match
from cardtui_engine.library.registry import get_rules


def counts(game: str, *events: Sequence[Event], seats: int = 2) -> Counts:
    """Return what those updates come to."""
    rules = get_rules(game)
    found = nothing_counted(rules, seats)
    for each in events:
        found = counted(found, each, rules)
    return found.counts


def did(seat: int, verb: str) -> list[Event]:
    return [Acted(seat, Action(verb))]


def won(seat: int, reason: str = "tricks") -> list[Event]:
    return [HandEnded((seat,), reason)]


def test_a_raise_that_was_accepted_and_lost_is_a_bluff_called() -> None:
    found = counts("truco-argentino", did(0, "truco"), did(1, "quiero"), won(1))
    assert (found.hands, found.bluffs) == ((0, 1), (0, 1))


def test_a_raise_in_answer_takes_the_first_one_up() -> None:
    for game, raised in (("truco-argentino", "retruco"), ("truco-brasileiro", "raise")):
        found = counts(game, did(0, "truco"), did(1, raised), won(1, "fold"))
        assert found.bluffs == (0, 1)


def test_a_raise_that_was_accepted_and_won_or_not_accepted_is_none() -> None:
    found = counts("truco-brasileiro", did(0, "truco"), did(1, "accept"), won(0))
    assert (found.hands, found.bluffs) == ((1, 0), (0, 0))
    found = counts("truco-brasileiro", did(0, "truco"), did(1, "run"), won(0, "run"), won(1))
    assert (found.hands, found.bluffs) == ((1, 1), (0, 0))


def test_an_envido_that_goes_first_leaves_the_raise_waiting() -> None:
    settled: list[Event] = [EnvidoSettled(1, 2, 1, 27)]
    envido = (did(0, "truco"), did(1, "envido"), did(0, "quiero"), settled)
    found = counts("truco-argentino", *envido, did(1, "no_quiero"), won(0, "fold"))
    assert (found.envidos, found.bluffs) == ((0, 1), (0, 0))
    found = counts("truco-argentino", *envido, did(1, "quiero"), won(1))
    assert found.bluffs == (0, 1)


def test_an_envido_that_was_said_wrongly_is_the_others() -> None:
    told: list[Event] = [EnvidoSettled(1, 2, 1, 27), EnvidoSettled(0, 2, 1, 27, wrong=True)]
    assert counts("truco-argentino", told).envidos == (1, 0)


def test_who_goes_out_is_counted_with_how() -> None:
    shown: list[Event] = [CardsShown(1, FRENCH.cards(FRENCH.codes[:10]))]
    own = [*did(1, "go_out"), *shown, *won(1, "out")]
    claimed = [*did(2, "claim"), CardsShown(2, FRENCH.cards(FRENCH.codes[:9])), *won(2, "out")]
    left = [*did(0, "fold")]
    waived = [*did(0, "waive"), CardsShown(2, FRENCH.cards(FRENCH.codes[:9])), *won(2, "out")]
    found = counts("pif-paf", own, claimed, left, won(1, "folds"), waived, seats=3)
    assert found.hands == (0, 2, 2)
    assert found.outs == (0, 1, 2)
    assert found.claims == (0, 0, 2)
    assert found.tens == (0, 1, 0)
    assert found.folds == (1, 0, 0)


def test_a_pass_that_costs_nothing_leaves_no_hand() -> None:
    stays: list[Event] = [*did(0, "pass"), Checked(0)]
    assert counts("cacho", stays, did(1, "pass")).folds == (0, 1)


@pytest.mark.parametrize("game", ["truco-argentino", "truco-brasileiro", "truco-paulista", "cacho"])
def test_the_hands_of_a_whole_match_add_up(game: str) -> None:
    match, bits = Match(game, seed=3), Bits(5)
    found, hands = nothing_counted(match.rules, match.seats), 0
    while not match.over and hands < 40:
        events = match.act(bits.pick(match.choices()).sample(bits))
        found = counted(found, events, match.rules)
        hands += sum(isinstance(each, HandEnded) and bool(each.winners) for each in events)
    assert sum(found.counts.hands) == hands > 0
