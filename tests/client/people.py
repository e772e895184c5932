"""People at terminals: keyboards and screens of text, on a real server. How long a test waits for
what they should see: `PATIENCE`.
"""

import asyncio
import io
import os
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from cardtui.v1 import lobby_service_pb2, tables_pb2
from cardtui_client.exit_codes import OK
from cardtui_client.lines.lobby import Going, visit
from cardtui_client.lines.plain_table import run_plain
from cardtui_client.net.connection import Connection
from cardtui_client.net.given_bits import GivenBits
from cardtui_client.settings import Settings
from cardtui_server.app import RunningServer

PATIENCE = 30.0

Run = Callable[..., Coroutine[Any, Any, int]]
"""Runs the client as lines on an input and an output."""


class Screen(io.StringIO):
    """What a person sees, and can wait for."""

    encoding = "utf-8"

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.on_line: Callable[[str], None] = lambda _line: None
        self._more = asyncio.Event()

    def write(self, text: str) -> int:
        line = text.removesuffix("\n")
        self.lines.append(line)
        self.on_line(line)
        self._more.set()
        return len(text)

    async def shows(self, part: str, since: int = 0) -> str:
        """Wait for a line that contains the text."""
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    for line in self.lines[since:]:
                        if part in line:
                            return line
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            shown = "\n".join(self.lines)
            raise AssertionError(f"no line after the {since}th has {part!r} in:\n{shown}") from None


class Terminal:
    """A person's keyboard and screen."""

    def __init__(self, run: Run, *, tty: bool = False, named: str = "") -> None:
        self._write, read = os.openpty() if tty else os.pipe()[::-1]
        self.source = os.fdopen(read)
        self.screen = Screen()
        self._closed = False
        running = run(input=self.source, output=self.screen, settings=Settings(name=named))
        self.running = asyncio.create_task(running)

    def types(self, line: str) -> None:
        os.write(self._write, f"{line}\n".encode())

    async def asks(self, line: str, answer: str) -> str:
        """Type a line and wait for the answer to it."""
        since = len(self.screen.lines)
        self.types(line)
        return await self.screen.shows(answer, since)

    async def code(self) -> int:
        async with asyncio.timeout(PATIENCE):
            return await self.running

    def hang_up(self) -> None:
        if not self._closed:
            self._closed = True
            os.close(self._write)

    async def close(self) -> None:
        self.hang_up()
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        self.source.close()


class House:
    """A server, the people who have come, and what has to be tidied up after them."""

    def __init__(self, server: RunningServer) -> None:
        self.server = server
        self._connections: list[Connection] = []
        self._terminals: list[Terminal] = []

    async def comes(self, name: str, bits: GivenBits | None = None) -> Connection:
        connection = await Connection.open(self.server.address, name, bits=bits)
        self._connections.append(connection)
        return connection

    def sits(
        self, connection: Connection, table: str, *, seat: bool, tty: bool = False, **more: Any
    ) -> Terminal:
        """Have somebody play or watch at a table."""
        return self.given(Terminal(partial(run_plain, connection, table, seat, **more), tty=tty))

    def visits(
        self,
        connection: Connection,
        going: Going | None = None,
        *,
        tty: bool = False,
        named: str = "",
    ) -> Terminal:
        """Have somebody come into the lobby, or to a table from which they can go there."""
        return self.given(Terminal(partial(visit, connection, going), tty=tty, named=named))

    async def in_lobby(self, name: str) -> Terminal:
        """Have somebody come into the lobby, and wait until they are there."""
        visitor = self.visits(await self.comes(name))
        await visitor.screen.shows("You are ")
        return visitor

    def given(self, terminal: Terminal) -> Terminal:
        """Have a terminal tidied up at the end."""
        self._terminals.append(terminal)
        return terminal

    async def close(self) -> None:
        for terminal in self._terminals:
            await terminal.close()
        for connection in self._connections:
            await connection.close()


async def shown(connection: Connection) -> tables_pb2.Table:
    (table,) = (await connection.list_tables()).tables
    return table


async def made(host: Connection, **fields: object) -> str:
    request = lobby_service_pb2.CreateTableRequest(game="cacho", seats=3, **fields)  # type: ignore[arg-type]
    return (await host.create_table(request)).table.id


async def table_of(host: Connection, game: str, **fields: Any) -> str:
    usual: dict[str, Any] = {"game": game, "seats": 2, "seat": 0, "pause_milliseconds": 0}
    request = lobby_service_pb2.CreateTableRequest(**(usual | fields))
    return (await host.create_table(request)).table.id


def number(value: int) -> tables_pb2.OptionValue:
    return tables_pb2.OptionValue(number=value)


async def plays_to_the_end(terminal: Terminal) -> None:
    """Start the match, and play it by the first choice at every turn."""
    plays_the_first_choice(terminal)
    await terminal.screen.shows("has not started")
    terminal.types("start")
    assert await terminal.code() == OK


def plays_the_first_choice(terminal: Terminal) -> None:
    def answer(line: str) -> None:
        if line.startswith("It is your turn"):
            terminal.types("1")
        elif line.startswith("How many?"):
            terminal.types("7")

    terminal.screen.on_line = answer
