"""Tables between real programs: made, waited for until something holds there, and ended."""

import asyncio
import re
from collections.abc import Callable

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.net.connection import Connection
from tests.support.programs import Program


async def made_table(host: Connection) -> tables_pb2.Table:
    request = lobby_service_pb2.CreateTableRequest(
        game="cacho", seats=2, pause_milliseconds=0, thinking_milliseconds=1
    )
    request.options["hands"].number = 2
    return (await host.create_table(request)).table


async def seen(
    host: Connection, table: str, holds: Callable[[tables_pb2.Table], object]
) -> tables_pb2.Table:
    """Return a table once something holds there."""
    async with asyncio.timeout(30):
        async for changes in host.tables():
            for each in changes.tables:
                if each.id == table and holds(each):
                    return each
    raise AssertionError("the list of tables has ended")


async def has_come(host: Connection) -> lobby_service_pb2.BotAccount:
    """Return the bot account that is here, once it is."""
    async with asyncio.timeout(30):
        while not (found := await host.bot_accounts()):  # noqa: ASYNC110 - nothing tells it
            await asyncio.sleep(0.01)
    assert [each.name for each in found] == ["bot-Robo"]
    return found[0]


QUICK = ("tap", "play", "quiero", "son buenas", "declare 20", "waive")


def check_ends(ana: Program, bia: Program, watcher: Program) -> None:
    """Check that all saw the match end alike, and that the programs end well."""
    result = watcher.lines[watcher.wait_for("The match is over") - 1]
    assert watcher.wait() == 0
    for name, player in (("Ana", ana), ("Bia", bia)):
        won = result == f"The match is over. {name} wins!"
        player.wait_for(re.escape("The match is over. You win!" if won else result))
        player.close_input()
        assert player.wait() == 0
    assert result in [f"The match is over. {name} wins!" for name in ("Ana", "Bia")]
