"""A list of tables of any size can be told, and everybody is told their seat."""

from __future__ import annotations

import grpc
import pytest

from cardtui.v1 import lobby_service_pb2
from cardtui_client.net.connection import Connection
from tests.support.calling import Caller, running


async def test_a_long_list_of_tables_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_server.lobby.table_list.PAGE_BYTES", 500)
    async with running() as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        made = [(await ana.create(seat=0)).id for _ in range(8)]
        first = await ana.call(ana.lobby.ListTables, lobby_service_pb2.ListTablesRequest())
        assert first.next_page_token
        assert first.ByteSize() <= 530
        connection = await Connection.open(server.address, "Bia")
        assert [table.id for table in (await connection.list_tables()).tables] == made
        await connection.close()
        await ana.close()


async def test_a_page_goes_on_where_the_last_one_ended_whatever_was_closed_meanwhile() -> None:
    async with running() as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        made = [(await ana.create(seat=0)).id for _ in range(5)]
        request = lobby_service_pb2.ListTablesRequest
        first = await ana.call(ana.lobby.ListTables, request(page_size=2))
        assert [table.id for table in first.tables] == made[:2]
        for closed in made[:2]:
            await ana.call(ana.lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=closed))
        later = (await ana.create(seat=0)).id
        token = first.next_page_token
        second = await ana.call(ana.lobby.ListTables, request(page_size=3, page_token=token))
        assert [table.id for table in second.tables] == made[2:]
        token = second.next_page_token
        last = await ana.call(ana.lobby.ListTables, request(page_size=3, page_token=token))
        assert [table.id for table in last.tables] == [later]
        assert not last.next_page_token
        for strange in ("x", "1.1", f"{token}x", "."):
            with pytest.raises(grpc.aio.AioRpcError, match="page token"):
                await ana.call(ana.lobby.ListTables, request(page_token=strange))
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
