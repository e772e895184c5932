"""How a server runs: its settings, with their defaults (`DEFAULT_PORT`), and for how many seconds
calls may go on when it stops (`GRACE_SECONDS`). The client looks at the same port
(`client/cardtui_client/net/address.py`); its own settings are in
`client/cardtui_client/settings/values.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.calendar import Evening
from cardtui_server.failures import StartError
from cardtui_server.limits import Limits
from cardtui_server.lobby.password import Password
from cardtui_server.rpc.addresses import AddressRules
from cardtui_server.table.pace import THINKING_SECONDS

DEFAULT_PORT: Final = 8782
"""The letters TRUC on a telephone's keys."""

GRACE_SECONDS: Final = 2.0
"""Seconds that open calls have to end when the server is stopped."""


NATS_PORT: Final = 4222
"""Where NATS servers listen, unless their addresses say otherwise."""

_BAD_URL: Final = (
    "“{url}” is not the address of a NATS server: "
    "type something like nats://NAME:PASSWORD@alpha:4222."
)


@dataclass(frozen=True, slots=True)
class ClusterSettings:
    """The cluster that a server takes part in.

    Attributes:
        urls: the addresses of some of its NATS servers: ``nats://NAME:PASSWORD@HOST:PORT``.
        advertise: where clients reach this server, as ``HOST:PORT``; ``""`` for its first address.
        name: what the cluster is called.
        replicas: on how many NATS servers everything is kept.
        monitors: where the NATS servers tell their settings: ``http://HOST:PORT``.
    """

    urls: tuple[str, ...]
    advertise: str = ""
    name: str = "cardtui"
    replicas: int = 3
    monitors: tuple[str, ...] = ()


def cluster_settings(
    urls: str, advertise: str = "", replicas: int = 3, monitors: str = ""
) -> ClusterSettings:
    """Return the settings of a cluster as people type them: the addresses with commas between.

    What only the first one says holds for the others, too: how, and as whom.

    >>> cluster_settings("nats://me:secret@alpha,beta:4223").urls
    ('nats://me:secret@alpha:4222', 'nats://me:secret@beta:4223')

    Raises:
        StartError: these are no addresses.
    """
    from urllib.parse import urlsplit

    first, *others = [each.strip() for each in urls.split(",")]
    how, who = "nats://", ""
    if "://" in first:
        how = first[: first.index("://") + 3]
    if "@" in first:
        who = first.removeprefix(how).rpartition("@")[0] + "@"
    found: list[str] = []
    for each in (first, *others):
        named = each if "@" in each or "://" in each else f"{who}{each}"
        url = named if "://" in named else f"{how}{named}"
        try:
            parts = urlsplit(url)
            port = parts.port or NATS_PORT
        except ValueError:
            raise StartError(_BAD_URL, url=each.rpartition("@")[2]) from None
        if parts.scheme not in ("nats", "tls") or not parts.hostname:
            raise StartError(_BAD_URL, url=each.rpartition("@")[2])
        found.append(url if parts.port else f"{url}:{port}")
    looked_at = tuple(each.strip() for each in monitors.split(",") if each.strip())
    return ClusterSettings(tuple(found), advertise, replicas=replicas, monitors=looked_at)


class Reload(NamedTuple):
    """What a server takes anew while it runs.

    Attributes:
        limits: the limits on callers, but for those of `limits.FIXED_LIMITS`.
        rules: which addresses may call, and which are trusted proxies.
        message: what those who come are told.
        evenings: which evenings are announced.
    """

    limits: Limits
    rules: AddressRules
    message: str
    evenings: tuple[Evening, ...] = ()


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
        cluster: the cluster that it takes part in; ``None`` for a server by itself.
        message: what those who come are told.
        evenings: which evenings are announced.
        shared_port: a port besides its own that other servers of this machine listen at, too, and
            that people are told; 0 for none.
    """

    host: str = "127.0.0.1"
    lan: tuple[str, ...] = ()
    look: Callable[[], Sequence[str]] | None = None
    port: int = DEFAULT_PORT
    data: Path | None = None
    identity: Path | None = None
    name: str = "cardtui"
    password: Password | None = None
    thinking: float = THINKING_SECONDS
    limits: Limits = field(default_factory=Limits)
    rules: AddressRules = field(default_factory=AddressRules)
    announce: bool = False
    note: bool = False
    cluster: ClusterSettings | None = None
    message: str = ""
    evenings: tuple[Evening, ...] = ()
    shared_port: int = 0

    @property
    def is_open(self) -> bool:
        """Whether other machines are let in: now, or as soon as this one is in a network."""
        return bool(self.lan) or self.look is not None
