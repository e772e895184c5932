"""Who goes on with a match is told of another one that waits, be it under another name."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.commands.session import waiting_elsewhere, waiting_too
from cardtui_client.hosting.own_server import SOLO
from cardtui_client.net.connection import Connection
from cardtui_client.net.known_servers import Tokens
from cardtui_client.settings import Settings
from cardtui_client.tui.launch import OwnTable

PLAYING = tables_pb2.TABLE_STATE_PLAYING


class Listing:
    """A server that lists tables to Ana."""

    name = "Ana"

    def __init__(self, *tables: tables_pb2.Table) -> None:
        self._tables = tables

    async def list_tables(self) -> lobby_service_pb2.ListTablesResponse:
        return lobby_service_pb2.ListTablesResponse(tables=self._tables)


def table(
    *names: str,
    state: Any = PLAYING,
    game: str = "cacho",
    id: str = "",  # noqa: A002 - as the field is called
    connected: Sequence[int] = (),
) -> tables_pb2.Table:
    bot = tables_pb2.Seat(name="Chela", bot=tables_pb2.BOT_LEVEL_EASY, seat=len(names))
    seats = [tables_pb2.Seat(name=name, seat=seat) for seat, name in enumerate(names)]
    return tables_pb2.Table(id=id, state=state, game=game, seats=[*seats, bot], connected=connected)


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


NOW = table("Ana", id="now")


async def too(*tables: tables_pb2.Table, name: str | None = None) -> str:
    return await waiting_too(
        cast("Connection", Listing(*tables, NOW)), OwnTable(NOW.id, NOW.game), name
    )


async def test_another_match_of_ones_own_is_told_with_the_line_that_goes_on_with_it() -> None:
    kept = table("Ana", game="pif-paf", id="kept")
    assert await too(kept) == (
        "Another match is kept, of Pif Paf. To go on with it: cardtui play pif-paf"
    )
    assert (await too(kept, name="Ana")).endswith("cardtui play pif-paf --name Ana")


async def test_of_the_same_game_one_match_comes_after_the_other() -> None:
    kept = table("Ana", id="kept")
    assert await too(kept) == (
        "Another match of Cacho is kept. The next cardtui play goes on with it when this one is "
        "over."
    )
    assert "of Pif Paf" in await too(table("Ana", game="pif-paf", id="older"), kept)


async def test_what_another_window_shows_or_others_play_is_not_told() -> None:
    shown = table("Ana", id="shown", connected=[0])
    over = table("Ana", id="over", state=tables_pb2.TABLE_STATE_OVER)
    assert await too(shown, over, table("Bia", id="hers", connected=[0])) == ""
