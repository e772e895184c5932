"""The feed: in order, without gaps or repetitions, whatever becomes of the connection."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest

from cardtui.v1 import actions_pb2, errors_pb2, lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui_client.faces.arguments import plainest
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.call_errors import Patience, Refused, Unreachable
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.services import MOST_MOVES
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings
from tests.support import fake_server
from tests.support.fake_server import Episode, FakeServer, FakeStream
from tests.support.lasting_port import lasting_port

Fake = tuple[FakeServer, str]
QUICK = Patience(tries=4, seconds=20, first=0.01, longest=0.02, silence=5)
TAP = actions_pb2.Action(tap=actions_pb2.TapAction())


def sends(*frames: table_service_pb2.Frame) -> Episode:
    """Return an episode: send the frames, then break off."""

    async def episode(stream: FakeStream) -> None:
        await stream.send(*frames)
        await stream.fail(grpc.StatusCode.UNAVAILABLE)

    return episode


CLOSES = fake_server.end(table_service_pb2.END_REASON_CLOSED)


@pytest.fixture
async def feed(connection: Connection) -> AsyncIterator[TableFeed]:
    seat = TableFeed(connection, "t1", True, patience=QUICK)
    yield seat
    await seat.close()


async def told(feed: TableFeed) -> list[str]:
    """Run the feed to its end and return short words for what it told."""
    words: list[str] = []
    async for item in feed.frames():
        if isinstance(item, FeedStatus):
            words.append(item.status.value)
        else:
            kind = item.WhichOneof("frame")
            seq = getattr(getattr(item, str(kind)), "seq", "")
            words.append(f"{kind} {seq}".strip())
    return words


def kinds(words: list[str]) -> list[str]:
    return [word for word in words if " " in word]


async def test_a_stream_gives_a_snapshot_and_then_updates(fake: Fake, feed: TableFeed) -> None:
    frames = fake_server.snapshot(4), fake_server.update(5), fake_server.update(6), CLOSES
    fake[0].episodes.append(sends(*frames))
    assert await told(feed) == [
        "connecting", "live", "snapshot 4", "update 5", "update 6", "end", "ended",
    ]  # fmt: skip
    assert fake[0].streams[0].after is None
    assert ("authorization", "Bearer token-1") in fake[0].metadata


async def test_a_lost_stream_resumes_behind_the_last_update(fake: Fake, feed: TableFeed) -> None:
    fake[0].episodes.append(sends(fake_server.snapshot(4), fake_server.update(5)))
    fake[0].episodes.append(sends(fake_server.update(6), CLOSES))
    words = await told(feed)
    assert kinds(words) == ["snapshot 4", "update 5", "update 6"]
    assert words.count("reconnecting") == 1
    assert words.count("live") == 2
    assert [stream.after for stream in fake[0].streams] == [None, 5]


async def test_who_has_tried_in_vain_for_long_still_goes_where_the_table_is(
    fake: Fake, feed: TableFeed, monkeypatch: pytest.MonkeyPatch
) -> None:
    went: list[str] = []

    async def go_where(address: str) -> None:
        went.append(address)

    monkeypatch.setattr(feed._connection, "go_where", go_where)
    moved = errors_pb2.Refusal(reason=errors_pb2.REASON_MOVED, arguments={"address": ":8793"})

    async def sends_on(stream: FakeStream) -> None:
        await stream.fail(grpc.StatusCode.FAILED_PRECONDITION, moved)

    fake[0].episodes += [sends() for _ in range(MOST_MOVES + 1)]
    fake[0].episodes += [sends_on, sends(fake_server.snapshot(4), CLOSES)]
    assert kinds(await told(feed)) == ["snapshot 4"]
    assert went == [":8793"]


async def test_an_update_that_comes_again_is_told_once(fake: Fake, feed: TableFeed) -> None:
    fake[0].episodes.append(sends(fake_server.snapshot(4), fake_server.update(5)))
    fake[0].episodes.append(sends(fake_server.update(5), fake_server.update(6), CLOSES))
    assert kinds(await told(feed)) == ["snapshot 4", "update 5", "update 6"]


@pytest.mark.parametrize("missing", [fake_server.update(7), fake_server.heartbeat(7)])
async def test_a_gap_asks_for_a_snapshot(
    fake: Fake, feed: TableFeed, missing: table_service_pb2.Frame
) -> None:
    fake[0].episodes.append(sends(fake_server.snapshot(4), fake_server.update(5), missing))
    fake[0].episodes.append(sends(fake_server.snapshot(7), CLOSES))
    assert kinds(await told(feed)) == ["snapshot 4", "update 5", "snapshot 7"]
    assert [stream.after for stream in fake[0].streams] == [None, None]


async def test_what_is_told_of_another_table_is_not_taken_for_this_one(
    fake: Fake, feed: TableFeed
) -> None:
    """The bits given for this table's matches would not be looked for there."""
    snapshot, update = fake_server.snapshot(4), fake_server.update(5)
    snapshot.snapshot.table.id = update.update.table.id = "t2"
    fake[0].episodes.append(sends(snapshot))
    fake[0].episodes.append(sends(fake_server.snapshot(4), update))
    fake[0].episodes.append(sends(fake_server.snapshot(5), CLOSES))
    assert kinds(await told(feed)) == ["snapshot 4", "snapshot 5"]


