"""The requests that wait at a table, carried out together in one transaction (`carry_out`). How
many may wait: `_MOST_WAITING`; how many draws may wait until a claim window is over:
`_MOST_HELD_DRAWS`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from cardtui_server.match.commands.execute import execute
from cardtui_server.match.refusals import RETRY_SECONDS, SERVER_FAILED, TABLE_BUSY, Reason, Refused
from cardtui_server.match.requests import Request
from cardtui_server.match.timed_rules import RulesFailed
from cardtui_server.match.transaction import Held, Transaction

_MOST_WAITING: Final = 256
"""How many requests may wait; any more are refused."""

_MOST_HELD_DRAWS: Final = 16
"""How many draws may wait for the end of a claim window."""


class Pending(NamedTuple):
    """A request, and how to answer it."""

    request: Request
    answer: Callable[[int | Refused], None]
    window: int = 0
    """The number of the claim window for whose end it waits; 0 for none."""
    own: bool = False
    """Whether the table itself asks; then it cannot go on if the answer fails."""


class Mailbox:
    """Requests in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: list[Pending] = []
        self._served: list[Pending] = []
        self._held: list[Pending] = []
        self._bell: asyncio.Future[None] | None = None

    def __bool__(self) -> bool:
        return bool(self._waiting)

    @property
    def served(self) -> list[Pending]:
        """The requests that were taken and have not been answered yet."""
        return self._served

    @property
    def full(self) -> bool:
        """Whether no more requests may wait."""
        return len(self._waiting) >= _MOST_WAITING

    def put(self, ask: Pending) -> None:
        """Put a request in."""
        self._waiting.append(ask)
        self.ring()

    def ring(self) -> None:
        """Wake the table's task."""
        bell = self._bell
        if bell is not None and not bell.done():
            bell.set_result(None)

    async def wait(self) -> None:
        """Wait until the bell rings."""
        self._bell = asyncio.get_running_loop().create_future()
        await self._bell
        self._bell = None

    def take(self) -> list[Pending]:
        """Return the requests that wait, to serve them now."""
        self._served, self._waiting = self._waiting, []
        return self._served

    def take_only(self, ask: Pending) -> list[Pending]:
        """Return one request to serve now, before those that wait."""
        self._served = [ask]
        return self._served

    def take_waiting(self) -> list[Pending]:
        """Return the requests that wait, beside those that are being served."""
        asks, self._waiting = self._waiting, []
        return asks

    def give_back(self, but: Sequence[Pending] = ()) -> None:
        """Put the requests being served back, before the others, except for some."""
        self._waiting[:0] = [ask for ask in self._served if ask not in but]
        self._served = []
        self.ring()

    def done(self, held: Iterable[Pending] = ()) -> None:
        """Forget the requests that were being served, which are answered, and hold these draws."""
        self._served = []
        self._held += held

    def may_hold(self, more: int) -> bool:
        """Return whether one more draw may be held in addition to ``more`` others."""
        return len(self._held) + more < _MOST_HELD_DRAWS

    def let_go(self, still: int | None) -> None:
        """Put held draws back to wait, except those of the window that is still open."""
        asks = self._held
        self._held = [ask for ask in asks if ask.window == still]
        if len(self._held) < len(asks):
            self._waiting += [ask for ask in asks if ask.window != still]
            self.ring()

    def empty(self) -> list[Pending]:
        """Empty the mailbox and return its requests, none of which will be carried out."""
        asks = [*self._served, *self._waiting, *self._held]
        self._served, self._waiting, self._held = [], [], []
        return asks


Answer = tuple[Pending, int | Refused]
"""A request and its result."""


class CarriedOut(NamedTuple):
    """The results of requests in a transaction.

    Attributes:
        out: the answer to each, to be given once the transaction is durable.
        held: the draws that wait for the end of a claim window.
    """

    out: list[Answer]
    held: list[Pending]


def carry_out(
    asks: Iterable[Pending],
    tx: Transaction,
    may_hold: Callable[[int], bool],
    failed: Callable[[Exception], None],
) -> CarriedOut:
    """Carry out requests one after the other.

    Args:
        tx: the transaction that gets their entries.
        may_hold: returns whether another draw may be held, given how many of these are held
            already.
        failed: called with an exception that no request should raise.
    """
    outcome = CarriedOut([], [])
    for ask in asks:
        before, tx.waited = tx.mark(), ask.window
        try:
            result: int | Refused = execute(tx, ask.request)
        except Refused as refused:
            result = refused
        except Held:
            if may_hold(len(outcome.held)):
                outcome.held.append(ask._replace(window=tx.state.opened))
                continue
            result = Refused(Reason.LIMIT, TABLE_BUSY, retry=RETRY_SECONDS)
        except RulesFailed:
            raise  # it would again, and the others wait
        except Exception as error:  # noqa: BLE001 - the others must still be answered
            failed(error)
            tx.back_to(before)
            result = Refused(Reason.INTERNAL, SERVER_FAILED)
        outcome.out.append((ask, result))
    return outcome
