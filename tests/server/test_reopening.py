"""A table at which something goes wrong is opened again from its log, and nobody waits in vain."""

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import structlog

from cardtui.v1 import table_service_pb2
from cardtui_engine.actions import Action
from cardtui_server.lobby.supervisor import MOST_REOPENINGS, REOPENED_WITHIN_SECONDS
from cardtui_server.match.refusals import Reason, Refused
from cardtui_server.match.requests import Close, CloseUnused, Disuse, Say
from cardtui_server.match.state import Life, TableState
from cardtui_server.ports.log_store import Behind, Damaged, DamagedStore, NoRoom
from cardtui_server.store.memory import MemoryStore
from cardtui_server.table.actor import Table
from cardtui_server.wire.table_encoder import TableFrames
from tests.server.at_table import waiting
from tests.support.calling import BOUND
from tests.support.playing import House, Onlooker, act, attach, frames, play, quiet, snapshot, until


@pytest.fixture
def told() -> Iterator[list[Any]]:
    with structlog.testing.capture_logs() as logs:
        yield logs


class Fault(Exception):
    """What nobody foresaw."""


def broken(*_: object, **__: object) -> Any:
    raise Fault


class UnreadableLog(MemoryStore):
    """A log that cannot be read while the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.error: Exception | None = None
        self.reads = 0

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        self.reads += 1
        if self.error is not None:
            raise self.error
        return await super().read(table, after)


def say(table: Table, text: str, answers: list[Any]) -> None:
    table.post(Say(player="p0", name="P0", text=text), answers.append)


async def is_broken(table: Table) -> None:
    await until(lambda: table.broken)
    await quiet()


async def open_again(house: House, table: Table, seconds: float = 0.25) -> Table:
    """Let time pass until the table is open again, and return it."""
    await is_broken(table)
    house.clock.advance(seconds)
    await until(lambda: house.lobby.tables[table.id] is not table)
    await quiet()
    return await house.lobby.find(table.id)


def break_encoder(table: Table) -> None:
    """Fail while an entry that is written already is told."""
    table._publisher._encoder.update = broken  # type: ignore[method-assign]


def break_timer(table: Table) -> None:
    """Fail in what the clock calls."""
    table._reactors._clock.call_later(0, broken)


async def break_down(house: House, table: Table) -> None:
    """Fail in what the clock calls, and wait until the table is broken."""
    break_timer(table)
    house.clock.advance(0)
    await is_broken(table)


def break_bot(table: Table) -> None:
    """Fail where a bot begins to think."""
    table._reactors.bots._waiting = broken  # type: ignore[method-assign]


def break_own_answer(table: Table) -> None:
    """Fail while a bot is answered."""
    table.post(CloseUnused(Disuse.EMPTY), broken, own=True)


def break_dealer(table: Table) -> None:
    """Fail before anything is written."""
    table._reactors.wants_pack = broken  # type: ignore[method-assign]


@pytest.mark.parametrize(
    "fail", [break_encoder, break_timer, break_bot, break_own_answer, break_dealer]
)
async def test_a_table_that_fails_is_open_again_a_moment_later(
    house: House, fail: Callable[[Table], None], told: list[Any]
) -> None:
    table, other = await house.table(people=1, seats=3), await house.table()
    reader, crowd = attach(table, 0, None), attach(table, None, None)
    known = Onlooker()
    known.fold(frames(reader))
    fail(table)
    answers: list[Any] = []
    say(table, "hola", answers)
    house.clock.advance(0)
    await is_broken(table)
    assert len(answers) == 1
    if isinstance(answers[0], Refused):
        assert answers[0].reason == Reason.REOPENING
        assert answers[0].retry > 0
    for each in (reader, crowd):
        end = frames(each)[-1].end
        assert end.reason == table_service_pb2.END_REASON_REOPENING
        assert end.sentence
    with pytest.raises(Refused) as refused:
        await house.lobby.find(table.id)
    assert refused.value.reason == Reason.REOPENING
    await act(other, waiting(other), Action("bet"))
    again = await open_again(house, table)
    again_reader = attach(again, 0, known.seq)
    known.fold(frames(again_reader))
    await play(again, random.Random(2), actions=3)
    known.fold(frames(again_reader))
    known.knows(snapshot(again, 0))
    assert [each["event"] for each in told if each["log_level"] == "error"] == ["table failed"]
    assert list(house.lobby.tables) == [table.id, other.id]


async def test_a_table_is_opened_again_once_an_update_cannot_be_encoded(
    house: House, told: list[Any]
) -> None:
    """Who comes back to the same update would else fail again, for ever."""
    table = await house.table(people=1, seats=3)
    reader = attach(table, 0, None)
    known = Onlooker()
    known.fold(frames(reader))
    table._publisher._encoder._encode = broken  # type: ignore[attr-defined]
    answers: list[Any] = []
    say(table, "hola", answers)
    await until(lambda: bool(answers))
    with pytest.raises(Fault):
        frames(reader)
    again = await open_again(house, table)
    known.fold(frames(attach(again, 0, known.seq)))
    known.knows(snapshot(again, 0))
    assert [each["event"] for each in told if each["log_level"] == "error"] == ["table failed"]


@pytest.mark.slow
async def test_what_was_written_before_the_failure_is_done_once(house: House) -> None:
    table = await house.table()
    seat, seq = waiting(table), table.state.seq
    known = Onlooker()
    known.fold(frames(attach(table, seat, None)))
    break_encoder(table)
    assert await act(table, seat, Action("bet"), None, "mine") == seq + 1
    again = await open_again(house, table)
    assert await act(again, seat, Action("bet"), None, "mine") == seq + 1
    assert again.state.seq == seq + 1
    known.fold(frames(attach(again, seat, known.seq)))
    known.knows(snapshot(again, seat))


@pytest.mark.slow
async def test_talk_that_was_written_before_the_failure_is_answered_as_said(house: House) -> None:
    table = await house.table()
    break_encoder(table)
    answers: list[Any] = []
    say(table, "hola", answers)
    await is_broken(table)
    assert answers == [table.state.seq + 1]
    assert (await open_again(house, table)).state.seq == answers[0]


class ForgetfulLog(MemoryStore):
    """A log that fails once it has written, where the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.forgets = False

    async def append(self, *args: Any, **named: Any) -> None:
        await super().append(*args, **named)
        if self.forgets:
            self.forgets = False
            raise Fault


