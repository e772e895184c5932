"""A list of tables of any size can be told, and everybody is told their seat."""

from __future__ import annotations

import pytest

from cardtui.v1 import lobby_service_pb2
from cardtui_client.connection import Connection
from tests.server.calling import Caller, running


async def test_a_long_list_of_tables_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_server.rpc.lobby_service._LIST_BYTES", 500)
    async with running() as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        made = [(await ana.create(seat=0)).id for _ in range(8)]
        first = await ana.call(ana.lobby.ListTables, lobby_service_pb2.ListTablesRequest())
        assert first.more
        assert first.ByteSize() <= 510
        connection = await Connection.open(server.address, "Bia")
        assert [table.id for table in (await connection.list_tables()).tables] == made
        await connection.close()
        await ana.close()


async def test_a_seat_is_told_before_the_first_match_and_a_spectator_has_none() -> None:
    async with running() as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana")
        await bia.open("Bia")
        table = (await ana.create(seat=0)).id
        assert (await ana.view(table)).HasField("seat")
        assert (await ana.view(table)).seat == 0
        assert not (await bia.view(table)).HasField("seat")
        await ana.close()
        await bia.close()
