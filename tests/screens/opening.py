"""How the tests open the client: on a fake server, and wait for what shall be on the screen."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from textual.pilot import Pilot

from cardtui_client.app import CardtuiApp
from cardtui_client.connection import Connection
from cardtui_client.local_servers import LocalServer
from cardtui_client.settings import Settings
from cardtui_client.starting import AtServer, Start, StartServer
from tests.screens.conftest import lines
from tests.screens.server_fake import FakeServer

SMALL = (80, 24)
LARGE = (120, 40)
ADDRESS = "127.0.0.1:8782"
LOBBY = AtServer(ADDRESS)


class Client(CardtuiApp):
    """The client, but that it only tells which tables it would open."""

    def __init__(self, server: FakeServer, settings: Settings, **doors: Any) -> None:
        super().__init__(settings, **doors)
        self._server = server

    def open_table(self, connection: Connection, table: str, *, seat: bool) -> None:
        assert connection is self._server.connection
        self._server.opened_tables.append((table, seat))


async def own_server() -> str:
    return "127.0.0.1:40123"


def client(
    server: FakeServer,
    start: Start | None = None,
    *,
    running: Sequence[str] = (),
    start_server: StartServer | None = own_server,
    **chosen: Any,
) -> Client:
    """The client on that server, with settings that nothing outside of the test changes."""
    usual: dict[str, Any] = {"name": "Ana", "language": "en", "animation": False}
    settings = Settings(**(usual | chosen))
    return Client(
        server,
        settings,
        start=start,
        connect=server.connect,
        probe=server.probe,
        running=lambda: [LocalServer(address, 1) for address in running],
        start_server=start_server,
    )


@asynccontextmanager
async def opened(app: CardtuiApp, size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    """Run the client until the first screen is there."""
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Let the client work until the condition holds."""
    try:
        async with asyncio.timeout(10):
            while not condition():
                await pilot.pause(0.01)
    except TimeoutError:
        shown = "\n".join(lines(pilot.app))
        raise AssertionError(f"it never came to that; the screen:\n{shown}") from None


async def shows(pilot: Pilot[None], *texts: str) -> None:
    """Wait until all of the texts can be read on the screen."""
    for text in texts:
        await until(pilot, partial(_is_shown, pilot, text))


def _is_shown(pilot: Pilot[None], text: str) -> bool:
    return text in words(pilot)


async def hides(pilot: Pilot[None], text: str) -> None:
    """Wait until the text can't be read on the screen any more."""
    await until(pilot, lambda: text not in words(pilot))


def words(pilot: Pilot[None]) -> str:
    """What can be read on the screen, its lines and blanks run together."""
    return " ".join(" ".join(lines(pilot.app)).split())