@pytest.mark.slow
async def test_nobody_is_told_to_ask_again_for_what_may_be_written() -> None:
    store = ForgetfulLog()
    house = House(store)
    table = await house.table()
    store.forgets = True
    answers: list[Any] = []
    say(table, "hola", answers)
    await is_broken(table)
    assert [(each.reason, each.retry) for each in answers] == [(Reason.REOPENING, 0)]
    assert (await open_again(house, table)).state.seq == table.state.seq + 1


async def test_an_answer_that_fails_is_logged_and_the_table_plays_on(
    house: House, told: list[Any]
) -> None:
    table = await house.table()
    answers: list[Any] = []
    table.post(CloseUnused(Disuse.EMPTY), broken)
    say(table, "hola", answers)
    await until(lambda: bool(answers))
    await quiet()
    assert answers == [table.state.seq]
    assert not table.broken
    assert [each["event"] for each in told] == ["answer failed"]
    assert isinstance(told[0]["exc_info"], Fault)


@pytest.mark.slow
async def test_a_table_that_cannot_be_told_of_trouble_keeps_no_other_from_it(house: House) -> None:
    first, second = await house.table(), await house.table()
    first._publisher._encoder.presence = broken  # type: ignore[method-assign]
    reader = attach(second, 0, None)
    reader.take()
    house.env.outage.began(NoRoom("full"))
    assert b"cannot write its log" in reader.take()
    house.env.outage.ended()
    again = await open_again(house, first)
    await act(again, waiting(again), Action("bet"))
    assert not second.broken


async def test_a_table_that_cannot_be_opened_again_is_tried_again(
    house: House, told: list[Any]
) -> None:
    table = await house.table()
    await break_down(house, table)
    house.encode = broken
    house.clock.advance(0.25)
    await until(lambda: len(told) == 2)
    house.encode = TableFrames
    assert [each["event"] for each in told] == ["table failed"] * 2
    again = await open_again(house, table, 0.5)
    await act(again, waiting(again), Action("bet"))


async def more_is_told(told: list[Any]) -> None:
    before = len(told)
    await until(lambda: len(told) > before)


