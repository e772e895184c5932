"""The site of `cardtui web`: which files and hosts it serves, and by which cookie it knows a
browser again (`COOKIE`; for how long: `client/cardtui_client/hosting/visitors.py`). After how long
without a key or a click a visit ends: `idle`; when a silent browser is lost: `_HEARTBEAT_SECONDS`.
What the page may load: `_policy`.

The page asks no other host for anything, and may not: its policy forbids it. A web socket is opened
only for a page of our own (its origin is compared with where it was asked), and a host is only what
this machine is called, so that no other name can be made to lead here.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web

from cardtui_client.hosting.visitors import KEPT_SECONDS, Full, Visitors
from cardtui_client.i18n import LANGUAGES, _, match_language, speaking
from cardtui_web.terminal import Terminal

COOKIE: Final = "cardtui"
_TOKEN_BYTES: Final = 32
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


def token_of(cookie: str | None) -> str:
    """Return who a browser is; somebody new if it does not say."""
    if cookie is not None and _TOKEN.fullmatch(cookie):
        return cookie
    return secrets.token_urlsafe(_TOKEN_BYTES)


_PAGE_FOLDER: Final = Path(__file__).parent / "page"
_LIBRARY_FOLDER: Final = Path(textual_serve.__file__).parent / "static"
_FILES: Final = {
    "cardtui.css": _PAGE_FOLDER / "cardtui.css",
    "cardtui.js": _PAGE_FOLDER / "cardtui.js",
    "favicon.svg": _PAGE_FOLDER / "favicon.svg",
    "textual.js": _LIBRARY_FOLDER / "js" / "textual.js",
    "xterm.css": _LIBRARY_FOLDER / "css" / "xterm.css",
    "font.ttf": _LIBRARY_FOLDER / "fonts" / "RobotoMono-VariableFont_wght.ttf",
}
_HOST: Final = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?", re.ASCII)
"""What a browser calls a host: the page repeats it, so it is nothing else."""

_LONGEST_MESSAGE: Final = 64 * 1024
_LONGEST_LINE: Final = 16 * 1024
_LONGEST_KEY: Final = 40
_HEARTBEAT_SECONDS: Final = 20.0

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Site:
    """The site of one table server."""

    def __init__(
        self, server: str, visitors: Visitors, *, url: str = "", idle: float = 3600.0
    ) -> None:
        """Make it.

        Args:
            server: the address of the table server.
            visitors: who may visit.
            url: where the site is found behind a proxy of yours; empty for where it is asked.
            idle: after how many seconds without a key or a click a visitor's client is ended.
        """
        self._server = server
        self._visitors = visitors
        self._url = urlsplit(url)
        self._idle = idle

    def application(self) -> web.Application:
        """Return what `aiohttp` runs."""
        app = web.Application(middlewares=[self._guard])
        app.add_routes(
            [
                web.get("/", self._page),
                web.get("/ws", self._socket),
                *(web.get(f"/{name}", _sender(path)) for name, path in _FILES.items()),
            ]
        )
        return app

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse hosts that are not ours, and say what the page may do."""
        if not self._is_ours(request.host):
            raise web.HTTPMisdirectedRequest(text=_("This site is not called that."))
        response = await handler(request)
        if not response.prepared:
            response.headers.update(
                {
                    "Content-Security-Policy": self._policy(request),
                    "Cross-Origin-Opener-Policy": "same-origin",
                    "Referrer-Policy": "no-referrer",
                    "X-Content-Type-Options": "nosniff",
                    "X-Frame-Options": "DENY",
                }
            )
        return response

    def _is_ours(self, host: str) -> bool:
        """Return whether a request's host is this machine, or where a proxy has the site."""
        if self._url.netloc:
            return host == self._url.netloc
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = found[1].strip("[]")
        own = socket.gethostname().casefold()
        if name.casefold() in ("localhost", own, f"{own}.local"):
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def _origin(self, request: web.Request) -> str:
        """Return what a browser calls this site."""
        if self._url.netloc:
            return f"{self._url.scheme}://{self._url.netloc}"
        return f"{'https' if request.secure else 'http'}://{request.host}"

    def _policy(self, request: web.Request) -> str:
        socket_at = self._origin(request).replace("http", "ws", 1)
        return (
            "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
            f"font-src 'self'; img-src 'self'; connect-src {socket_at}; base-uri 'none'; "
            "form-action 'none'; frame-ancestors 'none'"
        )

    async def _page(self, request: web.Request) -> web.Response:
        """Send the page, with a cookie that says who the browser is from now on."""
        template = (_PAGE_FOLDER / "index.html").read_text(encoding="utf-8")
        socket_at = self._origin(request).replace("http", "ws", 1)
        tag = _language(request.headers.get("Accept-Language", ""))
        with speaking(tag):
            words = {
                "language": tag.replace("_", "-"),
                "socket": f"{socket_at}/ws",
                "starting": _("Shuffling the cards…"),
                "ended": _("You have left the table."),
                "unreached": _(
                    "No connection. Too many people may be here, or this browser does not accept"
                    " the certificate for it."
                ),
                "again": _("Come back"),
                "send": _("Send"),
            }
        for name, text in words.items():
            template = template.replace(f"{{{{ {name} }}}}", text)
        response = web.Response(text=template, content_type="text/html")
        response.headers["Cache-Control"] = "no-store"
        response.set_cookie(
            COOKIE,
            token_of(request.cookies.get(COOKIE)),
            max_age=KEPT_SECONDS,
            httponly=True,
            samesite="Strict",
            secure=self._origin(request).startswith("https"),
        )
        return response

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Show a visitor a client of their own, until one of them ends."""
        if request.headers.get("Origin") != self._origin(request):
            raise web.HTTPForbidden(text=_("Open the page itself."))
        cookie = request.cookies.get(COOKIE)
        token = token_of(cookie)
        if token != cookie:
            raise web.HTTPForbidden(text=_("Open the page first: it says who you are."))
        browser = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS, max_msg_size=_LONGEST_MESSAGE)

        try:
            async with self._visitors.visit(token, request.remote or "") as folder:
                await browser.prepare(request)
                await self._show(request, browser, folder)
        except Full:
            raise web.HTTPServiceUnavailable(
                text=_("Too many people are here now: try again later.")
            ) from None
        except TimeoutError:  # in another window
            if not browser.prepared:
                raise web.HTTPConflict(text=_("You are playing in another window now.")) from None
        finally:
            if browser.prepared:
                await browser.close(code=WSCloseCode.GOING_AWAY)
        return browser

    async def _show(
        self, request: web.Request, browser: web.WebSocketResponse, folder: Path
    ) -> None:
        """Show a visitor a client, which has ended on return."""

        async def ended() -> None:
            await browser.close(code=WSCloseCode.GOING_AWAY)

        terminal = Terminal(
            self._server,
            folder,
            _language(request.headers.get("Accept-Language", "")),
            write=browser.send_bytes,
            tell=browser.send_str,
            ended=ended,
        )
        try:
            await terminal.start(_number(request, "width", 80), _number(request, "height", 24))
            await self._pass_on(browser, terminal)
        finally:
            await terminal.stop()

    async def _pass_on(self, browser: web.WebSocketResponse, terminal: Terminal) -> None:
        """Hand keys, clicks and sizes to the client; end when nothing has come for long."""
        active = asyncio.get_running_loop().time()
        while True:
            left = active + self._idle - asyncio.get_running_loop().time()
            try:
                message = await browser.receive(timeout=max(left, 0.001))
            except TimeoutError:
                return
            if message.type is not WSMsgType.TEXT:
                return
            match _read(message.data):
                case ["stdin", str(typed)] if len(typed) <= _LONGEST_LINE:
                    active = asyncio.get_running_loop().time()
                    await terminal.send_bytes(typed.encode("utf-8", "replace"))
                case ["key", str(key)] if len(key) <= _LONGEST_KEY:
                    active = asyncio.get_running_loop().time()
                    await terminal.send_meta({"type": "key", "key": key})
                case ["line", int(field), str(text), bool(enter)] if len(text) <= _LONGEST_LINE:
                    active = asyncio.get_running_loop().time()
                    await terminal.send_meta(
                        {"type": "line", "field": field, "text": text, "enter": enter}
                    )
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await terminal.set_terminal_size(width, height)
                case ["ping", str() | int() | float() as sent]:
                    await browser.send_json(["pong", sent])
                case ["focus", *_]:
                    await terminal.focus()
                case ["blur", *_]:
                    await terminal.blur()
                case _:
                    return  # no page of ours sends that


def _read(text: str) -> Any:
    """Return what a page says; ``None`` if it makes no sense."""
    import json

    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _language(accepted: str) -> str:
    """Return the first language that a browser asks for and we speak."""
    asked = [each.partition(";")[0].strip() for each in accepted[:_LONGEST_LINE].split(",")]
    found = (match_language(each.replace("-", "_")) for each in asked if each)
    return next((tag for tag in found if tag is not None), LANGUAGES[0])


def _number(request: web.Request, name: str, usual: int) -> int:
    text = request.query.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else usual


def _sender(path: Path) -> Handler:
    async def send(_request: web.Request) -> web.StreamResponse:
        return web.FileResponse(path, headers={"Cache-Control": "max-age=3600"})

    return send
