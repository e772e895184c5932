"""Tokens of earlier sessions, kept by server and name, so that one comes back as oneself."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardtui_client.i18n import mark
from cardtui_client.json_file import JsonFile, texts

_FILE: Final = "tokens.json"
_MOST: Final = 200
_PRICE: Final = mark(
    "Servers take you for somebody new. To get a name back, make a code on a machine where a "
    "server still knows you (cardtui account code), or ask its host for one (cardtui account "
    "recover); then type here “cardtui account use” and the code."
)


class Tokens:
    """The token file of one person on this machine.

    A token is a secret: the file is readable by its owner alone. Two names on one machine
    are two players; that is why the name is part of the key.
    """

    def __init__(self, folder: Path) -> None:
        self._file = JsonFile(folder / _FILE, texts, dict[str, str], _PRICE)

    def get(self, server: str, name: str) -> str:
        """Return the token, ``""`` if there is none."""
        return self._file.read().get(_key(server, name), "")

    def need_place(self) -> None:
        """See that tokens can be kept, before what can be had only once.

        Raises:
            OSError: they cannot.
        """
        self._file.change(lambda kept: kept)

    def keep(self, server: str, name: str, token: str) -> None:
        """Keep a token, if anything can be kept; of too many, the one longest unused goes."""

        def changed(kept: dict[str, str]) -> dict[str, str]:
            kept.pop(_key(server, name), None)
            kept[_key(server, name)] = token
            return dict(list(kept.items())[-_MOST:])

        self._file.keep(changed)


def _key(server: str, name: str) -> str:
    return f"{name}@{server}"
