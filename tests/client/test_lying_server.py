"""A lying server: whatever it sends, one sentence is said, and nothing breaks, hangs or grows."""

import asyncio
import io
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from cardtui.v1 import (
    actions_pb2,
    club_service_pb2,
    host_service_pb2,
    lobby_service_pb2,
    signals_pb2,
    tables_pb2,
)
from cardtui_client.lines.narrator import Narrator
from cardtui_client.lines.plain_table import run_plain
from cardtui_client.model.chain_check import Agreed
from cardtui_client.model.table import Status
from cardtui_client.net.call_errors import Patience, Refused, Unintelligible, Unreachable
from cardtui_client.net.connection import Connection, probe
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.net.stream import Lost, Stream
from cardtui_client.net.validation import Workload, is_plausible
from cardtui_client.settings import Settings
from tests.support import fake_server, lying_server
from tests.support.door import pinned
from tests.support.lying_server import (
    METHODS,
    Frame,
    Lie,
    LyingServer,
    answer_of,
    counting,
    empty,
    endless,
    endless_tables,
    foreign,
    frames,
    honest_bytes,
    huge,
    long,
    many,
    padded,
    silent,
    unreadable,
)

QUICK = Patience(
    tries=2, seconds=1, first=0.01, longest=0.02, opening=0.3, silence=0.3, settled=60, doubts=3
)
SENTENCE = "This client cannot read what the server"
TAP = actions_pb2.Action(tap=actions_pb2.TapAction())
Call = Callable[[Connection], Awaitable[object]]

