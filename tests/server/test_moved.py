"""A table belongs to the server that opened it last: its log says so, and the others retire."""

import asyncio
import random

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Say
from cardtui_server.ports.log_store import LogStore
from cardtui_server.store.memory import MemoryStore
from tests.server.at_table import Known, is_gone, waiting
from tests.support.playing import House, Onlooker, act, attach, brief, frames, kinds, play, quiet


def two_houses(store: LogStore | None = None) -> tuple[House, House]:
    store = store or MemoryStore()
    return House(store, 1, peers=Known("one")), House(store, 2, peers=Known("two"))


async def test_who_asks_another_server_is_told_where_the_table_is() -> None:
    one, two = two_houses()
    table = await one.table(start=False)
    await two.lobby.load()
    late = await one.table(start=False)  # made after the other server had started
    for each in (table, late):
        with pytest.raises(Refused) as refused:
            await two.lobby.find(each.id)
        assert refused.value.reason is Reason.MOVED
        assert refused.value.arguments == {"address": "one:1"}
    with pytest.raises(Refused) as refused:
        await two.lobby.find("nobody")
    assert refused.value.reason is Reason.UNKNOWN_TABLE
    await one.stop()
    await two.stop()


async def test_a_table_goes_on_elsewhere_once_its_server_is_gone_and_the_woken_one_retires() -> (
    None
):
    one, two = two_houses()
    table = await one.table("cacho", options=brief("cacho"))
    reader, onlooker = attach(table, 0, None), Onlooker()
    seat = waiting(table)
    await act(table, seat, Action("bet"), None, "first")
    onlooker.fold(frames(reader))
    is_gone(two, "one")
    await two.lobby.load()
    there = await two.lobby.find(table.id)
    # Nobody has told the first server; what it writes comes too late, and is not told as done.
    doing = asyncio.ensure_future(act(table, waiting(table), Action("bet"), None, "second"))
    await quiet()
    with pytest.raises(Refused) as refused:
        await doing
    assert (refused.value.reason, refused.value.arguments) == (Reason.MOVED, {"address": "two:1"})
    found = frames(reader)
    assert kinds(found)[-1] == "end"
    end = found[-1].end
    assert (end.reason, end.address) == (table_service_pb2.END_REASON_MOVED, "two:1")
    assert "two:1" in end.sentence
    with pytest.raises(Refused, match="two:1"):
        await one.lobby.find(table.id)
    # The reader goes on there after the last update, and what was done is not done twice.
    resumed = attach(there, 0, onlooker.seq)
    assert await act(there, seat, Action("bet"), None, "first") == onlooker.seq
    await act(there, waiting(there), Action("bet"), None, "second")
    onlooker.fold(frames(resumed))
    assert onlooker.snapshots == 1
    assert onlooker.seq == there.state.seq
    await play(there, random.Random(1))
    await one.stop()
    await two.stop()


async def test_a_server_that_slept_shows_nobody_less_than_they_have_seen_elsewhere() -> None:
    one, two = two_houses()
    table = await one.table("cacho", options=brief("cacho"))
    is_gone(two, "one")
    await two.lobby.load()
    there = await two.lobby.find(table.id)
    await act(there, waiting(there), Action("bet"))
    seen = there.state.seq
    await table.catch_up("p0", None)
    await table.catch_up("p0", table.state.seq)
    assert not table.moved
    with pytest.raises(Refused) as refused:
        await table.catch_up("p0", seen)
    assert refused.value.reason is Reason.MOVED
    await there.catch_up("p0", seen + 7)  # as if the log had lost its end
    await one.stop()
    await two.stop()


async def test_of_two_servers_that_open_a_table_at_once_one_has_it() -> None:
    zero = House(MemoryStore(), peers=Known("zero"))
    table = await zero.table()
    await zero.lobby.stop()
    one, two = two_houses(zero.store)
    is_gone(one, "two")
    is_gone(two, "one")
    for house in (one, two):
        await house.lobby.load()
    tables = [await house.lobby.find(table.id) for house in (one, two)]
    asked = [each.ask(Say("p0", "P0", f"line {n}")) for n, each in enumerate(tables)]
    results = await asyncio.gather(*asked, return_exceptions=True)
    await quiet()
    owner = tables[0].state.owner
    assert owner is not None
    assert owner == tables[1].state.owner
    moved = [each for each in results if isinstance(each, Refused)]
    assert [each.reason for each in moved] == [Reason.MOVED]
    assert [each.moved for each in tables].count("") == 1
    (has_it,) = [each for each in tables if not each.moved]
    assert [line.text for line in has_it.state.talk] == [f"line {tables.index(has_it)}"]
    await one.stop()
    await two.stop()


async def test_a_start_takes_no_table_from_a_server_that_is_there() -> None:
    one, two = two_houses()
    table = await one.table()
    rows = await one.store.read(table.id)
    await two.lobby.load()
    await quiet()
    assert await one.store.read(table.id) == rows
    await act(table, waiting(table), Action("bet"))
    assert table.moved == ""
    await one.stop()
    await two.stop()
