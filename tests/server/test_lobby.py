"""The lobby keeps its tables: names told apart, the unused closed, the broken set apart."""

import asyncio
import contextlib
import random
import re
from collections import Counter
from dataclasses import replace

import grpc
import pytest

from cardtui.v1 import lobby_service_pb2, session_service_pb2, table_service_pb2, tables_pb2
from cardtui_client.net.connection import Connection
from cardtui_engine.actions import Action
from cardtui_server.limits import Limits
from cardtui_server.lobby.new_table import NewTable
from cardtui_server.match.entries import (
    Acted,
    Created,
    Packed,
    Seated,
    SpectatorsSet,
    SpectatorTalk,
    Stamped,
    Started,
)
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import (
    AddBot,
    ChangeTerms,
    Close,
    CloseUnused,
    Disuse,
    Leave,
    Say,
    SetReady,
    Sit,
    Start,
)
from cardtui_server.match.state import Life
from cardtui_server.store.memory import MemoryStore
from cardtui_server.wire.journal import WireJournal
from tests.server.at_table import GatedLog
from tests.server.store_contract import open_ids
from tests.support.calling import SWIFT, Caller, running
from tests.support.playing import House, act, attach, frames, play, quiet


async def named(house: House, name: str, host: str = "Ana") -> str:
    table = await house.lobby.create(
        "p0",
        host,
        NewTable.of(
            game="cacho",
            seats=2,
            name=name,
            pause_milliseconds=0,
            thinking_milliseconds=None,
            seat=None,
            bots=0,
        ),
    )
    return table.state.made.name


async def test_tables_have_names_of_their_own(house: House) -> None:
    assert await named(house, "") == "Ana"
    assert await named(house, "") == "Ana 2"
    assert await named(house, "ANA") == "ANA 3"
    assert await named(house, "Mesa \x1b[31m de la abuela " + "x" * 50) == (
        "Mesa [31m de la abuela xxxxxxxxx"
    )


async def test_a_table_whose_maker_went_away_while_it_was_written_is_there_and_counts() -> None:
    house = House(log := GatedLog())
    log.interceptor.clear()
    making = asyncio.create_task(named(house, "Mesa"))
    await quiet()
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert not house.lobby.tables
    log.interceptor.set()
    await quiet()
    assert [table.state.made.name for table in house.lobby.tables.values()] == ["Mesa"]
    assert list(house.lobby.tables) == await open_ids(log)
    await house.restart()
    assert len(house.lobby.tables) == 1


async def test_a_server_that_stops_waits_for_a_table_that_is_being_written() -> None:
    house = House(log := GatedLog())
    log.interceptor.clear()
    making = asyncio.create_task(named(house, "Mesa"))
    await quiet()
    stopping = asyncio.create_task(house.stop())
    await quiet()
    assert not stopping.done()
    log.interceptor.set()
    await asyncio.gather(making, stopping)
    assert len(await open_ids(log)) == 1


async def test_tables_made_at_once_have_names_of_their_own(house: House) -> None:
    assert sorted(await asyncio.gather(named(house, "mesa"), named(house, "Mesa"))) == [
        "Mesa 2", "mesa"
    ]  # fmt: skip


async def test_the_list_shows_points_as_soon_as_the_table_does(house: House) -> None:
    table = await house.table("truco-argentino", options={"scoring": "as_called"})
    assert table.state.turn is not None
    await act(table, table.state.turn.to_act[0], Action("tap"))
    (mano,) = table.state.turn.to_act
    await act(table, mano, Action("envido"))
    await act(table, 1 - mano, Action("no_quiero"))
    known = table.state.rules.view(table.state.game, None).common
    assert (known.phase, sum(known.scores)) == ("play", 1)
    listed = tables_pb2.Table.FromString(table.shown_to(None))
    assert tuple(listed.scores) == known.scores


async def test_an_unused_table_is_closed_after_an_hour(house: House) -> None:
    await house.lobby.load()
    waiting_table = await house.table(start=False)
    played = await house.table()
    watched = await house.table(start=False)
    attach(watched, None, None)
    for _ in range(365):
        await house.passes(10)
    assert waiting_table.id not in house.lobby.tables
    assert {played.id, watched.id} <= house.lobby.tables.keys()


async def test_a_table_where_nobody_sits_or_reads_is_closed_after_ten_minutes(house: House) -> None:
    await house.lobby.load()
    left = await house.table(options={"buy_in": 1_000_000})
    for player in ("p0", "p1"):
        await left.ask(Leave(player=player))
    watched = await house.table(people=0)
    attach(watched, None, None)
    played = await house.table()
    await house.restart()
    tables = house.lobby.tables
    attach(tables[watched.id], None, None)
    with pytest.raises(Refused, match="has no host now"):
        await tables[left.id].ask(Close(player="p0"))
    for passed in (59, 3):
        assert left.id in tables
        for _ in range(passed):
            await house.passes(10)
    assert left.id not in tables
    assert {watched.id, played.id} <= tables.keys()


