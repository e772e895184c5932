"""What is kept of servers: their certificates and names (`KnownServers`), and your `Tokens` there.
How many: `_MOST_SERVERS`, `_MOST_TOKENS`. When you are warned of an announced server that has the
name of another: `warning`. Which server is let in is in `net/trust.py`.

`SERVERS_FILE` has, by address, the fingerprint of the certificate and, behind a blank, what the
server calls itself: another one that is announced under that name is told from it. An
`_UNASKED_MARK` stands before the fingerprint of a server of this machine that was let in unasked:
it must stay the same there, but it is known nowhere, and hears no secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_client.i18n import _, mark
from cardtui_client.json_file import JsonFile, texts
from cardtui_client.net.address import Address, pin_of

SERVERS_FILE: Final = "servers.json"
_UNASKED_MARK: Final = "~"
_MOST_SERVERS: Final = 500
_IF_SERVERS_DAMAGED: Final = mark(
    "Servers on other machines are new to you again: compare their pins before you trust them."
)

_TOKENS_FILE: Final = "tokens.json"
_MOST_TOKENS: Final = 200
_IF_TOKENS_DAMAGED: Final = mark(
    "Servers take you for somebody new. To get a name back, make a code on a machine where a "
    "server still knows you (cardtui account code), or ask its host for one (cardtui account "
    "recover); then type here “cardtui account use” and the code."
)


class Knowing(Enum):
    """What you know of a server that is announced."""

    NEW = "new"
    KNOWN = "known"
    OTHER = "other"
    """It has the name of one that is known, and another pin."""


class Acquaintances(NamedTuple):
    """The servers that are known.

    Attributes:
        pins: theirs.
        names: the pin of each name, without regard to capital letters.
    """

    pins: frozenset[str] = frozenset()
    names: Mapping[str, str] = {}

    def knowing(self, name: str, pin: str) -> Knowing:
        """Return what is known of the server that is announced with that name and pin."""
        if pin in self.pins:
            return Knowing.KNOWN
        return Knowing.OTHER if name.casefold() in self.names else Knowing.NEW

    def warning(self, name: str, pin: str, address: str) -> str:
        """Return what to say of one that has the name of one that is known; else nothing."""
        if self.knowing(name, pin) is not Knowing.OTHER:
            return ""
        return _(
            "“{name}” at {address} is not the “{name}” that you know: that one has the pin {pin}.",
            name=name,
            address=address,
            pin=self.names[name.casefold()],
        )


class KnownServers:
    """The file that remembers, by address, each server's certificate and name."""

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / SERVERS_FILE, texts, dict[str, str], _IF_SERVERS_DAMAGED)

    def get(self, address: Address) -> str:
        """Return the fingerprint of what was there, in hexadecimal; ``""`` if nothing was.

        Whether anything vouches for it, `acquaintances` tells.
        """
        return _fingerprint(self._file.read().get(str(address), ""))

    def acquaintances(self) -> Acquaintances:
        """Return those that something vouches for."""
        names: dict[str, str] = {}
        pins: set[str] = set()
        for kept in self._file.read().values():
            fingerprint, __, name = kept.partition(" ")
            try:
                pin = pin_of(bytes.fromhex(fingerprint))
            except ValueError:
                continue  # it was let in unasked, or somebody has written into the file
            pins.add(pin)
            names[name.casefold()] = pin
        names.pop("", None)
        return Acquaintances(frozenset(pins), names)

    def call(self, address: Address, name: str) -> None:
        """Remember what a server calls itself that is known there."""
        at = str(address)

        def changed(kept: dict[str, str]) -> dict[str, str]:
            fingerprint = kept.get(at, "").partition(" ")[0]
            return kept | {at: f"{fingerprint} {name}"} if fingerprint and name else kept

        self._keep(changed)

    def keep(self, address: Address, fingerprint: str, *, vouched: bool = True) -> None:
        """Remember a server, if anything can be kept; the one longest unused is forgotten.

        Args:
            fingerprint: of its certificate, in hexadecimal.
            vouched: whether anything vouches for it. One that nothing vouches for is no reason to
                write over anything.
        """
        at = str(address)

        def changed(kept: dict[str, str]) -> dict[str, str]:
            before = kept.get(at, "")
            if before.partition(" ")[0] == fingerprint or (before and not vouched):
                return kept
            others = {each: row for each, row in kept.items() if each != at}
            row = fingerprint if vouched else _UNASKED_MARK + fingerprint
            return dict([*others.items(), (at, row)][-_MOST_SERVERS:])

        self._keep(changed)

    def forget(self, address: Address) -> list[str]:
        """Forget the server at an address, wherever it was; return the addresses.

        Raises:
            OSError: that cannot be read or written.
            KeyError: none is known there.
        """
        gone: list[str] = []

        def changed(kept: dict[str, str]) -> dict[str, str]:
            server = _fingerprint(kept[str(address)])
            gone[:] = [at for at, row in kept.items() if _fingerprint(row) == server]
            return {at: row for at, row in kept.items() if at not in gone}

        self._file.change(changed)
        return gone

    def _keep(self, changed: Callable[[dict[str, str]], dict[str, str]]) -> None:
        """Change the file, if that changes anything."""
        kept = self._file.read()
        if changed(kept) != kept:
            self._file.keep(changed)


def _fingerprint(row: str) -> str:
    return row.partition(" ")[0].removeprefix(_UNASKED_MARK)


class Tokens:
    """The token file of one person on this machine.

    A token is a secret: the file is readable by its owner alone. Two names on one machine
    are two players; that is why the name is part of the key.
    """

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / _TOKENS_FILE, texts, dict[str, str], _IF_TOKENS_DAMAGED)

    def get(self, server: str, name: str) -> str:
        """Return the token, ``""`` if there is none."""
        return self._file.read().get(_token_key(server, name), "")

    def names(self, server: str) -> list[str]:
        """Return the names of people whose tokens are kept for a server."""
        ends = _token_key(server, "")
        keys = (each for each in self._file.read() if each.endswith(ends))
        names = (key.removesuffix(ends) for key in keys)
        return sorted(name for name in names if name and not name.startswith("bot-"))

    def need_place(self) -> None:
        """See that tokens can be kept, before what can be had only once.

        Raises:
            OSError: they cannot.
        """
        self._file.change(lambda kept: kept)

    def keep(self, server: str, name: str, token: str) -> None:
        """Keep a token, if anything can be kept; of too many, the one longest unused goes."""

        def changed(kept: dict[str, str]) -> dict[str, str]:
            kept.pop(_token_key(server, name), None)
            kept[_token_key(server, name)] = token
            return dict(list(kept.items())[-_MOST_TOKENS:])

        self._file.keep(changed)


def names_at(folder: Path, address: Address) -> list[str]:
    """Return under which names you were at the server known there."""
    server = KnownServers(folder).get(address)
    return Tokens(folder).names(server) if server else []


def _token_key(server: str, name: str) -> str:
    return f"{name}@{server}"
