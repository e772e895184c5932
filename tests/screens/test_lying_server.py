"""The screens at a lying server: each says so in a sentence, stays, and can be left."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import islice

import pytest
from textual.widgets import Button

from cardtui.v1.session_service_pb2 import GetServerResponse
from cardtui_client.model.table import Status, TableModel
from cardtui_client.net.call_errors import Patience
from cardtui_client.net.connection import Connection, probe
from cardtui_client.net.discovery import LocalServer
from cardtui_client.net.validation import Workload
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.help import KeyHelp
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import AtHome, AtServer, AtTable, Start
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import NewTable
from cardtui_client.tui.quick_play import QuickPlay
from cardtui_client.tui.rules import RulesScreen
from cardtui_client.tui.server_list import ServerList
from cardtui_client.tui.table.screen import TableScreen
from tests.screens.opening import hides, opened, shows, until
from tests.support import fake_server
from tests.support.lying_server import (
    Lie,
    LyingServer,
    counting,
    empty,
    frames,
    huge,
    long,
    many,
    silent,
    unreadable,
)
from tests.support.nights import by_night

UNREAD = "This client cannot read what the server"
NO_ANSWER = "No table server answers"
QUICK = Patience(first=0.01, longest=0.02, opening=0.5, silence=0.5, settled=60, doubts=2)

LIES: dict[Lie, str] = {
    unreadable: UNREAD,
    huge: UNREAD,
    silent: NO_ANSWER,
}
"""One of each kind that a screen can tell from others: what is wrong with an answer is found
where it is read, and tested there for every call.
"""


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_client.net.call_errors._DEFAULT_PATIENCE", Patience(tries=1))
    monkeypatch.setattr("cardtui_client.net.feed.Patience", lambda: QUICK)
    monkeypatch.setattr("cardtui_client.tui.lobby._PATIENCE", Patience(longest=0.02))
    # A look ends the one before: where machine and look are slow, none would come to its end.
    monkeypatch.setattr("cardtui_client.tui.server_list.LOOK_SECONDS", 600)


class Client(CardtuiApp):
    """The client, which can be made impatient."""

    def __init__(self, server: LyingServer, start: Start) -> None:
        self._seconds = 20.0
        self._connections: list[Connection] = []

        async def connect(address: str, name: str, _password: str) -> Connection:
            connection = await Connection.open(address, name, timeout=self._seconds)
            self._connections.append(connection)
            return connection

        async def ask(address: str) -> tuple[GetServerResponse, float]:
            return await probe(address, timeout=self._seconds)

        async def start_server() -> str:
            return server.address

        super().__init__(
            Settings(name="Ana", language="en", animation=False),
            start=start,
            connect=connect,
            probe=ask,
            running=lambda: [LocalServer(server.address, 1)],
            start_server=start_server,
        )

    def wait_at_most(self, seconds: float) -> None:
        self._seconds = seconds
        for connection in self._connections:
            connection._timeout = seconds


@contextmanager
def told(app: Client, server: LyingServer, lie: Lie, *names: str) -> Generator[None]:
    """Have the server lie to these calls; do not wait long for one that keeps silent."""
    app.wait_at_most(0.2 if lie is silent else 20)
    with server.telling(lie, *names):
        yield
    app.wait_at_most(20)


@pytest.mark.nightly(reason="the lobby and the table, and tests/client/test_lying_server.py")
async def test_home_says_what_is_in_the_way_to_a_lobby_or_a_game(lying: LyingServer) -> None:
    app = Client(lying, AtHome())
    async with opened(app) as pilot:
        await pilot.press("f")
        await shows(pilot, "kitchen")
        servers = app.home.query_one(ServerList)
        for lie in LIES:
            with told(app, lying, lie, "GetServer"):
                servers.look()
                await shows(pilot, "no answer")
            servers.look()
            await shows(pilot, "kitchen")
        for name in ("OpenSession", "ListGames"):
            if name == "ListGames":
                await pilot.press("escape")  # among friends, the key is a letter of an address
            for lie, sentence in LIES.items():
                with told(app, lying, lie, name):
                    if name == "OpenSession":
                        app.visit(lying.address)
                    else:
                        await pilot.press("p")
                    await shows(pilot, sentence)
                app.home.say(lambda: "")
                await hides(pilot, sentence)
        for name in ("CreateTable", "StartTable"):
            await pilot.press("p")
            await until(pilot, lambda: isinstance(app.screen, QuickPlay))
            with told(app, lying, unreadable, name):
                app.screen.query_one("#deal", Button).press()
                await shows(pilot, UNREAD)
            app.home.say(lambda: "")
            await hides(pilot, UNREAD)
        assert isinstance(app.screen, HomeScreen)


async def test_the_lobby_says_so_and_shows_the_tables_again_once_they_come(
    lying: LyingServer,
) -> None:
    app = Client(lying, AtServer(lying.address))
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        for lie, sentence in {unreadable: UNREAD, silent: "stopped answering"}.items():
            with told(app, lying, lie, "WatchTables"):
                await shows(pilot, sentence)
            await until(pilot, lambda: not app.screen.has_class("-lost"))
            await hides(pilot, sentence)
            assert isinstance(app.screen, LobbyScreen)


@pytest.mark.nightly(reason="the other screens, and tests/client/test_lying_server.py")
async def test_sitting_down_making_a_table_and_the_rules_say_so(lying: LyingServer) -> None:
    app = Client(lying, AtServer(lying.address))
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewTable))
        await shows(pilot, "Create table")
        for lie, sentence in LIES.items():
            with told(app, lying, lie, "CreateTable"):
                await pilot.press("ctrl+s")
                await shows(pilot, sentence)
        await pilot.press("escape", "f2")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))
        await shows(pilot, "Three cards.")
        await pilot.press("escape")
        for lie, sentence in {**LIES, long: UNREAD}.items():
            with told(app, lying, lie, "GetRules"):
                await pilot.press("f2")
                await shows(pilot, sentence)
                await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))


TABLE_LIES: dict[Lie, str] = {
    unreadable: UNREAD,
    many: UNREAD,
    frames(fake_server.snapshot(4), fake_server.update(6)): UNREAD,
    silent: "stopped answering",
    empty: "stopped answering",
}


@pytest.mark.parametrize("seat", [True, *by_night(False)])
async def test_the_table_says_so_and_can_be_tried_again(lying: LyingServer, seat: bool) -> None:
    app = Client(lying, AtTable(lying.address, "t1", seat=seat))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await shows(pilot, "Beto")
        for lie, sentence in TABLE_LIES.items():
            with told(app, lying, lie, "Play", "Watch"):
                await shows(pilot, sentence)
                if sentence is UNREAD:
                    await shows(pilot, "Try again")
            if sentence is UNREAD:
                await pilot.press("r")
            await until(pilot, lambda: is_live(app))
            await hides(pilot, sentence)
            await shows(pilot, "Beto")


def is_live(app: Client) -> bool:
    table = app.screen
    return isinstance(table, TableScreen) and table.controller.model.status is Status.LIVE


@pytest.mark.nightly
async def test_what_the_screens_make_of_messages_counts_as_work(
    lying: LyingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting_now = False
    counted: dict[str, bool] = {}

    @contextmanager
    def working(_workload: Workload) -> Generator[None]:
        nonlocal counting_now
        counting_now = True
        yield
        counting_now = False

    def noting(what: str, done: Callable[..., object]) -> Callable[..., object]:
        def do(*arguments: object, **more: object) -> object:
            counted[what] = counting_now and counted.get(what, True)
            return done(*arguments, **more)

        return do

    monkeypatch.setattr(Workload, "working", working)
    monkeypatch.setattr(TableModel, "fold", noting("table", TableModel.fold))
    monkeypatch.setattr(LobbyScreen, "tables_came", noting("lobby", LobbyScreen.tables_came))
    for start in (AtServer(lying.address), AtTable(lying.address, "t1", seat=False)):
        async with opened(Client(lying, start)) as pilot:
            await shows(pilot, "1 table" if isinstance(start, AtServer) else "Beto")
    assert counted == {"lobby": True, "table": True}


@pytest.mark.nightly(reason="tests/client/test_lying_server.py")
async def test_keys_work_while_a_stream_sends_as_fast_as_it_can(lying: LyingServer) -> None:
    app = Client(lying, AtTable(lying.address, "t1", seat=False))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await shows(pilot, "Beto")
        with told(app, lying, lambda kind: islice(counting(kind), 150), "Watch"):
            await shows(pilot, "line")
            app.simulate_key("question_mark")
            await until(pilot, lambda: isinstance(app.screen, KeyHelp))
            app.simulate_key("escape")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            await shows(pilot, "line 159")
            asked = lying.asked.count("Watch")
        await until(pilot, lambda: lying.asked.count("Watch") > asked and is_live(app))
        await pilot.pause()