async def test_resync_asks_for_a_snapshot(fake: Fake, feed: TableFeed) -> None:
    async def waits(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        await asyncio.Event().wait()

    fake[0].episodes.extend([waits, sends(fake_server.snapshot(9), CLOSES)])
    seen: list[int] = []
    async for item in feed.frames():
        if not isinstance(item, FeedStatus) and item.HasField("snapshot"):
            seen.append(item.snapshot.seq)
            if len(seen) == 1:
                feed.resync()
    assert seen == [4, 9]
    assert fake[0].streams[1].after is None


async def test_a_server_that_goes_down_is_waited_for(fake: Fake, feed: TableFeed) -> None:
    shutdown = fake_server.end(table_service_pb2.END_REASON_SHUTDOWN)
    fake[0].episodes.append(sends(fake_server.snapshot(4), shutdown))
    fake[0].episodes.append(sends(fake_server.update(5), CLOSES))
    items = [item async for item in feed.frames()]
    waiting = [i for i in items if isinstance(i, FeedStatus) and i.status is Status.RECONNECTING]
    assert [status.sentence for status in waiting] == [
        "The server has stopped; waiting until it runs again."
    ]
    assert [stream.after for stream in fake[0].streams] == [None, 4]


@pytest.mark.parametrize(
    "reason",
    [
        table_service_pb2.END_REASON_CLOSED,
        table_service_pb2.END_REASON_REPLACED,
        table_service_pb2.END_REASON_LEFT,
    ],
)
async def test_an_end_for_good_is_not_tried_again(
    fake: Fake, feed: TableFeed, reason: table_service_pb2.EndReason.ValueType
) -> None:
    fake[0].episodes.append(sends(fake_server.snapshot(1), fake_server.end(reason)))
    items = [item async for item in feed.frames()]
    assert isinstance(items[-1], FeedStatus)
    assert items[-1].status is Status.ENDED
    assert items[-1].sentence
    assert len(fake[0].streams) == 1


async def test_an_unreachable_server_is_tried_for_ever(fake: Fake, feed: TableFeed) -> None:
    async def gone(stream: FakeStream) -> None:
        await stream.fail(grpc.StatusCode.UNAVAILABLE)

    outage = 5 * QUICK.tries
    fake[0].episodes.extend([gone] * outage)
    fake[0].episodes.append(sends(fake_server.snapshot(1), CLOSES))
    words = await told(feed)
    assert words.count("reconnecting") == outage
    assert words[-3:] == ["snapshot 1", "end", "ended"]


def test_a_server_that_is_back_is_noticed_soon() -> None:
    slowest = Patience(jitter=lambda most: most)
    assert max(slowest.wait(failures) for failures in (1, 8, 5000)) <= 2


async def test_a_busy_server_is_given_the_time_it_asks_for(
    fake: Fake, connection: Connection
) -> None:
    async def busy(stream: FakeStream) -> None:
        await stream.fail(grpc.StatusCode.RESOURCE_EXHAUSTED, wait=0.125)

    fake[0].episodes.extend([busy, sends(fake_server.snapshot(1), CLOSES)])
    feed = TableFeed(connection, "t1", True, patience=QUICK)
    items = [item async for item in feed.frames()]
    waits = [item.wait for item in items if isinstance(item, FeedStatus) and item.wait]
    assert waits == [0.125]
    assert len(fake[0].streams) == 2


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.PERMISSION_DENIED,
        grpc.StatusCode.INVALID_ARGUMENT,
        grpc.StatusCode.NOT_FOUND,
    ],
)
async def test_what_is_forbidden_is_never_tried_again(
    fake: Fake, feed: TableFeed, code: grpc.StatusCode
) -> None:
    async def forbids(stream: FakeStream) -> None:
        await stream.heard()
        await stream.fail(code, errors_pb2.Refusal(sentence="You have no seat there."))

    fake[0].episodes.append(forbids)
    acting = asyncio.create_task(feed.act(TAP))
    items = [item async for item in feed.frames()]
    assert items[-1] == FeedStatus(Status.ENDED, "You have no seat there.")
    with pytest.raises(Refused, match="You have no seat"):
        await acting
    assert len(fake[0].streams) == 1


