"""What a reader gets has no gaps and needs no memory, however slow the reader is."""

import asyncio
import random
from functools import partial
from typing import Any

import pytest

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_engine.views import Own
from cardtui_server.match.requests import Leave, Say, SetReady, Sit
from cardtui_server.match.seen import own_view
from cardtui_server.match.state import Life, TableState
from cardtui_server.table.actor import Table
from cardtui_server.table.encoder import UpdateFrames
from cardtui_server.table.reader import Reader
from cardtui_server.table.subscription import (
    BATCH_BYTES,
    KEPT_BYTES,
    KEPT_UPDATES,
    STUCK_BEATS,
    WAITING_REPLIES,
    Subscription,
    UpdateBuffer,
)
from cardtui_server.wire import table_encoder
from cardtui_server.wire.encoding import number
from cardtui_server.wire.frames import ReaderFrames, presence_frame, update_frame
from tests.support.playing import (
    Frame,
    House,
    Onlooker,
    attach,
    brief,
    frames,
    kinds,
    play,
    quiet,
    snapshot,
)

ENCODER = ReaderFrames()


def no_snapshot(*_asked: object) -> bytes:
    """A snapshot of nothing."""
    return b""


async def say(table: Table, lines: int, text: str = "x") -> None:
    for _ in range(lines):
        await table.ask(Say(player="p1", name="P1", text=text))


async def test_who_comes_gets_a_snapshot_and_then_updates(house: House) -> None:
    table = await house.table()
    reader = attach(table, 0, None)
    await say(table, 2)
    assert kinds(frames(reader)) == ["snapshot"]
    await say(table, 2)
    assert kinds(frames(reader)) == ["update", "update"]
    assert reader.take() == b""


async def test_who_has_everything_gets_nothing_twice(house: House) -> None:
    table = await house.table()
    assert attach(table, 0, table.state.seq).take() == b""


async def test_who_comes_back_gets_what_follows_the_last_number(house: House) -> None:
    table = await house.table()
    await say(table, 5)
    last = table.state.seq
    found = frames(attach(table, 0, last - 3))
    assert [frame.update.seq for frame in found] == [last - 2, last - 1, last]


async def test_who_was_away_for_too_long_gets_a_snapshot(house: House) -> None:
    table = await house.table()
    before = table.state.seq
    await say(table, KEPT_UPDATES + 1)
    assert kinds(frames(attach(table, 0, before))) == ["snapshot"]


async def test_a_number_that_is_not_there_yet_gets_a_snapshot(house: House) -> None:
    table = await house.table()
    assert kinds(frames(attach(table, 0, table.state.seq + 1))) == ["snapshot"]


async def test_after_a_restart_the_latest_number_resumes_and_older_ones_get_a_snapshot(
    house: House,
) -> None:
    table = await house.table()
    last = table.state.seq
    table = await house.restarted(table)
    assert attach(table, 0, last).take() == b""
    assert kinds(frames(attach(table, None, last - 1))) == ["snapshot"]


async def test_nobody_resumes_into_what_an_earlier_holder_of_the_seat_was_told() -> None:
    house, luck = House(), random.Random(1)
    table = await house.table(options=brief("cacho"))
    crowd = Onlooker()
    crowd.fold(frames(attach(table, None, None)))
    await play(table, luck)
    await table.ask(Leave(player="p1"))
    await table.ask(Sit(player="new", name="New", seat=1))
    found = frames(attach(table, 1, crowd.seq))
    assert set(kinds(found)) == {"update"}
    assert not any(frame.update.HasField("own") for frame in found[:-1])
    crowd.fold(found)
    crowd.knows(snapshot(table, 1))


async def test_who_comes_back_to_the_seat_is_told_what_happened_meanwhile() -> None:
    house, luck = House(), random.Random(1)
    table = await house.table("truco-argentino", 2, options={"target": 30})
    known = Onlooker()
    reader = attach(table, 1, None)
    known.fold(frames(reader))
    table.detach(reader)
    await table.ask(Leave(player="p1"))
    await play(table, luck, 8)
    await table.ask(Sit(player="p1", name="P1"))
    assert table.state.life is Life.PLAYING
    await play(table, luck, 2)
    known.fold(frames(attach(table, 1, known.seq)))
    assert known.snapshots == 1
    known.knows(snapshot(table, 1))


