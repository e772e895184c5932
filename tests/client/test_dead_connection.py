"""A connection on which nothing passes any more, while nobody says so: another one is made."""

import asyncio
import random

import pytest

from cardtui.v1 import lobby_service_pb2
from cardtui_client.model.table import Status
from cardtui_client.net.call_errors import Patience
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_server.rpc.listening import DOOR
from tests.support.calling import Caller, running
from tests.support.proxy import proxy


@pytest.mark.proof
async def test_a_feed_comes_back_although_its_connection_is_dead_and_open() -> None:
    async with running() as server, proxy(DOOR, server.port, random.Random(0)) as between:
        ana = await Connection.open(between.address, "Ana")
        request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
        table = (await ana.create_table(request)).table.id
        feed = TableFeed(ana, table, seat=True, patience=Patience())
        live = 0
        async with asyncio.timeout(200):
            async for item in feed.frames():
                if isinstance(item, FeedStatus) and item.status is Status.LIVE:
                    live += 1
                    if live == 2:
                        break
                    between.swallow()
        # Where she came back, she hears what is new.
        bea = Caller(server.address)
        await bea.open("Bea")
        assert await bea.join(table) == 1
        await bea.close()
        await feed.close()
        await ana.close()
