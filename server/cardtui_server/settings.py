"""How a server runs: its settings, with their defaults (`PORT`), and how long it takes to end.
That is `GRACE`; the client looks at the same port (`client/cardtui_client/net/address.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cardtui_server.limits import Limits
from cardtui_server.lobby.password import Password
from cardtui_server.rpc.addresses import AddressRules
from cardtui_server.table.pace import THINKING

PORT: Final = 8782
"""The letters TRUC on a telephone's keys."""

GRACE: Final = 2.0
"""Seconds that open calls have to end when the server is stopped."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    Attributes:
        host: the address for programs on this machine, who are served without encryption; our own
            clients come to another address of this machine, over TLS (`rpc/listening.py`).
        lan: the addresses for other machines, who are served over TLS.
        look: returns the addresses for other machines as they are by then; ``None`` where they
            never change.
        port: the port on all of them; 0 for any free one.
        data: the folder of the database; ``None`` keeps everything in memory.
        identity: the folder of the certificate; ``None`` for the data folder.
        name: what the server calls itself.
        password: that new players need; ``None`` lets everybody in.
        thinking: the seconds that a bot thinks, where a table does not say.
        limits: the limits on callers.
        rules: which addresses may call, and which are trusted proxies.
        announce: whether to announce the server in the networks of its addresses there.
        note: whether to leave a note so that others on this machine can find the server.
    """

    host: str = "127.0.0.1"
    lan: tuple[str, ...] = ()
    look: Callable[[], Sequence[str]] | None = None
    port: int = PORT
    data: Path | None = None
    identity: Path | None = None
    name: str = "cardtui"
    password: Password | None = None
    thinking: float = THINKING
    limits: Limits = field(default_factory=Limits)
    rules: AddressRules = field(default_factory=AddressRules)
    announce: bool = False
    note: bool = False

    @property
    def is_open(self) -> bool:
        """Whether other machines are let in: now, or as soon as this one is in a network."""
        return bool(self.lan) or self.look is not None
