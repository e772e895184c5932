"""Races between stores for the same number of a log."""

import asyncio
from collections.abc import Sequence

from cardtui_server.ports.log_store import Behind, LogStore


async def raced(stores: Sequence[LogStore], races: int, table: str = "t") -> None:
    """Have several stores append at the same number, again and again: one wins each time."""
    for number in range(races):
        done = await asyncio.gather(
            *(each.append(table, number, [b"%d" % place]) for place, each in enumerate(stores)),
            return_exceptions=True,
        )
        (won,) = [place for place, each in enumerate(done) if each is None]
        assert sum(isinstance(each, Behind) for each in done) == len(stores) - 1, done
        assert await stores[(won + 1) % len(stores)].read(table, number) == [b"%d" % won]
