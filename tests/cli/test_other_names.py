"""Who plays under another name for once is told of that match when coming back without it."""

from pathlib import Path
from typing import Any, cast

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.commands.other_names import waiting_elsewhere
from cardtui_client.commands.own_server import SOLO
from cardtui_client.net.connection import Connection
from cardtui_client.net.tokens import Tokens
from cardtui_client.settings import Settings

PLAYING = tables_pb2.TABLE_STATE_PLAYING


class Listing:
    """A server that lists tables to Ana."""

    name = "Ana"

    def __init__(self, *tables: tables_pb2.Table) -> None:
        self._tables = tables

    async def list_tables(self) -> lobby_service_pb2.ListTablesResponse:
        return lobby_service_pb2.ListTablesResponse(tables=self._tables)


def table(*names: str, state: Any = PLAYING, game: str = "cacho") -> tables_pb2.Table:
    bot = tables_pb2.Seat(name="Chela", bot=tables_pb2.BOT_LEVEL_EASY)
    seats = [tables_pb2.Seat(name=name) for name in names]
    return tables_pb2.Table(state=state, game=game, seats=[*seats, bot])


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    for name in ("Ana", "Mara", "O'Neil", "Chela"):
        Tokens(tmp_path).keep(SOLO, name, "secret")
    return Settings(data=str(tmp_path))


async def told(settings: Settings, *tables: tables_pb2.Table) -> str:
    return await waiting_elsewhere(cast("Connection", Listing(*tables)), settings)


async def test_the_newest_match_under_another_name_is_told_with_the_line_that_goes_on(
    settings: Settings,
) -> None:
    assert await told(settings, table("O'Neil"), table("Mara", game="pif-paf")) == (
        "Mara’s match of Pif Paf is kept. To go on with it: cardtui play --name Mara"
    )
    line = """cardtui play --name 'O'"'"'Neil'"""
    assert (await told(settings, table("O'Neil"))).endswith(line)


async def test_of_others_matches_and_of_those_that_are_over_nothing_is_told(
    settings: Settings,
) -> None:
    over = table("Mara", state=tables_pb2.TABLE_STATE_OVER)
    assert await told(settings, table("Ana"), table("Bia"), over) == ""