@pytest.mark.slow
async def test_a_match_that_people_have_left_is_closed_after_a_day(house: House) -> None:
    await house.lobby.load()
    left, watched = await house.table(), await house.table()
    attach(watched, None, None)
    for _ in range(24 * 60):
        await house.passes(60)
    assert {left.id, watched.id} <= house.lobby.tables.keys()
    back = attach(left, 0, None)
    house.clock.advance(600)
    left.detach(back)
    for _ in range(24 * 60):
        await house.passes(60)
    assert left.id in house.lobby.tables
    await house.passes(600)
    assert left.id not in house.lobby.tables
    assert watched.id in house.lobby.tables


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "seconds"), [(0, 0), (2, 0), (0, 600)])
async def test_a_match_whose_spectators_see_none_of_it_keeps_no_other_table_open(
    house: House, hands: int, seconds: int
) -> None:
    await house.lobby.load()
    late = await house.table(start=False)
    await late.ask(
        ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, hands, seconds * 1000))
    )
    await late.ask(Start(player="p0"))
    await house.table(start=False)
    for _ in range(3 * 60):
        await house.passes(60)
    assert list(house.lobby.tables) == [late.id]
    for _ in range(24 * 60):
        await house.passes(60)
    assert not house.lobby.tables


@pytest.mark.parametrize("disuse", [Disuse.UNREAD, Disuse.EMPTY])
async def test_a_match_that_begins_before_its_unused_table_is_closed_goes_on(
    house: House, disuse: Disuse
) -> None:
    table, other = await house.table(), await house.table(start=False, people=0)
    for each in (table, other):
        house.lobby._close_unused(each, CloseUnused(disuse))
    await quiet()
    assert list(house.lobby.tables) == [table.id]
    assert table.state.life is Life.PLAYING
    assert not house.lobby._closing, "it waits for a table that stays"


async def test_a_full_server_makes_room_by_closing_what_is_not_used(house: House) -> None:
    await house.lobby.load()
    house.lobby._limits.tables = 4
    many = [await house.table(people=1, start=False) for _ in range(2)]
    await house.lobby.create("p9", "P9", NewTable.of("cacho", 2, seat=0))
    watched = await house.lobby.create("p8", "P8", NewTable.of("cacho", 2, seat=0))
    attach(watched, None, None)
    with pytest.raises(Refused, match="cannot hold more tables"):
        await house.table()
    house.clock.advance(620)
    for _ in range(62):
        await house.passes(10)
    made = await house.table()
    assert many[0].id not in house.lobby.tables
    assert {many[1].id, watched.id, made.id} <= house.lobby.tables.keys()


async def test_a_few_who_make_all_the_tables_keep_nobody_out(house: House) -> None:
    await house.lobby.load()
    house.lobby._limits.tables = 12
    for maker in ("p1", "p2", "p3"):
        for _ in range(4):
            table = await house.lobby.create(maker, maker, NewTable.of("cacho", 2, seat=0, bots=2))
            await table.ask(Start(player=maker))
            attach(table, 0, None)
    for newcomer in ("ana", "bia", "eva"):
        table = await house.lobby.create(newcomer, newcomer, NewTable.of("cacho", 2, seat=0))
        attach(table, 0, None)
    makers = Counter(table.state.made.host for table in house.lobby.tables.values())
    assert makers == {"p1": 3, "p2": 3, "p3": 3, "ana": 1, "bia": 1, "eva": 1}


@pytest.mark.parametrize("origin", ["", "192.168.0.66"])
@pytest.mark.parametrize("playing", [True, False])
async def test_strangers_with_a_table_each_close_no_match_that_rests(
    house: House, origin: str, playing: bool
) -> None:
    await house.lobby.load()
    house.lobby._limits.tables = 20
    resting = [await house.table(people=2), await house.table(people=1)]  # longest unused
    for number in range(18):
        player = f"stranger{number}"
        new = NewTable.of("cacho", 2, seat=0, bots=2)
        table = await house.lobby.create(player, player, new, origin)
        if playing:
            await table.ask(Start(player=player))
    house.clock.advance(620)
    for _ in range(62):
        await house.passes(10)
    made = 0
    for _ in range(5):
        with contextlib.suppress(Refused):
            await house.lobby.create("p5", "P5", NewTable.of("cacho", 2, seat=0))
            made += 1
    assert {each.id for each in resting} <= house.lobby.tables.keys()
    # Where nothing tells the strangers apart from others, new tables have to wait.
    assert made == (5 if origin or not playing else 0)


