"""Stores whose answers come late, twice or never (`Unreliable`), and callers who ask again."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from typing import Any

from cardtui_server.ports.log_store import LogStore, Unsure

FATES = ("twice", "forgotten", "lost", "late", "whole")
"""What becomes of an append: it comes twice, or its answer does not come, or it does not."""


class Unreliable(LogStore):
    """Goes before a store: each append meets the next fate of a row."""

    fates: Iterator[str] | None = None

    async def append(self, table: str, expected: int, rows: Sequence[bytes], **named: Any) -> None:
        if self.fates is None:
            self.fates = cycle(FATES)
        fate = next(self.fates)
        if fate == "lost":
            raise Unsure("It may not have come.")
        if fate == "late":
            await asyncio.sleep(0.001)
        await super().append(table, expected, rows, **named)  # type: ignore[safe-super]
        if fate == "twice":
            await super().append(table, expected, rows, **named)  # type: ignore[safe-super]
        if fate == "forgotten":
            raise Unsure("The answer has not come.")


class Repeated(Unreliable):
    """Repeats what is unsure until it is known."""

    ids = count(1)

    async def append(self, table: str, expected: int, rows: Sequence[bytes], **named: Any) -> None:
        named.setdefault("append_id", b"%d" % next(self.ids))
        while True:
            try:
                return await super().append(table, expected, rows, **named)
            except Unsure:
                pass
