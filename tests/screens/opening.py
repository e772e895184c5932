"""How the tests open the client: on a fake server, at which sizes (`LARGE`, `HUGE`), and how they
wait for what should be on the screen.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.screen import Screen

from cardtui_client.net.address import parse_join_line, pin_of
from cardtui_client.net.connection import Connection
from cardtui_client.net.discovery import Announced, Discovery, LocalServer
from cardtui_client.net.sessions import StartServer
from cardtui_client.settings import Settings
from cardtui_client.tui.app import CardtuiApp
from cardtui_client.tui.home import HomeScreen
from cardtui_client.tui.launch import AtServer, Start
from cardtui_client.tui.screens import LocalizedScreen
from cardtui_client.tui.widgets.words import Say
from tests.screens.server_fake import FakeServer
from tests.support.screen import SMALL, lines

LARGE = (120, 40)
HUGE = (200, 60)
ADDRESS = "127.0.0.1:8782"
LOBBY = AtServer(ADDRESS)


class FakeNetwork(Discovery):
    """Announces what the test says."""

    def __init__(self, *announced: Announced, problem: str = "") -> None:
        super().__init__()
        self.announced = list(announced)
        self.problem = problem

    async def begin(self) -> None:
        pass

    def servers(self) -> list[Announced]:
        return self.announced

    def change(self, *announced: Announced) -> None:
        self.announced = list(announced)
        self._changed()


def announced(host: int, name: str) -> Announced:
    pin = pin_of(bytes([host]) * 32)
    return Announced(parse_join_line(f"10.77.0.{host}:8782/~{pin}"), name, 1, 2)


class EmptyHome(HomeScreen):
    """A home screen without anything: what it shows takes as long as all that a test asks of it."""

    stand = LocalizedScreen.stand

    def compose(self) -> ComposeResult:
        yield from ()

    def retell(self) -> None:
        pass

    def look(self) -> None:
        pass

    def say(self, sentence: Say, *, wrong: bool = False) -> None:
        pass


class Client(CardtuiApp):
    """The client, but that it only tells which tables it would open.

    Attributes:
        home_is_empty: whether the home screen, which nobody comes to, shows nothing.
    """

    def __init__(self, server: FakeServer, settings: Settings, **doors: Any) -> None:
        super().__init__(settings, **doors)
        self._server = server
        self.home_is_empty = False

    def get_default_screen(self) -> Screen[Any]:
        if self.home_is_empty:
            return EmptyHome(self._server.probe, list, diary=self.diary, solo=True)
        return super().get_default_screen()

    def open_table(
        self,
        connection: Connection,
        table: str,
        *,
        seat: bool,
        game: str = "",
    ) -> None:
        assert connection is self._server.connection
        self._server.opened_tables.append((table, seat))


async def own_server() -> str:
    return "127.0.0.1:40123"


def client(
    server: FakeServer,
    start: Start | None = None,
    *,
    running: Sequence[str] = (),
    alone: str = "",
    start_server: StartServer | None = own_server,
    discovery: Discovery | None = None,
    made: type[Client] = Client,
    **chosen: Any,
) -> Client:
    """The client on that server, with settings that nothing outside of the test changes."""
    usual: dict[str, Any] = {"name": "Ana", "language": "en", "animation": False}
    settings = Settings(**(usual | chosen))
    return made(
        server,
        settings,
        start=start,
        connect=server.connect,
        probe=server.probe,
        running=lambda: [LocalServer(each, 1, alone=each == alone) for each in running],
        discovery=discovery,
        start_server=start_server,
    )


def in_lobby(server: FakeServer, **chosen: Any) -> Client:
    """The client that begins in the lobby of that server, and never leaves for home."""
    app = client(server, LOBBY, **chosen)
    app.home_is_empty = True
    return app


@asynccontextmanager
async def opened(app: CardtuiApp, size: tuple[int, int] = SMALL) -> AsyncGenerator[Pilot[None]]:
    """Run the client until the first screen is there."""
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Let the client work until the condition holds."""
    pause = 0.01
    try:
        async with asyncio.timeout(30):
            while not condition():
                await pilot.pause(pause)
                pause = min(1.5 * pause, 0.05)  # to look costs more than to wait
    except TimeoutError:
        shown = "\n".join(lines(pilot.app))
        raise AssertionError(f"it never came to that; the screen:\n{shown}") from None


async def shows(pilot: Pilot[None], *texts: str) -> None:
    """Wait until all of the texts can be read on the screen, and all of it is drawn."""
    for text in texts:
        await until(pilot, partial(_is_shown, pilot, text))
    await pilot.pause()  # what a change of classes colours anew comes after the words


def _is_shown(pilot: Pilot[None], text: str) -> bool:
    return text in words(pilot)


async def hides(pilot: Pilot[None], text: str) -> None:
    """Wait until the text can't be read on the screen any more."""
    await until(pilot, lambda: text not in words(pilot))


def words(pilot: Pilot[None]) -> str:
    """What can be read on the screen, its lines and blanks run together."""
    return " ".join(" ".join(lines(pilot.app)).split())
