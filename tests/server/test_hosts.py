"""What the host of a table does about people: kick, ban, another host, announcements."""

import asyncio

import grpc
import pytest

from cardtui.v1 import (
    events_pb2,
    host_service_pb2,
    host_service_pb2_grpc,
    lobby_service_pb2,
    table_service_pb2,
    tables_pb2,
)
from cardtui_server.match.entries import RatedSet
from cardtui_server.match.events import Talk
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import (
    Announce,
    BanPlayer,
    ChangeTerms,
    Close,
    KeepHost,
    Kick,
    Leave,
    RemoveBot,
    Request,
    Sit,
    SwapSeats,
    TransferHost,
)
from cardtui_server.match.state import MOST_BANS, Life
from cardtui_server.table.reader import Reader, Watcher
from cardtui_server.table.subscription import Subscription
from tests.server.at_table import END, end_of, refuses
from tests.server.clocks import pass_time
from tests.support.calling import BOUND, Caller, running
from tests.support.playing import House, frames


async def test_a_kick_frees_the_seat_and_the_player_may_sit_down_again(house: House) -> None:
    table = await house.table(start=False)
    stream = table.attach(Reader("p1"))
    await table.ask(Kick("p0", 1))
    assert table.state.sitters[1] is None
    assert end_of(stream) == END.END_REASON_KICKED
    assert await table.ask(Sit("p1", "P1", 1)) == 1


async def test_a_kick_during_a_match_gives_the_seat_to_a_bot_for_good(house: House) -> None:
    table = await house.table()
    await table.ask(Kick("p0", 1))
    sitter = table.state.sitters[1]
    assert table.state.life is Life.PLAYING
    assert sitter is not None
    assert sitter.bot
    with refuses("REASON_SEAT_TAKEN"):
        await table.ask(Sit("p1", "P1", 1))


def hosts(reader: Subscription) -> list[tuple[str, int]]:
    """Return who became the host as a reader was told, and why."""
    events = [each for frame in frames(reader) for each in frame.update.events]
    changed = [each.host_changed for each in events if each.HasField("host_changed")]
    return [(each.name, each.cause) for each in changed]


async def test_who_sat_down_first_is_the_host_while_the_host_is_away(house: House) -> None:
    table = await house.table(seats=4, people=4, start=False, patience=60)
    await table.ask(Leave("p1"))
    await table.ask(Sit("p1", "P1", 1))
    stays = table.attach(Reader("p0"))
    readers = [table.attach(Reader(each)) for each in ("p1", "p3")]
    frames(readers[0])
    await pass_time(house, 100)
    assert table.state.host == "p0"
    table.detach(stays)
    await pass_time(house, 59)
    assert table.state.host == "p0"
    await pass_time(house, 2)
    # The player of seat 2 is away, too, and the one of seat 1 sat down again later.
    assert (table.state.host, table.state.lender) == ("p3", "p0")
    for wish in (Kick("p3", 0), BanPlayer("p3", "p0", "p0", "P0", 9)):
        with pytest.raises(Refused, match="in place of"):
            await table.ask(wish)
    await table.ask(TransferHost("p3", 1))
    assert hosts(readers[0]) == [
        ("P3", tables_pb2.HOST_CAUSE_AWAY),
        ("P1", tables_pb2.HOST_CAUSE_AWAY),
    ]
    table = await house.restarted(table)
    assert (table.state.host, table.state.lender) == ("p1", "p0")
    reader = table.attach(Reader("p1"))
    frames(reader)
    table.attach(Reader("p0"))
    await pass_time(house, 1)
    assert (table.state.host, table.state.lender) == ("p0", "")
    assert hosts(reader) == [("P0", tables_pb2.HOST_CAUSE_BACK)]


async def test_the_host_is_back_at_once_though_the_one_in_between_is_away(house: House) -> None:
    table = await house.table(seats=3, people=3, start=False, patience=60)
    between = table.attach(Reader("p1"))
    await pass_time(house, 61)
    assert table.state.host == "p1"
    table.attach(Reader("p2"))
    table.detach(between)
    await pass_time(house, 1)
    table.attach(Reader("p0"))
    await pass_time(house, 1)
    assert (table.state.host, table.state.lender) == ("p0", "")


async def test_a_table_that_is_closed_finds_no_other_host(house: House) -> None:
    table = await house.table(seats=2, people=2, start=False, patience=60)
    table.attach(Reader("p1"))
    await table.ask(Close("p0"))
    await pass_time(house, 100)
    assert (table.state.life, table.state.host) == (Life.CLOSED, "p0")
    with pytest.raises(Refused):
        await table.ask(KeepHost(frozenset({"p1"})))


async def test_where_nobody_was_left_who_comes_next_is_the_host_at_once(house: House) -> None:
    table = await house.table(seats=3, people=3, start=False, patience=60)
    await pass_time(house, 61)
    assert table.state.host == "p0"
    table.attach(Reader(watcher=Watcher("p9")))
    await pass_time(house, 61)
    assert table.state.host == "p0"
    table.attach(Reader("p2"))
    await pass_time(house, 1)
    assert table.state.host == "p2"
    await table.ask(Leave("p0"))
    assert (table.state.host, table.state.lender) == ("p2", "")


