"""A terminal in a browser window: starts the client and passes on its bytes.

The process is started without a shell and with nothing of our environment but what it needs. It is
a kiosk: it knows one server, has no editor and no suspending, and writes into its visitor's folder
alone. Whatever it asks the browser for besides the screen (opening pages, files) is left out.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from textual import messages
from textual.drivers.web_driver import WebDriver
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

_KEPT: Final = ("HOME", "LANG", "LC_ALL", "PATH", "PYTHONPATH", "SYSTEMROOT", "TMPDIR", "TZ")
_CLIENT: Final = "from cardtui_client.commands.main import main; main()"
_ENDS_WITHIN: Final = 5.0
_WIDTHS: Final = (20, 400)
_HEIGHTS: Final = (8, 200)


class Terminal(AppService):
    """A client that one visitor sees."""

    def __init__(
        self,
        server: str,
        folder: Path,
        language: str,
        *,
        write: Callable[[bytes], Awaitable[None]],
        ended: Callable[[], Awaitable[None]],
    ) -> None:
        """Make it; `start` starts the process.

        Args:
            server: the address of the table server.
            folder: the visitor's folder.
            language: the language that the browser asks for.
            write: shows the browser what the process draws.
            ended: called when the process has ended by itself.
        """

        async def no_words(_text: str) -> None:
            """Send nothing: a client has nothing to open or to download."""

        super().__init__(
            "cardtui",
            write_bytes=write,
            write_str=no_words,
            close=ended,
            download_manager=DownloadManager(),
        )
        self._folder = folder
        self._arguments = ("--data", str(folder), "--language", language, "connect", server)

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
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
            *("-c", _CLIENT, *self._arguments),
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
        """Note that the process ends; whatever else it asks for is left out."""
        if b'"exit"' in data:
            await self.remote_close()

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
        min(max(width, _WIDTHS[0]), _WIDTHS[1]),
        min(max(height, _HEIGHTS[0]), _HEIGHTS[1]),
    )


class BrowserDriver(WebDriver):
    """Ends the client when the pipe has ended."""

    def run_input_thread(self) -> None:
        """Read until there is no more to come, and then leave."""
        super().run_input_thread()
        self._app.post_message(messages.ExitApp())
