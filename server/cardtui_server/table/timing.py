"""What runs out at a table now, as readers are told it."""

from __future__ import annotations

from typing import Final, NamedTuple

from cardtui_server.table.countdown import Left
from cardtui_server.table.turn_clock import SeatTime


class Timing(NamedTuple):
    """All that runs out at a table.

    Attributes:
        clocks: the clocks of the players whom the game waits for.
        hand_pause: the hand pause; ``None`` between pauses.
        holding: the seats that hold it.
        window: the claim window; ``None`` if none is open.
        away: the seats for which a bot will sit in, with what is left of the table's patience.
        fill: what is left until bots take the free seats; ``None`` if none will by themselves.
    """

    clocks: tuple[SeatTime, ...] = ()
    hand_pause: Left | None = None
    holding: tuple[int, ...] = ()
    window: Left | None = None
    away: tuple[tuple[int, Left], ...] = ()
    fill: Left | None = None


NOTHING: Final = Timing()
"""Nothing runs out."""
