"""A table with a ledger, and what the ledger says."""

from typing import Any

from cardtui.v1 import table_service_pb2
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.requests import AddBot, Sit
from cardtui_server.table.actor import Table
from tests.support.playing import House, brief, snapshot


async def made(house: House, game: str = "cacho", **wishes: Any) -> Table:
    """A table for three at which P0 and P1 sit, and a bot."""
    options = {**brief(game), "chip_value": "R$ 0,25", **wishes.pop("options", {})}
    waits: dict[str, Any] = {"thinking_milliseconds": 0, "window_milliseconds": 0, **wishes}
    wanted = NewTable.of(game, 3, seat=0, options=options, **waits)
    table = await house.lobby.create("p0", "P0", wanted)
    await table.ask(Sit(player="p1", name="P1", seat=1))
    await table.ask(AddBot(player="p0", seat=2, level=2))
    return table


def ledger(table: Table) -> table_service_pb2.Ledger:
    """Return what a spectator who comes now is told."""
    return snapshot(table, None).ledger


def won(told: table_service_pb2.Ledger) -> dict[str, int]:
    """Return what each has won or lost."""
    return {each.name: each.took - each.brought for each in told.accounts}
