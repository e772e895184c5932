"""The ledger of a table: with how many chips each player came and left, and who pays whom
(`settle`), in the fewest payments among up to `MOST_EXACT_PEOPLE`. It keeps `MOST_ACCOUNTS` people
apart.

It follows from the log, from the first match at the table to the last. Chips count where they are
when no hand is played: a hand that is broken off because the table is closed changes nothing. Who
leaves in the middle of a hand takes what lies in front of them, and who goes on in that seat has
bought it from them. So what all have won and lost always comes to nothing.

People among whom all is even need one payment fewer than there are of them. So the fewest payments
are those of the most such groups. Two who have won and lost the same are always one of them; the
others are found among all ways to put people together, which are too many from thirteen people on.
Then the greatest debt pays the greatest gain, which takes one payment fewer than there are people.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

MOST_ACCOUNTS: Final = 100
"""How many accounts a table keeps; of those who left, the ones before share one without a name."""


class Account(NamedTuple):
    """What somebody has brought to a table, and taken from it.

    Attributes:
        name: the name of the player or the bot.
        brought: all chips that they came with or bought.
        took: all chips that they left or ended a match with.
    """

    name: str
    brought: int = 0
    took: int = 0

    @property
    def won(self) -> int:
        """What they have won, while they are in no match; below 0 if they have lost."""
        return self.took - self.brought


class Holder(NamedTuple):
    """Whose account it is: a player's by id, or a bot's by name."""

    player: str
    bot: str = ""


_EVERYBODY_ELSE: Final = Holder("")


class Ledger(NamedTuple):
    """The accounts of a table, oldest first.

    Attributes:
        accounts: by whose they are.
        rest: by seat, the chips of the match as the last hand has left them; empty between matches.
        came: by seat, what its holder has brought to the match that is played, or was played last,
            less what they had won in it before they left the seat to a bot for a while.
        gone: by seat, what the player had won who has left it to a bot for good; else 0.
    """

    accounts: Mapping[Holder, Account]
    rest: tuple[int, ...] = ()
    came: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()

    def brought(self, holder: Holder, name: str, chips: int) -> Ledger:
        """Return it after somebody has come with chips, or bought them."""
        account = self.accounts.get(holder, Account(name))
        return self._with(holder, account._replace(name=name, brought=account.brought + chips))

    def took(self, holder: Holder, name: str, chips: int) -> Ledger:
        """Return it after somebody has left with chips."""
        account = self.accounts.get(holder, Account(name))
        return self._with(holder, account._replace(took=account.took + chips))

    def without_oldest(self, seated: Iterable[Holder]) -> Ledger:
        """Return it with no more accounts than are kept; who sits there keeps theirs."""
        if len(self.accounts) <= MOST_ACCOUNTS:
            return self
        kept = dict(self.accounts)
        others = kept.pop(_EVERYBODY_ELSE, Account(""))
        sitting = set(seated)
        for holder in [each for each in kept if each not in sitting]:
            if len(kept) < MOST_ACCOUNTS:
                break
            gone = kept.pop(holder)
            others = Account("", others.brought + gone.brought, others.took + gone.took)
        return self._replace(accounts={_EVERYBODY_ELSE: others, **kept})

    def _with(self, holder: Holder, account: Account) -> Ledger:
        return self._replace(accounts={**self.accounts, holder: account})


MOST_EXACT_PEOPLE: Final = 12
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
    groups += _groups(open_) if len(open_) <= MOST_EXACT_PEOPLE else [[*open_]]
    payments = [each for group in groups for each in _paid({who: won[who] for who in group})]
    return sorted(payments, key=lambda each: (-each.chips, each.payer, each.payee))


def _pairs(open_: dict[int, int]) -> list[list[int]]:
    """Take out pairs of players of whom the one has won what the other has lost.

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
