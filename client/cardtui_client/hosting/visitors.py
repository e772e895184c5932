"""Limits visits by a page or by ssh: how often from one address (`MOST_VISITS_AT_ONCE`,
`SECONDS_PER_VISIT`). For how long a browser is known again, and an unused folder kept:
`KEPT_SECONDS`; how many are: `MOST_FOLDERS`; which files alone do not keep one: `_PASSING_FILES`.
How many may visit at a time is in `client/cardtui_client/limits.py`.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import shutil
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from cardtui_client.json_file import LOCK_NAME
from cardtui_server.rpc.addresses import sender_of

KEPT_SECONDS: Final = 400 * 24 * 3600
"""For how long a visitor is remembered; no browser keeps a cookie for longer."""

MOST_VISITS_AT_ONCE: Final = 60
"""How many times people may come from one address at once."""

SECONDS_PER_VISIT: Final = 2.0
"""After how many seconds one more may come from that address."""

MOST_FOLDERS: Final = 20_000
"""How many visitors may have a folder; then nobody new is let in, and nobody's is given up."""

_PASSING_FILES: Final = {"client.log", "bits.json", LOCK_NAME}
"""The files of who has only passed by: a folder with nothing else goes with its visitor."""

_MOST_ADDRESSES: Final = 10_000


class Full(Exception):
    """There is no room for another visitor, or for another one from that address."""


class Arrivals:
    """How often somebody has come lately from each address."""

    def __init__(self) -> None:
        self._clear: OrderedDict[str, float] = OrderedDict()
        """The moment from which on nobody would have come from there lately."""

    def note(self, sender: str) -> bool:
        """Note that somebody comes from there; return whether that may be."""
        now = time.monotonic()
        clear = max(self._clear.pop(sender, 0.0), now)
        free = clear - now <= (MOST_VISITS_AT_ONCE - 1) * SECONDS_PER_VISIT
        self._clear[sender] = clear + SECONDS_PER_VISIT * free
        while len(self._clear) > _MOST_ADDRESSES:
            self._clear.popitem(last=False)
        return free


class _Place:
    """The place of one visitor: the window that has a client, and those that wait for its end."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.windows: list[asyncio.Timeout] = []
        self.client = asyncio.Lock()


class Visitors:
    """Who visits now, and where each keeps what they keep."""

    def __init__(self, folder: Path, *, most: int, each: int, kept: int = MOST_FOLDERS) -> None:
        """Begin with nobody.

        Args:
            folder: the folder in which each visitor has one.
            most: how many may visit at a time.
            each: how many of them from one address.
            kept: how many visitors may have a folder.
        """
        self._folder = folder
        self._most = most
        self._each = each
        self._kept = kept
        self._here: dict[str, _Place] = {}
        self._arrivals = Arrivals()
        self._making = asyncio.Lock()

    def __len__(self) -> int:
        """Return how many visit now: no more clients than that are running."""
        return len(self._here)

    @asynccontextmanager
    async def visit(self, token: str, address: str) -> AsyncGenerator[Path]:
        """Let somebody be here for as long as the block lasts; it gets the visitor's folder.

        The block is cancelled when the same visitor comes in another window, which begins once the
        block has ended. So the client must have ended with it.

        Args:
            address: where they come from.

        Raises:
            Full: there is no room, or too many came from that address.
            OSError: the folder cannot be made.
            TimeoutError: the visitor came in another window.
        """
        place = self._enter(token, sender_of(address))
        until = asyncio.timeout(None)
        try:
            async with until:
                for earlier in place.windows:
                    if not earlier.expired():
                        earlier.reschedule(asyncio.get_running_loop().time())
                place.windows.append(until)
                async with place.client:
                    folder = await self._make_folder(token)
                    try:
                        yield folder
                    finally:
                        with suppress(OSError):
                            if {each.name for each in folder.iterdir()} <= _PASSING_FILES:
                                shutil.rmtree(folder, ignore_errors=True)
        finally:
            if until in place.windows:
                place.windows.remove(until)
            if not place.windows:
                del self._here[token]

    def _enter(self, token: str, address: str) -> _Place:
        """Return the place of a visitor, who has it from now on. Nothing here waits.

        Raises:
            Full: see `visit`.
        """
        place = self._here.get(token)
        if place is None:
            here = Counter(each.address for each in self._here.values())
            if len(self._here) >= self._most or here[address] >= self._each:
                raise Full
        if not self._arrivals.note(address):
            raise Full
        if place is None:
            place = self._here[token] = _Place(address)
        return place

    def forget(self, token: str) -> None:
        """Remove the folder of a visitor who is not here."""
        if token not in self._here:
            shutil.rmtree(self._folder_of(token), ignore_errors=True)

    def _folder_of(self, token: str) -> Path:
        return self._folder / hashlib.sha256(token.encode()).hexdigest()

    async def _make_folder(self, token: str) -> Path:
        """Return the visitor's folder; make it if there is none and there is room.

        Raises:
            Full: too many visitors have one.
            OSError: it cannot be made.
        """
        folder = self._folder_of(token)
        async with self._making:
            await asyncio.to_thread(self._make, folder)
        return folder

    def _make(self, folder: Path) -> None:
        if folder.is_dir():
            os.utime(folder)
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        others = list(self._folder.iterdir())
        if len(others) >= self._kept:
            forgotten = time.time() - KEPT_SECONDS
            old = [each for each in others if each.stat().st_mtime < forgotten]
            for each in old:
                shutil.rmtree(each, ignore_errors=True)
            if len(others) - len(old) >= self._kept:
                raise Full
        folder.mkdir(mode=0o700, exist_ok=True)  # a window that was closed may have begun it