async def handed_on(reads: int, lines: int, *, replaced: bool = False) -> list[Frame]:
    """Return what P0's stream tells after P0 left and another got the seat and cards in it."""
    house = House()
    table = await house.table(start=False)
    reader = attach(table, 0, None)
    for _ in range(reads):
        reader.take()
    await table.ask(SetReady(player="p1", ready=True))
    await say(table, lines)
    if replaced:
        attach(table, 0, None)
    leaving = (
        Leave(player="p0"),
        Sit(player="new", name="New", seat=0),
        SetReady(player="new", ready=True),
    )
    await asyncio.gather(*(asyncio.ensure_future(table.ask(each)) for each in leaving))
    await say(table, 2)
    assert snapshot(table, 0).own.hand
    assert "p0" not in table.subscribers.players
    found = []
    while not reader.done:
        found += frames(reader)
    table.detach(reader)
    assert reader not in table.subscribers.leaving
    await house.stop()
    return found


async def test_who_left_a_seat_is_told_nothing_after_the_entry_that_freed_it() -> None:
    found = await handed_on(reads=1, lines=2)
    assert kinds(found) == ["update"] * 4 + ["end"]
    assert not found[-2].update.table.seats[0].name
    assert found[-1].end.reason == table_service_pb2.END_REASON_LEFT
    assert not any(each.update.own.hand for each in found)


async def test_who_left_a_seat_gets_no_snapshot_of_it_any_more() -> None:
    assert kinds(await handed_on(reads=0, lines=0)) == ["end"]
    assert kinds(await handed_on(reads=1, lines=KEPT_UPDATES + 1)) == ["end"]


async def test_a_stream_that_was_replaced_tells_nothing_of_a_later_holder() -> None:
    found = await handed_on(reads=1, lines=1, replaced=True)
    assert kinds(found) == ["update", "update", "end"]
    assert found[-1].end.reason == table_service_pb2.END_REASON_REPLACED


