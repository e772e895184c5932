"""What the hard bot takes others for, by what a match has shown, and what it does then."""

from __future__ import annotations

import pytest

from cardtui_engine.actions import Action
from cardtui_engine.bits import Bits
from cardtui_engine.bots import Advice, Level, Reason
from cardtui_engine.families.truco.brazilian.bot.deciding import (
    _FREQUENT_EARLY_RATE,
    _FREQUENT_LATER_RATE,
)
from cardtui_engine.families.truco.brazilian.bot.knowledge import every_guess, guess
from cardtui_engine.families.truco.brazilian.bot.learned_play import LearnedPlay
from cardtui_engine.families.truco.brazilian.bot.opponents import at, reading_of
from cardtui_engine.families.truco.brazilian.habits import NO_HABIT, often_early, often_later
from cardtui_engine.games.truco_paulista.bot import TrucoPaulistaBot
from cardtui_engine.games.truco_paulista.state import State
from tests.engine.truco_paulista.table import RULES, act, position

pytestmark = pytest.mark.once

HARD = TrucoPaulistaBot(RULES.options({}, 2), 2, Level.HARD)

LATE = "f fL fS fT f fL fS fT fL fS fT"
"""Somebody who says truco in every later trick."""

QUIET = LATE.lower()

EARLY = "F f f fs f"
"""Somebody who has said truco in the first trick."""

FOLDS = "1- 2- 1- 2- 3- 1- 2- 1- 2- 3-"
ACCEPTS = FOLDS.replace("-", "=")


def verbs(state: State, seat: int, habit: str) -> list[str]:
    """Return what the seat does, as often as chance may matter, if the other has that habit."""
    habits = tuple([NO_HABIT if each == seat else habit for each in range(2)])
    view = RULES.seat_view(state._replace(habits=habits), seat)
    actions = [HARD.decide(view, Bits(seed)) for seed in range(60)]
    return [action.verb for action in actions if action is not None]


def test_a_habitual_raiser_is_called_with_a_card_that_runs_from_a_quiet_one() -> None:
    state = position((("KS",), ("2S",)), tricks=[0, 1], leader=1)
    state, _ = act(state, 1, "truco")
    assert set(verbs(state, 0, LATE)) == {"accept"}
    assert set(verbs(state, 0, QUIET)) == {"run"}


def test_ten_hands_are_enough_to_notice_who_raises_on_anything() -> None:
    reading = reading_of(LATE)
    for place in (1, 2, 3):
        poor, rich = (at(reading.calls[place], looks) for looks in (0.1, 0.9))
        assert poor > rich / 2
        assert reading.freely[place] > 0.7
    assert reading.freely[0] < 0.2


def test_one_raise_makes_nobody_a_bluffer() -> None:
    once = reading_of("fS").calls[2]
    assert max(at(once, 0.1), at(once, 0.6)) < 0.6 * at(once, 0.9)


def test_who_folds_is_raised_on_little_oftener_than_who_accepts() -> None:
    state = position((("7S", "6S"), ("KS", "JD")), tricks=[0], leader=0)
    assert verbs(state, 0, FOLDS).count("truco") > 30
    assert verbs(state, 0, ACCEPTS).count("truco") < 6


def test_who_holds_more_raises_and_accepts_more() -> None:
    for habit in (NO_HABIT, LATE, QUIET, FOLDS, ACCEPTS):
        reading = reading_of(habit)
        for row in (*reading.takes, reading.lifts):
            assert list(row) == sorted(row)
        for row in (*reading.calls, *reading.takes, reading.lifts):
            assert 0 < row[0] <= row[-1] < 1
            assert max(row) == row[-1]


def test_who_changes_is_noticed_and_the_last_hands_count_most() -> None:
    before, since = reading_of(f"{LATE} {QUIET}"), reading_of(f"{QUIET} {LATE}")
    for place in (1, 2, 3):
        poor, late = at(before.calls[place], 0.1), at(since.calls[place], 0.1)
        assert 2 * poor < late < at(reading_of(LATE).calls[place], 0.1)


def test_who_raises_in_half_of_its_hands_may_do_so_on_the_poor_ones() -> None:
    """Good cards alone would not come so often; middling ones it plays as they are."""
    reading = reading_of("fL fl fS fL fl fs fL fl fS fs")
    poor, fair, good = (at(reading.calls[1], looks) for looks in (0.1, 0.5, 0.95))
    assert fair < poor < good


