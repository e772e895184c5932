"""Finds a lost server again by its certificate, wherever it is announced.
After how long it looks: `SEEK_AFTER_SECONDS`; how long it listens for a server that is not where
you say: `_SEARCH_SECONDS`. How often the same address is tried is in `net/call_errors.py`.

What is announced is only heard: the server there has to show the very same certificate, and each
connection to it proves that it has the key. So nobody who pretends to be it is followed.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from cardtui_client.i18n import _
from cardtui_client.net.address import Address, JoinLine, pin_of
from cardtui_client.net.call_errors import Unreachable
from cardtui_client.net.discovery import Discovery
from cardtui_client.net.trust import Found, look_at

if TYPE_CHECKING:
    from cardtui_client.net.connection import Connection
    from cardtui_client.net.known_servers import KnownServers

SEEK_AFTER_SECONDS: Final = 5.0
_LONGEST_CLUSTER_WAIT: Final = 0.3
"""The longest rest in that time where another server may go on with the table any moment."""

_LISTEN_SECONDS: Final = 10.0
"""Seconds after which to listen anew, since our own addresses may be others by then."""

_LOOK_SECONDS: Final = 3.0
_SEARCH_SECONDS: Final = 3.0
"""Seconds to listen for a server that is not where the person says."""


class Seeker:
    """Rests between two attempts to reach a server, and meanwhile looks where else it is."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._since: float | None = None
        self._seeking: asyncio.Task[bool] | None = None

    async def rest(self, seconds: float) -> bool:
        """Rest that long; return at once, with true, if the server was found elsewhere."""
        if await self._connection.go_to_another():
            return True
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        if self._connection.has_others and now - self._since < SEEK_AFTER_SECONDS:
            seconds = min(seconds, _LONGEST_CLUSTER_WAIT)
        if not self._connection.follows or now - self._since < SEEK_AFTER_SECONDS:
            await asyncio.sleep(seconds)
            return False
        if self._seeking is None:
            self._seeking = asyncio.create_task(follow(self._connection))
        await asyncio.wait([self._seeking], timeout=seconds)
        if not self._seeking.done():
            return False
        found, self._seeking = self._seeking.result(), None
        if not found:
            await asyncio.sleep(seconds)
        return found

    def stop(self) -> None:
        """Look no more: the server is there."""
        self._since = None
        if self._seeking is not None:
            self._seeking.cancel()
            self._seeking = None


async def follow(connection: Connection) -> bool:
    """Go on where a lost server is now; tell whether it was found elsewhere."""
    if await connection.go_to_another():
        return True
    if not connection.follows:
        return False
    found = await found_again(connection.server)
    if found is None:
        return False
    if found.address != connection.server.address:  # nobody else has gone there meanwhile
        await connection.move(found)
    return True


def moved_words(connection: Connection) -> str:
    """Return the sentence about where the server was found."""
    return _("The server is at {address} now.", address=connection.address)


async def found_again(server: Found) -> Found | None:
    """Return where else a server shows the certificate that is known; ``None`` if nowhere."""
    return await _announced(server.pin, {server.address}, _LISTEN_SECONDS, server.identity)


async def line_now(line: JoinLine, known: KnownServers) -> JoinLine | None:
    """Return where a server is that does not answer where a line says; ``None`` if nowhere.

    Args:
        line: with its pin, or with the address of one that is known.
        known: the servers that were trusted before.
    """
    kept = "" if line.pin else known.get(line.addresses[0])
    pin = line.pin or (pin_of(bytes.fromhex(kept)) if kept else "")
    if not pin or line.addresses[0].is_own:
        return None
    found = await _announced(pin, set(line.addresses), _SEARCH_SECONDS, kept)
    return found and JoinLine((found.address,), pin, hearsay=not line.vouched)


async def _announced(
    pin: str, besides: set[Address], seconds: float, identity: str
) -> Found | None:
    """Return where else a server with that pin is announced and answers within so many seconds.

    If its identity is known, it has to be the same.
    """
    discovery, heard = Discovery(), asyncio.Event()
    discovery.tell(heard.set)
    try:
        async with asyncio.timeout(seconds):
            await discovery.begin()
            while not discovery.problem:
                heard.clear()
                lines = [each.line for each in discovery.servers() if each.line.pin == pin]
                places = {place for line in lines for place in line.addresses} - besides
                if places:
                    with suppress(Unreachable):  # all at once: false ones may never answer
                        found = await look_at(JoinLine(tuple(places), pin), _LOOK_SECONDS)
                        if identity in ("", found.identity):
                            return found
                await heard.wait()
    except TimeoutError:
        pass
    finally:
        await discovery.close()
    return None
