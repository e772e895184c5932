"""A visitor plays a hand in a real browser, and is the same person once the page is loaded anew."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from cardtui.v1 import lobby_service_pb2, table_service_pb2, tables_pb2
from cardtui_client.net.connection import Connection
from tests.e2e.conftest import Start
from tests.e2e.must_have import missing

SECONDS = 60.0


class Page:
    """A page of Chromium, driven by its own protocol."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._number = 0

    async def do(self, method: str, **params: Any) -> Any:
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": params})
        while True:
            answer = await self._socket.receive_json(timeout=SECONDS)
            if answer.get("id") == self._number:
                return answer.get("result", {})  # without one, there is no page yet

    async def press(self, key: str) -> None:
        text = {"Enter": "\r"}.get(key, key)
        code = 13 if key == "Enter" else ord(key.upper())
        pressed = {"key": key, "text": text, "windowsVirtualKeyCode": code}
        await self.do("Input.dispatchKeyEvent", type="keyDown", **pressed)
        await self.do("Input.dispatchKeyEvent", type="keyUp", key=key)

    async def is_true(self, expression: str) -> bool:
        answer = await self.do("Runtime.evaluate", expression=expression)
        return answer.get("result", {}).get("value") is True


@asynccontextmanager
async def chromium(folder: Path, url: str) -> AsyncGenerator[Page]:
    """Open the page in a browser without a window."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        missing("chromium", "There is no Chromium on this machine.")
    process = await asyncio.create_subprocess_exec(
        program,
        *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
        *(f"--user-data-dir={folder}", "--remote-debugging-port=0", "--window-size=1000,700"),
        url,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        port = folder / "DevToolsActivePort"
        await until(lambda: _true(_has_port(port)))
        async with ClientSession() as session:
            found: list[str] = []
            where = f"http://127.0.0.1:{_port(port)}/json/list"

            async def listed() -> bool:
                async with session.get(where) as answer:
                    pages = await answer.json(content_type=None)
                found[:] = [
                    each["webSocketDebuggerUrl"] for each in pages if each["type"] == "page"
                ]
                return bool(found)

            await until(listed)
            async with session.ws_connect(found[0], max_msg_size=0) as socket:
                yield Page(socket)
    finally:
        process.kill()
        await process.wait()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that only looking at it can tell."""
    async with asyncio.timeout(SECONDS):
        while not await true():  # noqa: ASYNC110 - another process decides
            await asyncio.sleep(0.05)


def _server(folder: Path) -> str:
    """Return where the server is that the site has started."""
    (note,) = folder.rglob("running/*.json")
    address: str = json.loads(note.read_text())["address"]
    return address


def _has_port(file: Path) -> bool:
    return file.exists() and "\n" in file.read_text()


def _port(file: Path) -> str:
    return file.read_text().split()[0]


async def _true(value: bool) -> bool:
    return value


@pytest.mark.soak
@pytest.mark.timeout(300)
async def test_a_hand_is_played_in_a_browser_and_gone_on_with_after_a_reload(
    start: Start, tmp_path: Path
) -> None:
    site = start("host", "web", "--port", "0")
    site.wait_for("Open in a browser")
    url = re.search(r"http://127\S+", site.text)
    assert url is not None
    beto = await Connection.open(_server(tmp_path), "Beto")
    wanted = lobby_service_pb2.CreateTableRequest(
        game="truco-argentino", seats=2, preset="tradicional", pause_milliseconds=0
    )
    table = (await beto.create_table(wanted)).table.id

    async def seen() -> table_service_pb2.Snapshot:
        return (await beto.get_view(table)).snapshot

    async def sits_there() -> bool:
        snapshot = await seen()
        names = [seat.name for seat in snapshot.table.seats]
        return "Ana" in names and list(snapshot.presence.connected) == [names.index("Ana")]

    async with chromium(tmp_path / "profile", url[0]) as page:
        ready = 'document.activeElement.classList.contains("xterm-helper-textarea")'
        await until(lambda: page.is_true(ready))
        for letter in "Ana":
            await page.press(letter)
        await until(lambda: _pressed(page, "Enter", sits_there))
        await beto.start(table)

        async def has_played(hands: int) -> bool:
            return (await seen()).view.hand > hands

        # Yes to everything; cards as they come; the number that one has.
        for hand in (1, 2):
            for key in ("Enter", "q", "d", "c") * 60:
                if await _pressed(page, key, partial(has_played, hand)):
                    break
            assert await has_played(hand)
            if hand == 1:
                await page.do("Page.reload")
                await until(lambda: page.is_true(ready))
                await until(lambda: _pressed(page, "Enter", sits_there))
        snapshot = await seen()
        assert [seat.bot for seat in snapshot.table.seats if seat.name == "Ana"] == [
            tables_pb2.BOT_LEVEL_UNSPECIFIED
        ]
    await beto.close()


async def _pressed(page: Page, key: str, true: Callable[[], Awaitable[bool]]) -> bool:
    """Press a key, give it a moment to be felt, and return whether something is true then."""
    if await true():
        return True
    await page.press(key)
    await asyncio.sleep(0.2)
    return await true()
