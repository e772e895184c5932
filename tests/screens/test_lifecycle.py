"""When a screen stands: what comes too early or too late harms nobody."""

import asyncio

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from cardtui_client.tui.help import KeyHelp, Palette
from cardtui_client.tui.lobby import LobbyScreen
from cardtui_client.tui.rules import RulesScreen
from cardtui_client.tui.screens import LocalizedScreen
from cardtui_client.tui.settings import SettingsScreen
from cardtui_client.tui.widgets.words import Words
from tests.screens.opening import ADDRESS, LOBBY, client, opened, shows, until
from tests.screens.server_fake import FakeServer, truco_table


class Slow(LocalizedScreen[str]):
    """A screen with something inside, that tells how often it was drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.stood_up = 0
        self.drawn = 0

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Words(lambda: "here", id="words")
            yield Input()

    def stood(self) -> None:
        self.query_one("#words")
        self.stood_up += 1

    def draw(self) -> None:
        self.query_one("#words")
        self.drawn += 1


async def test_a_screen_that_is_left_before_it_stands_goes_when_it_does() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = Slow()
        app.push_screen(screen)
        screen.dismiss()
        await until(pilot, lambda: app.screen is app.home and not screen.is_running)
        assert (screen.stood_up, screen.stands) == (1, False)


async def test_a_screen_that_is_taken_away_before_it_stands_never_begins() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = Slow()
        app.push_screen(screen)
        app.pop_screen()
        await until(pilot, lambda: not screen.is_running)
        assert (screen.stood_up, screen.stands) == (0, False)


async def test_an_end_in_the_middle_of_building_a_screen_is_no_fault() -> None:
    server = FakeServer(truco_table())
    app = client(server, LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        for screen in (SettingsScreen(app.settings), Slow()):
            app.push_screen(screen)
            await asyncio.sleep(0)
        app.exit()
    assert app.crash is None
    assert app.return_code == 0


async def test_the_rules_open_over_a_lobby_that_is_still_being_built() -> None:
    server = FakeServer(truco_table())
    server.sheets["truco-argentino", "en"] = "# The rules"
    app = client(server)
    async with opened(app) as pilot:
        await app.sessions.at(ADDRESS)
        app.open_once(LobbyScreen(server.connection))
        app.open_rules()
        await until(pilot, lambda: isinstance(app.screen, RulesScreen))


async def test_what_is_told_while_a_screen_is_covered_is_drawn_once_when_it_is_seen() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = Slow()
        await app.push_screen(screen)
        await app.push_screen(SettingsScreen(app.settings))
        for _change in range(5):
            screen.changed()
        await pilot.pause(0.2)
        assert screen.drawn == 0
        app.screen.dismiss()
        await until(pilot, lambda: screen.drawn)
        assert screen.drawn == 1


async def test_leaving_twice_leaves_what_is_below() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        below, above = Slow(), Slow()
        await app.push_screen(below)
        await app.push_screen(above)
        above.dismiss()
        above.dismiss()
        await pilot.pause()
        assert app.screen is below


async def test_a_screen_left_under_another_goes_when_that_one_goes() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        below, results = Slow(), list[str | None]()
        await app.push_screen(below, results.append)
        await app.push_screen(KeyHelp(below))
        below.dismiss("done")
        await pilot.pause()
        assert isinstance(app.screen, KeyHelp)
        app.screen.dismiss()
        await until(pilot, lambda: app.screen is app.home)
        await until(pilot, lambda: results == ["done"])


async def test_the_last_screen_is_not_left() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        app.home.dismiss()
        await pilot.pause()
        assert app.screen is app.home


async def test_quick_keys_open_one_of_a_kind_again_and_again() -> None:
    app = client(FakeServer(truco_table()), LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        for _round in "ab":
            await asyncio.gather(*(pilot.press("question_mark", "f3", "f3", "f1") for _i in "ab"))
            await pilot.press(*["escape"] * 12)
        await until(pilot, lambda: app.screen is app.home)


async def test_keys_typed_ahead_wait_for_their_screen() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        screen = Slow()
        app.push_screen(screen)
        await pilot.press("a", "b")
        await until(pilot, lambda: screen.query_one(Input).value == "ab")


async def test_the_palette_bears_a_page_down_before_it_has_a_list() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        app.action_command_palette()
        await pilot.press("pagedown", "pageup", *"xyzzy", "pagedown", "escape", "escape")
        await until(pilot, lambda: not isinstance(app.screen, Palette))


async def test_tables_that_come_while_the_lobby_goes_are_not_drawn() -> None:
    server = FakeServer(truco_table())
    app = client(server, LOBBY)
    async with opened(app) as pilot:
        await shows(pilot, "1 table")
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        lobby.dismiss()
        while lobby.is_running:
            lobby.changed()
            await asyncio.sleep(0)
        assert app.screen is app.home


async def test_a_cursor_does_not_blink() -> None:
    app = client(FakeServer())
    async with opened(app) as pilot:
        await pilot.press("slash")
        field = app.home.query_one("#address", Input)
        await until(pilot, lambda: field.has_focus)
        assert not field.cursor_blink
