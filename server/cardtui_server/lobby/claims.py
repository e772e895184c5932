"""What only one server of a cluster does at a time (`Claims`), such as making a table for a quick
match, and for how many seconds no other does it after that: `HEARD_AFTER_SECONDS`.

Two servers that go by what they have heard of each other may do the same at the same moment: make
a table for a quick match, or seat a bot account. So each first claims at the store that it is the
one to do it, until the others have heard what came of it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from cardtui_server.lobby.cluster import Cluster
from cardtui_server.ports.clock import Timer
from cardtui_server.ports.log_store import NoRoom
from cardtui_server.ports.peers import Place
from cardtui_server.table.environment import Environment

HEARD_AFTER_SECONDS: Final = 0.5
"""Seconds after which the other servers have heard what this one has done."""


class Claims:
    """What this server has claimed, so that no other one does it."""

    def __init__(self, env: Environment, cluster: Cluster | None) -> None:
        self._env = env
        self._cluster = cluster
        self._asking = asyncio.Lock()
        self._used: Counter[str] = Counter()
        self._timers: dict[str, Timer] = {}
        self._freeing: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def claimed(self, what: str) -> AsyncGenerator[Place | None]:
        """Claim something for a block, and a moment longer, unless another server has claimed it.

        Yields:
            The server that has; ``None`` if it is this one.

        Raises:
            Refused: that cannot be written down.
        """
        if self._cluster is None:
            yield None
            return
        self._used[what] += 1
        other = None
        try:
            other = await self._take(self._cluster, what)
            yield other
        finally:
            self._used[what] -= 1
            if not self._used[what]:
                del self._used[what]
            if other is None:
                self._free_later(self._cluster, what)

    def stop(self) -> None:
        """Leave the rest to the others: they see that this server is gone."""
        self._cluster = None
        for timer in self._timers.values():
            timer.cancel()
        for freeing in self._freeing:
            freeing.cancel()

    async def _take(self, cluster: Cluster, what: str) -> Place | None:
        own, gone = cluster.own.server, ""
        async with self._asking:
            try:
                while True:
                    claimant = await self._env.store.claim(_key(what), own, instead_of=gone)
                    place = cluster.taker(claimant)
                    if place is not None or claimant == own:
                        return place
                    gone = claimant
            except NoRoom as error:
                raise self._env.outage.began(error) from error

    def _free_later(self, cluster: Cluster, what: str) -> None:
        def begin() -> None:
            del self._timers[what]
            freeing = asyncio.get_running_loop().create_task(self._free(cluster, what))
            self._freeing.add(freeing)
            freeing.add_done_callback(self._freeing.discard)

        if self._cluster is None:
            return
        if what in self._timers:
            self._timers[what].cancel()
        self._timers[what] = self._env.clock.call_later(HEARD_AFTER_SECONDS, begin)

    async def _free(self, cluster: Cluster, what: str) -> None:
        async with self._asking:
            if what in self._used or what in self._timers:
                return  # it is needed again
            try:
                await self._env.store.claim(_key(what), "", instead_of=cluster.own.server)
            except NoRoom:
                self._free_later(cluster, what)


def _key(what: str) -> str:
    return f"\0alone {what}"  # no name looks like that
