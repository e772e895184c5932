"""The solved table of Cacho is what it says, and the best reply to it gains next to nothing."""

from functools import cache
from pathlib import Path
from time import process_time

import numpy as np
import pytest

from cardtui_engine.games.cacho.bot import solved
from cardtui_engine.games.cacho.bot.odds import STRENGTHS
from cardtui_engine.games.cacho.bot.sizes import PASS
from tools.cacho.cards import Cards, Numbers, read_cards
from tools.cacho.reply import ThirdReply, best_reply
from tools.cacho.table import STACKS, packed, solve

# What the table says is the same on every Python.
pytestmark = pytest.mark.once

MOST = 0.10
"""What the best reply may gain, in chips a hand."""

MOST_AS_ELDEST = {False: 0.06, True: 0.08}
"""What it may gain as the eldest, where both enter as they like, without and with a check."""


@cache
def cards() -> Cards:
    return read_cards()


def test_its_file_is_what_its_builder_would_write_and_is_compact() -> None:
    data = Path(str(solved.__file__)).with_name("solved.bin").read_bytes()
    assert packed({key: bytes(table) for key, table in solved.tables().items()}) == data
    assert len(data) <= 1_000_000


def test_it_has_the_stacks_that_its_builder_names() -> None:
    assert set(solved.tables()) == {
        (check, stack) for check, stacks in STACKS.items() for stack in stacks
    }


@pytest.mark.parametrize("check", [False, True])
def test_what_is_said_comes_to_one_whatever_was_bet(check: bool) -> None:
    for carried, cap in ((2, 49), (6, 47), (6, 4), (9, 61), (30, 7), (2, 1), (40, 1)):
        for elder in (True, False):
            tops = [0] if elder or check else []
            for other in (*tops, *range(1, cap + 1)):
                for own in {0, other // 2}:
                    told = solved.third(
                        carried, cap, own, other, other % 26, elder=elder, check=check
                    )
                    assert sum(told.mix.values()) == pytest.approx(1)
                    assert 0 <= told.chance <= 1
                    assert all(word == PASS or other <= word <= cap for word in told.mix)


def test_a_look_up_takes_no_millisecond() -> None:
    solved.third(6, 47, 0, 11, 20, elder=False, check=False)
    begun = process_time()
    for place in range(100):
        solved.third(6, 47, 0, 11, place % 26, elder=False, check=False)
    assert process_time() - begun < 100 * 0.001


@pytest.mark.parametrize("check", [False, True])
@pytest.mark.parametrize("stack", [3, 8, 10, 14])
def test_the_best_reply_gains_next_to_nothing(stack: int, check: bool) -> None:
    assert best_reply(cards(), stack, check=check).mean <= MOST


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("stack", "check"),
    [(20, False), (20, True), (41, False), (50, False), (100, False), (190, False), (300, False)],
)
def test_the_best_reply_gains_next_to_nothing_with_more_chips(stack: int, check: bool) -> None:
    assert best_reply(cards(), stack, check=check).mean <= MOST
    free = best_reply(cards(), stack, check=check, free=True)
    assert free.mean <= MOST
    assert free.as_elder <= MOST_AS_ELDEST[check]


@pytest.mark.parametrize("stack", [8, 10, 14])
def test_who_may_enter_gains_next_to_nothing_as_eldest(stack: int) -> None:
    assert best_reply(cards(), stack, check=False, free=True).as_elder <= MOST_AS_ELDEST[False]


@pytest.mark.nightly
def test_solving_a_small_stack_anew_finds_the_same() -> None:
    """The last digit may differ from one processor to another; what is said may not."""
    found = solve(cards(), 3, check=False)
    shipped = bytes(solved.tables()[False, 3])
    assert len(found) == len(shipped)
    differ = np.frombuffer(found, np.uint8) != np.frombuffer(shipped, np.uint8)
    assert differ.mean() < 0.02


def test_with_a_stack_of_three_what_one_seat_gains_is_nearly_what_the_other_loses() -> None:
    """Both seats play nearly perfectly: they also consider others who choose whether to enter."""
    gain = best_reply(cards(), 3, check=False)
    assert gain.as_elder == pytest.approx(-gain.as_younger, abs=0.02)


def always(word: int) -> dict[int, Numbers]:
    return {word: np.ones(len(cards().number))}


def all_deals() -> float:
    return float(cards().number @ cards().meets.sum(1))


def test_the_best_reply_takes_the_pot_from_who_always_passes() -> None:
    reply = ThirdReply(cards(), lambda own, other: always(PASS), 6, 5, elder=False, check=False)
    value = reply.value(np.ones(len(cards().number)))
    assert cards().number @ value == pytest.approx(3 * all_deals())


def test_the_best_reply_bets_all_it_has_when_who_always_calls_is_behind() -> None:
    def calls(own: int, other: int) -> dict[int, Numbers]:
        return always(other)

    reply = ThirdReply(cards(), calls, 6, 5, elder=False, check=False)
    value = reply.value(np.ones(len(cards().number)))
    ahead = cards().wins(ties=True).sum(1)
    # Ahead: three chips and five; behind: one chip more than three, or it passes and loses three.
    hands = np.maximum(np.maximum(8 * ahead, 4 * ahead), -3 * cards().meets.sum(1))
    assert value == pytest.approx(hands)


def test_the_kinds_of_cards_are_all_cards() -> None:
    assert len(cards().pair_count) == 36
    assert cards().pair_count.sum() == 276
    assert len(cards().number) == 166
    assert cards().number.sum() == 2024
    assert (cards().meets.sum(1) == 1330).all()
    assert len(STRENGTHS) == 26
