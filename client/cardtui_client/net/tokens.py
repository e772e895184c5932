"""Tokens of earlier sessions, kept by server and name, so that one comes back as oneself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, cast

from cardtui_client.atomic_write import write_atomically

_FILE: Final = "tokens.json"
_MOST: Final = 200


class Tokens:
    """The token file of one person on this machine.

    A token is a secret: the file is readable by its owner alone. Two names on one machine
    are two players; that is why the name is part of the key.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _FILE

    def get(self, server: str, name: str) -> str:
        """Return the token, ``""`` if there is none."""
        return self._read().get(_key(server, name), "")

    def keep(self, server: str, name: str, token: str) -> None:
        """Keep a token; of too many, the one longest unused goes.

        Raises:
            OSError: the folder cannot be written to.
        """
        kept = self._read()
        kept.pop(_key(server, name), None)
        kept[_key(server, name)] = token
        newest = dict(list(kept.items())[-_MOST:])
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(self._path, json.dumps(newest, ensure_ascii=False, indent=1), 0o600)

    def _read(self) -> dict[str, str]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}  # none yet, or damaged: the price is a new player, not a crash
        if not isinstance(data, dict):
            return {}
        kept = cast("dict[str, object]", data)
        return {key: value for key, value in kept.items() if isinstance(value, str)}


def _key(server: str, name: str) -> str:
    return f"{name}@{server}"
