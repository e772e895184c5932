"""Settling: who pays whom after a match, so that all are even after the fewest payments.

People among whom all is even need one payment fewer than there are of them. So the fewest payments
are those of the most such groups. Two who have won and lost the same are always one of them; the
others are found among all ways to put people together, which are too many from thirteen people on.
Then the greatest debt pays the greatest gain, which takes one payment fewer than there are people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

MOST_EXACT: Final = 12
"""Among so many people whose gains pair off with no loss, there are surely no fewer payments."""


class Payment(NamedTuple):
    """How many chips somebody pays somebody; the two are numbers in the list that was given."""

    payer: int
    payee: int
    chips: int


def settle(won: Sequence[int]) -> list[Payment]:
    """Return the fewest payments after which all are even, the greatest first.

    >>> settle([30, -10, -20])
    [Payment(payer=2, payee=0, chips=20), Payment(payer=1, payee=0, chips=10)]
    >>> settle([5, 7, -7, -5])  # two payments, though three would do for any four
    [Payment(payer=2, payee=1, chips=7), Payment(payer=3, payee=0, chips=5)]

    Args:
        won: what each has won, or lost if it is below 0.

    Raises:
        ValueError: the gains are not the losses.
    """
    if sum(won):
        raise ValueError("some have won what nobody has lost")
    open_ = {who: chips for who, chips in enumerate(won) if chips}
    groups = _pairs(open_)
    groups += _groups(open_) if len(open_) <= MOST_EXACT else [[*open_]]
    payments = [each for group in groups for each in _paid({who: won[who] for who in group})]
    return sorted(payments, key=lambda each: (-each.chips, each.payer, each.payee))


def _pairs(open_: dict[int, int]) -> list[list[int]]:
    """Take out those of whom one has won what another has lost.

    No other groups are more: put together what is left of the two groups that they are taken from.
    """
    pairs = []
    for who in [*open_]:
        if who not in open_:
            continue
        other = next((each for each in open_ if open_[each] == -open_[who]), None)
        if other is not None:
            pairs.append([who, other])
            del open_[who], open_[other]
    return pairs


def _groups(open_: Mapping[int, int]) -> list[list[int]]:
    """Return as many groups as can be among whom all is even, of all people given.

    Each set of people is a number with a bit for each of them. The most groups of a set are those
    of the best set with one person less, and one more if all is even in it.
    """
    people = [*open_]
    sums, most, without = [0], [0], [0]
    for members in range(1, 1 << len(people)):
        lowest = (members & -members).bit_length() - 1
        sums.append(sums[members & (members - 1)] + open_[people[lowest]])
        one_less = [members ^ 1 << each for each in range(len(people)) if members >> each & 1]
        best = max(one_less, key=most.__getitem__)
        most.append(most[best] + (sums[members] == 0))
        without.append(best)
    groups: list[list[int]] = []
    members = len(sums) - 1
    while members:
        if not sums[members]:
            groups.append([])
        groups[-1].append(people[(members ^ without[members]).bit_length() - 1])
        members = without[members]
    return groups


def _paid(open_: dict[int, int]) -> list[Payment]:
    """Return who pays whom within a group: the greatest debt pays the greatest gain."""
    payments = []
    while any(open_.values()):
        payer, payee = min(open_, key=open_.__getitem__), max(open_, key=open_.__getitem__)
        chips = min(-open_[payer], open_[payee])
        payments.append(Payment(payer, payee, chips))
        open_[payer] += chips
        open_[payee] -= chips
    return payments