async def test_a_host_who_looks_on_without_a_seat_is_here(house: House) -> None:
    table = await house.table(seats=2, people=0, start=False, patience=60)
    watching = table.attach(Reader(watcher=Watcher("p0")))
    await table.ask(RemoveBot("p0", 0))
    await table.ask(Sit("p1", "P1", 0))
    table.attach(Reader("p1"))
    await pass_time(house, 100)
    assert table.state.host == "p0"
    table.detach(watching)
    await pass_time(house, 61)
    assert table.state.host == "p1"
    table.attach(Reader(watcher=Watcher("p0")))
    await pass_time(house, 1)
    assert table.state.host == "p0"


@pytest.mark.parametrize(
    "wish",
    [
        Kick("p1", 0),
        BanPlayer("p1", "p0", "p0", "P0", 9),
        TransferHost("p1", 1),
        ChangeTerms("p1", RatedSet(rated=True)),
    ],
)
async def test_only_the_host_has_the_rights_of_the_host(house: House, wish: Request) -> None:
    table = await house.table(start=False)
    for request in (wish, Announce("p1", "P1", "hello")):
        with refuses("REASON_NOT_HOST"):
            await table.ask(request)


async def test_a_host_neither_kicks_nor_bans_the_host_nor_whom_there_is_not(house: House) -> None:
    table = await house.table(people=1, seats=2, start=False)
    wishes: list[Request] = [Kick("p0", 0), Kick("p0", 1), Kick("p0", 7), TransferHost("p0", 1)]
    wishes += [BanPlayer("p0", "p0", "", "P0", 9), BanPlayer("p0", "x", "", "X", 0)]
    for wish in wishes:
        with refuses("REASON_BAD_REQUEST"):
            await table.ask(wish)


async def test_who_has_taken_the_seat_meanwhile_is_not_the_one_who_is_meant(house: House) -> None:
    table = await house.table(seats=3, start=False)
    await table.ask(SwapSeats("p2", 1, "p1"))
    for wish in (Kick("p0", 1, "p1"), TransferHost("p0", 1, "p1")):
        with refuses("REASON_STALE"):
            await table.ask(wish)
    await table.ask(Kick("p0", 1, "p2"))
    assert [each and each.player for each in table.state.sitters] == ["p0", None, "p1"]


async def test_a_ban_ends_every_stream_and_keeps_out_names_that_look_alike_until_it_is_over(
    house: House,
) -> None:
    table = await house.table(start=False)
    now = house.clock.wall()
    playing = table.attach(Reader("p1"))
    watching = table.attach(Reader(watcher=Watcher("p9", "pl")))
    other = table.attach(Reader(watcher=Watcher("p8", "ana")))
    await table.ask(BanPlayer("p0", "p1", "pl", "P1", now + 1000))
    assert table.state.sitters[1] is None
    assert [end_of(playing), end_of(watching)] == [END.END_REASON_BANNED] * 2
    assert not other.done
    for player, looks in (("p1", "other"), ("p7", "pl")):
        with refuses("REASON_BANNED"):
            await table.ask(Sit(player, "P1", 1, looks, now + 999))
    table = await house.restarted(table)
    assert table.state.bans_out("p1", "", now + 999)
    assert await table.ask(Sit("p1", "P1", 1, "pl", now + 1000)) == 1


async def test_a_ban_spares_a_player_at_the_table_already_under_a_name_that_looks_alike(
    house: House,
) -> None:
    table = await house.table(start=False)
    now = house.clock.wall()
    watching = [table.attach(Reader(watcher=Watcher(f"p{n}", "pl"))) for n in (0, 1, 2)]
    await table.ask(BanPlayer("p0", "p9", "pl", "Pl", now + 1000))
    assert [table.state.bans_out(f"p{n}", "pl", now) for n in (0, 1, 2, 9)] == [0, 0, 1, 1]
    assert end_of(watching[2]) == END.END_REASON_BANNED
    assert [each.done for each in watching] == [False, False, True]
    await table.ask(Leave("p1"))
    assert table.state.bans_out("p1", "pl", now)


async def test_a_host_and_a_player_whose_names_look_like_a_banned_one_play_on() -> None:
    async with running() as server:
        heckler, host, friend = [
            await Caller.of(server.address, name) for name in ("Car1a", "Carla", "Carl\u00e1")
        ]
        table = (await host.create(seats=2, seat=0)).id
        await friend.join(table)
        hosts = host_service_pb2_grpc.HostServiceStub(host.channel)
        ban = host_service_pb2.BanRequest(table=table, name="Car1a")
        await host.call(hosts.Ban, ban)
        for caller in (host, friend):
            await caller.view(table)
        await friend.call(friend.lobby.LeaveTable, lobby_service_pb2.LeaveTableRequest(table=table))
        ban.lift = True
        await host.call(hosts.Ban, ban)
        assert await friend.join(table) == 1
        for caller in (heckler, host, friend):
            await caller.close()