CALLS: dict[str, Call] = {
    "OpenSession": lambda c: c.reopen(),
    "GetServer": lambda c: c.get_server(),
    "CreateAccountCode": lambda c: c.create_account_code(),
    "UseAccountCode": lambda c: use_code(c),  # noqa: PLW0108 - it is defined below
    "ListDevices": lambda c: c.list_devices(),
    "EndDevice": lambda c: c.end_device("3fa9c1"),
    "RecoverAccount": lambda c: c.recover_account("Ana"),
    "AnnounceRestart": lambda c: c.announce_restart(600),
    "ExportPerson": lambda c: anext(aiter(c.export_person("Ana"))),
    "ErasePerson": lambda c: c.erase_person("Ana"),
    "SetRelation": lambda c: c.set_relation("Bia", club_service_pb2.RELATION_FRIEND),
    "TellFriend": lambda c: c.tell_friend("Bia", "hello"),
    "FollowPeople": lambda c: c.known_people(),
    "ReportTalk": lambda c: c.report_talk("t1", "Bia", "Insults"),
    "Appeal": lambda c: c.appeal("It was not me."),
    "ListReports": lambda c: c.ask_club("ListReports"),
    "ReadReport": lambda c: c.ask_club("ReadReport", number=1),
    "Restrict": lambda c: c.ask_club("Restrict", who="Bia"),
    "Lift": lambda c: c.ask_club("Lift", who="Bia"),
    "ListRestrictions": lambda c: c.ask_club("ListRestrictions"),
    "ReadClubLog": lambda c: anext(aiter(c.club_log())),
    "ListGames": lambda c: c.list_games(),
    "GetRules": lambda c: c.get_rules("cacho", "en"),
    "ListTables": lambda c: c.list_tables(),
    "WatchTables": lambda c: anext(aiter(c.tables())),
    "CreateTable": lambda c: c.create_table(lobby_service_pb2.CreateTableRequest()),
    "JoinTable": lambda c: c.join("t1"),
    "LeaveTable": lambda c: c.leave("t1"),
    "AddBot": lambda c: c.add_bot("t1", tables_pb2.BOT_LEVEL_EASY),
    "ListBotAccounts": lambda c: c.bot_accounts(),
    "RemoveBot": lambda c: c.remove_bot("t1", 1),
    "ChangeRules": lambda c: c.change_rules("t1", "", {}),
    "SetReady": lambda c: c.set_ready("t1"),
    "QuickMatch": lambda c: c.quick_match("cacho"),
    "BuyIn": lambda c: c.buy_in("t1", 50),
    "SwapSeats": lambda c: c.swap_seats("t1", 1),
    "StartTable": lambda c: c.start("t1"),
    "Kick": lambda c: c.kick("t1", tables_pb2.Seat(seat=1)),
    "Ban": lambda c: c.ban("t1", "Bia"),
    "TransferHost": lambda c: c.transfer_host("t1", tables_pb2.Seat(seat=1)),
    "SetSpectators": lambda c: c.change_term(
        host_service_pb2.SetSpectatorsRequest(
            table="t1", watching=tables_pb2.Spectators(refused=True)
        )
    ),
    "AnswerSeat": lambda c: c.answer_seat("t1", "dora", granted=True),
    "SetBotsYield": lambda c: c.change_term(host_service_pb2.SetBotsYieldRequest(table="t1")),
    "SetRated": lambda c: c.change_term(host_service_pb2.SetRatedRequest(table="t1", rated=True)),
    "Announce": lambda c: c.announce("t1", "hello"),
    "CloseTable": lambda c: c.close_table("t1"),
    "GetCluster": lambda c: c.get_cluster(),
    "Drain": lambda c: c.drain(),
    "MoveTable": lambda c: c.move_table("t1", "127.0.0.1:1"),
    "GetPerson": lambda c: c.get_person("p1"),
    "GetRanking": lambda c: c.get_ranking("cacho"),
    "Act": lambda c: c.act("t1", TAP, request_id="1"),
    "GetView": lambda c: c.get_view("t1"),
    "GetRecord": lambda c: c.get_record("t1"),
    "GetHistory": lambda c: c.get_history("t1"),
    "Say": lambda c: c.say("t1", "hello"),
    "PreviewTalk": lambda c: c.preview_talk("t1", "truco"),
    "Advise": lambda c: c.advise("t1"),
    "Look": lambda c: c.look("t1", 1),
    "Signal": lambda c: c.signal("t1", signals_pb2.GESTURE_WINK),
    "Reveal": lambda c: c.reveal("t1", bytes(32)),
    "Sign": lambda c: c.sign("t1", Agreed(1, 1, bytes(32)), 0, b""),
    "Pause": lambda c: c.pause("t1", pause=True),
    "SitIn": lambda c: c.sit_in("t1", 1),
    "Play": lambda c: first_frame(c, seat=True),
    "Watch": lambda c: first_frame(c, seat=False),
}
ALL = tuple(CALLS)
NOTHING_TO_SAY = {
    "ListTables", "WatchTables", "CloseTable", "Announce", "Say", "PreviewTalk", "Look",
    "EndDevice", "Drain", "MoveTable", "AnnounceRestart", "ErasePerson",
    "TellFriend", "FollowPeople", "ReportTalk", "Appeal", "Lift", "ListReports",
    "ListRestrictions", "ListBotAccounts",
    "Signal", "Reveal", "Sign", "Pause", "SitIn", "Play", "Watch", "GetRanking",
}  # fmt: skip
"""Where an empty message is an honest one, or says nothing."""

NO_TEXT = {
    "CloseTable", "Announce", "Say", "PreviewTalk", "Look", "Signal", "Reveal", "Pause", "SitIn",
    "Sign", "GetRecord", "EndDevice", "Drain", "MoveTable", "AnnounceRestart", "ErasePerson",
    "TellFriend", "ReportTalk", "Appeal", "Lift",
}  # fmt: skip
NO_LISTS = NO_TEXT | {"CreateAccountCode", "RecoverAccount", "Act", "SetRelation"}


async def use_code(connection: Connection) -> None:
    address, seconds = pinned(connection.address), connection._timeout
    await (await Connection.with_code(address, "hk4mz-7wq2n", timeout=seconds)).close()


async def first_frame(connection: Connection, *, seat: bool) -> object:
    stream = Stream(connection, "t1", seat=seat, after=None)
    try:
        return await anext(stream.frames(list, QUICK))
    except Lost as lost:
        raise (Unintelligible(connection.address) if lost.doubtful else Unreachable("")) from lost


@pytest.fixture
async def connection(
    lying: LyingServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Connection]:
    monkeypatch.setattr(
        "cardtui_client.net.call_errors._DEFAULT_PATIENCE", Patience(tries=2, first=0.01)
    )
    opened = await Connection.open(lying.address, "Ana", timeout=5)
    yield opened
    await opened.close()


