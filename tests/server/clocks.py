"""Time at a table: it passes, and who is waited for."""

from cardtui.v1 import timing_pb2
from cardtui_server.table.actor import Table
from cardtui_server.wire.values import timing_message
from tests.support.playing import House


def waiting(table: Table) -> int:
    """Return the seat whose turn it is."""
    assert table.state.turn is not None
    (seat,) = table.state.turn.to_act
    return seat


async def pass_time(house: House, seconds: float) -> None:
    await house.passes(seconds)


def timing(table: Table) -> timing_pb2.Timing:
    return timing_message(table.timing("p0"))
