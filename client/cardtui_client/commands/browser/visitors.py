"""Visitors of the site: who each browser is, and how many may be there.

A browser is known by a cookie that nobody can guess. What the visitor keeps (name, settings,
tokens) lies in a folder named after the cookie's hash: whoever reads that name cannot be the
visitor.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

COOKIE: Final = "cardtui"
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""For how long a browser remembers who it is; no browser keeps a cookie for longer."""

_BYTES: Final = 32
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class Full(Exception):
    """There is no room for another visitor, or for another one from that address."""


class Visitors:
    """Who visits now, and where each keeps what they keep."""

    def __init__(self, folder: Path, *, most: int, each: int) -> None:
        """Begin with nobody.

        Args:
            folder: the folder in which each visitor has one.
            most: how many may visit at a time.
            each: how many of them from one address.
        """
        self._folder = folder
        self._most = most
        self._each = each
        self._here: dict[str, tuple[str, Callable[[], Awaitable[None]]]] = {}

    def __len__(self) -> int:
        """Return how many visit now."""
        return len(self._here)

    @staticmethod
    def token(cookie: str | None) -> str:
        """Return who a browser is; somebody new if it does not say."""
        if cookie is not None and _TOKEN.fullmatch(cookie):
            return cookie
        return secrets.token_urlsafe(_BYTES)

    def folder(self, token: str) -> Path:
        """Return the visitor's folder; make it if there is none.

        Raises:
            OSError: it cannot be made.
        """
        folder = self._folder / hashlib.sha256(token.encode()).hexdigest()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder

    async def come(self, token: str, address: str, leave: Callable[[], Awaitable[None]]) -> None:
        """Let somebody in; the same visitor in another window leaves.

        Args:
            token: who it is.
            address: where they come from.
            leave: makes them leave.

        Raises:
            Full: there is no room.
        """
        if (before := self._here.pop(token, None)) is not None:
            await before[1]()
        here = Counter(came_from for came_from, _ in self._here.values())
        if len(self._here) >= self._most or here[address] >= self._each:
            raise Full
        self._here[token] = address, leave

    def go(self, token: str, leave: Callable[[], Awaitable[None]]) -> None:
        """Note that a visitor has left, unless they are here again in another window."""
        if token in self._here and self._here[token][1] == leave:
            del self._here[token]