async def outcome(call: Awaitable[object]) -> str:
    """Return in a word what came of a call; anything but a failure that is typed passes on."""
    try:
        await call
    except Unintelligible as error:
        assert SENTENCE in error.sentence
        return "unintelligible"
    except Unreachable:
        return "unreachable"
    except Refused:
        return "refused"
    return "answered"


def test_every_call_of_the_protocol_has_a_case() -> None:
    assert set(CALLS) == set(METHODS)


@pytest.mark.parametrize("name", ALL)
def test_what_an_honest_server_answers_is_believed(name: str) -> None:
    data = honest_bytes(answer_of(name))
    assert is_plausible(answer_of(name).FromString(data), 1 << 20)


@pytest.mark.parametrize(
    ("lie", "believed"),
    [
        (unreadable, set[str]()),
        (empty, NOTHING_TO_SAY - {"Play", "Watch"}),
        (huge, set[str]()),
        (padded, set(ALL)),
        (many, NO_LISTS),
        (long, NO_TEXT),
    ],
)
async def test_an_answer_that_cannot_be_believed_is_called_so_by_every_call(
    lying: LyingServer, connection: Connection, lie: Lie, believed: set[str]
) -> None:
    found: dict[str, str] = {}
    with lying.telling(lie, *ALL):
        for name, call in CALLS.items():
            found[name] = await outcome(call(connection))
    expected = {name: "answered" if name in believed else "unintelligible" for name in ALL}
    if lie is empty:  # streams that say nothing are silent
        expected |= {"Play": "unreachable", "Watch": "unreachable"}
    assert found == expected


async def test_an_answer_from_elsewhere_breaks_no_call(
    lying: LyingServer, connection: Connection
) -> None:
    with lying.telling(foreign, *ALL):
        found = {name: await outcome(call(connection)) for name, call in CALLS.items()}
        assert await outcome(probe(lying.address)) == "unintelligible"
    assert set(found.values()) <= {"answered", "unintelligible", "unreachable"}
    assert found["OpenSession"] == found["ListGames"] == "unintelligible"


