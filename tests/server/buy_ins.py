"""A table at which each player may choose what they bring."""

from typing import Any

from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.requests import AddBot, Sit
from cardtui_server.table.actor import Table
from tests.support.playing import House


async def made(house: House, game: str = "cacho", **wishes: Any) -> Table:
    """A table for three at which P0 and P1 sit, and a bot."""
    limits: dict[str, Any] = {"least_buy_in": 20, "most_buy_in": 80, "options": {"hands": 3}}
    wanted = NewTable.of(game, 3, thinking_milliseconds=0, seat=0, **{**limits, **wishes})
    table = await house.lobby.create("p0", "P0", wanted)
    await table.ask(Sit(player="p1", name="P1", seat=1))
    await table.ask(AddBot(player="p0", seat=2, level=2))
    return table


def chips(table: Table) -> tuple[int, ...]:
    return table.state.tally.chips
