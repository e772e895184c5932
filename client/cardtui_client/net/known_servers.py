"""Servers on other machines that one has trusted before, by their certificates.

`FILE` has, by address, the fingerprint of the certificate and, behind a blank, what the server
calls itself: another one that is announced under that name is told from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_client.i18n import _, mark
from cardtui_client.json_file import JsonFile, texts
from cardtui_client.net.address import Address
from cardtui_client.net.join_line import pin_of

FILE: Final = "servers.json"
_MOST: Final = 500
_PRICE: Final = mark(
    "Servers on other machines are new to you again: compare their pins before you trust them."
)


class Knowing(Enum):
    """What one knows of a server that is announced."""

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
        self._file = JsonFile(folder / FILE, texts, dict[str, str], _PRICE)

    def get(self, address: Address) -> str:
        """Return the fingerprint in hexadecimal, ``""`` for a server that is not known."""
        return self._file.read().get(str(address), "").partition(" ")[0]

    def acquaintances(self) -> Acquaintances:
        """Return those that are known."""
        names: dict[str, str] = {}
        pins: set[str] = set()
        for kept in self._file.read().values():
            fingerprint, __, name = kept.partition(" ")
            try:
                pin = pin_of(bytes.fromhex(fingerprint))
            except ValueError:
                continue  # somebody has written into the file
            pins.add(pin)
            names[name.casefold()] = pin
        names.pop("", None)
        return Acquaintances(frozenset(pins), names)

    def call(self, address: Address, name: str) -> None:
        """Remember what a server calls itself that is known there."""
        fingerprint = self.get(address)
        called = f"{fingerprint} {name}"
        if fingerprint and name and self._file.read().get(str(address)) != called:
            self._file.keep(lambda kept: kept | {str(address): called})

    def keep(self, address: Address, fingerprint: str) -> None:
        """Remember a server, if anything can be kept; the one longest unused is forgotten."""

        def changed(kept: dict[str, str]) -> dict[str, str]:
            kept.pop(str(address), None)
            kept[str(address)] = fingerprint
            return dict(list(kept.items())[-_MOST:])

        self._file.keep(changed)

    def forget(self, address: Address) -> bool:
        """Forget a server; return whether it was known.

        Raises:
            OSError: that cannot be written.
        """
        if str(address) not in self._file.read():
            return False
        self._file.change(lambda kept: {at: pin for at, pin in kept.items() if at != str(address)})
        return True