@pytest.mark.slow
async def test_a_call_without_an_answer_ends_at_its_deadline(
    lying: LyingServer, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardtui_client.net.services._RECORD_SECONDS", 0.2)
    monkeypatch.setattr("cardtui_client.net.connection._ALL_LOGS_SECONDS", 0.2)
    connection._timeout = 0.2
    with lying.telling(silent, *ALL):
        async with asyncio.timeout(30):  # one that waits for a deadline of its own is told
            outcomes = await asyncio.gather(*(outcome(call(connection)) for call in CALLS.values()))
    assert set(outcomes) == {"unreachable"}


async def test_a_probe_of_a_liar_says_what_it_sends(lying: LyingServer) -> None:
    for lie in (unreadable, empty, huge):
        with lying.telling(lie, "GetServer"):
            assert await outcome(probe(lying.address)) == "unintelligible"


@pytest.mark.parametrize("token", ["", "a\nb", "é", "x" * 5000])
def test_a_token_that_cannot_be_sent_back_is_not_believed(token: str) -> None:
    answer: Any = answer_of("OpenSession")(token=token)
    assert not is_plausible(answer, 1)


def test_a_form_cannot_be_made_of_options_that_contradict_themselves() -> None:
    kind, value = tables_pb2.OptionKind, tables_pb2.OptionValue
    games = lobby_service_pb2.ListGamesResponse(games=[lying_server.GAME])
    spec = games.games[0].options.add(name="a", kind=kind.OPTION_KIND_CHOICE, choices=["x", "y"])
    spec.default.choice = "x"
    assert is_plausible(games, 1)
    for other in (value(choice="z"), value(number=1), value()):
        lie = lobby_service_pb2.ListGamesResponse.FromString(games.SerializeToString())
        lie.games[0].options[0].default.CopyFrom(other)
        assert not is_plausible(lie, 1)
    games.games[0].presets.add(name="p").options["a"].flag = True
    assert not is_plausible(games, 1)
    for seats in ([], [1], [2] * 50, [4_000_000_000]):
        assert not is_plausible(
            lobby_service_pb2.ListGamesResponse(games=[tables_pb2.Game(id="g", seats=seats)]), 1
        )


async def test_a_list_of_tables_without_end_is_not_followed(
    lying: LyingServer, connection: Connection
) -> None:
    def more(_kind: object) -> Iterator[bytes]:
        table = tables_pb2.Table(id="t", name="x" * 4000)
        part = lobby_service_pb2.ListTablesResponse(tables=[table] * 200, next_page_token="on")
        yield part.SerializeToString()

    asked = len(lying.asked)
    with lying.telling(more, "ListTables"):
        assert await outcome(connection.list_tables()) == "unintelligible"
    assert len(lying.asked) - asked < 10


# --- streams -------------------------------------------------------------------------------

BACKWARDS: dict[str, Lie] = {
    "an update missing": frames(fake_server.snapshot(4), fake_server.update(6)),
    "a heartbeat ahead": frames(fake_server.snapshot(4), fake_server.heartbeat(9)),
    "a heartbeat before all": frames(fake_server.heartbeat(0)),
    "an update before all": frames(fake_server.update(5)),
    "an older snapshot": frames(fake_server.snapshot(4), fake_server.snapshot(3)),
}
BAD = {"unreadable": unreadable, "huge": huge, "many": many, "long": long, **BACKWARDS}


@pytest.mark.slow
@pytest.mark.parametrize("seat", [True, False])
async def test_a_stream_that_lies_again_and_again_is_given_up_with_a_sentence(
    lying: LyingServer, connection: Connection, seat: bool
) -> None:
    for what, lie in BAD.items():
        feed = TableFeed(connection, "t1", seat, patience=QUICK)
        began = len(lying.asked)
        with lying.telling(lie, "Play", "Watch"):
            items = [item async for item in feed.frames()]
        last = items[-1]
        assert isinstance(last, FeedStatus), what
        assert (last.status, last.useless) == (Status.ENDED, True), what
        assert SENTENCE in last.sentence, what
        # On a busy machine an answer may also come too late, which is no lie.
        assert QUICK.doubts <= len(lying.asked) - began < 2 * QUICK.doubts, what


SAYS_NOTHING: dict[str, Lie] = {
    "silent": silent,
    "empty": empty,
    "empty frames": frames(Frame()),
    "endless empty frames": endless(Frame()),
    "old updates": endless(fake_server.update(3)),
}


@pytest.mark.slow
async def test_a_stream_that_says_nothing_counts_as_lost_however_often_it_says_it(
    lying: LyingServer, connection: Connection
) -> None:
    async def said(lie: Lie) -> str:
        feed = TableFeed(connection, "t1", False, patience=QUICK)
        async for item in feed.frames():
            if isinstance(item, FeedStatus) and item.status is Status.RECONNECTING:
                return item.sentence
        raise AssertionError

    for what, lie in SAYS_NOTHING.items():
        with lying.telling(lie, "Watch"):
            async with asyncio.timeout(30):
                assert await said(lie) == "The server has stopped answering.", what


class Paced(Workload):
    """A workload whose clock goes on only while one rests, so that nothing waits in earnest.

    Attributes:
        read: how many messages were read.
        rested: how many seconds were to be rested.
        has_read_ahead: set once about as many were read as may wait to be taken in.
    """

    def __init__(self) -> None:
        self.read = 0
        self.rested = 0.0
        self.has_read_ahead = asyncio.Event()
        super().__init__(lambda: self.rested)

    def add_message(self, seconds: float) -> None:
        super().add_message(seconds)
        self.read += 1
        if self.read >= MOST_KEPT - 5:
            self.has_read_ahead.set()

    def take_rest(self) -> float:
        self.rested += super().take_rest()
        return 0


@pytest.fixture
async def paced(
    lying: LyingServer, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Connection, Paced]]:
    monkeypatch.setattr("cardtui_client.net.services.Workload", Paced)
    monkeypatch.setattr("cardtui_client.net.validation._WORK_AT_ONCE_SECONDS", 0.05)
    opened = await Connection.open(lying.address, "Ana", timeout=5)
    assert isinstance(opened.workload, Paced)
    yield opened, opened.workload
    await opened.close()