async def test_a_table_that_can_never_be_opened_again_stays_closed(
    house: House, told: list[Any]
) -> None:
    table = await house.table()
    house.encode = broken
    await break_down(house, table)
    for _ in range(MOST_REOPENINGS):
        house.clock.advance(30)
        await more_is_told(told)
    assert [each["event"] for each in told] == ["table failed"] * (MOST_REOPENINGS + 1) + [
        "table stays closed"
    ]
    with pytest.raises(Refused, match="stays closed until the server is restarted"):
        await house.lobby.find(table.id)
    assert table.id not in house.lobby.tables


async def test_a_server_starts_without_a_table_that_cannot_be_opened(
    house: House, told: list[Any]
) -> None:
    bad, good = await house.table(), await house.table()

    def encode(table_id: str, state: TableState) -> TableFrames:
        return broken() if table_id == bad.id else TableFrames(table_id, state)

    house.encode = encode
    await house.restart()
    assert list(house.lobby.tables) == [good.id]
    with pytest.raises(Refused, match="stays closed until the server is restarted"):
        await house.lobby.find(bad.id)
    assert [(each["event"], each["table"]) for each in told] == [
        ("table failed", bad.id), ("table stays closed", bad.id)
    ]  # fmt: skip


async def test_a_table_that_fails_while_the_server_stops_is_logged(told: list[Any]) -> None:
    house = House()
    table = await house.table()
    table.fail(Fault())
    await house.stop()
    assert [each["event"] for each in told] == ["table failed"]
    await house.passes(60)
    assert house.lobby.tables[table.id] is table


async def test_who_has_the_last_update_needs_no_snapshot_when_the_table_is_open_again(
    house: House,
) -> None:
    table = await house.table()
    known = Onlooker()
    known.fold(frames(attach(table, 0, None)))
    await break_down(house, table)
    again = await open_again(house, table)
    reader = attach(again, 0, known.seq)
    await act(again, waiting(again), Action("bet"))
    known.fold(frames(reader))
    assert known.snapshots == 1
    known.knows(snapshot(again, 0))


async def fail_until_it_stays_closed(house: House, table: Table) -> int:
    """Fail again and again; return how many times the table was opened again."""
    for count in range(100):
        await break_down(house, table)
        if table.id not in house.lobby.tables:
            return count
        table = await open_again(house, table, 30)
    raise AssertionError("it was opened again for ever")


async def test_a_table_that_fails_again_and_again_stays_closed_until_the_next_start(
    house: House, told: list[Any]
) -> None:
    table = await house.table()
    watcher = house.lobby.watch("somebody")
    await watcher.take()
    reader = attach(table, 0, None)
    assert await fail_until_it_stays_closed(house, table) == MOST_REOPENINGS
    del reader
    with pytest.raises(Refused, match="stays closed until the server is restarted") as refused:
        await house.lobby.find(table.id)
    assert refused.value.reason == Reason.UNKNOWN_TABLE
    assert [each["event"] for each in told].count("table stays closed") == 1
    await house.restart()
    await act(await house.lobby.find(table.id), waiting(table), Action("bet"))


@pytest.mark.slow
async def test_the_streams_of_a_table_that_stays_closed_end_with_the_reason(house: House) -> None:
    table = await house.table()
    for _ in range(MOST_REOPENINGS):
        await break_down(house, table)
        table = await open_again(house, table, 30)
    reader = attach(table, 0, None)
    await break_down(house, table)
    assert frames(reader)[-1].end.reason == table_service_pb2.END_REASON_FAILED


@pytest.mark.slow
async def test_a_table_that_fails_seldom_is_always_opened_again(house: House) -> None:
    table = await house.table()
    for _ in range(3 * MOST_REOPENINGS):
        house.clock.advance(REOPENED_WITHIN_SECONDS / MOST_REOPENINGS)
        await break_down(house, table)
        table = await open_again(house, table, 10)
    await act(table, waiting(table), Action("bet"))


async def test_a_table_is_opened_again_as_soon_as_the_store_can_be_read(told: list[Any]) -> None:
    store = UnreadableLog()
    house = House(store)
    table = await house.table()
    await break_down(house, table)
    store.error = DamagedStore("disk I/O error")
    for _ in range(50):
        await house.passes(30)
    assert store.reads >= 20
    assert [each["event"] for each in told].count("log cannot be used") == 1
    store.error = None
    again = await open_again(house, table, 30)
    await act(again, waiting(again), Action("bet"))


