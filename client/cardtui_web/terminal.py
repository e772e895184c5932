"""The client in a browser window: which keys it tells the page to offer on a phone
(`BrowserDriver`), what it may not do, and which of our environment it gets (`_KEPT_VARIABLES`). How
the page shows the keys: `client/cardtui_web/page/cardtui.js`.

The process is started without a shell and with nothing of our environment but what it needs. It is
a kiosk: it knows one server, has no editor and no suspending, and writes into its visitor's folder
alone. Besides the screen it tells the browser which keys are offered and which field is typed in,
for who has no keyboard. Whatever else it asks for (opening pages, files) is left
out.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from textual import events, messages
from textual.drivers.web_driver import WebDriver
from textual.screen import Screen
from textual.widgets import Input
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from cardtui_client.limits import VISITORS_HEIGHTS, VISITORS_WIDTHS
from cardtui_client.tui.screens import LocalizedScreen

_KEPT_VARIABLES: Final = (
    "HOME",
    "LANG",
    "LC_ALL",
    "PATH",
    "PYTHONPATH",
    "SYSTEMROOT",
    "TMPDIR",
    "TZ",
)
_CLIENT_CODE: Final = "from cardtui_client.commands.main import main; main()"
_ENDS_WITHIN: Final = 5.0


class Terminal(AppService):
    """A client that one visitor sees."""

    def __init__(
        self,
        server: str,
        folder: Path,
        language: str,
        *,
        write: Callable[[bytes], Awaitable[None]],
        tell: Callable[[str], Awaitable[None]],
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """Make it; `start` starts the process.

        Args:
            server: the address of the table server.
            folder: the visitor's folder.
            language: the language that the browser asks for.
            write: shows the browser what the process draws.
            tell: tells the page which keys are offered, as JSON.
            ended: called when the process has ended by itself.
        """
        super().__init__(
            "cardtui",
            write_bytes=write,
            write_str=tell,
            close=ended,
            download_manager=DownloadManager(),
        )
        self._folder = folder
        self._arguments = ("--data", str(folder), "--language", language, "connect", server)

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        return kept | {
            "CARDTUI_CONFIG": str(self._folder / "config.toml"),
            "CARDTUI_KIOSK": "1",
            "COLORTERM": "truecolor",
            "COLUMNS": str(width),
            "PYTHONIOENCODING": "utf-8",  # browsers take it, whatever our locale is
            "ROWS": str(height),
            "TERM": "xterm-256color",
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TEXTUAL_DRIVER": "cardtui_web.terminal:BrowserDriver",
        }

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-c", _CLIENT_CODE, *self._arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(*_bounded(width, height)),
        )
        self._process = process
        self._stdin = process.stdin
        return process

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell the process how large the browser's window is."""
        await super().set_terminal_size(*_bounded(width, height))

    async def on_meta(self, data: bytes) -> None:
        """Note that the process ends, and pass on what it offers; leave out all else."""
        match json.loads(data):
            case {"type": "exit"}:
                await self.remote_close()
            case {"type": "offer", "offer": offer}:
                await self.remote_write_str(json.dumps(["offer", offer]))
            case _:
                pass

    async def stop(self) -> None:
        """End the process, in order if it does so in time."""
        task, process = self._task, self._process
        if task is None or process is None:
            return
        self._task = None
        try:
            with suppress(OSError, RuntimeError, TimeoutError):
                async with asyncio.timeout(_ENDS_WITHIN):
                    await self.send_meta({"type": "quit"})
                    await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
        await process.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def _bounded(width: int, height: int) -> tuple[int, int]:
    """Return a size that a terminal may have."""
    return (
        min(max(width, VISITORS_WIDTHS[0]), VISITORS_WIDTHS[1]),
        min(max(height, VISITORS_HEIGHTS[0]), VISITORS_HEIGHTS[1]),
    )


class BrowserDriver(WebDriver):
    """Tells the page what it offers, and ends the client when the pipe has ended."""

    _told: dict[str, Any] | None = None
    _is_asked = False

    def start_application_mode(self) -> None:
        """Begin with the keys: who opens the page is there, and its fields wait for them."""
        super().start_application_mode()
        self._app.call_later(self._app.post_message, events.AppFocus())

    def write(self, data: str) -> None:
        """Draw; what is offered may be different then."""
        super().write(data)
        if not self._is_asked:
            self._is_asked = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        """Tell the page which keys are offered and what is typed in, if that is different."""
        self._is_asked = False
        if not self._app.screen_stack:
            return
        offer = _offer(self._app.screen)
        if offer != self._told:
            self._told = offer
            self.write_meta({"type": "offer", "offer": offer})

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Press an offered key, or take what was typed on the page; Textual knows the rest."""
        match payload:
            case {"type": "key", "key": str(key)}:
                if self._told is not None and any(key == each[0] for each in self._told["keys"]):
                    self.process_message(events.Key(key, None))
            case {"type": "line", "field": int(field), "text": str(text), "enter": bool(enter)}:
                self._app.call_later(self._take, field, text, enter)
            case _:
                super().on_meta(packet_type, payload)

    def _take(self, number: int, text: str, enter: bool) -> None:
        """Put a text in place of that of the field, if that is still typed in."""
        field = self._app.screen.focused
        if isinstance(field, Input) and id(field) == number:
            field.clear()
            self._app.post_message(events.Paste(text))
            if enter:
                self._app.post_message(events.Key("enter", "\r"))
        self._told = None  # the page waits for what became of it
        self._app.call_later(self._tell)

    def run_input_thread(self) -> None:
        """Read until there is no more to come, and then leave."""
        super().run_input_thread()
        self._app.post_message(messages.ExitApp())


def _offer(screen: Screen[Any]) -> dict[str, Any]:
    """Return the keys that a screen offers, and the field that is typed in, as values of JSON."""
    keys = screen.keys_now() if isinstance(screen, LocalizedScreen) else []
    field = screen.focused
    typed = None
    if isinstance(field, Input):
        typed = {
            "id": id(field),
            "value": field.value,
            "hint": field.placeholder,
            "secret": field.password,
            "most": field.max_length or 0,
        }
    return {"keys": [list(each) for each in keys], "field": typed}
