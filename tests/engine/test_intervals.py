"""Intervals hold as often as they say, also where one stops as soon as it is decided."""

from itertools import pairwise
from math import sqrt

import pytest

from cardtui_engine.bits import Bits
from cardtui_engine.library.intervals import (
    FEWEST_GROUPS,
    Times,
    bound_at,
    is_decided,
    looks_at,
    per_hand,
    share_of,
)

ARENAS = 400
GROUPS = 100


def drawn(bits: Bits, chance: float) -> float:
    """Return the part of a deal that a bot wins, which is played twice."""
    return ((bits.chance() < chance) + (bits.chance() < chance)) / 2


def ended(bits: Bits, chance: float) -> tuple[list[float], int, int, bool]:
    """Return the results of an arena until its end: the look at it, and whether it is decided."""
    looks = looks_at(GROUPS, early=True)
    found: list[float] = []
    for look, until in enumerate(looks, 1):
        found += [drawn(bits, chance) for _ in range(until - len(found))]
        if is_decided([(each, 1 - each) for each in found], look, len(looks)):
            return found, look, len(looks), True
    return found, len(looks), len(looks), False


def test_bots_that_are_equal_are_seldom_told_apart_however_often_one_looks() -> None:
    bits = Bits(1)
    wrong = sum(ended(bits, 0.5)[3] for _ in range(ARENAS))
    assert wrong / ARENAS < 0.075  # 5 %, and three standard errors


@pytest.mark.slow
def test_an_interval_holds_the_true_part_whenever_the_arena_ended() -> None:
    bits, missed, early = Bits(2), 0, 0
    for _ in range(ARENAS):
        found, look, looks, _decided = ended(bits, 0.65)
        low, high = share_of(found, 2, bound_at(look, looks))[1:]
        missed += not low <= 0.65 <= high
        early += look < looks
    assert missed / ARENAS < 0.085
    assert early > ARENAS / 2  # and most of them have ended early


@pytest.mark.parametrize("chance", [0.02, 0.5, 0.97])
def test_an_interval_of_all_matches_holds_the_true_part(chance: float) -> None:
    bits, missed = Bits(3), 0
    for _ in range(ARENAS):
        found = [drawn(bits, chance) for _ in range(40)]
        low, high = share_of(found, 2, bound_at(1, 1))[1:]
        missed += not low <= chance <= high
    assert missed / ARENAS < 0.085


def test_few_matches_make_nobody_certain() -> None:
    found = share_of([1.0, 1.0], 2, bound_at(1, 1))
    assert found.mean == found.high == 1.0
    assert found.low < 0.5
    assert share_of([1.0] * 100, 2, bound_at(1, 1)).low > 0.9


@pytest.mark.slow
def test_an_interval_of_points_holds_the_true_mean_where_matches_differ_in_length() -> None:
    bits, missed = Bits(4), 0
    for _ in range(ARENAS):
        hands = [1 + bits.below(20) for _ in range(40)]
        brought = [sum(bits.below(5) for _ in range(each)) for each in hands]
        low, high = per_hand([float(each) for each in brought], hands, bound_at(1, 1))[1:]
        missed += not low <= 2.0 <= high
    assert missed / ARENAS < 0.085


@pytest.mark.parametrize("deals", [10, 30, 100])
@pytest.mark.parametrize("rare", [0.01, 0.04, 0.1, 0.2])
def test_an_interval_of_chips_holds_the_true_mean_where_few_deals_decide(
    deals: int, rare: float
) -> None:
    """A rare deal costs fifty chips, all others bring two."""
    bits, missed, mean = Bits(5), 0, 2.0 - 52.0 * rare
    for _ in range(ARENAS):
        brought = [-50.0 if bits.chance() < rare else 2.0 for _ in range(deals)]
        low, high = per_hand(brought, [1] * deals, bound_at(1, 1), most=50.0)[1:]
        missed += not low <= mean <= high
    assert missed / ARENAS < 0.085


def test_an_interval_of_chips_is_hardly_wider_where_deals_are_many() -> None:
    bits = Bits(6)
    brought = [float(bits.below(41)) - 20 for _ in range(2000)]
    found = per_hand(brought, [1] * 2000, bound_at(1, 1), most=50.0)
    usual = 1.96 * sqrt((41**2 - 1) / 12 / 2000)
    assert usual < (found.high - found.low) / 2 < 1.05 * usual


def test_results_are_looked_at_ten_times_at_most_and_never_after_too_few_groups() -> None:
    for groups in range(1, 400, 7):
        looks = looks_at(groups, early=True)
        assert looks[-1] == groups
        assert len(looks) <= 10
        if len(looks) > 1:
            steps = [later - before for before, later in pairwise((0, *looks))]
            assert min(steps) >= FEWEST_GROUPS


def test_the_more_bots_are_to_be_told_apart_the_stricter_is_the_bound() -> None:
    assert bound_at(1, 1, comparisons=3) > bound_at(1, 1) == pytest.approx(1.96, abs=0.001)


def test_times_of_two_processes_are_added() -> None:
    one, other = Times(), Times()
    for _ in range(98):
        one.note(0.001)
    other.note(0.5)
    other.note(0.7)
    one.add(Times(other.counts.items(), other.total))
    assert one.count == 100
    assert one.mean == pytest.approx(0.01298)
    assert one.below(0.5) == pytest.approx(0.001, rel=0.03)
    assert one.below(0.99) == pytest.approx(0.5, rel=0.03)
