"""The client on a real server: from the home screen to a table and back."""

import asyncio
from collections.abc import AsyncIterator, Callable
from functools import partial

import pytest
from textual import events
from textual.widgets import Input

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.faces.arguments import plainest
from cardtui_client.model.table import TableModel
from cardtui_client.net.address import parse_join_line, pin_of
from cardtui_client.net.connection import Connection
from cardtui_client.net.feed import FeedStatus, TableFeed
from cardtui_client.settings import read_settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.dialogs import Question, SeatChoice
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.invitation import Invitation
from cardtui_client.tui.launch import AtHome, AtServer, AtTable, Solo, Start
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.new_table import NewTable
from cardtui_client.tui.table.screen import TableScreen
from cardtui_server.app import RunningServer, serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings as ServerSettings
from tests.screens.opening import opened, shows, until, words
from tests.support.nights import by_night
from tests.support.screen import lines


@pytest.fixture
async def server() -> AsyncIterator[RunningServer]:
    running = await serve(ServerSettings(port=0, thinking=0, limits=Limits.open()))
    yield running
    await running.stop(grace=0)


def client(server: RunningServer, start: Start, **chosen: str) -> CardtuiApp:
    async def start_server() -> str:
        return server.address

    settings = read_settings()
    settings.name = chosen.get("name", "Ana")
    settings.language = chosen.get("language", "en")
    settings.animation = False
    return CardtuiApp(settings, start=start, start_server=start_server)


async def test_a_host_who_opens_a_table_to_others_sees_first_how_they_join(
    server: RunningServer,
) -> None:
    line = now = parse_join_line(f"192.168.1.7/{pin_of(bytes(32))}")

    async def connect(address: str, name: str, password: str) -> Connection:
        connection = await Connection.open(address, name, password=password)
        connection.join_line = line
        connection.asked_line = lambda: now
        return connection

    ana = await Connection.open(server.address, "Bia")
    request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=2, seat=0)
    table = (await ana.create_table(request)).table.id
    await ana.close()
    settings = read_settings()
    settings.name, settings.language = "Ana", "en"
    start = AtTable(server.address, table, seat=True)
    app = CardtuiApp(settings, start=start, connect=connect, invites=True)
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Invitation))
        await shows(pilot, line.command)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        server.tell_web_port(8784)
        server.tell_ssh(8783, "SHA256:COLhB6xvkdgfWNZG2KSFS1cwVUeJ0PrpwmeEo3La9Ik")
        await pilot.press("f4")
        await until(pilot, lambda: isinstance(app.screen, Invitation))
        await shows(pilot, line.command, "ssh -p 8783 ana@192.168.1.7", "https://192.168.1.7:8784/")
        await shows(pilot, "SHA256:COLhB6xvkdgfWNZG2KSFS1cwVUeJ0PrpwmeEo3La9Ik")
        await pilot.press("escape")
        now = parse_join_line(f"192.168.1.9/{line.pin}")  # a router has given it another address
        await pilot.press("f4")
        await shows(pilot, now.command)


async def test_from_home_friends_are_offered_a_table_and_you_see_what_they_type(
    server: RunningServer,
) -> None:
    line = parse_join_line(f"192.168.1.7/{pin_of(bytes(32))}")

    doors: list[str] = []

    async def start_server() -> str:
        return server.address

    async def open_server() -> str:
        doors.append("open")
        return server.address

    async def connect(address: str, name: str, password: str) -> Connection:
        connection = await Connection.open(address, name, password=password)
        connection.join_line = line
        return connection

    settings = read_settings()
    settings.name, settings.language = "Ana", "en"
    app = CardtuiApp(
        settings, connect=connect, running=list, start_server=start_server, open_server=open_server
    )
    async with opened(app) as pilot:
        await shows(pilot, "open one, or join by code")
        await pilot.press("f")
        await shows(pilot, "o Open a table for your friends")
        await pilot.press("o")
        await shows(pilot, "A table for your friends", "you and 1 more")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("o")
        await shows(pilot, "A table for your friends", "you and 1 more")
        assert not doors, "it opens once the table is made"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Invitation))
        assert doors == ["open"]
        await shows(pilot, line.command, "F4 shows this again.")
        await pilot.press("escape")
        await shows(pilot, "1 seat is free. Others join:", line.pin)
        await pilot.press("y")
        await until(pilot, lambda: app.clipboard == line.command)
        await pilot.press("escape", "enter")
        await shows(pilot, "Continue", "not begun yet")


async def test_a_join_line_is_pasted_without_going_to_its_field(server: RunningServer) -> None:
    app = client(server, AtHome())
    async with opened(app) as pilot:
        await pilot.press("f")
        app.screen.set_focus(None)
        app.screen.post_message(events.Paste("192.168.1.7"))
        field = app.screen.query_one("#address", Input)
        await until(pilot, lambda: field.value == "192.168.1.7")


