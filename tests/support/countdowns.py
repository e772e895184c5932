"""What runs out at a table, as the server says it (`countdown`, `clock_of`), and a clock that a
test moves (`Hands`).
"""

from typing import Any

from cardtui.v1 import timing_pb2


class Hands:
    """A clock whose hands a test moves."""

    def __init__(self, at: float = 100.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


def countdown(left: float, total: float, *, stopped: bool = False) -> timing_pb2.Countdown:
    return timing_pb2.Countdown(
        left_milliseconds=round(left * 1000),
        total_milliseconds=round(total * 1000),
        stopped=stopped,
    )


def clock_of(seat: int, act: float, reserve: float, **fields: Any) -> timing_pb2.Timing:
    return timing_pb2.Timing(
        clocks=[
            timing_pb2.SeatClock(
                seat=seat,
                act=countdown(act, 30, **fields),
                reserve=countdown(reserve, 60, stopped=bool(act) or bool(fields)),
            )
        ]
    )