async def test_a_ban_ends_what_a_lookalike_was_promised_who_asks_for_a_seat() -> None:
    async with running() as server:
        host, alike, other = [
            await Caller.of(server.address, name) for name in ("Ana", "Car1a", "Dora")
        ]
        heckler = await Caller.of(server.address, "Carla")
        table = (await host.create(seats=4, seat=0, bots=tables_pb2.BOT_LEVEL_EASY)).id
        await host.call(host.lobby.StartTable, lobby_service_pb2.StartTableRequest(table=table))
        for caller in (alike, other):
            wish = lobby_service_pb2.JoinTableRequest(table=table, ask=True)
            assert (await caller.call(caller.lobby.JoinTable, wish)).asked
        hosts = host_service_pb2_grpc.HostServiceStub(host.channel)
        ban = host_service_pb2.BanRequest(table=table, name="Carla")
        banned = await host.call(hosts.Ban, ban)
        assert [each.name for each in banned.table.asking] == ["Dora"]
        for caller in (host, alike, other, heckler):
            await caller.close()


async def test_a_ban_can_be_lifted(house: House) -> None:
    table = await house.table(start=False)
    await table.ask(BanPlayer("p0", "p1", "pl", "P1", 1 << 50))
    await table.ask(BanPlayer("p0", "p1", "pl", "P1", 0))
    assert await table.ask(Sit("p1", "P1", 1, "pl", house.clock.wall())) == 1


async def test_who_is_banned_again_under_another_name_is_banned_under_both(house: House) -> None:
    table = await house.table(start=False)
    for name in ("Bob", "Zed"):
        await table.ask(BanPlayer("p0", "p9", name, name, 1 << 50))
    await house.restart()
    state = house.lobby.tables[table.id].state
    assert [state.bans_out("new", look, 1) for look in ("Bob", "Zed", "Ana")] == [True, True, False]
    assert [each.name for each in state.bans] == ["Bob", "Zed"]
    await house.lobby.tables[table.id].ask(BanPlayer("p0", "p9", "Bob", "Bob", 0))
    assert not house.lobby.tables[table.id].state.bans


async def test_bans_that_are_over_count_no_more(house: House) -> None:
    table = await house.table(start=False)
    for n in range(MOST_BANS):
        await table.ask(BanPlayer("p0", f"x{n}", f"x{n}", f"X{n}", 9, 1))
    with refuses("REASON_LIMIT"):
        await table.ask(BanPlayer("p0", "y", "y", "Y", 9, 8))
    await table.ask(BanPlayer("p0", "y", "y", "Y", 99, 9))
    assert table.state.bans_out("y", "", 9)
    assert len(table.state.bans) == MOST_BANS


async def test_the_rights_of_the_host_are_passed_on_to_the_next_seat(house: House) -> None:
    table = await house.table(seats=4, people=3, start=False)
    await table.ask(TransferHost("p0", 1))
    assert table.state.host == "p1"
    await table.ask(Leave("p1"))
    assert table.state.host == "p2"
    await table.ask(Leave("p2"))
    assert (table.state.host, table.state.host_name) == ("p0", "P0")
    await house.restart()
    assert house.lobby.tables[table.id].state.host == "p0"


async def test_an_announcement_reaches_players_and_spectators_and_newcomers(house: House) -> None:
    table = await house.table(start=False)
    await table.ask(Announce("p0", "P0", "pizza is here"))
    for viewer in ("p1", None):
        seen = table_service_pb2.Snapshot.FromString(table.snapshot(viewer))
        [said] = seen.talk
        assert (said.text, said.talk, said.seat) == ("pizza is here", events_pb2.TALK_HOST, 0)
    assert table.state.talk[-1].talk is Talk.HOST


async def test_who_is_banned_is_told_so_whatever_is_asked_for_at_the_table() -> None:
    async with running() as server:
        ana, bia, other = (Caller(server.address) for _ in range(3))
        await ana.open("Ana")
        await bia.open("Bia")
        table = await ana.create(seat=0, private=True)
        await bia.join(table.id)
        hosts = host_service_pb2_grpc.HostServiceStub(ana.channel)
        request = host_service_pb2.BanRequest(table=table.id, name="bia")
        response = await ana.call(hosts.Ban, request)
        assert not response.table.seats[1].name
        await other.open("Carla")
        for banned, asked in (
            (bia, bia.join(table.id)),
            (bia, bia.view(table.id)),
        ):
            with pytest.raises(grpc.aio.AioRpcError) as error:
                await asked
            assert error.value.code() is grpc.StatusCode.PERMISSION_DENIED
            assert "for the evening" in str(error.value.details())
            assert banned.name == "Bia"
        watching = bia.tables.Watch(
            table_service_pb2.WatchRequest(table=table.id), metadata=bia.metadata
        )
        with pytest.raises(grpc.aio.AioRpcError):
            async with asyncio.timeout(BOUND):
                await watching.read()
        assert await other.join(table.id) == 1
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await other.call(
                host_service_pb2_grpc.HostServiceStub(other.channel).Ban,
                host_service_pb2.BanRequest(table=table.id, name="nobody at all"),
            )
        assert "host" in str(error.value.details())
        for caller in (ana, bia, other):
            await caller.close()
