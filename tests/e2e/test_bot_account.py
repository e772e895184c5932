"""A bot account over a real server: invited, marked, and gone when the host takes it away."""

import asyncio
import sys
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cardtui.v1 import errors_pb2, lobby_service_pb2, tables_pb2
from cardtui_client.net import moved
from cardtui_client.net.address import line_to, parse_join_line
from cardtui_client.net.call_errors import Refused
from cardtui_client.net.connection import Connection
from cardtui_client.net.trust import Found, look_at
from cardtui_engine.library.bot_lines import LONGEST_ANSWER, Clock
from cardtui_server.app import RunningServer, serve
from cardtui_server.settings import Settings
from cardtui_studio.bot_account import play_where_invited
from cardtui_studio.bot_process import Process, ProgramPlayer
from tests.e2e.waiting import has_come, made_table, seen

BOT = Path(__file__).parents[2] / "examples" / "bots" / "random_bot.py"


@pytest.fixture
async def server() -> AsyncIterator[RunningServer]:
    running = await serve(Settings(port=0))
    yield running
    await running.stop(grace=0)


@asynccontextmanager
async def program(connection: Connection, *command: str) -> AsyncGenerator[asyncio.Event]:
    """Play as an account with a program; yield what tells that it has left a table."""
    left = asyncio.Event()

    def say(sentence: str) -> None:
        if sentence.startswith("Left"):
            left.set()

    player = ProgramPlayer(lambda: Process(command, None, LONGEST_ANSWER), Clock(5000, 5000))
    playing = asyncio.create_task(play_where_invited(connection, player, say, delay=0))
    try:
        yield left
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.to_thread(player.close)


async def test_a_program_plays_where_it_is_invited_until_the_host_takes_it_away(
    server: RunningServer,
) -> None:
    host = await Connection.open(server.address, "Ana")
    bot = await Connection.open(server.address, "Robo", bot_account=True)
    async with program(bot, sys.executable, str(BOT)) as left:
        table = await made_table(host)
        await host.add_bot(table.id, tables_pb2.BOT_LEVEL_EASY, 0)
        account = await has_come(host)
        assert not account.busy
        await host.invite(table.id, account.player)
        await seen(host, table.id, lambda each: each.seats[1].ready)
        await host.start(table.id)
        over = await seen(host, table.id, lambda each: each.state == tables_pb2.TABLE_STATE_OVER)
        assert (over.seats[1].name, over.seats[1].bot_account) == ("bot-Robo", True)
        assert [each.busy for each in await host.bot_accounts()] == [True]
        assert not (await host.get_person(name="bot-Robo")).games  # it counts as a bot
        await host.remove_bot(table.id, 1)
        await asyncio.wait_for(left.wait(), 30)
        assert not (await has_come(host)).busy  # it is back in the lobby a moment later
    await bot.close()
    await host.close()


async def test_a_program_in_the_lobby_goes_where_the_server_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await serve(Settings(port=0, data=tmp_path))
    bot = await Connection.open(before.address, "Robo", bot_account=True)
    bot.follows = True
    async with program(bot, sys.executable, str(BOT)):
        earlier = await Connection.open(before.address, "Bia")
        await has_come(earlier)
        await earlier.close()
        await before.stop(grace=0)
        now = await serve(Settings(port=0, data=tmp_path))  # at another port, as at another address
        there = await look_at(parse_join_line(now.address), 5)
        assert there.identity == bot.server.identity

        async def found_again(lost: Found) -> Found:
            assert str(lost.address) == before.address
            return there

        monkeypatch.setattr(moved, "SEEK_AFTER_SECONDS", 0)
        monkeypatch.setattr(moved, "found_again", found_again)
        host = await Connection.open(now.address, "Ana")
        table = await made_table(host)
        account = await has_come(host)
        await host.invite(table.id, account.player)
        await seen(host, table.id, lambda each: any(seat.bot_account for seat in each.seats))
    await bot.close()
    await host.close()
    await now.stop(grace=0)


async def test_a_program_that_ends_gives_its_seat_up(server: RunningServer) -> None:
    host = await Connection.open(server.address, "Ana")
    bot = await Connection.open(server.address, "Robo", bot_account=True)
    async with program(bot, "false"):
        table = await made_table(host)
        await host.add_bot(table.id, tables_pb2.BOT_LEVEL_EASY, 0)
        await host.invite(table.id, (await has_come(host)).player)
        await seen(host, table.id, lambda each: each.seats[1].ready)
        await host.start(table.id)
        await seen(host, table.id, lambda each: not each.seats[1].bot_account)
    await bot.close()
    await host.close()


async def test_a_bot_account_does_nothing_but_play(server: RunningServer) -> None:
    host = await Connection.open(server.address, "Ana")
    bot = await Connection.open(server.address, "Robo", bot_account=True)
    table = await made_table(host)
    asked = (
        bot.join(table.id),
        bot.quick_match("cacho"),
        bot.create_table(lobby_service_pb2.CreateTableRequest(game="cacho", seats=2)),
        bot.say(table.id, "hello"),
        bot.create_account_code(),
        bot.close_table(table.id),
        bot.bot_accounts(),
    )
    for each in asked:
        with pytest.raises(Refused) as refused:
            await each
        assert refused.value.refusal.reason == errors_pb2.REASON_NOT_ALLOWED
    with pytest.raises(Refused):  # nobody reads there as Robo
        await host.invite(table.id, (await bot.get_person()).player)
    await bot.close()
    await host.close()


async def test_the_token_of_a_bot_account_is_not_that_of_a_person(server: RunningServer) -> None:
    bot = await Connection.open(server.address, "Robo", bot_account=True)
    line = line_to(server.address, server.certificate.fingerprint.hex())
    person = await Connection.open(line, "Robo", bot.token)
    assert person.name == "Robo"
    assert person.token != bot.token
    await bot.close()
    await person.close()
