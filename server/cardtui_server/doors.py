"""The doors: a table's ways to the world, which tests hand in others of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtui_server.clock import Clock
from cardtui_server.dealer import Dealer
from cardtui_server.lane import Lane
from cardtui_server.log import LogStore
from cardtui_server.outage import Outage


@dataclass(frozen=True, slots=True)
class Doors:
    """A table's ways to the world."""

    store: LogStore
    clock: Clock
    dealer: Dealer
    log: Any
    lane: Lane = field(default_factory=Lane)
    """What the bots of all tables go through."""
    outage: Outage = field(init=False)
    """Whether anything can be written down."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outage", Outage(self.clock, self.log))
