"""The key of everything at a table: keys that a person has chosen go before the usual ones.

The usual keys stand in `TABLE_ACTIONS`, and with the verbs of each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from cardtui_client.games.table_actions import ACTION_OF
from cardtui_client.scene.commands import Bare, Command


class _Shared(Enum):
    """What verbs of several games mean, whatever each calls it."""

    CHECK = "check"


class Keys:
    """The key of everything, one's own ones before the usual ones."""

    def __init__(self, own: Mapping[str, str]) -> None:
        self._own = own

    def of(self, command: Command) -> str:
        """Return the first key of a command that is no verb."""
        action = ACTION_OF[command]
        return self.named(action.id, action.key)

    def next(self) -> str:
        """Return the first key that does what is next."""
        return self.of(Bare.PROCEED)

    def of_verb(self, verb: str, usual: str) -> str:
        """Return the first key of a verb, whose usual one that is."""
        # Enter does what is next, whatever that is.
        return self.next() if usual == "enter" else self.named(f"verb.{verb}", usual)

    def of_check(self) -> str:
        """Return the first key by which one stays in for nothing."""
        return self.of_verb(_Shared.CHECK.value, "k")

    def named(self, name: str, usual: str) -> str:
        """Return the first key of what has that name in the keymap."""
        return self._own.get(name, usual).partition(",")[0].strip() or usual