async def test_one_player_cannot_make_all_the_tables(house: House) -> None:
    house.lobby._limits.tables_each = 3
    made = await asyncio.gather(
        *(house.table(people=1, start=False) for _ in range(5)), return_exceptions=True
    )
    refused = [each for each in made if isinstance(each, Refused)]
    assert [str(each) for each in refused] == [
        "You already have 3 open tables: close one first."
    ] * 2
    table = next(iter(house.lobby.tables.values()))
    await table.ask(Close(player="p0"))
    await quiet()
    await house.table(people=1, start=False)


async def test_what_was_asked_before_the_end_is_answered_before_the_end() -> None:
    store = GatedLog()
    house = House(store)
    table = await house.table()
    answers: list[object] = []
    store.interceptor.clear()
    table.post(Say(player="p0", name="P0", text="1"), answers.append)
    await quiet()
    table.post(Say(player="p0", name="P0", text="2"), answers.append)
    reader = attach(table, 0, None)
    reader.take()
    stopping = asyncio.ensure_future(house.stop())
    await quiet()
    assert not answers
    store.interceptor.set()
    await quiet()
    assert isinstance(answers[0], int)
    assert isinstance(answers[1], Refused)
    await stopping
    told = frames(reader)
    assert told[-1].end.reason == table_service_pb2.END_REASON_SHUTDOWN


async def test_the_list_of_tables_is_told_in_full_and_then_what_changed(house: House) -> None:
    table = await house.table(start=False)
    watcher = house.lobby.watch("somebody")

    async def told() -> list[str]:
        changes = await watcher.take()
        assert changes is not None
        return [tables_pb2.Table.FromString(each).id for each in changes.tables]

    assert await told() == [table.id]
    other = await house.table(start=False)
    await table.ask(Leave(player="p1"))
    assert set(await told()) == {table.id, other.id}
    await table.ask(Close(player="p0"))
    await quiet()
    changes = await watcher.take()
    assert changes is not None
    assert changes.gone == [table.id]
    watcher.end()
    assert await watcher.take() is None


# --- logs that cannot be ---------------------------------------------------------------------


MADE = Created("cacho", 2, "", {"buy_in": 50, "hands": 0, "chip_value": "",
                                "third_round_check": False}, "t", 0, None, "p0", "P0")  # fmt: skip
SEATED = [Seated(0, "p0", "P0", 0), Seated(1, "p1", "P1", 0)]


@pytest.mark.parametrize(
    "entries",
    [
        [SEATED[0]],
        [MADE, *SEATED, Started(1, bytes(64), 0), Acted(0, Action("bet"), "")],
        [MADE, *SEATED, Started(1, bytes(64), 0), Packed(1, ())],
        [MADE, *SEATED, Acted(0, Action("bet"), "")],
        [MADE, MADE],
        [MADE, Seated(7, "p0", "P0", 0)],
        [MADE, *SEATED, Started(1, bytes(64), 9)],
    ],
    ids=[
        "no beginning",
        "no pack",
        "short pack",
        "no match",
        "two beginnings",
        "no such seat",
        "no such dealer",
    ],
)
async def test_a_log_that_does_not_fit_the_rules_is_refused(entries: list[object]) -> None:
    store = MemoryStore()
    journal = WireJournal()
    rows = [journal.write(Stamped(0, entry), "cacho") for entry in entries]  # type: ignore[arg-type]
    await store.append("t", 0, rows)
    await only_that_table_stays_closed(store, r"cardtui recover|cannot be read|does not begin")


@pytest.mark.parametrize("row", [b"", b"\xff\xff", b"\x08\x01"])
async def test_a_row_that_is_no_entry_is_refused(row: bytes) -> None:
    store = MemoryStore()
    await store.append("t", 0, [WireJournal().write(Stamped(0, MADE), "cacho"), row])
    await only_that_table_stays_closed(store, "cannot be read|not know")


async def only_that_table_stays_closed(store: MemoryStore, why: str) -> None:
    """Check that a server opens another table of the store, and says why not ``t``."""
    good = await House(store, seed=70).table()
    house = House(store)
    await house.lobby.load()
    assert list(house.lobby.tables) == [good.id]
    assert list(house.lobby.damaged) == ["t"]
    assert re.search(why, house.lobby.damaged["t"])
    with pytest.raises(Refused, match="cardtui recover"):
        await house.lobby.find("t")
    await house.stop()


