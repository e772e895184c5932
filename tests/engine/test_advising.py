"""Advice follows from what a seat sees: hidden cards make no difference to it.

Its numbers speak for it: nobody is told to give up what the odds say to play on, or to play on what
they say to give up.
"""

from itertools import islice

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Level, Reason
from cardtui_engine.choices import Choice, ChoiceKind
from cardtui_engine.library.advising import advice_for
from cardtui_engine.library.lab import decisions
from cardtui_engine.library.registry import game_ids, get_bot_maker, get_rules
from cardtui_engine.library.simulate import play
from cardtui_engine.library.worlds import Course, worlds
from tests.support.nights import BY_DAY, by_night, games_and_by_night


@pytest.mark.slow
@pytest.mark.parametrize("game", games_and_by_night())
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


TABLES = [
    pytest.param(game, seats, most, marks=marks)
    for game in game_ids()
    for seats in sorted({min(get_rules(game).seats), 4, 6} & set(get_rules(game).seats))
    for most, marks in ((15, ()), (250, pytest.mark.nightly))
    if marks or game in BY_DAY
]
"""By day few decisions at tables of each family."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "most"), TABLES)
def test_what_is_advised_and_the_numbers_beside_it_say_the_same(
    game: str, seats: int, most: int
) -> None:
    rules = get_rules(game)
    options = rules.options({}, seats=seats)
    levels = (Level.EASY, Level.NORMAL, Level.HARD)
    bots = [get_bot_maker(game)(options, seats, levels[seat % 3]) for seat in range(seats)]
    tried = 0
    for seed in range(1, 20):
        steps = list(islice(play(rules, options, bots, Bits(seed)), min(300, 4 * most)))
        for place in decisions(rules, steps):
            act = steps[place].entry
            view = rules.seat_view(steps[place - 1].state, act.seat)  # type: ignore[union-attr] # as above
            advice = advice_for(game, options, seats, view)
            assert agrees(advice, view.own.choices), (advice, view)
            tried += 1
            if tried == most:
                return
    raise AssertionError("too few decisions")


def agrees(advice: Advice, choices: tuple[Choice, ...]) -> bool:
    """Return whether the numbers speak for what is advised, as they are told: in hundredths."""
    assert advice.action is not None
    kind = next(each.kind for each in choices if advice.action in each)
    told = [round(100 * each) for each in advice.numbers]
    match advice.reason:
        case Reason.CHANCE if kind in (ChoiceKind.GIVES_UP, ChoiceKind.CHECK):
            return told[0] <= told[1]
        case Reason.CHANCE:
            return told[0] >= told[1]
        case Reason.BLUFF:
            return told[0] >= told[1] and kind is not ChoiceKind.GIVES_UP
        case Reason.MATCH:
            return all(0 <= each <= 100 for each in told)
        case Reason.MIX:
            return told[0] >= 10
        case Reason.SURE:
            return kind is not ChoiceKind.GIVES_UP
        case _:
            return True


@pytest.mark.nightly
def test_a_learner_at_a_table_of_four_is_told_what_brings_most_and_not_what_is_done_at_times() -> (
    None
):
    """Hard bots mix, so that nobody reads them; that is no advice."""
    rules = get_rules("truco-paulista")
    options = rules.options({}, seats=4)
    bots = [get_bot_maker(rules.id)(options, 4, Level.HARD)] * 4
    steps = list(islice(play(rules, options, bots, Bits(3)), 60))
    for place in decisions(rules, steps):
        view = rules.seat_view(steps[place - 1].state, steps[place].entry.seat)  # type: ignore[union-attr] # as above
        advice = advice_for(rules.id, options, 4, view)
        assert advice.reason is not Reason.MIX
        if advice.reason is Reason.MATCH and advice.action is not None:
            quieter = advice.action.verb not in {"truco", "raise"}
            assert advice.numbers[0] >= advice.numbers[1] - 0.01 * quieter


@pytest.mark.slow
@pytest.mark.parametrize("most", [25, *by_night(300)])
def test_a_mix_is_advised_by_what_is_done_most_often(most: int) -> None:
    """What a bot does once in thirty times to hide what it holds is no advice to anybody.

    Of two choices that are worth nearly as much for the match either may be advised.
    """
    rules = get_rules("truco-paulista")
    options = rules.options({}, seats=4)
    hard = get_bot_maker(rules.id)(options, 4, Level.HARD)
    steps = list(islice(play(rules, options, [hard] * 4, Bits(3)), most))
    for place in decisions(rules, steps):
        view = rules.seat_view(steps[place - 1].state, steps[place].entry.seat)  # type: ignore[union-attr] # as above
        done = [hard.decide(view, Bits(number)) for number in range(60)]
        advice = advice_for(rules.id, options, 4, view)
        is_close = advice.reason is Reason.MATCH and advice.numbers[0] - advice.numbers[1] < 0.01
        assert is_close or done.count(advice.action) > 6
