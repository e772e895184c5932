"""The mailbox of a table: what is asked of it waits here, draws for the end of a window too."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import Request

_WAITING: Final = 256
"""How many requests may wait; more are refused."""

_HELD: Final = 16
"""How many draws may wait for the end of a window."""


class Pending(NamedTuple):
    """A request, and whom to answer."""

    request: Request
    answer: Callable[[int | Refused], None]
    window: int = 0
    """The window for whose end it waits."""
    own: bool = False
    """Whether the table itself asks, so that it cannot go on where its answer fails."""


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
        """What was taken and is not answered yet."""
        return self._served

    @property
    def full(self) -> bool:
        """Whether no more may wait."""
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
        """Return when the bell rings."""
        self._bell = asyncio.get_running_loop().create_future()
        await self._bell
        self._bell = None

    def take(self) -> list[Pending]:
        """Return what waits, to be served now."""
        self._served, self._waiting = self._waiting, []
        return self._served

    def give_back(self) -> None:
        """Have what is being served wait again, before the rest."""
        self._waiting[:0] = self._served
        self._served = []
        self.ring()

    def done(self, held: Iterable[Pending] = ()) -> None:
        """Forget what is being served, since it is answered now, and hold those draws."""
        self._served = []
        self._held += held

    def may_hold(self, more: int) -> bool:
        """Return whether yet another draw may be held, beside so many."""
        return len(self._held) + more < _HELD

    def let_go(self, still: int | None) -> None:
        """Have draws wait their turn again, but for those of the window that is open still."""
        asks = self._held
        self._held = [ask for ask in asks if ask.window == still]
        if len(self._held) < len(asks):
            self._waiting += [ask for ask in asks if ask.window != still]
            self.ring()

    def empty(self) -> list[Pending]:
        """Return all that is here: nothing of it will be done."""
        asks = [*self._served, *self._waiting, *self._held]
        self._served, self._waiting, self._held = [], [], []
        return asks
