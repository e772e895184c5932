"""Private tables: seen by their own, found by their code, and by nobody who only tries."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import grpc
import pytest

from cardtui.v1 import lobby_service_pb2, session_service_pb2, table_service_pb2
from cardtui_server.limits import Limits
from cardtui_server.store.memory import MemoryStore
from tests.support.calling import SWIFT, Caller, running


async def listed(who: Caller) -> list[str]:
    response = await who.call(who.lobby.ListTables, lobby_service_pb2.ListTablesRequest())
    return [table.id for table in response.tables]


async def two(address: str) -> tuple[Caller, Caller]:
    ana, bia = Caller(address), Caller(address)
    await ana.open("Ana")
    await bia.open("Bia")
    return ana, bia


async def test_a_private_table_is_listed_to_its_own_alone_and_joined_by_its_code() -> None:
    async with running() as server:
        ana, bia = await two(server.address)
        watching = bia.lobby.WatchTables(
            lobby_service_pb2.WatchTablesRequest(), metadata=bia.metadata
        )
        told = aiter(watching)
        assert (await anext(told)).complete
        table = await ana.create(seat=0, private=True)
        assert table.private
        assert (await listed(ana), await listed(bia)) == ([table.id], [])
        known = await ana.sessions.GetServer(session_service_pb2.GetServerRequest())
        assert known.tables == 0
        # What is said to her next is of another table: nothing of this one was.
        public = await ana.create(seat=0)
        assert not public.private
        first = await anext(told)
        assert ([each.id for each in first.tables], list(first.gone)) == ([public.id], [])
        # Who has the code watches and sits down; then it is hers as well, until she leaves.
        assert (await bia.view(table.id)).seq
        await bia.join(table.id)
        joined = await anext(told)
        assert [each.id for each in joined.tables] == [table.id]
        assert await listed(bia) == [table.id, public.id]
        await bia.call(bia.lobby.LeaveTable, lobby_service_pb2.LeaveTableRequest(table=table.id))
        assert list((await anext(told)).gone) == [table.id]
        assert await listed(bia) == [public.id]
        watching.cancel()
        await asyncio.gather(ana.close(), bia.close())


async def test_what_was_never_seen_is_not_told_when_it_is_gone() -> None:
    async with running() as server:
        ana, bia = await two(server.address)
        watching = bia.lobby.WatchTables(
            lobby_service_pb2.WatchTablesRequest(), metadata=bia.metadata
        )
        told = aiter(watching)
        await anext(told)
        table = await ana.create(seat=0, private=True)
        await ana.call(ana.lobby.CloseTable, lobby_service_pb2.CloseTableRequest(table=table.id))
        public = await ana.create(seat=0)
        while not (said := await anext(told)).tables:
            assert not said.gone
        assert ([each.id for each in said.tables], list(said.gone)) == ([public.id], [])
        watching.cancel()
        await asyncio.gather(ana.close(), bia.close())


async def test_codes_are_not_found_by_trying_and_nobody_else_is_kept_out() -> None:
    limits = replace(Limits.open(), table_codes_burst=3, table_codes_rate=0.1)
    async with running(replace(SWIFT, limits=limits)) as server:
        ana, bia = await two(server.address)
        table = await ana.create(seat=0, private=True)
        public = await ana.create(seat=0)
        for code in ("aaaaaa", "bbbbbb", "cccccc"):
            with pytest.raises(grpc.aio.AioRpcError) as wrong:
                await bia.join(code)
            assert wrong.value.code() is grpc.StatusCode.NOT_FOUND
        requests = (
            (bia.lobby.JoinTable, lobby_service_pb2.JoinTableRequest),
            (bia.lobby.CloseTable, lobby_service_pb2.CloseTableRequest),
            (bia.tables.GetView, table_service_pb2.GetViewRequest),
            (bia.tables.Say, table_service_pb2.SayRequest),
        )
        # From now on a right one is refused like a wrong one, whatever is asked of it.
        for method, request in requests:
            sentences = set()
            for code in (table.id, "dddddd"):
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await bia.call(method, request(table=code))
                assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                sentences.add(refused.value.details())
            assert len(sentences) == 1
            assert "too many codes of tables" in (sentences.pop() or "")
        # Tables that everybody sees, and one's own, are no codes.
        await bia.join(public.id)
        assert (await ana.view(table.id)).seq
        await asyncio.gather(ana.close(), bia.close())


async def test_a_private_table_is_private_after_a_restart() -> None:
    store = MemoryStore()
    async with running(store=store) as server:
        ana = Caller(server.address)
        await ana.open("Ana")
        table = await ana.create(seat=0, private=True)
        token = ana.token
        await ana.close()
    async with running(store=store) as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana", token)
        await bia.open("Bia")
        assert (await listed(ana), await listed(bia)) == ([table.id], [])
        await asyncio.gather(ana.close(), bia.close())