async def test_a_silent_stream_counts_as_lost(fake: Fake, connection: Connection) -> None:
    async def falls_silent(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        await asyncio.Event().wait()

    fake[0].episodes.extend([falls_silent, sends(fake_server.update(5), CLOSES)])
    patience = Patience(first=0.01, silence=0.2)
    words = await told(TableFeed(connection, "t1", True, patience=patience))
    assert kinds(words) == ["snapshot 4", "update 5"]


async def test_a_server_that_lost_its_sessions_is_told_the_token_again(
    fake: Fake, feed: TableFeed
) -> None:
    async def stranger(stream: FakeStream) -> None:
        await stream.fail(grpc.StatusCode.UNAUTHENTICATED)

    fake[0].episodes.extend([stranger, sends(fake_server.snapshot(1), CLOSES)])
    assert "snapshot 1" in await told(feed)
    assert [session.token for session in fake[0].sessions] == ["", "token-1"]


async def test_who_stays_a_stranger_is_asked_to_connect_anew(fake: Fake, feed: TableFeed) -> None:
    async def stranger(stream: FakeStream) -> None:
        await stream.fail(grpc.StatusCode.UNAUTHENTICATED)

    fake[0].episodes.extend([stranger] * 9)
    assert (await told(feed))[-1] == "ended"
    assert len(fake[0].streams) == 2


async def run(feed: TableFeed) -> None:
    async for _item in feed.frames():
        pass


async def test_an_act_is_answered_with_the_update_it_made(fake: Fake, feed: TableFeed) -> None:
    async def answers(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        heard = await stream.heard()
        assert heard.act.expected == 4
        assert heard.act.action == TAP
        await stream.send(fake_server.accepted(heard.act.request_id, 5), CLOSES)

    fake[0].episodes.append(answers)
    async with asyncio.TaskGroup() as group:
        group.create_task(run(feed))
        reply = await feed.act(TAP, 4)
    assert reply.seq == 5


async def test_an_act_without_an_answer_is_sent_again_with_the_same_id(
    fake: Fake, feed: TableFeed
) -> None:
    heard: list[table_service_pb2.PlayRequest] = []

    async def breaks(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        heard.append(await stream.heard())
        await stream.fail(grpc.StatusCode.UNAVAILABLE)

    async def answers(stream: FakeStream) -> None:
        heard.append(await stream.heard())
        answer = fake_server.accepted(heard[-1].act.request_id, 5)
        await stream.send(answer, fake_server.update(5), answer, CLOSES)

    fake[0].episodes.extend([breaks, answers])
    async with asyncio.TaskGroup() as group:
        group.create_task(run(feed))
        reply = await feed.act(TAP, 4)
    assert reply.seq == 5
    assert heard[0] == heard[1]


async def test_two_acts_have_two_ids_and_each_its_own_answer(fake: Fake, feed: TableFeed) -> None:
    async def answers_in_reverse(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        ids = [(await stream.heard()).act.request_id for _ in range(2)]
        await stream.send(fake_server.refused(ids[1], errors_pb2.REASON_STALE))
        await stream.send(fake_server.accepted(ids[0], 5), CLOSES)

    fake[0].episodes.append(answers_in_reverse)
    async with asyncio.TaskGroup() as group:
        group.create_task(run(feed))
        first, second = await asyncio.gather(feed.act(TAP), feed.act(TAP))
    assert first.seq == 5
    assert second.refusal.reason == errors_pb2.REASON_STALE
    assert first.request_id != second.request_id


@pytest.mark.parametrize(
    "reason", [errors_pb2.REASON_NOT_ALLOWED, errors_pb2.REASON_STALE, errors_pb2.REASON_MALFORMED]
)
async def test_a_refusal_is_the_answer_and_not_tried_again(
    fake: Fake, feed: TableFeed, reason: errors_pb2.Reason.ValueType
) -> None:
    async def refuses(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        heard = await stream.heard()
        await stream.send(fake_server.refused(heard.act.request_id, reason), CLOSES)

    fake[0].episodes.append(refuses)
    async with asyncio.TaskGroup() as group:
        group.create_task(run(feed))
        reply = await feed.act(TAP)
    assert reply.refusal.reason == reason


async def test_an_act_that_came_too_fast_is_sent_again_with_the_same_id(
    fake: Fake, feed: TableFeed
) -> None:
    ids: list[str] = []

    async def is_busy_once(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        ids.append((await stream.heard()).act.request_id)
        await stream.send(fake_server.refused(ids[0], errors_pb2.REASON_LIMIT))
        ids.append((await stream.heard()).act.request_id)
        await stream.send(fake_server.accepted(ids[1], 5), CLOSES)

    fake[0].episodes.append(is_busy_once)
    async with asyncio.TaskGroup() as group:
        group.create_task(run(feed))
        reply = await feed.act(TAP)
    assert reply.seq == 5
    assert ids[0] == ids[1]


async def test_an_act_that_stays_unanswered_says_so(fake: Fake, connection: Connection) -> None:
    async def never_answers(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        await asyncio.Event().wait()

    fake[0].episodes.append(never_answers)
    feed = TableFeed(connection, "t1", True, patience=Patience(seconds=0.2))
    reading = asyncio.create_task(run(feed))
    with pytest.raises(Unreachable, match="look at the table again"):
        await feed.act(TAP)
    await feed.close()
    await reading


async def test_closing_ends_the_frames_and_what_waits(fake: Fake, feed: TableFeed) -> None:
    joined = asyncio.Event()

    async def never_answers(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        await stream.heard()
        joined.set()
        await asyncio.Event().wait()

    fake[0].episodes.append(never_answers)
    frames = feed.frames()
    first = await anext(frame async for frame in frames if not isinstance(frame, FeedStatus))
    assert first.WhichOneof("frame") == "snapshot"
    acting = asyncio.create_task(feed.act(TAP))
    await joined.wait()
    await feed.close()
    with pytest.raises(Unreachable):
        await acting
    assert [each async for each in frames if not isinstance(each, FeedStatus)] == []
    assert len(fake[0].streams) == 1


async def test_going_on_and_talk_are_sent_up(fake: Fake, feed: TableFeed) -> None:
    heard: list[table_service_pb2.PlayRequest] = []

    async def listens(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        heard.append(await stream.heard())
        await stream.send(CLOSES)

    fake[0].episodes.append(listens)
    async for item in feed.frames():
        if not isinstance(item, FeedStatus) and item.HasField("snapshot"):
            await feed.say("hola")
            await feed.go_on(3)
    assert heard[0].go_on.hand == 3
    assert [each.text for each in fake[0].said] == ["hola"]


async def test_who_hears_the_spectators_says_so_at_once_and_on_every_later_stream(
    fake: Fake, feed: TableFeed
) -> None:
    heard: list[table_service_pb2.PlayRequest] = []

    async def listens(stream: FakeStream) -> None:
        await stream.send(fake_server.snapshot(4))
        heard.append(await stream.heard())

    fake[0].episodes.append(listens)
    fake[0].episodes.append(sends(fake_server.update(5), CLOSES))
    async for item in feed.frames():
        if not isinstance(item, FeedStatus) and item.HasField("snapshot"):
            await feed.hear(True)
    assert heard[0].hear.spectators
    assert [stream.opened.hear_spectators for stream in fake[0].streams] == [False, True]


async def test_a_spectator_watches_and_cannot_act(fake: Fake, connection: Connection) -> None:
    fake[0].episodes.append(sends(fake_server.snapshot(4)))
    fake[0].episodes.append(sends(fake_server.update(5), CLOSES))
    feed = TableFeed(connection, "t1", False, patience=QUICK)
    assert kinds(await told(feed)) == ["snapshot 4", "update 5"]
    assert [stream.after for stream in fake[0].streams] == [None, 4]
    with pytest.raises(ValueError, match="spectator"):
        await feed.act(TAP)


async def test_a_server_that_ends_every_stream_after_a_snapshot_is_asked_ever_less_often(
    fake: Fake, connection: Connection
) -> None:
    again = [sends(fake_server.snapshot(4)) for _ in range(5)]
    fake[0].episodes.extend([*again, sends(fake_server.snapshot(4), CLOSES)])
    patience = Patience(first=0.01, longest=1, jitter=lambda most: most)
    feed = TableFeed(connection, "t1", False, patience=patience)
    waits = [item.wait async for item in feed.frames() if isinstance(item, FeedStatus)]
    assert [wait for wait in waits if wait] == [0.01, 0.02, 0.04, 0.08, 0.16]


async def test_a_stream_that_told_something_new_begins_the_waits_anew(
    fake: Fake, connection: Connection
) -> None:
    again = [sends(fake_server.update(seq)) for seq in (5, 6, 7)]
    fake[0].episodes.extend(
        [sends(fake_server.snapshot(4)), *again, sends(fake_server.update(8), CLOSES)]
    )
    patience = Patience(first=0.01, longest=1, jitter=lambda most: most)
    feed = TableFeed(connection, "t1", False, patience=patience)
    waits = [item.wait async for item in feed.frames() if isinstance(item, FeedStatus)]
    assert [wait for wait in waits if wait] == [0.01] * 4


@pytest.mark.slow
async def test_messages_that_say_nothing_do_not_keep_a_stream_alive(
    fake: Fake, connection: Connection
) -> None:
    sent = 0

    async def chatters(stream: FakeStream) -> None:
        nonlocal sent
        await stream.send(fake_server.snapshot(4))
        while True:
            await stream.send()
            await asyncio.sleep(0)
            sent += 1

    fake[0].episodes.extend([chatters, sends(fake_server.update(5), CLOSES)])
    patience = Patience(first=0.01, silence=0.4)
    words = await told(TableFeed(connection, "t1", True, patience=patience))
    assert kinds(words) == ["snapshot 4", "update 5"]
    assert sent > 0


async def followed(feed: TableFeed, model: TableModel, changed: asyncio.Event) -> None:
    """Fold the feed into the model, telling whenever something has come."""
    async for item in feed.frames():
        if isinstance(item, FeedStatus):
            model.status = item.status
        else:
            model.fold(item)
        changed.set()


@pytest.mark.slow
async def test_an_act_while_the_server_is_down_is_done_once_when_it_is_back(
    tmp_path: Path,
) -> None:
    settings = Settings(
        port=lasting_port(), data=tmp_path, thinking=0.0, note=False, limits=Limits.open()
    )
    server = await serve(settings)
    ana = await Connection.open(server.address, "Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game="cacho", seats=2, seat=0, bots=tables_pb2.BOT_LEVEL_EASY, pause_milliseconds=0
    )
    table = (await ana.create_table(request)).table.id
    await ana.start(table)
    feed = TableFeed(ana, table, True, patience=Patience(first=0.05, longest=0.2))
    model, changed = TableModel(), asyncio.Event()
    following = asyncio.create_task(followed(feed, model, changed))
    try:
        async with asyncio.timeout(30):
            while not model.is_my_turn:
                changed.clear()
                await changed.wait()
            await server.stop(grace=0)
            while model.status is not Status.RECONNECTING:
                changed.clear()
                await changed.wait()
            action = plainest(model.choices()[0])
            position = model.position
            acting = asyncio.create_task(feed.act(action, position))
            server = await serve(settings)
            reply = await acting
            assert reply.seq > position
            # The same id is answered the same, on another call too.
            again = await ana.act(table, action, request_id=reply.request_id, expected=position)
            assert again.reply.seq == reply.seq
            fresh = (await ana.get_view(table)).snapshot
            while model.seq < fresh.seq:
                changed.clear()
                await changed.wait()
    finally:
        await feed.close()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await ana.close()
        await server.stop(grace=0)


@pytest.mark.slow
async def test_snapshot_and_updates_make_what_a_fresh_snapshot_says() -> None:
    server = await serve(
        Settings(port=0, data=None, thinking=0.0, note=False, limits=Limits.open())
    )
    zoe = await Connection.open(server.address, "Zoe")
    request = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino",
        seats=4,
        bots=tables_pb2.BOT_LEVEL_EASY,
        pause_milliseconds=0,
        options={"target": tables_pb2.OptionValue(number=4)},
    )
    table = (await zoe.create_table(request)).table.id
    feed, model, changed = TableFeed(zoe, table, False), TableModel(), asyncio.Event()
    following = asyncio.create_task(followed(feed, model, changed))
    try:
        async with asyncio.timeout(30):
            await zoe.start(table)
            while not model.is_over:
                changed.clear()
                await changed.wait()
            fresh = (await zoe.get_view(table)).snapshot
            assert fresh.view == model.view
            assert fresh.table == model.table
            assert fresh.seq == model.seq
    finally:
        await feed.close()
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        await zoe.close()
        await server.stop(grace=0)
