"""What spectators may do at a table: watch it, and talk apart, to everybody or not at all."""

import grpc
import pytest

from cardtui.v1 import events_pb2, table_service_pb2, tables_pb2
from cardtui_server.match.entries import SpectatorsSet, SpectatorTalk
from cardtui_server.match.requests import ChangeTerms, Say, TransferHost
from cardtui_server.table.reader import Reader, Watcher
from tests.server.at_table import END, end_of, refuses
from tests.support.calling import Caller, running
from tests.support.playing import House


async def test_a_table_that_takes_no_spectators_any_more_sends_them_away_but_its_host(
    house: House,
) -> None:
    table = await house.table()
    watching = table.attach(Reader(watcher=Watcher("p9")))
    host = table.attach(Reader(watcher=Watcher("p0")))
    await table.ask(ChangeTerms("p0", SpectatorsSet(True, SpectatorTalk.APART)))
    assert end_of(watching) == END.END_REASON_NO_SPECTATORS
    assert host.take()
    assert not host.done
    assert table.state.refuses("p9")
    assert not table.state.refuses("p0")
    await house.restart()
    assert house.lobby.tables[table.id].state.refuses("p9")


async def test_who_hands_the_rights_of_the_host_on_watches_no_longer_where_nobody_may(
    house: House,
) -> None:
    table = await house.table()
    await table.ask(ChangeTerms("p0", SpectatorsSet(True, SpectatorTalk.APART)))
    before = table.attach(Reader(watcher=Watcher("p0")))
    now = table.attach(Reader(watcher=Watcher("p1")))
    await table.ask(TransferHost("p0", 1))
    assert end_of(before) == END.END_REASON_NO_SPECTATORS
    assert now.take()
    assert not now.done


async def test_what_spectators_say_goes_where_the_host_wants_it(house: House) -> None:
    table = await house.table()
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.EVERYBODY)))
    await table.ask(Say("p9", "Zoe", "hello", watching=True))
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART)))
    await table.ask(Say("p9", "Zoe", "psst", watching=True))
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.OFF)))
    with refuses("REASON_SPECTATORS"):
        await table.ask(Say("p9", "Zoe", "again", watching=True))
    await table.ask(Say("p1", "P1", "mine"))
    seen = table_service_pb2.Snapshot.FromString(table.snapshot("p1"))
    assert [(each.text, each.talk) for each in seen.talk] == [
        ("hello", events_pb2.TALK_PLAYERS),
        ("mine", events_pb2.TALK_PLAYERS),
    ]
    assert not seen.talk[0].HasField("seat")
    assert seen.table.watching.talk == tables_pb2.SPECTATOR_TALK_OFF


async def test_only_the_host_says_what_spectators_may_do_and_the_same_again_is_no_change(
    house: House,
) -> None:
    table = await house.table(start=False)
    with refuses("REASON_NOT_HOST"):
        await table.ask(ChangeTerms("p1", SpectatorsSet(True, SpectatorTalk.APART)))
    seq = table.state.seq
    await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART)))
    assert table.state.seq == seq


async def test_a_table_made_without_spectators_is_seen_by_its_players_alone() -> None:
    async with running() as server:
        ana, bia = [await Caller.of(server.address, name) for name in ("Ana", "Bia")]
        table = await ana.create(seat=0, watching=tables_pb2.Spectators(refused=True))
        assert table.watching.refused
        with pytest.raises(grpc.aio.AioRpcError, match="takes no spectators"):
            await bia.view(table.id)
        await bia.join(table.id)
        assert (await bia.view(table.id)).seat == 1
        for caller in (ana, bia):
            await caller.close()