async def test_a_seats_own_part_is_made_only_for_a_reader(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats: list[int | None] = []

    def count(state: TableState, seat: int | None) -> Own[Any] | None:
        seats.append(seat)
        return own_view(state, seat)

    monkeypatch.setattr(table_encoder, "own_view", count)
    table = await house.table()
    reader, watching = attach(table, 0, None), attach(table, None, None)
    frames(reader)
    luck = random.Random(1)
    assert await play(table, luck, 10) == 10
    assert seats == [0]
    frames(watching)
    assert seats == [0]
    frames(reader)
    assert set(seats) == {0}


async def test_who_reads_late_is_told_the_same_as_who_reads_at_once(house: House) -> None:
    table = await house.table()
    first = table.state.seq
    at_once = attach(table, 0, first)
    luck, found = random.Random(2), []
    for _ in range(40):
        await play(table, luck, 1)
        found += [each for each in frames(at_once) if each.HasField("update")]
    late = [each for each in frames(attach(table, 0, first)) if each.HasField("update")]
    assert late == found
    assert any(each.update.HasField("own") for each in found)


async def test_a_slow_reader_gets_a_snapshot_in_place_of_what_it_missed(house: House) -> None:
    table = await house.table()
    slow, onlooker = attach(table, 0, None), Onlooker()
    onlooker.fold(frames(slow))
    await say(table, KEPT_UPDATES + 10)
    onlooker.fold(frames(slow))
    assert onlooker.snapshots == 2
    onlooker.knows(snapshot(table, 0))
    await say(table, 3)
    onlooker.fold(frames(slow))
    assert onlooker.snapshots == 2
    onlooker.knows(snapshot(table, 0))


async def test_what_waits_goes_out_in_messages_of_bounded_size() -> None:
    buffer = UpdateBuffer(0)
    for _ in range(80):
        buffer.add(lambda: UpdateFrames(bytes(3000)))
    reader = Subscription(buffer, ENCODER, no_snapshot, Reader(None, 0))
    sizes = []
    while data := reader.take():
        sizes.append(len(data))
    assert sum(sizes) == 80 * 3000
    assert max(sizes) < BATCH_BYTES + 3000


def test_a_tape_is_bounded_in_updates_and_in_bytes() -> None:
    buffer = UpdateBuffer(0)
    for _ in range(5000):
        buffer.add(lambda: UpdateFrames(b"x"))
    assert buffer.last - buffer.first < KEPT_UPDATES
    assert buffer.last == 5000
    for _ in range(50):
        buffer.add(lambda: UpdateFrames(bytes(20_000)))
        buffer.one(buffer.last, None, hears=True)
        read = [each for each in buffer._updates if isinstance(each, UpdateFrames)]
        assert sum(len(each.shared) for each in read) <= KEPT_BYTES + 20_000
    buffer.add(lambda: UpdateFrames(bytes(10 * KEPT_BYTES)))
    buffer.one(buffer.last, None, hears=True)
    buffer.add(lambda: UpdateFrames(b"x"))
    assert buffer.last - buffer.first < 50
    assert buffer.last == 5052


def test_who_asks_and_never_reads_is_let_go() -> None:
    reader = Subscription(UpdateBuffer(0), ENCODER, no_snapshot, Reader("p0", 0))
    for count in range(WAITING_REPLIES + 5):
        reader.answer(str(count), count + 1)
    found = frames(reader)
    assert kinds(found)[:-1] == ["reply"] * WAITING_REPLIES
    assert found[-1].end.reason == table_service_pb2.END_REASON_SLOW
    assert reader.done


def test_only_the_latest_presence_counts() -> None:
    reader = Subscription(UpdateBuffer(0), ENCODER, no_snapshot, Reader("p0", 0))
    for spectators in range(1, 4):
        reader.present(
            presence_frame(tables_pb2.Presence(spectators=spectators).SerializeToString())
        )
    assert [frame.presence.spectators for frame in frames(reader)] == [3]


def test_a_heartbeat_carries_the_number_and_only_breaks_silence() -> None:
    buffer = UpdateBuffer(7)
    reader = Subscription(buffer, ENCODER, no_snapshot, Reader("p0", 7))
    reader.beat()
    (found,) = frames(reader)
    assert found.heartbeat.seq == 7
    reader.beat()
    buffer.add(lambda: UpdateFrames(update_frame(number(1, 8))))
    assert kinds(frames(reader)) == ["update"]


async def test_heartbeats_come_by_themselves(house: House) -> None:
    await house.lobby.load()
    table = await house.table()
    reader = attach(table, None, None)
    house.clock.advance(1)
    assert kinds(frames(reader)) == ["snapshot"]
    house.clock.advance(20)
    assert kinds(frames(reader)) == ["heartbeat"]


async def test_the_streams_of_many_tables_are_not_written_to_at_once(house: House) -> None:
    await house.lobby.load()
    readers = [attach(await house.table(), None, None) for _ in range(20)]
    house.clock.advance(1)
    for reader in readers:
        frames(reader)
    house.clock.advance(19)
    told = [kinds(frames(reader)) for reader in readers]
    assert told == [["heartbeat"]] * 8 + [[]] * 12
    house.clock.advance(0.1)
    assert [kinds(frames(reader)) for reader in readers] == [[]] * 8 + [["heartbeat"]] * 12


def test_a_write_that_does_not_get_on_is_broken_off() -> None:
    class Writer:
        cancelled = 0

        def cancel(self) -> None:
            self.cancelled += 1

    reader, writer = Subscription(UpdateBuffer(0), ENCODER, no_snapshot, Reader("p0", 0)), Writer()
    reader.writer = writer  # type: ignore[assignment]
    reader.beat()
    reader.writing, reader.written = True, 5
    for _ in range(STUCK_BEATS):
        reader.beat()
        assert not reader.slow
    reader.beat()
    assert reader.slow
    reader.beat()
    assert writer.cancelled == 1


def test_a_slow_writer_that_gets_on_is_not() -> None:
    reader = Subscription(UpdateBuffer(0), ENCODER, no_snapshot, Reader("p0", 0))
    reader.writing = True
    for written in range(20):
        reader.written = written
        reader.beat()
    assert not reader.slow


async def test_a_seat_has_one_stream(house: House) -> None:
    table = await house.table()
    first, second = attach(table, 0, None), attach(table, 0, None)
    assert frames(first)[-1].end.reason == table_service_pb2.END_REASON_REPLACED
    assert first.done
    table.detach(first)
    assert table.subscribers.players["p0"] is second


async def test_in_a_rush_only_those_whose_turn_it_is_are_told_at_once(house: House) -> None:
    table = await house.table()
    assert table.state.turn is not None
    (turn,) = table.state.turn.to_act
    readers = {viewer: attach(table, viewer, None) for viewer in (0, 1, None)}
    house.clock.advance(1)
    for reader in readers.values():
        reader.take()

    async def told() -> set[int | None]:
        """Return who was woken, and has read."""
        await quiet()
        done = {viewer for viewer, waiting in waits.items() if waiting.done()}
        for viewer in done:
            readers[viewer].take()
            waits[viewer] = asyncio.ensure_future(readers[viewer].wait())
        await quiet()
        return done

    waits = {viewer: asyncio.ensure_future(reader.wait()) for viewer, reader in readers.items()}
    assert await told() == set()
    await say(table, 1)
    assert await told() == {0, 1, None}
    await say(table, 3)
    assert await told() == {turn}
    house.clock.advance(0.1)
    assert await told() == {0, 1, None} - {turn}
    for waiting in waits.values():
        waiting.cancel()


async def test_a_crowd_is_told_more_rarely_than_players_are_and_a_few_at_a_time(
    house: House,
) -> None:
    table = await house.table()
    player = attach(table, 0, None)
    crowd = [attach(table, None, None) for _ in range(300)]
    house.clock.advance(1)
    await say(table, 1)
    house.clock.advance(0.16)
    for reader in (player, *crowd):
        reader.take()
    waits = {reader: asyncio.ensure_future(reader.wait()) for reader in (player, *crowd)}
    await quiet()
    await say(table, 3)
    for seconds, told in ((0.02, 1), (0.0105, 3), (0.05, 103), (0.1, 301)):
        await house.passes(seconds)
        assert sum(waiting.done() for waiting in waits.values()) == told
        assert waits[player].done()
    assert {len(kinds(frames(reader))) for reader in crowd} == {3}


async def test_who_comes_and_what_runs_out_is_told_to_a_crowd_a_few_at_a_time(house: House) -> None:
    table = await house.table()
    crowd = [attach(table, None, None) for _ in range(150)]
    house.clock.advance(1)
    for reader in crowd:
        reader.take()
    waits = [asyncio.ensure_future(reader.wait()) for reader in crowd]
    await quiet()
    for tell in (table.tell_presence, partial(table.subscribers.time, b"x", wake=True)):
        tell()
        for seconds, told in ((0.0, 64), (0.0021, 128), (0.002, 150)):
            await house.passes(seconds)
            assert sum(waiting.done() for waiting in waits) == told
        house.clock.advance(1)
        for reader in crowd:
            reader.take()
        waits = [asyncio.ensure_future(reader.wait()) for reader in crowd]
        await quiet()
    for waiting in waits:
        waiting.cancel()


async def test_who_asks_gets_reply_and_update_in_one_message_even_in_a_rush(house: House) -> None:
    table = await house.table()
    reader = attach(table, 1, None)
    frames(reader)
    for line in range(3):
        waiting = asyncio.ensure_future(reader.wait())
        await quiet()
        asked = Say(player="p1", name="P1", text="x")
        table.post(asked, partial(reader.answer, str(line)))
        await waiting
        assert kinds(frames(reader)) == ["reply", "update"]
