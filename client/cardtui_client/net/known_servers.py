"""Servers on other machines that one has trusted before, by their certificates."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

from cardtui_client.atomic_write import write_atomically
from cardtui_client.net.address import Address

_FILE: Final = "servers.json"
_MOST: Final = 500


class KnownServers:
    """The file that remembers, by address, the fingerprint of each server's certificate."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def get(self, address: Address) -> str:
        """Return the fingerprint in hexadecimal, ``""`` for a server that is not known."""
        return self._read().get(str(address), "")

    def keep(self, address: Address, fingerprint: str) -> None:
        """Remember a server; of too many, the one longest unused is forgotten.

        Raises:
            OSError: the folder cannot be written to.
        """
        kept = self._read()
        kept.pop(str(address), None)
        kept[str(address)] = fingerprint
        self._write(dict(list(kept.items())[-_MOST:]))

    def forget(self, address: Address) -> bool:
        """Forget a server; return whether it was known.

        Raises:
            OSError: the folder cannot be written to.
        """
        kept = self._read()
        if kept.pop(str(address), None) is None:
            return False
        self._write(kept)
        return True

    def _read(self) -> dict[str, str]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}  # none yet, or damaged: the price is to be asked again
        if not isinstance(data, dict):
            return {}
        kept = cast("dict[str, object]", data)
        return {key: value for key, value in kept.items() if isinstance(value, str)}

    def _write(self, kept: dict[str, str]) -> None:
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(self._path, json.dumps(kept, indent=1), 0o600)