async def test_nobody_sits_under_a_name_that_another_seat_has(house: House) -> None:
    table = await house.table(start=False)
    for player in ("p0", "p1"):
        if table.state.seat_of(player) is not None:
            await table.ask(Leave(player=player))
    await table.ask(Sit(player="a", name="Ana", seat=0))
    await table.ask(Sit(player="b", name="\uff21na", seat=1))
    assert [each and each.name for each in table.state.sitters] == ["Ana", "\uff21na 2"]
    await table.ask(Leave(player="a"))
    await table.ask(Leave(player="b"))
    await table.ask(Sit(player="a", name="ALBA", seat=0))
    await table.ask(AddBot(player=table.state.host, seat=1, level=1))
    assert [each and each.name for each in table.state.sitters] == ["ALBA", "Beto"]


async def test_the_list_of_tables_is_told_in_messages_of_bounded_size(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(20):
        await named(house, f"Mesa {number}")
    monkeypatch.setattr("cardtui_server.lobby.table_list.CHANGES_BYTES", 500)
    watcher, sizes = house.lobby.watch("somebody"), []
    complete: list[bool] = []
    names: list[str] = []
    while len(names) < 20:
        changes = await watcher.take()
        assert changes is not None
        sizes.append(sum(map(len, changes.tables)))
        complete.append(changes.complete)
        names.extend(tables_pb2.Table.FromString(each).name for each in changes.tables)
    assert names == [f"Mesa {number}" for number in range(20)]
    assert max(sizes) <= 500
    assert complete == [False] * (len(sizes) - 1) + [True]
    (table, *_) = house.lobby.tables.values()
    await table.ask(Sit(player="zoe", name="Zoe", seat=None))
    later = await watcher.take()
    assert later is not None
    assert later.complete


async def test_who_takes_another_seat_cannot_go_back_to_the_one_left_to_a_bot(house: House) -> None:
    table = await house.table("truco-argentino", 2, options={"target": 9})
    await table.ask(Leave("p0"))
    await play(table, random.Random(1))
    await table.ask(Leave("p1"))
    await table.ask(Sit("p0", "P0", 1))
    for sitter in table.state.sitters:
        assert sitter is not None
        assert not sitter.away
    with pytest.raises(Refused, match="You already sit at this table, in seat 1"):
        await table.ask(Sit("p0", "P0", 0))
    await table.ask(Start("p0"))
    await quiet()
    await table.ask(Leave("p0"))
    with pytest.raises(Refused, match="Seat 0 is taken"):
        await table.ask(Sit("p0", "P0", 0))
    await table.ask(Sit("p0", "P0", 1))


async def test_the_bot_that_was_missing_starts_a_match_for_which_all_are_ready(
    house: House,
) -> None:
    new = NewTable.of(game="cacho", seats=3, options={}, name="table", seat=0, bots=0)
    table = await house.lobby.create("p0", "P0", new)
    await table.ask(SetReady("p0", ready=True))
    lives = []
    for seat in (1, 2):
        await table.ask(AddBot("p0", 1, seat))
        lives.append(table.state.life)
    assert lives == [Life.WAITING, Life.PLAYING]


async def test_who_comes_while_the_server_goes_down_is_told_to_come_again() -> None:
    house = House()
    table = await house.table("cacho", 2)
    await house.stop()
    [end] = [frame.end for frame in frames(attach(table, None, None)) if frame.HasField("end")]
    assert end.reason == table_service_pb2.END_REASON_SHUTDOWN


async def test_a_long_list_of_tables_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_server.lobby.table_list.PAGE_BYTES", 500)
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
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
        ana = await Caller.of(server.address, "Ana")
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
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = (await ana.create(seat=0)).id
        assert (await ana.view(table)).HasField("seat")
        assert (await ana.view(table)).seat == 0
        assert not (await bia.view(table)).HasField("seat")
        await ana.close()
        await bia.close()


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
        # Public tables, and the caller's own, are no guesses.
        await bia.join(public.id)
        assert (await ana.view(table.id)).seq
        await asyncio.gather(ana.close(), bia.close())


async def test_a_private_table_is_private_after_a_restart() -> None:
    store = MemoryStore()
    async with running(store=store) as server:
        ana = await Caller.of(server.address, "Ana")
        table = await ana.create(seat=0, private=True)
        token = ana.token
        await ana.close()
    async with running(store=store) as server:
        ana, bia = Caller(server.address), Caller(server.address)
        await ana.open("Ana", token)
        await bia.open("Bia")
        assert (await listed(ana), await listed(bia)) == ([table.id], [])
        await asyncio.gather(ana.close(), bia.close())