async def test_a_table_is_made_seen_by_another_and_left_with_its_seat_kept(
    server: RunningServer,
) -> None:
    app = client(server, AtServer(server.address))
    async with opened(app) as pilot:
        await shows(pilot, "No tables yet", "cardtui", "on this machine")
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewTable))
        await shows(pilot, "Create table")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await shows(pilot, "Ana")
    other = client(server, AtServer(server.address), name="Beto")
    async with opened(other) as pilot:
        await shows(pilot, "1 table", "Ana – free", "waiting")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(other.screen, TableScreen))
    again = client(server, AtServer(server.address))
    async with opened(again) as pilot:
        await shows(pilot, "1 table", "Ana –", "Beto", "⏎ Go on")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(again.screen, TableScreen))


@pytest.mark.parametrize(("game", "tile"), [("truco-argentino", "1"), *by_night(("cacho", "7"))])
async def test_playing_alone_deals_at_once_and_a_match_that_was_left_goes_on(
    server: RunningServer, game: str, tile: str
) -> None:
    app = client(server, Solo(game))
    async with opened(app) as pilot:
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen.in_match)
    again = client(server, AtHome())
    async with opened(again) as pilot:
        await pilot.press(tile)
        await shows(pilot, "Continue")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(again.screen, TableScreen) and again.screen.in_match)


@pytest.mark.nightly
async def test_a_match_that_two_windows_open_is_played_in_the_later_one(
    server: RunningServer,
) -> None:
    first = client(server, Solo("cacho"))
    async with opened(first) as pilot:
        await until(pilot, lambda: isinstance(first.screen, TableScreen) and first.screen.in_match)
        later = client(server, AtTable(server.address, "", seat=True))
        async with opened(later) as beside:
            await shows(pilot, "You are playing in another window now.")
            assert "To play on here, leave the table and open it again." in words(pilot)
            await until(
                beside, lambda: isinstance(later.screen, TableScreen) and later.screen.in_match
            )
            assert "another window" not in words(beside)
            await pilot.press("escape")
            await until(pilot, lambda: not isinstance(first.screen, TableScreen))
            await pilot.pause()
            assert "another window" not in words(beside)


@pytest.mark.nightly
async def test_a_table_is_watched_and_the_lobby_counts_the_crowd(server: RunningServer) -> None:
    player = client(server, Solo("cacho"))
    async with opened(player) as pilot:
        await until(pilot, lambda: isinstance(player.screen, TableScreen))
        watcher = client(server, AtTable(server.address, "", seat=False), name="Beto")
        async with opened(watcher) as watching:
            await until(watching, lambda: isinstance(watcher.screen, TableScreen))
            assert isinstance(watcher.screen, TableScreen)
            assert not watcher.screen.in_match
            in_lobby = client(server, AtServer(server.address), name="Carla")
            async with opened(in_lobby) as looking:
                # The table may be listed before the watcher's stream is open.
                await until(
                    looking,
                    lambda: any(
                        "hand 1" in line and line.split()[-1] == "1" for line in lines(in_lobby)
                    ),
                )


@pytest.mark.nightly(reason="test_rules.py, and tests/server/test_lobby.py")
@pytest.mark.parametrize("language", ["es_AR", "en", "pt_BR"])
async def test_the_server_has_the_rules_in_every_language(
    server: RunningServer, language: str
) -> None:
    async with opened(client(server, AtHome(), language=language)) as pilot:
        await pilot.press("r")
        await shows(pilot, "envido")


@pytest.mark.nightly(reason="test_lobby.py")
async def test_a_server_that_goes_down_is_said_in_the_lobby(server: RunningServer) -> None:
    app = client(server, AtServer(server.address))
    async with opened(app) as pilot:
        await shows(pilot, "No tables yet")
        await server.stop(grace=0)
        await until(pilot, lambda: app.screen.has_class("-lost"))
        assert isinstance(app.screen, LobbyScreen)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))


async def test_a_spectator_sits_down_and_gets_up_without_leaving_the_table(
    server: RunningServer,
) -> None:
    ana = await Connection.open(server.address, "Ana")
    request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=3, seat=0)
    table = (await ana.create_table(request)).table.id
    app = client(server, AtTable(server.address, table, seat=False), name="Beto")
    async with opened(app) as pilot:
        await shows(pilot, "Cacho", "1 watching")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        for _ in range(2):
            await until(pilot, lambda: "Sit down at this table" in offered(screen))
            do(screen, "Sit down at this table")
            await until(pilot, lambda: isinstance(app.screen, SeatChoice) and app.screen.is_active)
            await pilot.press("enter")
            await until(pilot, lambda: screen.controller.model.seat == 1)
            await until(pilot, lambda: app.screen is screen)
            await until(pilot, lambda: "Get up and watch" in offered(screen))
            assert "Sit down at this table" not in offered(screen)
            do(screen, "Get up and watch")
            await until(pilot, lambda: screen.table is not None and not screen.table.seats[1].name)
            await until(pilot, lambda: screen.controller.model.seat is None)
        await until(pilot, lambda: "Sit down at this table" in offered(screen))
        do(screen, "Sit down at this table")
        await until(pilot, lambda: isinstance(app.screen, SeatChoice) and app.screen.is_active)
        await pilot.press("enter")
        await until(pilot, lambda: screen.controller.model.seat == 1)
        await ana.start(table)
        await until(pilot, lambda: screen.in_match)
        await until(pilot, lambda: screen.controller.model.own is not None)
        do(screen, "Get up and watch")
        await shows(pilot, "A bot plays on in your seat.")
        await until(pilot, lambda: isinstance(app.screen, Question) and app.screen.is_active)
        await pilot.press("enter")
        await until(pilot, lambda: screen.is_active and screen.controller.model.seat is None)
        await until(pilot, lambda: screen.table is not None and screen.table.seats[1].bot > 0)
        assert screen.controller.model.own is None
    await ana.close()


