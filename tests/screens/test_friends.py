"""Friends and who is ignored on the screen: what is told, and what the palette offers."""

from collections.abc import Callable

import pytest
from textual.widgets import Input

from cardtui.v1 import club_service_pb2, lobby_service_pb2
from cardtui_client.model.people import ASKS, FRIEND, IGNORED, Known
from cardtui_client.net.connection import Connection
from cardtui_client.settings import read_settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.dialogs import OneLine
from cardtui_client.tui.launch import AtServer
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.table.screen import TableScreen
from cardtui_server.app import serve
from cardtui_server.limits import Limits
from cardtui_server.settings import Settings as ServerSettings
from tests.screens.opening import in_lobby, opened, shows, until, words
from tests.screens.server_fake import FakeServer, truco_table


def offered(screen: LobbyScreen | TableScreen) -> dict[str, Callable[[], object]]:
    return {each.words: each.run for each in screen.palette_commands()}


async def test_friends_who_are_here_stand_in_the_lobby_and_the_palette_offers_what_fits() -> None:
    server = FakeServer(truco_table(host="Eva"))
    server.acquainted = (
        Known("b", "Bia", FRIEND, mutual=True, here=True),
        Known("c", "Caro", FRIEND, mutual=False, here=False),
        Known("d", "Dora", ASKS, mutual=False, here=False),
        Known("z", "Zoe", IGNORED, mutual=False, here=False),
    )
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Friends here: Bia.", "Dora would be your")
        assert isinstance(app.screen, LobbyScreen)
        found = [each for each in offered(app.screen) if "friend" in each.casefold()]
        assert found[:4] == [
            "Friends, and who is ignored here",
            "Bia is no friend any more",
            "Caro is no friend any more",
            "Name Dora a friend",
        ]
        assert {"Write to Bia alone", "Ignore Dora", "Ignore Zoe no longer"} < {
            *offered(app.screen)
        }
        server.private.put_nowait(("Bia", "come [b]to\x1b[2J my table"))
        await shows(pilot, "Bia to you alone: come")
        assert "\x1b" not in words(pilot)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_two_write_to_each_other_and_one_ignores_at_a_table_of_a_real_server(
    size: tuple[int, int],
) -> None:
    server = await serve(ServerSettings(port=0, thinking=0, limits=Limits.open()))
    bia = await Connection.open(server.address, "Bia")
    request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=3, seat=0)
    table = (await bia.create_table(request)).table.id
    settings = read_settings()
    settings.name, settings.language, settings.animation = "Ana", "en", False

    async def start_server() -> str:
        return server.address

    app = CardtuiApp(settings, start=AtServer(server.address), start_server=start_server)
    async with opened(app, size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen) and bool(app.screen.table))
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        offered(lobby)["Name Bia a friend"]()
        await shows(pilot, "Bia is your friend once")
        await bia.set_relation("Ana", club_service_pb2.RELATION_FRIEND)
        told = bia.follow_people()
        assert await anext(told) is None
        await shows(pilot, "Friends here: Bia.")
        offered(lobby)["Write to Bia alone"]()
        await until(pilot, lambda: isinstance(app.screen, OneLine) and app.screen.is_active)
        app.screen.query_one(Input).value = "hello"
        await pilot.press("enter")
        async for said in told:
            if said is not None:
                assert said == ("Ana", "hello")
                break
        await until(pilot, lambda: lobby.is_active)
        await pilot.press("w")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await until(pilot, lambda: bool(screen.controller.model.table.id))
        await bia.say(table, "you fool")
        await shows(pilot, "you fool")
        offered(screen)["Report what Bia said"]()
        await until(pilot, lambda: isinstance(app.screen, OneLine) and app.screen.is_active)
        app.screen.query_one(Input).value = "insults"
        await pilot.press("enter")
        await shows(pilot, "The person who runs")
    await bia.close()
    await server.stop(grace=0)
