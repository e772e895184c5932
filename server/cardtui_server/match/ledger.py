"""The ledger of a table: with how many chips each came, and with how many each left.

It follows from the log, from the first match at the table to the last. Chips count where they are
when no hand is played: a hand that is broken off because the table is closed changes nothing. Who
leaves in the middle of a hand takes what lies in front of them, and whoever goes on in that seat
has bought it from them. So what all have won and lost always comes to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


_OTHERS: Final = Holder("")


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
        others = kept.pop(_OTHERS, Account(""))
        sitting = set(seated)
        for holder in [each for each in kept if each not in sitting]:
            if len(kept) < MOST_ACCOUNTS:
                break
            gone = kept.pop(holder)
            others = Account("", others.brought + gone.brought, others.took + gone.took)
        return self._replace(accounts={_OTHERS: others, **kept})

    def _with(self, holder: Holder, account: Account) -> Ledger:
        return self._replace(accounts={**self.accounts, holder: account})
