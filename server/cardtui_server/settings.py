"""How a server runs: what its start may choose, and what is so where nothing is chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cardtui_server.rpc.limits import Limits
from cardtui_server.table.pace import THINKING

PORT: Final = 8782
"""TRUC on a telephone."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs.

    Attributes:
        host: the address to listen on; only this machine's own for now.
        port: the port; 0 for any free one.
        data: the folder of the database; ``None`` keeps everything in memory.
        name: what the server calls itself.
        thinking: seconds that bots take to think, where a table does not say.
        connections: the most connections at once.
        limits: how much is too much.
        note: whether to leave a note by which others on this machine find the server.
    """

    host: str = "127.0.0.1"
    port: int = PORT
    data: Path | None = None
    name: str = "cardtui"
    thinking: float = THINKING
    connections: int = 256
    limits: Limits = field(default_factory=Limits)
    note: bool = False
