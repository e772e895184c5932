"""The history of a match tells each viewer, byte for byte, what the streams told, and no more."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncGenerator
from types import SimpleNamespace

import pytest

from cardtui.v1 import table_service_pb2
from cardtui_engine.library.registry import get_rules
from cardtui_server.lobby import match_histories
from cardtui_server.lobby.match_histories import Piece
from cardtui_server.match.entries import Entry, SpectatorsSet, SpectatorTalk
from cardtui_server.match.fold import fold
from cardtui_server.match.refusals import Refused
from cardtui_server.match.requests import ChangeTerms, Leave, Say, Sit, Start
from cardtui_server.match.state import Life, TableState
from cardtui_server.table.actor import Table
from cardtui_server.table.reader import Reader
from cardtui_server.thread_queue import with_rests
from tests.support.calling import Caller, refused_as, running
from tests.support.nights import games_and_by_night
from tests.support.playing import Frame, House, begin_next, brief, frames, play, quiet, until


async def history(house: House, table: Table, player: str | None) -> list[Frame]:
    """Return what a viewer is told of the match."""
    told: list[Frame] = []
    last = 0
    async for piece in house.lobby.histories.told(table.id, player):
        told += table_service_pb2.GetHistoryResponse.FromString(piece.frames).frames
        last = piece.last
    assert max(told[-1].update.seq, told[-1].snapshot.seq) == last
    return told


def updates(told: list[Frame]) -> list[Frame]:
    return [frame for frame in told if frame.HasField("update")]


@pytest.mark.parametrize("game", games_and_by_night())
async def test_each_is_told_what_the_streams_told(game: str) -> None:
    house, luck = House(seed=5), random.Random(game)
    table = await house.table(
        game, max(get_rules(game).seats[:2]), options=brief(game), start=False
    )
    readers = {player: table.attach(Reader(player)) for player in ("p0", "p1", None)}
    for reader in readers.values():
        assert frames(reader)[0].HasField("snapshot")
    await table.ask(Start("p0"))
    await quiet()
    await table.ask(Say("p0", "P0", "hello"))
    live: dict[str | None, list[Frame]] = {player: [] for player in readers}
    for _ in range(30):
        if table.state.life is Life.PLAYING:
            await play(table, luck, 2)
            await quiet()
        for player, reader in readers.items():
            live[player] += updates(frames(reader))
    for player, told in live.items():
        first, *rest = await history(house, table, player)
        assert not first.snapshot.own.hand
        begun = first.snapshot.seq
        assert rest == [frame for frame in told if frame.update.seq > begun]
        assert len(rest) > 20
        assert first.snapshot.HasField("seat") == (player is not None)


@pytest.mark.parametrize("delay", [(1, 0), (0, 60)])
async def test_spectators_are_told_no_sooner_than_they_see_it(delay: tuple[int, int]) -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("truco-argentino", 2, start=False)
    hands, seconds = delay
    await table.ask(
        ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, hands, seconds * 1000))
    )
    reader, told = table.attach(Reader()), list[Frame]()
    assert frames(reader)[0].HasField("snapshot")
    await table.ask(Start("p0"))
    await quiet()
    for _ in range(60):
        await play(table, luck, 1)
        house.clock.advance(3)
        await quiet()
        told += updates(frames(reader))
    first, *rest = await history(house, table, None)
    assert rest == [frame for frame in told if frame.update.seq > first.snapshot.seq]
    (own, *_), spectators = await history(house, table, "p0"), rest[-1].update.seq
    assert own.snapshot.HasField("seat")
    assert spectators < table.state.seq


async def test_what_spectators_see_without_delay_any_more_is_told_without_a_gap() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("truco-argentino", 2, start=False)
    await table.ask(Start("p0"))
    await quiet()
    for hands in (1, 0, 1, 0):
        await table.ask(ChangeTerms("p0", SpectatorsSet(False, SpectatorTalk.APART, hands, 0)))
        await play(table, luck, 8)
        await quiet()
        _, *rest = told = await history(house, table, None)
        first = told[0].snapshot.seq
        assert [frame.update.seq for frame in rest] == [*range(first + 1, first + 1 + len(rest))]
        assert bool(hands) == (rest[-1].update.seq < table.state.seq)


async def test_who_gets_up_and_sits_down_again_is_told_what_followed() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("cacho", 3, options={"hands": 40})
    await play(table, luck, 4)
    await table.ask(Leave("p2"))
    await play(table, luck, 4)
    await quiet()
    before = table.state.seq
    await table.ask(Sit("p2", "P2", seat=2))
    await quiet()
    assert table.state.life is Life.PLAYING
    await play(table, luck, 4)
    first, *rest = await history(house, table, "p2")
    assert first.snapshot.seat == 2
    assert first.snapshot.seq > before
    assert rest[-1].update.seq == table.state.seq


async def test_the_last_match_is_told_until_another_one_begins() -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("cacho", 2, options=brief("cacho"), start=False)
    with pytest.raises(Refused, match="No match has been played"):
        await history(house, table, None)
    await table.ask(Start("p0"))
    await quiet()
    await play(table, luck)
    *_, last = await history(house, table, "p0")
    assert any(event.HasField("match_ended") for event in last.update.events)
    over = last.update.seq
    await begin_next(table)
    first, *_ = await history(house, table, "p0")
    assert first.snapshot.seq > over


async def test_what_was_played_before_the_match_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, luck = House(seed=5), random.Random(1)
    table = await house.table("cacho", 2, options=brief("cacho"), start=False)
    for _ in range(3):
        await begin_next(table)
        await play(table, luck)
        await quiet()
    assert table.state.match == 3
    read = Counter[int]()

    def counting(state: TableState, entry: Entry) -> object:
        read[state.seq + state.hidden] += 1
        return fold(state, entry)

    monkeypatch.setattr(match_histories, "fold", counting)
    for player in ("p0", None):
        read.clear()
        first, *rest = await history(house, table, player)
        assert rest
        assert {times for entry, times in read.items() if entry < first.snapshot.seq} == {1}


async def test_a_client_is_told_unless_the_table_takes_no_spectators() -> None:
    async with running() as server:
        ana, zoe = [await Caller.of(server.address, name) for name in ("Ana", "Zoe")]
        table = await ana.create(seat=0, bots=1)
        await ana.start(table.id)

        async def told(who: Caller) -> list[Frame]:
            request = table_service_pb2.GetHistoryRequest(table=table.id)
            stream = who.tables.GetHistory(request, metadata=who.metadata, timeout=30)
            return [frame async for piece in stream for frame in piece.frames]

        assert (await told(ana))[0].snapshot.seat == 0
        assert not (await told(zoe))[0].snapshot.HasField("seat")
        await server.tables[table.id].ask(
            ChangeTerms(
                server.tables[table.id].state.host, SpectatorsSet(True, SpectatorTalk.APART, 0, 0)
            )
        )
        with refused_as("SPECTATORS"):
            await told(zoe)
        assert await told(ana)
        await ana.close()
        await zoe.close()


async def test_who_asks_for_many_at_a_time_gets_one_after_the_other_and_hinders_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running() as server:
        ana, zoe = [await Caller.of(server.address, name) for name in ("Ana", "Zoe")]
        table = await ana.create(seat=0, bots=1)
        await ana.start(table.id)
        under_way, most, go_on = 0, 0, asyncio.Event()

        async def told(_table: str, player: str | None) -> AsyncGenerator[Piece]:
            nonlocal under_way, most
            if player is not None:  # Ana's
                under_way += 1
                most = max(most, under_way)
                await go_on.wait()
                under_way -= 1
            yield Piece(b"", 7)

        monkeypatch.setattr(server._lobby.histories, "told", told)

        async def ask(who: Caller) -> int:
            request = table_service_pb2.GetHistoryRequest(table=table.id)
            stream = who.tables.GetHistory(request, metadata=who.metadata)
            return [piece async for piece in stream][-1].last

        many = [asyncio.create_task(ask(ana)) for _ in range(8)]
        await until(lambda: under_way == 1)
        assert await ask(zoe) == 7
        go_on.set()
        assert await asyncio.gather(*many) == [7] * 8
        assert most == 1
        for who in (ana, zoe):
            await who.close()


def test_work_in_a_thread_rests_for_as_long_as_it_works(monkeypatch: pytest.MonkeyPatch) -> None:
    now, rested = 0.0, list[float]()
    clock = SimpleNamespace(perf_counter=lambda: now, sleep=rested.append)
    monkeypatch.setattr("cardtui_server.thread_queue.time", clock)
    for each in with_rests([0.001, 0.0015, 0.5, 0.001]):
        now += each
    assert rested == pytest.approx([0.0025, 0.02])