MANY = 300
"""Messages after which a test has seen enough of a server that sends without end."""

MOST_KEPT = 64 + 5
"""Messages that wait to be taken in, and those before and behind them."""


def has_rested(workload: Paced) -> bool:
    """Tell whether there was a rest for the least that so many messages cost, but the last two."""
    return workload.rested >= ((workload.read - 2) * 0.001 - 0.05) / 0.25


@pytest.mark.parametrize(
    "lie", [endless(fake_server.heartbeat(10)), counting, endless(fake_server.snapshot(10))]
)
async def test_a_stream_without_end_leaves_time_for_everything_else(
    lying: LyingServer, paced: tuple[Connection, Paced], lie: Lie
) -> None:
    connection, workload = paced
    feed = TableFeed(connection, "t1", False, patience=QUICK)
    got = 0
    with lying.telling(lie, "Watch"):
        async for _item in feed.frames():
            got += 1
            if got == MANY:
                break
    await feed.close()
    assert workload.read >= MANY - 10
    assert has_rested(workload)


async def test_what_is_not_taken_in_yet_waits_at_the_server(
    lying: LyingServer, paced: tuple[Connection, Paced]
) -> None:
    connection, workload = paced
    feed = TableFeed(connection, "t1", False, patience=QUICK)
    with lying.telling(counting, "Watch"):
        async for item in feed.frames():
            if isinstance(item, FeedStatus):
                continue
            async with asyncio.timeout(30):
                await workload.has_read_ahead.wait()
            for _turn in range(50):
                await asyncio.sleep(0.001)
                assert workload.read <= MOST_KEPT
            break
    await feed.close()


async def test_tables_without_end_are_taken_at_a_bounded_rate(
    lying: LyingServer, paced: tuple[Connection, Paced]
) -> None:
    connection, workload = paced
    got = 0
    with lying.telling(endless_tables, "WatchTables"):
        async for _answer in connection.tables():
            got += 1
            if got == MANY:
                break
    assert workload.read - got <= 2
    assert has_rested(workload)


