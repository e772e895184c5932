"""Servers on other machines that one has trusted before, by their certificates."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile, texts
from cardtui_client.net.address import Address

_FILE: Final = "servers.json"
_MOST: Final = 500
_PRICE: Final = mark(
    "Servers on other machines are new to you again: compare their pins before you trust them."
)


class KnownServers:
    """The file that remembers, by address, the fingerprint of each server's certificate."""

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / _FILE, texts, dict[str, str], _PRICE)

    def get(self, address: Address) -> str:
        """Return the fingerprint in hexadecimal, ``""`` for a server that is not known."""
        return self._file.read().get(str(address), "")

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
