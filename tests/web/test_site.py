"""The site that shows the client in browsers: who each browser is, and what is refused."""

import asyncio
import hashlib
import os
import stat
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar, WSMsgType, WSServerHandshakeError, web

from cardtui_client.hosting.visitors import MOST_VISITS_AT_ONCE, Full, Visitors
from cardtui_web.site import COOKIE, Site, token_of
from cardtui_web.terminal import Terminal
from tests.support.playing import until

PROGRAM = """
import os, sys
out = sys.stdout.buffer
def write(kind, data):
    out.write(kind + len(data).to_bytes(4, "big") + data); out.flush()
out.write(b"__GANGLION__\\n"); out.flush()
kept = sorted(name for name in os.environ if name.startswith(("CARDTUI", "SECRET")))
write(b"D", ("ARGS " + repr(sys.argv[1:]) + " ENV " + repr(kept)).encode())
while len(head := sys.stdin.buffer.read(5)) == 5:
    data = sys.stdin.buffer.read(int.from_bytes(head[1:], "big"))
    if b"quit" in data:
        break
    write(b"D", head[:1] + data)
    if data == b"o":
        write(b"M", b'{"type": "offer", "offer": {"keys": []}}')
    if data == b"x":
        write(b"M", b'{"type": "open_url", "url": "http://evil.example", "new_tab": true}')
        write(b"M", b'{"type": "exit"}')
"""
"""Stands for the client: tells what it was started with, and echoes what it is sent."""


