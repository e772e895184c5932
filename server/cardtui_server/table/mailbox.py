"""The mailbox of a table: requests wait here, and so do draws until a claim window is over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Request

_WAITING: Final = 256
"""How many requests may wait; any more are refused."""

_HELD: Final = 16
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
        return len(self._waiting) >= _WAITING

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

    def give_back(self) -> None:
        """Put the requests being served back, before the others."""
        self._waiting[:0] = self._served
        self._served = []
        self.ring()

    def done(self, held: Iterable[Pending] = ()) -> None:
        """Forget the requests that were being served, which are answered, and hold these draws."""
        self._served = []
        self._held += held

    def may_hold(self, more: int) -> bool:
        """Return whether one more draw may be held in addition to ``more`` others."""
        return len(self._held) + more < _HELD

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
