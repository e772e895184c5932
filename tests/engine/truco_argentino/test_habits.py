"""What a match shows of a seat is counted from what was heard, and from nothing else."""

from typing import Any

import pytest

from cardtui_engine.families.truco.shown import pooled
from cardtui_engine.games.truco_argentino.bot.opponents import reading_of
from cardtui_engine.games.truco_argentino.bot.player_kinds import OPENERS, TAKERS
from cardtui_engine.games.truco_argentino.habits import NO_HABIT, ArgentinoHabit
from cardtui_engine.games.truco_argentino.state import State
from tests.engine.truco_argentino.table import RULES, TWO, after, position

FOLDED = ((0, "truco"), (1, "no_quiero"))


def habits(*script: tuple[Any, ...], hands: Any = TWO, **setup: Any) -> tuple[ArgentinoHabit, ...]:
    """Return the habits after a hand that a script has ended."""
    state = after(position(*hands, **setup), *script)
    assert state.deal.played
    return state.habits


def test_nothing_is_known_at_the_start() -> None:
    assert position(*TWO).habits == ()


def test_a_hand_counts_once_it_is_over() -> None:
    state = after(position(*TWO), (0, "envido"), (1, "no_quiero"), (0, "truco"))
    assert state.habits == ()
    one, other = after(state, (1, "no_quiero")).habits
    assert (one.openings, one.envidos, one.called, one.tested) == (1, 1, (1, 0, 0), 0)
    assert (other.asked, other.wanted, other.truco_asked, other.truco_wanted) == (1, 0, 1, 0)
    assert other.openings == 0  # nobody was let to open before the other did


def test_a_seat_that_plays_without_a_word_could_have_opened() -> None:
    one, other = habits((0, "play", "7E"), (1, "envido"), (0, "no_quiero"), *FOLDED)
    assert (one.openings, one.envidos) == (1, 0)
    assert (other.openings, other.envidos) == (1, 1)
    one, other = habits((0, "play", "7E"), (1, "play", "4B"), *FOLDED)
    assert (one.openings, other.openings) == (1, 1)


def test_numbers_count_by_what_was_said_before_them() -> None:
    one, other = habits(
        (0, "envido"), (1, "quiero"), (0, "declare", 33), (1, "declare", 29), *FOLDED
    )
    assert one.bet_numbers == (0, 0, 0, 1)
    assert other.took_numbers == (0, 0, 0, 1)
    one, other = habits(
        (0, "envido"),
        (1, "real_envido"),
        (0, "quiero"),
        (1, "declare", 29),
        (0, "declare", 33),
        *FOLDED,
    )
    assert (other.raised, other.bet_numbers) == (1, (0, 0, 0, 1))
    assert (one.asked, one.wanted) == (1, 1)


def test_a_number_that_was_wrong_is_none() -> None:
    one, _ = habits((0, "envido"), (1, "quiero"), (0, "declare", 40), (1, "son_buenas"), *FOLDED)
    assert one.bet_numbers == (0, 0, 0, 0)


def test_calls_count_by_trick_and_by_how_they_ended() -> None:
    one, other = habits(
        (0, "play", "4O"),
        (1, "play", "1C"),
        (1, "truco"),
        (0, "quiero"),
        (1, "play", "4B"),
        (0, "play", "7E"),
        (0, "play", "6E"),
        (1, "play", "5B"),
    )
    assert (other.reached, other.called) == ((1, 1, 1), (0, 1, 0))
    assert (other.tested, other.lost) == (1, 1)
    assert (one.called, one.tested, one.truco_wanted) == ((0, 0, 0), 0, 1)


def test_a_raise_is_an_answer_and_a_call() -> None:
    one, other = habits((0, "truco"), (1, "retruco"), (0, "no_quiero"))
    assert (other.truco_asked, other.truco_wanted, other.called) == (1, 1, (1, 0, 0))
    assert (one.truco_asked, one.truco_wanted) == (1, 0)


def test_an_envido_before_a_truco_is_no_answer_to_it() -> None:
    one, other = habits((0, "truco"), (1, "envido"), (0, "no_quiero"), (1, "quiero"), (0, "resign"))
    assert (other.envidos, other.truco_asked, other.truco_wanted) == (1, 1, 1)
    assert (one.asked, one.wanted) == (1, 0)


def test_what_was_said_is_gone_with_the_hand() -> None:
    state = after(position(*TWO), (0, "play", "7E"), (1, "truco"), (0, "quiero"))
    assert [(each.seat, each.verb, each.laid) for each in state.calls.said] == [
        (1, "truco", 1),
        (0, "quiero", 1),
    ]
    assert after(state, (0, "resign")).calls.said == ()


def test_hidden_cards_change_nothing_in_what_is_shown() -> None:
    def shown(hand: tuple[str, ...]) -> tuple[ArgentinoHabit, ...]:
        return habits((1, "envido"), (0, "no_quiero"), *FOLDED, hands=(TWO[0], hand))

    assert shown(("5B", "4B", "1C")) == shown(("12C", "10B", "2O"))


def test_scenarios_do_not_tell_habits() -> None:
    state: State = after(position(*TWO), (0, "truco"))
    assert not {"said", "habits"} & set(RULES.facts(state))


@pytest.mark.once
def test_kinds_are_believed_as_far_as_the_match_shows_them() -> None:
    at_first = reading_of(NO_HABIT)
    assert at_first.openers == pytest.approx([kind.prior for kind in OPENERS])
    wild = next(at for at, kind in enumerate(OPENERS) if kind.bets == (("real_envido", 0),))
    thrice = reading_of(ArgentinoHabit(openings=3, reals=3, bet_numbers=(1, 0, 0, 0)))
    assert at_first.openers[wild] < 0.05 < 0.9 < thrice.openers[wild]
    shy = reading_of(ArgentinoHabit(truco_asked=8))
    assert shy.takers[0] > 2 * TAKERS[0].prior


def test_partners_are_read_together() -> None:
    one = ArgentinoHabit(openings=2, bet_numbers=(1, 0, 0, 0))
    other = ArgentinoHabit(openings=1, bet_numbers=(0, 0, 0, 2))
    both = pooled([one, other])
    assert (both.openings, both.bet_numbers) == (3, (1, 0, 0, 2))
