"""What the palette offers the host of a table about people, in the lobby and at the table."""

from textual.widgets import Input

from cardtui.v1 import errors_pb2, tables_pb2
from cardtui.v1.lobby_service_pb2 import BotAccount
from cardtui_client.tui.dialogs import OneLine, Question
from cardtui_client.tui.lobby import LobbyScreen
from tests.screens.opening import in_lobby, opened, shows, until
from tests.screens.server_fake import FakeServer, refused, truco_table


def own_table() -> tables_pb2.Table:
    table = truco_table(host="Ana")
    del table.seats[:]
    table.seats.add(seat=0, name="Ana")
    table.seats.add(seat=1, name="Bia")
    table.seats.add(seat=2, name="Dino", bot=tables_pb2.BOT_LEVEL_EASY)
    table.seats.add(seat=3)
    return table


def offered(screen: LobbyScreen) -> dict[str, object]:
    return {each.words: each.run for each in screen.palette_commands()}


async def test_a_host_is_offered_rights_over_the_people_there_and_asked_once() -> None:
    server = FakeServer(own_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Ana is the host.")
        screen = app.screen
        assert isinstance(screen, LobbyScreen)
        assert list(offered(screen)) == [
            "About you",
            "About Dino",
            "Ranking",
            "Your machines",
            "Announce something",
            "Ban somebody by name",
            "Lift a ban",
            "Invite a program",
            "Make the table rated",
            "Let friends take a bot’s seat without asking",
            "Let spectators watch, and talk to everybody",
            "Let spectators watch in silence",
            "Take no spectators",
            "Let spectators see a match: 1 hand later",
            "Let spectators see a match: 2 hands later",
            "Let spectators see a match: 30 seconds later",
            "Let spectators see a match: 120 seconds later",
            "Take Bia’s seat away",
            "Ban Bia for the evening",
            "Make Bia the host",
            "Close the table",
        ]
        run = offered(screen)["Take Bia’s seat away"]
        assert callable(run)
        run()
        await shows(pilot, "Take Bia’s seat away?")
        assert isinstance(app.screen, Question)
        app.screen.dismiss(True)
        await until(pilot, lambda: ("kick", own_table().id, 1) in server.asked)
        server.failing = refused("Not now.", errors_pb2.REASON_TABLE_STATE)
        run = offered(screen)["Announce something"]
        assert callable(run)
        run()
        await until(pilot, lambda: isinstance(app.screen, OneLine) and app.screen.is_active)
        app.screen.query_one(Input).value = "The pizza is here"
        await pilot.press("enter")
        await shows(pilot, "Not now.")
        assert ("announce", own_table().id, "The pizza is here") in server.asked


async def test_a_host_invites_a_program_that_is_here_and_sits_nowhere() -> None:
    server = FakeServer(own_table())
    app = in_lobby(server)
    async with opened(app) as pilot:
        await shows(pilot, "Ana is the host.")
        assert isinstance(app.screen, LobbyScreen)
        run = offered(app.screen)["Invite a program"]
        assert callable(run)
        run()
        await shows(pilot, "No program is here to be invited")
        for name, busy in (("bot-Deep", True), ("bot-Robo", False)):
            server.accounts.append(BotAccount(player=name, name=name, busy=busy))
        run()
        await shows(pilot, "bot-Deep (plays at a table)")
        await pilot.press("enter")
        await until(pilot, lambda: ("invite", own_table().id, "bot-Robo") in server.asked)


async def test_nobody_but_the_host_is_offered_them() -> None:
    app = in_lobby(FakeServer(truco_table(host="Beto")))
    async with opened(app) as pilot:
        await shows(pilot, "Beto is the host.")
        assert isinstance(app.screen, LobbyScreen)
        assert list(offered(app.screen)) == ["About you", "About Tina", "Ranking", "Your machines"]
        await pilot.press("e")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen), "nor the rules of the table"
