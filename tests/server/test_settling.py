"""Payments: all are even after them, and there are no fewer."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtui_server.match.ledger import MOST_EXACT, Payment, settle

_CHIPS = st.integers(-9, 9)


def after(won: list[int], payments: list[Payment]) -> list[int]:
    """Return what each has won or lost once all have paid."""
    left = [*won]
    for payer, payee, chips in payments:
        assert chips > 0
        left[payer] += chips
        left[payee] -= chips
    return left


@cache
def most_groups(won: tuple[int, ...]) -> int:
    """Return how many groups there can be in which all is even, by trying all of them."""
    if not won:
        return 0
    first, others = won[0], range(1, len(won))
    return max(
        1 + most_groups(tuple(won[each] for each in others if each not in chosen))
        for size in range(len(won))
        for chosen in combinations(others, size)
        if first + sum(won[each] for each in chosen) == 0
    )


@given(st.lists(_CHIPS, max_size=6))
def test_no_fewer_payments_would_do(some: list[int]) -> None:
    won = [*some, -sum(some)]
    payments = settle(won)
    assert not any(after(won, payments))
    uneven = tuple(each for each in won if each)
    assert len(payments) == len(uneven) - most_groups(uneven)


@given(st.lists(st.integers(-(10**9), 10**9), min_size=MOST_EXACT, max_size=40))
def test_among_many_people_each_pays_or_is_paid_out(some: list[int]) -> None:
    won = [*some, -sum(some)]
    payments = settle(won)
    assert not any(after(won, payments))
    assert len(payments) < len(won)


def test_who_is_even_pays_nothing() -> None:
    assert settle([]) == settle([0, 0]) == []
    assert {(each.payer, each.payee) for each in settle([0, 5, -5])} == {(2, 1)}


def test_what_nobody_has_lost_cannot_be_won() -> None:
    with pytest.raises(ValueError, match="nobody has lost"):
        settle([1])