async def test_a_table_whose_log_turns_out_to_be_damaged_is_set_apart() -> None:
    store = UnreadableLog()
    house = House(store)
    table = await house.table()
    store.error = Damaged("entry 3 is not as written")
    await break_down(house, table)
    house.clock.advance(1)
    await until(lambda: table.id in house.lobby.damaged)
    with pytest.raises(Refused, match="cardtui recover"):
        await house.lobby.find(table.id)


@pytest.mark.slow
async def test_a_table_that_failed_while_it_was_closed_is_gone(house: House) -> None:
    table = await house.table()
    break_encoder(table)
    await table.ask(Close(player="p0"))
    await is_broken(table)
    house.clock.advance(1)
    await until(lambda: table.id not in house.lobby.tables)
    with pytest.raises(Refused, match="no table"):
        await house.lobby.find(table.id)


async def test_a_server_stops_while_a_table_waits_to_be_opened_again() -> None:
    house = House()
    table = await house.table()
    await break_down(house, table)
    await asyncio.wait_for(house.stop(), BOUND)
    await house.passes(60)
    assert house.lobby.tables[table.id] is table


# --- a log that cannot be read on ------------------------------------------------------------


async def test_a_table_that_cannot_read_on_waits_until_it_can(told: list[Any]) -> None:
    """Another server has written, and what it wrote cannot be read for a while."""
    store = UnreadableLog()
    house = House(store)
    table = await house.table()
    other = House(store)
    await other.lobby.load()
    twin = other.lobby.tables[table.id]
    reader = attach(twin, None, None)
    reader.take()
    await act(table, waiting(table), Action("bet"))
    line = Say(player="p0", name="P0", text="hola")
    store.error = OSError("input/output error")
    reads = store.reads
    for _ in range(5):
        with pytest.raises(Refused, match="cannot read its log") as refused:
            await twin.ask(line)
        assert refused.value.reason == Reason.READ_ONLY
        assert refused.value.retry > 0
    assert store.reads == reads + 1
    assert not twin.broken
    assert [each["event"] for each in told].count("log cannot be used") == 1
    store.error = None
    other.clock.advance(1)
    seq = await twin.ask(line)
    assert twin.state.life is Life.PLAYING
    assert [frame.update.seq for frame in frames(reader) if frame.HasField("update")] == [
        seq - 1, seq
    ]  # fmt: skip
    await house.stop()
    await other.stop()


async def test_a_log_that_is_ahead_and_has_nothing_to_read_keeps_no_table_busy() -> None:
    class Odd(UnreadableLog):
        async def append(self, *_: Any, **__: Any) -> None:
            if self.reads:
                raise Behind("The log is ahead.")
            await super().append(*_, **__)

    store = Odd()
    house = House(store)
    table = await house.table()
    assert await store.read(table.id)
    with pytest.raises(Refused, match="cannot read its log"):
        await act(table, waiting(table), Action("bet"))
    await quiet()
    assert store.reads == 2


@pytest.mark.slow
async def test_a_table_goes_on_from_a_log_that_is_shorter_than_it_was() -> None:
    """A copy has been put in the place of the database, from before the last entry."""
    store = MemoryStore()
    house = House(store)
    table = await house.table()
    known = Onlooker()
    await act(table, waiting(table), Action("bet"))
    known.fold(frames(attach(table, 0, None)))
    del store._rows[table.id][-1:]
    with pytest.raises(Refused, match="opened again"):
        await act(table, waiting(table), Action("bet"))
    again = await open_again(house, table)
    assert again.state.seq == known.seq - 1
    known.fold(frames(attach(again, 0, known.seq)))
    assert known.snapshots == 2
    known.knows(snapshot(again, 0))


async def test_a_full_disk_is_logged_once_a_minute_however_much_is_refused(told: list[Any]) -> None:
    store = MemoryStore()
    house = House(store)
    table = await house.table()
    for _ in range(2):
        store.full = True
        for number in range(20):
            with pytest.raises(Refused, match="cannot write its log"):
                await act(table, waiting(table), Action("bet"), None, f"{number}")
        store.full = False
        await act(table, waiting(table), Action("bet"))
        house.clock.advance(20)
    events = [each["event"] for each in told]
    assert events.count("log can be used again") == 2
    assert [each["refused"] for each in told if each["event"] == "log cannot be written"] == [1]
    store.full = True
    house.clock.advance(20)
    with pytest.raises(Refused):
        await act(table, waiting(table), Action("bet"))
    assert [each["refused"] for each in told if each["event"] == "log cannot be written"] == [1, 40]
