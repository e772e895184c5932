"""What runs out at a table, as a message: counted from the moment at which it is encoded."""

from __future__ import annotations

from cardtui.v1 import timing_pb2
from cardtui_server.table.countdown import Left
from cardtui_server.table.timing import Timing


def timing_message(timing: Timing) -> timing_pb2.Timing:
    """Return what runs out as a message."""
    return timing_pb2.Timing(
        clocks=[
            timing_pb2.SeatClock(
                seat=each.seat, act=_countdown(each.act), reserve=_countdown(each.reserve)
            )
            for each in timing.clocks
        ],
        hand_pause=_countdown(timing.hand_pause),
        holding=timing.holding,
        window=_countdown(timing.window),
        away=[
            timing_pb2.AwaySeat(seat=seat, patience=_countdown(left)) for seat, left in timing.away
        ],
        fill=_countdown(timing.fill),
    )


def _countdown(left: Left | None) -> timing_pb2.Countdown | None:
    if left is None:
        return None
    return timing_pb2.Countdown(
        left_milliseconds=round(left.left * 1000),
        total_milliseconds=round(left.total * 1000),
        stopped=left.stopped,
    )
