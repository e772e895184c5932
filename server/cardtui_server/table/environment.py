"""What a table needs of the world (`Environment`): store, clock, dealer; tests replace it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardtui_server.match.replay import Checkpoints, Journal
from cardtui_server.match.state import TableState
from cardtui_server.metrics import Metrics
from cardtui_server.ports.clock import Clock
from cardtui_server.ports.dealer import Dealer
from cardtui_server.ports.log_store import LogStore
from cardtui_server.ports.peers import Peers
from cardtui_server.ratings.strengths import Ratings
from cardtui_server.table.bots.queue import BotQueue
from cardtui_server.table.encoder import TableEncoder
from cardtui_server.table.outage import Outage
from cardtui_server.table.restart import Restart

if TYPE_CHECKING:
    from structlog.typing import FilteringBoundLogger


@dataclass(frozen=True, slots=True)
class Environment:
    """A table's ways to the world."""

    store: LogStore
    clock: Clock
    dealer: Dealer
    log: FilteringBoundLogger
    journal: Journal
    """Makes rows of entries, and entries of rows."""
    encode: Callable[[str, TableState], TableEncoder]
    """Makes a table's encoder from its id and state."""
    checkpoints: Checkpoints
    """Makes checkpoints of tables, and reads them."""
    peers: Peers | None = None
    """The servers that share the store; ``None`` for a server that has it for itself."""
    queue: BotQueue = field(default_factory=BotQueue)
    """The queue that the bots of all tables share."""
    metrics: Metrics = field(default_factory=Metrics)
    """What is counted of all tables."""
    outage: Outage = field(init=False)
    """Whether anything can be written down now."""
    restart: Restart = field(init=False)
    """Whether the server is about to restart."""
    ratings: Ratings = field(init=False)
    """How strong players are."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "outage", Outage(self.clock, self.log))
        object.__setattr__(self, "restart", Restart(self.clock))
        object.__setattr__(self, "ratings", Ratings(self.store, self.clock))
