"""Where nobody knows whether a write was done, nobody is told that it was not."""

import asyncio
import random
from itertools import chain, cycle, repeat

import pytest

from cardtui_engine.actions import Action
from cardtui_server.match.entries import Acted
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.replay import read_back
from cardtui_server.match.requests import Say
from cardtui_server.match.state import Life
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.outage import FIRST_WAIT
from cardtui_server.wire.journal import WireJournal
from tests.server.at_table import waiting
from tests.server.store_contract import open_ids
from tests.support.playing import House, act, any_action, brief, quiet
from tests.support.unreliable import FATES, Unreliable


class Unsafe(Unreliable, MemoryStore):
    """A store in memory whose tables are told when they cannot be sure."""


def sure() -> Unsafe:
    store = Unsafe()
    store.fates = repeat("whole")
    return store


@pytest.mark.parametrize(
    ("game", "seed"), [("cacho", 0), ("truco-argentino", 1), ("truco-paulista", 2)]
)
async def test_a_match_is_played_whole_and_nothing_is_done_twice(game: str, seed: int) -> None:
    luck, store = random.Random(seed), sure()
    house = House(store, seed)
    table = await house.table(game, options=brief(game))
    fates = list(FATES)
    luck.shuffle(fates)
    store.fates = cycle(fates)
    asked = 0
    while table.state.life is Life.PLAYING:
        turn = table.state.turn
        if turn is not None and not turn.wants_pack:
            before = table.state.seq
            doing = asyncio.ensure_future(act(table, *any_action(table, luck), None, f"r{asked}"))
            asked += 1
            while not doing.done():
                await quiet()
                house.clock.advance(FIRST_WAIT)
            assert before < await doing <= table.state.seq
        await quiet()
        house.clock.advance(FIRST_WAIT)
    rows = await store.read(table.id)
    entries = [WireJournal().read(row, game).entry for row in rows]
    ids = [each.request_id for each in entries if isinstance(each, Acted) and each.request_id]
    assert len(ids) == len(set(ids)) > 0
    assert read_back(table.id, rows, WireJournal()).state == table.state
    await house.stop()


async def test_who_asks_while_it_is_unsure_is_refused_and_who_waits_is_told_the_truth() -> None:
    store = sure()
    house = House(store)
    table = await house.table()
    store.fates = iter(["forgotten", "lost", "whole", "whole"])
    seq = table.state.seq
    first = asyncio.ensure_future(act(table, waiting(table), Action("bet")))
    await quiet()
    assert not first.done()
    with pytest.raises(Refused) as refused:
        await table.ask(Say("p0", "P0", "hello"))
    assert refused.value.reason is Reason.READ_ONLY
    assert refused.value.retry > 0
    await house.passes(FIRST_WAIT)
    assert not first.done()
    assert table.state.seq == seq
    await house.passes(FIRST_WAIT)
    assert await first == table.state.seq
    await table.ask(Say("p0", "P0", "hello"))
    await house.stop()


@pytest.mark.parametrize(("fate", "written"), [("forgotten", True), ("lost", False)])
async def test_a_table_that_stops_before_it_knows_says_neither_yes_nor_no(
    fate: str, written: bool
) -> None:
    store = sure()
    house = House(store)
    table = await house.table()
    rows = len(await store.read(table.id))
    store.fates = repeat(fate)
    doing = asyncio.ensure_future(act(table, waiting(table), Action("bet")))
    await quiet()
    table.stop()
    with pytest.raises(Refused) as refused:
        await doing
    assert refused.value.retry == 0  # to repeat it blindly could do it twice
    assert (len(await store.read(table.id)) > rows) is written
    await house.stop()


async def test_a_table_is_made_once_though_nobody_knows_whether_it_was() -> None:
    store = sure()
    house = House(store)
    store.fates = chain(["forgotten", "lost"], repeat("whole"))
    making = asyncio.ensure_future(house.table(start=False))
    while not making.done():
        await quiet()
        house.clock.advance(FIRST_WAIT)
    assert await open_ids(store) == [(await making).id]
    await house.stop()


@pytest.mark.parametrize("anew", [False, True])
async def test_times_in_a_log_never_go_back_though_the_clock_is_set_back(anew: bool) -> None:
    house = House(MemoryStore())
    table = await house.table()
    house.clock.set_back = 3600
    if anew:
        table = await house.restarted(table)
    for number in range(3):
        await table.ask(Say("p0", "P0", f"line {number}"))
        house.clock.advance(2)
    rows = await house.store.read(table.id)
    times = [WireJournal().read(row, "cacho").time for row in rows]
    assert times == sorted(times)
    assert times[-1] - times[-3] == 4000
    await house.stop()