async def test_our_own_rest_is_not_the_servers_silence(
    lying: LyingServer, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, sleep = asyncio.get_running_loop(), asyncio.sleep
    time_of_loop, passed = loop.time, 0.0

    async def pass_time(seconds: float) -> None:
        nonlocal passed
        passed += seconds
        for _turn in range(3):
            await sleep(0)  # what is due by then happens

    monkeypatch.setattr(connection.workload, "take_rest", lambda: 3600.0)
    monkeypatch.setattr(loop, "time", lambda: time_of_loop() + passed)
    monkeypatch.setattr(asyncio, "sleep", pass_time)
    stream = Stream(connection, "t1", seat=False, after=None)
    patience = replace(QUICK, opening=60, silence=60)
    with lying.telling(frames(fake_server.snapshot(4), fake_server.update(5)), "Watch"):
        carried = stream.frames(list, patience)
        assert (await anext(carried)).HasField("snapshot")
        assert (await anext(carried)).HasField("update")
    await carried.aclose()  # type: ignore[attr-defined]
    assert passed == 3600


async def test_only_what_is_done_with_a_frame_counts_and_not_what_others_do_meanwhile(
    lying: LyingServer, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked = 0.0
    monkeypatch.setattr(time, "thread_time", lambda: worked)
    counted: list[float] = []
    monkeypatch.setattr(connection.workload, "add", counted.append)
    feed = TableFeed(connection, "t1", False, patience=QUICK)
    async for item in feed.frames():
        worked += 100  # others, while the task that takes in frames waits
        if isinstance(item, FeedStatus):
            continue
        with connection.workload.working():
            worked += 1
        break
    await feed.close()
    assert sum(counted) == 1


def test_work_that_a_server_makes_is_a_quarter_of_the_time_in_the_long_run() -> None:
    now = 0.0
    workload = Workload(lambda: now)
    for _message in range(4000):
        workload.add_message(0)
    assert workload.take_rest() < 0.01
    workload.add(0.5)
    assert workload.take_rest() == pytest.approx(2)
    now += 2
    assert workload.take_rest() == pytest.approx(0)
    now += 1000
    workload.add(3)
    assert workload.take_rest() == 0


def test_others_have_as_long_a_turn_as_a_servers_work_took() -> None:
    workload = Workload(lambda: 0.0)
    workload.add(0.015)
    assert workload.take_turn() == 0
    workload.add(0.015)
    assert workload.take_turn() == pytest.approx(0.03)
    assert workload.take_turn() == 0


async def test_a_stream_that_broke_before_its_join_was_sent_counts_as_lost(
    lying: LyingServer, connection: Connection
) -> None:
    stream = Stream(connection, "t1", seat=True, after=None)

    async def write(_request: object) -> None:
        raise asyncio.InvalidStateError("RPC already finished.")

    stream._play.write = write  # type: ignore[union-attr, method-assign]
    with pytest.raises(Lost):
        await anext(stream.frames(list, QUICK))


# --- lines ---------------------------------------------------------------------------------


class Lines(io.StringIO):
    """What is printed, and an event for when a text is there."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self._wanted = wanted
        self.there = asyncio.Event()

    def flush(self) -> None:
        if self._wanted in self.getvalue():
            self.there.set()


@pytest.fixture
def _quick_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_client.net.feed.Patience", lambda: QUICK)
    monkeypatch.setattr("cardtui_client.lines.plain_table._TABLE_SECONDS", 0.5)


@pytest.mark.usefixtures("_quick_lines")
@pytest.mark.parametrize("seat", [True, False])
async def test_lines_end_with_a_sentence_and_code_3_at_a_table_of_lies(
    lying: LyingServer, connection: Connection, seat: bool
) -> None:
    read, write = os.pipe()
    with os.fdopen(read) as keyboard, os.fdopen(write, "w"):
        for what, lie in BAD.items():
            output = io.StringIO()
            with lying.telling(lie, "Play", "Watch"):
                async with asyncio.timeout(30):
                    code = await run_plain(
                        connection, "t1", seat, input=keyboard, output=output, settings=Settings()
                    )
            assert code == 3, what
            assert SENTENCE in output.getvalue(), what


@pytest.mark.usefixtures("_quick_lines")
async def test_what_lines_make_of_a_frame_counts_as_work(
    lying: LyingServer, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked, told, counted = 0.0, 0, 0.0
    tell = Narrator.tell

    def work(narrator: Narrator, item: Frame | FeedStatus) -> list[str]:
        nonlocal worked, told
        worked, told = worked + 1, told + 1
        return tell(narrator, item)

    def count(seconds: float) -> None:
        nonlocal counted
        counted += seconds

    monkeypatch.setattr(time, "thread_time", lambda: worked)
    monkeypatch.setattr(Narrator, "tell", work)
    monkeypatch.setattr(connection.workload, "add", count)
    with lying.telling(frames(fake_server.snapshot(4), fake_server.update(6)), "Watch"):
        await run_plain(
            connection,
            "t1",
            False,
            input=io.StringIO(),
            output=io.StringIO(),
            settings=Settings(),
        )
    assert counted == told > 0


@pytest.mark.usefixtures("_quick_lines")
async def test_a_pipe_does_not_wait_for_ever_for_a_table_that_is_not_shown(
    lying: LyingServer, connection: Connection
) -> None:
    pipe, output = io.StringIO(), io.StringIO()
    with (
        lying.telling(silent, "Play"),
        pytest.raises(Unreachable, match="does not send the table"),
    ):
        await run_plain(connection, "t1", True, input=pipe, output=output, settings=Settings())


@pytest.mark.usefixtures("_quick_lines")
async def test_who_watches_a_silent_table_is_told_so(
    lying: LyingServer, connection: Connection
) -> None:
    output = Lines("The server has stopped answering.")
    with lying.telling(silent, "Watch"):
        running = asyncio.create_task(
            run_plain(
                connection, "t1", False, input=io.StringIO(), output=output, settings=Settings()
            )
        )
        async with asyncio.timeout(30):
            await output.there.wait()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