def test_all_hands_of_two_cards_are_looked_at_as_often_as_they_come() -> None:
    state = position((("7S", "6S"), ("KS", "JD")), tricks=[0], leader=0)
    knowledge = HARD.know(RULES.seat_view(state, 0))
    hands, times = every_guess(knowledge)
    assert sum(times) == len(knowledge.pool) * (len(knowledge.pool) - 1) // 2
    assert {tuple(each[0]) for each in hands} == {tuple(sorted(knowledge.hand))}
    drawn = {tuple(guess(knowledge, Bits(seed))[1]) for seed in range(400)}
    assert drawn <= {tuple(each[1]) for each in hands}


def test_three_hidden_cards_are_guessed_at() -> None:
    state = position((("7S", "6S", "2H"), ("KS", "JD", "3C")))
    assert every_guess(HARD.know(RULES.seat_view(state, 0))) == ([], [])


def test_the_levels_below_notice_nothing() -> None:
    normal = TrucoPaulistaBot(RULES.options({}, 2), 2, Level.NORMAL)
    state = position((("7S", "6S"), ("KS", "JD")), tricks=[0], leader=0)
    views = [
        RULES.seat_view(state._replace(habits=(NO_HABIT, habit)), 0) for habit in (FOLDS, ACCEPTS)
    ]
    for seed in range(30):
        one, other = (normal.decide(view, Bits(seed)) for view in views)
        assert one == other


def four(habits: tuple[str, ...] = ("",) * 4) -> State:
    """Return a third trick of four, in which seat 1 has said truco and hides its last card."""
    state = position((("KS",), ("2S",), ("7S",), ("4S",)), tricks=[0, 1], leader=0)
    state, _ = act(state._replace(habits=habits), 0, "play", card="KS")
    for seat, word in ((1, "truco"), (2, "accept")):
        state, _ = act(state, seat, word)
    return act(state, 1, "play", card="2S", face_down=True)[0]


def test_who_has_raised_and_hidden_all_of_its_cards_may_hold_anything() -> None:
    hands = (("KS", "QS"), ("2S", "AS"), ("4C", "QH"), ("KH", "4S"))
    state = position(hands, tricks=["tie"], leader=0)
    state = state._replace(habits=(QUIET, LATE, QUIET, LATE))
    for seat, word, hidden in (
        (0, "KS", None),
        (1, "truco", None),
        (2, "accept", None),
        (1, "2S", True),
        (2, "4C", None),
        (3, "KH", None),
        (0, "QS", None),
        (1, "AS", True),
    ):
        card = {"card": word, "face_down": hidden} if word[-1].isupper() else {}
        state, _ = act(state, seat, "play" if card else word, **card)
    bot = TrucoPaulistaBot(RULES.options({}, 4), 4, Level.HARD)
    assert bot.decide(RULES.seat_view(state, 2), Bits(1)) is not None


@pytest.mark.parametrize(("other", "noticed"), [(LATE, True), (EARLY, True), (QUIET, False)])
def test_the_network_leaves_loud_opponents_to_who_weighs_habits(
    other: str, noticed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = TrucoPaulistaBot(RULES.options({}, 4), 4, Level.HARD)
    by_network = Advice(Action("play"), Reason.ONLY)

    def advise(*_: object) -> Advice:
        return by_network

    monkeypatch.setattr(LearnedPlay, "advise", advise)
    advice = bot.advise(RULES.seat_view(four((QUIET, other, QUIET, other)), 2), Bits(1))
    assert (advice != by_network) == noticed


def test_raises_after_the_first_trick_are_counted_over_the_chances_to_make_them() -> None:
    assert often_later([LATE]) > 0.6 > _FREQUENT_LATER_RATE > often_later([""])
    assert often_later([""]) > often_later([QUIET])


def test_raises_before_a_trick_is_won_are_counted_over_the_chances_to_make_them() -> None:
    assert often_early(["f f ff F"]) > often_early(["f f ff ff f f L"]) > _FREQUENT_EARLY_RATE
    assert often_early([LATE.replace("fL", "f")]) < often_early([""]) < _FREQUENT_EARLY_RATE
