"""A restart that the operator announces is told at every table; shortly before, no match begins."""

import asyncio
import random
from pathlib import Path

import pytest

from cardtui.v1 import tables_pb2
from cardtui_client.net.call_errors import Refused as ClientRefused
from cardtui_client.net.connection import Connection
from cardtui_server.limits import Limits
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import SetReady, Start
from cardtui_server.match.state import Life
from cardtui_server.settings import Settings
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.restart import Notice, Restart
from tests.server.at_table import life, operator_of, play_some
from tests.support.calling import BOUND, Caller, Stream, refused_as, running
from tests.support.playing import House, act, any_action, quiet
from tests.support.ports import FakeClock


def words(notice: tables_pb2.Presence) -> str:
    """Return what a presence tells of the server."""
    return notice.notice.sentence if notice.HasField("notice") else ""


def test_people_are_told_again_as_it_comes_nearer_and_no_more_once_it_is_cancelled() -> None:
    clock = FakeClock()
    restart, told, ended = Restart(clock), list[str](), list[bool]()
    restart.watch(lambda: told.append(str(restart.notice or "")))
    restart.announce(Notice(720, "A new release"), lambda: ended.append(True))
    assert told == ["A new release. The server restarts in 12 min."]
    assert restart.refusal is None
    for _ in range(72):
        clock.advance(10)
    assert [each.removeprefix("A new release. The server restarts in ") for each in told[1:]] == [
        f"{left}."
        for left in (*(f"{n} min" for n in range(10, 1, -1)), "60 s", "30 s", "10 s", "0 s")
    ]
    assert ended == [True]

    restart.announce(Notice(600))
    assert told[-1] == "The server restarts in 10 min; matches go on after it."
    assert str(restart.refusal) == (
        "The server restarts in 10 min: no new match begins before that."
    )
    restart.announce(Notice(None))
    assert (told[-1], restart.refusal, restart.notice) == ("", None, None)
    clock.advance(3600)
    assert (told[-1], ended) == ("", [True])


@pytest.fixture
async def house() -> House:
    return House(MemoryStore())


async def test_in_the_last_ten_minutes_no_match_begins_and_those_played_go_on(house: House) -> None:
    waits = await house.table(start=False)
    playing = await house.table()
    house.env.restart.announce(Notice(601))
    await waits.ask(SetReady("p1", ready=True))
    await house.passes(1)
    for request in (SetReady("p0", ready=True), Start("p0")):
        with pytest.raises(Refused, match="no new match begins before that"):
            await waits.ask(request)
    await waits.ask(SetReady("p1", ready=False))
    assert life(waits) is Life.WAITING
    before = playing.state.entries
    await act(playing, *any_action(playing, random.Random(1)))
    assert playing.state.entries > before
    house.env.restart.announce(Notice(None))
    await waits.ask(Start("p0"))
    await quiet()
    assert life(waits) is Life.PLAYING
    await house.stop()


async def test_bots_begin_no_match_either(house: House) -> None:
    table = await house.table(seats=2, people=1, start=False, fill_milliseconds=5000, bots=2)
    house.env.restart.announce(Notice(300))
    await house.passes(60)
    assert table.state.life is Life.WAITING
    await house.stop()


LATE = tables_pb2.Spectators(delay_hands=2)


async def seated(address: str) -> tuple[list[Stream], Stream, str]:
    """Return the streams of two who play, of one who watches late, and the table."""
    callers = [await Caller.of(address, name) for name in ("Ana", "Bia", "Caio")]
    table = (await callers[0].create(seat=0, watching=LATE)).id
    await callers[1].join(table)
    for each in callers[:2]:
        await each.ready(table)
    players = [each.play(table) for each in callers[:2]]
    for stream in players:
        await stream.reach(1)
    return players, callers[2].watch(table), table


async def test_everybody_at_a_table_is_told_and_the_server_stops_when_it_is_time(
    tmp_path: Path,
) -> None:
    settings = Settings(port=0, data=tmp_path, thinking=0, limits=Limits.open())
    async with running(settings) as server:
        players, watcher, _ = await seated(server.address)
        await watcher.until(lambda: watcher.seq > 0)
        operator = await operator_of(tmp_path)
        await operator.announce_restart(600, "A new\x1b[2J release.")
        for each in (*players, watcher):
            await each.until(lambda each=each: words(each.presence))
            assert words(each.presence).startswith("A new")
            assert words(each.presence).endswith(" release. The server restarts in 10 min.")
            assert "\x1b" not in words(each.presence)
        await play_some(players, random.Random(1), 2)
        await operator.announce_restart(0, cancel=True)
        for each in (*players, watcher):
            await each.until(lambda each=each: not words(each.presence))
        with pytest.raises(ClientRefused, match="at most a day before"):
            await operator.announce_restart(100_000)
        await operator.announce_restart(1)
        async with asyncio.timeout(BOUND):
            await server.wait()
        await operator.close()
    async with running(settings) as server:
        again = await Caller.of(server.address, "Dora")
        assert again.token


async def test_nobody_but_the_operator_announces_it(tmp_path: Path) -> None:
    async with running(Settings(port=0, data=tmp_path, limits=Limits.open())) as server:
        ana = await Connection.open(server.address, "Ana")
        with pytest.raises(ClientRefused, match="Only the operator"):
            await ana.announce_restart(0)
        await ana.close()


async def test_who_comes_to_a_table_is_told_too(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path, thinking=0, limits=Limits.open())
    async with running(settings) as server:
        operator = await operator_of(tmp_path)
        await operator.announce_restart(900, "Updates.")
        await operator.close()
        ana = await Caller.of(server.address, "Ana")
        table = (await ana.create(seat=0)).id
        assert (await ana.view(table)).presence.notice.arguments["left"] == "15 min"
        server.restart(Notice(500))
        with refused_as("TABLE_STATE"):
            await ana.start(table)