def offered(screen: TableScreen) -> dict[str, Callable[[], object]]:
    return {each.words: each.run for each in screen.palette_commands()}


def do(screen: TableScreen, words: str) -> None:
    """Choose a command of the palette."""
    offered(screen)[words]()


async def test_who_watches_asks_for_a_bots_seat_and_plays_on_here_once_it_is_theirs(
    server: RunningServer,
) -> None:
    ana = await Connection.open(server.address, "Ana")
    request = lobby_service_pb2.CreateTableRequest(
        game="cacho", seats=2, seat=0, bots=tables_pb2.BOT_LEVEL_EASY, bots_yield=False
    )
    request.options["hands"].number = 3
    request.pause_milliseconds = 0
    table = (await ana.create_table(request)).table.id
    feed = TableFeed(ana, table, seat=True)
    await ana.set_ready(table, True)
    dora = client(server, AtTable(server.address, table, seat=False), name="Dora")
    async with opened(dora) as pilot:
        await shows(pilot, "You are watching")
        await shows(pilot, "ask for a seat")
        await pilot.press("plus")
        await shows(pilot, "You ask for a bot’s seat: Ana, the host, is asked.")
        await until(pilot, lambda: len(_seen(dora).asking) == 1)
        await pilot.press("plus")
        await shows(pilot, "You no longer ask for a seat.")
        await until(pilot, lambda: not _seen(dora).asking)
        assert isinstance(dora.screen, TableScreen)
        do(dora.screen, "Ask for a seat that a bot holds, or no longer")
        await until(pilot, lambda: len(_seen(dora).asking) == 1)
        await ana.answer_seat(table, _seen(dora).asking[0].player, granted=True)
        await shows(pilot, "You have a bot’s seat from the next hand on.")
        playing = asyncio.create_task(_plays(feed))
        await until(pilot, lambda: isinstance(dora.screen, TableScreen) and dora.screen.in_match)
        assert [each.name for each in _seen(dora).seats] == ["Ana", "Dora"]
    playing.cancel()
    await feed.close()
    await ana.close()


async def test_a_host_answers_with_a_key_who_asks_for_a_bots_seat(server: RunningServer) -> None:
    ana = client(server, AtServer(server.address))
    dora = await Connection.open(server.address, "Dora")
    async with opened(ana) as pilot:
        await shows(pilot, "No tables yet")
        request = lobby_service_pb2.CreateTableRequest(
            game="cacho", seats=3, seat=0, bots=tables_pb2.BOT_LEVEL_EASY, bots_yield=False
        )
        assert isinstance(ana.screen, LobbyScreen)
        connection = ana.screen.connection
        table = (await connection.create_table(request)).table.id
        await shows(pilot, "1 table")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(ana.screen, TableScreen))
        await connection.set_ready(table, True)
        await until(pilot, lambda: isinstance(ana.screen, TableScreen) and ana.screen.in_match)
        for key, answered in (("minus", []), ("plus", [("Dora", True)])):
            assert (await dora.join(table, ask=True)).asked
            await shows(pilot, "Dora asks for a bot’s seat.", "let in", "say no")
            await pilot.press(key)
            await until(pilot, partial(_has_answered, ana, answered))
            await until(pilot, lambda: "Dora asks" not in words(pilot))
            assert "say no" not in words(pilot)
    await dora.close()


def _has_answered(host: CardtuiApp, answered: list[tuple[str, bool]]) -> bool:
    return [(each.name, each.granted) for each in _seen(host).asking] == answered


def _seen(app: CardtuiApp) -> tables_pb2.Table:
    assert isinstance(app.screen, TableScreen)
    return app.screen.table or tables_pb2.Table()


async def _plays(feed: TableFeed) -> None:
    """Do the first thing that is offered whenever something is, so that hands go by."""
    model = TableModel()
    async for item in feed.frames():
        if isinstance(item, FeedStatus):
            continue
        model.fold(item)
        if choices := model.choices():
            await feed.act(plainest(choices[0]))
