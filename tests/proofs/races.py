"""Six writers at the same number of a log on three NATS servers: one of them wins, each time."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

from cardtui_server.store.nats import NatsStore
from tests.support.nats_servers import nats_servers
from tests.support.races import raced

_WRITERS: Final = 6


class Tally(NamedTuple):
    """How many races were run, each of which one writer won."""

    races: int

    def plus(self, other: Tally) -> Tally:
        """Return both together."""
        return Tally(self.races + other.races)


async def run(seed: int, races: int, folder: Path) -> Tally:
    """Run so many races."""
    del folder
    with nats_servers(3) as servers:
        stores = [NatsStore(servers.urls, patience=30) for _ in range(_WRITERS)]
        for each in stores:
            await each.open()
        await raced(stores, races, f"t{seed}")
        for each in stores:
            await each.close()
    return Tally(races)
