"""The feed against a real server that goes down in the middle of a match and comes back."""

import asyncio
from pathlib import Path

import pytest

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.arguments import plainest
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.call_errors import Patience
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings
from tests.support.lasting_port import lasting_port


async def followed(feed: TableFeed, model: TableModel, changed: asyncio.Event) -> None:
    """Fold the feed into the model, telling whenever something has come."""
    async for item in feed.frames():
        if isinstance(item, FeedStatus):
            model.status = item.status
        else:
            model.fold(item)
        changed.set()


@pytest.mark.slow
async def test_an_act_while_the_server_is_down_is_done_once_when_it_is_back(
    tmp_path: Path,
) -> None:
    settings = Settings(
        port=lasting_port(), data=tmp_path, thinking=0.0, note=False, limits=Limits.open()
    )
    server = await serve(settings)
    ana = await Connection.open(server.address, "Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game="cacho", seats=2, seat=0, bots=tables_pb2.BOT_LEVEL_EASY, pause_milliseconds=0
    )
    table = (await ana.create_table(request)).table.id
    await ana.start(table)
    feed = TableFeed(ana, table, True, patience=Patience(first=0.05, longest=0.2))
    model, changed = TableModel(), asyncio.Event()
    following = asyncio.create_task(followed(feed, model, changed))
    try:
        async with asyncio.timeout(30):
            while not model.is_my_turn:
                changed.clear()
                await changed.wait()
            await server.stop(grace=0)
            while model.status is not Status.RECONNECTING:
                changed.clear()
                await changed.wait()
            action = plainest(model.choices()[0])
            position = model.position
            acting = asyncio.create_task(feed.act(action, position))
            server = await serve(settings)
            reply = await acting
            assert reply.seq > position
            # The same id is answered the same, on another call too.
            again = await ana.act(table, action, request_id=reply.request_id, expected=position)
            assert again.reply.seq == reply.seq
            fresh = (await ana.get_view(table)).snapshot
            while model.seq < fresh.seq:
                changed.clear()
                await changed.wait()
    finally:
        await feed.close()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await ana.close()
        await server.stop(grace=0)


@pytest.mark.slow
async def test_snapshot_and_updates_make_what_a_fresh_snapshot_says() -> None:
    server = await serve(
        Settings(port=0, data=None, thinking=0.0, note=False, limits=Limits.open())
    )
    zoe = await Connection.open(server.address, "Zoe")
    request = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino",
        seats=4,
        bots=tables_pb2.BOT_LEVEL_EASY,
        pause_milliseconds=0,
        options={"target": tables_pb2.OptionValue(number=4)},
    )
    table = (await zoe.create_table(request)).table.id
    feed, model, changed = TableFeed(zoe, table, False), TableModel(), asyncio.Event()
    following = asyncio.create_task(followed(feed, model, changed))
    try:
        async with asyncio.timeout(30):
            await zoe.start(table)
            while not model.is_over:
                changed.clear()
                await changed.wait()
            fresh = (await zoe.get_view(table)).snapshot
            assert fresh.view == model.view
            assert fresh.table == model.table
            assert fresh.seq == model.seq
    finally:
        await feed.close()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await zoe.close()
        await server.stop(grace=0)