class Browser:
    """A browser that shows the page."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.session = ClientSession(cookie_jar=CookieJar(unsafe=True))

    async def open(self) -> str:
        async with self.session.get(self.base) as answer:
            assert answer.status == 200
            return await answer.text()

    async def socket(self, **more: Any) -> Any:
        origin = more.pop("origin", self.base.rstrip("/"))
        return await self.session.ws_connect(f"{self.base}ws", origin=origin, **more)

    @property
    def cookie(self) -> str:
        return next(each.value for each in self.session.cookie_jar if each.key == COOKIE)


class House:
    """A site, and the browsers that visit it."""

    def __init__(self, folder: Path, base: str, visitors: Visitors) -> None:
        self.folder, self.base, self.visitors = folder, base, visitors
        self.browsers: list[Browser] = []

    async def browser(self) -> Browser:
        browser = Browser(self.base)
        self.browsers.append(browser)
        await browser.open()
        return browser


@asynccontextmanager
async def site(
    folder: Path, *, most: int = 10, each: int = 10, idle: float = 600.0, url: str = ""
) -> AsyncGenerator[House]:
    visitors = Visitors(folder / "web", most=most, each=each)
    runner = web.AppRunner(Site("127.0.0.1:8782", visitors, idle=idle, url=url).application())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    house = House(folder, f"http://127.0.0.1:{runner.addresses[0][1]}/", visitors)
    try:
        yield house
    finally:
        for browser in house.browsers:
            await browser.session.close()
        await runner.cleanup()


@pytest.fixture(autouse=True)
def _stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtui_web.terminal._CLIENT_CODE", PROGRAM)
    monkeypatch.setenv("SECRET_OF_THE_HOST", "1")


async def shown(socket: Any) -> bytes:
    message = await asyncio.wait_for(socket.receive(), 30)
    assert message.type is WSMsgType.BINARY
    return bytes(message.data)


async def closed(socket: Any) -> None:
    while (await asyncio.wait_for(socket.receive(), 30)).type not in (
        WSMsgType.CLOSE,
        WSMsgType.CLOSED,
        WSMsgType.CLOSING,
    ):
        pass


def _folders(at: Path) -> list[Path]:
    return list(at.iterdir())


def _has_one(visitors: Visitors) -> bool:
    return len(visitors) == 1


# --- the page --------------------------------------------------------------------------------


async def test_the_page_and_all_that_it_needs_come_from_here(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        browser = await house.browser()
        page = await browser.open()
        assert "http://" not in page.replace(house.base, "").replace("ws://", "")
        assert "https://" not in page
        for name in ("textual.js", "xterm.css", "cardtui.css", "cardtui.js", "favicon.svg"):
            assert f"/{name}" in page
            async with browser.session.get(f"{house.base}{name}") as answer:
                assert answer.status == 200
                assert await answer.read()
        async with browser.session.get(house.base) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self';")
            assert f"connect-src {house.base.replace('http', 'ws', 1).rstrip('/')};" in policy
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("accepted", "tag", "word"), [("fr, es;q=0.9", "es-AR", "Enviar"), ("de", "en", "Send")]
)
async def test_the_page_speaks_the_language_of_its_reader(
    tmp_path: Path, accepted: str, tag: str, word: str
) -> None:
    async with site(tmp_path) as house:
        browser = await house.browser()
        asked = {"Accept-Language": accepted}
        async with browser.session.get(house.base, headers=asked) as answer:
            page = await answer.text()
        assert f'<html lang="{tag}">' in page
        assert f"<button>{word}</button>" in page


@pytest.mark.parametrize(
    "path", ["secret", "..%2fweb.py", "static/", "download/x", "cardtui.css/../../web.py"]
)
async def test_nothing_else_is_served(tmp_path: Path, path: str) -> None:
    async with site(tmp_path) as house:
        browser = await house.browser()
        async with browser.session.get(f"{house.base}{path}") as answer:
            assert answer.status == 404


async def test_the_site_is_called_nothing_else(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        browser = await house.browser()
        for host, status in (
            ("evil.example", 421),
            ("localhost", 200),
            ("10.0.0.7:80", 200),
            ("[::1]:80", 200),
            ("[", 421),
            ('127.0.0.1/"><script>', 421),
        ):
            async with browser.session.get(house.base, headers={"Host": host}) as answer:
                assert answer.status == status, host
    async with site(tmp_path, url="https://cards.example") as house:
        browser = Browser(house.base)
        house.browsers.append(browser)
        for host, status in (("cards.example", 200), ("localhost", 421)):
            async with browser.session.get(house.base, headers={"Host": host}) as answer:
                assert answer.status == status, host
                if status == 200:
                    assert "wss://cards.example/ws" in await answer.text()
                    assert "Secure" in answer.headers["Set-Cookie"]


# --- who a browser is ------------------------------------------------------------------------


async def test_a_browser_is_one_person_and_keeps_what_is_its_own(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        ana, bia = await house.browser(), await house.browser()
        assert len({ana.cookie, bia.cookie}) == 2
        before = ana.cookie
        await ana.open()
        assert ana.cookie == before
        told = (await shown(await ana.socket())).decode()
        folder = tmp_path / "web" / hashlib.sha256(before.encode()).hexdigest()
        assert str(folder) in told
        assert before not in told
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert str(folder) not in (await shown(await bia.socket())).decode()


async def test_the_cookie_is_the_browsers_alone(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        browser = await house.browser()
        async with browser.session.get(house.base) as answer:
            cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Strict" in cookie


@pytest.mark.parametrize("cookie", ["", "x", "../../etc", "a" * 43 + "\n", "é" * 43])
def test_what_is_no_cookie_of_ours_makes_somebody_new(cookie: str) -> None:
    assert token_of(cookie) != cookie
    assert token_of(None) != token_of(None)


async def test_the_same_person_in_another_window_leaves_the_first(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        ana = await house.browser()
        first = await ana.socket()
        await shown(first)
        second = await ana.socket()
        await closed(first)
        await shown(second)
        assert len(house.visitors) == 1


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None])
async def test_other_pages_open_no_socket(tmp_path: Path, origin: str | None) -> None:
    async with site(tmp_path) as house:
        ana = await house.browser()
        with pytest.raises(WSServerHandshakeError) as refused:
            await ana.socket(origin=origin)
        assert refused.value.status == 403
        assert len(house.visitors) == 0


async def test_nobody_opens_a_socket_without_the_page(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        stranger = Browser(house.base)
        house.browsers.append(stranger)
        with pytest.raises(WSServerHandshakeError) as refused:
            await stranger.socket()
        assert refused.value.status == 403


async def test_there_is_room_for_so_many_and_for_so_many_from_one_address(tmp_path: Path) -> None:
    for most, each in ((2, 9), (9, 2)):
        async with site(tmp_path, most=most, each=each) as house:
            sockets = [await (await house.browser()).socket() for _ in range(2)]
            late = await house.browser()
            with pytest.raises(WSServerHandshakeError) as refused:
                await late.socket()
            assert refused.value.status == 503
            await sockets[0].close()
            await shown(sockets[1])
            await until(partial(_has_one, house.visitors))
            await shown(await late.socket())


async def test_visitors_from_other_addresses_have_room(tmp_path: Path) -> None:
    visitors = Visitors(tmp_path, most=3, each=1)
    async with visitors.visit("a", "10.0.0.1"):
        with pytest.raises(Full):
            async with visitors.visit("b", "10.0.0.1"):
                """Never here."""
        async with visitors.visit("b", "10.0.0.2"):
            assert len(visitors) == 2
    assert len(visitors) == 0


async def test_one_cookie_has_one_client_however_many_windows_and_answers_no_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running: set[Terminal] = set()
    most = 0
    start, stop = Terminal.start, Terminal.stop

    async def started(self: Terminal, width: int, height: int) -> None:
        nonlocal most
        running.add(self)
        most = max(most, len(running))
        await start(self, width, height)

    async def stopped(self: Terminal) -> None:
        await stop(self)
        running.discard(self)

    monkeypatch.setattr(Terminal, "start", started)
    monkeypatch.setattr(Terminal, "stop", stopped)
    async with site(tmp_path, most=3) as house:
        ana = await house.browser()
        windows = [ana.socket(autoclose=False, autoping=False) for _ in range(14)]
        came = await asyncio.gather(*windows, return_exceptions=True)
        refused = [each.status for each in came if isinstance(each, WSServerHandshakeError)]
        assert set(refused) <= {409}  # a later window came while they waited
        last = await ana.socket()
        await shown(last)
        assert most == len(running) == 1
        assert len(house.visitors) == 1


@pytest.mark.parametrize(
    "kept", ["tokens.json.damaged-1", "records/match.txt", "results.json", "config.toml"]
)
async def test_a_folder_stays_for_whatever_is_kept_in_it(tmp_path: Path, kept: str) -> None:
    visitors = Visitors(tmp_path / "web", most=10, each=10)
    async with visitors.visit("Ana", "10.0.0.1") as folder:
        (folder / kept).parent.mkdir(exist_ok=True)
        (folder / kept).write_text("Ana's")
    async with visitors.visit("Ana", "10.0.0.1") as folder:
        assert (folder / kept).read_text() == "Ana's"


async def test_folders_stay_only_of_visitors_who_played_and_so_many(tmp_path: Path) -> None:
    visitors = Visitors(tmp_path, most=9, each=9, kept=2)
    for n in range(5):
        async with visitors.visit(f"passing {n}", "10.0.0.1") as folder:
            (folder / "client.log").write_text("")
            (folder / "bits.json").write_text("{}")
            (folder / ".lock").write_text("")
    assert not _folders(tmp_path)
    for who in ("ana", "bia", "ana"):
        async with visitors.visit(who, "10.0.0.1") as folder:
            (folder / "tokens.json").write_text("{}")
    with pytest.raises(Full):
        async with visitors.visit("caro", "10.0.0.1"):
            """Never here."""
    assert len(_folders(tmp_path)) == 2
    os.utime(folder, (0, 0))  # no browser has Ana's cookie any more
    async with visitors.visit("caro", "10.0.0.1"):
        assert len(_folders(tmp_path)) == 2


async def test_so_many_come_from_an_address_in_a_time(tmp_path: Path) -> None:
    visitors = Visitors(tmp_path, most=9, each=9)
    for n in range(MOST_VISITS_AT_ONCE):
        async with visitors.visit(f"{n}", "10.0.0.1"):
            """Here, and gone."""
    with pytest.raises(Full):
        async with visitors.visit("ana", "10.0.0.1"):
            """Never here."""
    async with visitors.visit("ana", "10.0.0.2"):
        assert len(visitors) == 1


@pytest.mark.parametrize(
    "said",
    [
        "", "nonsense", "[]", "{}", "[1]", '["stdin"]', '["stdin", 7]', "[" * 5_000,
        '["resize", {"width": "80", "height": 24}]', '["key", 7]', '["line", 1, "a"]',
        '["key", "' + "x" * 41 + '"]', '["stdin", "' + "x" * 20_000 + '"]',
    ],
)  # fmt: skip
async def test_a_page_that_is_none_of_ours_is_left(tmp_path: Path, said: str) -> None:
    async with site(tmp_path) as house:
        socket = await (await house.browser()).socket()
        await shown(socket)
        await socket.send_str(said)
        await closed(socket)


# --- the client ------------------------------------------------------------------------------


async def test_the_client_is_a_kiosk_and_knows_nothing_of_the_host(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        ana = await house.browser()
        told = await shown(await ana.socket(headers={"Accept-Language": "fr, pt-BR;q=0.8"}))
        text = told.decode()
        assert "ENV ['CARDTUI_CONFIG', 'CARDTUI_KIOSK']" in text
        assert "'--language', 'pt_BR', 'connect', '127.0.0.1:8782']" in text


async def test_keys_sizes_and_what_comes_back_pass_through(tmp_path: Path) -> None:
    async with site(tmp_path) as house:
        socket = await (await house.browser()).socket()
        await shown(socket)
        await socket.send_json(["stdin", "é"])
        assert await shown(socket) == b"D" + "é".encode()
        await socket.send_json(["resize", {"width": 100_000, "height": -3}])
        assert await shown(socket) == b'M{"type": "resize", "width": 400, "height": 8}'
        await socket.send_json(["key", "f4"])
        assert await shown(socket) == b'M{"type": "key", "key": "f4"}'
        await socket.send_json(["line", 7, "Ana", True])
        line = b'M{"type": "line", "field": 7, "text": "Ana", "enter": true}'
        assert await shown(socket) == line
        await socket.send_json(["stdin", "o"])
        assert await shown(socket) == b"Do"
        assert (await socket.receive_json(timeout=30)) == ["offer", {"keys": []}]
        await socket.send_json(["ping", 7])
        assert (await socket.receive_json(timeout=30)) == ["pong", 7]
        await socket.send_json(["stdin", "x"])  # asks for a page to be opened, and ends
        assert await shown(socket) == b"Dx"
        assert (await asyncio.wait_for(socket.receive(), 30)).type is WSMsgType.CLOSE


async def test_the_process_ends_with_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = asyncio.Event()
    stop = Terminal.stop

    async def stopped(self: Terminal) -> None:
        process = self._process
        await stop(self)
        assert process is not None
        assert process.returncode == 0
        ended.set()

    monkeypatch.setattr(Terminal, "stop", stopped)
    async with site(tmp_path) as house:
        socket = await (await house.browser()).socket()
        await shown(socket)
        await socket.close()
        await asyncio.wait_for(ended.wait(), 30)


async def test_who_does_nothing_for_long_makes_room(tmp_path: Path) -> None:
    async with site(tmp_path, idle=0.2) as house:
        socket = await (await house.browser()).socket()
        await closed(socket)
