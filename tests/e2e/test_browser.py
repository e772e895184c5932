"""A visitor plays a hand in a real browser, with keys or with a finger; a reload changes nobody."""

import asyncio
import json
import re
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from cardtui.v1 import lobby_service_pb2, table_service_pb2
from cardtui_client.faces.arguments import build, verb_of
from cardtui_client.net.connection import Connection
from tests.e2e.conftest import Start
from tests.support.must_have import missing

SECONDS = 60.0

_FELT = 0.5
"""Seconds after which a key that has done nothing is pressed again, which does no harm."""


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

    async def until_drawn(self) -> None:
        """Wait until the terminal shows something, and keys go there."""
        focused = 'document.activeElement.classList.contains("xterm-helper-textarea")'
        await until(lambda: self.is_true(focused))

    async def press_until(self, true: Callable[[], Awaitable[bool]], keys: Sequence[str]) -> None:
        """Press keys until something is true, and again only after they had time to be felt.

        A key that comes before its screen stands is lost, and no browser says when that is.
        """
        async with asyncio.timeout(SECONDS):
            while not await true():
                for key in keys:
                    await self.press(key)
                with suppress(TimeoutError):
                    await until(true, _FELT)


class Phone(Page):
    """A page of a phone, with a finger and a keyboard that composes."""

    @classmethod
    async def with_size(cls, page: Page, width: int, height: int) -> Self:
        """Make a phone of a page."""
        phone = cls(page._socket)
        await phone.do("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        await phone.turn(width, height)
        return phone

    async def turn(self, width: int, height: int) -> None:
        """Have a screen of that size."""
        size = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
        await self.do("Emulation.setDeviceMetricsOverride", **size)

    async def tap(self, place: str, times: int = 1) -> bool:
        """Tap where an expression of the page leads, if it leads somewhere."""
        answer = await self.do("Runtime.evaluate", expression=place, returnByValue=True)
        point = answer.get("result", {}).get("value")
        if point is None:
            return False
        for _ in range(times):
            await self.do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
            await self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        return True

    async def tap_key(self, words: str) -> bool:
        """Tap the button of the bar that says so."""
        return await self.tap(_BUTTON.replace("WORDS", words))

    async def tap_until(self, true: Callable[[], Awaitable[bool]], words: str = "") -> None:
        """Tap a button, or else a card, until something is true: a card is played by two taps."""
        async with asyncio.timeout(SECONDS):
            while not await true():
                if not await self.tap_key(words):
                    await self.tap(_CARD, times=2)
                with suppress(TimeoutError):
                    await until(true, _FELT)

    async def type_name(self, name: str) -> None:
        """Type a name into the line, as a keyboard does that composes."""
        await until(lambda: self.is_true('document.activeElement.id === "field"'))
        composed = {"text": name[:-1], "selectionStart": 0, "selectionEnd": 0}
        await self.do("Input.imeSetComposition", **composed)
        await self.do("Input.insertText", text=name)
        await self.press("Enter")


_BUTTON: Final = """(() => {
  const found = [...document.querySelectorAll("nav button")].find(
    (each) => each.checkVisibility() && each.textContent.includes("WORDS"));
  if (!found) return null;
  found.scrollIntoView();
  const { x, y, width, height } = found.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
})()"""

_IN_REACH: Final = """(() => {
  const words = ["Quiero 2", "No quiero 1", "Quiero retruco 3", "Envido 2", "Falta envido 8",
    "Fold"];
  const keys = words.map((each, at) => [String(at), each, "call"]);
  showOffer({ keys: [...keys, ["l", "log", ""], ["?", "keys", ""]], field: null });
  const found = [...document.querySelectorAll("nav button")];
  return found.filter((each) => each.checkVisibility()).every((each) => {
    const button = each.getBoundingClientRect(), row = each.parentElement.getBoundingClientRect();
    return button.height >= 22 && button.top >= row.top && button.bottom <= row.bottom
      && button.left >= row.left && button.right <= row.right && row.bottom <= innerHeight;
  });
})()"""
"""Whether all of the bar can be tapped as it stands, with six buttons."""

_CUT: Final = """[...document.querySelectorAll("#now button")].some(
  (each) => each.scrollWidth > each.clientWidth)"""
"""Whether a button of the table has words that are not all seen."""

_CARD: Final = """(() => {
  const { buffer, cols, rows } = page.terminal;
  const place = document.querySelector(".xterm-screen").getBoundingClientRect();
  for (let line = rows - 3; line > rows - 15; line--) {
    const corner = /[0-9]+[CEB●]/.exec(buffer.active.getLine(line).translateToString());
    if (!corner) continue;
    const x = place.x + ((corner.index + 0.5) * place.width) / cols;
    return { x, y: place.y + ((line - 1.5) * place.height) / rows };
  }
  return null;
})()"""
"""Above the lowest corner of a Spanish card: your own lie at the bottom, and rise when picked."""

_FILLED: Final = """((columns, lines) => {
  const { buffer, cols, rows } = page.terminal;
  const has = (line, words) => buffer.active.getLine(line).translateToString().includes(words);
  return cols >= columns && rows >= lines && has(0, "Truco") && has(rows - 1, "log");
})"""
"""Whether the table is drawn from the first line to the last of a window of at least that size."""


class Opponent:
    """Beto, who plays without a client: the first card that he has."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._table = ""

    async def open_table(self) -> None:
        """Make a table for two, and sit down there."""
        wanted = lobby_service_pb2.CreateTableRequest(
            game="truco-argentino", seats=2, preset="tradicional", pause_milliseconds=0, seat=0
        )
        self._table = (await self._connection.create_table(wanted)).table.id

    async def start(self) -> None:
        """Begin the match."""
        await self._connection.start(self._table)

    async def is_joined(self) -> bool:
        """Tell whether somebody sits opposite, and is at the table."""
        return 1 in (await self._seen()).presence.connected

    async def is_alone(self) -> bool:
        """Tell whether who sits opposite has gone from the table."""
        return 1 not in (await self._seen()).presence.connected

    async def name_of_other(self) -> str:
        """Return what who sits opposite is called."""
        tables = (await self._connection.list_tables()).tables
        return next(each.seats[1].name for each in tables if each.id == self._table)

    async def play_hand(
        self, act: Callable[[Callable[[], Awaitable[bool]]], Awaitable[None]]
    ) -> None:
        """Play with her until the hand is over: she acts until that has been felt."""
        hand = (await self._seen()).view.hand
        async with asyncio.timeout(SECONDS):
            while (snapshot := await self._seen()).view.hand == hand:
                if 0 in snapshot.view.to_act:
                    await self._act(snapshot)
                else:
                    await act(partial(self._goes_on, snapshot.position))

    async def leave(self) -> None:
        """Go."""
        await self._connection.close()

    async def _goes_on(self, position: int) -> bool:
        return (await self._seen()).position != position

    async def _act(self, snapshot: table_service_pb2.Snapshot) -> None:
        choices = {verb_of(each): each for each in snapshot.own.choices}
        assert choices.keys() & {"tap", "play"}, f"Ana has called: only {list(choices)}"
        choice = choices.get("tap") or choices["play"]
        card = snapshot.own.hand[0] if verb_of(choice) == "play" else None
        await self._connection.act(
            self._table,
            build(choice, card=card),
            request_id=str(snapshot.position),
            expected=snapshot.position,
        )

    async def _seen(self) -> table_service_pb2.Snapshot:
        return (await self._connection.get_view(self._table)).snapshot


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


async def until(true: Callable[[], Awaitable[bool]], seconds: float = SECONDS) -> None:
    """Wait for something that only looking at it can tell."""
    async with asyncio.timeout(seconds):
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


@pytest.mark.once
@pytest.mark.timeout(300)
async def test_a_hand_is_played_in_a_browser_and_gone_on_with_after_a_reload(
    start: Start, tmp_path: Path
) -> None:
    site = start("host", "web", "--port", "0")
    site.wait_for("Open in a browser")
    url = re.search(r"http://127\S+", site.text)
    assert url is not None
    opponent = Opponent(await Connection.open(_server(tmp_path), "Beto"))
    await opponent.open_table()
    async with chromium(tmp_path / "profile", url[0]) as page:
        await page.until_drawn()
        for letter in "Ana":
            await page.press(letter)
        await page.press_until(opponent.is_joined, ("Enter",))
        await opponent.start()
        play = partial(page.press_until, keys=("1", "Enter"))
        await opponent.play_hand(play)
        await page.do("Page.reload")
        await until(opponent.is_alone)
        await page.until_drawn()
        await page.press_until(opponent.is_joined, ("Enter",))
        await opponent.play_hand(play)
        await opponent.leave()


@pytest.mark.once
@pytest.mark.timeout(300)
@pytest.mark.nightly(reason="by day a hand is played with keys, above")
@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "across"])
async def test_a_newcomer_on_a_phone_plays_a_hand_with_a_finger(
    start: Start, tmp_path: Path, size: tuple[int, int]
) -> None:
    site = start("host", "host", "--web", "--port", "0")
    site.wait_for("Open in a browser")
    url = re.search(r"http://127\S+", site.text)
    address = re.search(r"cardtui connect (\S+)", site.text)
    assert url is not None
    assert address is not None
    opponent = Opponent(await Connection.open(address[1], "Beto"))
    await opponent.open_table()
    async with chromium(tmp_path / "profile", "about:blank") as page:
        phone = await Phone.with_size(page, *size)
        await phone.do("Page.navigate", url=url[0])
        await phone.type_name("Ana")
        await phone.tap_until(opponent.is_joined, "Sit down")
        assert await opponent.name_of_other() == "Ana"
        await opponent.start()
        assert await phone.is_true(_IN_REACH)

        async def act(true: Callable[[], Awaitable[bool]]) -> None:
            async def whole() -> bool:
                assert not await phone.is_true(_CUT)
                return await true()

            await phone.tap_until(whole, words="Tap the pack")

        await opponent.play_hand(act)
        await phone.turn(*reversed(size))
        least = "46, 30" if size[0] > size[1] else "70, 20"
        await until(lambda: phone.is_true(f"{_FILLED}({least})"))
        await opponent.play_hand(partial(phone.tap_until, words="Tap the pack"))
        await opponent.leave()
