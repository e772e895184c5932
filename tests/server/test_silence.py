"""Players for whom a table waits, and who do not answer: only they are pinged, the others told."""

from cardtui.v1 import table_service_pb2, tables_pb2
from cardtui_engine.actions import Action
from cardtui_server.table.actor import Table
from cardtui_server.table.silence import PING_SECONDS, UNANSWERED_PINGS
from cardtui_server.table.subscription import Subscription
from tests.server.clocks import pass_time, waiting
from tests.support.calling import Caller, running
from tests.support.playing import House, act, attach, frames, kinds, quiet


async def waits(house: House, *, answers: bool = True) -> tuple[Table, Subscription, Subscription]:
    """Return a table, who is waited for there, and who waits."""
    table = await house.table(seats=2, thinking=10_000)
    readers = [attach(table, seat, None, answers=answers) for seat in range(2)]
    await pass_time(house, 0.1)
    for number, each in enumerate(readers):
        frames(each)
        table.heard(f"p{number}")
    seat = waiting(table)
    return table, readers[seat], readers[1 - seat]


def silent(reader: Subscription) -> list[list[int]]:
    """Return what a reader is told now of who does not answer."""
    return [[*each.presence.silent] for each in frames(reader) if each.HasField("presence")]


async def count_pings(house: House, reader: Subscription, seconds: int) -> int:
    found = 0
    for _second in range(seconds):
        await pass_time(house, PING_SECONDS)
        found += kinds(frames(reader)).count("ping")
    return found


async def test_who_answers_no_ping_is_told_of_and_then_asked_no_more(house: House) -> None:
    table, slow, other = await waits(house)
    assert await count_pings(house, slow, UNANSWERED_PINGS) == UNANSWERED_PINGS
    assert silent(other) == []
    await pass_time(house, PING_SECONDS)
    assert silent(other) == [[waiting(table)]]
    assert await count_pings(house, slow, 10) == 0, "those sent are still to be answered"
    assert table.is_connected(waiting(table)), "nothing else follows"
    assert not table.is_away(waiting(table))
    assert [*tables_pb2.Table.FromString(table.shown).silent] == [waiting(table)]


async def test_who_has_just_come_may_take_twice_as_long(house: House) -> None:
    table, _slow, other = await waits(house)
    slow = attach(table, waiting(table), None, answers=True)
    await pass_time(house, 0.1)
    frames(slow)
    frames(other)
    assert await count_pings(house, slow, 2 * UNANSWERED_PINGS) == 2 * UNANSWERED_PINGS
    assert silent(other) == []
    await pass_time(house, PING_SECONDS)
    assert silent(other) == [[waiting(table)]]


async def test_nobody_is_told_of_because_the_server_itself_was_held_up(house: House) -> None:
    table, slow, other = await waits(house)
    assert await count_pings(house, slow, UNANSWERED_PINGS) == UNANSWERED_PINGS
    house.clock.stall(3 * PING_SECONDS)
    await quiet()
    assert silent(other) == []
    # The slow one is asked anew.
    assert kinds(frames(slow)).count("ping") == 1
    assert await count_pings(house, slow, UNANSWERED_PINGS - 1) == UNANSWERED_PINGS - 1
    assert silent(other) == []
    await pass_time(house, PING_SECONDS)
    assert silent(other) == [[waiting(table)]]


async def test_any_sign_of_life_ends_it(house: House) -> None:
    table, _slow, other = await waits(house)
    await pass_time(house, PING_SECONDS * (UNANSWERED_PINGS + 1) + 0.1)
    assert silent(other) == [[waiting(table)]]
    table.heard(f"p{waiting(table)}")
    assert silent(other) == [[]]
    await pass_time(house, PING_SECONDS * (UNANSWERED_PINGS - 1))
    assert silent(other) == []


async def test_who_answers_is_never_told_of(house: House) -> None:
    table, slow, other = await waits(house)
    for _second in range(20):
        await pass_time(house, PING_SECONDS)
        if "ping" in kinds(frames(slow)):
            table.heard(f"p{waiting(table)}")
    assert silent(other) == []


async def test_only_who_is_waited_for_is_pinged(house: House) -> None:
    table, slow, other = await waits(house)
    assert await count_pings(house, other, 4) == 0
    seat = waiting(table)
    await act(table, seat, Action("pass"))
    assert waiting(table) != seat
    frames(slow)
    assert await count_pings(house, slow, 4) == 0
    assert "ping" in kinds(frames(other))


async def test_who_never_promised_to_answer_is_not_pinged(house: House) -> None:
    _table, slow, other = await waits(house, answers=False)
    assert await count_pings(house, slow, 20) == 0
    assert silent(other) == []


async def test_who_has_gone_in_this_moment_is_not_pinged(house: House) -> None:
    table, slow, _other = await waits(house)
    while "ping" not in kinds(frames(slow)):
        await pass_time(house, PING_SECONDS / 100)
    await pass_time(house, PING_SECONDS - PING_SECONDS / 50)
    table.detach(slow)  # the table looks a little later, when others may have gone, too
    await pass_time(house, PING_SECONDS / 50)
    assert not table.broken


async def test_another_connection_answers(house: House) -> None:
    table, _slow, other = await waits(house)
    await pass_time(house, PING_SECONDS * (UNANSWERED_PINGS + 1) + 0.1)
    assert silent(other) == [[waiting(table)]]
    attach(table, waiting(table), None, answers=True)
    await pass_time(house, 0.1)
    assert silent(other)[-1] == []


async def test_a_pong_gets_no_reply() -> None:
    async with running() as server:
        ana = await Caller.of(server.address, "Ana")
        made = await ana.create(seat=0)
        stream = ana.play(made.id)
        await stream.until(lambda: stream.presence.connected == [0])
        await stream.send(pong=table_service_pb2.PlayPong())
        await stream.send(back=table_service_pb2.PlayBack())
        await stream.until(lambda: stream.replies)
        assert len(stream.replies) == 1
        await ana.close()
