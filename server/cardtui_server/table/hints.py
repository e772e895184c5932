"""Has hints thought of in a thread, one at a time; `advice_for` makes them.

A hint is made of the seat's own view, as a bot's decision is, and of nothing else: neither the
match's secret nor its bits are touched.
"""

from __future__ import annotations

import asyncio

from cardtui_engine.bots import Advice
from cardtui_engine.library.advising import advice_for
from cardtui_server.match.state import TableState


class Hints:
    """Thinks of the hints of all tables; however many are wanted, one processor is enough."""

    def __init__(self) -> None:
        self._thinking = asyncio.Lock()

    async def hint(self, state: TableState, seat: int) -> Advice:
        """Return what a strong bot would do in a seat, and why."""
        made, view = state.made, state.rules.seat_view(state.game, seat)
        async with self._thinking:
            return await asyncio.to_thread(advice_for, made.game, made.options, made.seats, view)
